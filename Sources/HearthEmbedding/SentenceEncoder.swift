import CEncoderKernels
import Foundation
public import HearthCore
import HearthGGUF
import Synchronization

/// Turns sentences into vectors with a BERT encoder such as all-MiniLM-L6-v2, or one like XLM-RoBERTa such as BGE M3, on this machine's
/// processor.
///
/// Made for ingestion: one single-threaded worker a core, whole sequences without padding, products in bfloat16 where the
/// processor has them (vectors then differ from those of 32-bit arithmetic by a cosine above 0.9999). Work runs on the
/// encoder's own threads.
public final class SentenceEncoder: EmbeddingModel {
    public let id: String
    public let dimension: Int
    public let maxTokens: Int
    public var tokenizer: any TextTokenizer { pieces }

    let pieces: any PieceTokenizer
    private let encoder: BertEncoder
    private let threads: ThreadPool
    private let workspaces = Mutex<[BertWorkspace]>([])
    private let batchRows: Int

    /// Opens a model file.
    ///
    /// - Parameters:
    ///   - path: A GGUF file with a BERT encoder in F32, F16, BF16 or Q8_0. It stays mapped for as long as the encoder lives.
    ///   - threads: How many cores to use; `nil` means all.
    ///   - maxTokens: Tokens of a text that count, without the two special tokens. all-MiniLM-L6-v2 was trained to 254; it
    ///     can be up to 510 there.
    ///   - prefixes: Texts that may stand before each. The tokens of the longest are read beyond `maxTokens`, as far as the model has
    ///     positions for them.
    public convenience init(
        modelAt path: String, threads: Int? = nil, maxTokens: Int = 254, before prefixes: [String] = []
    ) throws {
        try self.init(
            file: GGUFFile(mapping: path), threads: threads, maxTokens: maxTokens, before: prefixes,
            kernel: hearth_kernel_best())
    }

    /// As above, with a form of the kernels that the machine must support.
    init(
        file: GGUFFile, threads: Int?, maxTokens: Int, before prefixes: [String] = [], kernel: hearth_kernel
    ) throws {
        let shape = try BertShape(file)
        guard maxTokens >= 1, maxTokens + 2 <= shape.positions else {
            throw EmbeddingError(
                .invalidConfiguration, "The model reads 1 to \(shape.positions - 2) tokens of a text, not \(maxTokens)."
            )
        }
        let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
        guard threads >= 1, threads <= 1024 else {
            throw EmbeddingError(.invalidConfiguration, "The encoder can use 1 to 1024 threads, not \(threads).")
        }
        // GGUF calls Unigram by the name of the first model that had it there.
        let pieces: any PieceTokenizer
        if file.tokenizerModel == "t5" {
            pieces = try UnigramTokenizer(file)
        } else {
            pieces = try WordPieceTokenizer(file)
        }
        self.pieces = pieces
        encoder = BertEncoder(weights: try BertWeights(file, shape: shape, kernel: kernel))
        guard encoder.weights.tokens.rowCount >= pieces.vocabulary.count else {
            throw EmbeddingError(.malformedModel, "The model file has fewer token vectors than tokens.")
        }
        id = file.name ?? "bert"
        dimension = shape.width
        let beside = prefixes.map { pieces.countTokens($0) }.max() ?? 0
        let maxTokens = min(maxTokens + min(beside, shape.positions), shape.positions - 2)
        self.maxTokens = maxTokens
        self.threads = ThreadPool(name: "hearth.encoder", count: threads, stackSize: 1 << 20)
        batchRows = max(256, maxTokens + 2)
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] {
        guard !texts.isEmpty else { return [] }
        let batches = BatchQueue(texts, maxTokens: maxTokens, rows: batchRows)
        return try await withThrowingTaskGroup(of: [(Int, [[Float]])].self) { group in
            for _ in 0..<min(threads.count, texts.count) {
                group.addTask(executorPreference: threads) {
                    var done: [(Int, [[Float]])] = []
                    while let batch = batches.take() {
                        try Task.checkCancellation()
                        done.append((batch.startIndex, try self.encode(batch)))
                        // Lets a question's embedding, queued meanwhile, go ahead of the next batch.
                        await Task.yield()
                    }
                    return done
                }
            }
            var vectors = [[Float]](repeating: [], count: texts.count)
            for try await batches in group {
                for (start, batch) in batches {
                    for (offset, vector) in batch.enumerated() { vectors[start + offset] = vector }
                }
            }
            return vectors
        }
    }

    /// The vector of one short text, such as a question.
    public func embedQuery(_ text: String) async throws -> [Float] {
        try await embed([text]).first ?? []
    }

    private func encode(_ texts: ArraySlice<String>) throws -> [[Float]] {
        let workspace =
            workspaces.withLock { $0.popLast() }
            ?? BertWorkspace(shape: encoder.shape, kernel: encoder.weights.kernel, capacity: batchRows)
        defer { workspaces.withLock { $0.append(workspace) } }
        var vectors: [[Float]] = []
        var sequences: [[Int32]] = []
        var rows = 0
        for text in texts {
            let vocabulary = pieces.vocabulary
            let sequence =
                [vocabulary.classification] + pieces.tokens(of: text, limit: maxTokens) + [vocabulary.separator]
            // The batch was measured by an estimate; what does not fit goes first.
            if rows + sequence.count > workspace.capacity {
                vectors += try encoder.encode(sequences, in: workspace)
                sequences.removeAll(keepingCapacity: true)
                rows = 0
            }
            sequences.append(sequence)
            rows += sequence.count
        }
        return vectors + (try encoder.encode(sequences, in: workspace))
    }
}

/// Hands out texts in batches to the workers of one call, each worker taking the next when it is free.
final class BatchQueue: Sendable {
    private let texts: [String]
    private let maxTokens: Int
    private let rows: Int
    private let next = Mutex(0)

    /// - Parameters:
    ///   - maxTokens: The most tokens of a text that count.
    ///   - rows: About how many tokens make a batch.
    init(_ texts: [String], maxTokens: Int, rows: Int) {
        self.texts = texts
        self.maxTokens = maxTokens
        self.rows = rows
    }

    /// The next texts, or `nil` when none are left. At least one text, and by estimate no more than `rows` tokens.
    func take() -> ArraySlice<String>? {
        next.withLock { next in
            guard next < texts.count else { return nil }
            let first = next
            var sum = 0
            while next < texts.count {
                // About four bytes make a token, and every text has two special tokens.
                let estimate = min(texts[next].utf8.count / 4, maxTokens) + 2
                if next > first, sum + estimate > rows { break }
                sum += estimate
                next += 1
            }
            return texts[first..<next]
        }
    }
}

/// Why text could not be turned into vectors.
public struct EmbeddingError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The model is of a kind that the sentence encoder does not run.
        case unsupportedModel = "unsupported-embedding-model"
        /// The model file lacks something that an encoder needs, or has it in a wrong shape.
        case malformedModel = "malformed-embedding-model"
        /// A setting is outside its range.
        case invalidConfiguration = "invalid-encoder-configuration"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension EmbeddingError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unsupportedModel, .malformedModel: .unusableModel
        case .invalidConfiguration: .badSettings
        }
    }
}
