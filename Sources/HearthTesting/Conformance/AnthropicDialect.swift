public import HearthCore

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
