public import HearthCore
import HearthSchema

/// Something that a model may ask to be done.
public struct MCPTool: Sendable {
    public let name: String
    public let title: String
    public let description: String
    /// JSON Schema of the arguments, an object.
    public let inputSchema: JSONValue
    /// JSON Schema of ``ToolResult/structured``; `nil` when there is none.
    public let outputSchema: JSONValue?
    /// Whether it changes nothing.
    public let isReadOnly: Bool
    let run: @Sendable (JSONObject, ToolContext) async throws -> ToolResult

    public init(
        name: String, title: String, description: String, inputSchema: JSONValue, outputSchema: JSONValue? = nil,
        isReadOnly: Bool = true, run: @escaping @Sendable (JSONObject, ToolContext) async throws -> ToolResult
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.outputSchema = outputSchema
        self.isReadOnly = isReadOnly
        self.run = run
    }

    func value(_ version: ProtocolVersion) -> JSONValue {
        var object: JSONObject = [
            "name": .string(name), "description": .string(description), "inputSchema": inputSchema,
        ]
        if version.hasStructuredContent {
            object["title"] = .string(title)
            object["outputSchema"] = outputSchema
        }
        if version.hasAnnotations {
            object["annotations"] = [
                "title": .string(title), "readOnlyHint": .bool(isReadOnly), "destructiveHint": false,
                "idempotentHint": .bool(isReadOnly), "openWorldHint": false,
            ]
        }
        return .object(object)
    }

    /// What is wrong with arguments; `nil` when nothing is.
    func problem(with arguments: JSONObject) -> String? {
        do {
            let failures = try JSONSchema(inputSchema).failures(of: .object(arguments))
            guard !failures.isEmpty else { return nil }
            return failures.prefix(5).map { "\($0.path.isEmpty ? "arguments" : $0.path): \($0.message)" }
                .joined(separator: " ")
        } catch {
            return "The arguments are too deep or too large to be checked."
        }
    }
}

/// What a tool gives back.
public struct ToolResult: Sendable {
    /// For the model to read.
    public var text: String
    /// The same for a program, as the tool's output schema describes it.
    public var structured: JSONValue?
    public var isError: Bool

    public init(_ text: String, structured: JSONValue? = nil, isError: Bool = false) {
        self.text = text
        self.structured = structured
        self.isError = isError
    }
}

/// What a tool may use while it works.
public struct ToolContext: Sendable {
    let report: @Sendable (_ fraction: Double, _ message: String) async -> Void

    /// Tells the client how far the work is, where it asked to be told.
    ///
    /// - Parameter fraction: From 0 to 1; may not go back.
    public func progress(_ fraction: Double, _ message: String) async { await report(fraction, message) }
}
