#if Llama
internal import CLlama
import Foundation
import HearthCore

/// One context of a model and what it has evaluated. Not thread-safe: it belongs to the actor that runs the model.
final class LlamaSession {
    let model: LlamaModel
    let raw: OpaquePointer
    /// Tokens of prompt and answer together.
    let contextLength: Int
    /// The tokens whose keys and values the context holds, in order from position 0.
    var evaluated: [llama_token] = []
    var evaluatedCount: Int { evaluated.count }
    private var batch: llama_batch
    private let batchSize: Int
    private let pool: OpaquePointer?

    /// - Throws: ``LlamaError`` with the code `not-enough-memory` or `context-failed`.
    init(model: LlamaModel, configuration: LlamaEngine.Configuration) throws {
        self.model = model
        let length = configuration.contextLength(of: model.facts.trainedContext)
        try Self.checkMemory(model, length)
        var parameters = llama_context_default_params()
        parameters.n_ctx = UInt32(clamping: length)
        let batchSize = max(1, min(configuration.batchSize, length))
        parameters.n_batch = UInt32(clamping: batchSize)
        parameters.n_ubatch = UInt32(clamping: batchSize)
        parameters.n_seq_max = 1
        let threads = max(1, configuration.threads ?? ThreadCount.recommended)
        parameters.n_threads = Int32(clamping: threads)
        parameters.n_threads_batch = Int32(clamping: threads)
        parameters.no_perf = true
        let (context, report) = LlamaLog.capturing { llama_init_from_model(model.raw, parameters) }
        guard let context else { throw LlamaError.contextFailed(detail: report) }
        raw = context
        contextLength = Int(llama_n_ctx(context))
        self.batchSize = batchSize
        batch = llama_batch_init(Int32(batchSize), 0, 1)
        // Without a pool of its own a context starts and ends its threads for every token.
        var poolParameters = ggml_threadpool_params_default(Int32(clamping: threads))
        poolParameters.paused = true
        // Long enough (some milliseconds) to bridge the sampling between two tokens, and no longer.
        poolParameters.poll = 1
        pool = ggml_threadpool_new(&poolParameters)
        if let pool { llama_attach_threadpool(context, pool, pool) }
    }

    deinit {
        llama_detach_threadpool(raw)
        llama_batch_free(batch)
        llama_free(raw)
        if let pool { ggml_threadpool_free(pool) }
    }

    /// Evaluates `prompt` up to its last token, whose logits can be sampled after that, and returns how many of its
    /// tokens an earlier call had left evaluated.
    ///
    /// - Throws: `CancellationError` when `flag` was set meanwhile, or ``LlamaError``.
    func prefill(_ prompt: [llama_token], until flag: CancellationFlag) throws -> Int {
        // The last token is evaluated always, because only evaluation gives logits.
        var shared = min(zip(prompt, evaluated).prefix { $0 == $1 }.count, prompt.count - 1)
        if shared < evaluated.count { shared = truncate(to: shared) }
        // Batches of one size: a small last one would read all weights again for a few tokens.
        let batches = (prompt.count - shared + batchSize - 1) / batchSize
        let size = (prompt.count - shared + batches - 1) / batches
        var position = shared
        while position < prompt.count {
            let end = min(position + size, prompt.count)
            try evaluate(prompt[position..<end], wantsLogits: end == prompt.count, until: flag)
            position = end
        }
        return shared
    }

    /// Evaluates one more token of the answer.
    func append(_ token: llama_token, until flag: CancellationFlag) throws {
        try evaluate([token], wantsLogits: true, until: flag)
    }

    /// Lets the worker threads sleep until the next token is asked for.
    func rest() {
        if let pool { ggml_threadpool_pause(pool) }
    }

    private func evaluate(_ tokens: ArraySlice<llama_token>, wantsLogits: Bool, until flag: CancellationFlag) throws {
        if flag.isSet { throw CancellationError() }
        batch.n_tokens = Int32(tokens.count)
        for (offset, token) in tokens.enumerated() {
            batch.token[offset] = token
            batch.pos[offset] = llama_pos(evaluated.count + offset)
            batch.n_seq_id[offset] = 1
            batch.seq_id[offset]?[0] = 0
            batch.logits[offset] = 0
        }
        if wantsLogits { batch.logits[tokens.count - 1] = 1 }
        llama_set_abort_callback(raw, CancellationFlag.isSet, Unmanaged.passUnretained(flag).toOpaque())
        let (status, report) = LlamaLog.capturing { llama_decode(raw, batch) }
        llama_set_abort_callback(raw, nil, nil)
        guard status == 0 else {
            // Some of the batch may be in the context; what was there before certainly is.
            let before = evaluated.count
            evaluated += tokens
            _ = truncate(to: before)
            if flag.isSet { throw CancellationError() }
            throw LlamaError.decodeFailed(status, detail: report)
        }
        evaluated += tokens
    }

    /// Forgets everything that was evaluated.
    func forget() {
        llama_memory_clear(llama_get_memory(raw), false)
        evaluated = []
    }

    /// Forgets what was evaluated after `count` tokens, or everything where a model cannot forget a part (recurrent
    /// models), and returns how many are left.
    private func truncate(to count: Int) -> Int {
        let memory = llama_get_memory(raw)
        if count > 0, llama_memory_seq_rm(memory, 0, llama_pos(count), -1) {
            evaluated.removeSubrange(count...)
            return count
        }
        forget()
        return 0
    }

    private static func checkMemory(_ model: LlamaModel, _ length: Int) throws {
        let heads = max(1, UInt64(clamping: llama_model_n_head(model.raw)))
        let keyValueHeads = min(heads, max(1, UInt64(clamping: llama_model_n_head_kv(model.raw))))
        // Two 16-bit vectors for each layer and position.
        let perToken = UInt64(model.facts.layers) * UInt64(model.facts.dimension) / heads * keyValueHeads * 4
        let (cache, overflow) = perToken.multipliedReportingOverflow(by: UInt64(length))
        let needs = overflow ? UInt64.max : cache.addingReportingOverflow(model.facts.weightBytes).partialValue
        let has = ProcessInfo.processInfo.physicalMemory
        guard !overflow, needs <= has else {
            throw LlamaError.notEnoughMemory(needs: needs, has: has, forWhat: "A context of \(length) tokens")
        }
    }
}
#endif
