#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sums over the terms of a question, of which one value each is known.
enum TermSums {
    /// How much it tells about which of `count` stretches is meant that so many hold a term. What none holds tells nothing.
    ///
    /// The inverse document frequency of BM25 (Robertson and Zaragoza 2009), which is never negative.
    static func telling(_ holding: Double, of count: Double) -> Double {
        holding > 0 ? log(1 + (count - holding + 0.5) / (holding + 0.5)) : 0
    }

    /// How well each term is said by any of several stretches.
    static func joined(_ said: [[Double]], terms: Int) -> [Double] {
        said.reduce(into: [Double](repeating: 0, count: terms)) { joined, one in
            for (term, worth) in one.enumerated() where worth > joined[term] { joined[term] = worth }
        }
    }

    /// What another stretch says better.
    static func added(by other: [Double], to said: [Double]) -> [Double] {
        zip(other, said).map { max(0, $0 - $1) }
    }

    /// Of the weights, the share that is said.
    static func share(_ said: [Double], _ weights: [Double]) -> Double {
        let total = weights.reduce(0, +)
        return total > 0 ? zip(said, weights).reduce(0) { $0 + $1.0 * $1.1 } / total : 0
    }

    /// How well each passage fits: BM25 (k₁ 1.2, b 0.75) of what is counted in its sentences.
    static func fits(
        _ passages: [[AnswerSentence]], _ weights: [Double], counts: (AnswerSentence) -> [Double]
    ) -> [Double] {
        let lengths = passages.map { $0.reduce(0) { $0 + $1.length } }
        let average = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
        return zip(passages, lengths).map { list, length in
            let norm = 0.25 + 0.75 * Double(length) / average
            let sums = list.reduce(into: [Double](repeating: 0, count: weights.count)) { sums, sentence in
                for (index, count) in counts(sentence).enumerated() { sums[index] += count }
            }
            return zip(sums, weights).reduce(0) { $0 + $1.1 * $1.0 * 2.2 / ($1.0 + 1.2 * norm) }
        }
    }
}
