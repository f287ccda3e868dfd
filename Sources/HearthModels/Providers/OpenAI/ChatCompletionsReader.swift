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

    mutating func read(
        into answer: inout AnswerBuilder, _ emit: EventStream<ResponseEvent>.Emit
    ) async throws {
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
            try await builder.flush(emit)
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
        // OpenAI does not say what ended an answer; vLLM and SGLang do, beside the reason. A token's number is none of ours.
        let stop = choice["stop_reason"]?.presentText ?? choice["matched_stop"]?.presentText
        if let stop { answer.stopSequence = stop }
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

/// Puts tool calls together from the pieces of a stream.
///
/// OpenAI numbers the calls and sends name and id once, then pieces of the arguments. Some servers leave the number out or
/// give each call the number 0, and send a call as a whole; a new id then begins a new call.
struct ToolCallAssembler {
    static let callLimit = 128

    private struct Draft {
        var index: Int
        var id: String
        var name: String
        var arguments: String
    }

    private var drafts: [Draft] = []

    mutating func append(_ pieces: [JSONValue], engine: Engine) throws {
        for (position, piece) in pieces.enumerated() {
            let index = piece["index"]?.numberValue?.intValue ?? position
            let id = piece["id"]?.presentText ?? ""
            let function = piece["function"]
            let name = function?["name"]?.presentText ?? ""
            let arguments: String
            switch function?["arguments"] {
            case .string(let text)?: arguments = text
            case .object(let object)?: arguments = JSONValue.object(object).description
            default: arguments = ""
            }
            if let at = drafts.lastIndex(where: { $0.index == index }),
                id.isEmpty || drafts[at].id.isEmpty
                    || drafts[at].id == id
            {
                if drafts[at].id.isEmpty { drafts[at].id = id }
                if drafts[at].name.isEmpty { drafts[at].name = name }
                drafts[at].arguments += arguments
            } else {
                guard drafts.count < Self.callLimit else {
                    throw ProviderError.malformed(engine, "it calls more than \(Self.callLimit) tools")
                }
                drafts.append(Draft(index: index, id: id, name: name, arguments: arguments))
            }
        }
    }

    /// The calls in their order.
    ///
    /// - Throws: ``ProviderError`` `malformed-response` for a call without a name.
    func calls(engine: Engine) throws -> [ToolCall] {
        try drafts.enumerated().map { number, draft in
            guard !draft.name.isEmpty else { throw ProviderError.malformed(engine, "it calls a tool without a name") }
            return ToolCall(
                id: draft.id.isEmpty ? "call_\(number)" : draft.id, name: draft.name,
                arguments: draft.arguments.isEmpty ? "{}" : draft.arguments)
        }
    }
}

/// Reads how likely tokens were from a choice of a chat completion.
struct LogprobReader {
    /// A piece with more tokens than any answer has is a mistake.
    static let mostTokens = GenerationOptions.sensibleTokens.upperBound

    let engine: Engine
    /// How many alternatives were asked for; servers may tell of more.
    let alternatives: Int

    /// - Returns: `nil` where the choice does not say.
    /// - Throws: ``ProviderError`` `malformed-response`.
    func tokens(of choice: JSONValue) throws -> [TokenLogprob]? {
        guard let items = choice["logprobs"]?["content"]?.arrayValue else { return nil }
        guard items.count <= Self.mostTokens else { throw malformed() }
        return try items.map { item in
            let token = try part(item)
            let best = item["top_logprobs"]?.arrayValue?.prefix(alternatives) ?? []
            return TokenLogprob(
                text: token.text, bytes: token.bytes.isEmpty ? Array(token.text.utf8) : token.bytes,
                logprob: token.logprob, alternatives: try best.map(part))
        }
    }

    private func part(_ value: JSONValue) throws -> TokenLogprob.Alternative {
        guard let text = value["token"]?.stringValue,
            let logprob = value["logprob"]?.numberValue.flatMap({ Double($0.description) })
        else { throw malformed() }
        // Services leave the bytes out, or send null, for what is no text.
        let bytes = try (value["bytes"]?.arrayValue ?? []).map { item in
            guard let byte = item.numberValue?.intValue.flatMap(UInt8.init(exactly:)) else { throw malformed() }
            return byte
        }
        return .init(text: text, bytes: bytes, logprob: logprob)
    }

    private func malformed() -> ProviderError { .malformed(engine, "its `logprobs` are none") }
}
