import ArgumentParser
import Foundation
import Hearth

/// `hearth do`: a wish in plain words as one of Hearth's own commands.
struct DoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do",
        abstract: "Say in plain words what to do; it runs when you confirm.",
        discussion: """
            The wish becomes one of Hearth's own commands, which is shown first. Nothing that deletes can be asked for this \
            way. Without a terminal to confirm at, it is only shown, unless --yes is given. A wish that does not say what it is \
            about, such as "summarize", is answered with a question.

            EXAMPLES
              hearth do "when does the lease end?"
              hearth do "summarize notes/march.md" --yes
              hearth do "search for the boiler warranty" --json
              hearth do "summarize the lease in 50 words"
              hearth do "find 5 passages about rent in contracts/lease.pdf"
              hearth do "what did I write in March?"
              hearth do "translate letter.txt into German"
            """)

    @Argument(help: "What to do, or - for standard input.") var wish: String
    @Flag(name: .shortAndLong, help: "Run it without asking.") var yes = false
    @OptionGroup var engine: EngineOptions
    @OptionGroup var privacy: LabelOption
    @Flag(help: "Print the action as JSON, and run nothing.") var json = false

    private struct Output: Encodable {
        struct Action: Encodable {
            var command: String
            var argument: String
            var places: [String]
            var arguments: [String]
        }
        var action: Action?
        /// What the wish does not say, where it names a command and not what it is to work on.
        var question: String?
        var route: RoutingDecision
        var notes: [String]?
    }

    func validate() throws {
        try SaidText.check(wish, "wish")
        guard !(engine.preview && yes) else {
            throw ValidationError("--preview shows what would be sent and runs nothing; leave out --yes.")
        }
        guard !(json && yes) else {
            throw ValidationError("--json shows the action and runs nothing; leave out --yes.")
        }
    }

    func run() async throws {
        let hearth = try engine.hearth()
        let wish = try await TextSource.words(wish, "wish")
        if engine.preview {
            return try PreviewView(json: json).write(
                await hearth.answers.previewUnderstanding(
                    wish, routing: privacy.applied(to: engine.routing),
                    options: engine.generation(for: .intentToAction)))
        }
        let understood = try await hearth.answers.understand(
            wish, today: CivilDate.today(), routing: privacy.applied(to: engine.routing),
            options: engine.generation(for: .intentToAction))
        let inherited = understood.action.map(self.inherited) ?? []
        if json { return try JSONLines().write(output(understood, inherited)) }
        guard let action = understood.action else {
            if let question = understood.question { throw CommandFailure(ExitStatus.usage, question) }
            throw CommandFailure(
                ExitStatus.failed,
                "No command of Hearth that a wish can name does that. Ask a question, or begin with search, summarize, ingest, quiz, "
                    + "rewrite, journal, transcript, transcribe or documents; `hearth --help` lists all that Hearth does."
            )
        }
        let arguments = action.arguments(with: inherited)
        let shown = "hearth " + arguments.map(Format.shellWord).joined(separator: " ")
        Terminal.output.write(Terminal.safe(shown) + "\n")
        // On standard error: what a script reads is the command.
        Terminal.error.write(WriterText.line("understood by", understood.route, on: .error))
        if let reason = WriterText.fallback(understood.route) {
            Terminal.note(reason)
        }
        for note in understood.notes { Terminal.note(note) }
        guard try confirmed() else { return }
        var command = try HearthCommand.parseAsRoot(arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// What was said about engines and privacy holds for the action as it did for understanding the wish.
    private func inherited(by action: CommandAction) -> [String] {
        let place = engine.place
        let isPrivate = place.isPrivate || privacy.label == .private
        let command = action.command
        switch command {
        case "journal" where action.journalPeriod != nil:
            // The entries have labels of their own, which nothing here can make stricter but staying on this machine.
            return place.engines.arguments(staysHere: isPrivate)
        case "ask", "quiz", "summarize", "rewrite", "transcript":
            var options = isPrivate ? ["--private"] : []
            // The others' own words have no label but private or not.
            if let label = privacy.label, !isPrivate, ["summarize", "rewrite"].contains(command) {
                options.append("--label=\(label.rawValue)")
            }
            options += place.engines.arguments()
            if let model = engine.model { options.append("--model=\(model)") }
            return options
        case "ingest":
            let label = isPrivate ? .private : privacy.label
            return label.map { ["--label=\($0.rawValue)"] } ?? []
        default: return []
        }
    }

    private func output(_ understood: UnderstoodWish, _ inherited: [String]) -> Output {
        Output(
            action: understood.action.map {
                .init(
                    command: $0.command, argument: $0.argument, places: $0.places,
                    arguments: $0.arguments(with: inherited))
            }, question: understood.question, route: understood.route,
            notes: understood.notes.isEmpty ? nil : understood.notes)
    }

    private func confirmed() throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            Terminal.note("not run; add --yes to run it")
            return false
        }
        Terminal.output.write("Run it? [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        return ["y", "yes", "j", "ja", "o", "oui", "s", "sí", "si"].contains(answer)
    }
}
