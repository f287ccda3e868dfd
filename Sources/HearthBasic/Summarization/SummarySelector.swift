#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Chooses units one after the other, each time the one that adds most of what is not yet said for the words it costs.
struct SummarySelector {
    let source: SummarySource
    let weights: ConceptWeights
    /// For each unit, how good it is as a sentence of a summary, above 0.
    let quality: [Double]
    var settings: SummarySettings

    private struct Candidate {
        var unit: Int
        var terms: [Int32]
        var pairs: [UInt64]
    }

    /// The chosen units in the order of the text.
    func select(from contents: [[Int32]], words: Int) -> [Int] {
        let limit = words + words / 10
        var candidates = promising(contents, limit: limit)
        var chosen: [Int] = []
        var used = 0
        var covered = Set<Int32>()
        var coveredPairs = Set<UInt64>()
        while !candidates.isEmpty {
            var best: (value: Double, place: Int, cost: Int)?
            for (place, candidate) in candidates.enumerated() {
                let cost = source.units[candidate.unit].words + labelCost(candidate.unit, among: chosen)
                guard used + cost <= limit else { continue }
                let value = value(of: candidate, covered, coveredPairs)
                if value > best?.value ?? 0 { best = (value, place, cost) }
            }
            guard let best else { break }
            let taken = candidates[best.place]
            let sentence = source.units[taken.unit].sentence
            chosen.insert(taken.unit, at: chosen.firstIndex { $0 > taken.unit } ?? chosen.count)
            used += best.cost
            covered.formUnion(taken.terms)
            coveredPairs.formUnion(taken.pairs)
            let said = Set(taken.terms)
            candidates.removeAll {
                source.units[$0.unit].sentence == sentence || settings.isSaid($0.terms, by: said)
            }
            if used + 3 > limit { break }
        }
        return chosen
    }

    private func value(of candidate: Candidate, _ covered: Set<Int32>, _ coveredPairs: Set<UInt64>) -> Double {
        var gain = 0.0
        for term in candidate.terms {
            gain += weights.terms[Int(term)] * (covered.contains(term) ? settings.repeated : 1)
        }
        var pairGain = 0.0
        for pair in candidate.pairs {
            guard let weight = weights.pairs[pair] else { continue }
            pairGain += weight * (coveredPairs.contains(pair) ? settings.repeated : 1)
        }
        gain += settings.pairs * pairGain
        return gain * quality[candidate.unit] / pow(Double(source.units[candidate.unit].words) + 3, settings.brevity)
    }

    /// The units that would be best as a first choice: the only ones that are looked at again and again.
    private func promising(_ contents: [[Int32]], limit: Int) -> [Candidate] {
        var found: [(value: Double, candidate: Candidate)] = []
        let shortest =
            source.units.contains { $0.words >= settings.shortest && $0.words <= limit } ? settings.shortest : 1
        for (index, unit) in source.units.enumerated() where unit.words >= shortest && unit.words <= limit {
            let candidate = Candidate(
                unit: index, terms: Set(contents[index]).sorted(),
                pairs: ConceptWeights.pairs(unit.terms, source.isStop))
            let value = value(of: candidate, [], [])
            if value > 0 { found.append((value, candidate)) }
        }
        found.sort { $0.value != $1.value ? $0.value > $1.value : $0.candidate.unit < $1.candidate.unit }
        return found.prefix(settings.candidates).map(\.candidate)
    }

    /// How many words of names a unit brings: a name stands where the speaker changes from one chosen unit to the next.
    private func labelCost(_ unit: Int, among chosen: [Int]) -> Int {
        guard let speaker = source.units[unit].speaker else { return 0 }
        let place = chosen.firstIndex { $0 > unit } ?? chosen.count
        let before = place > 0 ? source.units[chosen[place - 1]].speaker : nil
        let after = place < chosen.count ? source.units[chosen[place]].speaker : nil
        var cost = before == speaker ? 0 : labelWords(speaker)
        if let after {
            let had = before != after
            let has = after != speaker
            if has && !had { cost += labelWords(after) }
            if !has && had { cost -= labelWords(after) }
        }
        return cost
    }

    private func labelWords(_ speaker: Int) -> Int {
        max(1, source.lines.speakers[speaker].split(whereSeparator: \.isWhitespace).count)
    }
}
