import HearthCore
import Synchronization

@testable import HearthServer

/// A response of `/v1/responses`, kept by the server for whoever asked for it.
struct WalkResponse {
    var id: String
    /// Whoever asked said these words.
    var said: [String]
    var isOwners: Bool
}

extension LabelWalk {
    // MARK: - Responses that are gone on from

    /// One that the same client may go on from, now and then.
    mutating func formerResponse(of isOwner: Bool) -> WalkResponse? {
        Bool.random(using: &random) ? pick(responses.filter { $0.isOwners == isOwner }) : nil
    }

    /// Remembers a response, and gets one once more as the program that asked for it.
    mutating func keep(_ reply: ServerClient.Reply, _ said: [String], _ isOwner: Bool) async throws {
        // Of a stream the id stands in its first event.
        let id =
            reply.json["id"]?.stringValue ?? reply.body.firstMatch(of: #/"id":"(resp_[^"]+)"/#).map { String($0.1) }
        if let id, reply.status == 200 {
            responses.append(WalkResponse(id: id, said: said, isOwners: isOwner))
            if responses.count > 12 { responses.removeFirst() }
        }
        guard let known = pick(responses.filter { !$0.isOwners }) else { return }
        let again = try await server.owner.program.send("GET", "/v1/responses/\(known.id)")
        look("api GET /v1/responses", again.body, besides: known.said)
    }

    /// A program's own words are no news to it.
    func look(_ place: String, _ text: String, besides said: [String]) {
        watch.look(
            place, said.reduce(text) { $0.replacing($1, with: "") }, ceiling: .personal)
    }

    // MARK: - Tools of the owner's

    /// A tool that may be given what is personal, and what it gives back: something that it knows to be private, now and then.
    mutating func tools() -> WatchedTools {
        let word = watch.oracle.withLock { $0.newWord() }
        let label: SensitivityLabel = Bool.random(using: &random) ? .private : .personal
        watch.oracle.withLock { $0.say(word, label) }
        return WatchedTools(watch: watch, word: word, label: label)
    }
}

/// A tool that looks at what it is given.
struct WatchedTools: ToolBox {
    let watch: Watch
    /// Stands in what it gives.
    let word: String
    let label: SensitivityLabel
    let tools = [ToolDefinition(name: "look", description: "Looks.", parameters: ["type": "object"])]

    func run(
        _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        // As whoever holds the tools does: what is above its ceiling does not reach it.
        guard try await labelNow() <= .personal else {
            return ToolOutcome(text: "It may not be given that.", isError: true, label: .public, note: "Not called.")
        }
        watch.look("tool", call.arguments, ceiling: .personal)
        return ToolOutcome(text: "It says \(word).", label: label, note: "Called.")
    }
}
