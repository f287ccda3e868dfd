import HearthCore
import HearthModels

/// What OpenAI's interfaces have in common.
enum OpenAIFields {
    /// The options, and notes on what was asked for and cannot be done.
    ///
    /// - Parameter logprobs: Reads how many alternatives to each token are asked for, which each interface says its own way.
    static func options(
        _ fields: RequestFields, task: TaskKind, lengthNames: [String], logprobs: (RequestFields) throws -> Int?
    ) throws -> (GenerationOptions, notes: [String]) {
        var options = TaskDefaults.options(for: task)
        var notes: [String] = []
        options.choose(
            temperature: try fields.number("temperature", in: 0...2), topP: try fields.number("top_p", in: 0...1))
        for name in lengthNames { options.choose(maxTokens: try fields.integer(name, in: 1...1_000_000)) }
        if let stops = try fields.strings("stop", most: 4) {
            options.stopSequences = stops.filter { !$0.isEmpty }
        }
        if let seed = try fields.integer("seed", in: Int.min...Int.max) {
            options.seed = UInt32(truncatingIfNeeded: seed)
        }
        if let count = try fields.integer("n", in: 1...128), count > 1 {
            throw fields.unsupported("n", "one answer is made at a time.")
        }
        if let value = try fields.number("presence_penalty", in: GenerationOptions.sensiblePenalties) {
            options.presencePenalty = value
        }
        if let value = try fields.number("frequency_penalty", in: GenerationOptions.sensiblePenalties) {
            options.frequencyPenalty = value
        }
        if options.presencePenalty != 0 || options.frequencyPenalty != 0 {
            notes.append("Penalties are used where the engine has them: local models, and services like OpenAI's.")
        }
        if let bias = fields["logit_bias"]?.objectValue, !bias.isEmpty {
            throw fields.unsupported("logit_bias", "no engine here takes it.")
        }
        options.logprobs = try logprobs(fields)
        return (options, notes)
    }

    /// The schema that the answer is kept to; `nil` for free text.
    static func schema(_ format: RequestFields?, nested: Bool) throws -> GenerationSchema? {
        guard let format else { return nil }
        switch try format.required("type") {
        case "text": return nil
        case "json_object": return GenerationSchema(name: "object", root: ["type": "object"])
        case "json_schema":
            let inner = nested ? try format.fields("json_schema") : format
            guard let inner else { throw format.missing("json_schema") }
            guard let root = inner["schema"] else { throw inner.missing("schema") }
            guard root.objectValue != nil else { throw inner.wrong("schema", "an object") }
            return GenerationSchema(
                name: try inner.string("name") ?? "answer", description: try inner.string("description"), root: root)
        case let other: throw format.unsupported("type", "\(other.prefix(40)) is not known here.")
        }
    }

    /// The tools that a model may ask for, and those of which it has to ask for one.
    static func tools(
        _ fields: RequestFields, isNested: Bool
    ) throws -> (offered: [ToolDefinition], forced: [ToolDefinition]) {
        let tools = try fields.list("tools", most: 128)?.map { tool in
            guard try tool.required("type") == "function" else {
                throw tool.unsupported("type", "only functions are passed on.")
            }
            let function = isNested ? try tool.fields("function") : tool
            guard let function else { throw tool.missing("function") }
            return ToolDefinition(
                name: try function.required("name"), description: try function.string("description") ?? "",
                parameters: function["parameters"] ?? ["type": "object", "properties": [:]])
        }
        let offered = tools ?? []
        guard let choice = fields["tool_choice"] else { return (offered, []) }
        switch choice.stringValue {
        case "auto": return (offered, [])
        case "none": return ([], [])
        case "required":
            guard !offered.isEmpty else { throw fields.missing("tools") }
            return ([], offered)
        case nil:
            guard let choice = try fields.fields("tool_choice"), try choice.required("type") == "function" else {
                throw fields.unsupported("tool_choice", "it has to be `auto`, `none`, `required` or a function.")
            }
            let name = try (isNested ? choice.fields("function") : choice)?.required("name")
            guard let named = offered.first(where: { $0.name == name }) else {
                throw fields.wrong("tool_choice", "the name of one of the `tools`")
            }
            return ([], [named])
        default: throw fields.unsupported("tool_choice", "it has to be `auto`, `none`, `required` or a function.")
        }
    }

    /// Text, or a list of parts that are text.
    static func text(_ value: JSONValue?, _ message: RequestFields, types: Set<String>) throws -> String {
        guard let value, value != .null else { return "" }
        if let text = value.stringValue { return text }
        return try (message.list("content", most: 1000) ?? []).map { part in
            let type = try part.required("type")
            guard types.contains(type) else {
                throw part.unsupported("type", "\(type.prefix(40)) cannot be read; only text can.")
            }
            return try part.string(type == "refusal" ? "refusal" : "text") ?? ""
        }.joined(separator: "\n")
    }

    static func usage(_ usage: TokenUsage) -> JSONValue {
        [
            "prompt_tokens": number(usage.promptTokens), "completion_tokens": number(usage.completionTokens),
            "total_tokens": number(usage.promptTokens + usage.completionTokens),
            "prompt_tokens_details": ["cached_tokens": number(usage.cachedTokens), "audio_tokens": 0],
            "completion_tokens_details": ["reasoning_tokens": 0, "audio_tokens": 0],
        ]
    }

    static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    static func finishReason(_ reason: FinishReason) -> JSONValue {
        switch reason {
        case .stop: "stop"
        case .length: "length"
        case .toolCalls: "tool_calls"
        case .contentFilter: "content_filter"
        }
    }
}
