#if Llama
internal import CLlama
import Foundation
public import HearthCore

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
        let flag = CancellationFlag()
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

    func embed(_ texts: [String], until flag: CancellationFlag) throws -> [[Float]] {
        try texts.map { try embed($0, until: flag) }
    }

    /// A vector of length 1; of zeros only where the model itself gave zeros.
    private func embed(_ text: String, until flag: CancellationFlag) throws -> [Float] {
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
