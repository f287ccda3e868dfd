public import HearthCore
import Synchronization

/// A model for tests: it answers with what it was fed, in that order, and keeps the requests that it got.
///
/// A request for which nothing is queued fails with the code `script-exhausted`, so that a test cannot pass on an answer
/// that it never wrote.
public final class ScriptedModel: LanguageModel {
    /// What one request is answered with.
    public struct Reply: Sendable {
        enum Ending: Sendable {
            case final(ModelResponse)
            case failure(any Error)
            case silence
            case never
        }

        var events: [ResponseEvent]
        var ending: Ending

        /// A text in one piece, or cut into pieces, with an exact final event.
        public static func text(
            _ pieces: String..., usage: TokenUsage = TokenUsage(promptTokens: 7, completionTokens: 3),
            finishReason: FinishReason = .stop
        ) -> Reply {
            text(pieces: pieces, usage: usage, finishReason: finishReason)
        }

        /// As ``text(_:usage:finishReason:)``, for pieces that were made.
        public static func text(
            pieces: [String], usage: TokenUsage = TokenUsage(promptTokens: 7, completionTokens: 3),
            finishReason: FinishReason = .stop
        ) -> Reply {
            let response = ModelResponse(
                text: pieces.joined(), usage: usage, timings: Timings(), finishReason: finishReason)
            return Reply(events: pieces.filter { !$0.isEmpty }.map { .text($0) }, ending: .final(response))
        }

        /// A text in pieces, each of these tokens.
        public static func tokens(_ pieces: [TokenLogprob]..., finishReason: FinishReason = .stop) -> Reply {
            let texts = pieces.map { String(decoding: $0.flatMap(\.bytes), as: UTF8.self) }
            let response = ModelResponse(
                text: texts.joined(), usage: TokenUsage(promptTokens: 7, completionTokens: pieces.joined().count),
                timings: Timings(), finishReason: finishReason, logprobs: Array(pieces.joined()))
            return Reply(
                events: zip(pieces, texts).flatMap { [ResponseEvent.logprobs($0), .text($1)] }, ending: .final(response)
            )
        }

        /// Calls of tools, told of while they are written: the name first, then the arguments in two pieces.
        ///
        /// - Parameters:
        ///   - text: What is said before them.
        ///   - cut: A call of which the answer's limit leaves only the beginning; told of, and not in the response.
        public static func calls(_ calls: [ToolCall], after text: String = "", cut: ToolCall? = nil) -> Reply {
            var events: [ResponseEvent] = text.isEmpty ? [] : [.text(text)]
            for (index, call) in (calls + (cut.map { [$0] } ?? [])).enumerated() {
                let half = call.arguments.count / 2
                let pieces =
                    index < calls.count
                    ? ["", String(call.arguments.prefix(half)), String(call.arguments.dropFirst(half))]
                    : ["", String(call.arguments.prefix(half))]
                events += pieces.map {
                    .toolCall(ToolCallDelta(index: index, id: call.id, name: call.name, arguments: $0))
                }
            }
            let response = ModelResponse(
                text: text, toolCalls: calls, usage: TokenUsage(promptTokens: 7, completionTokens: 3),
                timings: Timings(), finishReason: cut == nil ? .toolCalls : .length)
            return Reply(events: events, ending: .final(response))
        }

        /// The pieces of a response, reasoning first, then the response itself.
        public static func response(_ response: ModelResponse) -> Reply {
            var events: [ResponseEvent] = []
            if let reasoning = response.reasoning, !reasoning.isEmpty { events.append(.reasoning(reasoning)) }
            if let tokens = response.logprobs, !tokens.isEmpty { events.append(.logprobs(tokens)) }
            if !response.text.isEmpty { events.append(.text(response.text)) }
            return Reply(events: events, ending: .final(response))
        }

        /// An error, after some pieces of text.
        public static func failure(_ error: any Error, after pieces: String...) -> Reply {
            Reply(events: pieces.map { .text($0) }, ending: .failure(error))
        }

        /// A stream that ends without its final event, which no engine should do.
        public static func silence(after pieces: String...) -> Reply {
            Reply(events: pieces.map { .text($0) }, ending: .silence)
        }

        /// A stream that stays open until it is dropped.
        public static func never(after pieces: String...) -> Reply {
            Reply(events: pieces.map { .text($0) }, ending: .never)
        }
    }

    /// The error of a request that the script does not foresee.
    public struct ScriptExhausted: ReadableError {
        public let code = "script-exhausted"
        public let kind = Failure.Kind.internal
        public let message = "The scripted model has no reply left. Queue one for every request that the test makes."
    }

    private struct State {
        var replies: [Reply]
        var requests: [ModelRequest] = []
        var availability = Availability.available
        var open = 0
        var cancelled = 0
        var emitted = 0
    }

    public let engine: Engine
    public let modelID: String
    public let capabilities: ModelCapabilities
    public let tokenizer: any TextTokenizer
    public let host: String?
    private let state: Mutex<State>
    private let otherwise: (@Sendable (ModelRequest) -> Reply)?

    /// - Parameter otherwise: Answers the requests for which nothing is queued.
    public init(
        engine: Engine = .local, modelID: String = "scripted",
        capabilities: ModelCapabilities? = nil, tokenizer: any TextTokenizer = EstimatedTokenizer(),
        host: String? = nil, replies: [Reply] = [], otherwise: (@Sendable (ModelRequest) -> Reply)? = nil
    ) {
        self.engine = engine
        self.modelID = modelID
        self.capabilities =
            capabilities
            ?? ModelCapabilities(
                offline: !engine.isRemote, contextLength: 8192, tasks: Set(TaskKind.allCases), tools: true)
        self.tokenizer = tokenizer
        self.host = host ?? (engine.isRemote ? "\(engine.rawValue).test" : nil)
        self.otherwise = otherwise
        state = Mutex(State(replies: replies))
    }

    /// Every request so far, in order.
    public var requests: [ModelRequest] { state.withLock { $0.requests } }
    /// Streams that were started and have neither ended nor been dropped.
    public var openStreams: Int { state.withLock { $0.open } }
    /// Events that were taken from all streams so far, without the final ones.
    public var emittedEvents: Int { state.withLock { $0.emitted } }
    /// Streams that were dropped before their end.
    public var cancelledStreams: Int { state.withLock { $0.cancelled } }

    public func queue(_ replies: Reply...) { state.withLock { $0.replies += replies } }

    public func setAvailability(_ availability: Availability) { state.withLock { $0.availability = availability } }

    public func availability() async -> Availability { state.withLock { $0.availability } }

    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            let reply = state.withLock { state -> Reply? in
                state.requests.append(request)
                state.open += 1
                return state.replies.isEmpty ? nil : state.replies.removeFirst()
            }
            let answer = reply ?? otherwise?(request) ?? .failure(ScriptExhausted())
            defer { state.withLock { $0.open -= 1 } }
            do {
                for event in answer.events {
                    try await emit(event)
                    state.withLock { $0.emitted += 1 }
                }
                switch answer.ending {
                case .final(let response): try await emit(.final(response))
                case .failure, .silence: break
                case .never: _ = try await BoundedChannel<Int>(capacity: 1).next()
                }
            } catch {
                state.withLock { $0.cancelled += 1 }
                throw error
            }
            if case .failure(let error) = answer.ending { throw error }
        }
    }
}
