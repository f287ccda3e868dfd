import HearthCore

/// Puts an answer together from its pieces and gives them out.
struct AnswerBuilder {
    private let request: ModelRequest
    private let envelope: StructuredEnvelope?
    private let emit: @Sendable (ResponseEvent) -> Void
    private var stops: StopSequenceScanner
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var firstPiece: ContinuousClock.Instant?

    private(set) var text = ""
    private(set) var reasoning = ""
    /// How likely the tokens of the text were; `nil` where nobody asked.
    private var logprobs: [TokenLogprob]?
    /// Tokens of which the text has not come: a character may be of several.
    private var untold: [TokenLogprob] = []
    var toolCalls: [ToolCall] = []
    /// What the provider counted; `nil` when it did not say.
    var usage: TokenUsage?
    var finish: FinishReason?
    var notes: [String] = []

    /// - Parameter stopSequences: Those that the provider was not asked to stop at.
    init(
        _ request: ModelRequest, envelope: StructuredEnvelope?, stopSequences: [String],
        emit: @escaping @Sendable (ResponseEvent) -> Void
    ) {
        self.request = request
        self.envelope = envelope
        self.emit = emit
        stops = StopSequenceScanner(stopSequences)
        logprobs = request.options.logprobs == nil ? nil : []
        start = clock.now
    }

    /// Whether a stop sequence has been met, so that nothing more is wanted.
    var isStopped: Bool { stops.isStopped }

    /// Whether the provider was asked for tokens, and has told of none.
    var lacksTokens: Bool { logprobs?.isEmpty == true && untold.isEmpty }

    /// - Parameter tokens: Those of the piece, as the provider told of them.
    mutating func append(text piece: String, tokens: [TokenLogprob] = []) {
        if logprobs != nil { untold += tokens }
        guard !piece.isEmpty else { return }
        mark()
        give(stops.append(piece))
    }

    mutating func append(reasoning piece: String) {
        guard !piece.isEmpty else { return }
        mark()
        reasoning += piece
        emit(.reasoning(piece))
    }

    /// That something of the answer has arrived, for the timings.
    mutating func mark() {
        if firstPiece == nil { firstPiece = clock.now }
    }

    private mutating func give(_ piece: String) {
        guard !piece.isEmpty else { return }
        text += piece
        if !untold.isEmpty {
            logprobs? += untold
            emit(.logprobs(untold))
            untold = []
        }
        // The pieces of a wrapped value are not pieces of the answer.
        if envelope?.isWrapped != true { emit(.text(piece)) }
    }

    mutating func response() -> ModelResponse {
        give(stops.finish())
        var structured: GeneratedContent?
        if let envelope {
            if let opened = envelope.opened(text) {
                text = opened.text
                structured = envelope.validated(opened.value)
            }
            if envelope.isWrapped, !text.isEmpty { emit(.text(text)) }
        }
        if finish == .length, text.isEmpty, toolCalls.isEmpty {
            notes.append("The model spent all of its tokens on thinking; raise `maxTokens`.")
        }
        let end = clock.now
        let first = firstPiece ?? end
        return ModelResponse(
            text: text, reasoning: reasoning.isEmpty ? nil : reasoning, structured: structured, toolCalls: toolCalls,
            usage: counted(), timings: Timings(prompt: (first - start).seconds, generation: (end - first).seconds),
            finishReason: isStopped ? .stop : finish ?? .stop, logprobs: logprobs, notes: notes)
    }

    private mutating func counted() -> TokenUsage {
        if let usage { return usage }
        notes.append("The server did not report its tokens; they are estimated.")
        let tokenizer = EstimatedTokenizer()
        // A few tokens of every message are its frame.
        let prompt = request.messages.reduce(0) { $0 + tokenizer.countTokens($1.content) + 4 }
        let calls = toolCalls.reduce(0) { $0 + tokenizer.countTokens($1.name + $1.arguments) }
        return TokenUsage(
            promptTokens: prompt,
            completionTokens: tokenizer.countTokens(text) + tokenizer.countTokens(reasoning) + calls)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension JSONValue {
    /// A count of tokens; 0 for what cannot be one.
    var tokenCount: Int { max(0, min(numberValue?.intValue ?? 0, 1 << 40)) }

    /// `nil` for `null` too, which providers send for "not yet".
    var presentText: String? {
        guard let text = stringValue, !text.isEmpty else { return nil }
        return text
    }
}
