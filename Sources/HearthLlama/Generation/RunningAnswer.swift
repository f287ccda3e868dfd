package import HearthCore
import HearthSchema
import Synchronization

#if Llama
internal import CLlama

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
    /// The grammars of calls; `nil` where the model has no tools.
    private var tools: ToolGrammars?
    /// The choice within a call that the sampler is kept to, and whether there was a call under way then.
    private var rule: ToolCallReader.Rule?
    private var isInCall = false
    /// The control token that ended the answer; `nil` where none did.
    private var endToken: llama_token?
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
        tools = prepared.tools
        limit = prepared.limit
        tokens = prompt.tokens
        notes = prompt.notes + prepared.findings
        usage = TokenUsage(promptTokens: prompt.tokens.count, cachedTokens: cached)
        decoder = AnswerDecoder(
            prompt, options: order.request.options, constraint: constraint, tools: tools, vocabulary: model.vocabulary)
    }

    /// What is to be evaluated next, of tokens of which `count` are: up to the next picture.
    func pending(after count: Int) -> ArraySlice<llama_token> {
        let start = min(tokens.count, count)
        let end = prompt.pictures.first { $0.start >= start }?.start ?? tokens.count
        return tokens[start..<end]
    }

    /// The picture that is to be evaluated next; `nil` where tokens are.
    func pendingPicture(after count: Int) -> SeenPicture? { prompt.pictures.first { $0.start == count }?.picture }

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
        if let settled = decoder.settled { return try write(settled) }
        let token = try sampler.sample(context, at: place, decoder.rule)
        // A control token has no text that a stop sequence could be found in. Under a constraint the form says when it ends.
        let ends =
            model.vocabulary.endsGeneration(token)
            || constraint == nil && rule == nil && stopTokens.contains(token)
        if decoder.isReasoning, let closing = closing(ends: ends) {
            // The answer is what was asked for: thinking that has no end is ended.
            tokens += closing
            usage.completionTokens += closing.count
            decoder.closeReasoning().forEach(order.emit)
            return nil
        }
        if ends {
            endToken = token
            return .stop
        }
        if tools != nil, let count = decoder.countUpToCall(decoder.bytes(of: token)) {
            return try write(Array(decoder.bytes(of: token).prefix(count)))
        }
        usage.completionTokens += 1
        try decoder.append(token) { try logprob(of: token, $0, in: context, at: place) }.forEach(order.emit)
        if decoder.calls?.isBroken == true { throw LlamaError.brokenCall }
        if decoder.isDone { return .stop }
        try followCall()
        // The last token of the limit needs no successor.
        guard usage.completionTokens < limit else { return .length }
        tokens.append(token)
        // What is settled needs no logits of its own: it is evaluated together with the choice before it.
        if let settled = decoder.settled { return try write(settled) }
        return nil
    }

    /// Goes on with a text that the model has no choice about, and with what is settled behind it.
    private func write(_ text: [UInt8]) throws -> FinishReason? {
        var next: [UInt8]? = text
        while let text = next {
            let written = model.vocabulary.tokenize(text, namesSpecials: true)
            guard !written.isEmpty else { throw LlamaError.decodeFailed(0, detail: "no tokens for the form of a call") }
            // A part of it would be of no use.
            guard usage.completionTokens + written.count <= limit else { return .length }
            tokens += written
            usage.completionTokens += written.count
            decoder.append(settled: text).forEach(order.emit)
            if decoder.isDone { return .stop }
            next = decoder.settled
        }
        try followCall()
        return usage.completionTokens < limit ? nil : .length
    }

    /// Keeps the sampler to the choice that the call has come to.
    private func followCall() throws {
        guard let calls = decoder.calls, calls.rule != rule || calls.isInCall != isInCall else { return }
        (rule, isInCall) = (calls.rule, calls.isInCall)
        var grammar: String?
        if let rule {
            grammar = try tools?.text(rule, terminator: calls.terminator)
        } else if !isInCall, let constraint, let format = prompt.calls {
            // After a call the answer may begin anew.
            grammar = ToolGrammars.opening(format, or: constraint.grammar, mayEnd: true)
        }
        do {
            try sampler.follow(grammar, root: ToolGrammars.root)
        } catch let error as LlamaError {
            guard case .arguments(let tool)? = rule else { throw error }
            try tools?.loosen(tool, because: error.message)
            try sampler.follow(
                tools?.text(.arguments(tool), terminator: calls.terminator), root: ToolGrammars.root)
        }
    }

    /// Why an answer with calls ended: with a call, if that is whole, also where there was no room for more.
    private func reason(_ reason: FinishReason) -> FinishReason {
        guard let calls = decoder.calls, !calls.calls.isEmpty else { return reason }
        return reason == .stop || calls.endsWithCall ? .toolCalls : reason
    }

    /// The response, after the last pieces of it were said.
    func finished(_ reason: FinishReason) -> ModelResponse {
        let reason = self.reason(reason)
        decoder.finish().forEach(order.emit)
        if reason == .length, limit < order.request.options.maxTokens {
            notes.append("The answer ended because the context of \(contextLength) tokens was full.")
        }
        if reason == .length, RepetitionFinder.repeatsItself(tokens[prompt.tokens.count...]) {
            notes.append(
                "The answer repeats itself, and was cut off at \(usage.completionTokens) tokens because the model did not end it. "
                    + "Raise the repetition penalty (1.1 is usual), or check that the chat template is this model's.")
        }
        notes += tools?.notes ?? []
        let ended = clock.now
        let prefilled = prefilled ?? ended
        return ModelResponse(
            text: decoder.text, reasoning: decoder.reasoning,
            structured: reason == .stop ? constraint?.value(of: decoder.text) : nil,
            toolCalls: decoder.calls?.calls ?? [], usage: usage,
            timings: Timings(prompt: (prefilled - start).seconds, generation: (ended - prefilled).seconds),
            finishReason: reason, stopSequence: reason == .stop ? stopSequence : nil, logprobs: decoder.logprobs,
            notes: notes)
    }

    /// The stop sequence of the request's that ended the answer; not one of the template's, which nobody asked for.
    private var stopSequence: String? {
        let name = endToken.map { String(decoding: model.vocabulary.text(of: $0), as: UTF8.self) }
        return (decoder.stop ?? name).flatMap { order.request.options.stopSequences.contains($0) ? $0 : nil }
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
    private func closing(ends: Bool) -> [llama_token]? {
        guard constraint != nil || decoder.hasToCall, let style = prompt.reasoning else { return nil }
        let isOver = Double(usage.completionTokens) >= Double(limit) * Self.reasoningShare
        guard isOver || ends else { return nil }
        let marks = model.vocabulary.tokenize(style.close, namesSpecials: true)
        return !marks.isEmpty && usage.completionTokens + marks.count < limit ? marks : nil
    }
}
#endif

/// How much of an answer its reader has still to take (flow control by a window). An answer whose reader is behind is not
/// computed further until that has caught up: a slow reader fills no memory, and costs the others nothing.
package final class AnswerPace: Sendable {
    private struct State {
        var open = 0
    }

    private let state = Mutex(State())
    private let window: Int
    private let onRelease: @Sendable () -> Void

    /// - Parameters:
    ///   - window: How many pieces may be on their way.
    ///   - onRelease: Called when a reader that was behind has caught up.
    package init(window: Int, onRelease: @escaping @Sendable () -> Void) {
        self.window = max(1, window)
        self.onRelease = onRelease
    }

    /// Whether the reader has as many pieces before it as it may have.
    var isExhausted: Bool { state.withLock { $0.open >= window } }

    /// A piece was given out. It is never refused: one token may make several.
    package func took() { state.withLock { $0.open += 1 } }

    /// The reader has read so many pieces.
    package func read(_ count: Int) {
        let isReleased = state.withLock { state in
            let wasExhausted = state.open >= window
            state.open = max(0, state.open - max(0, count))
            return wasExhausted && state.open < window
        }
        if isReleased { onRelease() }
    }
}

/// Tells whether an answer has fallen into a loop, as models do that never stop.
enum RepetitionFinder {
    /// Tokens at the end of an answer that must all be repetition. Poems and tables repeat lines, not for so long.
    static let window = 64
    /// The longest piece that is looked for, in tokens: a sentence or two.
    static let longestPeriod = 32

    /// Whether the last ``window`` tokens say the same piece again and again.
    static func repeatsItself(_ tokens: ArraySlice<Int32>) -> Bool {
        guard tokens.count >= window + longestPeriod else { return false }
        let end = Array(tokens.suffix(window + longestPeriod))
        return (1...longestPeriod).contains { period in
            (longestPeriod..<end.count).allSatisfy { end[$0] == end[$0 - period] }
        }
    }
}

// MARK: - Constraints

/// What an answer has to follow while it is written: a schema made into a grammar, or a grammar as it was given.
struct AnswerConstraint {
    let grammar: String
    /// Judges the finished answer; `nil` for a grammar that was given.
    let schema: JSONSchema?

    /// The value of an answer under a schema, where it is valid.
    func value(of text: String) -> GeneratedContent? {
        schema.flatMap { AnswerValue.of(text, under: $0) }
    }
}

/// The value that an answer under a schema is.
package enum AnswerValue {
    /// `nil` for a text that is none, or is not valid under the schema.
    package static func of(_ text: String, under schema: GenerationSchema) -> GeneratedContent? {
        (try? JSONSchema(schema.root)).flatMap { of(text, under: $0) }
    }

    static func of(_ text: String, under schema: JSONSchema) -> GeneratedContent? {
        guard let value = try? JSONValue(parsing: text), (try? schema.isValid(value)) == true else { return nil }
        return GeneratedContent(value)
    }
}

/// The constraints of the schemas used last: a program asks with the same few again and again.
struct AnswerConstraints {
    private static let most = 16

    private var known: [JSONValue: AnswerConstraint] = [:]
    /// Used last at the end.
    private var order: [JSONValue] = []

    /// The constraint of a request; `nil` when its answer is free.
    ///
    /// - Throws: ``LlamaError`` with the codes of `SchemaError` (`not-expressible` names the keyword), or `bad-option`.
    mutating func constraint(of request: ModelRequest) throws -> AnswerConstraint? {
        guard let schema = request.schema else {
            return request.options.grammar.map { AnswerConstraint(grammar: $0, schema: nil) }
        }
        guard request.options.grammar == nil else {
            throw LlamaError.badOption("An answer follows a schema or a grammar, not both")
        }
        if let found = known[schema.root] {
            order.removeAll { $0 == schema.root }
            order.append(schema.root)
            return found
        }
        do {
            let judge = try JSONSchema(schema.root)
            var configuration = SchemaGrammar.Configuration()
            configuration.order = .declared
            configuration.numbers = .readable
            let made = AnswerConstraint(
                grammar: try SchemaGrammar(judge, configuration: configuration).text, schema: judge)
            if order.count >= Self.most { known[order.removeFirst()] = nil }
            known[schema.root] = made
            order.append(schema.root)
            return made
        } catch let error as SchemaError {
            throw LlamaError.schema(error)
        }
    }
}
