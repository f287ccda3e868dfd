extension GGUFFile {
    /// The kind of network, such as `bert` or `llama`.
    public var architecture: String? { metadata["general.architecture"]?.string }

    /// The model's own name.
    public var name: String? { metadata["general.name"]?.string }

    /// The number of weights.
    public var parameterCount: Int {
        tensors.reduce(0) { sum, tensor in
            let (total, overflow) = sum.addingReportingOverflow(tensor.elementCount)
            return overflow ? Int.max : total
        }
    }

    /// The tensor type that holds most of the weights, such as `Q4_K`: what quantization the file has, seen in the file
    /// itself rather than in its name.
    public var predominantType: GGUFTensorType? {
        var counts: [GGUFTensorType: Double] = [:]
        for tensor in tensors { counts[tensor.type, default: 0] += Double(tensor.elementCount) }
        return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    }

    /// The most tokens that the model was trained to see at once.
    public var contextLength: Int? { modelValue("context_length")?.int }

    /// Components of a token's vector.
    public var embeddingLength: Int? { modelValue("embedding_length")?.int }

    /// Layers of the network.
    public var blockCount: Int? { modelValue("block_count")?.int }

    /// The kind of tokenizer, such as `bert`, `llama` or `gpt2`.
    public var tokenizerModel: String? { metadata["tokenizer.ggml.model"]?.string }

    /// The model's chat template (Jinja), or `nil` when it has none.
    public var chatTemplate: String? { metadata["tokenizer.chat_template"]?.string }

    /// A value under the architecture's own prefix: `head_count` is looked up as `bert.attention.head_count` when asked for
    /// as `attention.head_count`.
    public func modelValue(_ key: String) -> GGUFValue? {
        architecture.flatMap { metadata["\($0).\(key)"] }
    }
}
