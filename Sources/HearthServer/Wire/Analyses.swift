import Hearth
import HearthHTTP

// What is found in a transcript.

extension Wire {
    static let getAnalysis = Operation<Nothing, Nothing, TranscriptAnalysis>(
        .get, "/api/transcripts/:id/analysis", "getAnalysis", in: .transcripts, "What was found so far",
        about: "Only what is kept; nothing is made. Aspects that were never made are left out.")

    static let analyze = Operation<Nothing, AnalysisRequest, Job>(
        .post, "/api/transcripts/:id/analysis", "analyze", in: .transcripts, "Analyse",
        about: "The job ends with `analysis`, which has the aspects that were asked for. An analysis is "
            + "routed as the task `summarize`. Asked again for an aspect that is there, it makes it "
            + "anew; what was begun and not finished is gone on with.",
        status: .accepted,
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])
}

extension Wire {
    struct AnalysisRequest: WireRequest {
        var aspects: [Aspect]
        var engine: Engine?
        var mode: RoutingMode?
        var sample: Int?
        var chapters: Int?
        var language: String?
        var maxTokens: Int?
        var again: Bool?

        static let fields: [String: WireField] = [
            "aspects": .init(count: 1...6, isUnique: true),
            "sample": .init(range: 1...1_000_000),
            "chapters": .init(range: 1...10_000),
            "language": .init(length: 1...20),
            "maxTokens": .init(
                "The most tokens of each answer of a model, as far as its window has room for them.",
                range: 1...1_000_000),
            "again": .init(
                "Makes everything anew, also what an earlier run has left. Left out, it is true where an "
                    + "aspect that is asked for is there already."),
        ]
    }

    struct TranscriptAnalysis: WireType {
        var summary: Encoded<TranscriptSummary>?
        var tags: Encoded<TranscriptTags>?
        var entities: Encoded<TranscriptEntities>?
        var highlights: Encoded<TranscriptHighlights>?
        var chapters: [Encoded<Chapter>]?
        var questions: [Encoded<Exchange>]?
        var language: String?
        var coverage: Encoded<Coverage>?
        var route: Route?
        var writers: [String: [Writer]]?
        var runs: [String: AnalysisRun]?
        var usage: TokenUsage?
        var reused: Int?
        var notes: [String]?

        static let about: String? =
            "What was found, of the aspects that were made. `questions` is the library's `exchanges`."
        static let fields: [String: WireField] = [
            "summary": .presence(.leftOut),
            "tags": .presence(.leftOut),
            "entities": .presence(.leftOut),
            "highlights": .presence(.leftOut),
            "chapters": .presence(.leftOut),
            "questions": .presence(.leftOut),
            "language": .presence(.leftOut),
            "coverage": .presence(.leftOut),
            "route": .presence(.leftOut),
            "writers": .init(
                "Who wrote each aspect, by its name. `route` is of the last run as a whole: the badge of "
                    + "an aspect is made of this.", .leftOut),
            "runs": .init(
                "What was told of the run that made each aspect, by its name. The same fields beside it "
                    + "are of the last run, which may have made others.", .leftOut),
            "usage": .presence(.leftOut),
            "reused": .init("Answers left by an earlier run.", .leftOut),
            "notes": .presence(.leftOut),
        ]
    }

    struct AnalysisRun: WireType {
        var route: Route
        var coverage: Encoded<Coverage>
        var usage: TokenUsage?
        var reused: Int?
        var notes: [String]?

        static let about: String? = "A run that made aspects of a transcript."
        static let fields: [String: WireField] = [
            "usage": .presence(.leftOut),
            "reused": .init("Answers left by an earlier run.", .leftOut),
            "notes": .presence(.leftOut),
        ]
    }

    struct Writer: WireType {
        var engine: Engine
        var model: String
        var host: String?
        var onDevice: Bool
        var pieces: Int
        var wasFallback: Bool
        var fallbackReason: String?

        static let about: String? = "An engine that wrote an aspect, or pieces of it."
        static let fields: [String: WireField] = [
            "host": "Where its requests went; null when they stayed in the process.",
            "pieces": "Parts of the transcript for names and highlights, titles of chapters, else 1.",
            "wasFallback": "Whether it stood in for the engine that was chosen.",
        ]
    }

    struct Coverage: WireType {
        var parts: Int
        var cues: Int
        var read: Int
        var skipped: Int
        var refused: Int
        var truncated: Int
        var failed: Int
        var unverified: Int
        var gaps: [Gap]

        static let about: String? = "What was read, and what was not, with reasons."
        static let fields: [String: WireField] = [
            "cues": .presence(.unpromised),
            "skipped": .presence(.unpromised),
            "refused": .presence(.unpromised),
            "truncated": .presence(.unpromised),
            "failed": .presence(.unpromised),
            "unverified": .presence(.unpromised),
        ]

        struct Gap: WireType {
            var outcome: String
            var work: String
            var startTime: Double?
            var endTime: Double?
            var cues: Range<Int>?
            var reason: String
            var standIn: Engine?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "outcome": .init(oneOf: ["skipped", "refused", "truncated", "failed", "stoodIn"]),
                "startTime": .presence(.leftOutOrNull),
                "endTime": .presence(.leftOutOrNull),
                "cues": .init("The first cue, from 0, and the one after the last.", .leftOut),
                "standIn": .presence(.leftOutOrNull),
            ]
        }
    }

    struct TranscriptSummary: WireType {
        var summary: String
        var mainTopics: [String]
        var keyTakeaways: [String]
        var targetAudience: String?
        var engagementLevel: String
        var evidence: [TimedQuote]
        var estimated: [String]

        static let fields: [String: WireField] = [
            "targetAudience": .presence(.leftOutOrNull),
            "engagementLevel": .init(oneOf: ["low", "medium", "high"]),
            "estimated": "Fields that were counted, not judged.",
        ]
    }

    struct TranscriptTags: WireType {
        var keywords: [String]
        var primaryCategory: String?
        var secondaryCategories: [String]
        var difficulty: String?
        var technicalTerms: [String]
        var estimated: [String]

        static let fields: [String: WireField] = [
            "primaryCategory": .presence(.leftOutOrNull),
            "difficulty": .init(nil, .leftOutOrNull, oneOf: ["beginner", "intermediate", "advanced"]),
        ]
    }

    struct TranscriptEntities: WireType {
        var people: [Quoted<NamedQuote>]
        var organizations: [Quoted<NamedQuote>]
        var products: [Quoted<NamedQuote>]
        var locations: [Quoted<NamedQuote>]
        var resources: [Quoted<NamedQuote>]
    }

    struct TranscriptHighlights: WireType {
        var highlights: [Quoted<Moment>]
        var bestQuote: Quoted<Moment>?
        var entertainingMoment: Quoted<Moment>?
        var controversialPoint: Quoted<Moment>?
        var decisions: [Quoted<Decision>]
        var actionItems: [Quoted<ActionItem>]

        static let fields: [String: WireField] = [
            "bestQuote": .presence(.leftOutOrNull),
            "entertainingMoment": .presence(.leftOutOrNull),
            "controversialPoint": .presence(.leftOutOrNull),
        ]
    }

    struct Chapter: WireType {
        var start: Double?
        var aboutStart: Double?
        var end: Double?
        var title: String
        var keyphrases: [String]
        var cues: Range<Int>

        static let fields: [String: WireField] = [
            "start": .presence(.leftOutOrNull),
            "aboutStart": .init("As `aboutTime` of quotes.", .leftOut),
            "end": .presence(.leftOutOrNull),
            "cues": "The first cue, from 0, and the one after the last.",
        ]
    }

    struct Exchange: WireType {
        var question: TimedQuote
        var answer: TimedQuote?
        var confidence: Double
        var relatedTopics: [String]

        static let fields: [String: WireField] = [
            "answer": .presence(.leftOutOrNull),
            "confidence": .init(range: 0...1),
        ]
    }

    struct TimedQuote: WireType {
        var quote: String
        var startTime: Double?
        var endTime: Double?
        var aboutTime: Double?
        var speaker: String?
        var cues: Range<Int>

        static let about: String? = "Words of a transcript with the cues that hold them."
        static let fields: [String: WireField] = [
            "quote": "Verbatim.",
            "startTime": .presence(.leftOutOrNull),
            "endTime": .presence(.leftOutOrNull),
            "aboutTime": .init(
                "About when, in seconds: estimated where the transcript gives no time here but has some before and after.",
                .leftOut),
            "speaker": .presence(.leftOutOrNull),
            "cues": "The first cue, from 0, and the one after the last.",
        ]
    }

    /// What was found, with the fields of the quote that it stands on beside its own. It has the name of what was found.
    struct Quoted<Finding: WireType>: WireType {
        var finding: Finding
        var place: TimedQuote

        static var name: String? { Finding.name }
        static var about: String? { Finding.about }
        static var fields: [String: WireField] { Finding.fields.merging(TimedQuote.fields) { own, _ in own } }

        init(from decoder: any Decoder) throws {
            finding = try Finding(from: decoder)
            place = try TimedQuote(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try finding.encode(to: encoder)
            try place.encode(to: encoder)
        }
    }

    struct NamedQuote: WireType {
        var name: String
        var mentions: Int
    }

    struct Moment: WireType {
        var title: String
    }

    struct Decision: WireType {
        var decision: String
    }

    struct ActionItem: WireType {
        var task: String
        var owner: String?
        var due: String?
        var context: TimedQuote?

        static let fields: [String: WireField] = [
            "owner": .presence(.leftOutOrNull),
            "due": .presence(.leftOutOrNull),
            "context": .init("What was said just before, where the task leans on it.", .leftOutOrNull),
        ]
    }
}

extension Wire {
    /// What can be asked of a transcript.
    enum Aspect: String, WireChoice {
        case summary, tags, entities, highlights, chapters, questions

        static let name: String? = "Aspect"
    }
}
