import ArgumentParser
import Foundation
import Hearth

/// `hearth route`: a routing decision, explained and not acted on.
struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Explain which engine would serve a task, and why the others would not.",
        discussion: """
            Nothing is sent and nothing is written to the ledger.

            EXAMPLES
              hearth route --task chat
              hearth route --task summarize --label private --json
            """)

    @Option(help: "What is to be done, such as answer, chat or summarize.")
    var task: TaskKind
    @OptionGroup var place: RoutingOptions
    @OptionGroup var text: LabelOption
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let decision = try await place.hearth().models.route(text.applied(to: place.choice).request(task))
        if json { return try JSONLines().write(decision) }
        let output = Terminal.output
        output.write(output.bold(decision.engine.rawValue) + " (\(Terminal.line(decision.model)))")
        if let host = decision.host { output.write(" at \(Terminal.safe(host))") }
        output.write("\n  \(Terminal.safe(decision.reason))\n")
        for rejection in decision.rejected {
            output.write(output.dim("  not \(rejection.engine.rawValue): \(Terminal.safe(rejection.reason))\n"))
        }
    }
}

/// `hearth mode`: which engines may be considered.
struct ModeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mode",
        abstract: "Show or set which engines may be considered.",
        discussion: """
            auto       all engines, in your order (hearth settings set order …)
            appleOnly  Apple's on-device model
            localOnly  models on this machine, and the basic engine
            byoOnly    your own remote or custom endpoints

            EXAMPLES
              hearth mode
              hearth mode localOnly
            """)

    @Argument(help: "The mode from now on; without one, nothing is changed.") var mode: RoutingMode?
    @Flag(help: "Print JSON Lines.") var json = false

    private struct Output: Encodable {
        var mode: RoutingMode
        var order: [Engine]
        var offline: Bool
        var source: String
    }

    func run() async throws {
        if let mode {
            try SettingsEditor.ofThisCall().set(.mode, to: mode.rawValue).tell("the mode is set in")
        }
        let snapshot = try SettingsLoader().load()
        let settings = snapshot.settings
        let source = snapshot.sources[.mode]?.description ?? "default"
        if let mode, mode != settings.mode {
            Terminal.note("the mode is set, but \(source) stands above it")
        }
        if json {
            return try JSONLines().write(
                Output(mode: settings.mode, order: settings.order, offline: settings.offline, source: source))
        }
        Terminal.output.write("\(settings.mode.rawValue)\(settings.offline ? ", offline" : "") (\(source))\n")
        Terminal.output.write("order: \(settings.order.map(\.rawValue).joined(separator: ", "))\n")
    }
}

/// `hearth consent`: who may see personal text, and for what.
struct ConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "List, give and revoke consents to remote engines, and to a library on another machine.",
        discussion: """
            Personal text goes to a remote engine only with your consent for that task; private text never does; public \
            text needs none. A consent holds for one engine at one host.

            A library in a PostgreSQL on another machine is opened only with your consent to that host, which is kept in the data \
            folder.

            EXAMPLES
              hearth consent grant openai --task summarize
              hearth consent library db.example.org
              hearth consent list
              hearth consent revoke 3f2a
            """,
        subcommands: [List.self, Grant.self, ConsentLibraryCommand.self, Revoke.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "All consents that hold.")
        @Flag(help: "Also those that were revoked.") var all = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let privacy = try Hearth().privacy
            // First, since without them the library may not be opened, in which the others are.
            try ConsentLibraryCommand.show(try privacy.libraryConsents(revoked: all), json: json)
            let consents = try await privacy.consents(revoked: all)
            if json {
                for item in consents { try JSONLines().write(Row(item.consent, revokedAt: item.revokedAt)) }
                return
            }
            if consents.isEmpty {
                Terminal.output.write("No remote engine may see personal text.\n")
            }
            for item in consents {
                let consent = item.consent
                let task = consent.task?.rawValue ?? "every task"
                let revoked = item.revokedAt.map { ", revoked \($0.formatted(.iso8601))" } ?? ""
                Terminal.output.write(
                    "\(consent.id)  \(consent.engine.rawValue) at \(Terminal.line(consent.host)) for \(task), "
                        + "since \(consent.grantedAt.formatted(.iso8601))\(revoked)\n")
            }
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant", abstract: "Let a remote engine see personal text.")
        @Argument(
            help: "The remote engine: openai, anthropic, custom, or custom:NAME for an endpoint with a name.")
        var engine: Engine
        @Option(help: "Only for this task; without it, for every task.") var task: TaskKind?
        @Option(help: "The host that you mean; where the engine is at another one, no consent is given.")
        var host: String?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let consent = try await Hearth().privacy.grant(to: engine, for: task, at: host)
            if json { return try JSONLines().write(Row(consent, revokedAt: nil)) }
            let what = consent.task?.rawValue ?? "every task"
            Terminal.output.write(
                "\(consent.engine.rawValue) at \(Terminal.line(consent.host)) may see personal text for \(what). "
                    + "`hearth consent revoke \(consent.id)` ends that.\n")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End a consent; it takes effect at once.")
        @Argument(help: "The consent's id, or how it begins.") var id: String

        func run() async throws {
            let privacy = try Hearth().privacy
            let libraries = try privacy.libraryConsents().filter { $0.id.hasPrefix(id) }
            if let library = libraries.first, libraries.count == 1 || library.id == id {
                try Abbreviation.check(id, of: library.id)
                // One of an engine may begin alike, and can be looked for only where the library may be opened.
                let others = library.id == id ? [] : try await privacy.consents().filter { $0.id.hasPrefix(id) }
                guard others.isEmpty else {
                    throw CommandFailure(ExitStatus.failed, "Several consents begin with \(id); write more of it.")
                }
                try privacy.revokeLibraryConsent(id: library.id)
                Terminal.output.write("Revoked.\n")
                return
            }
            let found = try await privacy.consents().filter { $0.id.hasPrefix(id) }
            guard let consent = found.first, found.count == 1 || consent.id == id else {
                throw CommandFailure(
                    ExitStatus.failed,
                    found.isEmpty
                        ? "There is no consent \(id); `hearth consent list` shows them."
                        : "\(found.count) consents begin with \(id); write more of it.")
            }
            try Abbreviation.check(id, of: consent.id)
            try await privacy.revokeConsent(id: consent.id)
            Terminal.output.write("Revoked.\n")
        }
    }

    private struct Row: Encodable {
        var id: String
        var engine: Engine
        var host: String
        var task: TaskKind?
        var grantedAt: Date
        var revokedAt: Date?

        init(_ consent: Consent, revokedAt: Date?) {
            id = consent.id
            engine = consent.engine
            host = consent.host
            task = consent.task
            grantedAt = consent.grantedAt
            self.revokedAt = revokedAt
        }
    }
}
