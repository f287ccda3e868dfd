public import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A moment of a transcript that fits a query.
public struct TranscriptMatch: Hashable, Codable, Sendable {
    /// Its speaker is who says what fits the query.
    public var quote: TranscriptQuote
    /// All who speak in it, in order.
    public var speakers: [String]
    /// Comparable within one answer only; higher is better.
    public var score: Double

    public init(quote: TranscriptQuote, speakers: [String] = [], score: Double) {
        self.quote = quote
        self.speakers = speakers
        self.score = score
    }
}

/// Finds the moments of one transcript that fit a query.
///
/// The transcript is read once into windows of a few sentences (``SearchWindows``). A query is answered by BM25 over the
/// windows, lifted by what is said around them, since what a stretch is about is seldom said in one sentence. Where an
/// embedding model is at hand, closeness in meaning is joined in. Results that would show the same moment are told once.
/// All distances follow the length of the transcript: what is near in three hours is far in three minutes.
public struct TranscriptSearcher: Sendable {
    public struct Configuration: Sendable {
        /// Words of a window, at which a result begins.
        public var windowWords = 25
        /// Words that a result shows.
        public var resultWords = 60
        /// What is said around a window counts so much beside its own words.
        public var neighbourShare = 0.75
        /// The share of meaning in the score, where there is a model that is at home in the language; the less so, the less its
        /// vocabulary suits what is said.
        public var meaningShare = 0.5
        /// Pieces of about 80 words that are compared by meaning, those with the best words first: a query of a transcript of
        /// hours need not wait until all of it is embedded.
        public var meaningCandidates = 32

        public init() {}
    }

    let text: SpokenText
    let windows: SearchWindows
    private let configuration: Configuration
    /// Words before each window.
    private let positions: [Int]
    /// Words within which two places are the same moment.
    private let reach: Double

    /// Windows that are embedded together.
    private let pieces: [Range<Int>]
    private let vectors: PieceVectors?
    private let meaningShare: Double

    /// Words of a text that is embedded as one.
    private static let pieceWords = 80

    /// - Parameters:
    ///   - language: ISO 639-1; `nil` finds it out.
    ///   - embedder: Embeds each query and the pieces of about 80 words that its words point to, each once; `nil`
    ///     searches by words alone.
    ///   - stops: Where sentences begin that no mark shows, of these cues.
    public init(
        _ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration(),
        embedder: (any EmbeddingModel)? = nil, stops: RestoredStops? = nil
    ) {
        text = SpokenText(cues, language: language, stops: stops)
        self.configuration = configuration
        windows = SearchWindows(text, words: max(1, configuration.windowWords))
        var before = 0
        var positions: [Int] = []
        var pieces: [Range<Int>] = []
        var start = 0
        for (index, window) in windows.windows.enumerated() {
            positions.append(before)
            before += text.sentences[window].reduce(0) { $0 + $1.words }
            if before - positions[start] >= Self.pieceWords || index + 1 == windows.windows.count {
                pieces.append(start..<(index + 1))
                start = index + 1
            }
        }
        self.positions = positions
        self.pieces = pieces
        reach = max(1, Double(before) / Double(TopicSegmenter.defaultCount(words: before)) / 3)
        vectors = embedder.map { PieceVectors($0) }
        // What is said first tells the language; no more of it is read.
        let beginning = text.sentences.prefix(60).map(\.text).joined(separator: " ")
        meaningShare =
            configuration.meaningShare
            * (embedder.flatMap { VocabularyFit.familiarity(of: beginning, tokenizer: $0.tokenizer) } ?? 1)
    }

    private func words(of window: Int) -> String {
        text.sentences[windows.windows[window]].map(\.text).joined(separator: " ")
    }

    /// The best moments, best first, by words alone. Empty where no word of the query occurs.
    public func matches(_ query: String, limit: Int = 10) -> [TranscriptMatch] {
        ranked(lifted(windows.scores(query)), query, limit: limit)
    }

    /// As ``matches(_:limit:)``, with closeness in meaning where the searcher has an embedding model.
    public func search(_ query: String, limit: Int = 10) async throws -> [TranscriptMatch] {
        let words = lifted(windows.scores(query))
        let hasWords = words.contains { $0 > 0 }
        let share = hasWords ? meaningShare : 1
        guard share > 0, let vectors, !pieces.isEmpty else { return ranked(words, query, limit: limit) }
        // Without a word in common, meaning has to look everywhere.
        let asked = hasWords ? promising(words) : Array(pieces.indices)
        let closeness = try await vectors.closeness(
            of: asked.map { piece in (piece, pieces[piece].map { self.words(of: $0) }.joined(separator: " ")) },
            to: query)
        let best = max(closeness.max() ?? 0, .leastNormalMagnitude)
        var scores = words.map { (1 - share) * $0 }
        for (piece, value) in zip(asked, closeness) {
            for window in pieces[piece] { scores[window] += share * max(0, value) / best }
        }
        return ranked(scores, query, limit: limit)
    }

    /// The share of the moments that say a term, from 0 to 1. A short transcript is taken for a sample of a longer one: in a single moment
    /// every word of it is everywhere.
    package func share(of term: String) -> Double? {
        windows.windows.isEmpty
            ? nil : Double(windows.count(of: term)) / Double(windows.windows.count + Self.unseenMoments)
    }

    private static let unseenMoments = 20

    /// The pieces whose windows have the best scores.
    private func promising(_ scores: [Double]) -> [Int] {
        let best = pieces.map { $0.reduce(0.0) { max($0, scores[$1]) } }
        let order = pieces.indices.sorted { best[$0] != best[$1] ? best[$0] > best[$1] : $0 < $1 }
        return order.prefix(max(1, configuration.meaningCandidates)).sorted()
    }

    // MARK: - Ranking

    /// The scores and those around them, both against their best; the best of the sums is 1.
    private func lifted(_ own: [Double]) -> [Double] {
        guard let most = own.max(), most > 0 else { return own }
        var around = [Double](repeating: 0, count: own.count)
        // An exponential decay over the words between the windows, by one filter forward and one back.
        for isForward in [true, false] {
            var carried = 0.0
            var last = 0
            for index in isForward ? Array(own.indices) : own.indices.reversed() {
                carried *= exp(-Double(abs(positions[index] - positions[last])) / reach)
                around[index] += carried
                carried += own[index]
                last = index
            }
        }
        let mostAround = max(around.max() ?? 0, .leastNormalMagnitude)
        // A window without a word of the query is no answer, wherever it stands.
        let sums = own.indices.map { index in
            own[index] > 0 ? own[index] / most + configuration.neighbourShare * around[index] / mostAround : 0
        }
        let best = max(sums.max() ?? 0, .leastNormalMagnitude)
        return sums.map { $0 / best }
    }

    private func ranked(_ scores: [Double], _ query: String, limit: Int) -> [TranscriptMatch] {
        guard limit > 0 else { return [] }
        let order = scores.indices.filter { scores[$0] > 0 }
            .sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
        // Words near a result, in steps of the reach: only two steps can hold something too near.
        var places: [Int: [Int]] = [:]
        var found: [Int] = []
        var rest: [Int] = []
        for index in order where found.count < limit {
            let step = Int(Double(positions[index]) / reach)
            let near = (step - 1...step + 1).flatMap { places[$0] ?? [] }
            // The next best window often stands beside the best: the same moment, which is shown already.
            if near.contains(where: { Double(abs($0 - positions[index])) < reach }) {
                rest.append(index)
            } else {
                places[step, default: []].append(positions[index])
                found.append(index)
            }
        }
        found += rest.prefix(max(0, limit - found.count))
        return found.map { window in
            let shown = sentences(from: window)
            var quote = text.quote(shown)
            if let speaker = windows.speaker(of: window, in: text, asked: query) { quote.speaker = speaker }
            return TranscriptMatch(quote: quote, speakers: text.speakers(in: shown), score: scores[window])
        }
    }

    /// What a result shows: the window and what follows it, up to the wanted length.
    private func sentences(from window: Int) -> Range<Int> {
        let start = windows.windows[window].lowerBound
        var end = start
        var words = 0
        while end < text.sentences.count, words < configuration.resultWords {
            let next = text.sentences[end].words
            if words > 0, words + next > configuration.resultWords * 3 / 2 { break }
            words += next
            end += 1
        }
        return start..<max(end, start + 1)
    }
}

/// The vectors of a transcript's pieces, made when they are first needed.
private actor PieceVectors {
    private let embedder: any EmbeddingModel
    private var known: [Int: [Float]] = [:]

    init(_ embedder: any EmbeddingModel) { self.embedder = embedder }

    /// The cosine of each piece and the query, in the order of the pieces.
    func closeness(of pieces: [(number: Int, text: String)], to query: String) async throws -> [Double] {
        let missing = pieces.filter { known[$0.number] == nil }
        let found = try await embedder.embedQuestion([query] + missing.map(\.text))
        guard found.count == missing.count + 1 else { return pieces.map { _ in 0 } }
        for (piece, vector) in zip(missing, found.dropFirst()) { known[piece.number] = vector }
        return pieces.map { piece in
            zip(known[piece.number] ?? [], found[0]).reduce(0.0) { $0 + Double($1.0 * $1.1) }
        }
    }
}

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
            // Who says it: whoever asks what somebody thinks names them, and those who speak seldom name themselves.
            for name in Set(text.sentences[window].compactMap { text.turns[$0.turn].speaker }) {
                analyzer.forEachTerm(in: name) { term, _ in counts[term, default: 0] += 1 }
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

    /// Who says the sentence of a window that has most of the query's words; `nil` where none has one, or the transcript does not
    /// tell who says it.
    func speaker(of window: Int, in text: SpokenText, asked query: String) -> String? {
        let terms = Set(analyzer.terms(in: String(query.prefixOfBytes(20_000))))
        let telling = terms.filter { !analyzer.isStopword($0, language: language) }
        let asked = telling.isEmpty ? terms : telling
        var best: (count: Int, turn: Int)?
        for sentence in text.sentences[windows[window]] {
            let count = asked.intersection(analyzer.terms(in: sentence.text)).count
            if count > best?.count ?? 0 { best = (count, sentence.turn) }
        }
        return best.flatMap { text.turns[$0.turn].speaker }
    }

    /// How many windows say a term.
    func count(of term: String) -> Int { postings[term]?.count ?? 0 }

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
