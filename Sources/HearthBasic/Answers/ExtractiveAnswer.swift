public import HearthCore

/// A passage in which an answer is looked for.
public struct AnswerPassage: Hashable, Sendable {
    /// The caller's own name for it.
    public var id: Int
    public var text: String
    /// How well retrieval thinks it fits; higher is better. Only the proportions among the passages of a call matter.
    public var score: Double
    /// Bytes of the text that are headings: they say what the text below them is about, and are no answer themselves.
    /// Those outside the text are ignored.
    public var headings: [TextSpan]
    /// What its document is called, which says what all of it is about.
    public var title: String?

    public init(id: Int, text: String, score: Double, headings: [TextSpan] = [], title: String? = nil) {
        self.id = id
        self.text = text
        self.score = score
        self.headings = headings
        self.title = title
    }
}

/// The sentences that answer a question, word for word.
public struct ExtractiveAnswer: Hashable, Sendable {
    public struct Sentence: Hashable, Sendable {
        /// Exactly the bytes of ``span``.
        public var text: String
        /// Index into the passages that were given.
        public var passage: Int
        /// ``AnswerPassage/id`` of that passage.
        public var passageID: Int
        /// Bytes of the passage's text.
        public var span: TextSpan
        /// What to quote: the sentence, with neighbours where it is too short to be understood alone. Lies in the same
        /// passage under the same heading, and begins and ends with a sentence.
        public var quote: TextSpan
        /// The likelihood, among all sentences that were read, that this one answers: 0 to 1, for comparison within an
        /// answer.
        public var score: Double

        public init(text: String, passage: Int, passageID: Int, span: TextSpan, quote: TextSpan? = nil, score: Double) {
            self.text = text
            self.passage = passage
            self.passageID = passageID
            self.span = span
            self.quote = quote ?? span
            self.score = score
        }
    }

    /// The best first, which answers; those after it add to it. Kept also when the answer abstains, for a caller that shows
    /// the nearest text.
    public var sentences: [Sentence]
    /// How likely it is that the passages say what is asked, from 0 to 1.
    public var confidence: Double
    /// Whether the passages do not say it.
    public var abstained: Bool

    public init(sentences: [Sentence], confidence: Double, abstained: Bool) {
        self.sentences = sentences
        self.confidence = confidence
        self.abstained = abstained
    }
}

/// Turns texts into vectors of length 1, one for each, in order.
public typealias SentenceEmbedder = @Sendable (_ texts: [String]) async throws -> [[Float]]
