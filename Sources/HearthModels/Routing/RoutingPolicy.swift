public import HearthCore

/// The user's policy: which engines may serve which requests. A value: each decision is made from one snapshot of it.
public struct RoutingPolicy: Hashable, Sendable {
    public var mode: RoutingMode
    /// The order in which engines are considered, and in which they stand in for each other. An engine that is not in it
    /// serves only when it is asked for by name.
    public var order: [Engine]
    /// The global offline switch: nothing may leave this machine. On-device Apple, local and basic engines are on it, and a
    /// custom endpoint whose address is the loopback interface is as well.
    public var isOffline: Bool
    public var consents: [Consent]
    /// Whether the router replaces names, addresses, numbers and keys before a prompt leaves the process.
    public var redactsPrompts: Bool
    /// Whether the ledger keeps the text of prompts. The user turns this on; it is off by default.
    public var recordsPrompts: Bool
    /// The strictest label of a text that an engine may see beyond this process, consent or not; an engine that is not in it has
    /// no such bound of its own.
    public var ceilings: [Engine: SensitivityLabel]
    /// Endpoints over which requests are spread, by the name of the group: it stands in ``order`` and in requests for its members, each of
    /// which is asked for its own consent and ceiling.
    public var groups: [Engine: EndpointGroup] = [:]

    /// Privacy first: what stays on the device before what could leave it, and the engine that is always there last.
    public static let defaultOrder: [Engine] = [.apple, .local, .openai, .anthropic, .custom, .basic]

    public init(
        mode: RoutingMode = .auto, order: [Engine] = RoutingPolicy.defaultOrder, isOffline: Bool = false,
        consents: [Consent] = [], redactsPrompts: Bool = false, recordsPrompts: Bool = false,
        ceilings: [Engine: SensitivityLabel] = [:]
    ) {
        self.mode = mode
        self.order = order
        self.isOffline = isOffline
        self.consents = consents
        self.redactsPrompts = redactsPrompts
        self.recordsPrompts = recordsPrompts
        self.ceilings = ceilings
    }

    /// The consent that lets an engine at a host see personal text of a task: the one for that very task before the one for
    /// every task. `nil` when there is none.
    public func consent(for engine: Engine, host: String, task: TaskKind) -> Consent? {
        var general: Consent?
        for consent in consents where consent.engine == engine && HostAddress.isSame(consent.host, host) {
            if consent.task == task { return consent }
            if consent.task == nil, general == nil { general = consent }
        }
        return general
    }
}

extension RoutingMode {
    /// Whether the mode considers an engine at all.
    public func admits(_ engine: Engine) -> Bool {
        switch self {
        case .auto: true
        case .appleOnly: engine == .apple
        case .localOnly: engine == .local || engine == .basic
        case .byoOnly: engine.isRemote
        }
    }
}

extension RoutingPolicy {
    /// Decides who may serve a request. Pure: the same values give the same decision.
    ///
    /// Whether text may leave at all comes before ability, so that a rejection does not tell the user to configure what would
    /// be refused anyway; consent comes after it, because nobody consents to an engine that is not set up. One rule goes
    /// beyond single candidates: after an engine was refused for want of consent, none that reaches farther may stand in.
    public func decide(_ request: RoutingRequest, candidates: [RoutingCandidate]) -> RoutingOutcome {
        decide(request, candidates: candidates, alreadyTried: [])
    }

    /// - Parameter alreadyTried: Engines of which a candidate failed and is no longer among the candidates.
    func decide(
        _ request: RoutingRequest, candidates: [RoutingCandidate], alreadyTried: [Engine]
    ) -> RoutingOutcome {
        var verdict = Verdict(request: request, policy: self)
        for engine in request.engine.map({ [$0] }) ?? order where !verdict.considered.contains(engine) {
            verdict.considered.append(engine)
            guard let group = groups[engine] else {
                consider(engine, candidates, alreadyTried, &verdict)
                continue
            }
            verdict.enter(engine)
            for member in group.members where !verdict.considered.contains(member.engine) {
                verdict.considered.append(member.engine)
                consider(member.engine, candidates, alreadyTried, &verdict)
            }
            verdict.leaveGroup()
        }
        if request.engine == nil {
            for candidate in candidates where !verdict.considered.contains(candidate.engine) {
                verdict.consider(unlisted: candidate)
            }
        }
        return verdict.outcome()
    }

    private func consider(
        _ engine: Engine, _ candidates: [RoutingCandidate], _ alreadyTried: [Engine], _ verdict: inout Verdict
    ) {
        var isKnown = false
        for index in candidates.indices where candidates[index].engine == engine {
            isKnown = true
            verdict.consider(candidates[index], at: index)
        }
        if !isKnown, !alreadyTried.contains(engine) {
            let isNamed = engine.endpointName != nil
            verdict.reject(
                engine, isNamed ? "there is no endpoint of that name" : "not part of this build", doesTask: false)
        }
    }

    /// Why a candidate cannot serve a request that asks for the log-probabilities of its tokens.
    package static let noLogprobs = "cannot tell how likely its tokens were"
    /// Why a candidate cannot serve a request with a picture.
    package static let noVision = "cannot see pictures"
    /// Why a candidate cannot serve a request with a gap in its text.
    package static let noInfill = "cannot fill a gap in a text"

    /// Why the policy is against a candidate for a request, or `nil` when it is not. Ability is not looked at.
    func refusal(of candidate: RoutingCandidate, for request: RoutingRequest, consent: Consent?) -> PolicyRefusal? {
        let mode = request.mode ?? mode
        if !mode.admits(candidate.engine) {
            return PolicyRefusal(
                .selection, "the mode \(mode.rawValue) leaves it out", help: .set(setting: "mode"))
        }
        if candidate.reach == .network, isOffline {
            return PolicyRefusal(.privacy, "offline is switched on, and this engine needs another host")
        }
        if candidate.reach == .network, request.requireOffline {
            return PolicyRefusal(.privacy, "the request has to stay offline, and this engine needs another host")
        }
        guard candidate.reach > .process else { return nil }
        // Before consent: nobody is asked for one that would change nothing.
        if request.label < .private, let ceiling = ceilings[candidate.engine], request.label > ceiling {
            return PolicyRefusal(
                .privacy, "only \(ceiling.rawValue) text may go to this endpoint, by its owner's choice")
        }
        switch request.label {
        case .private:
            return PolicyRefusal(.privacy, "private text never leaves this machine's own engines")
        case .personal where consent == nil:
            return PolicyRefusal(
                .consent,
                "personal text needs your consent",
                help: .giveConsent(engine: candidate.engine, task: request.task))
        case .personal, .public:
            return nil
        }
    }

    /// The consent that a candidate would be used under, when one is needed.
    func consent(for candidate: RoutingCandidate, request: RoutingRequest) -> Consent? {
        guard candidate.reach > .process, request.label == .personal, let host = candidate.host else { return nil }
        return consent(for: candidate.engine, host: host, task: request.task)
    }
}

/// Why the policy is against a candidate.
struct PolicyRefusal {
    enum Ground {
        /// The user did not choose the engine: by the mode, or by leaving it out of the order.
        case selection
        /// The text may not leave.
        case privacy
        /// The text may leave once the user says so.
        case consent
    }

    var ground: Ground
    var reason: String
    var help: Failure.Help?

    init(_ ground: Ground, _ reason: String, help: Failure.Help? = nil) {
        self.ground = ground
        self.reason = reason
        self.help = help
    }
}

/// The state of one decision.
private struct Verdict {
    let request: RoutingRequest
    let policy: RoutingPolicy
    var considered: [Engine] = []
    private var choices: [RoutingOutcome.Choice] = []
    private var rejected: [RoutingDecision.Rejection] = []
    /// What would let somebody serve.
    private var help: [Failure.Help] = []
    /// The nearest reach that was refused for want of consent.
    private var refusedReach: RoutingCandidate.Reach?
    /// The group whose members are being considered.
    private var group: Engine?
    /// As ``refusedReach``, of that group. Its members stand side by side, so that one is not refused for want of a consent to another;
    /// what comes after the group is.
    private var refusedReachInGroup: RoutingCandidate.Reach?
    /// Engines that the user left out of the order. A message about why nobody serves names them only when there is nobody
    /// else to name.
    private var unlisted: [RoutingDecision.Rejection] = []
    private var passedOver: RoutingDecision.Rejection?
    /// A candidate that could serve had only privacy against it.
    private var onlyPrivacyWasAgainst = false
    /// A candidate that does the task and that the policy allows could not serve.
    private var someAllowedWasUnable = false

    init(request: RoutingRequest, policy: RoutingPolicy) {
        self.request = request
        self.policy = policy
    }

    mutating func enter(_ group: Engine) { self.group = group }

    mutating func leaveGroup() {
        group = nil
        if let reach = refusedReachInGroup { note(refused: reach, isOfGroup: false) }
        refusedReachInGroup = nil
    }

    private mutating func note(refused reach: RoutingCandidate.Reach, isOfGroup: Bool? = nil) {
        if isOfGroup ?? (group != nil) {
            refusedReachInGroup = min(refusedReachInGroup ?? reach, reach)
        } else {
            refusedReach = min(refusedReach ?? reach, reach)
        }
    }

    mutating func consider(_ candidate: RoutingCandidate, at index: Int) {
        let engine = candidate.engine
        let inability = inability(of: candidate)
        let consent = policy.consent(for: candidate, request: request)
        let refusal = policy.refusal(of: candidate, for: request, consent: consent)
        if let refusal, refusal.ground != .consent || inability == nil {
            if refusal.ground == .consent { note(refused: candidate.reach) }
            return refuse(engine, refusal, isAble: inability == nil)
        }
        if let inability {
            // Setting up what does not do the task would not help.
            let doesTask = candidate.capabilities.tasks.contains(request.task)
            if doesTask { add(setup(of: candidate)) }
            if doesTask, choices.isEmpty, passedOver == nil,
                case .unavailable(reason: .modelMissing, let message) = candidate.availability
            {
                let name = candidate.model.isEmpty ? engine.rawValue : "\(engine.rawValue)/\(candidate.model)"
                passedOver = .init(engine: engine, reason: "\(name) was not used: \(message)")
            }
            return reject(engine, inability, doesTask: doesTask)
        }
        if let refusedReach, candidate.reach > refusedReach {
            let reason = "it reaches farther than an engine before it that you did not consent to"
            return refuse(engine, PolicyRefusal(.consent, reason), isAble: true)
        }
        let reason =
            choices.isEmpty
            ? request.engine != nil ? "asked for by name" : "first in the order that can serve"
            : "stands in for one before it"
        // Which member of a group serves is known when one has room; the others are told of then.
        if let first = choices.first, group == nil || first.group != group {
            rejected.append(.init(engine: engine, reason: RoutingOutcome.later))
        }
        choices.append(.init(index: index, reason: reason, consentID: consent?.id, group: group))
    }

    mutating func consider(unlisted candidate: RoutingCandidate) {
        let reason = "not in the order of engines; add it to that setting, or ask for it by name"
        unlisted.append(.init(engine: candidate.engine, reason: reason, byPolicy: true))
    }

    mutating func reject(_ engine: Engine, _ reason: String, doesTask: Bool) {
        rejected.append(.init(engine: engine, reason: reason))
        if doesTask { someAllowedWasUnable = true }
    }

    private mutating func refuse(_ engine: Engine, _ refusal: PolicyRefusal, isAble: Bool) {
        rejected.append(.init(engine: engine, reason: refusal.reason, byPolicy: true))
        add(refusal.help)
        if isAble, refusal.ground != .selection { onlyPrivacyWasAgainst = true }
    }

    private mutating func add(_ step: Failure.Help?) {
        if let step, !help.contains(step) { help.append(step) }
    }

    /// What sets an engine up that is not.
    private func setup(of candidate: RoutingCandidate) -> Failure.Help? {
        guard case .unavailable(let reason, _) = candidate.availability else { return nil }
        if reason == .notBuilt { return .rebuild }
        guard reason == .notConfigured else { return nil }
        switch candidate.engine {
        case .openai, .anthropic:
            let name = candidate.engine.rawValue
            return candidate.model.isEmpty ? .set(setting: "\(name)-model") : .giveKey(service: name)
        case .custom:
            let hasEndpoint = candidate.host != nil && candidate.model.isEmpty
            return .set(setting: hasEndpoint ? "custom-model" : "custom-url")
        case .endpoint: return .set(setting: "endpoints")
        case .local: return .findModel
        case .apple, .basic: return nil
        }
    }

    /// Why a candidate cannot do what is asked, the policy apart.
    private func inability(of candidate: RoutingCandidate) -> String? {
        if !candidate.capabilities.tasks.contains(request.task) { return "cannot do the task \(request.task.rawValue)" }
        if request.requiresTools, !candidate.capabilities.tools { return "cannot use tools" }
        if request.requiresVision, !candidate.capabilities.vision { return RoutingPolicy.noVision }
        if request.requiresInfill, !candidate.capabilities.infill { return RoutingPolicy.noInfill }
        if let needed = request.contextTokens, let length = candidate.capabilities.contextLength, needed > length {
            return "its window of \(length) tokens is too small for \(needed)"
        }
        if case .unavailable(_, let message) = candidate.availability { return message }
        if request.requiresLogprobs, !candidate.capabilities.logprobs { return RoutingPolicy.noLogprobs }
        return nil
    }

    /// Refused by policy (exit status 3) rather than no engine (4): when privacy alone kept somebody able from serving, or
    /// when the policy is against all that do the task, so that setting up more engines would not help.
    func outcome() -> RoutingOutcome {
        let all = rejected + unlisted
        guard choices.isEmpty else {
            return RoutingOutcome(choices: choices, rejected: all, error: nil, passedOver: passedOver)
        }
        let telling = rejected.isEmpty ? unlisted : rejected
        let byPolicy = onlyPrivacyWasAgainst || !someAllowedWasUnable && all.contains { $0.byPolicy }
        return RoutingOutcome(
            choices: [], rejected: all,
            error: byPolicy
                ? .refusedByPolicy(request, rejected: all, telling: telling, help: help)
                : .noEngine(task: request.task, rejected: all, telling: telling, help: help))
    }
}

/// The policy's decision on a request: the engines that may serve it, in order, and why the others may not.
public struct RoutingOutcome: Sendable {
    /// A candidate that may serve.
    public struct Choice: Hashable, Sendable {
        /// Its place among the candidates.
        public var index: Int
        public var reason: String
        /// The consent that allows it to see a personal prompt.
        public var consentID: String?
        /// The group as whose member it was considered.
        public var group: Engine?
    }

    /// Why a candidate that may serve does not.
    static let later = "could serve too, but comes later in the order"

    /// The best first; those after it may stand in for it when it fails.
    public var choices: [Choice]
    /// In the order in which they were considered.
    public var rejected: [RoutingDecision.Rejection]
    /// Set when there is no choice.
    public var error: RoutingError?
    /// An engine before the first choice that is set up for the task and cannot serve, because its model's file is missing or
    /// damaged: whoever set it up expects it, and has to be told. `nil` where there is none.
    public var passedOver: RoutingDecision.Rejection?
}
