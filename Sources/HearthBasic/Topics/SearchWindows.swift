import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Pieces of a transcript of about equal length, and where each term stands in them.
struct SearchWindows {
    /// Sentences of each window, in order; they do not overlap.
    private(set) var windows: [Range<Int>] = []
    private var postings: [String: [(window: Int32, count: Int32)]] = [:]
    private var lengths: [Int] = []
    private var meanLength = 1.0
    private let language: String
    private let analyzer: SearchAnalyzer

    /// BM25's saturation and length normalisation, as in Robertson and Zaragoza (2009).
    private static let saturation = 1.2
    private static let lengthShare = 0.6
    /// The weight of a word such as "the" or "what" in a query.
    private static let stopwordWeight = 0.1

    init(_ text: SpokenText, words: Int) {
        language = text.language
        analyzer = SearchAnalyzer(language: language)
        windows = Self.cut(text, words)
        for (number, window) in windows.enumerated() {
            var counts: [String: Int32] = [:]
            var length = 0
            for sentence in text.sentences[window] {
                analyzer.forEachTerm(in: sentence.text) { term, _ in
                    counts[term, default: 0] += 1
                    length += 1
                }
            }
            lengths.append(length)
            for (term, count) in counts {
                postings[term, default: []].append((Int32(truncatingIfNeeded: number), count))
            }
        }
        meanLength = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
    }

    /// Whole sentences; a window begins where a turn does, unless the one before would be a mere "yes".
    private static func cut(_ text: SpokenText, _ words: Int) -> [Range<Int>] {
        var windows: [Range<Int>] = []
        var start = 0
        var count = 0
        for (index, sentence) in text.sentences.enumerated() {
            let opensTurn = index > 0 && text.sentences[index - 1].turn != sentence.turn
            let isFull = count + sentence.words > words * 3 / 2 || count >= words || opensTurn && count >= words / 2
            if count > 0, isFull {
                windows.append(start..<index)
                start = index
                count = 0
            }
            count += sentence.words
        }
        if start < text.sentences.count { windows.append(start..<text.sentences.count) }
        return windows
    }

    /// For each window its BM25 score; 0 where no term of the query occurs.
    func scores(_ query: String) -> [Double] {
        var scores = [Double](repeating: 0, count: windows.count)
        var asked: [String: Double] = [:]
        var order: [String] = []
        for term in analyzer.terms(in: String(query.prefixOfBytes(20_000))) {
            if asked[term] == nil { order.append(term) }
            asked[term, default: 0] += analyzer.isStopword(term, language: language) ? Self.stopwordWeight : 1
        }
        let count = Double(windows.count)
        for term in order {
            guard let places = postings[term], let weight = asked[term] else { continue }
            let rarity = log(1 + (count - Double(places.count) + 0.5) / (Double(places.count) + 0.5))
            for (window, occurrences) in places {
                let frequency = Double(occurrences)
                let length = 1 - Self.lengthShare + Self.lengthShare * Double(lengths[Int(window)]) / meanLength
                scores[Int(window)] +=
                    min(weight, 3) * rarity * frequency * (1 + Self.saturation)
                    / (frequency + Self.saturation * length)
            }
        }
        return scores
    }
}
