import Foundation
import HearthCore
import HearthModels
import HearthSchema

/// Anthropic's interface: `POST /v1/messages`.
public struct AnthropicRoutes: Sendable {
    private let generator: Generator

    public init(_ service: any ModelService) { generator = Generator(service: service) }

    public var routes: [ServerRoute] {
        [
            ServerRoute(
                .post, "/v1/messages", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await respond(to: request)
            },
            ServerRoute(
                .post, "/v1/messages/count_tokens", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await count(request)
            },
        ]
    }

    private func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let call = try AnthropicMessages.call(fields, label: request.label()).asked(by: request, fields)
        let tellsThoughts = try AnthropicMessages.wantsThoughts(fields)
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(call) { _ in }
            let message = try AnthropicMessages.message(result, tellsThoughts: tellsThoughts)
            return .json(try message.json(), headers: result.headers)
        }
        return .events(.anthropic) { sink in
            let stream = AnthropicStream(
                sink: sink, promptTokens: max(1, PromptSize(call).promptTokens), tellsThoughts: tellsThoughts)
            let result = try await generator.run(call) { try await stream.take($0) }
            try await stream.finish(result)
        }
    }
}

extension AnthropicRoutes {
    private func count(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let call = try AnthropicMessages.call(fields, label: request.label(), isAnswered: false).asked(
            by: request, fields)
        let (count, note) = try await generator.countTokens(call)
        return .json(try AnthropicWire.TokenCount(inputTokens: count).json(), notes: call.notes + [note])
    }
}

/// Reads requests and writes whole answers.
enum AnthropicMessages {
    /// - Parameter isAnswered: Whether an answer is wanted, and so its length has to be said.
    static func call(
        _ fields: RequestFields, label: SensitivityLabel, isAnswered: Bool = true
    ) throws -> GenerationCall {
        guard let list = try fields.list("messages", most: 10_000) else { throw fields.missing("messages") }
        guard !list.isEmpty else { throw fields.wrong("messages", "a list of at least one message") }
        let maxTokens = try fields.integer("max_tokens", in: 1...1_000_000)
        guard maxTokens != nil || !isAnswered else { throw fields.missing("max_tokens") }
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
        let wantsCitations = list.contains { message in
            (message["content"]?.arrayValue ?? []).contains { $0["citations"]?["enabled"] == true }
        }
        if wantsCitations { notes.append("citations: of documents that are sent nothing is cited.") }
        // Refuses what is no way to think.
        _ = try wantsThoughts(fields)
        if let thinking = try fields.fields("thinking"), thinking["type"] != "disabled" {
            notes.append("thinking is up to the engine and was not switched on.")
        }
        let tools = try tools(fields)
        let schema = try schema(fields, &notes)
        if let servers = fields["mcp_servers"], servers != [] {
            throw fields.unsupported("mcp_servers", "no servers of tools are asked from here; send `tools`.")
        }
        if let tier = try fields.string("service_tier"), tier != "auto", tier != "standard_only" {
            throw fields.unsupported("service_tier", "there is one way in which answers are made here.")
        }
        if let note = fields.note(beyond: known) { notes.append(note) }
        return GenerationCall(
            model: try fields.required("model"), messages: messages, options: options, schema: schema,
            tools: tools.offered, forced: tools.forced, allowsSeveralCalls: tools.several, label: label, notes: notes)
    }

    /// Whether a client wants to be told what the model thought before its answer, where it thinks.
    static func wantsThoughts(_ fields: RequestFields) throws -> Bool {
        guard let thinking = try fields.fields("thinking") else { return false }
        switch try thinking.required("type") {
        case "enabled", "adaptive": return try thinking.string("display") != "omitted"
        case "disabled": return false
        default: throw thinking.unsupported("type", "it has to be `enabled`, `adaptive` or `disabled`.")
        }
    }

    private static let known: Set<String> = [
        "model", "messages", "system", "max_tokens", "temperature", "top_k", "top_p", "stop_sequences", "stream",
        "tools", "tool_choice", "thinking", "metadata", "output_config", "output_format", "mcp_servers", "service_tier",
        "hearth",
        // What was read is kept by local models anyway.
        "cache_control",
    ]

    /// The schema that the answer is kept to: `output_config.format`, and `output_format` of earlier clients.
    private static func schema(_ fields: RequestFields, _ notes: inout [String]) throws -> GenerationSchema? {
        let config = try fields.fields("output_config")
        if let note = config?.note(beyond: ["format"]) { notes.append(note) }
        guard let format = try config?.fields("format") ?? fields.fields("output_format") else { return nil }
        guard try format.required("type") == "json_schema" else {
            throw format.unsupported("type", "it has to be `json_schema`.")
        }
        guard let root = format["schema"] else { throw format.missing("schema") }
        guard root.objectValue != nil else { throw format.wrong("schema", "an object") }
        return GenerationSchema(name: "answer", root: root)
    }

    private static func text(_ fields: RequestFields, _ name: String) throws -> String {
        if let text = fields[name]?.stringValue { return text }
        return try (fields.list(name, most: 1000) ?? []).map { block in
            let type = try block.required("type")
            guard let text = try text(of: block, type) else {
                throw block.unsupported("type", "\(type.prefix(40)) cannot be read; only text can.")
            }
            return text
        }.joined(separator: "\n")
    }

    /// What a block says; `nil` for one that is not text.
    private static func text(of block: RequestFields, _ type: String) throws -> String? {
        switch type {
        case "text": return try block.required("text")
        case "search_result":
            let heading = [try block.string("title"), try block.string("source")].compactMap(\.self)
            return (heading + [try text(block, "content")]).joined(separator: "\n")
        case "document":
            guard let source = try block.fields("source") else { throw block.missing("source") }
            let heading = [try block.string("title"), try block.string("context")].compactMap(\.self)
            switch try source.required("type") {
            case "text": return (heading + [try source.required("data")]).joined(separator: "\n")
            case "content": return (heading + [try text(source, "content")]).joined(separator: "\n")
            default:
                throw source.unsupported(
                    "type", "only documents of text can be sent, and no files.")
            }
        default: return nil
        }
    }

    private static func read(_ fields: RequestFields) throws -> [Message] {
        let role = try fields.required("role")
        guard role == "user" || role == "assistant" else {
            throw fields.unsupported("role", "it has to be `user` or `assistant`.")
        }
        if let text = fields["content"]?.stringValue { return [Message(role == "user" ? .user : .assistant, text)] }
        if let value = fields["content"], value.arrayValue == nil {
            throw fields.wrong("content", "a string, or a list of blocks")
        }
        guard let blocks = try fields.list("content", most: 1000) else { throw fields.missing("content") }
        var said = MessageContent()
        var calls: [ToolCall] = []
        var results: [Message] = []
        for block in blocks {
            switch try block.required("type") {
            case "thinking", "redacted_thinking": continue
            case "tool_use":
                calls.append(
                    ToolCall(
                        id: try block.required("id"), name: try block.required("name"),
                        arguments: (block["input"] ?? [:]).description))
            case "tool_result":
                var content = MessageContent()
                try add(block, "content", to: &content)
                let text = try block.bool("is_error") == true ? failed(content.text) : content.text
                results.append(
                    Message(
                        .tool, text, pictures: content.pictures, toolCallID: try block.required("tool_use_id")))
            case let other: try add(block, other, to: &said, mayShow: role == "user")
            }
        }
        if role == "assistant" { return [Message(.assistant, said.text, toolCalls: calls.isEmpty ? nil : calls)] }
        let isEmpty = said.text.isEmpty && said.pictures.isEmpty
        return results
            + (isEmpty && !results.isEmpty ? [] : [Message(.user, said.text, pictures: said.pictures)])
    }

    /// What a tool gave that failed. Models are told so in words, which not every tool finds.
    private static func failed(_ text: String) -> String {
        if text.isEmpty { return "Error: the tool failed, and said nothing of why." }
        return text.lowercased().hasPrefix("error") ? text : "Error: \(text)"
    }

    /// Adds what a block says or shows.
    private static func add(
        _ block: RequestFields, _ type: String, to content: inout MessageContent, mayShow: Bool
    ) throws {
        if type == "image", mayShow {
            content.add(try picture(block))
        } else if let text = try text(of: block, type) {
            content.add(text)
        } else {
            let known = mayShow ? "only text and pictures can" : "only text can"
            throw block.unsupported("type", "\(type.prefix(40)) cannot be read; \(known).")
        }
    }

    /// The same of a text, or of all blocks of a list.
    private static func add(_ fields: RequestFields, _ name: String, to content: inout MessageContent) throws {
        guard fields[name] != nil else { return }
        if let text = fields[name]?.stringValue { return content.add(text) }
        for block in try fields.list(name, most: 1000) ?? [] {
            try add(block, try block.required("type"), to: &content, mayShow: true)
        }
    }

    private static func picture(_ block: RequestFields) throws -> Data {
        guard let source = try block.fields("source") else { throw block.missing("source") }
        switch try source.required("type") {
        case "base64": return try source.picture(inBase64: "data")
        case "url": return try source.picture(atURL: "url")
        default: throw source.unsupported("type", "a picture is sent in the message, in `base64`.")
        }
    }

    private static func tools(
        _ fields: RequestFields
    ) throws -> (offered: [ToolDefinition], forced: [ToolDefinition], several: Bool) {
        let offered = try (fields.list("tools", most: 128) ?? []).map { tool in
            guard let schema = tool["input_schema"] else {
                throw tool.unsupported("type", "only tools with an `input_schema` are passed on.")
            }
            return ToolDefinition(
                name: try tool.required("name"), description: try tool.string("description") ?? "",
                parameters: schema)
        }
        try OfferedTools.check(offered, fields)
        guard let choice = try fields.fields("tool_choice") else { return (offered, [], true) }
        let several = try !(choice.bool("disable_parallel_tool_use") ?? false)
        switch try choice.required("type") {
        case "none": return ([], [], several)
        case "auto": return (offered, [], several)
        case "any":
            guard !offered.isEmpty else { throw fields.missing("tools") }
            return ([], offered, several)
        case "tool":
            let name = try choice.required("name")
            guard let named = offered.first(where: { $0.name == name }) else {
                throw choice.wrong("name", "the name of one of the `tools`")
            }
            return ([], [named], false)
        default: throw choice.unsupported("type", "it has to be `auto`, `none`, `any` or `tool`.")
        }
    }

    // MARK: - Out

    static func message(_ result: GenerationResult, tellsThoughts: Bool = false) throws -> AnthropicWire.Message {
        let response = result.response
        var content: [AnthropicWire.Block] = []
        if tellsThoughts, let thoughts = response.reasoning, !thoughts.isEmpty {
            content.append(.init(type: "thinking", thinking: thoughts, signature: ""))
        }
        if !response.text.isEmpty || response.toolCalls.isEmpty {
            let citations = try result.marks.map { try AnthropicWire.Citation($0).json() }
            content.append(
                .init(type: "text", text: response.text, citations: citations.isEmpty ? .null : .array(citations)))
        }
        content += response.toolCalls.map { call in
            .init(
                type: "tool_use", id: call.id, name: call.name,
                input: (try? JSONValue(parsing: call.arguments)) ?? [:])
        }
        return AnthropicWire.Message(
            id: Identifier.make("msg_"), model: result.modelName, content: content,
            stopReason: stopReason(response), stopSequence: response.stopSequence, usage: .init(response.usage))
    }

    static func stopReason(_ response: ModelResponse) -> String {
        switch response.finishReason {
        case .stop: response.stopSequence == nil ? "end_turn" : "stop_sequence"
        case .length: "max_tokens"
        case .toolCalls: "tool_use"
        case .contentFilter: "refusal"
        }
    }
}
