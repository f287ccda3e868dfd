import HearthCore
import HearthLlama

/// A model with what it wants before texts. Its id tells both, so that its vectors never stand among such as were made otherwise.
struct PrefixedEmbedder: HostedEmbeddingModel {
    let inner: any EmbeddingModel
    let prefixes: EmbeddingPrefixes

    var id: String { inner.id + prefixes.mark }
    var name: String { inner.name }
    var dimension: Int { inner.dimension }
    var maxTokens: Int { inner.maxTokens }
    var tokenizer: any TextTokenizer { inner.tokenizer }
    var isGone: Bool { (inner as? any HostedEmbeddingModel)?.isGone ?? false }

    func embed(_ texts: [String]) async throws -> [[Float]] { try await inner.embed(texts) }
}
