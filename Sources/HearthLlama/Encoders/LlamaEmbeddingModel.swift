#if Llama
internal import CLlama
import Foundation
public import HearthCore
import HearthSystem

/// Embeds text with any GGUF model that says how its vectors are pooled (BERT, Nomic, BGE, Qwen embedding models, …).
///
/// Texts are evaluated one by one on a thread of its own: with padding to the longest, batches were measured to be
/// slower.
public final class LlamaEmbeddingModel: EmbeddingModel {
    public let id: String
    public let dimension: Int
    public let maxTokens: Int
    private let model: LlamaModel
    private let encoder: Encoder

    public var tokenizer: any TextTokenizer { model.tokenizer }

    /// Makes room to run `model`.
    ///
    /// - Throws: ``LlamaError`` with the code `wrong-kind-of-model` when the model does not pool, or `context-failed`.
    public init(model: LlamaModel, configuration: Configuration = Configuration()) throws {
        self.model = model
        let encoder = try Encoder(model: model, configuration: configuration)
        self.encoder = encoder
        id = URL(fileURLWithPath: model.path).deletingPathExtension().lastPathComponent
        dimension = encoder.dimension
        maxTokens = encoder.maxTokens
    }

    /// - Throws: ``LlamaError`` with the code `decode-failed`, or `model-damaged` where the model gives no numbers; or
    ///   `CancellationError`.
    public func embed(_ texts: [String]) async throws -> [[Float]] {
        let flag = Latch()
        return try await withTaskCancellationHandler {
            try await encoder.embed(texts, until: flag)
        } onCancel: {
            flag.set()
        }
    }
}

/// The context of an embedding model, on a thread of its own.
private actor Encoder {
    private let executor = ThreadExecutor(name: "hearth.llama.embed")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let dimension: Int
    /// Tokens of a text that are read, without special tokens.
    nonisolated let maxTokens: Int
    private let model: LlamaModel
    private let context: EncoderContext
    private let before: [llama_token]
    private let after: [llama_token]

    init(model: LlamaModel, configuration: LlamaEmbeddingModel.Configuration) throws {
        let context = try EncoderContext(
            model: model, length: configuration.maxTokens, threads: configuration.threads)
        guard
            [LLAMA_POOLING_TYPE_MEAN, LLAMA_POOLING_TYPE_CLS, LLAMA_POOLING_TYPE_LAST].contains(context.pooling)
        else {
            throw LlamaError.wrongKind(model.path, "does not make one vector of a text")
        }
        (before, after) = model.vocabulary.specialsAroundText
        dimension = Int(llama_model_n_embd_out(model.raw))
        maxTokens = max(1, context.length - before.count - after.count)
        self.model = model
        self.context = context
    }

    func embed(_ texts: [String], until flag: Latch) throws -> [[Float]] {
        try texts.map { try embed($0, until: flag) }
    }

    /// A vector of length 1; of zeros only where the model itself gave zeros.
    private func embed(_ text: String, until flag: Latch) throws -> [Float] {
        let head = model.vocabulary.head(of: text, tokens: maxTokens).bytes
        let tokens = before + model.vocabulary.plainTokens(head).prefix(maxTokens) + after
        guard !tokens.isEmpty else { return [Float](repeating: 0, count: dimension) }
        let values = try context.pooled(tokens, count: dimension, until: flag)
        let sum = values.reduce(0) { $0 + $1 * $1 }
        guard sum.isFinite else { throw LlamaError.notANumber(model.path) }
        let scale = sum > 0 ? 1 / sum.squareRoot() : 0
        return values.map { $0 * scale }
    }
}

// MARK: - The context below

/// A context that reads one sequence of tokens as a whole and gives out what the model pools of it: a vector of a text, or
/// the scores of a ranking head. Not thread-safe: it belongs to the actor that runs the model.
final class EncoderContext {
    /// Tokens read at once, special ones included.
    let length: Int
    let pooling: llama_pooling_type
    private let raw: OpaquePointer
    private var batch: llama_batch

    /// - Parameter length: Tokens to read at once; `nil` takes what the model was trained for, at most
    ///   ``LlamaEmbeddingModel/Configuration/usualTokens``.
    /// - Throws: ``LlamaError`` with the code `context-failed`.
    init(model: LlamaModel, length: Int?, threads: Int?) throws {
        let trained = model.facts.trainedContext > 0 ? model.facts.trainedContext : 512
        // Shorter than this nothing would be left between the special tokens.
        self.length = max(8, min(length ?? LlamaEmbeddingModel.Configuration.usualTokens, trained))
        let threads = Int32(clamping: max(1, threads ?? ThreadCount.recommended))
        var parameters = llama_context_default_params()
        // An encoder sees a text as a whole, so all of it must fit into one batch.
        parameters.n_ctx = UInt32(clamping: self.length)
        parameters.n_batch = parameters.n_ctx
        parameters.n_ubatch = parameters.n_ctx
        parameters.n_seq_max = 1
        parameters.n_threads = threads
        parameters.n_threads_batch = threads
        parameters.embeddings = true
        parameters.no_perf = true
        let (context, report) = LlamaLog.capturing { llama_init_from_model(model.raw, parameters) }
        guard let context else { throw LlamaError.contextFailed(detail: report) }
        raw = context
        pooling = llama_pooling_type(context)
        batch = llama_batch_init(Int32(clamping: self.length), 0, 1)
    }

    deinit {
        llama_batch_free(batch)
        llama_free(raw)
    }

    /// What the model pools of `tokens`, of which there are at least one and at most ``length``.
    ///
    /// - Parameter count: How many numbers this kind of model gives.
    /// - Throws: `CancellationError` when `flag` was set meanwhile, or ``LlamaError``.
    func pooled(_ tokens: [llama_token], count: Int, until flag: Latch) throws -> [Float] {
        if flag.isSet { throw CancellationError() }
        // The batch is memory of llama.cpp, which nobody guards.
        guard !tokens.isEmpty, tokens.count <= length else {
            throw LlamaError.decodeFailed(0, detail: "a batch of the wrong size")
        }
        batch.n_tokens = Int32(tokens.count)
        for (position, token) in tokens.enumerated() {
            batch.token[position] = token
            batch.pos[position] = llama_pos(position)
            batch.n_seq_id[position] = 1
            batch.seq_id[position]?[0] = 0
            batch.logits[position] = 1
        }
        // The callback is given no reference of its own.
        let (status, report) = withExtendedLifetime(flag) {
            llama_set_abort_callback(raw, Latch.isSet, Unmanaged.passUnretained(flag).toOpaque())
            defer { llama_set_abort_callback(raw, nil, nil) }
            return LlamaLog.capturing {
                guard let memory = llama_get_memory(raw) else { return llama_encode(raw, batch) }
                llama_memory_clear(memory, false)
                return llama_decode(raw, batch)
            }
        }
        guard status == 0, let values = llama_get_embeddings_seq(raw, 0) else {
            if flag.isSet { throw CancellationError() }
            throw LlamaError.decodeFailed(status, detail: report)
        }
        return Array(UnsafeBufferPointer(start: values, count: count))
    }
}
#endif

extension LlamaEmbeddingModel {
    /// How to run an embedding model.
    public struct Configuration: Hashable, Sendable {
        /// The longest text read where a model was trained for more, in tokens; memory for one whole text is set aside.
        public static let usualTokens = 2048

        /// Tokens read of each text, special ones included; `nil` takes what the model was trained for, at most
        /// ``usualTokens``.
        public var maxTokens: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?

        public init(maxTokens: Int? = nil, threads: Int? = nil) {
            self.maxTokens = maxTokens
            self.threads = threads
        }
    }
}
