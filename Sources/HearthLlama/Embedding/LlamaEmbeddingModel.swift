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

    public func embed(_ texts: [String]) async throws -> [[Float]] { try await encoder.embed(texts) }
}

/// The context of an embedding model, on a thread of its own.
private actor Encoder {
    private let executor = ThreadExecutor(name: "hearth.llama.embed")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let dimension: Int
    nonisolated let maxTokens: Int
    private let context: EncoderContext

    init(model: LlamaModel, configuration: LlamaEmbeddingModel.Configuration) throws {
        let context = try EncoderContext(model: model, configuration: configuration)
        dimension = context.dimension
        maxTokens = context.maxTokens
        self.context = context
    }

    func embed(_ texts: [String]) throws -> [[Float]] {
        try texts.map { text in
            try Task.checkCancellation()
            return try context.embed(text)
        }
    }
}
#endif
