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
/// The transcript is read once into windows of about half a minute (``SearchWindows``). A query is answered by BM25 over
/// the windows, lifted by the windows around them: what a stretch is about is seldom said in one sentence. Where an
/// embedding model is at hand, closeness in meaning is joined in. Results that would show the same moment are told once.
public struct TranscriptSearcher: Sendable {
    public struct Configuration: Sendable {
        /// Words of a window, and so of a result.
        public var windowWords = 80
        /// The share of meaning in the score, where there is a model and the query is English.
        public var meaningShare = 0.5
        /// How far the score of a window lifts its neighbours: windows at which a third is left.
        public var reach = 3.0
        /// What the neighbours' scores add to a window's own.
        public var neighbourShare = 1.0

        public init() {}
    }

    let windows: SearchWindows
    let text: SpokenText
    var configuration: Configuration
    private let embedder: (any EmbeddingModel)?
    private var vectors: [[Float]] = []

    public init(_ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration()) {
        self.configuration = configuration
        text = SpokenText(cues, language: language)
        windows = SearchWindows(text, words: configuration.windowWords)
        embedder = nil
    }

    /// - Parameter embedder: Embeds every window now and every query later.
    public init(
        _ cues: [Cue], language: String? = nil, configuration: Configuration = Configuration(),
        embedder: any EmbeddingModel
    ) async throws {
        self.configuration = configuration
        text = SpokenText(cues, language: language)
        windows = SearchWindows(text, words: configuration.windowWords)
        let text = self.text
        vectors = try await embedder.embed(
            windows.windows.map { range in text.sentences[range].map(\.text).joined(separator: " ") })
        self.embedder = embedder
    }

    /// The best moments, best first, by words alone. Empty where no word of the query occurs.
    public func matches(_ query: String, limit: Int = 10) -> [TranscriptMatch] {
        ranked(windows.scores(query), limit: limit)
    }

    /// As ``matches(_:limit:)``, with closeness in meaning where the searcher has an embedding model.
    public func search(_ query: String, limit: Int = 10) async throws -> [TranscriptMatch] {
        let words = windows.scores(query)
        guard let embedder, vectors.count == words.count, let vector = try await embedder.embed([query]).first else {
            return ranked(words, limit: limit)
        }
        let meaning = vectors.map { zip($0, vector).reduce(0.0) { $0 + Double($1.0 * $1.1) } }
        return ranked(fused(words, meaning), limit: limit)
    }

    // MARK: - Ranking

    private func fused(_ words: [Double], _ meaning: [Double]) -> [Double] {
        let mostWords = words.max() ?? 0
        let mostMeaning = meaning.max() ?? 0
        let share = mostWords > 0 ? configuration.meaningShare : 1
        return words.indices.map { index in
            (mostWords > 0 ? (1 - share) * words[index] / mostWords : 0)
                + (mostMeaning > 0 ? share * max(0, meaning[index]) / mostMeaning : 0)
        }
    }

    private func ranked(_ own: [Double], limit: Int) -> [TranscriptMatch] {
        guard limit > 0 else { return [] }
        let scores = lifted(own)
        let order = scores.indices.filter { own[$0] > 0 }.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
        var taken = [Bool](repeating: false, count: scores.count)
        var found: [TranscriptMatch] = []
        var rest: [Int] = []
        for index in order where found.count < limit {
            // The next best window is often the neighbour of the best: the same moment, which is shown already.
            if (index > 0 && taken[index - 1]) || (index + 1 < taken.count && taken[index + 1]) {
                rest.append(index)
                continue
            }
            taken[index] = true
            found.append(TranscriptMatch(quote: text.quote(windows.windows[index]), score: scores[index]))
        }
        for index in rest where found.count < limit {
            found.append(TranscriptMatch(quote: text.quote(windows.windows[index]), score: scores[index]))
        }
        return found
    }

    /// Each score with a share of the scores around it.
    private func lifted(_ own: [Double]) -> [Double] {
        guard configuration.neighbourShare > 0, own.count > 1 else { return own }
        let keep = exp(-1 / max(0.1, configuration.reach))
        var around = [Double](repeating: 0, count: own.count)
        var carried = 0.0
        for index in own.indices {
            around[index] += carried
            carried = (carried + own[index]) * keep
        }
        carried = 0
        for index in own.indices.reversed() {
            around[index] += carried
            carried = (carried + own[index]) * keep
        }
        let scale = 2 * keep / (1 - keep)
        return own.indices.map { own[$0] + configuration.neighbourShare * around[$0] / scale }
    }
}
