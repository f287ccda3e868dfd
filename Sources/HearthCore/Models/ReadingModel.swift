/// Reads passages with a question in mind: finds the words that answer it, and says how likely it is that a passage does.
///
/// It writes nothing: what it finds are places in the texts that it was given.
public protocol ReadingModel: Sendable {
    /// Names the weights: `hearth-reader-en`.
    var id: String { get }
    /// ISO 639-1 of the languages that it was trained in. In others it finds what it finds by chance.
    var languages: Set<String> { get }

    /// One reading for each passage, in their order.
    ///
    /// Cancelling the task ends the work between two stretches of text.
    func read(question: String, passages: [String]) async throws -> [PassageReading]
}

/// What a ``ReadingModel`` made of one passage.
public struct PassageReading: Hashable, Sendable, Codable {
    /// Words of the passage that may answer.
    public struct Span: Hashable, Sendable, Codable {
        /// Bytes of the passage's text, whole characters.
        public var place: TextSpan
        /// The logarithm of ``probability``.
        public var score: Double
        /// How likely these are the words that answer, 0 to 1, if the stretch of text that was read with them does.
        public var probability: Double
        /// How likely it is that that stretch does, 0 to 1, calibrated.
        public var answerable: Double

        public init(place: TextSpan, score: Double, probability: Double, answerable: Double) {
            self.place = place
            self.score = score
            self.probability = probability
            self.answerable = answerable
        }
    }

    /// The model's own numbers before they are calibrated: logits.
    public struct Logits: Hashable, Sendable, Codable {
        public var relevance: Double
        public var answerable: Double

        public init(relevance: Double, answerable: Double) {
            self.relevance = relevance
            self.answerable = answerable
        }
    }

    /// How likely the passage is about what is asked, 0 to 1, calibrated.
    public var relevance: Double
    /// How likely its words answer the question, 0 to 1, calibrated. Of a long passage that of the stretch that answers best, and so is
    /// ``relevance``.
    public var answerable: Double
    /// `nil` where there was nothing to read: a question or a passage without words.
    public var logits: Logits?
    /// The best first, no two of which overlap; at most eight.
    public var spans: [Span]
    /// How many bytes of the passage were read, from its start: of very long passages not all are.
    public var bytesRead: Int

    public init(relevance: Double, answerable: Double, logits: Logits?, spans: [Span], bytesRead: Int) {
        self.relevance = relevance
        self.answerable = answerable
        self.logits = logits
        self.spans = spans
        self.bytesRead = bytesRead
    }

    /// The reading of a passage that has no text.
    public static let nothing = PassageReading(relevance: 0, answerable: 0, logits: nil, spans: [], bytesRead: 0)
}
