/// Tells apart the languages of one script: naive Bayes over words, each either one of a language's frequent words or made of
/// letters by a trigram model. The numbers come from ``LanguageSample``.
struct LetterProfile: Sendable {
    let languages: [String]
    /// The row of log-probabilities of each known trigram and word; `count` numbers a row, one for each language.
    private var trigramRows: [UInt64: Int32] = [:]
    private var trigrams: [Float] = []
    private var unseen: [Float] = []
    private var wordRows: [String: Int32] = [:]
    private var words: [Float] = []

    static let latin = LetterProfile(LanguageSample.latin)
    static let cyrillic = LetterProfile(LanguageSample.cyrillic)
    static let arabic = LetterProfile(LanguageSample.arabic)
    static let devanagari = LetterProfile(LanguageSample.devanagari)

    /// Share of running words that are among the listed ones, in any of the languages: about half in prose.
    private static let listedShare: Float = 0.5
    /// Added to every count of trigrams.
    private static let smoothing: Float = 0.05

    init(_ samples: [LanguageSample]) {
        languages = samples.map(\.language)
        learnTrigrams(samples)
        learnWords(samples)
    }

    private mutating func learnTrigrams(_ samples: [LanguageSample]) {
        let count = samples.count
        var counts: [Float] = []
        var totals = [Float](repeating: 0, count: count)
        for (index, sample) in samples.enumerated() {
            // The listed words stand for many more occurrences than one.
            for (source, weight) in [(sample.words, Float(1)), (sample.text, Float(1))] {
                for word in Self.words(of: source) {
                    Self.forEachTrigram(of: word) { key in
                        let row: Int
                        if let known = trigramRows[key] {
                            row = Int(known)
                        } else {
                            row = counts.count / count
                            trigramRows[key] = Int32(row)
                            counts.append(contentsOf: repeatElement(0, count: count))
                        }
                        counts[row * count + index] += weight
                        totals[index] += weight
                    }
                }
            }
        }
        let vocabulary = Float(max(trigramRows.count, 1) * 2)
        unseen = totals.map { naturalLogarithm(Self.smoothing / ($0 + Self.smoothing * vocabulary)) }
        trigrams = counts
        for place in counts.indices {
            let total = totals[place % count] + Self.smoothing * vocabulary
            trigrams[place] = naturalLogarithm((counts[place] + Self.smoothing) / total)
        }
    }

    /// A listed word has the probability of its rank by Zipf's law.
    private mutating func learnWords(_ samples: [LanguageSample]) {
        let count = samples.count
        var probabilities: [Float] = []
        for (index, sample) in samples.enumerated() {
            let list = Self.words(of: sample.words)
            let sum = list.indices.reduce(Float(0)) { $0 + 1 / Float($1 + 5) }
            for (rank, scalars) in list.enumerated() {
                let word = Self.string(scalars)
                let row: Int
                if let known = wordRows[word] {
                    row = Int(known)
                } else {
                    row = probabilities.count / count
                    wordRows[word] = Int32(row)
                    probabilities.append(contentsOf: repeatElement(0, count: count))
                }
                probabilities[row * count + index] += Self.listedShare / Float(rank + 5) / sum
            }
        }
        words = probabilities
    }

    // MARK: - Scoring

    /// The log-probability of the text in each language, and the number of words that counted.
    func scores(of words: [[UInt32]]) -> [Float] {
        var total = [Float](repeating: 0, count: languages.count)
        var word = [Float](repeating: 0, count: languages.count)
        for scalars in words {
            for index in word.indices { word[index] = 0 }
            Self.forEachTrigram(of: scalars) { key in
                if let row = trigramRows[key] {
                    let start = Int(row) * languages.count
                    for index in word.indices { word[index] += trigrams[start + index] }
                } else {
                    for index in word.indices { word[index] += unseen[index] }
                }
            }
            if let row = wordRows[Self.string(scalars)] {
                let start = Int(row) * languages.count
                for index in word.indices where self.words[start + index] > 0 {
                    word[index] = max(word[index], naturalLogarithm(self.words[start + index]))
                }
            }
            for index in total.indices { total[index] += word[index] }
        }
        return total
    }

    // MARK: - Words

    /// Runs of letters, lower-cased.
    static func words(of text: String) -> [[UInt32]] {
        var found: [[UInt32]] = []
        var current: [UInt32] = []
        for scalar in text.unicodeScalars {
            if Script(scalar.value) != nil || (ScalarClass(scalar.value) == .mark && !current.isEmpty) {
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                current.append(lower.first?.value ?? scalar.value)
            } else if !current.isEmpty {
                found.append(current)
                current.removeAll(keepingCapacity: true)
            }
        }
        if !current.isEmpty { found.append(current) }
        return found
    }

    private static func string(_ scalars: [UInt32]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        return String(view)
    }

    /// Trigrams with a space at both ends of the word. Longer words than this are cut: they are no words.
    private static func forEachTrigram(of word: [UInt32], _ body: (UInt64) -> Void) {
        var first: UInt64 = 0
        var second: UInt64 = 0x20
        for scalar in word.prefix(30) {
            let third = UInt64(scalar)
            if first != 0 || second != 0 { body(first << 42 | second << 21 | third) }
            first = second
            second = third
        }
        body(first << 42 | second << 21 | 0x20)
    }
}

/// The natural logarithm, by the series of the inverse hyperbolic tangent on the mantissa, so that no library is needed.
func naturalLogarithm(_ value: Float) -> Float {
    guard value > 0 else { return -.infinity }
    let mantissa = value.significand
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    let series = 1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11))))
    return Float(value.exponent) * 0.693_147_18 + 2 * ratio * series
}
