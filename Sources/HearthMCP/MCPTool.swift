public import HearthCore
package import HearthSchema

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

    /// A tool whose schemas are those of its types: what they say is what is asked for, held against, and given.
    package init<Arguments: WireRequest, Answer: ToolValue>(
        name: String, title: String, description: String, isReadOnly: Bool = true,
        run: @escaping @Sendable (Arguments, ToolContext) async throws -> TypedResult<Answer>
    ) {
        self.init(
            name: name, title: title, description: description, inputSchema: Self.schema(of: Arguments.self),
            outputSchema: Self.schema(of: Answer.self), isReadOnly: isReadOnly
        ) { object, context in
            let arguments: Arguments
            do {
                arguments = try Arguments.read(.object(object), WirePlace(name: ""))
            } catch let problem as WireProblem {
                return ToolResult("The arguments do not fit: \(problem.message)", isError: true)
            }
            let result = try await run(arguments, context)
            return ToolResult(result.text, structured: try result.structured?.json(), isError: result.isError)
        }
    }

    private static func schema(of type: any WireType.Type) -> JSONValue {
        var components = WireComponents()
        // What fails here is a type that somebody wrote, at the first look at the list of tools; no input comes near it.
        guard let shape = try? type.shape(&components), components.schemas.isEmpty else {
            // As said above.
            preconditionFailure("\(type) has no schema that stands alone.")
        }
        return .object(shape)
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Tool {
        MCPWire.Tool(
            name: name, description: description, inputSchema: inputSchema,
            title: version.hasStructuredContent ? title : nil,
            outputSchema: version.hasStructuredContent ? outputSchema : nil,
            annotations: version.hasAnnotations
                ? .init(
                    title: title, readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: isReadOnly,
                    openWorldHint: false) : nil)
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

/// An object in the results of tools. It is written out where it is used: a tool's schema stands alone, and refers to nothing.
package protocol ToolValue: WireType {}

extension ToolValue {
    package static var name: String? { nil }
}

/// What a tool gives back whose types are known.
package struct TypedResult<Value: ToolValue>: Sendable {
    var text: String
    var structured: Value?
    var isError: Bool

    package init(_ text: String, _ structured: Value) {
        self.init(text: text, structured: structured, isError: false)
    }

    /// What the tool could not do, for the model to read.
    package static func refused(_ why: String) -> TypedResult {
        TypedResult(text: why, structured: nil, isError: true)
    }

    private init(text: String, structured: Value?, isError: Bool) {
        (self.text, self.structured, self.isError) = (text, structured, isError)
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
