extension LlamaModel {
    /// What a model says about itself.
    public struct Facts: Hashable, Codable, Sendable {
        /// `llama`, `qwen2`, `bert`, …
        public var architecture: String
        /// One line for a person, for example `llama 1B Q4_K - Medium`.
        public var summary: String
        public var parameters: UInt64
        /// Bytes of all weights.
        public var weightBytes: UInt64
        /// Bytes of the file.
        public var fileBytes: UInt64
        /// Tokens the model was trained to read at once.
        public var trainedContext: Int
        public var layers: Int
        /// Components of its hidden vectors, and of its embeddings.
        public var dimension: Int
        public var vocabularySize: Int
        /// The chat template in the model's own file, in Jinja; `nil` when it carries none.
        public var chatTemplate: String?
        /// Whether it can continue text; a pure encoder cannot, nor does a decoder that was retrained to make embeddings or
        /// scores.
        public var generates: Bool
    }
}

#if Llama
internal import CLlama

extension LlamaModel.Facts {
    init(model: OpaquePointer, file: ModelFile) {
        architecture = file.architecture
        var buffer = [CChar](repeating: 0, count: 256)
        let written = llama_model_desc(model, &buffer, buffer.count)
        summary = String(
            decoding: buffer.prefix(max(0, min(Int(written), buffer.count - 1))).map(UInt8.init(bitPattern:)),
            as: UTF8.self)
        parameters = llama_model_n_params(model)
        weightBytes = llama_model_size(model)
        fileBytes = file.size
        trainedContext = Int(llama_model_n_ctx_train(model))
        layers = Int(llama_model_n_layer(model))
        dimension = Int(llama_model_n_embd(model))
        vocabularySize = Int(llama_vocab_n_tokens(llama_model_get_vocab(model)))
        chatTemplate = llama_model_chat_template(model, nil).map { String(cString: $0) }
        // A decoder without a causal mask (BERT) is built as a decoder too; what tells it apart is the first key below. The
        // second is in files of decoders that were retrained, such as Qwen3-Embedding and Qwen3-Reranker.
        generates =
            llama_model_has_decoder(model)
            && Self.metadata(model, "\(file.architecture).attention.causal") != "false"
            && (Self.metadata(model, "\(file.architecture).pooling_type") ?? "0") == "0"
    }

    static func metadata(_ model: OpaquePointer, _ key: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        let written = llama_model_meta_val_str(model, key, &buffer, buffer.count)
        guard written >= 0 else { return nil }
        return String(
            decoding: buffer.prefix(min(Int(written), buffer.count - 1)).map(UInt8.init(bitPattern:)), as: UTF8.self
        )
    }
}
#endif
