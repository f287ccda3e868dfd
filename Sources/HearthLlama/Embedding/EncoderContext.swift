#if Llama
internal import CLlama
import HearthCore

/// A context that turns one text into one vector. Not thread-safe: it belongs to the actor that runs the model.
final class EncoderContext {
    let dimension: Int
    /// Tokens of a text that are read, without special tokens.
    let maxTokens: Int
    private let model: LlamaModel
    private let raw: OpaquePointer
    private let before: [llama_token]
    private let after: [llama_token]
    private var batch: llama_batch

    init(model: LlamaModel, configuration: LlamaEmbeddingModel.Configuration) throws {
        self.model = model
        (before, after) = model.vocabulary.specialsAroundText
        let trained = model.facts.trainedContext > 0 ? model.facts.trainedContext : 512
        let length = max(
            before.count + after.count + 1,
            min(configuration.maxTokens ?? LlamaEmbeddingModel.Configuration.usualTokens, trained))
        maxTokens = length - before.count - after.count
        let threads = Int32(clamping: max(1, configuration.threads ?? ThreadCount.recommended))
        var parameters = llama_context_default_params()
        // An encoder sees a text as a whole, so all of it must fit into one batch.
        parameters.n_ctx = UInt32(clamping: length)
        parameters.n_batch = parameters.n_ctx
        parameters.n_ubatch = parameters.n_ctx
        parameters.n_seq_max = 1
        parameters.n_threads = threads
        parameters.n_threads_batch = threads
        parameters.embeddings = true
        parameters.no_perf = true
        let (context, report) = LlamaLog.capturing { llama_init_from_model(model.raw, parameters) }
        guard let context else { throw LlamaError.contextFailed(detail: report) }
        let pooling = llama_pooling_type(context)
        guard
            pooling == LLAMA_POOLING_TYPE_MEAN || pooling == LLAMA_POOLING_TYPE_CLS
                || pooling == LLAMA_POOLING_TYPE_LAST
        else {
            llama_free(context)
            throw LlamaError.wrongKind(model.path, "does not make one vector of a text")
        }
        raw = context
        dimension = Int(llama_model_n_embd_out(model.raw))
        batch = llama_batch_init(Int32(clamping: length), 0, 1)
    }

    deinit {
        llama_batch_free(batch)
        llama_free(raw)
    }

    /// A vector of length 1; of zeros only where the model itself gave zeros.
    func embed(_ text: String) throws -> [Float] {
        let tokens = before + model.vocabulary.tokenize(head(of: text)).prefix(maxTokens) + after
        guard !tokens.isEmpty else { return [Float](repeating: 0, count: dimension) }
        batch.n_tokens = Int32(tokens.count)
        for (position, token) in tokens.enumerated() {
            batch.token[position] = token
            batch.pos[position] = llama_pos(position)
            batch.n_seq_id[position] = 1
            batch.seq_id[position]?[0] = 0
            batch.logits[position] = 1
        }
        let (status, report) = LlamaLog.capturing {
            guard let memory = llama_get_memory(raw) else { return llama_encode(raw, batch) }
            llama_memory_clear(memory, false)
            return llama_decode(raw, batch)
        }
        guard status == 0, let values = llama_get_embeddings_seq(raw, 0) else {
            throw LlamaError.decodeFailed(status, detail: report)
        }
        return Self.normalized(UnsafeBufferPointer(start: values, count: dimension))
    }

    /// As much of the text as could be read, so that a huge one is not tokenized in vain.
    private func head(of text: String) -> [UInt8] {
        let limit = maxTokens.multipliedReportingOverflow(by: model.vocabulary.longestPiece + 1)
        var bytes = Array(text.utf8.prefix(limit.overflow ? Int.max : limit.partialValue))
        // Never end inside a character.
        while let last = bytes.last, last & 0xC0 == 0x80, bytes.count < text.utf8.count { bytes.removeLast() }
        if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        return bytes
    }

    private static func normalized(_ values: UnsafeBufferPointer<Float>) -> [Float] {
        var sum: Float = 0
        for value in values { sum += value * value }
        let scale = sum > 0 ? 1 / sum.squareRoot() : 0
        return values.map { $0 * scale }
    }
}
#endif
