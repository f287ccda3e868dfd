import ArgumentParser
import Foundation
import Hearth

/// What a data folder holds, and so what environments share that have none of their own.
private enum DataFolderContents {
    static let named = "documents, conversations, journal, ledger, consents, labels and models"
}

/// `hearth environment`: named sets of base URLs, models, keys and a data folder.
struct EnvironmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "environment",
        abstract: "Choose between sets of settings and keys, with data of their own where you want it.",
        discussion: """
            An environment has settings that hold instead of those of settings.json, which holds for everything that it does \
            not set, and keys of services of its own. Everything else is in a data folder: \(DataFolderContents.named). \
            Environments share the usual one; only an environment that was added with --data-folder has its own. \
            --environment NAME or the variable HEARTH_ENVIRONMENT choose one for a single call.

            EXAMPLES
              hearth environment add work --set custom-url=https://llm.example.com/v1 --data-folder ~/work-data
              hearth environment use work
              hearth --environment production ask "When does the lease end?"
              hearth environment list
            """,
        subcommands: [List.self, Show.self, Use.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "All environments; * marks the current one.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let base = DataFolder.resolve()
            let contents = try EnvironmentRegistry(folder: base).load()
            for environment in contents.environments {
                let row = EnvironmentJSON(environment, current: contents.current, base: base)
                if json { try JSONLines().write(row) } else { row.write(details: false) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "One environment; the current one when none is named.")
        @Argument(help: "The name of an environment.") var name: String?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let base = DataFolder.resolve()
            let contents = try EnvironmentRegistry(folder: base).load()
            let shown =
                try name.map { try contents.environment(named: $0) } ?? SettingsLoader().load().environment
            let row = EnvironmentJSON(shown, current: contents.current, base: base)
            if json { try JSONLines().write(row) } else { row.write(details: true) }
        }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Make an environment the current one.")
        @Argument(help: "The name of an environment.") var name: String

        func run() async throws {
            let base = DataFolder.resolve()
            // Checked first: an environment whose values are not allowed would make every later command fail.
            _ = try SettingsLoader(folder: base, environment: name).load()
            try EnvironmentRegistry(folder: base).use(name)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an environment.",
            discussion: """
                It has settings and keys of its own. Without --data-folder it shares its \(DataFolderContents.named) with the \
                other environments that have none; a data folder is given when an environment is added, and not later.
                """)
        @Argument(help: "Its name: a-z, 0-9 and -.") var name: String
        @Option(name: .customLong("set"), help: ArgumentHelp("A setting that holds in it.", valueName: "key=value"))
        var values: [String] = []
        @Option(
            name: .customLong("key"),
            help: ArgumentHelp(
                "Under which name a service's key is kept, such as openai=openai-key to share the usual one.",
                valueName: "provider=name"))
        var keys: [String] = []
        @Option(
            help: ArgumentHelp("A data folder of its own, with \(DataFolderContents.named) of its own."),
            completion: .directory)
        var dataFolder: String?

        func run() async throws {
            let base = DataFolder.resolve()
            var environment = DeploymentEnvironment(name: name)
            for text in values {
                let (key, value) = try split(text, "--set")
                environment.values[try SettingKey(argument: key)] = value
            }
            for text in keys {
                let (provider, name) = try split(text, "--key")
                environment.keyNames[try KeyProvider(argument: provider)] = name
            }
            environment.dataFolder = dataFolder.map {
                URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL.path
            }
            try EnvironmentRegistry(folder: base).add(environment)
            let place = Terminal.line(environment.dataFolder ?? base.path)
            Terminal.note(
                environment.dataFolder == nil
                    ? "\(name) was added, with settings and keys of its own; its \(DataFolderContents.named) are those of \(place), shared "
                        + "with the other environments"
                    : "\(name) was added, with settings and keys of its own, and in \(place) its own \(DataFolderContents.named)"
            )
        }

        private func split(_ text: String, _ option: String) throws -> (String, String) {
            guard let mark = text.firstIndex(of: "=") else {
                throw CommandFailure(ExitStatus.usage, "\(option) takes a name and a value with = between them.")
            }
            return (String(text[..<mark]), String(text[text.index(after: mark)...]))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget an environment. Its data folder and keys stay where they are.")
        @Argument(help: "The name of an environment.") var name: String

        func run() async throws {
            let base = DataFolder.resolve()
            let registry = EnvironmentRegistry(folder: base)
            let environment = try registry.load().environment(named: name)
            try registry.remove(name)
            if try registry.load().environments.contains(where: { $0.name == name }) {
                Terminal.note("\(name) is always there; what was set in it is forgotten")
            }
            if let folder = environment.dataFolder {
                Terminal.note("the data in \(Terminal.line(folder)) was not touched")
            }
            let kept = try KeyVault(folder: base, environment: environment, variables: [:]).records()
            if !kept.isEmpty {
                let names = kept.map(\.name).joined(separator: ", ")
                Terminal.note("its keys are still kept (\(names))")
            }
        }
    }
}

extension EnvironmentJSON {
    /// For a person.
    fileprivate func write(details: Bool) {
        let mark = current ? Terminal.output.green("*") : " "
        var line = "\(mark) \(name)"
        if ownDataFolder { line += Terminal.output.dim("  data in \(Terminal.safe(dataFolder))") }
        Terminal.output.write(line + "\n")
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            Terminal.output.write("    \(key) = \(Terminal.safe(value))\n")
        }
        guard details else { return }
        if !ownDataFolder {
            Terminal.output.write(
                "    data in \(Terminal.line(dataFolder)), shared by all environments without a data folder of their own\n"
            )
        }
        for (provider, name) in keyNames.sorted(by: { $0.key < $1.key }) {
            Terminal.output.write("    key for \(provider): \(name)\n")
        }
    }
}
