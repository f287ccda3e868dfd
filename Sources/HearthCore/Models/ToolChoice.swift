/// Whether a model may call tools or has to, and how many at once.
public struct ToolChoice: Hashable, Codable, Sendable {
    /// Whether the answer has to be a call. An engine that cannot be kept to that (``ModelCapabilities/requiredTools``) is not asked.
    public var isRequired: Bool
    /// Whether one answer may call several.
    public var allowsSeveral: Bool

    public init(isRequired: Bool = false, allowsSeveral: Bool = true) {
        self.isRequired = isRequired
        self.allowsSeveral = allowsSeveral
    }
}

/// A piece of a call, while a model writes it. The first piece with an ``index`` begins that call, the first piece with another
/// one ends it; in between come its arguments.
public struct ToolCallDelta: Hashable, Sendable {
    /// Which of the answer's calls it is, from 0.
    public var index: Int
    /// Those of the call, the same in all of its pieces.
    public var id: String
    public var name: String
    /// The next piece of the JSON; empty where the call begins.
    public var arguments: String

    public init(index: Int, id: String, name: String, arguments: String = "") {
        self.index = index
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}
