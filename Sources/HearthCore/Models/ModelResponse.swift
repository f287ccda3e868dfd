public enum ResponseEvent: Sendable {
    /// The next piece of what the model thinks before it answers.
    case reasoning(String)
    /// How likely the tokens of the next piece of the answer were; comes directly before it, and only where
    /// ``GenerationOptions/logprobs`` asked for it.
    case logprobs([TokenLogprob])
    /// The next piece of the answer.
    case text(String)
    /// The next piece of a call, from engines that tell of calls before the end; others name them in the response alone.
    case toolCall(ToolCallDelta)
    /// The last event.
    case final(ModelResponse)
}

public struct ModelResponse: Sendable {
    /// The whole answer, without reasoning.
    public var text: String
    /// What the model thought before it answered; `nil` when it did not say.
    public var reasoning: String?
    /// The answer as a value, when the request had a schema; it is valid under it.
    public var structured: GeneratedContent?
    /// Whole calls alone: one that the answer's limit cut off is not among them.
    public var toolCalls: [ToolCall]
    public var usage: TokenUsage
    public var timings: Timings
    public var finishReason: FinishReason
    /// How likely each token of ``text`` was, where ``GenerationOptions/logprobs`` asked for it; `nil` where it did not.
    public var logprobs: [TokenLogprob]?
    /// What a person should know about how the answer came about, one sentence each; usually none.
    public var notes: [String]

    public init(
        text: String, reasoning: String? = nil, structured: GeneratedContent? = nil, toolCalls: [ToolCall] = [],
        usage: TokenUsage, timings: Timings, finishReason: FinishReason, logprobs: [TokenLogprob]? = nil,
        notes: [String] = []
    ) {
        self.text = text
        self.reasoning = reasoning
        self.structured = structured
        self.toolCalls = toolCalls
        self.usage = usage
        self.timings = timings
        self.finishReason = finishReason
        self.logprobs = logprobs
        self.notes = notes
    }
}

/// Why an answer ended.
public enum FinishReason: String, Codable, Sendable {
    /// The model was done, or met a stop sequence.
    case stop
    /// It reached `maxTokens` or the end of its window.
    case length
    /// It wants a tool run.
    case toolCalls
    /// The provider cut it off by its content rules.
    case contentFilter
}

public struct TokenUsage: Hashable, Codable, Sendable {
    public var promptTokens: Int
    public var completionTokens: Int
    /// Prompt tokens that an earlier turn had left evaluated.
    public var cachedTokens: Int

    public init(promptTokens: Int = 0, completionTokens: Int = 0, cachedTokens: Int = 0) {
        self.promptTokens = promptTokens
        self.completionTokens = completionTokens
        self.cachedTokens = cachedTokens
    }

    public static func + (a: TokenUsage, b: TokenUsage) -> TokenUsage {
        TokenUsage(
            promptTokens: a.promptTokens + b.promptTokens, completionTokens: a.completionTokens + b.completionTokens,
            cachedTokens: a.cachedTokens + b.cachedTokens)
    }
}

/// Seconds.
public struct Timings: Hashable, Codable, Sendable {
    public var prompt: Double
    public var generation: Double

    public init(prompt: Double = 0, generation: Double = 0) {
        self.prompt = prompt
        self.generation = generation
    }
}
