#if Llama
internal import CLlama
import HearthCore
import HearthSystem

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
    func pooled(_ tokens: [llama_token], count: Int, until flag: CancellationFlag) throws -> [Float] {
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
            llama_set_abort_callback(raw, CancellationFlag.isSet, Unmanaged.passUnretained(flag).toOpaque())
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
