import HearthCore

/// A tool call that a client insists on, made as an answer that is kept to a schema: every engine that follows schemas can
/// do that, also one that was never trained to call tools.
struct ForcedCall: Sendable {
    private let tools: [ToolDefinition]

    /// - Parameter tools: One of these is called; at least one.
    init(_ tools: [ToolDefinition]) { self.tools = tools }

    /// The arguments alone where the tool is certain; else its name with them.
    var schema: GenerationSchema {
        if tools.count == 1, let tool = tools.first {
            // A schema's name is narrower than a tool's.
            let name = String(tool.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            return GenerationSchema(
                name: name, description: tool.description.isEmpty ? nil : tool.description,
                root: Self.arguments(of: tool))
        }
        let calls = tools.enumerated().map { index, tool -> JSONValue in
            // What a tool's schema refers to is where the schema is now.
            let arguments = Self.arguments(of: tool).movingReferences(to: "#/anyOf/\(index)/properties/arguments")
            return [
                "type": "object",
                "properties": ["name": ["const": .string(tool.name)], "arguments": arguments],
                "required": ["name", "arguments"], "additionalProperties": false,
            ]
        }
        return GenerationSchema(
            name: "call", description: "A call of one of the functions.", root: ["anyOf": .array(calls)])
    }

    /// Arguments are an object, also where the schema does not say so.
    private static func arguments(of tool: ToolDefinition) -> JSONValue {
        guard var schema = tool.parameters.objectValue, schema["type"] == nil else { return tool.parameters }
        schema["type"] = "object"
        return .object(schema)
    }

    /// The conversation with what is wanted now, in the one place where every chat template takes it.
    func messages(_ messages: [Message]) -> [Message] {
        var messages = messages
        let list = tools.map { "- \($0.name)\($0.description.isEmpty ? "" : ": \($0.description)")" }
        let wanted =
            tools.count == 1
            ? "Answer with the arguments of a call of this function, as JSON:\n"
            : "Answer with a call of one of these functions, its name and its arguments, as JSON:\n"
        let text = wanted + list.joined(separator: "\n")
        if messages.first?.role == .system {
            messages[0].content += "\n\n" + text
        } else {
            messages.insert(Message(.system, text), at: 0)
        }
        return messages
    }

    /// - Throws: ``ServerError`` when the answer is no call, which the schema excludes.
    func call(from json: String) throws -> ToolCall {
        let id = Identifier.make("call_")
        if tools.count == 1, let tool = tools.first { return ToolCall(id: id, name: tool.name, arguments: json) }
        let value = try? JSONValue(parsing: json)
        guard let name = value?["name"]?.stringValue, tools.contains(where: { $0.name == name }),
            let arguments = value?["arguments"]
        else { throw ServerError(.malformedResponse, "The engine called no function. Ask again.") }
        return ToolCall(id: id, name: name, arguments: arguments.description)
    }
}

// MARK: -

/// Checks tools that a program offers, before any engine sees them: what is no tool is the program's to mend, whoever serves.
enum OfferedTools {
    /// Longer ones no service takes.
    private static let longestName = 128

    /// - Throws: ``ServerError``, status 400, which names the field.
    static func check(_ tools: [ToolDefinition], _ fields: RequestFields) throws {
        var names: Set<String> = []
        for tool in tools {
            guard (1...longestName).contains(tool.name.utf8.count) else {
                throw fields.wrong("tools", "a list of tools with names of 1 to \(longestName) bytes")
            }
            guard names.insert(tool.name).inserted else {
                throw fields.wrong("tools", "a list of tools with names of their own; \(tool.name) is there twice")
            }
            // What a schema says of arguments that are no object could never be met.
            guard let schema = tool.parameters.objectValue, schema["type"] == nil || schema["type"] == "object" else {
                throw fields.wrong(
                    "tools",
                    "a list of tools whose parameters are a JSON Schema of an object; those of \(tool.name) are not")
            }
        }
    }
}
