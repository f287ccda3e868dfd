/// What a transcript is about.
public struct TranscriptSummary: Hashable, Codable, Sendable {
    public enum EngagementLevel: String, Codable, Sendable, CaseIterable {
        case low, medium, high
    }

    /// Two or three sentences; of the transcript itself, when no model wrote them.
    public var summary: String
    /// Most important first.
    public var mainTopics: [String]
    /// What a listener should remember.
    public var keyTakeaways: [String]
    /// Whom it is for; `nil` when that cannot be told.
    public var targetAudience: String?
    public var engagementLevel: EngagementLevel
    /// The words of the transcript on which summary and takeaways stand, in order of time. Empty when a model wrote them in its
    /// own words and none of them could be traced back.
    public var evidence: [TimedQuote]
    /// The names of fields that are estimates by counting, not judgements.
    public var estimated: [String]
}
