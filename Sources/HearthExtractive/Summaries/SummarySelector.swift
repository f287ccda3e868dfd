import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Chooses units one after the other, each time the one that adds most of what is not yet said for the words it costs: greedy
/// maximum coverage of concepts under a budget (Gillick and Favre 2009).
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

    /// The chosen units in the order of the text, so many at most.
    func select(from contents: [[Int32]], words: Int, most: Int = .max) -> [Int] {
        let limit = words + words / 10
        var candidates = promising(contents, limit: limit)
        var chosen: [Int] = []
        var used = 0
        var covered = Set<Int32>()
        var coveredPairs = Set<UInt64>()
        while !candidates.isEmpty, chosen.count < most {
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

    /// The chosen units with a beginning that can be read alone. A first one that leans on what is before it gives way to the best of
    /// the units before the second that can begin a text, where that is worth half as much and fits; else it stays.
    ///
    /// - Parameter opens: For each unit, whether a text can begin with it.
    func opened(_ chosen: [Int], _ opens: [Bool], from contents: [[Int32]], words: Int) -> [Int] {
        guard let first = chosen.first, !opens[first] else { return chosen }
        let rest = Array(chosen.dropFirst())
        let limit = words + words / 10
        let used = rest.indices.reduce(0) {
            $0 + source.units[rest[$1]].words + labelCost(rest[$1], among: Array(rest[..<$1]))
        }
        let said = rest.map { Set(contents[$0]) }
        func worth(_ unit: Int) -> Double {
            value(
                of: Candidate(
                    unit: unit, terms: Set(contents[unit]).sorted(),
                    pairs: ConceptWeights.pairs(source.units[unit].terms, source.isStop)), [], [])
        }
        let least = worth(first) / 2
        var best: (unit: Int, worth: Double)?
        for unit in 0..<(rest.first ?? source.units.count) where unit != first && opens[unit] {
            let length = source.units[unit].words
            guard length >= settings.shortest, used + length + labelCost(unit, among: rest) <= limit,
                !said.contains(where: { settings.isSaid(contents[unit], by: $0) })
            else { continue }
            let worth = worth(unit)
            if worth >= least, worth > best?.worth ?? 0 { best = (unit, worth) }
        }
        return best.map { [$0.unit] + rest } ?? chosen
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

/// Weighs what a text says, has its sentences chosen (``SummarySelector``), and writes the summary.
struct SummaryComposer {
    let source: SummarySource
    let words: Int
    let settings: SummarySettings
    /// For each unit, its terms that are no stop words.
    let contents: [[Int32]]
    let weights: ConceptWeights
    let quality: [Double]
    /// `nil` where clauses are chosen.
    let standing: SentenceStanding?

    /// Below this many words whole sentences hardly fit, so that clauses are offered as well.
    private static let clauseBudget = 40

    init(
        _ bytes: UTF8Bytes, text: String, words: Int, query: String?, tags: TaggedText?, settings: SummarySettings?
    ) {
        let offersClauses = words <= Self.clauseBudget
        let source = SummarySource(bytes, text: text, clauses: offersClauses)
        let units = source.units
        let contents = units.map { unit in unit.terms.filter { !source.isStop[Int($0)] } }
        var documentCounts = [Int](repeating: 0, count: source.numbers.count)
        for (terms, unit) in zip(contents, units) where !unit.isClause {
            for term in Set(terms) { documentCounts[Int(term)] += 1 }
        }
        let relevance = query.flatMap {
            QueryRelevance(source, query: $0, contents: contents, documentCounts: documentCounts)
        }
        let fitting: SummarySettings =
            offersClauses ? (source.lines.isTranscript ? .briefTalk : .brief) : SummarySettings()
        let settings = settings ?? fitting
        let importance = relevance?.stretch.map { $0 * $0 + 0.02 } ?? units.map { $0.isClause ? 0 : 1 }
        weights = ConceptWeights(
            source, contents: contents, documentCounts: documentCounts, importance: importance,
            wantsRare: relevance != nil, power: settings.power, pairPower: settings.pairPower)
        // Clauses are scraps, of which as much as possible is to be said.
        let standing = offersClauses ? nil : SentenceStanding(source, bytes)
        let hasOpening = !source.isCollection && relevance == nil
        let salience = source.lines.isTranscript && !offersClauses ? tags?.salience(of: units.map(\.span)) : nil
        quality = units.enumerated().map { index, unit in
            var value = max(0.05, 1 - settings.talk * unit.personal) * (1 + settings.prose * min(unit.connecting, 0.5))
            value *= max(0.1, 1 - unit.dropped) * (standing?.shares[index] ?? 1)
            if offersClauses, unit.hasVerb { value *= 1 + settings.finite }
            if hasOpening {
                value *= 1 + settings.opening * exp(-Double(index) / (3 + 0.05 * Double(units.count)))
            }
            if let relevance { value *= pow(relevance.score[index], settings.relevance) }
            if let salience { value *= exp(settings.salience * salience[index]) }
            return value
        }
        self.source = source
        self.standing = standing
        self.words = words
        self.settings = settings
        self.contents = contents
    }

    /// Chooses and writes the summary.
    func summary(_ bytes: UTF8Bytes, sentences: Int = .max) -> ExtractiveSummary {
        let selector = SummarySelector(source: source, weights: weights, quality: quality, settings: settings)
        var chosen = selector.select(from: contents, words: words, most: sentences)
        if let standing { chosen = selector.opened(chosen, standing.opens, from: contents, words: words) }
        return write(chosen, bytes)
    }

    private func write(_ chosen: [Int], _ bytes: UTF8Bytes) -> ExtractiveSummary {
        let tokens = SummaryTokens(bytes, spacedMarks: source.spacedMarks)
        var text = ""
        var sentences: [ExtractiveSummary.Sentence] = []
        var speaker: Int?
        for index in chosen {
            let unit = source.units[index]
            if !text.isEmpty { text.append(" ") }
            if let name = unit.speaker, name != speaker { text.append(source.lines.speakers[name] + ": ") }
            speaker = unit.speaker
            let shown = SpokenWording.write(unit.pieces, of: unit.span, tokens)
            text.append(shown)
            sentences.append(
                ExtractiveSummary.Sentence(
                    text: bytes.string(unit.span), span: TextSpan(unit.span),
                    speaker: unit.speaker.map { source.lines.speakers[$0] }, pieces: unit.pieces.map { TextSpan($0) },
                    shown: shown, standsAlone: standing?.opens[index] ?? true))
        }
        return ExtractiveSummary(summary: text, sentences: sentences)
    }
}
