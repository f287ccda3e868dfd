import HearthCore
import HearthModels

/// `POST /v1/chat/completions`
struct ChatCompletions: Sendable {
    private let generator: Generator

    init(_ service: any ModelService) { generator = Generator(service: service) }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let call = try Self.call(fields, label: request.label())
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(call) { _ in }
            return .json(Self.completion(result), headers: result.headers)
        }
        let includesUsage = try fields.fields("stream_options")?.bool("include_usage") ?? false
        return .events(.openAI) { sink in
            let chunks = Chunks(sink: sink, includesUsage: includesUsage, notes: call.notes)
            let result = try await generator.run(call) { try await chunks.take($0) }
            try await chunks.finish(result)
        }
    }

    // MARK: - In

    private static func call(_ fields: RequestFields, label: SensitivityLabel) throws -> GenerationCall {
        guard let list = try fields.list("messages", most: 10_000) else { throw fields.missing("messages") }
        guard !list.isEmpty else { throw fields.wrong("messages", "a list of at least one message") }
        let (options, notes) = try OpenAIFields.options(
            fields, task: .chat, lengthNames: ["max_tokens", "max_completion_tokens"],
            logprobs: OpenAILogprobs.asked(inChat:))
        let tools = try OpenAIFields.tools(fields, isNested: true)
        return GenerationCall(
            model: try fields.required("model"), messages: try list.map(message), options: options,
            schema: try OpenAIFields.schema(fields.fields("response_format"), nested: true),
            tools: tools.offered, forced: tools.forced, label: label, notes: notes)
    }

    private static func message(_ fields: RequestFields) throws -> Message {
        let role = try fields.required("role")
        let content = try OpenAIFields.text(fields["content"], fields, types: ["text", "refusal"])
        switch role {
        case "system", "developer": return Message(.system, content)
        case "user": return Message(.user, content)
        case "assistant":
            let calls = try fields.list("tool_calls", most: 128)?.map { call in
                guard let function = try call.fields("function") else { throw call.missing("function") }
                return ToolCall(
                    id: try call.required("id"), name: try function.required("name"),
                    arguments: try function.string("arguments") ?? "{}")
            }
            return Message(.assistant, content, toolCalls: calls)
        case "tool", "function":
            return Message(.tool, content, toolCallID: try fields.string("tool_call_id"))
        default: throw fields.unsupported("role", "\(role.prefix(40)) is not a role.")
        }
    }

    // MARK: - Out

    private static func completion(_ result: GenerationResult) -> JSONValue {
        let response = result.response
        var message = JSONObject([
            ("role", "assistant"),
            ("content", response.text.isEmpty && !response.toolCalls.isEmpty ? .null : .string(response.text)),
            ("refusal", .null), ("annotations", []),
        ])
        if let reasoning = response.reasoning, !reasoning.isEmpty { message["reasoning_content"] = .string(reasoning) }
        if !response.toolCalls.isEmpty { message["tool_calls"] = .array(response.toolCalls.map(toolCall)) }
        return [
            "id": .string(Identifier.make("chatcmpl-")), "object": "chat.completion",
            "created": OpenAIFields.number(Identifier.now()), "model": .string(result.modelName),
            "choices": [
                [
                    "index": 0, "message": .object(message),
                    "logprobs": response.logprobs.map(OpenAILogprobs.chat) ?? .null,
                    "finish_reason": OpenAIFields.finishReason(response.finishReason),
                ]
            ],
            "usage": OpenAIFields.usage(response.usage),
        ]
    }

    private static func toolCall(_ call: ToolCall) -> JSONValue {
        [
            "id": .string(call.id), "type": "function",
            "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
        ]
    }

    /// Writes the pieces of one answer.
    private actor Chunks {
        private let sink: EventSink
        private let includesUsage: Bool
        private let notes: [String]
        private let id = Identifier.make("chatcmpl-")
        private let created = Identifier.now()
        private var model = ""

        init(sink: EventSink, includesUsage: Bool, notes: [String]) {
            self.sink = sink
            self.includesUsage = includesUsage
            self.notes = notes
        }

        func take(_ event: GenerationEvent) async throws {
            switch event {
            case .served(let decision):
                model = GenerationResult.name(decision)
                sink.start(headers: GenerationResult.headers(decision, notes: notes))
                try await send(["role": "assistant", "content": "", "refusal": .null])
            case .reasoning(let piece): try await send(["reasoning_content": .string(piece)])
            case .text(let piece, let tokens): try await send(["content": .string(piece)], tokens: tokens)
            }
        }

        func finish(_ result: GenerationResult) async throws {
            if !result.response.toolCalls.isEmpty {
                let calls = result.response.toolCalls.enumerated().map { index, call -> JSONValue in
                    guard case .object(var object) = toolCall(call) else { return .null }
                    object["index"] = OpenAIFields.number(index)
                    return .object(object)
                }
                try await send(["tool_calls": .array(calls)])
            }
            try await send([:], finish: OpenAIFields.finishReason(result.response.finishReason))
            if includesUsage {
                var chunk = head([])
                chunk["usage"] = OpenAIFields.usage(result.response.usage)
                try await sink.send(data: JSONValue.object(chunk).description)
            }
            try await sink.send(data: "[DONE]")
        }

        private func send(
            _ delta: JSONValue, tokens: [TokenLogprob] = [], finish: JSONValue = .null
        ) async throws {
            var choice = JSONObject([("index", 0), ("delta", delta)])
            if !tokens.isEmpty { choice["logprobs"] = OpenAILogprobs.chat(tokens) }
            choice["finish_reason"] = finish
            var chunk = head([.object(choice)])
            if includesUsage { chunk["usage"] = .null }
            try await sink.send(data: JSONValue.object(chunk).description)
        }

        private func head(_ choices: JSONValue) -> JSONObject {
            JSONObject([
                ("id", .string(id)), ("object", "chat.completion.chunk"), ("created", OpenAIFields.number(created)),
                ("model", .string(model)), ("choices", choices),
            ])
        }
    }
}
