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
            if request.toolChoice.isRequired { body["tool_choice"] = "required" }
            if !request.toolChoice.allowsSeveral { body["parallel_tool_calls"] = false }
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

/// Whether a schema lies in the part of JSON Schema that OpenAI guarantees to follow (`strict: true`).
///
/// From "Structured model outputs" of OpenAI's documentation, as of 2025-10: every object lists all of its properties as
/// required and allows no others; a small set of keywords; 5,000 properties, 10 levels, 1,000 enumerated values.
struct StrictSchema {
    private static let keywords: Set<String> = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs",
        "definitions", "title", "description", "pattern", "format", "multipleOf", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "$schema",
    ]
    private static let formats: Set<String> = [
        "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
    ]
    private static let levelLimit = 10

    private var properties = 0
    private var choices = 0

    static func fits(_ root: JSONValue) -> Bool {
        guard root["type"]?.stringValue == "object", root["anyOf"] == nil else { return false }
        var check = StrictSchema()
        return check.fits(root, level: 0)
    }

    private mutating func fits(_ value: JSONValue, level: Int) -> Bool {
        guard let schema = value.objectValue, level <= Self.levelLimit,
            schema.keys.allSatisfy(Self.keywords.contains)
        else { return false }
        if let address = schema["$ref"] {
            guard let text = address.stringValue, text == "#" || text.hasPrefix("#/$defs/") else { return false }
        }
        if let format = schema["format"]?.stringValue, !Self.formats.contains(format) { return false }
        if let values = schema["enum"]?.arrayValue {
            choices += values.count
            guard choices <= 1000 else { return false }
        }
        let members = schema["properties"]?.objectValue
        if schema["type"]?.stringValue == "object" || members != nil {
            guard schema["additionalProperties"]?.boolValue == false else { return false }
            let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
            guard required.count == members?.count ?? 0, members?.keys.allSatisfy(required.contains) ?? true else {
                return false
            }
        } else if schema["additionalProperties"] != nil {
            return false
        }
        properties += members?.count ?? 0
        guard properties <= 5000 else { return false }
        for member in members?.values ?? [] {
            guard fits(member, level: level + 1) else { return false }
        }
        if let items = schema["items"] {
            guard fits(items, level: level + 1) else { return false }
        }
        for choice in schema["anyOf"]?.arrayValue ?? [] {
            guard fits(choice, level: level + 1) else { return false }
        }
        for key in ["$defs", "definitions"] {
            for definition in schema[key]?.objectValue?.values ?? [] {
                guard fits(definition, level: level + 1) else { return false }
            }
        }
        return true
    }
}

// MARK: - Tools told in words

/// Tools that a model is told of in words, for a server that does not take them, and its calls read from what it writes.
///
/// The form is that of Hermes, which most models have seen: each call as JSON between `<tool_call>` marks.
struct ToldTools: Sendable {
    private static let opening = "<tool_call>"
    private static let closing = "</tool_call>"

    private let names: Set<String>

    init(_ tools: [ToolDefinition]) { names = Set(tools.map(\.name)) }

    /// The request without tools, with all that is about them as text.
    static func told(_ request: ModelRequest) -> ModelRequest {
        var told = request
        told.tools = []
        var words = "You can call functions. They are, one a line:"
        for tool in request.tools {
            let line: JSONValue = [
                "name": .string(tool.name), "description": .string(tool.description), "parameters": tool.parameters,
            ]
            words += "\n\(line)"
        }
        words += "\nTo call one, write \(opening){\"name\": …, \"arguments\": {…}}\(closing) and nothing after it."
        if request.toolChoice.allowsSeveral { words += " To call several, write several of these." }
        words +=
            request.toolChoice.isRequired
            ? " You have to call one now." : " Where none helps, answer without calling any."
        told.messages = request.messages.map(message)
        if let first = told.messages.first, first.role == .system {
            told.messages[0].content = first.content.isEmpty ? words : first.content + "\n\n" + words
        } else {
            told.messages.insert(Message(.system, words), at: 0)
        }
        return told
    }

    private static func message(_ message: Message) -> Message {
        switch message.role {
        case .assistant:
            let calls = (message.toolCalls ?? []).map { call in
                // What is no JSON is shown as the text that it is.
                let arguments = (try? JSONValue(parsing: call.arguments)) ?? .string(call.arguments)
                let value: JSONValue = ["name": .string(call.name), "arguments": arguments]
                return "\(opening)\(value)\(closing)"
            }
            return Message(.assistant, ([message.content] + calls).filter { !$0.isEmpty }.joined(separator: "\n"))
        // Templates of models without tools know no such role.
        case .tool: return Message(.user, "<tool_response>\n\(message.content)\n</tool_response>")
        case .system, .user: return message
        }
    }

    /// The calls in a text, and the text without them. What is between marks and is no call of a known tool stays text.
    func read(_ text: String) -> (text: String, calls: [ToolCall]) {
        var rest = text[...]
        var kept = ""
        var calls: [ToolCall] = []
        while calls.count < ToolCallAssembler.callLimit, let open = rest.firstRange(of: Self.opening) {
            let inside = rest[open.upperBound...]
            let close = inside.firstRange(of: Self.closing)
            let end = close?.lowerBound ?? inside.endIndex
            let after = close?.upperBound ?? inside.endIndex
            kept += rest[..<open.lowerBound]
            if let call = call(inside[..<end], number: calls.count) {
                calls.append(call)
            } else {
                kept += rest[open.lowerBound..<after]
            }
            rest = rest[after...]
        }
        kept += rest
        guard !calls.isEmpty else { return (text, []) }
        let isEmpty = kept.allSatisfy(\.isWhitespace)
        return (isEmpty ? "" : kept, calls)
    }

    private func call(_ text: Substring, number: Int) -> ToolCall? {
        guard let value = try? JSONValue(parsing: String(text)), let name = value["name"]?.stringValue,
            names.contains(name)
        else { return nil }
        let arguments: JSONValue
        switch value["arguments"] ?? value["parameters"] {
        case nil, .null?: arguments = [:]
        case let object?: arguments = object
        }
        guard arguments.objectValue != nil else { return nil }
        return ToolCall(id: "call_\(number)", name: name, arguments: arguments.description)
    }
}
