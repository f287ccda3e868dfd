public import HearthCore

/// A summary of one text, with what was read of it.
public struct TextSummary: Sendable {
    public struct Sentence: Hashable, Sendable {
        public var text: String
        public var span: TextSpan
    }

    /// How much of the text an engine has read, in chunks.
    public struct Coverage: Hashable, Codable, Sendable {
        public var chunks: Int
        public var read: Int
        /// Left out on purpose, as by sampling.
        public var skipped: Int
        /// Refused by the engine.
        public var refused: Int
    }

    public var text: String
    /// Where the sentences stand in the text, when the summary is extractive; `nil` when an engine wrote it.
    public var sentences: [Sentence]?
    public var coverage: Coverage
    public var route: RoutingDecision
    public var usage: TokenUsage
    public var notes: [String]
}

/// Where a summary stands.
public enum SummaryEvent: Sendable {
    /// Part `part` of `parts` is being read.
    case reading(part: Int, parts: Int)
    case final(TextSummary)
}
