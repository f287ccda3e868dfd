/// Tells where sentences end in talk that was written down without marks, as automatic captions are.
///
/// It writes nothing: what it gives are numbers for the gaps between words that it was given.
public protocol SentenceEndModel: Sendable {
    /// Names the weights: `hearth-stops-en`.
    var id: String { get }
    /// ISO 639-1 of the languages that it was trained in.
    var languages: Set<String> { get }

    /// How likely a sentence ends behind each word but the last, as the natural logarithm of the odds, so that other evidence can be added. 0
    /// is where the best F1 was among talk that the model was not trained on: from there on a gap is taken for the end of a sentence.
    ///
    /// - Parameter words: Those of one text, in order, as they are written; what has no letter and no digit is no word. Time grows in
    ///   proportion to them.
    /// - Returns: One less than there are words; empty for fewer than two.
    func sentenceEnds(in words: [String]) async throws -> [Double]
}
