/// Which chat template lays out a model's conversations, and why that one.
public struct ChatTemplateChoice: Hashable, Sendable {
    /// `the file's own`, the name of a family, or where the setting's text comes from.
    public var name: String
    /// The reason, as a part of a sentence.
    public var reason: String
    /// Whether the model's own file says so. A family stands in for a template that the file should carry.
    public var isFromFile: Bool

    package init(name: String, reason: String, isFromFile: Bool) {
        self.name = name
        self.reason = reason
        self.isFromFile = isFromFile
    }

    /// Name and reason in one line, for a person.
    public var summary: String { "\(name), because \(reason)" }
}
