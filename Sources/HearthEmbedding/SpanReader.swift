import CEncoderKernels
public import HearthCore
import HearthGGUF

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
