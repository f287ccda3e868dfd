import ArgumentParser
import Foundation
import Hearth

/// `hearth endpoints`: the owner's own servers that speak OpenAI's protocol.
struct EndpointsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoints",
        abstract: "Name servers of your own: llama-server, vLLM, Ollama, LM Studio, gateways.",
        discussion: """
            Each endpoint is an engine of its own, custom:NAME: it has its own consents and its own key, and neither holds for \
            another, nor for the same one at another host. In the order of engines they stand after custom, the one with the \
            most weight first. The endpoint named custom is the one of the settings custom-url and custom-model.

            EXAMPLES
              hearth endpoints add lab --url https://gpu.example.com/v1 --model qwen3
              hearth keys set custom:lab
              hearth endpoints test lab
              hearth consent grant custom:lab --task answer
              hearth ask "When does the lease end?" --engine custom:lab
              hearth endpoints remove lab

            Endpoints that serve the same model make a group, over which requests are spread; see hearth endpoints group --help.
            """,
        subcommands: [List.self, Add.self, Test.self, Remove.self, EndpointGroupCommand.self],
        defaultSubcommand: List.self)

    /// An endpoint, as it is printed.
    private struct Row: Encodable {
        var name: String
        var engine: Engine
        var url: String
        var host: String?
        var model: String?
        var contextLength: Int?
        var label: SensitivityLabel
        var weight: Int
        var parallel: Int?
        var key: Bool
        var consents: [String]

        init(_ state: EndpointState) {
            (name, engine, host) = (state.name, state.engine, state.host)
            url = state.settings.baseURL.absoluteString
            (model, contextLength) = (state.settings.model, state.settings.contextLength)
            (label, weight) = (state.settings.ceiling, state.settings.weight)
            parallel = state.settings.parallel
            key = state.hasKey
            consents = state.consents.map(\.id)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The endpoints, and what each may see.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let states = try await hearth.endpoints.list()
            for state in states {
                if json {
                    try JSONLines().write(Row(state))
                } else {
                    Terminal.output.write(Self.line(state) + "\n")
                }
            }
            if states.isEmpty, !json {
                Terminal.output.write("There is no endpoint. `hearth endpoints add` names one.\n")
            }
        }

        private static func line(_ state: EndpointState) -> String {
            let model = state.settings.model.map { Terminal.line($0) } ?? "no model chosen"
            let tasks = state.consents.map { $0.task?.rawValue ?? "every task" }
            var seen = tasks.isEmpty ? "no consent" : "consent for \(tasks.joined(separator: ", "))"
            if state.settings.ceiling == .public { seen = "public text only" }
            var line =
                "\(state.engine.rawValue)  \(Terminal.line(state.settings.baseURL.absoluteString))  \(model)  \(seen)"
            if state.hasKey { line += ", key kept" }
            return line
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an endpoint, or change the one of that name.",
            discussion:
                "What is not said is as for a new one. Nothing is sent, and no consent is given. A key is given to `hearth keys set`."
        )
        @Argument(help: "Its name: a-z, 0-9 and -, up to 20 of them.") var name: String
        @Option(help: "Where it is: https://… (http://… only for this machine).") var url: String
        @Option(help: "The model that is asked for where none is named; `hearth endpoints test` lists those it has.")
        var model: String?
        @Option(help: "Tokens of its window; without it, the server is asked.") var contextLength: Int?
        @Option(help: "The most private text that may go there, with your consent: public or personal.")
        var label: SensitivityLabel = .personal
        @Option(help: "Of endpoints, the one with more comes first.") var weight: Int = 1
        @Option(help: "How many requests it takes at a time, 1 to 1024; without it 8, or what its group says.")
        var parallel: Int?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            guard case .url(let address)? = SettingKind.endpoint.value(url) else {
                // It may hold a password, so it is not repeated.
                throw CommandFailure(ExitStatus.usage, "--url takes \(SettingKind.endpoint.allowed).")
            }
            let endpoints = try Hearth().endpoints
            try await endpoints.set(
                name,
                to: NamedEndpoint(
                    baseURL: address, model: model, contextLength: contextLength, ceiling: label, weight: weight,
                    parallel: parallel))
            guard let state = try await endpoints.list().first(where: { $0.name == name }) else { return }
            if json { return try JSONLines().write(Row(state)) }
            Terminal.output.write("\(state.engine.rawValue) is set. ")
            if state.consents.isEmpty, label > .public {
                Terminal.output.write(
                    "Personal text needs your consent: `hearth consent grant \(state.engine.rawValue)`.\n")
            } else {
                Terminal.output.write("`hearth endpoints test \(state.name)` asks it for its models.\n")
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Ask an endpoint, once, for its list of models.",
            discussion: "Nothing of yours is sent but its key; the ledger has the record.")
        @Argument(help: "The endpoint's name.") var name: String
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var name: String
            var host: String
            var models: [String]
            var hasModel: Bool?
        }

        func run() async throws {
            let found = try await Hearth().endpoints.test(name)
            if json {
                return try JSONLines().write(
                    Output(name: name, host: found.host, models: found.models, hasModel: found.hasModel))
            }
            let count = found.models.count
            Terminal.output.write(
                "\(Terminal.line(found.host)) answers, with \(count) \(count == 1 ? "model" : "models").\n")
            for model in found.models { Terminal.output.write("  \(Terminal.line(model))\n") }
            if found.hasModel == false { Terminal.note("the model that is chosen is not among them") }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an endpoint with its key, and revoke its consents.",
            discussion: "What the ledger has of it stays.")
        @Argument(help: "The endpoint's name.") var name: String

        func run() async throws {
            guard try await Hearth().endpoints.remove(name) else {
                throw CommandFailure(
                    ExitStatus.failed, "There is no endpoint of that name; `hearth endpoints list` shows them.")
            }
            Terminal.output.write("Removed.\n")
        }
    }
}
