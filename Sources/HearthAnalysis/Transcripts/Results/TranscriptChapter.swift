/// A stretch of a transcript that is about one thing.
public struct TranscriptChapter: Hashable, Codable, Sendable {
    /// Seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// Where the next chapter starts, or the last cue ends.
    public var end: Double?
    public var title: String
    /// What it is about, in words of the transcript, best first.
    public var keyphrases: [String]
    /// The cues of the chapter. Chapters follow each other without a gap.
    public var cues: Range<Int>
}

extension TranscriptChapter {
    private enum CodingKeys: String, CodingKey { case start, end, title, keyphrases, cues }

    /// Times that the transcript does not give are written as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(title, forKey: .title)
        try container.encode(keyphrases, forKey: .keyphrases)
        try container.encode(cues, forKey: .cues)
    }
}

/// A question that is asked in a transcript, and what is answered.
public struct TranscriptExchange: Hashable, Codable, Sendable {
    public var question: TimedQuote
    /// `nil` where nothing follows.
    public var answer: TimedQuote?
    /// From 0 to 1, counted from the words: another speaker, enough words, words in common. 0 without an answer.
    public var confidence: Double
    /// What is talked about around it, best first.
    public var relatedTopics: [String]
}
