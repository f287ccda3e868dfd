import ArgumentParser
import HearthCore
import HearthEngine

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

    func run() async throws {
        let findings = await Doctor.examine(folder: DataFolder.resolve())
        let lines = JSONLines()
        for finding in findings {
            if json {
                try lines.write(finding)
                continue
            }
            let mark =
                switch finding.state {
                case .good: Terminal.output.green("✓")
                case .missing: Terminal.output.yellow("–")
                case .bad: Terminal.output.red("✗")
                }
            Terminal.output.write("\(mark) \(finding.name): \(Terminal.safe(finding.detail))\n")
            if let remedy = finding.remedy { Terminal.output.write("    → \(Terminal.safe(remedy))\n") }
        }
        if findings.contains(where: { $0.state == .bad }) { throw CommandFailure(ExitStatus.failed) }
    }
}
