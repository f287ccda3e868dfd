import CEncoderKernels
import Foundation
public import HearthCore
import HearthGGUF
import Synchronization

/// Turns sentences into vectors with a BERT encoder such as all-MiniLM-L6-v2, on this machine's processor.
///
/// Made for ingestion: one single-threaded worker a core, whole sequences without padding, products in bfloat16 where the
/// processor has them (vectors then differ from those of 32-bit arithmetic by a cosine above 0.9999). Work runs on the
/// encoder's own threads.
public final class SentenceEncoder: EmbeddingModel {
    public let id: String
    public let dimension: Int
    public let maxTokens: Int
    public var tokenizer: any TextTokenizer { wordPiece }

    let wordPiece: WordPieceTokenizer
    private let encoder: BertEncoder
    private let threads: EncoderThreads
    private let workspaces = Mutex<[BertWorkspace]>([])
    private let batchRows: Int

    /// Opens a model file.
    ///
    /// - Parameters:
    ///   - path: A GGUF file with a BERT encoder in F32, F16, BF16 or Q8_0. It stays mapped for as long as the encoder lives.
    ///   - threads: How many cores to use; `nil` means all.
    ///   - maxTokens: Tokens of a text that count, without the two special tokens. all-MiniLM-L6-v2 was trained to 254; it
    ///     can be up to 510 there.
    public convenience init(modelAt path: String, threads: Int? = nil, maxTokens: Int = 254) throws {
        try self.init(
            file: GGUFFile(mapping: path), threads: threads, maxTokens: maxTokens, kernel: hearth_kernel_best())
    }

    /// As above, with a form of the kernels that the machine must support.
    init(file: GGUFFile, threads: Int?, maxTokens: Int, kernel: hearth_kernel) throws {
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
        wordPiece = try WordPieceTokenizer(file)
        encoder = BertEncoder(weights: try BertWeights(file, shape: shape, kernel: kernel))
        guard encoder.weights.tokens.rowCount >= wordPiece.vocabulary.count else {
            throw EmbeddingError(.malformedModel, "The model file has fewer token vectors than tokens.")
        }
        id = file.name ?? "bert"
        dimension = shape.width
        self.maxTokens = maxTokens
        self.threads = EncoderThreads(count: threads)
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
            let vocabulary = wordPiece.vocabulary
            let sequence =
                [vocabulary.classification] + wordPiece.tokens(of: text, limit: maxTokens) + [vocabulary.separator]
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
