#if Llama
internal import CLlama
import HearthCore

/// A request that waits for its turn, with the one who waits for its answer.
struct WaitingRequest {
    let request: ModelRequest
    let flag: CancellationFlag
    /// How fast its reader takes the answer; `nil` for one that takes it all at once.
    let pace: AnswerPace?
    let emit: @Sendable (ResponseEvent) -> Void
    let continuation: CheckedContinuation<ModelResponse, any Error>
    /// What is evaluated for it is kept only where nothing was forgotten since; `nil` keeps nothing.
    let mark: PromptStateMark?
}

/// A request that could begin: read, laid out, tokenized, its grammar made.
struct PreparedRequest {
    let order: WaitingRequest
    let model: LlamaModel
    let prompt: Prompt
    let constraint: AnswerConstraint?
    let sampler: TokenSampler
    /// The most tokens of the answer, which the context has room for.
    let limit: Int
    /// What the self-test of the model found.
    let findings: [String]

    /// Cells kept ready for an answer to go on with. An answer may be far shorter than its limit, so that keeping room for
    /// all of it would let requests wait for nothing; when cells run out after all, the youngest answer gives its own.
    static let headroom = 64

    var neededCells: Int { prompt.tokens.count + min(limit, Self.headroom) }
}
#endif
