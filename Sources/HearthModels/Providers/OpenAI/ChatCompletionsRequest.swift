import HearthCore

/// What a server of chat completions takes.
struct ChatCompletionsDialect: Sendable {
    /// The field of the token limit.
    var limitField: String
    /// Takes `temperature`, `top_p`, `stop` and `seed`; models that reason refuse them.
    var takesSampling: Bool
    /// The most stop sequences that may be sent.
    var stopLimit: Int
    var structuredOutput: RemoteModel.StructuredOutput
    /// Whether the root of a schema must be an object.
    var needsObjectRoot: Bool
    /// Whether the answer must end with both of its end marks.
    var isExact: Bool
}

/// The body of a request for a chat completion.
enum ChatCompletionsRequest {
    static func body(
        _ request: ModelRequest, model: String, dialect: ChatCompletionsDialect, envelope: StructuredEnvelope?,
        limit: Int
    ) -> JSONValue {
        let options = request.options
        var body = JSONObject([
            ("model", .string(model)), ("messages", .array(messages(request, dialect: dialect, envelope: envelope))),
            (dialect.limitField, .number(JSONNumber(limit))), ("stream", true),
            ("stream_options", ["include_usage": true]),
        ])
        if dialect.takesSampling {
            body["temperature"] = decimal(options.temperature)
            if options.topP < 1 { body["top_p"] = decimal(options.topP) }
            if options.presencePenalty != 0 { body["presence_penalty"] = decimal(options.presencePenalty) }
            if options.frequencyPenalty != 0 { body["frequency_penalty"] = decimal(options.frequencyPenalty) }
            if let seed = options.seed { body["seed"] = .number(JSONNumber(Int(seed))) }
            let stops = options.stopSequences.filter { !$0.isEmpty }
            if !stops.isEmpty, stops.count <= dialect.stopLimit { body["stop"] = .array(stops.map { .string($0) }) }
        }
        if let alternatives = options.logprobs {
            body["logprobs"] = true
            // By 0 llama.cpp's server means that it tells nothing; without the field it tells of more than are read.
            if alternatives > 0 { body["top_logprobs"] = .number(JSONNumber(alternatives)) }
        }
        if let grammar = options.grammar { body["grammar"] = .string(grammar) }
        if let envelope, let format = responseFormat(envelope, dialect: dialect) { body["response_format"] = format }
        if !request.tools.isEmpty {
            body["tools"] = .array(
                request.tools.map { tool in
                    [
                        "type": "function",
                        "function": [
                            "name": .string(tool.name), "description": .string(tool.description),
                            "parameters": tool.parameters,
                        ],
                    ]
                })
        }
        return .object(body)
    }

    /// The stop sequences that must be watched for here.
    static func unsentStops(_ request: ModelRequest, dialect: ChatCompletionsDialect) -> [String] {
        let stops = request.options.stopSequences.filter { !$0.isEmpty }
        return dialect.takesSampling && stops.count <= dialect.stopLimit ? [] : stops
    }

    private static func responseFormat(_ envelope: StructuredEnvelope, dialect: ChatCompletionsDialect) -> JSONValue? {
        switch dialect.structuredOutput {
        case .none: return nil
        case .json: return ["type": "json_object"]
        case .schema:
            var schema = JSONObject([
                ("name", .string(envelope.name)), ("schema", envelope.sent),
                ("strict", .bool(StrictSchema.fits(envelope.sent))),
            ])
            if let description = envelope.schema.description { schema["description"] = .string(description) }
            return ["type": "json_schema", "json_schema": .object(schema)]
        }
    }

    private static func messages(
        _ request: ModelRequest, dialect: ChatCompletionsDialect, envelope: StructuredEnvelope?
    ) -> [JSONValue] {
        var all = request.messages.map(message)
        if dialect.structuredOutput == .json, let envelope {
            // The provider refuses `json_object` when no message speaks of JSON; whoever built the prompt may have put the
            // schema there already.
            let schema = envelope.sent.description
            if !request.messages.contains(where: { $0.content.contains(schema) }) {
                all.insert(
                    [
                        "role": "system",
                        "content": .string(
                            "Answer with one JSON value that is valid under this JSON Schema: \(schema)"),
                    ], at: 0)
            }
        }
        return all
    }

    private static func message(_ message: Message) -> JSONValue {
        var object = JSONObject([("role", .string(message.role.rawValue)), ("content", .string(message.content))])
        if message.role == .assistant, let calls = message.toolCalls, !calls.isEmpty {
            if message.content.isEmpty { object["content"] = .null }
            object["tool_calls"] = .array(
                calls.map { call in
                    [
                        "id": .string(call.id), "type": "function",
                        "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
                    ]
                })
        }
        if message.role == .tool, let id = message.toolCallID { object["tool_call_id"] = .string(id) }
        return .object(object)
    }

    /// The shortest decimal that denotes the number; finite numbers only.
    static func decimal(_ value: Double) -> JSONValue { JSONNumber("\(value)").map { .number($0) } ?? .null }
}
