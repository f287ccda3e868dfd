import HearthCore
import HearthSchema
import Synchronization

/// Responses that a program may go on from, or get once more (`store`, which is what clients mean who say nothing), and completions of
/// chats that it may get once more (`store`, where it is said).
///
/// They are in memory alone and end with the server: what a program said and was told is not written down because it did not say
/// otherwise. Each is for whoever asked for it; and what documents it came from is held against the labels of the moment whenever it
/// is used, like any answer that goes out.
final class StoredResponses: Sendable {
    struct Limits: Sendable {
        var count = 512
        /// Bytes of all.
        var bytes = 32 << 20
        var age = Duration.seconds(86_400)
    }

    struct Kept: Sendable {
        /// What was said in a chat, as it was sent.
        struct Chat: Sendable {
            /// The model's name as the client gave it.
            var model: String
            var messages: [JSONValue]
        }

        /// Who asked; see ``Caller/keeper``.
        var client: String
        /// Of a completion of a chat; `nil` for a response.
        var chat: Chat?
        /// What was said up to the response, and the response. Instructions are not among them: each request brings its own.
        var messages: [Message]
        /// How many of them, at the end, are the response's: more than one where it called tools.
        var made = 1
        /// As it was given.
        var response: JSONValue
        /// How private its words were called; whoever goes on from it cannot make them milder.
        var label: SensitivityLabel
        /// The documents that it was made of, and what that was made of which it went on from.
        var origins: Set<LabelOrigin>

        fileprivate var bytes: Int {
            let sent = chat?.messages.reduce(0) { $0 + $1.description.utf8.count } ?? 0
            return messages.reduce(response.description.utf8.count + sent) { sum, message in
                let shown = (message.pictures ?? []).reduce(0) { $0 + $1.bytes.count }
                return (message.toolCalls ?? []).reduce(sum + message.content.utf8.count + shown) {
                    $0 + $1.arguments.utf8.count
                }
            }
        }
    }

    private struct Entry {
        var kept: Kept
        var bytes: Int
        var time: ContinuousClock.Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The oldest first.
        var order: [String] = []
        var bytes = 0

        mutating func remove(_ id: String) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            bytes -= entry.bytes
            order.removeAll { $0 == id }
        }
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits = Limits()) { self.limits = limits }

    /// Keeps a response; the oldest go where there are too many. One that is larger than all may be is not kept.
    func keep(_ id: String, _ kept: Kept, now: ContinuousClock.Instant = .now) {
        let bytes = kept.bytes
        guard bytes <= limits.bytes else { return }
        state.withLock { state in
            state.remove(id)
            state.entries[id] = Entry(kept: kept, bytes: bytes, time: now)
            state.order.append(id)
            state.bytes += bytes
            while let oldest = state.order.first,
                state.order.count > limits.count || state.bytes > limits.bytes || isOld(oldest, state, now)
            {
                state.remove(oldest)
            }
        }
    }

    /// What it is that is kept: what has the id of the one is not found as the other.
    enum Kind: Sendable {
        case response, chat
    }

    /// - Returns: `nil` where there is none, or it is somebody else's.
    func find(_ id: String, _ kind: Kind = .response, for client: String, now: ContinuousClock.Instant = .now) -> Kept?
    {
        let kept = state.withLock { state in entry(id, kind, client, &state, now)?.kept }
        // Whatever is made of it goes out only where its documents may be read by then.
        if let kept { Provenance.current?.note(kept.origins) }
        return kept
    }

    /// What one of a client's responses gave out, by the id that it had there.
    ///
    /// - Returns: `nil` where there is none, or it is somebody else's.
    func item(
        _ id: String, for client: String, now: ContinuousClock.Instant = .now
    ) -> (item: JSONValue, kept: Kept)? {
        let found = state.withLock { state -> (item: JSONValue, kept: Kept)? in
            for name in state.order.reversed() {
                guard let kept = entry(name, .response, client, &state, now)?.kept else { continue }
                let items = kept.response["output"]?.arrayValue ?? []
                if let item = items.first(where: { $0["id"]?.stringValue == id }) { return (item, kept) }
            }
            return nil
        }
        if let found { Provenance.current?.note(found.kept.origins) }
        return found
    }

    /// Those of a client, the newest first. Who gives one of them says so first: that is not done here, since few of them are given.
    func all(
        _ kind: Kind, of client: String, now: ContinuousClock.Instant = .now
    ) -> [(id: String, kept: Kept)] {
        state.withLock { state in
            state.order.reversed().compactMap { id in entry(id, kind, client, &state, now).map { (id, $0.kept) } }
        }
    }

    /// Changes what was answered. It is kept no longer for that.
    ///
    /// - Returns: What is kept then; `nil` where there is none, or it is somebody else's.
    func change(
        _ id: String, _ kind: Kind, for client: String, now: ContinuousClock.Instant = .now,
        _ change: (inout JSONValue) -> Void
    ) -> Kept? {
        state.withLock { state in
            guard var entry = entry(id, kind, client, &state, now) else { return nil }
            change(&entry.kept.response)
            let bytes = entry.kept.bytes
            state.bytes += bytes - entry.bytes
            entry.bytes = bytes
            state.entries[id] = entry
            return entry.kept
        }
    }

    /// - Returns: Whether there was one of this client's.
    func remove(_ id: String, _ kind: Kind = .response, for client: String, now: ContinuousClock.Instant = .now) -> Bool
    {
        state.withLock { state in
            guard entry(id, kind, client, &state, now) != nil else { return false }
            state.remove(id)
            return true
        }
    }

    private func entry(
        _ id: String, _ kind: Kind, _ client: String, _ state: inout State, _ now: ContinuousClock.Instant
    ) -> Entry? {
        if isOld(id, state, now) { state.remove(id) }
        guard let entry = state.entries[id], entry.kept.client == client else { return nil }
        return (entry.kept.chat == nil ? .response : .chat) == kind ? entry : nil
    }

    private func isOld(_ id: String, _ state: State, _ now: ContinuousClock.Instant) -> Bool {
        state.entries[id].map { $0.time.duration(to: now) > limits.age } ?? false
    }
}

extension Responses {
    /// `GET /v1/responses/ID`
    func stored(_ request: ServerRequest) async throws -> ServerResponse {
        guard let kept = book.find(request.parameter("id"), for: request.caller.keeper) else {
            throw Self.unknown("id")
        }
        try await generator.service.willGive(kept.origins)
        return .json(kept.response)
    }

    /// `DELETE /v1/responses/ID`
    func remove(_ request: ServerRequest) throws -> ServerResponse {
        let id = request.parameter("id")
        guard book.remove(id, for: request.caller.keeper) else { throw Self.unknown("id") }
        return .json(try OpenAIWire.DeletedResponse(id: id).json())
    }

    /// `POST /v1/responses/input_tokens`: how many tokens a request would have. Nothing is sent for it.
    func countTokens(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let asked = try asked(fields, request)
        let (count, note) = try await generator.countTokens(try asked.call.asked(by: request, fields))
        return .json(try OpenAIWire.InputTokens(inputTokens: count).json(), notes: asked.call.notes + [note])
    }

    static func unknown(_ parameter: String) -> ServerError {
        ServerError(
            .unknownItem,
            "There is no such response. Responses are kept in the memory of the server, for a day and until it ends, and for whoever "
                + "asked for them.", parameter: parameter)
    }
}

extension OpenAIWire {
    struct DeletedResponse: WireType {
        var id: String
        var object = "response"
        var deleted = true
    }

    struct InputTokens: WireType {
        var object = "response.input_tokens"
        var inputTokens: Int

        enum CodingKeys: String, CodingKey {
            case object
            case inputTokens = "input_tokens"
        }
    }
}
