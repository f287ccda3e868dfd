import HearthCore
import HearthSchema
import Synchronization

/// Responses that a program may go on from, or get once more (`store`, which is what clients mean who say nothing).
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
        /// Who asked; see ``Caller/client``.
        var client: String
        /// What was said up to the response, and the response. Instructions are not among them: each request brings its own.
        var messages: [Message]
        /// As it was given.
        var response: JSONValue
        /// How private its words were called; whoever goes on from it cannot make them milder.
        var label: SensitivityLabel
        /// The documents that it was made of, and what that was made of which it went on from.
        var origins: Set<LabelOrigin>

        fileprivate var bytes: Int {
            messages.reduce(response.description.utf8.count) { sum, message in
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

    /// - Returns: `nil` where there is none, or it is somebody else's.
    func find(_ id: String, for client: String, now: ContinuousClock.Instant = .now) -> Kept? {
        let kept = state.withLock { state -> Kept? in
            if isOld(id, state, now) { state.remove(id) }
            return state.entries[id].flatMap { $0.kept.client == client ? $0.kept : nil }
        }
        // Whatever is made of it goes out only where its documents may be read by then.
        if let kept { Provenance.current?.note(kept.origins) }
        return kept
    }

    /// - Returns: Whether there was one of this client's.
    func remove(_ id: String, for client: String) -> Bool {
        state.withLock { state in
            guard state.entries[id]?.kept.client == client else { return false }
            state.remove(id)
            return true
        }
    }

    private func isOld(_ id: String, _ state: State, _ now: ContinuousClock.Instant) -> Bool {
        state.entries[id].map { $0.time.duration(to: now) > limits.age } ?? false
    }
}

extension Responses {
    /// `GET /v1/responses/ID`
    func stored(_ request: ServerRequest) async throws -> ServerResponse {
        guard let kept = book.find(request.parameter("id"), for: request.caller.client) else {
            throw Self.unknown("id")
        }
        try await generator.service.willGive(kept.origins)
        return .json(kept.response)
    }

    /// `DELETE /v1/responses/ID`
    func remove(_ request: ServerRequest) throws -> ServerResponse {
        let id = request.parameter("id")
        guard book.remove(id, for: request.caller.client) else { throw Self.unknown("id") }
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
