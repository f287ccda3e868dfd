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
    /// The model's reasoning before its answer; `nil` when the model gives none.
    public var reasoning: String?
    /// The answer as a value, when the request had a schema; it is valid under it.
    public var structured: GeneratedContent?
    /// Whole calls alone: one that the answer's limit cut off is not among them.
    public var toolCalls: [ToolCall]
    public var usage: TokenUsage
    public var timings: Timings
    public var finishReason: FinishReason
    /// Which of ``GenerationOptions/stopSequences`` ended the answer, which does not have it any more; `nil` where the model was
    /// done by itself, and where an engine does not tell.
    public var stopSequence: String?
    /// How likely each token of ``text`` was, where ``GenerationOptions/logprobs`` asked for it; `nil` where it did not.
    public var logprobs: [TokenLogprob]?
    /// What a person should know about how the answer came about, one sentence each; usually none.
    public var notes: [String]

    public init(
        text: String, reasoning: String? = nil, structured: GeneratedContent? = nil, toolCalls: [ToolCall] = [],
        usage: TokenUsage, timings: Timings, finishReason: FinishReason,
        stopSequence: String? = nil, logprobs: [TokenLogprob]? = nil, notes: [String] = []
    ) {
        self.text = text
        self.reasoning = reasoning
        self.structured = structured
        self.toolCalls = toolCalls
        self.usage = usage
        self.timings = timings
        self.finishReason = finishReason
        self.stopSequence = stopSequence
        self.logprobs = logprobs
        self.notes = notes
    }
}

/// Why an answer ended.
public enum FinishReason: String, Codable, Sendable {
    /// The model was done, or met a stop sequence.
    case stop
    /// The answer reached `maxTokens`, or the end of the context window.
    case length
    /// The model requests a tool call.
    case toolCalls
    /// The provider's content filter ended the answer.
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

/// How long the phases of an answer took, in seconds.
public struct Timings: Hashable, Codable, Sendable {
    public var prompt: Double
    public var generation: Double

    public init(prompt: Double = 0, generation: Double = 0) {
        self.prompt = prompt
        self.generation = generation
    }
}

// MARK: -

/// How likely a token of an answer was, and what could have stood in its place.
///
/// The numbers are natural logarithms of probabilities, 0 and below. A local model's are those of the model's own distribution:
/// the softmax of its raw scores over the whole vocabulary, before temperature, top-k, top-p, min-p, penalties and any grammar.
/// They say what the model held for likely, not how the token was drawn, so a token that a schema forced can be an unlikely
/// one. (llama.cpp's server tells the same as long as `post_sampling_probs` is not asked for.) A service's numbers are what it
/// says.
///
/// Only what is shown is told of: no reasoning, no marks, no stop sequence, no end. The bytes of a local model's tokens put
/// together are the bytes of the answer; where those are no UTF-8, the answer has replacement characters for them.
public struct TokenLogprob: Hashable, Codable, Sendable {
    /// A candidate for one token of the answer, with its probability.
    public struct Alternative: Hashable, Codable, Sendable {
        /// See ``TokenLogprob/text``; the name of a token that steers the model, such as `</s>`.
        public var text: String
        /// Empty for a token that steers the model, and is no text.
        public var bytes: [UInt8]
        /// The natural logarithm of its probability.
        public var logprob: Double

        public init(text: String, bytes: [UInt8], logprob: Double) {
            self.text = text
            self.bytes = bytes
            self.logprob = logprob
        }
    }

    /// The token's text, for people; see ``text(of:)``.
    public var text: String
    /// What the token adds to the answer. A token of which only a part is shown, because a stop sequence begins in it or
    /// reasoning ends in it, has that part here, and the probability of all of it.
    public var bytes: [UInt8]
    /// The natural logarithm of its probability.
    public var logprob: Double
    /// The likeliest tokens at its place, the likeliest first; the token itself is among them when it is one of these.
    public var alternatives: [Alternative]

    public init(text: String, bytes: [UInt8], logprob: Double, alternatives: [Alternative] = []) {
        self.text = text
        self.bytes = bytes
        self.logprob = logprob
        self.alternatives = alternatives
    }

    public init(bytes: [UInt8], logprob: Double, alternatives: [Alternative] = []) {
        self.init(text: Self.text(of: bytes), bytes: bytes, logprob: logprob, alternatives: alternatives)
    }

    /// The text that bytes are. Those of a token that is only a part of a character are written as OpenAI does, `\xe2\x82`.
    public static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            (0x20..<0x7F).contains(byte)
                ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The token with a part of its bytes.
    package func keeping(_ part: ArraySlice<UInt8>) -> TokenLogprob {
        part.count == bytes.count
            ? self : TokenLogprob(bytes: Array(part), logprob: logprob, alternatives: alternatives)
    }
}
