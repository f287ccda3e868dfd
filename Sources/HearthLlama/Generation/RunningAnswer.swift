#if Llama
internal import CLlama
import HearthCore

/// One request under way: what it has evaluated and said, and how its next token is chosen. Not thread-safe: it belongs to
/// the actor that runs the model.
final class RunningAnswer {
    let order: WaitingRequest
    /// The sequence of the context that is its own meanwhile.
    let sequence: Int
    /// Prompt and answer as far as they are to be evaluated; the sequence holds the beginning of it.
    private(set) var tokens: [llama_token]
    /// Whether it had to give its cells to an older one, and waits until it can evaluate everything anew.
    var isPaused = false
    /// Whether its reader is behind, as of the beginning of a step.
    private(set) var isHeld = false

    private let model: LlamaModel
    private let prompt: Prompt
    private let constraint: AnswerConstraint?
    private let sampler: TokenSampler
    private var decoder: AnswerDecoder
    private let limit: Int
    private let contextLength: Int
    private var usage: TokenUsage
    private var notes: [String]
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var prefilled: ContinuousClock.Instant?

    /// The share of the tokens of a constrained answer that the model may think with, so that it comes to answer.
    private static let reasoningShare = 0.75

    init(
        _ prepared: PreparedRequest, sequence: Int, cached: Int, start: ContinuousClock.Instant, contextLength: Int
    ) {
        order = prepared.order
        self.sequence = sequence
        self.contextLength = contextLength
        self.start = start
        model = prepared.model
        prompt = prepared.prompt
        constraint = prepared.constraint
        sampler = prepared.sampler
        limit = prepared.limit
        tokens = prompt.tokens
        notes = prompt.notes + prepared.findings
        usage = TokenUsage(promptTokens: prompt.tokens.count, cachedTokens: cached)
        decoder = AnswerDecoder(
            prompt, options: order.request.options, constraint: constraint, vocabulary: model.vocabulary)
    }

    func lookAtReader() { isHeld = order.pace?.isExhausted ?? false }

    /// Cells it will take at least: what there is, and something to go on with.
    var neededCells: Int { tokens.count + min(max(0, limit - usage.completionTokens), PreparedRequest.headroom) }

    /// Chooses the next token, now that all of ``tokens`` is evaluated, and says what that adds to the answer.
    ///
    /// - Parameter place: Where the context keeps the logits.
    /// - Returns: Why the answer ended; `nil` when it goes on.
    func advance(_ context: OpaquePointer, at place: Int32) throws -> FinishReason? {
        if prefilled == nil { prefilled = clock.now }
        guard usage.completionTokens < limit else { return .length }
        let token = try sampler.sample(context, at: place, decoder.rule)
        if decoder.isReasoning, let closing = closing(instead: token) {
            // The answer is what was asked for: thinking that has no end is ended.
            tokens += closing
            usage.completionTokens += closing.count
            decoder.closeReasoning().forEach(order.emit)
            return nil
        }
        // A control token has no text that a stop sequence could be found in. Under a constraint the form says when it ends.
        let ends = constraint == nil && stopTokens.contains(token)
        if ends || model.vocabulary.endsGeneration(token) { return .stop }
        usage.completionTokens += 1
        try decoder.append(token) { try logprob(of: token, $0, in: context, at: place) }.forEach(order.emit)
        if decoder.isDone { return .stop }
        // The last token of the limit needs no successor.
        guard usage.completionTokens < limit else { return .length }
        tokens.append(token)
        return nil
    }

    /// The response, after the last pieces of it were said.
    func finished(_ reason: FinishReason) -> ModelResponse {
        decoder.finish().forEach(order.emit)
        if reason == .length, limit < order.request.options.maxTokens {
            notes.append("The answer ended because the context of \(contextLength) tokens was full.")
        }
        if reason == .length, RepetitionFinder.repeatsItself(tokens[prompt.tokens.count...]) {
            notes.append(
                "The answer repeats itself, and was cut off at \(usage.completionTokens) tokens because the model did not end it. "
                    + "Raise the repetition penalty (1.1 is usual), or check that the chat template is this model's.")
        }
        let ended = clock.now
        let prefilled = prefilled ?? ended
        return ModelResponse(
            text: decoder.text, reasoning: decoder.reasoning,
            structured: reason == .stop ? constraint?.value(of: decoder.text) : nil, usage: usage,
            timings: Timings(prompt: (prefilled - start).seconds, generation: (ended - prefilled).seconds),
            finishReason: reason, logprobs: decoder.logprobs, notes: notes)
    }

    /// How likely a token was that stands for `bytes`.
    private func logprob(
        of token: llama_token, _ bytes: [UInt8], in context: OpaquePointer, at place: Int32
    ) throws -> TokenLogprob {
        guard let logits = llama_get_logits_ith(context, place) else {
            throw LlamaError.decodeFailed(0, detail: "no logits")
        }
        let vocabulary = model.vocabulary
        let scores = TokenScores(
            UnsafeBufferPointer(start: logits, count: vocabulary.count), best: order.request.options.logprobs ?? 0)
        guard scores.areNumbers else { throw LlamaError.notANumber(model.path) }
        return TokenLogprob(
            bytes: bytes, logprob: scores.logprob(of: Int(token)),
            alternatives: scores.best.map { index in
                let id = llama_token(index)
                let bytes = vocabulary.piece(id)
                return .init(
                    text: TokenLogprob.text(of: bytes.isEmpty ? vocabulary.text(of: id) : bytes), bytes: bytes,
                    logprob: scores.logprob(of: index))
            })
    }

    private lazy var stopTokens = model.vocabulary.tokens(
        named: order.request.options.stopSequences + prompt.stops)

    /// The tokens that close the reasoning of an answer under a constraint, where the model would end without answering or
    /// has had its share of the tokens; `nil` where it may go on.
    private func closing(instead token: llama_token) -> [llama_token]? {
        guard constraint != nil, let style = prompt.reasoning else { return nil }
        let isOver = Double(usage.completionTokens) >= Double(limit) * Self.reasoningShare
        guard isOver || model.vocabulary.endsGeneration(token) else { return nil }
        let marks = model.vocabulary.tokenize(style.close, namesSpecials: true)
        return !marks.isEmpty && usage.completionTokens + marks.count < limit ? marks : nil
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
#endif
