#if Llama
internal import CLlama
import HearthCore

/// Putting aside what a context has evaluated, and taking it up again.
extension LlamaSession {
    /// How many tokens at the beginning of `prompt` the context holds evaluated.
    func sharedPrefix(with prompt: [llama_token]) -> Int {
        zip(prompt, evaluated).prefix { $0 == $1 }.count
    }

    /// Bytes that ``saved(identity:)`` would take.
    var stateSize: Int { llama_state_seq_get_size(raw, 0) }

    /// What was evaluated; `nil` when the context holds nothing or llama.cpp gives nothing out.
    func saved(identity: String) -> PromptState? {
        guard !evaluated.isEmpty else { return nil }
        let size = stateSize
        guard size > 0 else { return nil }
        var written = 0
        let data = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            written = llama_state_seq_get_data(raw, buffer.baseAddress, buffer.count, 0)
            filled = min(written, buffer.count)
        }
        return written > 0 ? PromptState(identity: identity, tokens: evaluated, data: data) : nil
    }

    /// Replaces what was evaluated by a state; `false` when llama.cpp refuses it, and then nothing is evaluated.
    func restore(_ state: PromptState) -> Bool {
        forget()
        guard !state.tokens.isEmpty, state.tokens.count <= contextLength,
            state.tokens.allSatisfy({ $0 >= 0 && Int($0) < model.vocabulary.count })
        else { return false }
        let (read, _) = LlamaLog.capturing {
            state.data.withUnsafeBufferPointer { llama_state_seq_set_data(raw, $0.baseAddress, $0.count, 0) }
        }
        let memory = llama_get_memory(raw)
        // Half a state must not be used, nor one of another length than its tokens.
        guard read > 0, llama_memory_seq_pos_max(memory, 0) == llama_pos(state.tokens.count - 1) else {
            forget()
            return false
        }
        evaluated = state.tokens
        return true
    }

    /// Evaluates `prompt` and returns the logits after it, for the self-test.
    func logits(after prompt: [llama_token], until flag: CancellationFlag) throws -> UnsafeBufferPointer<Float>? {
        _ = try prefill(prompt, until: flag)
        return llama_get_logits_ith(raw, -1).map { UnsafeBufferPointer(start: $0, count: model.vocabulary.count) }
    }
}
#endif
