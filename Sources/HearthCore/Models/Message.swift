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
