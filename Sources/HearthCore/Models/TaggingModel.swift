/// Tells of the sentences of a text what they name, how they feel, what is done with them and what they are worth for a summary.
///
/// It writes nothing: names are places in the sentences that it was given, everything else is numbers.
public protocol TaggingModel: Sendable {
    /// Names the weights: `hearth-tagger-en`.
    var id: String { get }
    /// ISO 639-1 of the languages that it was trained in. In others it finds what it finds by chance.
    var languages: Set<String> { get }

    /// What it makes of each sentence, in their order. The sentences are those of one text: each is read with its neighbours.
    ///
    /// Cancelling the task ends the work between two stretches of text.
    func tag(_ sentences: [TaggerSentence]) async throws -> [SentenceTags]
}

/// A sentence for a ``TaggingModel``.
public struct TaggerSentence: Hashable, Sendable {
    public var text: String
    /// Who says it; `nil` where nobody is named. A change tells the model that somebody else speaks, the name itself it never sees.
    public var speaker: String?

    public init(_ text: String, speaker: String? = nil) {
        self.text = text
        self.speaker = speaker
    }
}

/// What a ``TaggingModel`` made of one sentence.
public struct SentenceTags: Hashable, Sendable, Codable {
    /// Words that name somebody or something.
    public struct Name: Hashable, Sendable, Codable {
        public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
            case person, location, organization
            /// A book, film, song or other creation.
            case work
            case product, event, other
        }

        public var kind: Kind
        /// Bytes of the sentence's text, whole characters.
        public var place: TextSpan
        /// How sure the model is of the least sure of these words, 0 to 1. Not calibrated.
        public var probability: Double

        public init(kind: Kind, place: TextSpan, probability: Double) {
            self.kind = kind
            self.place = place
            self.probability = probability
        }
    }

    /// How likely one label holds, and whether it is taken to.
    public struct Label: Hashable, Sendable, Codable {
        /// 0 to 1, calibrated: of sentences with 0.3, three of ten have it.
        public var probability: Double
        /// Whether the probability reaches what gave the best F1 among sentences that the model was not trained on.
        public var holds: Bool

        public init(probability: Double, holds: Bool) {
            self.probability = probability
            self.holds = holds
        }
    }

    /// The communicative function of a sentence (its dialogue act).
    public enum Act: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
        case question
        /// Somebody is asked or told to do something.
        case request
        /// Somebody promises or offers to do something.
        case commit
        /// Something is to be done by somebody, as the minutes of a meeting or the reader of a mail would note it.
        case action
        case suggestion, decision, problem
        /// "Yeah", "okay": that somebody listens.
        case backchannel
        case statement
    }

    public enum Emotion: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
        case joy, love, gratitude, pride, calm, hope, surprise, sadness, anger, fear, disgust, shame
    }

    /// In the order of their places; none overlap.
    public var names: [Name]
    /// Words outside of ``names`` of which the model is not sure that they name nothing: bytes of the sentence, in their order. Other evidence
    /// may make names of them.
    public var possibleNames: [TextSpan]
    /// About -1 to 1: how good or bad it feels. Texts differ by 0.17 in the mean, so 0.2 is a lot.
    public var valence: Double
    public var positive: Label
    public var negative: Label
    public var emotions: [Emotion: Label]
    public var acts: [Act: Label]
    /// Higher is worth more for a summary of the text. Only differences within one text mean something.
    public var salience: Double
    /// Bytes of the sentence that were read, from its start: of very long sentences not all are.
    public var bytesRead: Int

    public init(
        names: [Name], possibleNames: [TextSpan] = [], valence: Double, positive: Label, negative: Label,
        emotions: [Emotion: Label],
        acts: [Act: Label], salience: Double, bytesRead: Int
    ) {
        self.names = names
        self.possibleNames = possibleNames
        self.valence = valence
        self.positive = positive
        self.negative = negative
        self.emotions = emotions
        self.acts = acts
        self.salience = salience
        self.bytesRead = bytesRead
    }

    /// The tags of a sentence that has no words.
    public static let nothing = SentenceTags(
        names: [], valence: 0, positive: Label(probability: 0, holds: false),
        negative: Label(probability: 0, holds: false), emotions: [:], acts: [:], salience: 0, bytesRead: 0)
}
