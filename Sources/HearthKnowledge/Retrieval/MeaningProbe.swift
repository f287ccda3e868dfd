import HearthCore
import HearthText

/// Finds out from texts of a language how well an embedding model knows that language.
///
/// Each text is cut in two, and what a search by words would find is struck from the first half: every word that the second half has as
/// well. A model that understands what is left still puts it near its own second half, in other words; one that does not has lost the
/// names and numbers by which it seemed to. How far the own half stands out among those of the other texts is measured in standard
/// deviations (d′ of signal detection), which depends neither on how many texts there are nor on how close to each other a model's
/// vectors lie. It is compared with how far the whole first half stands out by its letters (``LetterGrams``): texts whose halves have
/// little to do with each other are no reproach to a model.
///
/// Measured with all-MiniLM-L6-v2 on 24 passages at a time, the ratio of the two is .42 to .49 in English (encyclopaedia and manuals),
/// .15 to .24 in Romanian and German, of which the model knows what English shares, and .04 to .13 in Greek, Hindi, Thai, Chinese and Swedish.
/// With a ratio below .2, any share of meaning above a fifth loses questions of XQuAD; in English half is best.
struct MeaningProbe {
    /// Names what is measured and how. Whoever changes that changes this.
    static let version = "other words 1"
    /// Texts that are enough to tell, and the most that are looked at. With ten, chance alone makes a stranger a friend.
    static let fewest = 16
    static let most = 24

    /// The ratios from which a model begins to know a language, and with which it is at home in it.
    private static let foreign = 0.2
    private static let home = 0.4
    /// How far halves must stand out by their letters, where anything is to be told. In minutes of one meeting, in a diary and in lists they
    /// come to 1.5 at most, and the model's ratio is by chance.
    private static let leastLetters = 2.5
    /// Bytes of a text that says enough, and of those that are read.
    private static let shortest = 240
    private static let longest = 4_096
    /// The share of letters among what is no space: less have tables, lists of numbers, code.
    private static let leastProse = 0.75

    let embedder: any EmbeddingModel

    /// Whether a text is one that says something about a language: long enough, and in sentences.
    static func isTelling(_ text: String) -> Bool {
        guard text.utf8.count >= shortest else { return false }
        var (letters, others) = (0, 0)
        for scalar in text.prefixOfBytes(longest).unicodeScalars where !scalar.properties.isWhitespace {
            let kind = ScalarClass(scalar.value)
            if kind.isWordPart, kind != .digit { letters += 1 } else { others += 1 }
        }
        return letters > 0 && Double(letters) >= leastProse * Double(letters + others)
    }

    /// How well the model knows the language, from 0 to 1; `nil` where the texts do not tell.
    ///
    /// - Parameter texts: Of that language. Those that ``isTelling(_:)`` refuses are passed over, as is what stands there twice.
    func familiarity(of texts: [String], language: String) async throws -> Double? {
        var seen: Set<String> = []
        let halves = texts.filter { Self.isTelling($0) && seen.insert($0).inserted }.prefix(Self.most)
            .map { Self.halves(of: String($0.prefixOfBytes(Self.longest)), language: language) }
        guard halves.count >= Self.fewest else { return nil }
        let letters = Self.distinctness(
            halves.map { half in LetterGrams(query: half.first).scores(of: halves.map(\.second)) })
        guard letters >= Self.leastLetters, letters.isFinite else { return nil }
        let analyzer = SearchAnalyzer(language: language)
        let firsts = halves.map { Self.inOtherWords($0.first, than: $0.second, analyzer) }
        // As a search does it: what is looked for, and what is found.
        let looked = try await embedder.embed(firsts, as: .query)
        let seconds = try await embedder.embed(halves.map(\.second), as: .passage)
        guard looked.count == halves.count, seconds.count == halves.count else { return nil }
        let meaning = Self.distinctness(
            looked.map { first in
                seconds.map { zip(first, $0).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } }
            })
        guard !meaning.isNaN else { return nil }
        return min(1, max(0, (meaning / letters - Self.foreign) / (Self.home - Self.foreign)))
    }

    /// A text in two, at the end of a sentence where one ends near the middle, else between two words, else in the middle.
    static func halves(of text: String, language: String) -> (first: String, second: String) {
        let count = text.utf8.count
        let near = (count * 3 / 10)...(count * 7 / 10)
        func nearest(_ places: [Int]) -> Int? {
            places.filter(near.contains).min { abs($0 - count / 2) < abs($1 - count / 2) }
        }
        let cut =
            nearest(SentenceSplitter().sentences(in: text, language: language).map(\.end))
            ?? nearest(Array(text.utf8).indices(of: 0x20))
            ?? count / 2
        let first = text.prefixOfBytes(cut)
        return (String(first), String(text[first.endIndex...]))
    }

    /// A text without the words that another one has, as a search by words compares them.
    static func inOtherWords(_ text: String, than other: String, _ analyzer: SearchAnalyzer) -> String {
        let there = Set(analyzer.terms(in: other))
        var kept: [UInt8] = []
        kept.reserveCapacity(text.utf8.count)
        var struck = [Bool](repeating: false, count: text.utf8.count)
        for term in analyzer.locatedTerms(in: text) where there.contains(term.text) {
            for at in max(0, term.span.start)..<min(term.span.end, struck.count) { struck[at] = true }
        }
        for (at, byte) in text.utf8.enumerated() {
            if !struck[at] {
                kept.append(byte)
            } else if let last = kept.last, last != 0x20, at == 0 || !struck[at - 1] {
                kept.append(0x20)
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// How far the own score of each row, that on the diagonal, is above the others, in their standard deviation; the mean of all rows.
    ///
    /// The deviation is one for all rows, because that of a single one is known too badly. Where the others are all alike, any lead is
    /// infinite.
    static func distinctness(_ scores: [[Double]]) -> Double {
        let count = scores.count
        guard count > 2 else { return 0 }
        var (lead, squares) = (0.0, 0.0)
        for (row, values) in scores.enumerated() {
            let others = values.enumerated().filter { $0.offset != row }.map(\.element)
            let mean = others.reduce(0, +) / Double(others.count)
            lead += values[row] - mean
            squares += others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
        let deviation = (squares / Double(count * (count - 2))).squareRoot()
        return lead == 0 ? 0 : lead / Double(count) / deviation
    }
}

extension [UInt8] {
    fileprivate func indices(of byte: UInt8) -> [Int] { indices.filter { self[$0] == byte } }
}
