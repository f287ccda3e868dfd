public import Foundation
public import HearthCore

/// A model of Anthropic, through the streamed messages interface.
///
/// An answer to a schema is asked for as the argument of a tool that the model must use; its pieces are the text.
public struct AnthropicModel: LanguageModel, ProbeableProvider {
    /// The default model, which the catalogue lists as current.
    public static let defaultModelID = "claude-sonnet-4-5-20250929"
    public static let defaultBaseURL = URL(string: "https://api.anthropic.com/v1") ?? URL(fileURLWithPath: "/")
    /// The version of the interface that this is written for.
    static let version = "2023-06-01"
    /// What the smallest of its models write at most; for models without an entry in the catalogue, because the interface
    /// refuses a limit that is too high for the model.
    static let assumedMaximumOutput = 4096

    public let modelID: String
    public let capabilities: ModelCapabilities
    private let connection: ProviderConnection
    private let successor: String?

    /// - Parameters:
    ///   - modelID: Works with or without an entry in the catalogue.
    ///   - baseURL: Where `messages` lies. The key goes to this origin only.
    ///   - key: Called for each request, so that the key is not kept; `nil` or an empty one means that none is set.
    public init(
        modelID: String = AnthropicModel.defaultModelID, baseURL: URL = AnthropicModel.defaultBaseURL,
        catalogue: RemoteModelCatalogue = .builtIn, transport: any HTTPTransport,
        hasKey: (@Sendable () async throws -> Bool)? = nil, key: @escaping @Sendable () async throws -> Secret?
    ) {
        self.modelID = modelID
        let facts = catalogue.model(modelID, provider: .anthropic)
        capabilities = .remote(facts, structuredOutput: facts?.structuredOutput ?? .schema)
        successor = facts?.successor
        connection = ProviderConnection(
            engine: .anthropic, baseURL: baseURL, transport: transport, requiresKey: true,
            keyHeader: ("x-api-key", ""), headers: [("anthropic-version", Self.version)], hasKey: hasKey, key: key)
    }

    public var engine: Engine { .anthropic }
    public var host: String? { connection.host }
    public var tokenizer: any TextTokenizer { CautiousTokenizer() }

    /// Whether a key is set. Opens no connection.
    public func availability() async -> Availability { await connection.availability(model: modelID) }

    /// - Throws: In the stream ``ProviderError``, what the transport throws, or `CancellationError`.
    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            try RequestChecks.check(request, engine: .anthropic)
            try RequestChecks.checkLogprobs(request, areTold: capabilities.logprobs)
            let envelope = request.schema.map { StructuredEnvelope($0) }
            var answer = AnswerBuilder(
                request, envelope: envelope, stopSequences: AnthropicRequest.unsentStops(request))
            let (limit, note) = RequestChecks.tokenLimit(
                request, maximum: capabilities.maximumOutput ?? Self.assumedMaximumOutput)
            if let note { answer.notes.append(note) }
            if request.options.temperature > 1 {
                answer.notes.append("The temperature was lowered to 1, the highest here.")
            }
            if request.options.presencePenalty != 0 || request.options.frequencyPenalty != 0 {
                answer.notes.append("Presence and frequency penalty were not used: this service has none.")
            }
            let reply = try await connection.post(
                "messages",
                body: AnthropicRequest.body(
                    request, model: modelID, envelope: envelope, limit: limit,
                    stops: AnthropicRequest.sentStops(request)),
                model: modelID, successor: successor, ledgerRecord: request.ledgerRecord,
                purpose: request.task.rawValue, mayLeave: request.mayLeave)
            var reader = AnthropicReader(
                body: ProviderBody(engine: .anthropic, reply: reply),
                answerTool: envelope.map { AnthropicRequest.answerTool($0, tools: request.tools) })
            try await reader.read(into: &answer, emit)
            try await answer.finish(emit)
        }
    }

    public func availableModels(ledgerRecord: Int) async throws -> [String] {
        try await connection.models(ledgerRecord: ledgerRecord)
    }
}

// MARK: - Requests and answers

/// The body of a request to the messages interface.
enum AnthropicRequest {
    /// The tool whose argument is the structured answer, where a schema asks for one.
    static func answerTool(_ envelope: StructuredEnvelope, tools: [ToolDefinition]) -> String {
        var name = envelope.name
        while tools.contains(where: { $0.name == name }) { name += "_" }
        return name
    }

    static func body(
        _ request: ModelRequest, model: String, envelope: StructuredEnvelope?, limit: Int, stops: [String]
    ) -> JSONValue {
        var body = JSONObject([
            ("model", .string(model)), ("max_tokens", .number(JSONNumber(limit))),
            ("messages", .array(messages(request.messages))), ("stream", true),
            // Only one of temperature and `top_p`: later models refuse both together. The scale ends at 1 here.
            ("temperature", ChatCompletionsRequest.decimal(min(1, request.options.temperature))),
        ])
        let system = request.messages.filter { $0.role == .system && !$0.content.isEmpty }.map(\.content)
        if !system.isEmpty { body["system"] = .string(system.joined(separator: "\n\n")) }
        if !stops.isEmpty { body["stop_sequences"] = .array(stops.map { .string($0) }) }
        var tools: [JSONValue] = request.tools.map { tool in
            [
                "name": .string(tool.name), "description": .string(tool.description), "input_schema": tool.parameters,
            ]
        }
        if let envelope {
            let name = answerTool(envelope, tools: request.tools)
            let description = envelope.schema.description ?? "Gives the answer."
            // With other tools there the model must use one, this or another; alone it must use this one.
            body["tool_choice"] =
                tools.isEmpty ? ["type": "tool", "name": .string(name)] : ["type": "any"]
            tools.append(
                ["name": .string(name), "description": .string(description), "input_schema": envelope.sent])
        } else if !tools.isEmpty, !request.toolChoice.allowsSeveral {
            body["tool_choice"] = ["type": "auto", "disable_parallel_tool_use": true]
        }
        if !tools.isEmpty { body["tools"] = .array(tools) }
        return .object(body)
    }

    /// Stop sequences that the interface takes: it refuses those of nothing but white space.
    static func sentStops(_ request: ModelRequest) -> [String] {
        request.options.stopSequences.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    static func unsentStops(_ request: ModelRequest) -> [String] {
        request.options.stopSequences.filter { !$0.isEmpty && $0.allSatisfy(\.isWhitespace) }
    }

    /// Messages of user and assistant in turn, beginning with the user: neighbours of one role become one message, results
    /// of tools are the user's.
    private static func messages(_ messages: [Message]) -> [JSONValue] {
        var turns: [(role: String, blocks: [JSONValue])] = []
        for message in messages where message.role != .system {
            let role = message.role == .assistant ? "assistant" : "user"
            let blocks = blocks(message)
            guard !blocks.isEmpty else { continue }
            if turns.last?.role == role {
                turns[turns.count - 1].blocks += blocks
            } else {
                turns.append((role, blocks))
            }
        }
        // A conversation whose beginning was dropped may start with an answer, which the interface refuses.
        if turns.first?.role == "assistant" { turns.insert(("user", [text("…")]), at: 0) }
        return turns.map { ["role": .string($0.role), "content": .array($0.blocks)] }
    }

    private static func text(_ content: String) -> JSONValue { ["type": "text", "text": .string(content)] }

    private static func blocks(_ message: Message) -> [JSONValue] {
        if message.role == .tool {
            return [
                [
                    "type": "tool_result", "tool_use_id": .string(message.toolCallID ?? ""),
                    "content": .string(message.content),
                ]
            ]
        }
        var content = message.content
        // The interface refuses an assistant's text that ends in white space, and every text of nothing else.
        if message.role == .assistant {
            while content.last?.isWhitespace == true { content.removeLast() }
        }
        var blocks = content.allSatisfy(\.isWhitespace) ? [] : [text(content)]
        for call in message.role == .assistant ? message.toolCalls ?? [] : [] {
            let input = (try? JSONValue(parsing: call.arguments)).flatMap { $0.objectValue } ?? JSONObject()
            blocks.append(
                ["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": .object(input)])
        }
        return blocks
    }
}

/// Reads the streamed answer of the messages interface.
struct AnthropicReader {
    private enum Block {
        case text, thinking, answer, other
        case tool(id: String, name: String, input: String)
    }

    static let blockLimit = 1000

    let body: ProviderBody
    /// The tool whose argument is the answer.
    let answerTool: String?
    private var blocks: [Int: Block] = [:]
    private var calls: [(index: Int, call: ToolCall)] = []
    private var gaveAnswer = false
    private var stopReason: String?
    private var stopSequence: String?
    private var isDone = false
    private var usage = TokenUsage()
    private var hasUsage = false

    init(body: ProviderBody, answerTool: String?) {
        self.body = body
        self.answerTool = answerTool
    }

    mutating func read(
        into answer: inout AnswerBuilder, _ emit: EventStream<ResponseEvent>.Emit
    ) async throws {
        // Through copies, since a closure cannot hold what is `inout` across a suspension.
        var reader = self
        var builder = answer
        try await body.forEach { item in
            switch item {
            case .event(let event): try reader.take(body.value(event), into: &builder)
            case .whole(let value):
                if let fault = ProviderFault(value) { throw body.reply.failure(fault) }
                try reader.takeWhole(value, into: &builder)
            // Recorded streams and some gateways lack the empty line after the last event; half an event is no JSON.
            case .cutOff(let event):
                if let value = try? JSONValue(parsing: event.data) { try reader.take(value, into: &builder) }
            }
            try await builder.flush(emit)
            return !reader.isDone && !builder.isStopped
        }
        try reader.end(&builder)
        self = reader
        answer = builder
    }

    private mutating func take(_ event: JSONValue, into answer: inout AnswerBuilder) throws {
        guard event.objectValue != nil else {
            throw ProviderError.malformed(body.engine, "a part of it is no object")
        }
        switch event["type"]?.stringValue {
        case "error":
            throw body.reply.failure(ProviderFault(event) ?? ProviderFault())
        case "message_start":
            count(event["message"]?["usage"])
        case "content_block_start":
            try begin(event["content_block"], index: try index(event), into: &answer)
        case "content_block_delta":
            try extend(event["delta"], index: try index(event), into: &answer)
        case "content_block_stop":
            try close(try index(event))
        case "message_delta":
            count(event["usage"])
            if let reason = event["delta"]?["stop_reason"]?.presentText { stopReason = reason }
            if let stop = event["delta"]?["stop_sequence"]?.presentText { stopSequence = stop }
        case "message_stop":
            isDone = true
        default: break
        }
    }

    private func index(_ event: JSONValue) throws -> Int {
        guard let index = event["index"]?.numberValue?.intValue, (0..<Self.blockLimit).contains(index) else {
            throw ProviderError.malformed(body.engine, "a part of it has no place")
        }
        return index
    }

    private mutating func begin(_ block: JSONValue?, index: Int, into answer: inout AnswerBuilder) throws {
        answer.mark()
        switch block?["type"]?.stringValue {
        case "text":
            blocks[index] = .text
            give(block?["text"]?.presentText ?? "", into: &answer)
        case "thinking":
            blocks[index] = .thinking
            answer.append(reasoning: block?["thinking"]?.presentText ?? "")
        case "tool_use":
            guard let name = block?["name"]?.presentText else {
                throw ProviderError.malformed(body.engine, "it calls a tool without a name")
            }
            if name == answerTool {
                // A second answer would make the text of both unreadable.
                blocks[index] = gaveAnswer ? .other : .answer
                gaveAnswer = true
            } else {
                blocks[index] = .tool(id: block?["id"]?.presentText ?? "call_\(index)", name: name, input: "")
            }
        default: blocks[index] = .other
        }
    }

    private mutating func extend(_ delta: JSONValue?, index: Int, into answer: inout AnswerBuilder) throws {
        guard let block = blocks[index] else {
            throw ProviderError.malformed(body.engine, "a part of it belongs to nothing")
        }
        switch block {
        case .text: give(delta?["text"]?.presentText ?? "", into: &answer)
        case .thinking: answer.append(reasoning: delta?["thinking"]?.presentText ?? "")
        case .answer: answer.append(text: delta?["partial_json"]?.presentText ?? "")
        case .tool(let id, let name, var input):
            // Taken out first, so that the text is extended in place and long arguments cost no copies.
            blocks[index] = .other
            input += delta?["partial_json"]?.presentText ?? ""
            blocks[index] = .tool(id: id, name: name, input: input)
        case .other: break
        }
    }

    /// What the model says beside a structured answer is no part of it.
    private func give(_ text: String, into answer: inout AnswerBuilder) {
        if answerTool == nil { answer.append(text: text) }
    }

    private mutating func close(_ index: Int) throws {
        if case .tool(let id, let name, let input)? = blocks[index] {
            calls.append((index, ToolCall(id: id, name: name, arguments: input.isEmpty ? "{}" : input)))
        }
        blocks[index] = nil
    }

    /// The answer of a gateway that does not stream.
    private mutating func takeWhole(_ value: JSONValue, into answer: inout AnswerBuilder) throws {
        guard let parts = value["content"]?.arrayValue, parts.count < Self.blockLimit else {
            throw ProviderError.malformed(body.engine, "it has no content")
        }
        count(value["usage"])
        for (index, part) in parts.enumerated() {
            try begin(part, index: index, into: &answer)
            if let input = part["input"], input.objectValue != nil {
                try extend(["partial_json": .string(input.description)], index: index, into: &answer)
            }
            try close(index)
        }
        stopReason = value["stop_reason"]?.presentText
        stopSequence = value["stop_sequence"]?.presentText
        isDone = true
    }

    /// Counts are cumulative; those of the prompt may stand in the first event only.
    private mutating func count(_ value: JSONValue?) {
        guard let value, value.objectValue != nil else { return }
        hasUsage = true
        if let input = value["input_tokens"], input.numberValue != nil {
            let read = value["cache_read_input_tokens"]?.tokenCount ?? 0
            let written = value["cache_creation_input_tokens"]?.tokenCount ?? 0
            usage.promptTokens = input.tokenCount + read + written
            usage.cachedTokens = read
        }
        if let output = value["output_tokens"] { usage.completionTokens = output.tokenCount }
    }

    private func end(_ answer: inout AnswerBuilder) throws {
        if answer.isStopped { return }
        guard isDone, let stopReason else { throw ProviderError.incomplete(body.engine) }
        if stopReason == "refusal" { throw ProviderError.refused(body.engine, body.reply.text.cleaned(answer.text)) }
        if hasUsage { answer.usage = usage }
        answer.toolCalls = calls.sorted { $0.index < $1.index }.map(\.call)
        answer.stopSequence = stopSequence
        switch stopReason {
        case "max_tokens", "model_context_window_exceeded": answer.finish = .length
        default: answer.finish = answer.toolCalls.isEmpty ? .stop : .toolCalls
        }
    }
}
