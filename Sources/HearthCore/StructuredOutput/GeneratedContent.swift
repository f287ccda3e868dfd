/// A value that a model generated.
public struct GeneratedContent: Hashable, Sendable {
    public var value: JSONValue
    /// Whether generation had ended; a snapshot in the middle of a stream is not complete.
    public var isComplete: Bool

    public init(_ value: JSONValue, isComplete: Bool = true) {
        self.value = value
        self.isComplete = isComplete
    }
}
