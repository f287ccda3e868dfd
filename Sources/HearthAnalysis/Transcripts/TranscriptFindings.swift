import HearthExtractive
import HearthText

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

/// What a transcript is filed under.
public struct TranscriptTags: Hashable, Codable, Sendable {
    public enum Difficulty: String, Codable, Sendable, CaseIterable {
        case beginner, intermediate, advanced
    }

    /// Up to ten, most fitting first.
    public var keywords: [String]
    /// `nil` when it cannot be told: naming a category takes a model.
    public var primaryCategory: String?
    public var secondaryCategories: [String]
    public var difficulty: Difficulty?
    public var technicalTerms: [String]
    /// The names of fields that are estimates by counting, not judgements.
    public var estimated: [String]
}

/// Who and what is named in a transcript. Each with words that name it, and how often it is named.
public struct TranscriptEntities: Hashable, Codable, Sendable {
    public var people: [Quoted<TranscriptEntity>]
    public var organizations: [Quoted<TranscriptEntity>]
    public var products: [Quoted<TranscriptEntity>]
    public var locations: [Quoted<TranscriptEntity>]
    /// Books, articles, tools, web pages.
    public var resources: [Quoted<TranscriptEntity>]

    var isEmpty: Bool {
        people.isEmpty && organizations.isEmpty && products.isEmpty && locations.isEmpty && resources.isEmpty
    }
}

/// Somebody or something that is named, most often named first within a list; quoted with words around the name.
public struct TranscriptEntity: Hashable, Codable, Sendable {
    public var name: String
    /// How often the name stands in the transcript, as a word of its own; a person's first name or a short form of it counts where it is of nobody
    /// else.
    public var mentions: Int
}

/// What stands out in a transcript. Everything in it is quoted word for word.
public struct TranscriptReel: Hashable, Codable, Sendable {
    /// Three to five moments in order of time; fewer in a short transcript.
    public var highlights: [Quoted<TranscriptMoment>]
    public var bestQuote: Quoted<TranscriptMoment>?
    public var entertainingMoment: Quoted<TranscriptMoment>?
    public var controversialPoint: Quoted<TranscriptMoment>?
    /// What was decided, in order of time.
    public var decisions: [Quoted<TranscriptDecision>]
    /// In order of time.
    public var actionItems: [Quoted<TranscriptTask>]
}

extension TranscriptReel {
    /// What was worked out before decisions were looked for has none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        highlights = try container.decode([Quoted<TranscriptMoment>].self, forKey: .highlights)
        bestQuote = try container.decodeIfPresent(Quoted<TranscriptMoment>.self, forKey: .bestQuote)
        entertainingMoment = try container.decodeIfPresent(Quoted<TranscriptMoment>.self, forKey: .entertainingMoment)
        controversialPoint = try container.decodeIfPresent(Quoted<TranscriptMoment>.self, forKey: .controversialPoint)
        decisions = try container.decodeIfPresent([Quoted<TranscriptDecision>].self, forKey: .decisions) ?? []
        actionItems = try container.decode([Quoted<TranscriptTask>].self, forKey: .actionItems)
    }
}

/// Something that was decided.
public struct TranscriptDecision: Hashable, Codable, Sendable {
    /// What was decided; the quote itself when no model worded it.
    public var decision: String
}

/// A moment worth going to.
public struct TranscriptMoment: Hashable, Codable, Sendable {
    /// What it is about, in a few words.
    public var title: String
}

/// Something to be done.
public struct TranscriptTask: Hashable, Codable, Sendable {
    /// What is to be done; the quote itself when no model worded it.
    public var task: String
    /// Who is to do it, as far as the words tell.
    public var owner: String?
    /// By when, in the words of the transcript.
    public var due: String?
    /// What was said just before, where the task leans on it: "I will write that letter."
    public var context: TimedQuote?
}

/// Something that was found in a transcript, with the words that it stands on.
///
/// What was found is reached through it: `moment.title` and `moment.place` of a `Quoted<TranscriptMoment>`. In JSON both are one
/// object: the fields of the quote stand beside those of the finding.
@dynamicMemberLookup
public struct Quoted<Finding: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    public var finding: Finding
    public var place: TimedQuote

    init(_ finding: Finding, place: TimedQuote) {
        self.finding = finding
        self.place = place
    }

    public init(from decoder: any Decoder) throws {
        finding = try Finding(from: decoder)
        place = try TimedQuote(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try finding.encode(to: encoder)
        try place.encode(to: encoder)
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<Finding, Value>) -> Value {
        get { finding[keyPath: member] }
        set { finding[keyPath: member] = newValue }
    }
}

/// A stretch of a transcript that is about one thing.
public struct TranscriptChapter: Hashable, Codable, Sendable {
    /// Seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// As ``TimedQuote/aboutTime``.
    public var aboutStart: Double?
    /// Where the next chapter starts, or the last cue ends.
    public var end: Double?
    public var title: String
    /// What it is about, in words of the transcript, best first.
    public var keyphrases: [String]
    /// The cues of the chapter. Chapters follow each other without a gap.
    public var cues: Range<Int>
}

extension TranscriptChapter {
    private enum CodingKeys: String, CodingKey { case start, aboutStart, end, title, keyphrases, cues }

    /// Times that the transcript does not give are written as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encodeIfPresent(aboutStart, forKey: .aboutStart)
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

/// Words of a transcript, with the times and the cues that they stand on. Made by code only, so it is always verbatim.
public struct TimedQuote: Hashable, Codable, Sendable {
    /// The words as the cues have them, runs of white space made one space.
    public var quote: String
    /// Where the first of the cues starts, in seconds; `nil` where the transcript gives no time.
    public var startTime: Double?
    /// Where the last of the cues ends, in seconds.
    public var endTime: Double?
    /// About when the words are said, in seconds, where the transcript gives no time for them but has some before and after; an
    /// estimate by the length of what is said between. `nil` where ``startTime`` is there, or nothing can be told.
    public var aboutTime: Double?
    public var speaker: String?
    /// The first cue that holds the words, counted from 0, and the one after the last.
    public var cues: Range<Int>

    init(_ quote: TranscriptQuote) {
        self.init(
            quote: quote.text, startTime: quote.start, endTime: quote.end, speaker: quote.speaker, cues: quote.cues)
    }

    init(quote: String, startTime: Double?, endTime: Double?, speaker: String?, cues: Range<Int>) {
        self.quote = AnnotationMarks.trimmed(PlainText.unmarked(quote))
        // A time that is no number cannot be written as JSON, nor jumped to.
        self.startTime = startTime.flatMap { $0.isFinite ? $0 : nil }
        self.endTime = endTime.flatMap { $0.isFinite ? $0 : nil }
        self.speaker = speaker
        self.cues = cues
    }

    /// The same quote where its cues are part of a longer list.
    func shifted(by cues: Int) -> TimedQuote {
        var moved = self
        moved.cues = (self.cues.lowerBound + cues)..<(self.cues.upperBound + cues)
        return moved
    }
}
