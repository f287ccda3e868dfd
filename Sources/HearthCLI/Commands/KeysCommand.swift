import ArgumentParser
import Foundation
import Hearth

/// `hearth keys`: the keys of services, which are never shown again.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Keep the keys of services.",
        discussion: """
            A key is typed without being shown, or read from standard input; never from the command line, where other users \
            and the shell's history see it. It is kept in the Keychain or the desktop's secret service where there is one, \
            else encrypted in the data folder. Each environment has keys of its own.

            For a single call a key may stand in a variable: \
            \(KeyProvider.allCases.map(\.variableName).joined(separator: ", ")). Variables of other programs, such as \
            OPENAI_API_KEY, are not read.

            SERVICES
              \(KeyProvider.names)

            EXAMPLES
              hearth keys set openai
              pass show openai | hearth keys set openai
              hearth keys list
              hearth keys validate openai
              hearth keys remove openai
            """,
        subcommands: [List.self, Set.self, Validate.self, Remove.self], defaultSubcommand: List.self)

    /// A key that is kept, as it is printed.
    struct Row: Encodable {
        var provider: String
        var environment: String
        var name: String
        /// `keychain`, `secret-service`, `file`, or `variable`.
        var place: String
        /// Whether it could be read now.
        var reachable: Bool
        var set: Date?
        var lastCharacters: String?

        init(_ record: KeyRecord, _ environment: DeploymentEnvironment) {
            provider = record.provider.rawValue
            self.environment = environment.name
            name = record.name
            place = record.place?.rawValue ?? "variable"
            reachable = record.isReachable
            set = record.date
            lastCharacters = record.lastCharacters
        }
    }

    struct Validate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate",
            abstract: "Show a service its key, once, to see whether it is accepted.",
            discussion:
                "The service's list of models is asked for. Nothing of yours is sent; the ledger has the record.")
        @Argument(
            help: ArgumentHelp("The service: \(KeyProvider.names).", valueName: "provider"), completion: .providers)
        var provider: String
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var provider: String
            var host: String
            var valid: Bool
            var message: String
        }

        func run() async throws {
            let provider = try KeyProvider(argument: provider)
            let found = try await Hearth().privacy.validateKey(of: provider)
            if json {
                try JSONLines().write(
                    Output(
                        provider: provider.rawValue, host: found.host, valid: found.isValid,
                        message: found.message))
            } else {
                Terminal.output.write(found.message + "\n")
            }
            if !found.isValid { throw CommandFailure(ExitStatus.failed) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The keys that are kept, without the keys.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let vault = KeyVault(try SettingsLoader().load())
            let records = try vault.records()
            for record in records {
                if json {
                    try JSONLines().write(Row(record, vault.environment))
                } else {
                    Terminal.output.write(Self.line(record) + "\n")
                }
            }
            if records.isEmpty, !json {
                Terminal.output.write("No key is kept for the environment \(vault.environment.name).\n")
            }
        }

        private static func line(_ record: KeyRecord) -> String {
            var line = record.provider.rawValue
            line += record.lastCharacters.map { "  …" + Terminal.safe($0) } ?? ""
            line +=
                "  " + (record.place.map { "in the " + $0.description } ?? "variable \(record.provider.variableName)")
            if let date = record.date { line += ", since \(date.formatted(.iso8601.year().month().day()))" }
            if !record.isReachable { line += "  " + Terminal.output.yellow("(out of reach now)") }
            return line
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Keep the key of a service.")
        @Argument(
            help: ArgumentHelp("The service: \(KeyProvider.names).", valueName: "provider"), completion: .providers)
        var provider: String
        @Option(
            name: .customLong("in"),
            help:
                "Where: \(KeyPlace.allCases.map(\.rawValue).joined(separator: ", ")). Default: the best that is there.",
            completion: .list(KeyPlace.allCases.map(\.rawValue)))
        var place: String?
        @Flag(help: "Print JSON Lines.") var json = false
        /// Taken only to be refused without being repeated in a message.
        @Argument(help: .hidden) var misplaced: [String] = []

        func run() async throws {
            let provider = try KeyProvider(argument: provider)
            guard misplaced.isEmpty else {
                throw CommandFailure(
                    ExitStatus.usage,
                    "A key is not taken from the command line, where other users and the shell's history see it. Give it when "
                        + "asked, or on standard input; if this was a real key, replace it by a new one.")
            }
            let wanted = try place.map { text in
                guard let place = KeyPlace(rawValue: text) else {
                    let names = KeyPlace.allCases.map(\.rawValue).joined(separator: ", ")
                    throw CommandFailure(ExitStatus.usage, "--in takes one of \(names).")
                }
                return place
            }
            let snapshot = try SettingsLoader().load()
            // It would belong to whatever address that name is given first, and be listed nowhere until then.
            if case .endpoint(let name) = provider, snapshot.settings.endpoints[name] == nil {
                throw CommandFailure(
                    ExitStatus.usage,
                    "There is no endpoint of that name; `hearth endpoints add` names one, and then its key can be set.")
            }
            if case .tools(let name) = provider, try await !Hearth().tools.hasAddress(name.text) {
                throw CommandFailure(
                    ExitStatus.usage,
                    "There is no server of tools of that name at an address; `hearth mcp add` adds one, and then its key can be "
                        + "set.")
            }
            if case .signIn(let name) = provider {
                throw CommandFailure(
                    ExitStatus.usage, "This is no key to type: `hearth mcp login \(name)` signs in.")
            }
            let vault = KeyVault(snapshot)
            let bytes = try HiddenInput.read(prompt: "Key for \(provider.rawValue) (it is not shown): ")
            let record = try vault.set(KeyText.secret(bytes, for: provider), for: provider, in: wanted)
            for note in record.notes { Terminal.note(note) }
            if json {
                try JSONLines().write(Row(record, vault.environment))
            } else {
                Terminal.output.write(
                    "The key for \(provider.rawValue) is kept in the \(record.place?.description ?? "store").\n")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forget the key of a service.")
        @Argument(
            help: ArgumentHelp("The service: \(KeyProvider.names).", valueName: "provider"), completion: .providers)
        var provider: String

        func run() async throws {
            let provider = try KeyProvider(argument: provider)
            let vault = KeyVault(try SettingsLoader().load())
            guard try vault.remove(provider) else {
                throw CommandFailure(
                    ExitStatus.failed,
                    "There is no key for \(provider.rawValue) in the environment \(vault.environment.name).")
            }
        }
    }
}

extension KeyProvider {
    static var names: String {
        allCases.map(\.rawValue).joined(separator: ", ")
            + ", custom:NAME for an endpoint with a name, or mcp:NAME for a server of tools"
    }

    /// The service that a person names. The message does not repeat what was given: it may be a key in the wrong place.
    init(argument: String) throws {
        guard let provider = KeyProvider(rawValue: argument) else {
            let near =
                NearestName.of(argument, among: Self.allCases.map(\.rawValue)).map { " Did you mean \($0)?" } ?? ""
            throw CommandFailure(
                ExitStatus.usage, "There is no service of that name.\(near) There are: \(Self.names).")
        }
        self = provider
    }
}

extension CompletionKind {
    fileprivate static var providers: CompletionKind { .list(KeyProvider.allCases.map(\.rawValue)) }
}
