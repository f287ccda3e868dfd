import HearthGGUF

/// The sizes of a BERT encoder, read from a model file and checked.
struct BertShape: Sendable {
    /// Components of a token's vector.
    let width: Int
    /// Layers.
    let layers: Int
    /// Attention heads of a layer; they share the width evenly.
    let heads: Int
    /// Components inside the feed-forward part of a layer.
    let feedForward: Int
    /// The longest sequence that has position vectors, special tokens included.
    let positions: Int
    /// Added to the variance in layer normalisation.
    let epsilon: Float

    var headWidth: Int { width / heads }

    /// Reads the sizes, and refuses every model that is not a BERT encoder with mean pooling.
    init(_ file: GGUFFile) throws {
        guard file.architecture == "bert" else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's architecture is \(file.architecture ?? "not named"); the sentence encoder runs `bert` models."
            )
        }
        // 1 is the mean of all tokens; files without the key are taken to want it as well.
        if let pooling = file.modelValue("pooling_type")?.int, pooling != 1 {
            throw EmbeddingError(
                .unsupportedModel,
                "The model pools its tokens in a way (\(pooling)) that the sentence encoder does not.")
        }
        func size(_ key: String, upTo limit: Int) throws -> Int {
            guard let value = file.modelValue(key)?.int, value >= 1, value <= limit else {
                throw EmbeddingError(.malformedModel, "The model file's `\(key)` is missing or out of range.")
            }
            return value
        }
        width = try size("embedding_length", upTo: 8192)
        layers = try size("block_count", upTo: 256)
        heads = try size("attention.head_count", upTo: 256)
        feedForward = try size("feed_forward_length", upTo: 65_536)
        positions = try size("context_length", upTo: 65_536)
        epsilon = Float(file.modelValue("attention.layer_norm_epsilon")?.double ?? 1e-12)
        guard width % heads == 0, epsilon >= 0, epsilon < 1 else {
            throw EmbeddingError(.malformedModel, "The model file's attention heads do not share its width evenly.")
        }
    }
}
