import HearthCore

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
