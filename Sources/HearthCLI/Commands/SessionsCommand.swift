import ArgumentParser
import Foundation
import Hearth
import HearthHTTP
import HearthServer

/// `hearth sessions`: the browsers that are signed in to `hearth serve`.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "See which browsers are signed in to the server, and sign them out.",
        discussion: """
            A browser stays signed in for two weeks after it was last used, and for ninety days at most. What is ended here is \
            ended at once, whether the server runs or not.

            EXAMPLES
              hearth sessions
              hearth sessions end ID
              hearth sessions end --all
            """,
        subcommands: [List.self, End.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The browsers that are signed in.")
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var id: String
            var device: String
            var origin: String
            var createdAt: Date
            var usedAt: Date
        }

        func run() async throws {
            let limits = SessionLimits()
            let now = Int(Date().timeIntervalSince1970)
            let records = try SessionFile(folder: try Hearth().folder).read()
                .filter { now < limits.end(of: $0) }.sorted { $0.usedAt > $1.usedAt }
            for record in records {
                let row = Row(
                    id: record.id, device: record.device, origin: record.origin,
                    createdAt: Date(timeIntervalSince1970: Double(record.createdAt)),
                    usedAt: Date(timeIntervalSince1970: Double(record.usedAt)))
                if json {
                    try JSONLines().write(row)
                } else {
                    let used = row.usedAt.formatted(date: .abbreviated, time: .shortened)
                    Terminal.output.write(
                        "\(Terminal.output.bold(Terminal.safe(row.id)))  \(Terminal.safe(row.device)), at "
                            + "\(Terminal.safe(row.origin)), last used \(used)\n")
                }
            }
            if records.isEmpty, !json { Terminal.output.write("no browser is signed in\n") }
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "Sign a browser out, or all of them.")
        @Argument(help: "The id of a session.") var id: String?
        @Flag(help: "All of them.") var all = false
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var ended: Int
        }

        func validate() throws {
            guard (id == nil) == all else { throw ValidationError("Give the id of a session, or --all.") }
        }

        func run() async throws {
            let id = id
            let ended = try SessionFile(folder: try Hearth().folder).update { records in
                let before = records.count
                records.removeAll { id == nil || $0.id == id }
                return before - records.count
            }
            if json { try JSONLines().write(Row(ended: ended)) }
            if let id, ended == 0 {
                throw EngineError(.unknownItem, "No session has the id “\(id)”; `hearth sessions` lists them.")
            }
            if !json { Terminal.output.write("\(Format.count(ended, "session")) ended\n") }
        }
    }
}
