import CEncoderKernels
public import HearthCore
import HearthGGUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds the words of passages that answer a question, with a BERT encoder that reads both together (Devlin et al. 2018,
/// arXiv:1810.04805, section 4.2), on this machine's processor.
///
/// A long passage is read in windows that overlap, which go through the encoder's threads in batches. What each of them gives is put
/// together by ``PassageReading``'s rules: that of the window counts whose answer is the likeliest.
public final class SpanReader: ReadingModel {
    public let id: String
    public var languages: Set<String> { format.languages }

    let tokenizer: WordPieceTokenizer
    let format: ReaderFormat
    private let heads: ReaderHeads
    private let workers: EncoderWorkers

    /// Tokens of a passage that are read, about 70 KB of text; what lies beyond is not, and ``PassageReading/bytesRead`` says so.
    static let mostTokens = 16_384
    /// Passages are taken up until they have as many tokens as this, and read before others are: the memory does not grow with the number of
    /// passages, but for what is found.
    private static let tokensAtOnce = 65_536

    /// Opens a model file.
    ///
    /// - Parameters:
    ///   - path: A GGUF file with a BERT encoder and the heads of a reader. It stays mapped for as long as the reader lives.
    ///   - threads: How many cores to use; `nil` means all.
    /// - Throws: `EmbeddingError`, `GGUFError`.
    public convenience init(modelAt path: String, threads: Int? = nil) throws {
        try self.init(file: GGUFFile(mapping: path), threads: threads, kernel: hearth_kernel_best())
    }

    /// As above, with a form of the kernels that the machine must support.
    init(file: GGUFFile, threads: Int?, kernel: hearth_kernel) throws {
        let shape = try BertShape(file)
        format = try ReaderFormat(file, positions: shape.positions)
        let threads = try EncoderWorkers.checked(threads: threads)
        tokenizer = try WordPieceTokenizer(file)
        heads = try ReaderHeads(file, width: shape.width)
        let weights = try BertWeights(file, shape: shape, kernel: kernel, hasTwoSegments: true)
        try weights.check(holds: tokenizer.vocabulary)
        id = file.name ?? "reader"
        workers = EncoderWorkers(
            encoder: BertEncoder(weights: weights), threads: threads, rows: max(256, format.window))
    }

    public func read(question: String, passages: [String]) async throws -> [PassageReading] {
        try Task.checkCancellation()
        let question = tokenizer.tokens(of: question, limit: format.questionTokens)
        guard !question.isEmpty else { return passages.map { _ in .nothing } }
        return try await withTaskExecutorPreference(workers.threads) {
            var readings: [PassageReading] = []
            readings.reserveCapacity(passages.count)
            var next = 0
            while next < passages.count {
                try Task.checkCancellation()
                var taken: [PassageTokens] = []
                var tokens = 0
                while next < passages.count, tokens < Self.tokensAtOnce {
                    let passage = PassageTokens(passages[next], tokenizer, limit: Self.mostTokens)
                    tokens += passage.tokens.count
                    taken.append(passage)
                    next += 1
                }
                readings += try await self.read(taken, question: question)
            }
            return readings
        }
    }

    private func read(_ passages: [PassageTokens], question: [Int32]) async throws -> [PassageReading] {
        let windows = passages.indices.flatMap { index in
            ReaderWindow.cut(passages[index].tokens.count, question: question.count, format).map { (index, $0) }
        }
        let beside = question.count + ReaderWindow.specialTokens
        let findings = try await workers.run(sizes: windows.map { $0.1.count + beside }) { batch, workspace in
            try self.read(windows[batch].map { (passages[$0.0], $0.1) }, question: question, in: workspace)
        }
        var found = [[WindowFinding]](repeating: [], count: passages.count)
        for (window, finding) in zip(windows, findings) { found[window.0].append(finding) }
        return zip(passages, found).map { $0.reading(of: $1, format) }
    }

    /// Reads some windows at once.
    private func read(
        _ windows: [(passage: PassageTokens, tokens: Range<Int>)], question: [Int32], in workspace: BertWorkspace
    ) throws -> [WindowFinding] {
        let vocabulary = tokenizer.vocabulary
        let before = [vocabulary.classification] + question + [vocabulary.separator]
        let sequences = windows.map { window in
            before + window.passage.tokens[window.tokens].map(\.token) + [vocabulary.separator]
        }
        let encoder = workers.encoder
        try encoder.transform(
            sequences, secondSegments: [Int](repeating: before.count, count: sequences.count), in: workspace)
        let width = encoder.shape.width
        var row = UnsafePointer(workspace.stream)
        return try zip(windows, sequences).map { window, sequence in
            defer { row += sequence.count * width }
            let passage = heads.passage(row).map(Double.init)
            var starts: [Double] = []
            var ends: [Double] = []
            for index in window.tokens.indices {
                let logits = heads.span(row + (before.count + index - window.tokens.lowerBound) * width)
                starts.append(Double(logits[0]))
                ends.append(Double(logits[1]))
            }
            guard (passage + starts + ends).allSatisfy(\.isFinite) else {
                throw EmbeddingError.givesNoNumbers("reader")
            }
            let search = SpanSearch(starts: starts, ends: ends, longest: format.spanTokens)
            return WindowFinding(
                logits: .init(relevance: passage[0], answerable: passage[1]),
                spans: search.best(PassageTokens.mostSpans, from: window.tokens.lowerBound))
        }
    }
}

// MARK: - Format

/// What a reader's model file says of how it was trained to read (`hearth.reader.…`), checked.
struct ReaderFormat: Sendable {
    /// The version of the format that is read here.
    static let version = 1
    static let longestSpan = 256
    /// How many windows a token is in at most, about: windows that lie closer would make a passage of a page the work of hours.
    static let mostOverlap = 8

    /// Tokens of a question that are read.
    let questionTokens: Int
    /// Tokens of a window, with the question and the three special tokens.
    let window: Int
    /// Tokens from the beginning of a window to that of the next.
    let stride: Int
    /// Tokens of the longest span.
    let spanTokens: Int
    let answerable: LogitCalibration
    let relevance: LogitCalibration
    /// ISO 639-1.
    let languages: Set<String>

    /// - Parameter positions: The longest sequence for which the encoder has positions.
    init(_ file: GGUFFile, positions: Int) throws {
        let metadata = try HeadMetadata(file, of: "reader", version: Self.version)
        func calibration(_ head: String) throws -> LogitCalibration {
            let scale = try metadata.number(head + ".scale")
            guard scale > 0 else { throw metadata.malformed(head + ".scale") }
            return LogitCalibration(scale: scale, shift: try metadata.number(head + ".shift"))
        }
        window = try metadata.window(atLeast: 5, positions: positions)
        // Of a window something must be left for the passage.
        questionTokens = try metadata.size("question_tokens", 1...window - 4)
        stride = try metadata.size("stride", max(1, window / Self.mostOverlap)...window)
        spanTokens = try metadata.size("span_tokens", 1...Self.longestSpan)
        answerable = try calibration("answerable")
        relevance = try calibration("relevance")
        languages = try metadata.languages()
    }
}

/// The two heads of a reader: what it makes of a token as the beginning and as the end of an answer, and of the first token, which stands
/// for the passage, as relevance and as answerability.
struct ReaderHeads: Sendable {
    /// Start and end.
    let span: LinearHead
    /// Relevance and answerability.
    let passage: LinearHead

    init(_ file: GGUFFile, width: Int) throws {
        span = try LinearHead("reader.span", file, rows: 2, width: width)
        passage = try LinearHead("reader.passage", file, rows: 2, width: width)
    }
}

// MARK: - Windows

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
