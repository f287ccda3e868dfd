import ArgumentParser
import Foundation
import Hearth

/// `hearth endpoints group`: endpoints that serve the same model, over which requests are spread.
struct EndpointGroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Spread requests over endpoints that serve the same model.",
        discussion: """
            A group is asked for as custom:NAME. Each request goes to the endpoint that has least to do, a conversation to the one \
            that had it before; one that fails before it has said anything is stood in for by another, and left alone for a while. \
            A group receives nothing itself: consents, labels, keys and the ledger are those of its endpoints, and one without a \
            consent that is needed gets nothing.

            EXAMPLES
              hearth endpoints group set pool lab1 lab2 lab3
              hearth endpoints group set pool lab1 lab2 --weight lab1=2 --parallel 32 --queue 200
              hearth ask "When does the lease end?" --engine custom:pool
              hearth endpoints group remove pool
            """,
        subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)

    /// A group, as it is printed.
    private struct Row: Encodable {
        struct Member: Encodable {
            var name: String
            var engine: Engine
            var weight: Int
            var host: String?
            var model: String?
            var label: SensitivityLabel
            var consents: [String]
            var problem: String?
        }

        var name: String
        var engine: Engine
        var parallel: Int
        var queue: Int
        var members: [Member]

        init(_ state: GroupState) {
            (name, engine) = (state.name, state.engine)
            (parallel, queue) = (state.settings.parallel, state.settings.queue)
            members = state.members.map {
                Member(
                    name: $0.name, engine: $0.engine, weight: $0.weight, host: $0.host, model: $0.model,
                    label: $0.label,
                    consents: $0.consents.map(\.id), problem: $0.problem)
            }
        }
    }

    private static func write(_ state: GroupState, json: Bool) throws {
        if json { return try JSONLines().write(Row(state)) }
        Terminal.output.write(
            "\(state.engine.rawValue)  \(state.settings.parallel) at a time each, \(state.settings.queue) may wait\n")
        for member in state.members {
            var line = "  \(member.engine.rawValue)"
            if member.weight != 1 { line += "  weight \(member.weight)" }
            if let host = member.host { line += "  \(Terminal.line(host))" }
            if let model = member.model { line += "  \(Terminal.line(model))" }
            if let problem = member.problem { line += "  (\(problem))" }
            Terminal.output.write(line + "\n")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The groups, and what keeps an endpoint of theirs from serving.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let groups = try await Hearth().endpoints.groups()
            for group in groups { try EndpointGroupCommand.write(group, json: json) }
            if groups.isEmpty, !json {
                Terminal.output.write("There is no group. `hearth endpoints group set` makes one of endpoints.\n")
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Make a group, or change the one of that name.",
            discussion: "What is not said is as for a new one. Nothing is sent, and no consent is given.")
        @Argument(help: "Its name: a-z, 0-9 and -, up to 20 of them; none of an endpoint.") var name: String
        @Argument(help: "The endpoints, which should have the same model.") var endpoints: [String]
        @Option(
            name: .customLong("weight"),
            help: "ENDPOINT=NUMBER: its share beside the others, which have 1. May be given for each.")
        var weights: [String] = []
        @Option(help: "Requests that one endpoint works on at a time (1 to 1024, 8 unless said).") var parallel: Int?
        @Option(help: "Requests that may wait for an endpoint (0 to 10000, 64 unless said); further ones are refused.")
        var queue: Int?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            var members: [NamedGroup.Member] = []
            for text in endpoints {
                guard let name = EndpointName(text) else {
                    throw CommandFailure(
                        ExitStatus.usage,
                        "\(Terminal.line(text)) is no endpoint's name: it has \(EndpointName.allowed).")
                }
                members.append(.init(name))
            }
            for text in weights {
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, let weight = Int(parts[1]),
                    let place = members.firstIndex(where: { $0.name.text == parts[0] })
                else {
                    throw CommandFailure(
                        ExitStatus.usage, "--weight takes ENDPOINT=NUMBER, with one of the endpoints of the group.")
                }
                members[place].weight = weight
            }
            var group = NamedGroup(members: members)
            if let parallel { group.parallel = parallel }
            if let queue { group.queue = queue }
            let endpoints = try Hearth().endpoints
            try await endpoints.setGroup(name, to: group)
            guard let state = try await endpoints.groups().first(where: { $0.name == name }) else { return }
            try EndpointGroupCommand.write(state, json: json)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a group; its endpoints stay.")
        @Argument(help: "The group's name.") var name: String

        func run() async throws {
            guard try await Hearth().endpoints.removeGroup(name) else {
                throw CommandFailure(
                    ExitStatus.failed, "There is no group of that name; `hearth endpoints group list` shows them.")
            }
            Terminal.output.write("Removed.\n")
        }
    }
}
