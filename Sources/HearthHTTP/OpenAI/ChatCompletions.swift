import HearthCore
import HearthModels
import HearthSchema

/// `POST /v1/chat/completions`
struct ChatCompletions: Sendable {
    static let idPrefix = "chatcmpl-"

    let generator: Generator
    let book: StoredResponses

    /// - Parameter book: Where what is to be stored is kept.
    init(_ service: any ModelService, book: StoredResponses) {
        generator = Generator(service: service)
        self.book = book
    }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        var call = try Self.call(fields, label: request.label()).asked(by: request, fields)
        let storing = try ChatToStore(fields, request, &call, in: book)
        let calls = call.repeated(try OpenAIFields.answers(fields))
        let (id, created) = (Identifier.make(Self.idPrefix), Identifier.now())
        guard try fields.bool("stream") ?? false else {
            let results = try await generator.run(calls) { _, _ in }
            let fingerprint = await SystemFingerprint.of(results[0].decision, generator.service)
            let completion = Self.completion(results, id, created, fingerprint)
            try storing?.keep(completion, results)
            return .json(try completion.json(), headers: results[0].headers)
        }
        let includesUsage = try fields.fields("stream_options")?.bool("include_usage") ?? false
        return .events(.openAI) { sink in
            let chunks = Chunks(
                sink: sink, service: generator.service, id: id, created: created, includesUsage: includesUsage)
            let results = try await generator.run(calls) { try await chunks.take($1, of: $0) }
            try await chunks.finish(results) { model, fingerprint in
                var completion = Self.completion(results, id, created, fingerprint)
                // What was named first holds.
                completion.model = model
                try storing?.keep(completion, results)
            }
        }
    }

    // MARK: - In

    private static func call(_ fields: RequestFields, label: SensitivityLabel) throws -> GenerationCall {
        guard let list = try fields.list("messages", most: 10_000) else { throw fields.missing("messages") }
        guard !list.isEmpty else { throw fields.wrong("messages", "a list of at least one message") }
        var (options, notes) = try OpenAIFields.options(
            fields, task: .chat, lengthNames: ["max_tokens", "max_completion_tokens"],
            known: ["messages", "response_format", "tools", "tool_choice", "top_logprobs", "n", "store"],
            logprobs: OpenAILogprobs.asked(inChat:))
        let tools = try OpenAIFields.tools(fields, isNested: true)
        notes += list.lazy.compactMap { $0.note(beyond: messageFields) }.prefix(mostNotes)
        var messages = try list.map(message)
        // Some programs put all they want said into one message of the system; most models answer a user alone.
        if messages.allSatisfy({ $0.role == .system }) {
            messages[messages.count - 1].role = .user
            notes.append("No message is the user's, so the last one was taken for theirs.")
        }
        return GenerationCall(
            model: try fields.required("model"), messages: messages, options: options,
            schema: try OpenAIFields.schema(fields.fields("response_format"), nested: true),
            tools: tools.offered, forced: tools.forced, allowsSeveralCalls: tools.several, label: label, notes: notes)
    }

    /// Fields of messages that are read, and those that answers of this interface have, which come back with them.
    private static let messageFields: Set<String> = [
        "role", "content", "tool_calls", "tool_call_id", "function_call", "prefix", "refusal", "annotations",
        "reasoning", "reasoning_content",
    ]
    /// Messages whose further fields are named; what one has, the others mostly have too.
    private static let mostNotes = 3

    static func message(_ fields: RequestFields) throws -> Message {
        if try fields.bool("prefix") == true {
            throw fields.unsupported("prefix", "an answer begins anew; no engine here goes on with a message.")
        }
        let role = try fields.required("role")
        let shown = try OpenAIFields.content(
            fields, "content", types: ["text", "refusal"],
            pictures: role == "user" || role == "tool" ? ["image_url"] : [])
        let content = shown.text
        switch role {
        case "system", "developer": return Message(.system, content)
        case "user": return Message(.user, content, pictures: shown.pictures)
        case "assistant":
            let calls = try fields.list("tool_calls", most: 128)?.map { call in
                guard let function = try call.fields("function") else { throw call.missing("function") }
                return ToolCall(
                    id: try call.required("id"), name: try function.required("name"),
                    arguments: try function.string("arguments") ?? "{}")
            }
            return Message(.assistant, content, toolCalls: try calls ?? functionCall(fields))
        case "tool":
            return Message(
                .tool, content, pictures: shown.pictures, toolCallID: try fields.string("tool_call_id"))
        case "function":
            return Message(.tool, content, toolCallID: functionID(try fields.required("name")))
        default: throw fields.unsupported("role", "\(role.prefix(40)) is not a role.")
        }
    }

    /// The call of a message from before there were `tools`, which had no id: its result names the function.
    private static func functionCall(_ fields: RequestFields) throws -> [ToolCall]? {
        guard let call = try fields.fields("function_call") else { return nil }
        let name = try call.required("name")
        return [ToolCall(id: functionID(name), name: name, arguments: try call.string("arguments") ?? "{}")]
    }

    private static func functionID(_ name: String) -> String { "function_\(name)" }

    // MARK: - Out

    private static func completion(
        _ results: [GenerationResult], _ id: String, _ created: Int, _ fingerprint: String
    ) -> OpenAIWire.ChatCompletion {
        OpenAIWire.ChatCompletion(
            id: id, created: created, model: results[0].modelName, fingerprint: fingerprint,
            choices: results.enumerated().map { choice($1, index: $0) },
            usage: OpenAIWire.Usage(results.reduce(TokenUsage()) { $0 + $1.response.usage }))
    }

    private static func choice(_ result: GenerationResult, index: Int) -> OpenAIWire.ChatCompletion.Choice {
        let response = result.response
        var message = OpenAIWire.ChatMessage(
            content: response.text.isEmpty && !response.toolCalls.isEmpty ? nil : response.text)
        if let reasoning = response.reasoning, !reasoning.isEmpty { message.reasoning = reasoning }
        message.annotations = result.marks.map { .init($0) }
        if !response.toolCalls.isEmpty { message.toolCalls = response.toolCalls.map { .init($0) } }
        return .init(
            index: index, message: message, logprobs: response.logprobs.map(OpenAILogprobs.chat),
            finishReason: OpenAIWire.finishReason(response.finishReason), stopReason: response.stopSequence)
    }

    /// Writes the pieces of the answers, which may come in between each other.
    private actor Chunks {
        private let sink: EventSink
        private let service: any ModelService
        private let includesUsage: Bool
        private let id: String
        private let created: Int
        private var model = ""
        private var fingerprint = ""
        /// How many calls of each answer were told of while they were written.
        private var calls: [Int: Int] = [:]

        init(sink: EventSink, service: any ModelService, id: String, created: Int, includesUsage: Bool) {
            (self.sink, self.service, self.id, self.created) = (sink, service, id, created)
            self.includesUsage = includesUsage
        }

        func take(_ event: GenerationEvent, of answer: Int) async throws {
            switch event {
            case .served(let decision, let notes):
                if model.isEmpty {
                    let found = await SystemFingerprint.of(decision, service)
                    // Another answer may have been served meanwhile; what was named first holds.
                    if model.isEmpty { (model, fingerprint) = (GenerationResult.name(decision), found) }
                }
                sink.start(headers: GenerationResult.headers(decision, notes: notes))
                try await send(.init(role: "assistant", content: "", refusal: .null), of: answer)
            case .reasoning(let piece): try await send(.init(reasoning: piece), of: answer)
            case .text(let piece, let tokens): try await send(.init(content: piece), of: answer, tokens: tokens)
            case .toolCall(let piece):
                let begins = piece.index >= calls[answer, default: 0]
                calls[answer] = max(calls[answer, default: 0], piece.index + 1)
                try await send(.init(toolCalls: [OpenAIWire.ToolCallPiece(piece, begins: begins)]), of: answer)
            }
        }

        /// - Parameter keep: Called with the model's name and the fingerprint before the client learns that all is there.
        func finish(
            _ results: [GenerationResult], keep: @Sendable (_ model: String, _ fingerprint: String) throws -> Void
        ) async throws {
            for (answer, result) in results.enumerated() { try await finish(result, of: answer) }
            try keep(model, fingerprint)
            if includesUsage {
                let usage = results.reduce(TokenUsage()) { $0 + $1.response.usage }
                try await sink.send(chunk([], usage: try OpenAIWire.Usage(usage).json()))
            }
            try await sink.send(data: "[DONE]")
        }

        private func finish(_ result: GenerationResult, of answer: Int) async throws {
            let untold = result.response.toolCalls.enumerated().dropFirst(calls[answer, default: 0])
            if !untold.isEmpty {
                try await send(
                    .init(toolCalls: untold.map { OpenAIWire.ToolCallPiece($1, index: $0) }), of: answer)
            }
            if !result.marks.isEmpty {
                try await send(.init(annotations: result.marks.map { .init($0) }), of: answer)
            }
            try await send(.init(), of: answer, finish: result.response)
        }

        private func send(
            _ delta: OpenAIWire.ChatDelta, of answer: Int, tokens: [TokenLogprob] = [],
            finish response: ModelResponse? = nil
        ) async throws {
            let choice = OpenAIWire.ChatChunk.Choice(
                index: answer, delta: delta, logprobs: tokens.isEmpty ? nil : OpenAILogprobs.chat(tokens),
                finishReason: response.map { OpenAIWire.finishReason($0.finishReason) },
                stopReason: response?.stopSequence)
            try await sink.send(chunk([choice], usage: includesUsage ? JSONValue.null : Optional.none))
        }

        private func chunk(_ choices: [OpenAIWire.ChatChunk.Choice], usage: JSONValue?) -> OpenAIWire.ChatChunk {
            OpenAIWire.ChatChunk(
                id: id, created: created, model: model, fingerprint: fingerprint, choices: choices, usage: usage)
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
