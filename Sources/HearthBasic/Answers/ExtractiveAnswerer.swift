import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds the sentences that answer a question, without a model.
///
/// A sentence is weighed by how much of the question it says (rare words count more), how well its passage fits, and
/// whether it holds the kind of thing that is asked for: a name for "who", a date for "when", a number
/// for "how many".
public struct ExtractiveAnswerer: Sendable {
    var settings = AnswerSettings()

    /// Passages beyond these are not read: they are there by chance.
    static let mostPassages = 10

    public init() {}

    package init(settings: AnswerSettings) { self.settings = settings }

    /// The sentences of `passages` that answer `question` best.
    ///
    /// - Parameters:
    ///   - passages: In the order of retrieval, the best first. The first ten are read.
    ///   - maxSentences: The most sentences to return.
    ///   - documentShare: For a term of ``SearchAnalyzer``, the share of all documents or passages that contain it (0
    ///     to 1), or `nil` where that is not known. Without it rarity is judged from the passages alone, which is less
    ///     sure, since all of them were found by the same words.
    public func answer(
        question: String, passages: [AnswerPassage], maxSentences: Int = 3,
        documentShare: (@Sendable (_ term: String) -> Double?)? = nil
    ) -> ExtractiveAnswer {
        let draft = AnswerDraft(
            question: question, passages: passages, documentShare: documentShare, settings: settings)
        return draft.answer(maxSentences: maxSentences, similarity: [:])
    }

    /// As ``answer(question:passages:maxSentences:documentShare:)``, with the help of vectors that find what is said in
    /// other words.
    ///
    /// - Parameters:
    ///   - mostEmbedded: The most sentences that are embedded, the best by their words.
    ///   - margin: Only sentences that are no farther than this behind the best by their words are embedded, and none where
    ///     that is the best alone; `nil` embeds whatever is promising.
    ///   - embed: Called once with the question and those sentences.
    /// - Throws: What `embed` throws.
    public func answer(
        question: String, passages: [AnswerPassage], maxSentences: Int = 3,
        documentShare: (@Sendable (_ term: String) -> Double?)? = nil, mostEmbedded: Int = 24,
        within margin: Double? = nil, embed: SentenceEmbedder
    ) async throws -> ExtractiveAnswer {
        let draft = AnswerDraft(
            question: question, passages: passages, documentShare: documentShare, settings: settings)
        let promising = draft.promising(mostEmbedded, within: margin)
        guard promising.count > (margin == nil ? 0 : 1) else {
            return draft.answer(maxSentences: maxSentences, similarity: [:])
        }
        let vectors = try await embed([question] + promising.map { draft.text(of: $0) })
        guard let asked = vectors.first, vectors.count == promising.count + 1 else {
            return draft.answer(maxSentences: maxSentences, similarity: [:])
        }
        var similarity: [Int: Double] = [:]
        for (candidate, vector) in zip(promising, vectors.dropFirst()) where vector.count == asked.count {
            similarity[candidate] = Double(zip(asked, vector).reduce(0) { $0 + $1.0 * $1.1 })
        }
        return draft.answer(maxSentences: maxSentences, similarity: similarity)
    }
}
