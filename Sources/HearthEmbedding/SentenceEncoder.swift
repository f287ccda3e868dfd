import CEncoderKernels
public import HearthCore
import HearthGGUF

/// Turns sentences into vectors with a BERT encoder such as all-MiniLM-L6-v2, or one like XLM-RoBERTa such as BGE M3, on this machine's
/// processor.
///
/// Made for ingestion: one single-threaded worker a core, whole sequences without padding, products in bfloat16 where the
/// processor has them, in 16-bit integers where it has AVX2 alone (vectors then differ from those of 32-bit arithmetic by a cosine
/// above 0.9999, and above 0.999999). Work runs on the encoder's own threads.
public final class SentenceEncoder: EmbeddingModel {
    public let id: String
    public let dimension: Int
    public let maxTokens: Int
    public var tokenizer: any TextTokenizer { pieces }

    let pieces: any PieceTokenizer
    private let workers: EncoderWorkers

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
        let threads = try EncoderWorkers.checked(threads: threads)
        // GGUF calls Unigram by the name of the first model that had it there.
        let pieces: any PieceTokenizer
        if file.tokenizerModel == "t5" {
            pieces = try UnigramTokenizer(file)
        } else {
            pieces = try WordPieceTokenizer(file)
        }
        self.pieces = pieces
        let weights = try BertWeights(file, shape: shape, kernel: kernel)
        try weights.check(holds: pieces.vocabulary)
        id = file.name ?? "bert"
        dimension = shape.width
        let beside = prefixes.map { pieces.countTokens($0) }.max() ?? 0
        let maxTokens = min(maxTokens + min(beside, shape.positions), shape.positions - 2)
        self.maxTokens = maxTokens
        workers = EncoderWorkers(
            encoder: BertEncoder(weights: weights), threads: threads, rows: max(256, maxTokens + 2))
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] {
        // About four bytes make a token, and every text has two special tokens.
        let sizes = texts.map { min($0.utf8.count / 4, maxTokens) + 2 }
        return try await workers.run(sizes: sizes) { batch, workspace in
            try self.encode(texts[batch], in: workspace)
        }
    }

    private func encode(_ texts: ArraySlice<String>, in workspace: BertWorkspace) throws -> [[Float]] {
        let encoder = workers.encoder
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
