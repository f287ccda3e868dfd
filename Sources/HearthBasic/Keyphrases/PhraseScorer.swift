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
        var taken: [[String]] = []
        for (index, score) in ranked {
            guard chosen.count < limit else { break }
            let candidate = candidates.candidates[index]
            if isCovered(candidate, by: taken) { continue }
            chosen.append(Keyphrase(text: candidate.text, score: score))
            if taken.count < Self.mostCompared { taken.append(candidate.stems) }
        }
        return chosen
    }

    /// A phrase inside a better one is told already, unless it occurs on its own more than once.
    private func isCovered(_ candidate: PhraseCandidate, by taken: [[String]]) -> Bool {
        guard candidate.count < 2 else { return false }
        return taken.contains { $0.count > candidate.stems.count && contains($0, candidate.stems) }
    }

    private func contains(_ long: [String], _ short: [String]) -> Bool {
        guard short.count <= long.count else { return false }
        return (0...(long.count - short.count)).contains { start in
            short.indices.allSatisfy { long[start + $0] == short[$0] }
        }
    }

    private func score(_ candidate: PhraseCandidate) -> Double {
        if candidate.words.allSatisfy({ grammar.isGeneric($0) }) { return 0 }
        var sum = 0.0
        for (word, stem) in zip(candidate.words, candidate.stems) {
            sum += weight(word) * (1 + logarithm(candidates.frequencies[stem] ?? 1))
        }
        let mean = sum / Double(candidate.words.count)
        let count = 1 + logarithm(candidate.count)
        let name = candidate.capitals * 2 > candidate.count && !grammar.capitalizesNouns ? 1.25 : 1
        return mean * count * grammar.lengthFactor(candidate.words.count) * earliness(candidate.position) * name
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
