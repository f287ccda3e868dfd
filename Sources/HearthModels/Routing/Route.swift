public import HearthCore

/// A decision together with who works on it.
public struct Route: Sendable {
    /// The engine or the code that does the work of a routed request.
    public enum Worker: Sendable {
        /// A model. It checks each request against the decision and writes the ledger.
        case model(any LanguageModel)
        /// The basic engine takes no prompts: the caller does the work with code, in the words of the sources.
        case extractive
    }

    public let decision: RoutingDecision
    public var worker: Worker { routed.map(Worker.model) ?? .extractive }
    let candidate: RoutingCandidate
    /// `nil` where the basic engine serves.
    let routed: RoutedModel?

    init(decision: RoutingDecision, candidate: RoutingCandidate) {
        (self.decision, self.candidate, routed) = (decision, candidate, nil)
    }

    init(_ routed: RoutedModel) {
        (decision, candidate, self.routed) = (routed.decision, routed.candidate, routed)
    }

    /// The group of endpoints as whose member the engine serves; `nil` where it is none.
    var group: Engine? { routed?.place?.group }

    /// The model, for work that nobody can do without one.
    ///
    /// - Throws: ``RoutingError`` with the code `unsupported-task` where the basic engine serves.
    public var model: any LanguageModel {
        get throws {
            guard let routed else { throw RoutingError.takesNoPrompts }
            return routed
        }
    }

    /// The same model for requests whose text nobody is given, such as the summary of what a prompt has no room for: another
    /// engine can still take over after them.
    ///
    /// - Throws: As ``model``.
    public var aside: any LanguageModel {
        get throws {
            guard var routed else { throw RoutingError.takesNoPrompts }
            routed.answerBegan = Latch()
            return routed
        }
    }
}

/// The model of a route: checks each request against the decision and against what the user allows by now, replaces private
/// parts where the policy asks for it, and writes how it ended.
struct RoutedModel: LanguageModel {
    let base: any LanguageModel
    let candidate: RoutingCandidate
    let decision: RoutingDecision
    let request: RoutingRequest
    let router: ModelRouter
    /// Whether anything of an answer was given out; from then on no other engine may take over.
    var answerBegan = Latch()
    /// Whether the engine was given any request.
    let wasAsked = Latch()
    /// The place at this member, where the engine is one of a group.
    let place: PoolPlace?
    /// Whether another member may serve where this one fails.
    let hasSiblings: Bool

    var engine: Engine { base.engine }
    var modelID: String { base.modelID }
    var capabilities: ModelCapabilities { base.capabilities }
    var tokenizer: any TextTokenizer { base.tokenizer }
    var host: String? { base.host }

    func countTokens(of request: ModelRequest) -> Int? { base.countTokens(of: request) }
    func availability() async -> Availability { await base.availability() }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            wasAsked.set()
            try await serve(request, emit: emit)
        }
    }

    // MARK: - One request

    private func serve(_ request: ModelRequest, emit: EventStream<ResponseEvent>.Emit) async throws {
        let start = ContinuousClock.now
        var outgoing = request
        var usage: TokenUsage?
        var text: String?
        place?.begin()
        var outcome = MemberOutcome.silent
        defer { place?.end(outcome, after: start.duration(to: .now)) }
        // Another member is asked at once; to knock again at one that failed would only take time.
        let mayRetry = !hasSiblings || answerBegan.isSet
        outgoing.mayRetry = mayRetry
        do {
            // Whoever asked for an engine without saying so: no engine is to answer as though there were no picture.
            guard !request.hasPictures || capabilities.vision else { throw RoutingError.noVision }
            // Nor as though nothing stood behind the gap.
            guard request.suffix == nil || capabilities.infill else { throw RoutingError.noInfill }
            let policy = try await check(request)
            var restorer = AnswerRestorer([], schema: request.schema)
            var notes: [String] = []
            if policy.redactsPrompts, candidate.reach > .process {
                let redacted = try router.redact(request, acceptsDoubt: self.request.acceptsDoubt)
                if !redacted.replacements.isEmpty, request.options.logprobs != nil { throw RoutingError.noLogprobs }
                outgoing = redacted.request
                outgoing.mayRetry = mayRetry
                restorer = AnswerRestorer(redacted.replacements, schema: request.schema)
                notes = redacted.notes
            }
            outgoing.ledgerRecord = decision.ledgerRecord
            if candidate.reach > .process {
                outgoing.mayLeave = { [isRedacted = policy.redactsPrompts] in
                    try await checkAgain(request, isRedacted: isRedacted)
                }
            }
            if policy.recordsPrompts {
                text = outgoing.messages.ledgerText + (outgoing.suffix.map { "\n[a gap]\n\($0)" } ?? "")
            }
            let final = try await pass(outgoing, &restorer, emit)
            outcome = .answered
            usage = final.usage
            var response = restorer.restore(final)
            if let note = CutOff.note(response, options: request.options, capabilities: capabilities, engine: engine) {
                response.notes.append(note)
            }
            response.notes += notes
            if let note = await recordOutcome(since: start, usage: usage, errorCode: nil, text: text) {
                response.notes.append(note)
            }
            // Whoever gets calls runs them; another engine that begins anew would have them run again.
            if !response.toolCalls.isEmpty { answerBegan.set() }
            try await emit(.final(response))
        } catch {
            // Whoever took the answer may fail after it was there.
            if outcome != .answered { outcome = MemberOutcome(error) }
            _ = await recordOutcome(since: start, usage: usage, errorCode: error.recordedCode, text: text)
            throw error
        }
    }

    /// What the policy says by now, of this request with the label that it and its origins have.
    private func check(_ request: ModelRequest) async throws -> RoutingPolicy {
        var routing = self.request
        routing.task = request.task
        routing.label = max(routing.label, request.label)
        return try await router.policy(for: decision, of: routing, candidate)
    }

    /// The same question for what was let go once and is to leave now, after it waited, or again: an engine that is busy is
    /// asked once more after seconds, in which anything may have been called private.
    private func checkAgain(_ request: ModelRequest, isRedacted: Bool) async throws {
        if try await check(request).redactsPrompts, !isRedacted { throw RoutingError.redactedByNow }
    }

    private func pass(
        _ request: ModelRequest, _ restorer: inout AnswerRestorer, _ emit: EventStream<ResponseEvent>.Emit
    ) async throws -> ModelResponse {
        // Through a copy, since a closure cannot hold what is `inout` across a suspension.
        var restoring = restorer
        let response = try await base.respond(to: request).response(of: engine) { event in
            try Task.checkCancellation()
            guard let event = restoring.restore(event) else { return }
            answerBegan.set()
            try await emit(event)
        }
        for last in restoring.finish() { try await emit(last) }
        restorer = restoring
        return response
    }

    // MARK: - Ledger

    private func recordOutcome(
        since start: ContinuousClock.Instant, usage: TokenUsage?, errorCode: String?, text: String?
    ) async -> String? {
        await router.conclude(
            decision, duration: start.duration(to: .now), usage: usage, errorCode: errorCode, text: text)
    }
}

extension [Message] {
    /// The prompt as the ledger keeps it, when the user turned that on.
    fileprivate var ledgerText: String {
        map { message in
            let pictures = (message.pictures ?? []).map { " [a picture of \($0.bytes.count) bytes]" }.joined()
            return "\(message.role.rawValue): \(message.content)\(pictures)"
        }.joined(separator: "\n")
    }
}

/// Says what cut an answer off: the limit that was asked for, the most that the model writes, or its window.
enum CutOff {
    /// Counts are estimates where a service gives none, so a limit that is nearly reached is the one that was met.
    private static let share = 0.8

    /// - Returns: `nil` for an answer that came to its end.
    static func note(
        _ response: ModelResponse, options: GenerationOptions, capabilities: ModelCapabilities, engine: Engine
    ) -> String? {
        guard response.finishReason == .length else { return nil }
        let written = response.usage.completionTokens
        let limit = min(options.maxTokens, capabilities.maximumOutput ?? .max)
        let total = response.usage.promptTokens + written
        if Double(written) >= Double(limit) * share {
            return limit < options.maxTokens
                ? "The answer was cut off at \(limit) tokens, the most that the model writes."
                : "The answer was cut off at its limit of \(limit) tokens; allow more, or ask for less."
        }
        let isFull = capabilities.contextLength.map { Double(total) >= Double($0) * share } ?? false
        guard isFull || engine.isRemote else {
            // What a person set for a local model stands in the place of the usual limit.
            return "The answer was cut off after \(written) tokens, the limit that is set for the model."
        }
        let why =
            isFull
            ? "the model's window of \(capabilities.contextLength ?? total) tokens was full"
            : "the service ended it there, as it does where its window is full"
        return
            "The answer was cut off after \(written) tokens: the prompt took \(response.usage.promptTokens), and \(why). "
            + "Ask about less, or use a model with a longer window."
    }
}
