import HearthCore
import Synchronization

/// The model of a route: checks each request against the decision and against what the user allows by now, replaces private
/// parts where the policy asks for it, and writes how it ended.
struct RoutedModel: LanguageModel {
    let base: any LanguageModel
    let candidate: RoutingCandidate
    let decision: RoutingDecision
    let request: RoutingRequest
    let router: ModelRouter
    /// Whether anything of an answer was given out; from then on no other engine may take over.
    var emission = Emission()
    /// Whether the engine was given any request.
    let asking = Emission()

    var engine: Engine { base.engine }
    var modelID: String { base.modelID }
    var capabilities: ModelCapabilities { base.capabilities }
    var tokenizer: any TextTokenizer { base.tokenizer }
    var host: String? { base.host }

    func availability() async -> Availability { await base.availability() }

    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        asking.mark()
        return AsyncThrowingStream { continuation in
            // A stream needs a task of its own to be pulled from outside; ending the stream cancels it.
            let task = Task(executorPreference: WorkThreads.preferred) {
                do {
                    try await serve(request) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: - One request

    private func serve(_ request: ModelRequest, emit: (ResponseEvent) -> Void) async throws {
        let start = ContinuousClock.now
        var outgoing = request
        var usage: TokenUsage?
        var text: String?
        do {
            let policy = try await check(request)
            var restorer = AnswerRestorer([], schema: request.schema)
            var notes: [String] = []
            if policy.redactsPrompts, candidate.reach > .process {
                let redacted = try router.redact(request, acceptsDoubt: self.request.acceptsDoubt)
                if !redacted.replacements.isEmpty, request.options.logprobs != nil { throw RoutingError.noLogprobs }
                outgoing = redacted.request
                restorer = AnswerRestorer(redacted.replacements, schema: request.schema)
                notes = redacted.notes
            }
            outgoing.ledgerRecord = decision.ledgerRecord
            if candidate.reach > .process {
                outgoing.mayLeave = { [isRedacted = policy.redactsPrompts] in
                    try await checkAgain(request, isRedacted: isRedacted)
                }
            }
            if policy.recordsPrompts { text = outgoing.messages.ledgerText }
            let final = try await pass(outgoing, &restorer, emit)
            usage = final.usage
            var response = restorer.restore(final)
            if let note = CutOff.note(response, options: request.options, capabilities: capabilities, engine: engine) {
                response.notes.append(note)
            }
            response.notes += notes
            if let note = await recordOutcome(since: start, usage: usage, errorCode: nil, text: text) {
                response.notes.append(note)
            }
            emit(.final(response))
        } catch {
            _ = await recordOutcome(since: start, usage: usage, errorCode: Self.code(of: error), text: text)
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
        _ request: ModelRequest, _ restorer: inout AnswerRestorer, _ emit: (ResponseEvent) -> Void
    ) async throws -> ModelResponse {
        for try await event in base.respond(to: request) {
            try Task.checkCancellation()
            switch event {
            case .final(let response):
                for last in restorer.finish() { emit(last) }
                return response
            case .text, .reasoning, .logprobs:
                guard let event = restorer.restore(event) else { continue }
                emission.mark()
                emit(event)
            }
        }
        try Task.checkCancellation()
        throw IncompleteResponse(engine: engine)
    }

    // MARK: - Ledger

    private func recordOutcome(
        since start: ContinuousClock.Instant, usage: TokenUsage?, errorCode: String?, text: String?
    ) async -> String? {
        await router.conclude(
            decision, duration: start.duration(to: .now), usage: usage, errorCode: errorCode, text: text)
    }

    /// A stable code; never the text of an error, which may hold parts of a prompt.
    static func code(of error: any Error) -> String {
        error is CancellationError ? "cancelled" : (error as? any ReadableError)?.code ?? "failed"
    }
}

/// Whether something was given out.
final class Emission: Sendable {
    private let flag = Atomic(false)

    func mark() { flag.store(true, ordering: .releasing) }
    var hasBegun: Bool { flag.load(ordering: .acquiring) }
}

extension [Message] {
    /// The prompt as the ledger keeps it, when the user turned that on.
    fileprivate var ledgerText: String {
        map { "\($0.role.rawValue): \($0.content)" }.joined(separator: "\n")
    }
}
