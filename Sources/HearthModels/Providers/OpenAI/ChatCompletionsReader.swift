import HearthCore

/// Reads the answer to a request for a chat completion, streamed or whole.
struct ChatCompletionsReader {
    let engine: Engine
    let body: ProviderBody
    let isExact: Bool
    /// `nil` where nobody asked how likely the tokens were.
    private let logprobs: LogprobReader?
    private var tools = ToolCallAssembler()
    private var refusal = ""
    private var finish: String?
    private var isDone = false
    private var isWhole = false

    /// - Parameter logprobs: How many alternatives to each token were asked for; `nil` where none of it was.
    init(engine: Engine, body: ProviderBody, isExact: Bool, logprobs: Int? = nil) {
        self.engine = engine
        self.body = body
        self.isExact = isExact
        self.logprobs = logprobs.map { LogprobReader(engine: engine, alternatives: $0) }
    }

    mutating func read(into answer: inout AnswerBuilder) async throws {
        // Through copies, since a closure cannot hold what is `inout` across a suspension.
        var reader = self
        var builder = answer
        try await body.forEach { item in
            switch item {
            case .event(let event): try reader.take(event, into: &builder)
            case .cutOff(let event):
                if event.data == "[DONE]" {
                    reader.isDone = true
                } else if let value = try? JSONValue(parsing: event.data) {
                    try reader.take(value, into: &builder)
                }
            case .whole(let value):
                reader.isWhole = true
                try reader.take(value, into: &builder)
            }
            return !reader.isDone && !builder.isStopped
        }
        try reader.end(&builder)
        self = reader
        answer = builder
    }

    private mutating func take(_ event: ServerSentEvent, into answer: inout AnswerBuilder) throws {
        if event.data == "[DONE]" {
            isDone = true
        } else if !event.data.allSatisfy(\.isWhitespace) {
            try take(body.value(event), into: &answer)
        }
    }

    private mutating func take(_ value: JSONValue, into answer: inout AnswerBuilder) throws {
        if let fault = ProviderFault(value) { throw body.reply.failure(fault) }
        guard value.objectValue != nil else { throw ProviderError.malformed(engine, "a part of it is no object") }
        if let usage = value["usage"], usage.objectValue != nil {
            answer.usage = TokenUsage(
                promptTokens: usage["prompt_tokens"]?.tokenCount ?? 0,
                completionTokens: usage["completion_tokens"]?.tokenCount ?? 0,
                cachedTokens: usage["prompt_tokens_details"]?["cached_tokens"]?.tokenCount ?? 0)
        }
        // Only one answer is ever asked for; the part with the usage has none.
        guard let choice = value["choices"]?.arrayValue?.first else {
            if isWhole { throw ProviderError.malformed(engine, "it has no choices") }
            return
        }
        if let part = choice[isWhole ? "message" : "delta"] {
            let reasoning = part["reasoning_content"]?.presentText ?? part["reasoning"]?.presentText ?? ""
            answer.append(reasoning: reasoning)
            let text = part["content"]?.presentText ?? ""
            // Some servers tell of the tokens of thoughts too.
            let isThought = text.isEmpty && !reasoning.isEmpty
            let tokens = isThought ? [] : try logprobs?.tokens(of: choice) ?? []
            if !text.isEmpty, tokens.isEmpty, answer.lacksTokens { throw ProviderError.noLogprobs }
            answer.append(text: text, tokens: tokens)
            refusal += part["refusal"]?.presentText ?? ""
            if let calls = part["tool_calls"]?.arrayValue {
                answer.mark()
                try tools.append(calls, engine: engine)
            }
        } else if isWhole {
            throw ProviderError.malformed(engine, "its choice has no message")
        }
        if let reason = choice["finish_reason"]?.presentText { finish = reason }
    }

    private mutating func end(_ answer: inout AnswerBuilder) throws {
        if answer.isStopped { return }
        guard refusal.isEmpty else { throw ProviderError.refused(engine, body.reply.text.cleaned(refusal)) }
        if isExact {
            guard finish != nil, isDone || isWhole else { throw ProviderError.incomplete(engine) }
        } else {
            guard finish != nil || isDone || isWhole else { throw ProviderError.incomplete(engine) }
        }
        answer.toolCalls = try tools.calls(engine: engine)
        switch finish {
        case "length": answer.finish = .length
        case "content_filter": answer.finish = .contentFilter
        // Some servers end a call of a tool with `stop`.
        default: answer.finish = answer.toolCalls.isEmpty ? .stop : .toolCalls
        }
    }
}
