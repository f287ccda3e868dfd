import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The stretches in which a passage is read.
enum ReaderWindow {
    /// `[CLS]` before the question, `[SEP]` behind it and behind the passage.
    static let specialTokens = 3

    /// Tokens of each window: every token is in one, and those of two neighbours in both, as far as the question leaves room for that.
    ///
    /// - Parameters:
    ///   - count: Tokens of the passage; a passage without any has no window.
    ///   - question: Tokens of the question.
    static func cut(_ count: Int, question: Int, _ format: ReaderFormat) -> [Range<Int>] {
        let room = max(1, format.window - question - specialTokens)
        var windows: [Range<Int>] = []
        var start = 0
        while start < count {
            windows.append(start..<min(count, start + room))
            if start + room >= count { break }
            start += min(format.stride, room)
        }
        return windows
    }
}

/// What a window gave.
struct WindowFinding: Sendable {
    let logits: PassageReading.Logits
    /// The best first: tokens of the passage, and the logarithm of how likely these are the answer.
    let spans: [(tokens: Range<Int>, score: Double)]

    /// How much speaks for it that the answer is in this window, and that it is this span.
    func worth(_ score: Double) -> Double { logits.answerable + score }
}

/// The spans of one window that are likeliest to be the answer.
struct SpanSearch {
    /// Logarithms of how likely a token is the first, and the last, of the answer.
    private let starts: [Double]
    private let ends: [Double]
    private let longest: Int

    /// - Parameters:
    ///   - starts: Logits of each token of the passage.
    ///   - longest: Tokens of the longest span.
    init(starts: [Double], ends: [Double], longest: Int) {
        self.starts = logSoftmax(starts)
        self.ends = logSoftmax(ends)
        self.longest = longest
    }

    /// The best spans, at most `count`: each the best of those that overlap none before it, of several equal ones the first.
    ///
    /// - Parameter first: The number of the first token, from which on those of the spans are counted.
    func best(_ count: Int, from first: Int = 0) -> [(tokens: Range<Int>, score: Double)] {
        var found: [(tokens: Range<Int>, score: Double)] = []
        var isTaken = [Bool](repeating: false, count: starts.count)
        while found.count < count {
            var best: (tokens: Range<Int>, score: Double)?
            for start in starts.indices where !isTaken[start] {
                for end in start..<min(starts.count, start + longest) {
                    if isTaken[end] { break }
                    let score = starts[start] + ends[end]
                    if score > best?.score ?? -.infinity { best = (start..<end + 1, score) }
                }
            }
            guard let best else { break }
            for token in best.tokens { isTaken[token] = true }
            found.append((first + best.tokens.lowerBound..<first + best.tokens.upperBound, best.score))
        }
        return found
    }
}

/// A passage in tokens, and what is made of its windows.
struct PassageTokens: Sendable {
    /// Spans of a reading.
    static let mostSpans = 8

    private let text: String
    let tokens: [PlacedToken]
    private let isWhole: Bool

    init(_ text: String, _ tokenizer: WordPieceTokenizer, limit: Int) {
        self.text = text
        let tokens = tokenizer.placedTokens(of: text, limit: limit + 1)
        isWhole = tokens.count <= limit
        self.tokens = isWhole ? tokens : Array(tokens.prefix(limit))
    }

    /// Puts together what the windows gave: the reading is that of the window with the likeliest answer, the spans are those of all.
    func reading(of windows: [WindowFinding], _ format: ReaderFormat) -> PassageReading {
        let bytes = isWhole ? text.utf8.count : tokens.last?.end ?? 0
        let all = windows.flatMap { window in
            window.spans.map { (window: window, tokens: $0.tokens, score: $0.score, worth: window.worth($0.score)) }
        }
        let ranked = all.sorted { ($0.worth, $1.tokens.lowerBound) > ($1.worth, $0.tokens.lowerBound) }
        guard let best = ranked.first else {
            var nothing = PassageReading.nothing
            nothing.bytesRead = bytes
            return nothing
        }
        var chosen: [Range<Int>] = []
        var spans: [PassageReading.Span] = []
        for span in ranked where !chosen.contains(where: { $0.overlaps(span.tokens) }) {
            chosen.append(span.tokens)
            let place = text.placeWithMarks(
                start: tokens[span.tokens.lowerBound].start, end: tokens[span.tokens.upperBound - 1].end)
            // Two pieces of one character have the same bytes.
            guard !spans.contains(where: { $0.place.overlaps(place) }) else { continue }
            spans.append(
                PassageReading.Span(
                    place: place, score: span.score, probability: exp(span.score),
                    answerable: format.answerable.probability(span.window.logits.answerable)))
            if spans.count == Self.mostSpans { break }
        }
        return PassageReading(
            relevance: format.relevance.probability(best.window.logits.relevance),
            answerable: format.answerable.probability(best.window.logits.answerable), logits: best.window.logits,
            spans: spans, bytesRead: bytes)
    }
}
