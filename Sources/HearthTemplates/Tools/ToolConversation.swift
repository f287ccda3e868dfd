public import HearthCore

extension PromptTemplate {
    /// Lays out a conversation with its tools, calls and results, as the template itself does.
    ///
    /// Templates differ in where they want the tools, and in how they want earlier calls. What they take is found out with words
    /// put in place of what was said: a form in which any of them gets lost is not used.
    ///
    /// - Parameter request: What else the template is given; its messages and tools are replaced.
    /// - Returns: `nil` where the template takes no tools, or leaves calls or results out.
    /// - Throws: ``TemplateError`` of kind limit; `CancellationError`.
    public func render(
        _ messages: [Message], tools: [ToolDefinition], format: ToolCallFormat, as request: Request
    ) throws -> Prompt? {
        for form in ToolConversation.Form.all {
            do {
                let probe = ToolConversation.probe(messages, tools)
                let probed = try render(form.applied(to: request, probe.messages, probe.tools, format))
                guard !probed.leavesMessagesOut else { continue }
                let text = Text(Array(probed.parts.flatMap(\.text)))
                guard ToolConversation.stand(probe.words, in: text) else { continue }
                let prompt = try render(form.applied(to: request, messages, tools, format))
                if !prompt.leavesMessagesOut { return prompt }
            } catch let error as TemplateError where error.reason != .limit {
                continue
            }
        }
        return nil
    }
}

/// Conversations with tools in the forms that templates take, and in plain words for templates that take none.
public enum ToolConversation {
    /// Where a template wants tools and calls.
    struct Form {
        enum Arguments { case object, text }

        /// How the arguments of a call stand in the conversation; `nil` where the whole call is text of the message.
        var arguments: Arguments?
        /// Whether the tools are a field of the system message, as JSON, and not a variable of the template.
        var isInSystemMessage = false
        /// Whether each call has a message of its own, with its result right behind it.
        var isOneByOne = false

        static let all = [
            Form(arguments: .object), Form(arguments: .text), Form(arguments: .object, isOneByOne: true),
            Form(arguments: .text, isOneByOne: true), Form(arguments: nil, isInSystemMessage: true),
        ]

        func applied(
            to request: PromptTemplate.Request, _ messages: [Message], _ tools: [ToolDefinition],
            _ format: ToolCallFormat
        ) -> PromptTemplate.Request {
            var request = request
            let ids = CallIDs(messages)
            var plain = isOneByOne ? ToolConversation.oneByOne(messages) : messages
            let definitions = tools.map(ToolConversation.definition)
            if isInSystemMessage, !tools.isEmpty, plain.first?.role != .system {
                plain.insert(Message(.system, ""), at: 0)
            }
            request.messages = plain.map { value($0, ids, format) }
            if isInSystemMessage {
                if !tools.isEmpty, let first = request.messages.first {
                    let text = JSONValue.array(tools.map(ToolConversation.function)).description
                    request.messages[0] = first.setting("tools", .string(text))
                }
            } else {
                request.tools = definitions.map(TemplateValue.init)
            }
            return request
        }

        private func value(_ message: Message, _ ids: CallIDs, _ format: ToolCallFormat) -> TemplateValue {
            var fields: [(String, TemplateValue)] = [("role", .string(message.role.rawValue))]
            let calls = message.toolCalls ?? []
            guard let arguments else {
                fields.append(("content", .string(message.content + (calls.isEmpty ? "" : format.text(of: calls)))))
                return .object(fields)
            }
            fields.append(("content", .string(message.content)))
            if message.role == .assistant, !calls.isEmpty {
                fields.append(
                    (
                        "tool_calls",
                        .array(
                            calls.map { call in
                                let parsed = (try? JSONValue(parsing: call.arguments)).map(TemplateValue.init)
                                let value = arguments == .object ? parsed : nil
                                return .object([
                                    ("id", .string(ids[call.id])), ("type", .string("function")),
                                    (
                                        "function",
                                        .object([
                                            ("name", .string(call.name)),
                                            ("arguments", value ?? .string(call.arguments)),
                                        ])
                                    ),
                                ])
                            })
                    ))
            }
            if message.role == .tool {
                fields.append(("tool_call_id", .string(ids[message.toolCallID ?? ""])))
                if let name = ids.name(message.toolCallID) { fields.append(("name", .string(name))) }
            }
            return .object(fields)
        }
    }

    /// Ids as every template takes them: some want nine letters and digits exactly.
    struct CallIDs {
        private var ids: [String: String] = [:]
        private var names: [String: String] = [:]

        init(_ messages: [Message]) {
            for message in messages {
                for call in message.toolCalls ?? [] {
                    add(call.id)
                    names[call.id] = call.name
                }
                if message.role == .tool { add(message.toolCallID ?? "") }
            }
        }

        private mutating func add(_ id: String) {
            guard ids[id] == nil else { return }
            let number = String(ids.count)
            ids[id] = "call" + String(repeating: "0", count: max(0, 5 - number.count)) + number
        }

        subscript(id: String) -> String { ids[id] ?? "call00000" }

        func name(_ id: String?) -> String? { id.flatMap { names[$0] } }
    }

    /// Whether a conversation has anything to do with tools.
    public static func isNeeded(_ messages: [Message], _ tools: [ToolDefinition]) -> Bool {
        !tools.isEmpty || messages.contains { $0.role == .tool || $0.toolCalls?.isEmpty == false }
    }

    /// A tool as OpenAI's interface has it, which is what templates expect.
    static func definition(_ tool: ToolDefinition) -> JSONValue {
        .object(JSONObject([("type", "function"), ("function", function(tool))]))
    }

    static func function(_ tool: ToolDefinition) -> JSONValue {
        .object(
            JSONObject([
                ("name", .string(tool.name)), ("description", .string(tool.description)),
                ("parameters", tool.parameters),
            ]))
    }

    /// Calls apart, each with the result that belongs to it right behind it.
    static func oneByOne(_ messages: [Message]) -> [Message] {
        var result: [Message] = []
        var taken: Set<Int> = []
        for (index, message) in messages.enumerated() where !taken.contains(index) {
            let calls = message.toolCalls ?? []
            guard message.role == .assistant, calls.count > 1 else {
                result.append(message)
                continue
            }
            let end = messages[(index + 1)...].firstIndex { $0.role != .tool } ?? messages.endIndex
            for (number, call) in calls.enumerated() {
                result.append(Message(.assistant, number == 0 ? message.content : "", toolCalls: [call]))
                for place in index + 1..<end where !taken.contains(place) && messages[place].toolCallID == call.id {
                    result.append(messages[place])
                    taken.insert(place)
                }
            }
        }
        return result
    }

    /// The conversation with words in place of what calls, results and tools are called and say. A real name may stand in a
    /// template by chance.
    static func probe(
        _ messages: [Message], _ tools: [ToolDefinition]
    ) -> (messages: [Message], tools: [ToolDefinition], words: [String]) {
        var words: [String] = []
        func word() -> String {
            words.append("\(wordBeginning)\(words.count)of")
            return words.last ?? ""
        }
        let probed = messages.map { message in
            var message = message
            if message.role == .tool { message.content = word() }
            message.toolCalls = message.toolCalls?.map { call in
                ToolCall(id: call.id, name: word(), arguments: "{\"needle\": \"\(word())\"}")
            }
            return message
        }
        let probedTools = tools.map { tool in
            ToolDefinition(name: word(), description: tool.description, parameters: tool.parameters)
        }
        return (probed, probedTools, words)
    }

    private static let wordBeginning = "needle"

    /// Whether all words of a probe stand in a text, which is read once: a long conversation has thousands of them.
    static func stand(_ words: [String], in text: Text) -> Bool {
        var missing = Set(words)
        let beginning = Array(wordBeginning.utf8)
        var place = 0
        while !missing.isEmpty, let start = text.find(beginning, from: place) {
            place = start + beginning.count
            while place < text.bytes.count, (0x30...0x39).contains(text.bytes[place]) { place += 1 }
            let end = min(place + 2, text.bytes.count)
            missing.remove(String(decoding: text.bytes[start..<end], as: UTF8.self))
        }
        return missing.isEmpty
    }

    // MARK: - In words

    /// The conversation for a template that knows of no tools: they are described in the system message, earlier calls stand as
    /// the assistant's text, and results as the user's.
    public static func told(_ messages: [Message], _ tools: [ToolDefinition], _ choice: ToolChoice) -> [Message] {
        var result: [Message] = []
        let ids = CallIDs(messages)
        let hasResults = messages.contains { $0.role == .tool }
        for message in messages {
            switch message.role {
            case .assistant where message.toolCalls?.isEmpty == false:
                let said = message.content.isEmpty ? "" : message.content + "\n"
                result.append(
                    Message(.assistant, said + ToolCallFormat.generic.text(of: message.toolCalls ?? [])))
            case .tool:
                let name = ids.name(message.toolCallID).map { " name=\"\($0)\"" } ?? ""
                append("<tool_response\(name)>\n\(message.content)\n</tool_response>", to: &result)
            // Many templates want the two sides to take turns.
            case .user where result.last?.role == .user && hasResults:
                append(message.content, to: &result)
            default: result.append(message)
            }
        }
        guard !tools.isEmpty else { return result }
        let text = instructions(tools, choice)
        if result.first?.role == .system {
            result[0].content += "\n\n" + text
        } else {
            result.insert(Message(.system, text), at: 0)
        }
        return result
    }

    private static func append(_ text: String, to messages: inout [Message]) {
        if messages.last?.role == .user {
            messages[messages.count - 1].content += "\n" + text
        } else {
            messages.append(Message(.user, text))
        }
    }

    private static func instructions(_ tools: [ToolDefinition], _ choice: ToolChoice) -> String {
        let list = tools.map { function($0).description }.joined(separator: "\n")
        return """
            You can call functions. These are there, each with the JSON Schema of its arguments:
            \(list)

            To call one, write exactly this, with a JSON object between the marks:
            <tool_call>
            {"name": "the function's name", "arguments": {"an argument": "its value"}}
            </tool_call>
            \(choice.allowsSeveral ? "Several calls may follow each other. " : "")\
            The results then come between <tool_response> and </tool_response>. \
            \(choice.isRequired ? "Now call a function." : "Call a function only where it helps; otherwise answer in words.")
            """
    }
}

extension ToolCallFormat {
    /// Calls as a model of this format writes them.
    public func text(of calls: [ToolCall]) -> String {
        let mark = marks.first ?? ""
        func object(_ call: ToolCall) -> String {
            "{\"name\": \(JSONValue.string(call.name)), \"\(argumentsKey)\": \(call.arguments)}"
        }
        switch arrangement {
        case .object:
            // Where an object alone is a call, the mark is for programs that run in the model's place.
            let opening = takesBareObjects ? "" : mark + lead
            return calls.map { opening + object($0) + close }.joined(separator: "\n")
        case .list: return mark + lead + "[" + calls.map(object).joined(separator: ", ") + "]" + close
        case .named(let separator):
            return calls.map { mark + lead + $0.name + separator + $0.arguments + close }.joined()
        }
    }
}

extension TemplateValue {
    /// What JSON says, in its order.
    public init(_ value: JSONValue) {
        switch value {
        case .null: self = .none
        case .bool(let flag): self = .bool(flag)
        case .number(let number):
            self = number.intValue.map(TemplateValue.int) ?? .double(Double(number.description) ?? 0)
        case .string(let text): self = .string(text)
        case .array(let items): self = .array(items.map(TemplateValue.init))
        case .object(let object):
            self = .object(zip(object.keys, object.values).map { ($0, TemplateValue($1)) })
        }
    }
}
