/// What stands out in a transcript. Every item carries the words it stands on, with their cues and times.
public struct TranscriptHighlights: Hashable, Codable, Sendable {
    /// Three to five sentences from different parts that say most about the whole, in order of time; fewer in a short
    /// transcript.
    public var keyMoments: [TranscriptHighlight]
    /// A sentence that can stand alone; `nil` where none can.
    public var bestQuote: TranscriptHighlight?
    /// Where people laugh, or get excited; `nil` where nothing tells of it.
    public var entertainingMoment: TranscriptHighlight?
    /// Where somebody objects; `nil` where nobody does.
    public var controversialPoint: TranscriptHighlight?
    /// What somebody took on, was asked to do, or should be done, in order of time.
    public var actionItems: [ActionItem]
    /// Questions in order of time.
    public var questions: [SpokenExchange]
    public var sentiment: Sentiment
    public var engagement: Engagement
}

/// A moment worth going to.
public struct TranscriptHighlight: Hashable, Codable, Sendable {
    /// What it is about, in a few words of the transcript.
    public var title: String
    public var quote: TranscriptQuote
    /// Comparable within one kind of one transcript only.
    public var score: Double
}

/// Something to be done.
public struct ActionItem: Hashable, Codable, Sendable {
    /// Who is to do it, as far as the words tell: the speaker who says "I will", or a speaker who is named.
    public var owner: String?
    /// By when, in the words that were said: "by Friday".
    public var due: String?
    public var quote: TranscriptQuote
    /// From 0 to 1: how much in the words speaks for a task rather than a manner of speaking.
    public var confidence: Double
}

/// A question and what was answered.
public struct SpokenExchange: Hashable, Codable, Sendable {
    public var question: TranscriptQuote
    /// The turn that follows, or what the asker says next where only one person speaks; `nil` where nothing follows.
    public var answer: TranscriptQuote?
    /// From 0 to 1: how much speaks for it that the answer answers the question. 0 without an answer.
    public var confidence: Double
}

/// The mood of what is said, counted with a list of words. Irony is beyond it.
public struct Sentiment: Hashable, Codable, Sendable {
    public enum Label: String, Codable, Sendable, CaseIterable {
        case positive, negative, mixed, neutral
    }

    public var label: Label
    /// From -1 to 1: the balance of positive and negative words, drawn towards 0 where there are few.
    public var score: Double
    /// How often words of each kind occur; a negated word counts for the other kind.
    public var positive: Int
    public var negative: Int
}

/// How lively a conversation is, by what can be counted in it.
public struct Engagement: Hashable, Codable, Sendable {
    public enum Level: String, Codable, Sendable, CaseIterable {
        case low, medium, high
    }

    public var level: Level
    /// From 0 to 1.
    public var score: Double
    /// Per 100 words.
    public var questions: Double
    public var speakerChanges: Double
    /// Laughter, applause and exclamations, per 100 words.
    public var excitement: Double
}
