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
        public var meaningShare = 0.4
        /// The same for other languages in Latin script, of which the model knows names and words that English shares.
        public var foreignMeaningShare = 0.1

        public init() {}
    }

    let text: SpokenText
    let windows: SearchWindows
    private let configuration: Configuration
    /// Words before each window.
    private let positions: [Int]
    /// Words within which two places are the same moment.
    private let reach: Double

    private let embedder: (any EmbeddingModel)?
    /// Windows that are embedded together.
    private var pieces: [Range<Int>] = []
    private var vectors: [[Float]] = []

    /// Words of a text that is embedded as one.
    private static let pieceWords = 80

    /// - Parameter language: ISO 639-1; `nil` finds it out.
    public init(_ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration()) {
        self.init(text: SpokenText(cues, language: language), configuration: configuration, embedder: nil)
    }

    /// - Parameter embedder: Embeds the whole transcript now, in pieces of about 80 words, and every query later.
    public init(
        _ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration(),
        embedder: any EmbeddingModel
    ) async throws {
        self.init(text: SpokenText(cues, language: language), configuration: configuration, embedder: embedder)
        var start = 0
        for index in windows.windows.indices {
            let next = index + 1 < positions.count ? positions[index + 1] : .max
            if next == .max || next - positions[start] >= Self.pieceWords {
                pieces.append(start..<(index + 1))
                start = index + 1
            }
        }
        let found = try await embedder.embed(pieces.map { piece in piece.map { words(of: $0) }.joined(separator: " ") })
        vectors = found.count == pieces.count ? found : []
    }

    private init(text: SpokenText, configuration: Configuration, embedder: (any EmbeddingModel)?) {
        self.text = text
        self.configuration = configuration
        self.embedder = embedder
        windows = SearchWindows(text, words: max(1, configuration.windowWords))
        var before = 0
        var positions: [Int] = []
        for window in windows.windows {
            positions.append(before)
            before += text.sentences[window].reduce(0) { $0 + $1.words }
        }
        self.positions = positions
        reach = max(1, Double(before) / Double(TopicSegmenter.defaultCount(words: before)) / 3)
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
        guard share > 0, let embedder, !vectors.isEmpty, let asked = try await embedder.embed([query]).first else {
            return ranked(words, limit: limit)
        }
        let closeness = vectors.map { zip($0, asked).reduce(0.0) { $0 + Double($1.0 * $1.1) } }
        let best = max(closeness.max() ?? 0, .leastNormalMagnitude)
        var scores = words.map { (1 - share) * $0 }
        for (piece, value) in zip(pieces, closeness) {
            for window in piece { scores[window] += share * max(0, value) / best }
        }
        return ranked(scores, limit: limit)
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
