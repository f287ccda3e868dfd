import HearthCore
import HearthModels

/// Reads what clients of Ollama's interface send.
enum OllamaFields {
    /// The model's name. A tag that says nothing is no part of it: clients add it by themselves.
    static func model(_ fields: RequestFields) throws -> String {
        let name = try fields.string("model") ?? fields.string("name")
        guard let name, !name.isEmpty else { throw fields.missing("model") }
        return ModelNames.untagged(name)
    }

    static func chat(_ fields: RequestFields, label: SensitivityLabel) throws -> GenerationCall {
        let messages = try conversation(fields.list("messages", most: 10_000) ?? [])
        // This interface has no choice of a tool: whether one is called is the model's to say, whatever else clients send.
        let tools = try OpenAIFields.tools(fields.with("tool_choice", .null), isNested: true)
        return try call(
            fields, messages, offered: tools.offered, known: ["messages", "tools"], label: label)
    }

    static func generation(_ fields: RequestFields, label: SensitivityLabel) throws -> GenerationCall {
        let suffix = try fields.string("suffix").flatMap { $0.isEmpty ? nil : $0 }
        // A text with a gap is none of a conversation either.
        let isRaw = try fields.bool("raw") ?? false || suffix != nil
        let why = suffix == nil ? "raw" : "suffix"
        if isRaw {
            for name in ["system", "format"] where ![nil, ""].contains(fields[name]) {
                throw fields.unsupported(
                    name, "with `\(why)` the prompt is taken as it stands, and nothing is told beside it.")
            }
        }
        if let template = try fields.string("template"), !template.isEmpty {
            throw fields.unsupported("template", "a model's template is set by its owner.")
        }
        let pictures = try fields.pictures(inBase64: "images")
        guard pictures.isEmpty || !isRaw else {
            throw fields.unsupported(
                "images", "with `\(why)` the prompt is taken as it stands, and has no place for pictures.")
        }
        var messages: [Message] = []
        if let system = try fields.string("system"), !system.isEmpty { messages.append(Message(.system, system)) }
        let prompt = try fields.string("prompt") ?? ""
        if !prompt.isEmpty || !pictures.isEmpty || suffix != nil {
            messages.append(Message(.user, prompt, pictures: pictures.map { Picture($0) }))
        }
        var call = try call(
            fields, messages, offered: [],
            known: ["prompt", "system", "raw", "template", "suffix", "images"], label: label)
        guard isRaw else { return call }
        call.task = .textCompletion
        call.suffix = suffix
        call.notes.append("\(why): names of control tokens in the prompt are taken as text.")
        return call
    }

    private static func call(
        _ fields: RequestFields, _ messages: [Message], offered: [ToolDefinition], known: Set<String>,
        label: SensitivityLabel
    ) throws -> GenerationCall {
        var notes: [String] = []
        var options = try options(fields, &notes)
        options.logprobs = try OpenAILogprobs.asked(inChat: fields)
        let common: Set<String> = [
            "model", "name", "stream", "format", "options", "keep_alive", "think", "logprobs", "top_logprobs", "hearth",
        ]
        if let note = fields.note(beyond: common.union(known)) { notes.append(note) }
        if let think = fields["think"] {
            notes.append(
                think == false
                    ? "think: whether a model reasons is up to it; it is not told of."
                    : "think: whether a model reasons is up to it.")
        }
        return GenerationCall(
            model: try model(fields), messages: messages, options: options, schema: try schema(fields),
            tools: offered, label: label, notes: notes)
    }

    /// This interface knows calls by their tools' names and their order; engines know them by ids.
    private static func conversation(_ list: [RequestFields]) throws -> [Message] {
        var count = 0
        /// Calls whose results have not come yet.
        var open: [ToolCall] = []
        return try list.map { fields in
            var message = try message(fields)
            for index in (message.toolCalls ?? []).indices where message.toolCalls?[index].id.isEmpty == true {
                count += 1
                message.toolCalls?[index].id = "call-\(count)"
            }
            open += message.toolCalls ?? []
            guard message.role == .tool else { return message }
            let name = message.toolCallID
            let found =
                open.firstIndex { $0.id == name } ?? open.firstIndex { name == nil || $0.name == name }
            if let found { message.toolCallID = open.remove(at: found).id }
            return message
        }
    }

    /// A message whose calls have the ids that the client knows, and whose result may name a tool in the place of a call.
    private static func message(_ fields: RequestFields) throws -> Message {
        let role = try fields.required("role")
        // They stand before the text.
        let pictures = try fields.pictures(inBase64: "images").map { Picture($0) }
        guard pictures.isEmpty || role == "user" || role == "tool" else {
            throw fields.unsupported("images", "only a user and a tool can show pictures.")
        }
        let content = try fields.string("content") ?? ""
        switch role {
        case "system": return Message(.system, content)
        case "user": return Message(.user, content, pictures: pictures)
        case "assistant":
            let calls = try fields.list("tool_calls", most: 128)?.map { call in
                guard let function = try call.fields("function") else { throw call.missing("function") }
                return ToolCall(
                    id: try call.string("id") ?? "", name: try function.required("name"),
                    arguments: (function["arguments"] ?? [:]).description)
            }
            return Message(.assistant, content, toolCalls: calls)
        case "tool":
            let id = try fields.string("tool_call_id") ?? fields.string("tool_name") ?? fields.string("name")
            return Message(.tool, content, pictures: pictures, toolCallID: id)
        case let other: throw fields.unsupported("role", "\(other.prefix(40)) is not a role.")
        }
    }

    private static func schema(_ fields: RequestFields) throws -> GenerationSchema? {
        guard let format = fields["format"], format != "" else { return nil }
        if format == "json" { return GenerationSchema(name: "object", root: ["type": "object"]) }
        guard format.objectValue != nil else { throw fields.wrong("format", "`json`, or a JSON schema") }
        return GenerationSchema(name: "answer", root: format)
    }

    private static func options(_ fields: RequestFields, _ notes: inout [String]) throws -> GenerationOptions {
        var options = TaskDefaults.options(for: .chat)
        guard let asked = try fields.fields("options") else { return options }
        // Below zero it is "as many as it takes".
        let length = try asked.integer("num_predict", in: -2...1_000_000)
        options.choose(
            temperature: try asked.number("temperature", in: 0...2),
            topK: try asked.integer("top_k", in: 0...1_000_000), topP: try asked.number("top_p", in: 0...1),
            maxTokens: length.flatMap { $0 > 0 ? $0 : nil })
        if let value = try asked.number("min_p", in: 0...1) { options.minP = value }
        if let value = try asked.number("repeat_penalty", in: 0.1...10) { options.repetitionPenalty = value }
        if let value = try asked.number("presence_penalty", in: GenerationOptions.sensiblePenalties) {
            options.presencePenalty = value
        }
        if let value = try asked.number("frequency_penalty", in: GenerationOptions.sensiblePenalties) {
            options.frequencyPenalty = value
        }
        if let seed = try asked.integer("seed", in: Int.min...Int.max) {
            options.seed = UInt32(truncatingIfNeeded: seed)
        }
        options.stopSequences = try (asked.strings("stop", most: 64) ?? []).filter { !$0.isEmpty }
        let known: Set<String> = [
            "num_predict", "temperature", "top_k", "top_p", "min_p", "repeat_penalty", "presence_penalty",
            "frequency_penalty", "seed", "stop",
        ]
        if let note = asked.note(beyond: known) { notes.append(note) }
        return options
    }
}
