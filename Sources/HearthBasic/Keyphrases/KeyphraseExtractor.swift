import HearthCore

/// A phrase that says what a text is about.
public struct Keyphrase: Hashable, Codable, Sendable {
    /// As it first stands in the text, but for its capitals at the start of a sentence.
    public var text: String
    /// Comparable within one text only; higher is better.
    public var score: Double

    public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}

/// Finds the key phrases of a text.
///
/// Candidates are noun phrases as far as they can be told without a tagger: runs of words between stop words, verbs and
/// punctuation (``PhraseCandidates``). A candidate counts by how often its words and itself occur, by how early it comes, by
/// its length, and by how uncommon its words are (``PhraseScorer``).
public struct KeyphraseExtractor: Sendable {
    public init() {}

    /// Up to `limit` phrases, best first.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text.
    public func keyphrases(in text: String, limit: Int = 10, language: String? = nil) -> [Keyphrase] {
        guard limit > 0 else { return [] }
        let language = language ?? LanguageIdentifier().identify(text).language
        let grammar = PhraseGrammar(language: language)
        return text.withBytes { bytes in
            let candidates = PhraseCandidates(grammar: grammar).phrases(in: bytes)
            return PhraseScorer(candidates: candidates, grammar: grammar).best(limit)
        }
    }
}
