import HearthCore
import HearthModels
import HearthSchema

/// `POST /v1/chat/completions`
struct ChatCompletions: Sendable {
    private let generator: Generator

    init(_ service: any ModelService) { generator = Generator(service: service) }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let call = try Self.call(fields, label: request.label()).asked(by: request, fields)
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(call) { _ in }
            return .json(try Self.completion(result).json(), headers: result.headers)
        }
        let includesUsage = try fields.fields("stream_options")?.bool("include_usage") ?? false
        return .events(.openAI) { sink in
            let chunks = Chunks(sink: sink, includesUsage: includesUsage)
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
            known: ["messages", "response_format", "tools", "tool_choice", "top_logprobs"],
            logprobs: OpenAILogprobs.asked(inChat:))
        let tools = try OpenAIFields.tools(fields, isNested: true)
        return GenerationCall(
            model: try fields.required("model"), messages: try list.map(message), options: options,
            schema: try OpenAIFields.schema(fields.fields("response_format"), nested: true),
            tools: tools.offered, forced: tools.forced, allowsSeveralCalls: tools.several, label: label, notes: notes)
    }

    static func message(_ fields: RequestFields) throws -> Message {
        let role = try fields.required("role")
        let content = try OpenAIFields.text(fields, "content", types: ["text", "refusal"])
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

    private static func completion(_ result: GenerationResult) -> OpenAIWire.ChatCompletion {
        let response = result.response
        var message = OpenAIWire.ChatMessage(
            content: response.text.isEmpty && !response.toolCalls.isEmpty ? nil : response.text)
        if let reasoning = response.reasoning, !reasoning.isEmpty { message.reasoning = reasoning }
        message.annotations = result.marks.map { .init($0) }
        if !response.toolCalls.isEmpty { message.toolCalls = response.toolCalls.map { .init($0) } }
        return OpenAIWire.ChatCompletion(
            id: Identifier.make("chatcmpl-"), created: Identifier.now(), model: result.modelName,
            choices: [
                .init(
                    message: message, logprobs: response.logprobs.map(OpenAILogprobs.chat),
                    finishReason: OpenAIWire.finishReason(response.finishReason))
            ], usage: OpenAIWire.Usage(response.usage))
    }

    /// Writes the pieces of one answer.
    private actor Chunks {
        private let sink: EventSink
        private let includesUsage: Bool
        private let id = Identifier.make("chatcmpl-")
        private let created = Identifier.now()
        private var model = ""
        /// How many calls were told of while they were written.
        private var calls = 0

        init(sink: EventSink, includesUsage: Bool) {
            self.sink = sink
            self.includesUsage = includesUsage
        }

        func take(_ event: GenerationEvent) async throws {
            switch event {
            case .served(let decision, let notes):
                model = GenerationResult.name(decision)
                sink.start(headers: GenerationResult.headers(decision, notes: notes))
                try await send(.init(role: "assistant", content: "", refusal: .null))
            case .reasoning(let piece): try await send(.init(reasoning: piece))
            case .text(let piece, let tokens): try await send(.init(content: piece), tokens: tokens)
            case .toolCall(let piece):
                let begins = piece.index >= calls
                calls = max(calls, piece.index + 1)
                try await send(.init(toolCalls: [OpenAIWire.ToolCallPiece(piece, begins: begins)]))
            }
        }

        func finish(_ result: GenerationResult) async throws {
            let untold = result.response.toolCalls.enumerated().dropFirst(calls)
            if !untold.isEmpty {
                try await send(.init(toolCalls: untold.map { OpenAIWire.ToolCallPiece($1, index: $0) }))
            }
            if !result.marks.isEmpty { try await send(.init(annotations: result.marks.map { .init($0) })) }
            try await send(.init(), finish: OpenAIWire.finishReason(result.response.finishReason))
            if includesUsage {
                try await sink.send(chunk([], usage: try OpenAIWire.Usage(result.response.usage).json()))
            }
            try await sink.send(data: "[DONE]")
        }

        private func send(
            _ delta: OpenAIWire.ChatDelta, tokens: [TokenLogprob] = [], finish: String? = nil
        ) async throws {
            let choice = OpenAIWire.ChatChunk.Choice(
                delta: delta, logprobs: tokens.isEmpty ? nil : OpenAILogprobs.chat(tokens), finishReason: finish)
            try await sink.send(chunk([choice], usage: includesUsage ? JSONValue.null : Optional.none))
        }

        private func chunk(_ choices: [OpenAIWire.ChatChunk.Choice], usage: JSONValue?) -> OpenAIWire.ChatChunk {
            OpenAIWire.ChatChunk(id: id, created: created, model: model, choices: choices, usage: usage)
        }
    }
}

// MARK: -

extension OpenAIWire {
    /// A call in a stream: all of it at once, or its id and name first and then its arguments.
    struct ToolCallPiece: WireType {
        struct Function: WireType {
            var name: String?
            var arguments: String

            static let fields: [String: WireField] = ["name": .presence(.leftOut)]
        }

        var index: Int
        var id: String?
        var type: String?
        var function: Function

        static let fields: [String: WireField] = ["id": .presence(.leftOut), "type": .presence(.leftOut)]

        init(_ call: HearthCore.ToolCall, index: Int) {
            self.index = index
            id = call.id
            type = "function"
            function = Function(name: call.name, arguments: call.arguments)
        }

        init(_ piece: ToolCallDelta, begins: Bool) {
            index = piece.index
            id = begins ? piece.id : nil
            type = begins ? "function" : nil
            function = Function(name: begins ? piece.name : nil, arguments: piece.arguments)
        }
    }
}
