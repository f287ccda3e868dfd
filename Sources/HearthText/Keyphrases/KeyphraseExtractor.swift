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
    private let isDiary: Bool

    /// - Parameter isDiary: Whether sentences may lack their subject, as in diaries ("Planted tulips with Ruth."): their first word is then
    ///   no part of a phrase where it has the form of a past.
    public init(isDiary: Bool = false) { self.isDiary = isDiary }

    /// Up to `limit` phrases, best first.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text.
    public func keyphrases(in text: String, limit: Int = 10, language: String? = nil) -> [Keyphrase] {
        guard limit > 0 else { return [] }
        let language = language ?? LanguageIdentifier().identify(text).language
        let grammar = PhraseGrammar(language: language)
        return text.withBytes { bytes in
            let candidates = PhraseCandidates(grammar: grammar, isDiary: isDiary).phrases(in: bytes)
            return PhraseScorer(candidates: candidates, grammar: grammar).best(limit)
        }
    }
}

/// Ranks candidates.
struct PhraseScorer {
    let candidates: PhraseCandidates.Result
    let grammar: PhraseGrammar

    /// Phrases against which later ones are held.
    private static let mostCompared = 100

    func best(_ limit: Int) -> [Keyphrase] {
        var ranked: [(index: Int, score: Double)] = []
        for (index, candidate) in candidates.candidates.enumerated() {
            let score = score(candidate)
            if score > 0 { ranked.append((index, score)) }
        }
        ranked.sort { a, b in a.score != b.score ? a.score > b.score : a.index < b.index }
        var chosen: [Keyphrase] = []
        var taken: [PhraseCandidate] = []
        for (index, score) in ranked {
            guard chosen.count < limit else { break }
            let candidate = candidates.candidates[index]
            if isCovered(candidate, by: taken) { continue }
            chosen.append(Keyphrase(text: candidate.text, score: score))
            if taken.count < Self.mostCompared { taken.append(candidate) }
        }
        return chosen
    }

    /// A phrase inside a better one is told already, unless it occurs on its own more than once. Where phrases are found by
    /// repetition, all pieces of one are repeated with it, and a longer one that adds a word once says no more.
    private func isCovered(_ candidate: PhraseCandidate, by taken: [PhraseCandidate]) -> Bool {
        if grammar.tellsVerbs, candidate.count >= 2 { return false }
        return taken.contains { better in
            if better.stems.count > candidate.stems.count {
                return (grammar.tellsVerbs || candidate.count <= better.count)
                    && contains(better.stems, candidate.stems)
            }
            return !grammar.tellsVerbs && candidate.count < 2 && contains(candidate.stems, better.stems)
        }
    }

    private func contains(_ long: [String], _ short: [String]) -> Bool {
        guard short.count <= long.count else { return false }
        return (0...(long.count - short.count)).contains { start in
            short.indices.allSatisfy { long[start + $0] == short[$0] }
        }
    }

    private func score(_ candidate: PhraseCandidate) -> Double {
        if candidate.words.allSatisfy({ grammar.isGeneric($0) }) { return 0 }
        if !grammar.tellsVerbs, candidate.count < 2, candidate.words.count > 1, !isPhraseAlone(candidate) { return 0 }
        var sum = 0.0
        for (word, stem) in zip(candidate.words, candidate.stems) {
            sum += weight(word) * (1 + logarithm(candidates.frequencies[stem] ?? 1))
        }
        let mean = sum / Double(candidate.words.count)
        let count = 1 + logarithm(candidate.count)
        let name = candidate.capitals * 2 > candidate.count && !grammar.capitalizesNouns ? 1.25 : 1
        return mean * count * grammar.lengthFactor(candidate.words.count, ideographs: candidate.isIdeographs)
            * earliness(candidate.position) * name
    }

    /// Whether several words that occur together once are a phrase all the same: few, between function words or marks.
    private func isPhraseAlone(_ candidate: PhraseCandidate) -> Bool {
        candidate.isWhole && candidate.words.count <= (candidate.isIdeographs ? 4 : 2)
    }

    /// Common words of speech say less than words of a subject.
    private func weight(_ word: String) -> Double {
        if grammar.isGeneric(word) { return 0.5 }
        guard grammar.language == "en" else { return 1 }
        return CommonWords.contains(word) ? 0.85 : 1.2
    }

    /// What stands in the first sentence, and then what stands early, matters more.
    private func earliness(_ position: Int) -> Double {
        if position < candidates.leadCount { return 1.3 }
        let share = Double(position) / Double(max(candidates.wordCount, 1))
        return 1.1 - 0.3 * share
    }

    private func logarithm(_ count: Int) -> Double { Double(naturalLogarithm(Float(max(count, 1)))) }
}
