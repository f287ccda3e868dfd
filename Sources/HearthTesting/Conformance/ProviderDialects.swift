public import HearthCore

/// How a provider writes what a model says, so that the same checks run against every provider.
///
/// Bodies are what stands after the head of the response.
public protocol ProviderDialect: Sendable {
    /// For messages of failed checks.
    var name: String { get }
    /// Of a streamed body.
    var contentType: String { get }

    /// A streamed answer in those pieces.
    func text(_ pieces: [String], usage: TokenUsage, finish: FinishReason) -> [UInt8]
    /// The first piece of a streamed answer and nothing after it: no end mark, no reason.
    func unfinished(_ piece: String) -> [UInt8]
    /// A streamed answer that calls tools, the arguments in several pieces.
    func toolCalls(_ calls: [ToolCall], usage: TokenUsage) -> [UInt8]
    /// A streamed answer to a schema, the value in several pieces.
    func structured(_ value: JSONValue, schema: GenerationSchema, usage: TokenUsage) -> [UInt8]
    /// A streamed answer after some thinking; `nil` where the provider shows none.
    func reasoned(_ reasoning: String, _ text: String, usage: TokenUsage) -> [UInt8]?
    /// A streamed answer with which the model declines; `nil` where the provider has no form for it.
    func refusal(_ words: String) -> [UInt8]?
    /// A streamed answer that fails after some text because the provider is overloaded; `nil` where there is none.
    func overloaded(after piece: String) -> [UInt8]?
    /// The answer of a server that does not stream; `nil` where that is an error.
    func whole(_ text: String, usage: TokenUsage) -> [UInt8]?
    /// The body of a refused request.
    func failure(_ failure: ProviderFailure, words: String) -> (status: Int, body: [UInt8])
}

/// The ways in which providers refuse a request.
public enum ProviderFailure: String, Hashable, Sendable, CaseIterable {
    case badRequest, contextTooLong, invalidKey, forbidden, unknownModel, timeout, tooLarge, rateLimit, quota
    case serverError, overloaded

    /// The code of the error that a model must throw for it.
    public var code: String {
        switch self {
        case .badRequest: "bad-request"
        case .contextTooLong: "context-too-long"
        case .invalidKey: "invalid-key"
        case .forbidden: "forbidden"
        case .unknownModel: "unknown-model"
        case .timeout: "provider-timeout"
        case .tooLarge: "request-too-large"
        case .rateLimit: "rate-limited"
        case .quota: "quota-exceeded"
        case .serverError: "provider-failed"
        case .overloaded: "overloaded"
        }
    }

    /// Whether a transport may try again by itself.
    public var isTransient: Bool {
        switch self {
        case .timeout, .rateLimit, .serverError, .overloaded: true
        default: false
        }
    }
}

/// Lays out a `text/event-stream`.
public enum EventStreamText {
    /// An event of one line of data; JSON values hold no line ends.
    public static func event(_ data: String, type: String? = nil) -> String {
        (type.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n"
    }

    /// A text in `count` pieces of about the same size, cut between characters.
    public static func pieces(_ text: String, _ count: Int) -> [String] {
        let characters = Array(text)
        let size = max(1, (characters.count + count - 1) / max(1, count))
        return stride(from: 0, to: characters.count, by: size).map { start in
            String(characters[start..<min(characters.count, start + size)])
        }
    }
}

// MARK: - OpenAI

/// The wire format of OpenAI's chat completions and of the servers that imitate it.
public struct OpenAIDialect: ProviderDialect {
    /// Leaves out what lenient servers leave out: token counts and `[DONE]`; adds what they add: reasoning.
    public var isSloppy: Bool

    public init(isSloppy: Bool = false) { self.isSloppy = isSloppy }

    public var name: String { isSloppy ? "compatible server" : "chat completions" }
    public var contentType: String { "text/event-stream; charset=utf-8" }

    private func chunk(_ delta: JSONValue, finish: String? = nil) -> String {
        let value: JSONValue = [
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_727_740_800, "model": "test-model",
            "choices": [
                ["index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish.map { .string($0) } ?? .null]
            ],
        ]
        return EventStreamText.event(value.description)
    }

    private func count(_ usage: TokenUsage) -> JSONValue {
        [
            "prompt_tokens": .number(JSONNumber(usage.promptTokens)),
            "completion_tokens": .number(JSONNumber(usage.completionTokens)),
            "total_tokens": .number(JSONNumber(usage.promptTokens + usage.completionTokens)),
            "prompt_tokens_details": ["cached_tokens": .number(JSONNumber(usage.cachedTokens))],
        ]
    }

    private func end(_ reason: String, _ usage: TokenUsage) -> String {
        if isSloppy { return chunk([:], finish: reason) }
        let last: JSONValue = [
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": count(usage),
        ]
        return chunk([:], finish: reason) + EventStreamText.event(last.description) + EventStreamText.event("[DONE]")
    }

    private func bytes(_ parts: String...) -> [UInt8] { Array(parts.joined().utf8) }

    private var begin: String { chunk(["role": "assistant", "content": "", "refusal": nil]) }

    public func text(_ pieces: [String], usage: TokenUsage, finish: FinishReason) -> [UInt8] {
        let reason =
            switch finish {
            case .stop: "stop"
            case .length: "length"
            case .toolCalls: "tool_calls"
            case .contentFilter: "content_filter"
            }
        let deltas = pieces.map { chunk(["content": .string($0)]) }.joined()
        return bytes(": a comment\n\n", begin, deltas, end(reason, usage))
    }

    public func unfinished(_ piece: String) -> [UInt8] { bytes(begin, chunk(["content": .string(piece)])) }

    public func toolCalls(_ calls: [ToolCall], usage: TokenUsage) -> [UInt8] {
        var text = begin
        for (index, call) in calls.enumerated() {
            func delta(_ members: JSONObject) -> String {
                var call = JSONObject([("index", .number(JSONNumber(index)))])
                for (key, value) in members { call[key] = value }
                return chunk(["tool_calls": [.object(call)]])
            }
            text += delta(
                JSONObject([
                    ("id", .string(call.id)), ("type", "function"),
                    ("function", ["name": .string(call.name), "arguments": ""]),
                ]))
            for piece in EventStreamText.pieces(call.arguments, 3) {
                text += delta(JSONObject([("function", ["arguments": .string(piece)])]))
            }
        }
        return bytes(text, end("tool_calls", usage))
    }

    public func structured(_ value: JSONValue, schema: GenerationSchema, usage: TokenUsage) -> [UInt8] {
        text(EventStreamText.pieces(value.description, 4), usage: usage, finish: .stop)
    }

    public func reasoned(_ reasoning: String, _ text: String, usage: TokenUsage) -> [UInt8]? {
        guard isSloppy else { return nil }
        return bytes(
            begin, EventStreamText.pieces(reasoning, 2).map { chunk(["reasoning_content": .string($0)]) }.joined(),
            chunk(["content": .string(text)]), end("stop", usage))
    }

    public func refusal(_ words: String) -> [UInt8]? {
        isSloppy ? nil : bytes(begin, chunk(["refusal": .string(words)]), end("stop", TokenUsage()))
    }

    public func overloaded(after piece: String) -> [UInt8]? {
        let error: JSONValue = [
            "error": ["message": "The engine is currently overloaded.", "type": "overloaded_error"]
        ]
        return bytes(begin, chunk(["content": .string(piece)]), EventStreamText.event(error.description))
    }

    public func whole(_ text: String, usage: TokenUsage) -> [UInt8]? {
        let value: JSONValue = [
            "id": "chatcmpl-1", "object": "chat.completion",
            "choices": [
                ["index": 0, "message": ["role": "assistant", "content": .string(text)], "finish_reason": "stop"]
            ], "usage": count(usage),
        ]
        return bytes(value.description)
    }

    public func failure(_ failure: ProviderFailure, words: String) -> (status: Int, body: [UInt8]) {
        let (status, type, code): (Int, String, JSONValue) =
            switch failure {
            case .badRequest: (400, "invalid_request_error", nil)
            case .contextTooLong: (400, "invalid_request_error", "context_length_exceeded")
            case .invalidKey: (401, "invalid_request_error", "invalid_api_key")
            case .forbidden: (403, "invalid_request_error", "unsupported_country_region_territory")
            case .unknownModel: (404, "invalid_request_error", "model_not_found")
            case .timeout: (408, "server_error", nil)
            case .tooLarge: (413, "invalid_request_error", nil)
            case .rateLimit: (429, "requests", "rate_limit_exceeded")
            case .quota: (429, "insufficient_quota", "insufficient_quota")
            case .serverError: (500, "server_error", nil)
            case .overloaded: (529, "server_error", nil)
            }
        let value: JSONValue = [
            "error": ["message": .string(words), "type": .string(type), "param": nil, "code": code]
        ]
        return (status, Array(value.description.utf8))
    }
}

// MARK: - Anthropic

/// The wire format of Anthropic's messages interface.
public struct AnthropicDialect: ProviderDialect {
    public init() {}

    public var name: String { "messages" }
    public var contentType: String { "text/event-stream; charset=utf-8" }

    private func event(_ type: String, _ members: JSONObject = JSONObject()) -> String {
        var value = JSONObject([("type", .string(type))])
        for (key, member) in members { value[key] = member }
        return EventStreamText.event(JSONValue.object(value).description, type: type)
    }

    private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    private func begin(_ usage: TokenUsage) -> String {
        let message: JSONValue = [
            "id": "msg_1", "type": "message", "role": "assistant", "model": "test-model", "content": [],
            "stop_reason": nil, "stop_sequence": nil,
            "usage": [
                "input_tokens": number(usage.promptTokens - usage.cachedTokens), "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": number(usage.cachedTokens), "output_tokens": 1,
            ],
        ]
        return event("message_start", JSONObject([("message", message)])) + event("ping")
    }

    private func block(_ index: Int, _ start: JSONValue, _ deltas: [JSONValue], isClosed: Bool = true) -> String {
        event("content_block_start", JSONObject([("index", number(index)), ("content_block", start)]))
            + deltas.map { event("content_block_delta", JSONObject([("index", number(index)), ("delta", $0)])) }
            .joined() + (isClosed ? event("content_block_stop", JSONObject([("index", number(index))])) : "")
    }

    private func textBlock(_ index: Int, _ pieces: [String], isClosed: Bool = true) -> String {
        block(
            index, ["type": "text", "text": ""], pieces.map { ["type": "text_delta", "text": .string($0)] },
            isClosed: isClosed)
    }

    private func toolBlock(_ index: Int, _ call: ToolCall) -> String {
        let pieces = [""] + EventStreamText.pieces(call.arguments, 3)
        return block(
            index, ["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": [:]],
            pieces.map { ["type": "input_json_delta", "partial_json": .string($0)] })
    }

    private func end(_ reason: String, _ usage: TokenUsage) -> String {
        event(
            "message_delta",
            JSONObject([
                ("delta", ["stop_reason": .string(reason), "stop_sequence": nil]),
                ("usage", ["output_tokens": number(usage.completionTokens)]),
            ])) + event("message_stop")
    }

    private func bytes(_ parts: String...) -> [UInt8] { Array(parts.joined().utf8) }

    public func text(_ pieces: [String], usage: TokenUsage, finish: FinishReason) -> [UInt8] {
        let reason =
            switch finish {
            case .stop, .contentFilter: "end_turn"
            case .length: "max_tokens"
            case .toolCalls: "tool_use"
            }
        return bytes(begin(usage), textBlock(0, pieces), end(reason, usage))
    }

    public func unfinished(_ piece: String) -> [UInt8] {
        bytes(begin(TokenUsage(promptTokens: 1)), textBlock(0, [piece], isClosed: false))
    }

    public func toolCalls(_ calls: [ToolCall], usage: TokenUsage) -> [UInt8] {
        bytes(begin(usage), calls.enumerated().map { toolBlock($0, $1) }.joined(), end("tool_use", usage))
    }

    public func structured(_ value: JSONValue, schema: GenerationSchema, usage: TokenUsage) -> [UInt8] {
        let call = ToolCall(id: "toolu_1", name: schema.name, arguments: value.description)
        return bytes(begin(usage), textBlock(0, ["Here it is."]), toolBlock(1, call), end("tool_use", usage))
    }

    public func reasoned(_ reasoning: String, _ text: String, usage: TokenUsage) -> [UInt8]? {
        let deltas: [JSONValue] =
            EventStreamText.pieces(reasoning, 2).map { ["type": "thinking_delta", "thinking": .string($0)] }
            + [["type": "signature_delta", "signature": "c2lnbmVk"]]
        return bytes(
            begin(usage), block(0, ["type": "thinking", "thinking": ""], deltas), textBlock(1, [text]),
            end("end_turn", usage))
    }

    public func refusal(_ words: String) -> [UInt8]? {
        bytes(begin(TokenUsage(promptTokens: 1)), textBlock(0, [words]), end("refusal", TokenUsage()))
    }

    public func overloaded(after piece: String) -> [UInt8]? {
        let error: JSONValue = ["type": "overloaded_error", "message": "Overloaded"]
        return unfinished(piece) + bytes(event("error", JSONObject([("error", error)])))
    }

    public func whole(_ text: String, usage: TokenUsage) -> [UInt8]? {
        let value: JSONValue = [
            "id": "msg_1", "type": "message", "role": "assistant",
            "content": [["type": "text", "text": .string(text)]], "stop_reason": "end_turn",
            "usage": [
                "input_tokens": number(usage.promptTokens - usage.cachedTokens),
                "cache_read_input_tokens": number(usage.cachedTokens),
                "output_tokens": number(usage.completionTokens),
            ],
        ]
        return bytes(value.description)
    }

    public func failure(_ failure: ProviderFailure, words: String) -> (status: Int, body: [UInt8]) {
        var words = words
        let (status, type): (Int, String)
        switch failure {
        case .badRequest: (status, type) = (400, "invalid_request_error")
        case .contextTooLong:
            (status, type) = (400, "invalid_request_error")
            words = "prompt is too long: 200251 tokens > 200000 maximum. \(words)"
        case .invalidKey: (status, type) = (401, "authentication_error")
        case .forbidden: (status, type) = (403, "permission_error")
        case .unknownModel: (status, type) = (404, "not_found_error")
        case .timeout: (status, type) = (408, "timeout_error")
        case .tooLarge: (status, type) = (413, "request_too_large")
        case .rateLimit: (status, type) = (429, "rate_limit_error")
        case .quota:
            (status, type) = (400, "invalid_request_error")
            words = "Your credit balance is too low to access the API. \(words)"
        case .serverError: (status, type) = (500, "api_error")
        case .overloaded: (status, type) = (529, "overloaded_error")
        }
        let value: JSONValue = ["type": "error", "error": ["type": .string(type), "message": .string(words)]]
        return (status, Array(value.description.utf8))
    }
}
