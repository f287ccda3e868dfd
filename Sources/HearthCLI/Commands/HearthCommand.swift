import ArgumentParser
import Foundation
import Hearth

/// `hearth`: the root of all commands.
struct HearthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "Ask your own documents, on your own machine, with citations that were checked.",
        discussion: """
            To begin, read in some files with `hearth ingest`, then ask about them. It works without a model: answers are then \
            sentences of your documents. `hearth models recommend` names models that write answers on this machine.

            Nothing leaves this machine unless you set up a service and consent. What is read is kept encrypted in the data \
            folder; the variable HEARTH_HOME names another one, and HEARTH_TOKEN and HEARTH_PROGRAM_TOKEN tokens of your own for \
            `hearth serve`.

            With --offline, before or behind the command's name, the operating system takes the network away from the program \
            before anything else happens; where it cannot, the program ends with an error. --environment NAME, also in either \
            place, takes the settings, keys and data of an environment for this call (`hearth environment list`).

            A command ends with status 0 when it is done, 1 when it failed, 2 when it was called wrongly, 3 when what you allow \
            is against it, 4 when no engine that is allowed can serve, 5 when some of the files that were named failed and \
            others did not, 130 when it was interrupted. With --json each line says what became of its file, and the status is \
            0 where any was read.

            EXAMPLES
              hearth ingest ~/Documents/notes
              hearth ask "When does the lease end?"
              hearth do "summarize the lease"
              hearth search "boiler warranty" --limit 5
              hearth --offline ask "When does the lease end?"
              hearth doctor
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Documents",
                subcommands: [
                    IngestCommand.self, AskCommand.self, ChatCommand.self, SearchCommand.self, SummarizeCommand.self,
                    ConversationsCommand.self, DocumentsCommand.self, ExtractCommand.self, TranscriptCommand.self,
                    JournalCommand.self, TranscribeCommand.self, ListenCommand.self, SayCommand.self,
                    CollectionsCommand.self, FoldersCommand.self,
                    FeedsCommand.self, ClipCommand.self,
                ]),
            CommandGroup(
                name: "Tasks", subcommands: [RewriteCommand.self, QuizCommand.self, DoCommand.self]),
            CommandGroup(
                name: "Privacy",
                subcommands: [
                    RouteCommand.self, ModeCommand.self, ConsentCommand.self, LedgerCommand.self, UsageCommand.self,
                    KeysCommand.self, EndpointsCommand.self,
                ]),
            CommandGroup(
                name: "Server",
                subcommands: [
                    ServeCommand.self, WorkCommand.self, SessionsCommand.self, PeopleCommand.self, MCPCommand.self,
                ]),
            CommandGroup(name: "Tools", subcommands: [TextCommand.self, SchemaCommand.self, TemplateCommand.self]),
            CommandGroup(
                name: "Data",
                subcommands: [
                    BackupCommand.self, RestoreCommand.self, ExportCommand.self, LibraryCommand.self,
                    DeleteEverythingCommand.self,
                ]),
            CommandGroup(
                name: "Setup",
                subcommands: [
                    ModelsCommand.self, SettingsCommand.self, EnvironmentCommand.self, DoctorCommand.self,
                ]),
        ])
}

/// What every command that works with the store takes.
struct StoreOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines.")
    var json = false
}

// MARK: - Commands that there are not

/// A command that there is none of. The argument parser calls it an unexpected argument of the command before it, or of the one that
/// stands in where none is named.
enum UnknownCommand {
    /// What to say where arguments could not be understood because they name no command; `nil` where it is something else.
    static func failure(in arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = HearthCommand.self
        var path = "hearth"
        for argument in arguments {
            let below = command.configuration.subcommands
            guard !below.isEmpty, !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
            if let next = Self.command(argument, below: command) {
                command = next
                path += " " + argument
                continue
            }
            // It may be a value of the command that stands in.
            let standsIn = command.configuration.defaultSubcommand
            if standsIn != nil, (try? standsIn?.parse([argument])) != nil { return nil }
            return none(argument, path, below)
        }
        return nil
    }

    /// What to say where help was asked for a command that there is none of, which the argument parser would answer with the help of
    /// the command above it; `nil` where all of them are commands.
    ///
    /// - Parameter arguments: What stands behind `hearth help`.
    static func failure(ofHelp arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = HearthCommand.self
        var path = "hearth"
        for argument in arguments {
            guard !argument.hasPrefix("-"), argument != "help" else { return nil }
            let below = command.configuration.subcommands
            guard let next = Self.command(argument, below: command) else {
                return none(argument, path, below)
            }
            command = next
            path += " " + argument
        }
        return nil
    }

    private static func none(
        _ argument: String, _ path: String, _ below: [any ParsableCommand.Type]
    ) -> CommandFailure {
        let known = below.filter { $0.configuration.shouldDisplay }.flatMap { names(of: $0) }
        let shown = Terminal.line(String(argument.prefix(100)))
        let question =
            otherWord(for: argument, among: known).map { "; did you mean \($0)?" }
            ?? NearestName.question(argument, among: known)
        return CommandFailure(
            ExitStatus.usage,
            KeyText.redacting(
                "There is no command `\(path) \(shown)`\(question) "
                    + "`\(path) --help` shows what there is."))
    }

    /// The command that does what other programs have another word for: `models show` is `models info`, `consent give` is `consent grant`.
    private static func otherWord(for argument: String, among known: [String]) -> String? {
        let word = argument.lowercased()
        return alike.lazy.filter { $0.contains(word) }.compactMap { words in words.first(where: known.contains) }.first
    }

    /// Words for one thing, each list with the ones first that are commands here.
    private static let alike = [
        ["show", "info", "list", "get", "view", "describe", "display", "print", "details", "status"],
        ["list", "ls", "all", "index"], ["remove", "delete", "rm", "del", "uninstall", "erase", "revoke"],
        ["add", "pull", "create", "new", "install", "register", "grant", "set"], ["grant", "give", "allow"],
        ["revoke", "deny", "withdraw", "remove"],
        ["pull", "download", "fetch", "get"], ["set", "change", "edit", "update"], ["analyze", "analyse"],
        ["ingest", "import", "index", "read"], ["serve", "server", "start", "web"],
        ["doctor", "check", "status", "diagnose"],
        ["transcribe", "record", "dictate"],
        ["ask", "query", "question"],
    ]

    /// The command of that name below another one; `nil` where there is none.
    static func command(
        _ name: String, below command: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { names(of: $0).contains(name) }
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
}

// MARK: - Sentences without quotes

/// A command that takes a sentence. Without quotes a shell makes an argument of each of its words.
protocol SentenceCommand: ParsableCommand {
    /// What the sentence is: a question, a query.
    static var sentence: String { get }
}

extension AskCommand: SentenceCommand { static let sentence = "question" }
extension SearchCommand: SentenceCommand { static let sentence = "query" }
extension DoCommand: SentenceCommand { static let sentence = "wish" }
extension TranscriptAskCommand: SentenceCommand { static let sentence = "question" }
extension TranscriptSearchCommand: SentenceCommand { static let sentence = "query" }

/// A sentence that was given without quotes.
enum LooseWords {
    /// Words before the sentence that do not belong to it: the value of an option, and a file.
    private static let mostBefore = 2

    /// What to say where arguments could not be understood because they are the words of a sentence; `nil` where it is something else.
    static func failure(in arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = HearthCommand.self
        var first = 0
        while first < arguments.count, let next = UnknownCommand.command(arguments[first], below: command) {
            command = next
            first += 1
        }
        guard let asking = command as? any SentenceCommand.Type else { return nil }
        while first < arguments.count {
            let end = arguments[first...].firstIndex { $0.hasPrefix("-") } ?? arguments.count
            for start in first..<max(first, min(first + mostBefore + 1, end - 1)) {
                let sentence = arguments[start..<end].joined(separator: " ")
                let mended = Array(arguments[..<start]) + [sentence] + arguments[end...]
                guard (try? HearthCommand.parseAsRoot(mended)) != nil else { continue }
                let line = mended.map(Format.shellWord).joined(separator: " ")
                return CommandFailure(
                    ExitStatus.usage,
                    KeyText.redacting(
                        "The \(asking.sentence) has to be one argument. Put it in quotes: hearth \(Terminal.line(line))"
                    ))
            }
            first = end + 1
        }
        return nil
    }
}
