import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How much each unit of a source has to do with a query.
///
/// BM25 finds the sentences that share words with the query; its scores are spread over the neighbours, since an answer
/// often stands in the turns after the words that asked for it; the terms of the best stretches then find sentences
/// that speak of the same thing in other words (pseudo-relevance feedback; Lavrenko and Croft 2001).
struct QueryRelevance {
    /// For each unit, how much the stretch around it is about the query, from 0 to 1.
    var stretch: [Double]
    /// For each unit, all evidence together; above 0.
    var score: [Double]

    /// Units over which a match spreads: the distance at which a third of it is left.
    private static let reach = 8.0
    /// Terms that feedback takes.
    private static let feedbackTerms = 15

    /// `nil` where no word of the query occurs.
    init?(_ source: SummarySource, query: String, contents: [[Int32]], documentCounts: [Int]) {
        let analyzer = SearchAnalyzer(language: source.language)
        let units = source.units
        let asked = analyzer.terms(in: query)
        func known(_ terms: [String]) -> Set<Int32> {
            Set(terms.compactMap { source.numbers[$0] }.filter { !source.isStop[Int($0)] })
        }
        var wanted = known(asked.filter { !analyzer.isRequestWord($0) })
        if wanted.isEmpty { wanted = known(asked) }
        guard !wanted.isEmpty, !units.isEmpty else { return nil }

        let own = Self.scaled(Self.bm25(contents, wanted, documentCounts))
        let near = Self.scaled(Self.spread(own))
        let feedback = Self.scaled(Self.feedback(contents, near, documentCounts))
        let speaks = Self.speakerMatches(source, Set(asked), analyzer)
        stretch = near
        score = units.indices.map { index in
            let named = units[index].speaker.map { speaks[$0] } ?? false
            return (own[index] + near[index] + feedback[index] + 0.05) * (named ? 1.7 : 1)
        }
    }

    static func bm25(_ contents: [[Int32]], _ wanted: Set<Int32>, _ documentCounts: [Int]) -> [Double] {
        let count = Double(contents.count)
        let average = max(1, Double(contents.reduce(0) { $0 + $1.count }) / count)
        let order = wanted.sorted()
        return contents.map { terms in
            var score = 0.0
            for term in order {
                let frequency = Double(terms.count { $0 == term })
                guard frequency > 0 else { continue }
                let documents = Double(documentCounts[Int(term)])
                let rarity = log(1 + (count - documents + 0.5) / (documents + 0.5))
                score += rarity * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * Double(terms.count) / average))
            }
            return score
        }
    }

    /// Each value spread to both sides with exponential decay, by one filter forward and one back.
    static func spread(_ values: [Double]) -> [Double] {
        let keep = exp(-1 / reach)
        var result = values
        var carried = 0.0
        for index in values.indices {
            result[index] += carried
            carried = (carried + values[index]) * keep
        }
        carried = 0
        for index in values.indices.reversed() {
            result[index] += carried
            carried = (carried + values[index]) * keep
        }
        return result
    }

    private static func feedback(_ contents: [[Int32]], _ stretch: [Double], _ documentCounts: [Int]) -> [Double] {
        var weights = [Double](repeating: 0, count: documentCounts.count)
        var total = 0.0
        for (terms, near) in zip(contents, stretch) {
            let weight = near * near
            for term in terms {
                weights[Int(term)] += weight
                total += weight
            }
        }
        guard total > 0 else { return contents.map { _ in 0 } }
        let count = Double(contents.count)
        var ranked: [(weight: Double, term: Int)] = []
        for (term, weight) in weights.enumerated() where weight > 0 && documentCounts[term] > 0 {
            ranked.append((weight / total * log(count / Double(documentCounts[term])), term))
        }
        ranked.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.term < $1.term }
        var chosen = [Double](repeating: 0, count: documentCounts.count)
        for entry in ranked.prefix(feedbackTerms) { chosen[entry.term] = entry.weight }
        return contents.map { terms in Set(terms).sorted().reduce(0) { $0 + chosen[Int($1)] } }
    }

    /// The speakers whom the query names. All of them are none.
    private static func speakerMatches(
        _ source: SummarySource, _ asked: Set<String>, _ analyzer: SearchAnalyzer
    ) -> [Bool] {
        let matches = source.lines.speakers.map { name in
            analyzer.terms(in: name).contains { asked.contains($0) && ($0.utf8.count > 1 || asked.count < 3) }
        }
        return matches.contains(false) ? matches : matches.map { _ in false }
    }

    private static func scaled(_ values: [Double]) -> [Double] {
        guard let most = values.max(), most > 0 else { return values }
        return values.map { $0 / most }
    }
}
