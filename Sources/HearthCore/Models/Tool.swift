/// A function that a model may ask the caller to run.
public struct ToolDefinition: Hashable, Sendable {
    public var name: String
    public var description: String
    /// The JSON Schema of the arguments, an object.
    public var parameters: JSONValue

    public init(name: String, description: String, parameters: JSONValue) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// A model's wish to have a tool run. Nothing is ever run on its own: the caller decides.
public struct ToolCall: Hashable, Codable, Sendable {
    public var id: String
    public var name: String
    /// JSON as the model wrote it, not checked.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}
