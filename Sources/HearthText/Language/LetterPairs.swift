/// How often two letters follow each other in each of some languages, for trigrams that no sample has.
struct LetterPairs: Sendable {
    private let languages: Int
    /// The row of each pair; a row has a number for each language.
    private var rows: [UInt64: Int] = [:]
    /// Pairs that begin a trigram, as counts and, once all is counted, as probabilities.
    private var heads: [Float] = []
    /// Pairs that end a trigram, as counts and, once all is counted, as probabilities of the second letter behind the first.
    private var tails: [Float] = []
    private var uniform: Float = 0

    /// Counted once more for every pair of a letter, spread over ``alphabet`` letters: what a small sample has not seen may occur.
    private static let smoothing: Float = 1
    private static let alphabet: Float = 40
    /// Share of a trigram that could be anything: names and words of other languages.
    private static let anything: Float = 0.05

    init(languages: Int) { self.languages = languages }

    /// - Parameter trigram: Three scalars of 21 bits each.
    mutating func count(_ trigram: UInt64, language: Int) {
        heads[row(of: Self.head(trigram)) * languages + language] += 1
        tails[row(of: Self.tail(trigram)) * languages + language] += 1
    }

    /// Makes probabilities of the counts.
    /// - Parameter uniform: The probability of a trigram of which nothing is known.
    mutating func finish(uniform: Float) {
        self.uniform = uniform
        var totals = [Float](repeating: 0, count: languages)
        var firsts: [UInt64: [Float]] = [:]
        for (pair, row) in rows {
            for language in 0..<languages {
                totals[language] += heads[row * languages + language]
                firsts[pair >> 21, default: Array(repeating: 0, count: languages)][language] +=
                    tails[row * languages + language]
            }
        }
        for (pair, row) in rows {
            for language in 0..<languages {
                let place = row * languages + language
                heads[place] /= max(totals[language], 1)
                let first = firsts[pair >> 21]?[language] ?? 0
                tails[place] = (tails[place] + Self.smoothing / Self.alphabet) / (first + Self.smoothing)
            }
        }
    }

    /// The probability of a trigram in each language, judged by its two pairs.
    func likelihood(of trigram: UInt64, _ result: inout [Float]) {
        let head = rows[Self.head(trigram)]
        let tail = rows[Self.tail(trigram)]
        for language in 0..<languages {
            var known: Float = 0
            if let head, let tail {
                known = heads[head * languages + language] * tails[tail * languages + language]
            } else if let head {
                known = heads[head * languages + language] / Self.alphabet
            }
            result[language] = (1 - Self.anything) * known + Self.anything * uniform
        }
    }

    private mutating func row(of pair: UInt64) -> Int {
        if let known = rows[pair] { return known }
        let row = rows.count
        rows[pair] = row
        heads.append(contentsOf: repeatElement(0, count: languages))
        tails.append(contentsOf: repeatElement(0, count: languages))
        return row
    }

    private static func head(_ trigram: UInt64) -> UInt64 { trigram >> 21 }
    private static func tail(_ trigram: UInt64) -> UInt64 { trigram & 0x3FF_FFFF_FFFF }
}
