import HearthCore

#if Llama
internal import CLlama
import Foundation
import HearthSystem

/// One context of a model: several sequences of tokens that were evaluated, which share its weights and its memory.
///
/// All sequences take their places ("cells") from one store, so that one long request may have what four short ones would
/// otherwise keep from it. Not thread-safe: it belongs to the actor that runs the model.
final class LlamaSession {
    /// A part of a sequence that is to be evaluated.
    struct Piece {
        var sequence: Int
        var tokens: ArraySlice<llama_token>
        /// Whether the logits after its last token are wanted.
        var wantsLogits: Bool
    }

    let model: LlamaModel
    let raw: OpaquePointer
    /// Tokens of prompt and answer together, and of all sequences together.
    let contextLength: Int
    /// The most tokens evaluated in one go.
    let batchSize: Int
    /// The sequences that requests use; one more is for the self-test.
    let sequenceCount: Int
    var probeSequence: Int { sequenceCount }
    /// For each sequence the tokens whose keys and values the context holds, in order from position 0. Rows of pictures are among them,
    /// see ``SeenPicture/tokens``.
    var evaluated: [[llama_token]]
    /// For each sequence the pictures that it holds, in order.
    var pictures: [[HeldPicture]]
    var evaluatedCount: Int { evaluated.reduce(0) { $0 + $1.count } }
    /// Cells that nothing was evaluated into. Cells that sequences share count for each of them, so there may be more.
    var freeCells: Int { max(0, contextLength - evaluatedCount) }
    private var batch: llama_batch
    private let pool: OpaquePointer?

    /// - Throws: ``LlamaError`` with the code `not-enough-memory` or `context-failed`.
    init(model: LlamaModel, configuration: LlamaEngine.Configuration) throws {
        self.model = model
        let length = configuration.contextLength(of: model.facts.trainedContext)
        try Self.checkMemory(model, configuration)
        var parameters = llama_context_default_params()
        parameters.n_ctx = UInt32(clamping: length)
        sequenceCount = max(1, min(configuration.parallelRequests, LlamaEngine.Configuration.mostParallelRequests))
        let batchSize = max(sequenceCount, min(configuration.batchSize, length))
        parameters.n_batch = UInt32(clamping: batchSize)
        parameters.n_ubatch = UInt32(clamping: batchSize)
        parameters.n_seq_max = UInt32(clamping: sequenceCount + 1)
        parameters.kv_unified = true
        // Room for the logits of one token of each sequence; room for a whole batch would take 300 MB where the vocabulary
        // has 150,000 tokens.
        parameters.n_outputs_max = parameters.n_seq_max
        let threads = max(1, configuration.threads ?? ThreadCount.recommended)
        parameters.n_threads = Int32(clamping: threads)
        parameters.n_threads_batch = Int32(clamping: threads)
        parameters.no_perf = true
        let (context, report) = LlamaLog.capturing { llama_init_from_model(model.raw, parameters) }
        guard let context else { throw LlamaError.contextFailed(detail: report) }
        raw = context
        contextLength = Int(llama_n_ctx(context))
        self.batchSize = batchSize
        evaluated = Array(repeating: [], count: sequenceCount + 1)
        pictures = Array(repeating: [], count: sequenceCount + 1)
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

    /// Lets the worker threads sleep until the next token is asked for.
    func rest() {
        if let pool { ggml_threadpool_pause(pool) }
    }

    /// Evaluates `pieces`, together at most ``batchSize`` tokens, each after what its sequence holds.
    ///
    /// - Returns: For each piece the number under which llama.cpp keeps its logits; `nil` where none were wanted.
    /// - Throws: `CancellationError` when every one of `flags` was set meanwhile, or ``LlamaError``. The sequences are then
    ///   what they were before, or shorter.
    func evaluate(_ pieces: [Piece], until flags: [Latch]) throws -> [Int32?] {
        let cancellation = CommonCancellation(flags)
        if cancellation.isSet { throw CancellationError() }
        // The batch is memory of llama.cpp, which nobody guards: a piece of nothing would be marked before its beginning.
        guard pieces.allSatisfy({ !$0.tokens.isEmpty }), pieces.reduce(0, { $0 + $1.tokens.count }) <= batchSize else {
            throw LlamaError.decodeFailed(0, detail: "a batch of the wrong size")
        }
        let before = evaluated.map(\.count)
        var next = before
        var places: [Int32?] = []
        var count = 0
        for piece in pieces {
            for token in piece.tokens {
                batch.token[count] = token
                batch.pos[count] = position(next[piece.sequence], in: piece.sequence)
                next[piece.sequence] += 1
                batch.n_seq_id[count] = 1
                batch.seq_id[count]?[0] = llama_seq_id(piece.sequence)
                batch.logits[count] = 0
                count += 1
            }
            if piece.wantsLogits { batch.logits[count - 1] = 1 }
            places.append(piece.wantsLogits ? Int32(count - 1) : nil)
        }
        batch.n_tokens = Int32(count)
        // The callback is given no reference of its own.
        let (status, report) = withExtendedLifetime(cancellation) {
            llama_set_abort_callback(raw, CommonCancellation.isSet, Unmanaged.passUnretained(cancellation).toOpaque())
            defer { llama_set_abort_callback(raw, nil, nil) }
            return LlamaLog.capturing { llama_decode(raw, batch) }
        }
        guard status == 0 else {
            // Some of the batch may be in the context; what was there before certainly is.
            for piece in pieces { evaluated[piece.sequence] += piece.tokens }
            for sequence in before.indices { truncate(sequence, to: before[sequence]) }
            if cancellation.isSet { throw CancellationError() }
            throw LlamaError.decodeFailed(status, detail: report)
        }
        for piece in pieces { evaluated[piece.sequence] += piece.tokens }
        return places
    }

    /// Evaluates `prompt` in one sequence up to its last token, whose logits can be sampled after that, and returns how many
    /// of its tokens an earlier call had left evaluated. Nothing else happens meanwhile.
    ///
    /// - Throws: `CancellationError` when `flag` was set meanwhile, or ``LlamaError``.
    func prefill(_ prompt: [llama_token], sequence: Int = 0, until flag: Latch) throws -> Int {
        // The last token is evaluated always, because only evaluation gives logits.
        let shared = truncate(sequence, to: min(sharedPrefix(of: sequence, with: prompt), prompt.count - 1))
        var position = shared
        while position < prompt.count {
            let end = position + evenPart(of: prompt.count - position)
            let piece = Piece(sequence: sequence, tokens: prompt[position..<end], wantsLogits: end == prompt.count)
            _ = try evaluate([piece], until: [flag])
            position = end
        }
        return shared
    }

    /// How many of `count` tokens to evaluate first. Batches of one size: a small last one would read all weights again for a
    /// few tokens.
    func evenPart(of count: Int) -> Int {
        let batches = (count + batchSize - 1) / batchSize
        return (count + batches - 1) / max(1, batches)
    }

    /// Forgets everything that a sequence holds.
    func forget(_ sequence: Int) {
        llama_memory_seq_rm(llama_get_memory(raw), llama_seq_id(sequence), -1, -1)
        evaluated[sequence] = []
        pictures[sequence] = []
    }

    /// Forgets what a sequence holds after `count` tokens, or everything where a model cannot forget a part (recurrent
    /// models), and returns how many are left.
    @discardableResult
    func truncate(_ sequence: Int, to count: Int) -> Int {
        guard count < evaluated[sequence].count else { return evaluated[sequence].count }
        // Of a picture there is no half.
        let count = wholePictures(count, in: sequence)
        let place = position(count, in: sequence)
        if count > 0, llama_memory_seq_rm(llama_get_memory(raw), llama_seq_id(sequence), place, -1) {
            evaluated[sequence].removeSubrange(count...)
            pictures[sequence].removeAll { $0.start >= count }
            return count
        }
        forget(sequence)
        return 0
    }

    /// Lets `sequence` begin with the first `count` tokens of another one, which costs neither time nor cells. Not for
    /// recurrent models, whose state is that of a whole sequence.
    func share(_ count: Int, of source: Int, with sequence: Int) {
        forget(sequence)
        guard count > 0, source != sequence, canShare else { return }
        let count = wholePictures(count, in: source)
        let place = position(count, in: source)
        guard count > 0 else { return }
        llama_memory_seq_cp(llama_get_memory(raw), llama_seq_id(source), llama_seq_id(sequence), 0, place)
        evaluated[sequence] = Array(evaluated[source].prefix(count))
        pictures[sequence] = pictures[source].filter { $0.start < count }
    }

    var canShare: Bool { !llama_model_is_recurrent(model.raw) && !llama_model_is_hybrid(model.raw) }

    private static func checkMemory(_ model: LlamaModel, _ configuration: LlamaEngine.Configuration) throws {
        let estimate = MemoryFootprint(model.file, configuration)
        let has = ProcessInfo.processInfo.physicalMemory
        guard estimate.total <= has else {
            throw LlamaError.notEnoughMemory(
                needs: estimate.total, has: has, forWhat: "A context of \(estimate.contextLength) tokens",
                fits: estimate.whatFits(in: has))
        }
    }
}

/// Putting aside what a context has evaluated, and taking it up again.
extension LlamaSession {
    /// How many tokens at the beginning of `prompt` a sequence holds evaluated.
    func sharedPrefix(of sequence: Int, with prompt: [llama_token]) -> Int {
        wholePictures(zip(prompt, evaluated[sequence]).prefix { $0 == $1 }.count, in: sequence)
    }

    /// Bytes that ``saved(_:identity:)`` would take.
    func stateSize(of sequence: Int) -> Int { llama_state_seq_get_size(raw, llama_seq_id(sequence)) }

    /// What a sequence holds; `nil` when it holds nothing or llama.cpp gives nothing out.
    func saved(_ sequence: Int, identity: String) -> PromptState? {
        // What a picture's rows are called holds for this process alone.
        guard !evaluated[sequence].isEmpty, pictures[sequence].isEmpty else { return nil }
        let size = stateSize(of: sequence)
        guard size > 0 else { return nil }
        var written = 0
        let data = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            written = llama_state_seq_get_data(raw, buffer.baseAddress, buffer.count, llama_seq_id(sequence))
            filled = min(written, buffer.count)
        }
        return written > 0 ? PromptState(identity: identity, tokens: evaluated[sequence], data: data) : nil
    }

    /// Replaces what a sequence holds by a state; `false` when llama.cpp refuses it, and then the sequence holds nothing.
    func restore(_ state: PromptState, into sequence: Int) -> Bool {
        forget(sequence)
        guard !state.tokens.isEmpty, state.tokens.count <= contextLength,
            state.tokens.allSatisfy({ $0 >= 0 && Int($0) < model.vocabulary.count })
        else { return false }
        let (read, _) = LlamaLog.capturing {
            state.data.withUnsafeBufferPointer {
                llama_state_seq_set_data(raw, $0.baseAddress, $0.count, llama_seq_id(sequence))
            }
        }
        // Half a state must not be used, nor one of another length than its tokens.
        let end = llama_memory_seq_pos_max(llama_get_memory(raw), llama_seq_id(sequence))
        guard read > 0, end == llama_pos(state.tokens.count - 1) else {
            forget(sequence)
            return false
        }
        evaluated[sequence] = state.tokens
        return true
    }

    /// Evaluates `prompt` in the sequence of the self-test and returns the logits after it.
    func logits(after prompt: [llama_token], until flag: Latch) throws -> UnsafeBufferPointer<Float>? {
        _ = try prefill(prompt, sequence: probeSequence, until: flag)
        return logits(at: -1)
    }

    /// The logits that were kept under a number; valid until the next evaluation.
    func logits(at place: Int32) -> UnsafeBufferPointer<Float>? {
        llama_get_logits_ith(raw, place).map { UnsafeBufferPointer(start: $0, count: model.vocabulary.count) }
    }

    /// How little the model expects a text, in nats a token: the mean of -ln p of each token after those before it. Evaluated
    /// in the sequence of the self-test. Not a number where the model computes none; `nil` for a text of one token.
    func surprise(at tokens: [llama_token], until flag: Latch) throws -> Double? {
        forget(probeSequence)
        guard tokens.count > 1 else { return nil }
        var sum = 0.0
        var position = 0
        while position < tokens.count - 1 {
            let end = min(position + sequenceCount, tokens.count - 1)
            let pieces = (position..<end).map {
                Piece(sequence: probeSequence, tokens: tokens[$0...$0], wantsLogits: true)
            }
            for (index, place) in try evaluate(pieces, until: [flag]).enumerated() {
                guard let place, let logits = logits(at: place) else { return .nan }
                let peak = logits.max() ?? 0
                let total = logits.reduce(0.0) { $0 + exp(Double($1 - peak)) }
                sum += log(total) - Double(logits[Int(tokens[position + index + 1])] - peak)
            }
            position = end
        }
        return sum / Double(tokens.count - 1)
    }
}
#endif

/// Is set once every one of its flags is: what several requests wait for goes on until nobody wants it.
final class CommonCancellation: Sendable {
    private let flags: [Latch]

    init(_ flags: [Latch]) { self.flags = flags }

    var isSet: Bool { !flags.isEmpty && flags.allSatisfy(\.isSet) }

    /// In the form that llama.cpp calls, as ``Latch/isSet``.
    static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<CommonCancellation>.fromOpaque(pointer).takeUnretainedValue().isSet
    }
}
