public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A moment of a transcript that fits a query.
public struct TranscriptMatch: Hashable, Codable, Sendable {
    public var quote: TranscriptQuote
    /// Comparable within one answer only; higher is better.
    public var score: Double

    public init(quote: TranscriptQuote, score: Double) {
        self.quote = quote
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
        /// The share of meaning in the score of an English query, where there is a model.
        public var meaningShare = 0.5
        /// The same for other languages in Latin script, of which the model knows names and words that English shares.
        public var foreignMeaningShare = 0.1
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

    /// Words of a text that is embedded as one.
    private static let pieceWords = 80

    /// - Parameters:
    ///   - language: ISO 639-1; `nil` finds it out.
    ///   - embedder: Embeds each query and the pieces of about 80 words that its words point to, each once; `nil`
    ///     searches by words alone.
    public init(
        _ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration(),
        embedder: (any EmbeddingModel)? = nil
    ) {
        text = SpokenText(cues, language: language)
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
    }

    private func words(of window: Int) -> String {
        text.sentences[windows.windows[window]].map(\.text).joined(separator: " ")
    }

    /// The best moments, best first, by words alone. Empty where no word of the query occurs.
    public func matches(_ query: String, limit: Int = 10) -> [TranscriptMatch] {
        ranked(lifted(windows.scores(query)), limit: limit)
    }

    /// As ``matches(_:limit:)``, with closeness in meaning where the searcher has an embedding model.
    public func search(_ query: String, limit: Int = 10) async throws -> [TranscriptMatch] {
        let words = lifted(windows.scores(query))
        let hasWords = words.contains { $0 > 0 }
        let share = hasWords ? meaningShare(query) : 1
        guard share > 0, let vectors, !pieces.isEmpty else { return ranked(words, limit: limit) }
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
        return ranked(scores, limit: limit)
    }

    /// The pieces whose windows have the best scores.
    private func promising(_ scores: [Double]) -> [Int] {
        let best = pieces.map { $0.reduce(0.0) { max($0, scores[$1]) } }
        let order = pieces.indices.sorted { best[$0] != best[$1] ? best[$0] > best[$1] : $0 < $1 }
        return order.prefix(max(1, configuration.meaningCandidates)).sorted()
    }

    // MARK: - Ranking

    private func meaningShare(_ query: String) -> Double {
        switch text.language == "und" ? LanguageIdentifier().identify(query).language : text.language {
        case "en": configuration.meaningShare
        case "zh", "ja", "ko", "ru", "ar", "hi", "th", "el", "he": 0
        default: configuration.foreignMeaningShare
        }
    }

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

    private func ranked(_ scores: [Double], limit: Int) -> [TranscriptMatch] {
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
        return found.map { TranscriptMatch(quote: quote(from: $0), score: scores[$0]) }
    }

    /// What a result shows: the window and what follows it, up to the wanted length.
    private func quote(from window: Int) -> TranscriptQuote {
        let start = windows.windows[window].lowerBound
        var end = start
        var words = 0
        while end < text.sentences.count, words < configuration.resultWords {
            let next = text.sentences[end].words
            if words > 0, words + next > configuration.resultWords * 3 / 2 { break }
            words += next
            end += 1
        }
        return text.quote(start..<max(end, start + 1))
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
        let found = try await embedder.embed([query] + missing.map(\.text))
        guard found.count == missing.count + 1 else { return pieces.map { _ in 0 } }
        for (piece, vector) in zip(missing, found.dropFirst()) { known[piece.number] = vector }
        return pieces.map { piece in
            zip(known[piece.number] ?? [], found[0]).reduce(0.0) { $0 + Double($1.0 * $1.1) }
        }
    }
}
