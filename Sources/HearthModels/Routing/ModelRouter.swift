public import Foundation
public import HearthCore

/// The one way to an engine: decides which one serves a request, says why, and writes it down before anything happens.
///
/// Candidates are considered in the order that the user set; the first that is allowed, available and able serves. An engine
/// that the caller pins is the only candidate: when it cannot serve, the request fails, it is never moved to another.
public struct ModelRouter: Sendable {
    /// The parts that a router uses besides engines and policy.
    public struct Configuration: Sendable {
        /// The ledger that records decisions and outcomes. Without one, engines that reach beyond the process are not available.
        public var ledger: (any RoutingLedger)?
        /// Tells how private the origins of a request are by now. Without one, requests say it themselves.
        public var labels: (any LabelSource)?
        /// Replaces private details by placeholders where the policy requires it. Without one, such prompts are refused.
        public var redactor: (any PromptRedactor)?
        public var redaction: RedactionOptions
        /// The price of a call in millionths of a US dollar; `nil` when it is not known.
        public var cost: @Sendable (_ engine: Engine, _ model: String, _ usage: TokenUsage) -> Int?
        /// The time that records carry.
        public var now: @Sendable () -> Date
        /// The load of endpoint groups, shared by routers that are made one after the other.
        public var pools = EndpointPools()

        public init(
            ledger: (any RoutingLedger)? = nil, labels: (any LabelSource)? = nil, redactor: (any PromptRedactor)? = nil,
            redaction: RedactionOptions = RedactionOptions(),
            cost: @escaping @Sendable (_ engine: Engine, _ model: String, _ usage: TokenUsage) -> Int? = { _, _, _ in
                nil
            },
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.ledger = ledger
            self.labels = labels
            self.redactor = redactor
            self.redaction = redaction
            self.cost = cost
            self.now = now
        }
    }

    public var configuration: Configuration
    let source: @Sendable () async throws -> RoutingContext

    /// A router over engines and a policy that do not change.
    public init(
        models: [any RoutableEngine], policy: RoutingPolicy = RoutingPolicy(),
        configuration: Configuration = Configuration()
    ) {
        let context = RoutingContext(models: models, policy: policy)
        self.init(configuration: configuration) { context }
    }

    /// A router that asks for engines and policy at each decision, so that a revoked consent, a changed mode or another
    /// environment takes effect for the next one.
    ///
    /// - Parameter context: Gives both as of now. What it throws refuses the request: nothing is sent on an unknown policy.
    public init(configuration: Configuration, context: @escaping @Sendable () async throws -> RoutingContext) {
        self.configuration = configuration
        source = context
    }

    /// The engine for a request. The decision is in the ledger when this returns.
    ///
    /// - Throws: ``RoutingError``; see its codes.
    public func route(_ request: RoutingRequest) async throws -> Route {
        try await route(request, after: [], fallbackReason: nil)
    }

    /// The decision that ``route(_:)`` would make, without writing it down and without a model to use.
    ///
    /// - Throws: ``RoutingError``; see its codes.
    public func explain(_ request: RoutingRequest) async throws -> RoutingDecision {
        try await decide(present(request), context: context(), after: [], fallbackReason: nil, isExplained: true)
            .decision
    }

    /// Does work with an engine that is no language model, such as making vectors: decided by the same policy, and its decision and
    /// how it ended are in the same ledger. What it is sent cannot be redacted, so nothing leaves while the user wants that.
    ///
    /// - Throws: ``RoutingError``; see its codes. What the work throws.
    package func perform<Value: Sendable>(
        _ request: RoutingRequest, with candidate: RoutingCandidate, _ work: () async throws -> Value
    ) async throws -> (value: Value, decision: RoutingDecision) {
        let decision = try await authorize(request, candidate)
        let start = ContinuousClock.now
        do {
            let value = try await work()
            await conclude(decision, duration: start.duration(to: .now))
            return (value, decision)
        } catch {
            await conclude(decision, duration: start.duration(to: .now), errorCode: error.recordedCode)
            throw error
        }
    }

    private func authorize(_ request: RoutingRequest, _ candidate: RoutingCandidate) async throws -> RoutingDecision {
        let request = try await present(request)
        let context = try await context()
        return try await recorded(request) {
            let outcome = context.policy.decide(request, candidates: withLedger([candidate]))
            guard let choice = outcome.choices.first else {
                throw outcome.error ?? .noEngine(task: request.task, rejected: outcome.rejected)
            }
            let decided = decision(
                request, outcome, Chosen(choice), [candidate], context.policy, after: [], fallbackReason: nil)
            if context.policy.redactsPrompts, candidate.reach > .process { throw RoutingError.noRedaction(request) }
            return decided
        }
    }

    /// What the policy says by now of what was decided.
    ///
    /// A consent that was revoked and an offline switch that was turned after the decision hold for the next request.
    func policy(
        for decision: RoutingDecision, of request: RoutingRequest, _ candidate: RoutingCandidate
    ) async throws -> RoutingPolicy {
        let asked = try await present(request).label
        guard asked <= decision.label else {
            throw RoutingError.labelRaised(decided: decision.label, asked: asked)
        }
        let policy = try await context().policy
        guard candidate.reach > .process else { return policy }
        var request = request
        request.label = decision.label
        let consent = policy.consent(for: candidate, request: request)
        if let refusal = policy.refusal(of: candidate, for: request, consent: consent) {
            throw RoutingError.noLongerAllowed(decision, refusal.reason)
        }
        return policy
    }

    /// Writes how work ended that was decided about.
    ///
    /// - Returns: What to tell the user when the record could not be written. The result is there by then, and the next
    ///   decision will be refused; so this does not take the result away.
    @discardableResult
    func conclude(
        _ decision: RoutingDecision, duration: Duration, usage: TokenUsage? = nil, errorCode: String? = nil,
        text: String? = nil
    ) async -> String? {
        let cost = usage.flatMap { configuration.cost(decision.engine, decision.model, $0) }
        let entry = LedgerEntry(
            kind: .outcome, time: configuration.now(), task: decision.task, engine: decision.engine,
            model: decision.model, host: decision.host, label: decision.label, consentID: decision.consentID,
            decision: decision.ledgerRecord, duration: duration.seconds, usage: usage, costMicros: cost,
            errorCode: errorCode, wasFallback: decision.wasFallback, text: text)
        // A task of its own, because a cancelled one may not be able to write, and that is what has to be written down.
        return await Task {
            do {
                _ = try await record(entry)
                return nil
            } catch {
                return "How this request ended could not be written to the ledger."
            }
        }.value
    }

    // MARK: - Steps of a decision

    /// An engine that was tried and failed.
    struct Failure: Sendable {
        var candidate: RoutingCandidate
        var rejection: RoutingDecision.Rejection
        var error: any Error
        /// The group of which no other member is asked either, because what failed is no fault of the server's.
        var group: Engine?
    }

    /// What is decided about a request, and who works on it.
    struct Decided {
        var decision: RoutingDecision
        var engine: any RoutableEngine
        var candidate: RoutingCandidate
        var chosen: Chosen
    }

    /// The request with the label that its origins have now, where that is the stricter one. An origin that is gone may have been
    /// called private before it went.
    func present(_ request: RoutingRequest) async throws -> RoutingRequest {
        guard !request.origins.isEmpty, let labels = configuration.labels else { return request }
        var request = request
        do {
            request.label = max(
                request.label, try await labels.label(of: request.origins, gone: .private) ?? request.label)
        } catch let error as CancellationError { throw error } catch { throw RoutingError.policyUnreadable(error) }
        return request
    }

    func context() async throws -> RoutingContext {
        do { return try await source() } catch let error as CancellationError { throw error } catch {
            throw RoutingError.policyUnreadable(error)
        }
    }

    func route(
        _ request: RoutingRequest, after failures: [Failure], fallbackReason: String?
    ) async throws -> Route {
        let request = try await present(request)
        let context = try await context()
        var decided: Decided?
        let decision = try await recorded(request) {
            let found = try await decide(request, context: context, after: failures, fallbackReason: fallbackReason)
            decided = found
            return found.decision
        }
        guard let decided else { throw RoutingError.noEngine(task: request.task, rejected: []) }
        guard let model = decided.engine as? any LanguageModel else {
            return Route(decision: decision, candidate: decided.candidate)
        }
        if let model = model as? any SelfDescribingModel, let record = decision.ledgerRecord {
            try await model.learn(ledgerRecord: record) { [decision, request, candidate = decided.candidate] in
                _ = try await policy(for: decision, of: request, candidate)
            }
        }
        return Route(
            RoutedModel(
                base: model, candidate: decided.candidate, decision: decision, request: request, router: self,
                place: decided.chosen.place, hasSiblings: decided.chosen.siblings > 0))
    }

    /// - Parameters:
    ///   - request: With the label of now; see ``present(_:)``.
    ///   - isExplained: Whether the decision is only told: then no place is taken, and nothing is waited for.
    func decide(
        _ request: RoutingRequest, context: RoutingContext, after failures: [Failure], fallbackReason: String?,
        isExplained: Bool = false
    ) async throws -> Decided {
        let groups = context.policy.groups
        let wanted = request.engine.map { engine in groups[engine]?.members.map(\.engine) ?? [engine] }
        let ruledOut = failures.compactMap { $0.group.flatMap { groups[$0] } }.flatMap { $0.members.map(\.engine) }
        var models: [any RoutableEngine] = []
        var candidates: [RoutingCandidate] = []
        for model in context.models where wanted?.contains(model.engine) ?? true {
            if ruledOut.contains(model.engine) { continue }
            let candidate = await RoutingCandidate(model)
            if failures.contains(where: { $0.candidate.isSame(as: candidate) }) { continue }
            models.append(model)
            candidates.append(candidate)
        }
        try Task.checkCancellation()
        candidates = withLedger(candidates)
        let outcome = context.policy.decide(
            request, candidates: candidates, alreadyTried: failures.map(\.candidate.engine) + ruledOut)
        let chosen = try await choose(
            from: outcome, request, groups, candidates, wasAdmitted: !failures.isEmpty, isExplained: isExplained)
        let decision = decision(
            request, outcome, chosen, candidates, context.policy, after: failures, fallbackReason: fallbackReason)
        let index = chosen.choice.index
        return Decided(decision: decision, engine: models[index], candidate: candidates[index], chosen: chosen)
    }

    /// Nothing leaves without a record of it.
    private func withLedger(_ candidates: [RoutingCandidate]) -> [RoutingCandidate] {
        guard configuration.ledger == nil else { return candidates }
        return candidates.map { candidate in
            guard candidate.reach > .process, candidate.availability == .available else { return candidate }
            var candidate = candidate
            candidate.availability = .unavailable(
                reason: .notConfigured, message: "no ledger is kept, and nothing leaves without a record")
            return candidate
        }
    }

    private func decision(
        _ request: RoutingRequest, _ outcome: RoutingOutcome, _ chosen: Chosen, _ candidates: [RoutingCandidate],
        _ policy: RoutingPolicy, after failures: [Failure], fallbackReason: String?
    ) -> RoutingDecision {
        let candidate = candidates[chosen.choice.index]
        // Somebody who set a model up and gets the answer of another engine is told why, also where nothing had to be tried.
        let passedOver = failures.isEmpty ? chosen.passedOver ?? outcome.passedOver : nil
        let rejected = failures.map(\.rejection) + chosen.rejections(outcome, candidates)
        return RoutingDecision(
            task: request.task, mode: request.mode ?? policy.mode, label: request.label, engine: candidate.engine,
            model: candidate.model, host: candidate.host, reason: chosen.reason, rejected: rejected,
            wasFallback: !failures.isEmpty || passedOver != nil,
            fallbackReason: fallbackReason ?? passedOver?.reason, consentID: chosen.choice.consentID)
    }

    // MARK: - Ledger

    /// Makes a decision and writes it, or its refusal, before it is acted on.
    private func recorded(
        _ request: RoutingRequest, _ decide: () async throws -> RoutingDecision
    ) async throws -> RoutingDecision {
        do {
            var decision = try await decide()
            decision.ledgerRecord = try await record(
                LedgerEntry(
                    kind: .decision, time: configuration.now(), task: decision.task, engine: decision.engine,
                    model: decision.model, host: decision.host, label: decision.label, consentID: decision.consentID,
                    wasFallback: decision.wasFallback))
            return decision
        } catch let refusal as RoutingError where refusal.reason != .ledgerUnwritable {
            _ = try await record(
                LedgerEntry(
                    kind: .refusal, time: configuration.now(), task: request.task, engine: request.engine,
                    label: request.label, errorCode: refusal.code))
            throw refusal
        }
    }

    /// The number of the new record; `nil` when no ledger is kept.
    func record(_ entry: LedgerEntry) async throws -> Int? {
        do { return try await configuration.ledger?.append(entry) } catch let error as CancellationError {
            throw error
        } catch {
            throw RoutingError.ledgerUnwritable(error)
        }
    }
}

extension ModelRouter {
    /// Where an engine's requests would go now; `nil` when it has no host, or is not there.
    public func host(of engine: Engine) async throws -> String? {
        try await context().models.first { $0.engine == engine }?.host
    }

    /// The engines as of now, to show them; only a ``Route`` lets one work.
    package func models() async throws -> [any RoutableEngine] { try await context().models }

    /// The language model of that name, to size work for it; `nil` where the engine takes no prompts, or is not there by now.
    package func model(_ engine: Engine, _ modelID: String) async throws -> (any LanguageModel)? {
        try await context().models.first { $0.engine == engine && $0.modelID == modelID } as? any LanguageModel
    }
}

extension ModelRouter {
    /// An engine that may see text of a label, and for what.
    public struct Viewer: Hashable, Sendable {
        public var engine: Engine
        /// Where the text would go; `nil` when it stays in this process.
        public var host: String?
        /// The tasks for which it may; all when it needs no consent.
        public var tasks: Set<TaskKind>
    }

    /// The engines that may see text of this label now, as far as settings and consents go, in the order in which they are
    /// considered. Whether they could serve is not asked.
    public func viewers(of label: SensitivityLabel) async throws -> [Viewer] {
        let context = try await context()
        var viewers: [Viewer] = []
        for model in context.models {
            let candidate = await RoutingCandidate(model)
            let tasks = model.capabilities.tasks.filter { task in
                let request = RoutingRequest(task: task, label: label)
                let consent = context.policy.consent(for: candidate, request: request)
                return context.policy.refusal(of: candidate, for: request, consent: consent) == nil
            }
            // An endpoint that is not set up is nowhere.
            guard !tasks.isEmpty, !model.engine.isRemote || model.host != nil else { continue }
            viewers.append(Viewer(engine: model.engine, host: model.host, tasks: Set(tasks)))
        }
        return viewers
    }
}

/// The engines and what the user allows, of one moment.
///
/// Both come from one reading, so that switching the environment is atomic: a request is decided wholly in the old one or
/// wholly in the new one.
public struct RoutingContext: Sendable {
    public var models: [any RoutableEngine]
    public var policy: RoutingPolicy

    public init(models: [any RoutableEngine], policy: RoutingPolicy) {
        self.models = models
        self.policy = policy
    }
}
