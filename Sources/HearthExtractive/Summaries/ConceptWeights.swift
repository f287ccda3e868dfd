import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a summary should cover: the terms and pairs of neighbouring terms that many sentences share.
///
/// Coverage of weighted concepts as the aim of extraction follows Gillick and Favre, "A scalable global model for
/// summarization" (2009).
struct ConceptWeights {
    /// By number of the term.
    private(set) var terms: [Double]
    private(set) var pairs: [UInt64: Double] = [:]

    /// Beyond this many units pairs are counted in the most promising only, which bounds memory on huge texts.
    private static let mostUnitsForPairs = 30_000

    /// - Parameters:
    ///   - importance: How much a unit's words count, above 0; 1 for each in a summary of the whole.
    ///   - wantsRare: Whether rarity in the text counts as well, as it does in a summary about a query.
    init(
        _ source: SummarySource, contents: [[Int32]], documentCounts: [Int], importance: [Double], wantsRare: Bool,
        power: Double, pairPower: Double
    ) {
        let units = source.units
        let total = max(importance.reduce(0, +), 1e-9)
        // In a long text a term of one sentence is no theme; in a short one nearly all are of one sentence.
        let least = contents.count > 30 ? 2 : 1
        var weights = [Double](repeating: 0, count: documentCounts.count)
        for (terms, weight) in zip(contents, importance) {
            for term in Set(terms) where documentCounts[Int(term)] >= least { weights[Int(term)] += weight }
        }
        let count = Double(contents.count)
        for term in weights.indices where weights[term] > 0 {
            let rarity = wantsRare ? log(1 + count / Double(documentCounts[term])).squareRoot() : 1
            weights[term] = pow(weights[term] / total, power) * rarity
        }
        terms = weights

        var chosen = Array(units.indices)
        if chosen.count > Self.mostUnitsForPairs {
            let value = contents.map { $0.reduce(0) { $0 + weights[Int($1)] } / Double($0.count + 5) }
            chosen.sort { value[$0] != value[$1] ? value[$0] > value[$1] : $0 < $1 }
            chosen.removeLast(chosen.count - Self.mostUnitsForPairs)
        }
        var counts: [UInt64: (count: Int32, weight: Double)] = [:]
        for index in chosen where !units[index].isClause {
            for pair in Self.pairs(units[index].terms, source.isStop) {
                counts[pair, default: (0, 0)].count += 1
                counts[pair, default: (0, 0)].weight += importance[index]
            }
        }
        for (pair, entry) in counts where entry.count >= least {
            pairs[pair] = pow(entry.weight / total, pairPower)
        }
    }

    /// The different pairs of neighbours of which at least one is no stop word, in ascending order.
    static func pairs(_ terms: [Int32], _ isStop: [Bool]) -> [UInt64] {
        guard terms.count > 1 else { return [] }
        var found = Set<UInt64>()
        for (a, b) in zip(terms, terms.dropFirst()) where !(isStop[Int(a)] && isStop[Int(b)]) {
            found.insert(UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b)))
        }
        return found.sorted()
    }
}
