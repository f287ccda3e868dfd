import ArgumentParser
import Foundation
import Hearth
import HearthMCP
import HearthServer

/// `hearth mcp`: tools for hosts of models, on standard input and output; and the servers whose tools Hearth's own models may call.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the Model Context Protocol on standard input and output, or add servers of it.",
        discussion: """
            Without a subcommand: a host starts this as a child process. It can then search and read your documents, ask them, sum \
            them up, look back on your journal and write notes into it. Which of it the model sees is up to the host.

            With one: servers of others whose tools the models here may call in `hearth chat --no-documents --tools`. A \
            program is started on this machine without the internet; an address gets what you say with --label, and public \
            text without it. Each call is asked about, unless you decide otherwise, and is in the ledger.

            EXAMPLES
              {"mcpServers": {"hearth": {"command": "hearth", "args": ["mcp"]}}}
              hearth mcp add files -- mcp-server-filesystem /home/ada/notes
              hearth mcp add web --url https://tools.example.com/mcp --label personal
              hearth mcp login web
              hearth mcp test files
              hearth mcp allow files read_file always
              hearth mcp programs files on
              hearth mcp call files list_directory --arguments '{"path": "/home/ada/notes"}'
            """,
        subcommands: [
            Serve.self, MCPServersCommand.List.self, MCPServersCommand.Add.self, MCPServersCommand.Remove.self,
            MCPServersCommand.Test.self, MCPServersCommand.Login.self, MCPServersCommand.Logout.self,
            MCPServersCommand.Allow.self, MCPServersCommand.Programs.self, MCPServersCommand.Call.self,
        ],
        defaultSubcommand: Serve.self)

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serve your library to a host of models.")

        func run() async throws {
            let hearth = try Hearth()
            await MCPStandardStreams(.hearth(hearth)).run()
            await hearth.shutdown()
        }
    }
}

// MARK: - Servers of tools

/// `hearth mcp add`, `list` and the like: servers whose tools models may call.
enum MCPServersCommand {
    /// A server, as it is printed.
    private struct Row: Encodable {
        var name: String
        var command: String?
        var arguments: [String]?
        /// The names alone: values are often keys.
        var variables: [String]?
        var url: String?
        var host: String?
        var label: SensitivityLabel
        var key: Bool
        var signedIn: Bool
        var programs: Bool
        var tools: [String: String]

        init(_ state: ToolServerState) {
            (name, host, label) = (state.name, state.server.host, state.server.ceiling)
            (key, signedIn) = (state.hasKey, state.isSignedIn)
            programs = state.server.isForPrograms
            tools = state.server.permissions.mapValues(\.word)
            switch state.server.way {
            case .program(let program):
                (command, arguments) = (program.command, program.arguments)
                if !program.environment.isEmpty { variables = program.environment.keys.sorted() }
            case .address(let address): url = address.absoluteString
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The servers, and what each may be given.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let states = try await Hearth().tools.list()
            for state in states {
                if json {
                    try JSONLines().write(Row(state))
                } else {
                    Terminal.output.write(Self.line(state) + "\n")
                }
            }
            if states.isEmpty, !json {
                Terminal.output.write("There is no server of tools. `hearth mcp add` adds one.\n")
            }
        }

        private static func line(_ state: ToolServerState) -> String {
            let way =
                switch state.server.way {
                case .program(let program): ([program.command] + program.arguments).joined(separator: " ")
                case .address(let url): url.absoluteString
                }
            let decided = state.server.permissions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.word)" }
            var line = "\(state.name)  \(Terminal.line(way))  up to \(state.server.ceiling.rawValue)"
            if state.hasKey { line += ", key kept" }
            if state.isSignedIn { line += ", signed in" }
            if state.server.isForPrograms { line += ", for programs" }
            if !decided.isEmpty { line += "  (\(Terminal.line(decided.joined(separator: ", "))))" }
            return line
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a server, or change the one of that name.",
            discussion: """
                Nothing is started and nothing is sent. The program stands behind two dashes, with its arguments; it has no \
                internet, so what it needs has to be installed. The key of an address is given to `hearth keys set mcp:NAME`.
                """)
        @Argument(help: "Its name: a-z, 0-9 and -, up to 20 of them.") var name: String
        @Option(help: "Where it is, instead of a program: https://… (http://… only for this machine).")
        var url: String?
        @Option(help: "A variable for the program, NAME=VALUE; may be repeated.") var env: [String] = []
        @Option(
            help: """
                The most private conversation whose model may call it: public, personal or, for a program, private. Default: \
                personal for a program, public for an address.
                """)
        var label: SensitivityLabel?
        @Flag(help: "Print JSON Lines.") var json = false
        @Argument(parsing: .postTerminator, help: "The program and its arguments, behind two dashes.")
        var program: [String] = []

        func validate() throws {
            guard (url == nil) != program.isEmpty else {
                throw ValidationError("Name a program behind two dashes, or --url.")
            }
            if url != nil, !env.isEmpty { throw ValidationError("--env is for a program.") }
            guard env.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
                // Its value may be a key, so it is not repeated.
                throw ValidationError("--env takes NAME=VALUE.")
            }
        }

        func run() async throws {
            let tools = try Hearth().tools
            try await tools.set(name, to: ToolServer(try way(), ceiling: label))
            guard let state = try await tools.list().first(where: { $0.name == name }) else { return }
            if json { return try JSONLines().write(Row(state)) }
            Terminal.output.write(
                "\(state.name) is set, for conversations up to \(state.server.ceiling.rawValue). "
                    + "`hearth mcp test \(state.name)` asks it for its tools.\n")
            if state.server.ceiling == .public {
                Terminal.note(
                    "what you write in a chat is personal; with --label personal it may go to \(state.server.host ?? state.name)"
                )
            }
        }

        private func way() throws -> ToolServer.Way {
            if let url {
                guard case .url(let address)? = SettingKind.endpoint.value(url) else {
                    // It may hold a password, so it is not repeated.
                    throw CommandFailure(ExitStatus.usage, "--url takes \(SettingKind.endpoint.allowed).")
                }
                return .address(address)
            }
            let variables = env.map { text in
                let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(halves[0]), String(halves[1]))
            }
            return .program(
                ToolProgram(
                    program[0], Array(program.dropFirst()),
                    environment: Dictionary(variables, uniquingKeysWith: { $1 })))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a server with its key and what was decided of its tools.",
            discussion: "What the ledger has of it stays.")
        @Argument(help: "The server's name.") var name: String

        func run() async throws {
            guard try await Hearth().tools.remove(name) else {
                throw CommandFailure(
                    ExitStatus.failed, "There is no server of that name; `hearth mcp list` shows them.")
            }
            Terminal.output.write("Removed.\n")
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Start a server, or ask it at its address, for its tools.",
            discussion: "Nothing of yours is sent but its key; the ledger has the record.")
        @Argument(help: "The server's name.") var name: String
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var name: String
            var title: String?
            var description: String
            var changesNothing: Bool
            var permission: String
        }

        func run() async throws {
            let hearth = try Hearth()
            let found = try await hearth.tools.test(name)
            for tool in found.tools {
                if json {
                    try JSONLines().write(
                        Output(
                            name: tool.name, title: tool.title, description: tool.description,
                            changesNothing: tool.changesNothing, permission: tool.permission.word))
                } else {
                    let first = tool.description.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
                    Terminal.output.write(
                        "\(tool.name)  \(tool.permission.word)  \(Terminal.line(String(first.prefix(120))))\n")
                }
            }
            if found.tools.isEmpty, !json { Terminal.output.write("It offers no tools.\n") }
            for problem in found.leftOut { Terminal.note("left out: \(Terminal.line(problem))") }
            await hearth.shutdown()
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Decide of a tool: ask, always or never.",
            discussion: """
                `always` holds as long as the server describes the tool as it does now, so it is asked for that. Never called \
                tools are not offered to models.
                """)
        @Argument(help: "The server's name.") var name: String
        @Argument(help: "The tool's name, as `hearth mcp test` shows it.") var tool: String
        @Argument(
            help: "ask (as at first), always or never.",
            completion: .list(Hearth.Tools.Decision.allCases.map(\.rawValue)))
        var decision: String

        func run() async throws {
            guard let decision = Hearth.Tools.Decision(rawValue: decision) else {
                throw CommandFailure(ExitStatus.usage, "The last word is ask, always or never.")
            }
            let hearth = try Hearth()
            try await hearth.tools.decide(decision, of: tool, at: name)
            Terminal.output.write("\(Terminal.line(name))/\(Terminal.line(tool)): \(decision.rawValue)\n")
            await hearth.shutdown()
        }
    }

    struct Programs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "programs", abstract: "Decide whether programs may have models call a server's tools.",
            discussion: """
                Programs that ask over /v1/responses name the server (`server_label`). Those of its tools alone are called \
                for them that are always allowed, and nobody is asked. Off at first.
                """)
        @Argument(help: "The server's name.") var name: String
        @Argument(help: "on or off.", completion: .list(["on", "off"])) var decision: String

        func run() async throws {
            guard decision == "on" || decision == "off" else {
                throw CommandFailure(ExitStatus.usage, "The last word is on or off.")
            }
            try await Hearth().tools.setForPrograms(decision == "on", of: name)
            Terminal.output.write("\(Terminal.line(name)) for programs: \(decision)\n")
        }
    }

    struct Call: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "call", abstract: "Call a tool yourself, once.")
        @Argument(help: "The server's name.") var name: String
        @Argument(help: "The tool's name, as `hearth mcp test` shows it.") var tool: String
        @Option(help: "What it is given: a JSON object.") var arguments: String = "{}"
        @Option(help: "How private that is: public, personal or private.") var label: SensitivityLabel = .personal
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var text: String
            var isError: Bool
            var label: SensitivityLabel
        }

        func run() async throws {
            let hearth = try Hearth()
            let outcome = try await hearth.tools.call(tool, of: name, arguments: arguments, label: label)
            if json {
                try JSONLines().write(Output(text: outcome.text, isError: outcome.isError, label: outcome.label))
            } else if outcome.text != outcome.note {
                Terminal.output.writeContent(outcome.text + "\n")
            }
            await hearth.shutdown()
            if outcome.isError { throw CommandFailure(ExitStatus.failed, outcome.note) }
        }
    }
}
