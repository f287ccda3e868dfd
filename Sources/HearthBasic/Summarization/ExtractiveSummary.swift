public import HearthCore

/// A summary made only of words that stand in the text, each piece with its place.
public struct ExtractiveSummary: Hashable, Sendable {
    /// One sentence, or one line of a transcript, from which the summary took words.
    public struct Sentence: Hashable, Sendable {
        /// Exactly the bytes of ``span``.
        public var text: String
        /// Where the sentence lies in the text that was summed up.
        public var span: TextSpan
        /// Who says it, where the text is a transcript. The name as the text writes it, without the colon.
        public var speaker: String?
        /// The parts of ``span`` that ``ExtractiveSummary/summary`` shows, in order: all of the sentence but fillers,
        /// repeated words and what stands around them.
        public var pieces: [TextSpan]

        public init(text: String, span: TextSpan, speaker: String? = nil, pieces: [TextSpan]? = nil) {
            self.text = text
            self.span = span
            self.speaker = speaker
            self.pieces = pieces ?? [span]
        }
    }

    /// The pieces of all ``sentences`` joined by spaces, a speaker's name before the words he says. White space inside
    /// a piece is reduced to one space, and removed before a closing mark where the text puts spaces around marks.
    public var summary: String
    /// In the order of the text.
    public var sentences: [Sentence]

    public init(summary: String, sentences: [Sentence]) {
        self.summary = summary
        self.sentences = sentences
    }
}
