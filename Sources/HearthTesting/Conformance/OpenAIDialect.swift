public import HearthCore

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
