public import HearthCore
import HearthText

/// Finds what stands out in a transcript, without a model: moments, quotes, tasks, questions, mood.
///
/// Everything is a sentence of the transcript, chosen by counted evidence: words that many sentences share, markers of
/// what a sentence does (``SpeechMarkers``), and who speaks when. Some languages have markers of their own
/// (``knowsMarkers(of:)``); the others get what needs none: key moments, questions with a question mark, laughter. Mood is counted
/// where there are words of it (``countsMood(in:)``). Time grows in proportion to the transcript.
public struct TranscriptHighlighter: Sendable {
    public init() {}

    /// - Parameters:
    ///   - topics: The transcript's segments, where they are known already; `nil` finds them.
    ///   - language: ISO 639-1; `nil` finds it out.
    ///   - tags: What a tagger says of these cues; `nil` goes by rules and lists of words alone.
    ///   - stops: Where sentences begin that no mark shows, of these cues.
    ///   - answers: Where a reader finds the answers to the questions of these cues; `nil` goes by who speaks when.
    public func highlights(
        of cues: [Cue], topics: [TopicSegment]? = nil, language: String? = nil, tags: TaggedText? = nil,
        stops: RestoredStops? = nil, answers: SpokenAnswers? = nil
    ) -> TranscriptHighlights {
        let text = SpokenText(cues, language: language, stops: stops)
        let context = SpokenContext(text, tags: tags)
        let meter = SentimentMeter(language: text.language)
        let finder = MomentFinder(context, meter: meter)
        let excitement = finder.excitement()
        let questions = QuestionFinder(context, answers: answers)
        // Three parts at least, so that there are three moments; and no more parts than a reader wants to see.
        let parts =
            topics
            ?? TopicSegmenter().segments(
                of: text, count: max(3, TopicSegmenter.defaultCount(words: text.sentences.reduce(0) { $0 + $1.words })))
        return TranscriptHighlights(
            keyMoments: finder.keyMoments(parts), bestQuote: finder.bestQuote(),
            entertainingMoment: finder.entertaining(excitement), controversialPoint: finder.controversial(),
            decisions: DecisionFinder(context).found(), actionItems: ActionItemFinder(context).items(),
            questions: questions.exchanges(),
            sentiment: tags?.sentiment(language: text.language) ?? Self.sentiment(context.words, meter),
            engagement: EngagementMeter.engagement(
                context, questions: context.text.sentences.indices.count { questions.isQuestion($0) },
                excitement: excitement))
    }

    /// Whether there are words in this language (ISO 639-1) by which tasks and objections are found. Where there are none, that none
    /// was found says nothing.
    public static func knowsMarkers(of language: String) -> Bool { SpeechMarkers.promises[language] != nil }

    /// Whether the mood of a text in this language (ISO 639-1) can be counted.
    public static func countsMood(in language: String) -> Bool { SentimentMeter.knows(language) }

    /// The mood of any text, such as a journal entry.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out.
    public func sentiment(of text: String, language: String? = nil) -> Sentiment {
        let language = language ?? LanguageIdentifier().identify(text).language
        let meter = SentimentMeter(language: language)
        let spans = SentenceSplitter().sentences(in: text, language: language)
        return text.withBytes { bytes in
            Self.sentiment(
                spans.lazy.map { SpokenWords(bytes.string($0.range), limit: 80, language: language) }, meter)
        }
    }

    /// By the words of mood of all sentences.
    private static func sentiment(_ sentences: some Sequence<SpokenWords>, _ meter: SentimentMeter) -> Sentiment {
        var (positive, negative) = (0, 0)
        for words in sentences {
            let found = meter.count(words)
            positive += found.positive
            negative += found.negative
        }
        return SentimentMeter.sentiment(positive: positive, negative: negative)
    }

    /// The tasks alone, of any sentences with or without times, such as a journal entry's.
    ///
    /// - Parameter tags: What a tagger says of these cues.
    public func actionItems(of cues: [Cue], language: String? = nil, tags: TaggedText? = nil) -> [ActionItem] {
        ActionItemFinder(SpokenContext(SpokenText(cues, language: language), tags: tags)).items()
    }
}

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
    /// What was decided, in order of time.
    public var decisions: [TranscriptHighlight]
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
    /// Who is to do it, as far as the words tell: who is asked by name, who takes on what was asked, or the speaker who says "I will".
    public var owner: String?
    /// By when, in the words that were said: "by Friday". Of a request that was taken on, in the words of the answer where it has some.
    public var due: String?
    /// What was said just before, where the words lean on it: "I will write that letter"; else `nil`.
    public var context: TranscriptQuote?
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
