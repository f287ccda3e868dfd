import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How well each unit of a text can be read without what stands around it: a summary is read as a text of its own.
///
/// A question whose answer is not there, a sentence that was broken off, a headline among sentences and a sentence that leans on the
/// one before it ("That's why …") say less than their words weigh. The shares are by judgement, mild enough that a sentence which
/// says much more is still taken.
struct SentenceStanding {
    /// For each unit, the share of its quality that it keeps.
    private(set) var shares: [Double] = []
    /// For each unit, whether a text can begin with it.
    private(set) var opens: [Bool] = []

    private static let question = 0.6
    private static let unfinished = 0.6
    private static let headline = 0.1
    private static let leaning = 0.75
    private static let runOn = 0.7
    /// Words of a sentence from which on it is hard to follow when it was spoken.
    private static let longest = 45

    init(_ source: SummarySource, _ bytes: UTF8Bytes) {
        let leaning = PhraseList(SpeechMarkers.leaning, language: source.language)
        let isTalk = source.lines.isTranscript
        let closed = source.units.map { Self.isClosed($0.pieces.last, bytes) }
        // Where sentences end with a mark, what has none is no sentence.
        let tellsEnds = closed.count { $0 } * 5 >= closed.count * 3
        for (index, unit) in source.units.enumerated() {
            let opening = bytes.string((unit.pieces.first ?? unit.span).prefix(120))
            let leans = index > 0 && leaning.opens(SpokenWords(opening, limit: 6, language: source.language))
            let isQuestion = Self.asks(unit.pieces.last, bytes)
            var share = leans ? Self.leaning : 1
            if isQuestion { share *= Self.question }
            if !closed[index] { share *= isTalk || !tellsEnds ? Self.unfinished : Self.headline }
            if isTalk, unit.words > Self.longest { share *= Self.runOn }
            shares.append(share)
            opens.append(!leans && !isQuestion && closed[index])
        }
    }

    /// Whether a piece ends as a sentence does; what does not is shown to be cut off.
    static func isClosed(_ piece: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let piece, let (value, _) = bytes.scalar(before: piece.upperBound) else { return true }
        return ScalarClass(value) == .other && ![0x2C, 0x3B, 0x3A, 0x2D].contains(value)
    }

    private static func asks(_ piece: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let piece else { return false }
        return SentenceEnd.asks(bytes.string(piece.suffix(16)))
    }
}

/// What somebody said as it is written down for a reader: without fillers, repeated words and empty openings, each sentence with a
/// capital where its script has them.
public enum SpokenWording {
    /// - Parameter language: ISO 639-1.
    /// - Returns: Empty where nothing was said but fillers.
    public static func cleaned(_ text: String, language: String) -> String {
        let text = PlainText.line(text)
        let sentences = SentenceSplitter().sentences(in: text, language: language)
        return text.withBytes { bytes in
            let tokens = SummaryTokens(bytes)
            func cleaned(dropsOpeners: Bool) -> String {
                sentences.map { span in
                    let sentence = SpokenSentence(
                        span.range, tokens: tokens, language: language, dropsOpeners: dropsOpeners)
                    return write(sentence.pieces, of: span.range, tokens)
                }
                .filter { $0.contains { $0.isLetter || $0.isNumber } }.joined(separator: " ")
            }
            let shown = cleaned(dropsOpeners: true)
            // "No." opens nothing: it is all that was said.
            return shown.isEmpty ? cleaned(dropsOpeners: false) : shown
        }
    }

    /// Whether a word is torn off before it is said whole: "ergonom ergonomic", "th things".
    public static func stumbles(_ words: [String]) -> Bool {
        zip(words, words.dropFirst()).contains { said, next in
            let (said, next) = (said.lowercased(), next.lowercased())
            return next.hasPrefix(said) && next != said && (said.utf8.count >= 4 || isTorn(said, before: next))
        }
    }

    /// The pieces of a sentence, with a capital where an opening before them was left out, and with the mark of what was cut off.
    static func write(_ pieces: [Range<Int>], of sentence: Range<Int>, _ tokens: SummaryTokens) -> String {
        var shown = ""
        tokens.append(pieces, to: &shown)
        // Where sentences are written without capitals, none of them gets one.
        if let first = pieces.first, first.lowerBound > sentence.lowerBound, let letter = shown.first,
            letter.isLowercase, letter.uppercased().count == 1,
            tokens.bytes.string(sentence.prefix(8)).first?.isUppercase == true
        {
            shown = letter.uppercased() + shown.dropFirst()
        }
        guard !SentenceStanding.isClosed(pieces.last, tokens.bytes) else { return shown }
        while let last = shown.unicodeScalars.last, [",", ";", ":", "-", " "].contains(last) {
            shown.unicodeScalars.removeLast()
        }
        return shown + "…"
    }

    /// A few consonants that the next word begins with: "th things". A word of a language has a vowel.
    static func isTorn(_ said: String, before next: String) -> Bool {
        !said.isEmpty && said.utf8.count <= 3 && next.utf8.count > said.utf8.count && next.hasPrefix(said)
            && said.utf8.allSatisfy { consonants.contains($0) }
    }

    private static let consonants = Set("bcdfghjklmnpqrstvwxz".utf8)
}

// MARK: - Concepts

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

// MARK: - Questions

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
