import HearthCore
import HearthModels

/// Anthropic's interface: `POST /v1/messages`.
public struct AnthropicRoutes: Sendable {
    private let generator: Generator

    public init(_ service: any ModelService) { generator = Generator(service: service) }

    public var routes: [ServerRoute] {
        [ServerRoute(.post, "/v1/messages", work: .long) { request in try await respond(to: request) }]
    }

    private func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let call = try AnthropicMessages.call(fields, label: request.label())
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(call) { _ in }
            return .json(AnthropicMessages.message(result), headers: result.headers)
        }
        return .events(.anthropic) { sink in
            let stream = AnthropicStream(sink: sink, notes: call.notes)
            let result = try await generator.run(call) { try await stream.take($0) }
            try await stream.finish(result)
        }
    }
}

/// Reads requests and writes whole answers.
enum AnthropicMessages {
    static func call(_ fields: RequestFields, label: SensitivityLabel) throws -> GenerationCall {
        guard let list = try fields.list("messages", most: 10_000) else { throw fields.missing("messages") }
        guard !list.isEmpty else { throw fields.wrong("messages", "a list of at least one message") }
        guard let maxTokens = try fields.integer("max_tokens", in: 1...1_000_000) else {
            throw fields.missing("max_tokens")
        }
        var options = TaskDefaults.options(for: .chat)
        options.choose(
            temperature: try fields.number("temperature", in: 0...1),
            topK: try fields.integer("top_k", in: 0...1_000_000),
            topP: try fields.number("top_p", in: 0...1), maxTokens: maxTokens)
        options.stopSequences = try fields.strings("stop_sequences", most: 64) ?? []
        var messages: [Message] = []
        if fields["system"] != nil {
            messages.append(Message(.system, try text(fields, "system")))
        }
        for message in list { messages += try read(message) }
        var notes: [String] = []
        if let thinking = try fields.fields("thinking"), try thinking.string("type") == "enabled" {
            notes.append("thinking is up to the engine and was not switched on.")
        }
        let tools = try tools(fields)
        return GenerationCall(
            model: try fields.required("model"), messages: messages, options: options,
            tools: tools.offered, forced: tools.forced, label: label, notes: notes)
    }

    private static func text(_ fields: RequestFields, _ name: String) throws -> String {
        if let text = fields[name]?.stringValue { return text }
        return try (fields.list(name, most: 1000) ?? []).map { block in
            guard try block.required("type") == "text" else {
                throw block.unsupported("type", "only text can be read.")
            }
            return try block.required("text")
        }.joined(separator: "\n")
    }

    private static func read(_ fields: RequestFields) throws -> [Message] {
        let role = try fields.required("role")
        guard role == "user" || role == "assistant" else {
            throw fields.unsupported("role", "it has to be `user` or `assistant`.")
        }
        if let text = fields["content"]?.stringValue { return [Message(role == "user" ? .user : .assistant, text)] }
        guard let blocks = try fields.list("content", most: 1000) else { throw fields.missing("content") }
        var texts: [String] = []
        var calls: [ToolCall] = []
        var results: [Message] = []
        for block in blocks {
            switch try block.required("type") {
            case "text": texts.append(try block.required("text"))
            case "thinking", "redacted_thinking": continue
            case "tool_use":
                calls.append(
                    ToolCall(
                        id: try block.required("id"), name: try block.required("name"),
                        arguments: (block["input"] ?? [:]).description))
            case "tool_result":
                let content = block["content"] == nil ? "" : try text(block, "content")
                results.append(Message(.tool, content, toolCallID: try block.required("tool_use_id")))
            case let other: throw block.unsupported("type", "\(other.prefix(40)) cannot be read; only text can.")
            }
        }
        let said = texts.joined(separator: "\n")
        if role == "assistant" { return [Message(.assistant, said, toolCalls: calls.isEmpty ? nil : calls)] }
        return results + (said.isEmpty && !results.isEmpty ? [] : [Message(.user, said)])
    }

    private static func tools(
        _ fields: RequestFields
    ) throws -> (offered: [ToolDefinition], forced: [ToolDefinition]) {
        let offered = try (fields.list("tools", most: 128) ?? []).map { tool in
            guard let schema = tool["input_schema"] else {
                throw tool.unsupported("type", "only tools with an `input_schema` are passed on.")
            }
            return ToolDefinition(
                name: try tool.required("name"), description: try tool.string("description") ?? "",
                parameters: schema)
        }
        guard let choice = try fields.fields("tool_choice") else { return (offered, []) }
        switch try choice.required("type") {
        case "none": return ([], [])
        case "auto": return (offered, [])
        case "any":
            guard !offered.isEmpty else { throw fields.missing("tools") }
            return ([], offered)
        case "tool":
            let name = try choice.required("name")
            guard let named = offered.first(where: { $0.name == name }) else {
                throw choice.wrong("name", "the name of one of the `tools`")
            }
            return ([], [named])
        default: throw choice.unsupported("type", "it has to be `auto`, `none`, `any` or `tool`.")
        }
    }

    // MARK: - Out

    static func message(_ result: GenerationResult) -> JSONValue {
        let response = result.response
        var content: [JSONValue] = []
        if !response.text.isEmpty || response.toolCalls.isEmpty {
            content.append(["type": "text", "text": .string(response.text), "citations": .null])
        }
        content += response.toolCalls.map(toolUse)
        return [
            "id": .string(Identifier.make("msg_")), "type": "message", "role": "assistant",
            "model": .string(result.modelName), "content": .array(content),
            "stop_reason": stopReason(response.finishReason), "stop_sequence": .null,
            "usage": usage(response.usage),
        ]
    }

    static func toolUse(_ call: ToolCall) -> JSONValue {
        [
            "type": "tool_use", "id": .string(call.id), "name": .string(call.name),
            "input": (try? JSONValue(parsing: call.arguments)) ?? [:],
        ]
    }

    static func stopReason(_ reason: FinishReason) -> JSONValue {
        switch reason {
        case .stop: "end_turn"
        case .length: "max_tokens"
        case .toolCalls: "tool_use"
        case .contentFilter: "refusal"
        }
    }

    static func usage(_ usage: TokenUsage) -> JSONValue {
        // Here what was read from the cache is counted beside the input, and not among it.
        [
            "input_tokens": OpenAIFields.number(max(0, usage.promptTokens - usage.cachedTokens)),
            "output_tokens": OpenAIFields.number(usage.completionTokens),
            "cache_read_input_tokens": OpenAIFields.number(usage.cachedTokens), "cache_creation_input_tokens": 0,
        ]
    }
}

/// The events of one streamed answer.
actor AnthropicStream {
    private let sink: EventSink
    private let notes: [String]
    private var index = 0
    private var isOpen = false

    init(sink: EventSink, notes: [String]) {
        self.sink = sink
        self.notes = notes
    }

    func take(_ event: GenerationEvent) async throws {
        switch event {
        case .served(let decision):
            sink.start(headers: GenerationResult.headers(decision, notes: notes))
            try await send(
                "message_start",
                [
                    "message": [
                        "id": .string(Identifier.make("msg_")), "type": "message", "role": "assistant", "content": [],
                        "model": .string(GenerationResult.name(decision)), "stop_reason": .null,
                        "stop_sequence": .null, "usage": AnthropicMessages.usage(TokenUsage()),
                    ]
                ])
        case .reasoning: break
        case .text(let piece, _):
            if !isOpen { try await begin(["type": "text", "text": ""]) }
            isOpen = true
            try await delta(["type": "text_delta", "text": .string(piece)])
        }
    }

    func finish(_ result: GenerationResult) async throws {
        if isOpen { try await end() }
        for call in result.response.toolCalls {
            try await begin(["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": [:]])
            try await delta(["type": "input_json_delta", "partial_json": .string(call.arguments)])
            try await end()
        }
        try await send(
            "message_delta",
            [
                "delta": [
                    "stop_reason": AnthropicMessages.stopReason(result.response.finishReason), "stop_sequence": .null,
                ],
                "usage": AnthropicMessages.usage(result.response.usage),
            ])
        try await send("message_stop", [:])
    }

    private func begin(_ block: JSONValue) async throws {
        try await send("content_block_start", ["index": OpenAIFields.number(index), "content_block": block])
    }

    private func delta(_ delta: JSONValue) async throws {
        try await send("content_block_delta", ["index": OpenAIFields.number(index), "delta": delta])
    }

    private func end() async throws {
        try await send("content_block_stop", ["index": OpenAIFields.number(index)])
        index += 1
        isOpen = false
    }

    private func send(_ type: String, _ members: JSONObject) async throws {
        let event = JSONObject([("type", .string(type))] + Array(members))
        try await sink.send(event: type, data: JSONValue.object(event).description)
    }
}
