import ArgumentParser
import Hearth

/// `hearth doctor`: what works, what is missing and how to mend it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that everything works, and say how to mend what does not.",
        discussion: """
            EXAMPLES
              hearth doctor
              hearth doctor --json
            """)
    @Flag(help: "Print JSON Lines.") var json = false

    struct Output: Encodable {
        var name: String
        var state: Doctor.Finding.State
        var detail: String
        /// What mends it, as it is printed.
        var remedy: String?
        var help: [Failure.Help]?

        init(_ finding: Doctor.Finding) {
            (name, state, detail) = (finding.name, finding.state, finding.detail)
            let sentences = finding.remedies.map(HelpText.sentence)
            remedy = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
            let help = finding.remedies.compactMap { if case .help(let help) = $0 { help } else { nil } }
            self.help = help.isEmpty ? nil : help
        }
    }

    func run() async throws {
        let findings = await Doctor.examine(folder: DataFolder.resolve())
        let lines = JSONLines()
        for finding in findings {
            if json {
                try lines.write(Output(finding))
                continue
            }
            let mark =
                switch finding.state {
                case .good: Terminal.output.green("✓")
                case .missing: Terminal.output.yellow("–")
                case .bad: Terminal.output.red("✗")
                }
            Terminal.output.write("\(mark) \(finding.name): \(Terminal.safe(finding.detail))\n")
            for remedy in finding.remedies {
                Terminal.output.write("    → \(Terminal.safe(HelpText.sentence(remedy)))\n")
            }
        }
        if findings.contains(where: { $0.state == .bad }) { throw CommandFailure(ExitStatus.failed) }
    }
}
