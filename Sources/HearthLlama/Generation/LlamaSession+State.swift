#if Llama
internal import CLlama
import Foundation
import HearthCore

/// Putting aside what a context has evaluated, and taking it up again.
extension LlamaSession {
    /// How many tokens at the beginning of `prompt` a sequence holds evaluated.
    func sharedPrefix(of sequence: Int, with prompt: [llama_token]) -> Int {
        zip(prompt, evaluated[sequence]).prefix { $0 == $1 }.count
    }

    /// Bytes that ``saved(_:identity:)`` would take.
    func stateSize(of sequence: Int) -> Int { llama_state_seq_get_size(raw, llama_seq_id(sequence)) }

    /// What a sequence holds; `nil` when it holds nothing or llama.cpp gives nothing out.
    func saved(_ sequence: Int, identity: String) -> PromptState? {
        guard !evaluated[sequence].isEmpty else { return nil }
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
    func logits(after prompt: [llama_token], until flag: CancellationFlag) throws -> UnsafeBufferPointer<Float>? {
        _ = try prefill(prompt, sequence: probeSequence, until: flag)
        return logits(at: -1)
    }

    /// The logits that were kept under a number; valid until the next evaluation.
    func logits(at place: Int32) -> UnsafeBufferPointer<Float>? {
        llama_get_logits_ith(raw, place).map { UnsafeBufferPointer(start: $0, count: model.vocabulary.count) }
    }

    /// How little the model expects a text, in nats a token: the mean of -ln p of each token after those before it. Evaluated
    /// in the sequence of the self-test. Not a number where the model computes none; `nil` for a text of one token.
    func surprise(at tokens: [llama_token], until flag: CancellationFlag) throws -> Double? {
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
