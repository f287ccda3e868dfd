/// One message of a prompt.
public struct Message: Hashable, Codable, Sendable {
    public enum Role: String, Codable, Sendable { case system, user, assistant, tool }

    public var role: Role
    public var content: String
    /// What the model thought before it answered, kept apart from the answer; not sent again.
    public var reasoning: String?
    /// What the model asks the caller to run; only in messages of the assistant.
    public var toolCalls: [ToolCall]?
    /// The call that this message is the result of; only in messages of a tool.
    public var toolCallID: String?

    public init(
        _ role: Role, _ content: String, reasoning: String? = nil, toolCalls: [ToolCall]? = nil,
        toolCallID: String? = nil
    ) {
        self.role = role
        self.content = content
        self.reasoning = reasoning
        self.toolCalls = toolCalls
        self.toolCallID = toolCallID
    }
}

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
