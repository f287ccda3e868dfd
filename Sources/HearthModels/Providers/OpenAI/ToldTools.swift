import HearthCore

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
