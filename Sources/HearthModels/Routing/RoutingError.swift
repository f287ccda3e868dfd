public import HearthCore

/// Why no engine could be chosen, or why a request was refused.
public struct RoutingError: PassingError, ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The user's policy forbids the request.
        case refusedByPolicy = "refused-by-policy"
        /// Nothing that is allowed can serve.
        case noEngine = "no-engine"
        /// The engine that was asked cannot serve now.
        case unavailable
        /// The basic engine was given a prompt.
        case takesNoPrompts = "unsupported-task"
        /// The prompt would be redacted, so the engine's tokens are not those of the answer.
        case noLogprobs = "no-logprobs"
        /// A picture is in the prompt, and the engine sees none.
        case noVision = "no-vision"
        /// There is a gap to fill, and the engine fills none.
        case noInfill = "no-infill"
        /// The record could not be written, so nothing was done.
        case ledgerUnwritable = "ledger-unwritable"
        /// The user's policy could not be read, so nothing was sent.
        case policyUnreadable = "policy-unreadable"
        /// The group's queue of waiting requests is full.
        case groupFull = "group-full"
        /// No endpoint of a group had room for as long as a request waits.
        case groupBusy = "group-busy"
        /// All endpoints of the group failed recently and are not used for a while.
        case groupResting = "group-resting"
    }

    public let reason: Reason
    public let message: String
    public let rejected: [RoutingDecision.Rejection]
    public let help: [Failure.Help]
    /// ``message`` without why each engine cannot, and without its full stop.
    public let summary: String
    /// Why each engine that the message names cannot, `local: no model is set`: each reason once, without a full stop. Empty
    /// where the message says everything in a sentence.
    public let reasons: [String]
    /// For a full group: the number of seconds after which it may have room.
    public let secondsToWait: Double?

    init(
        _ reason: Reason, _ message: String, rejected: [RoutingDecision.Rejection] = [], help: [Failure.Help] = [],
        secondsToWait: Double? = nil
    ) {
        self.reason = reason
        self.message = message
        self.rejected = rejected
        self.help = help
        summary = Self.withoutStop(message)
        reasons = []
        self.secondsToWait = secondsToWait
    }

    /// - Parameter telling: Those of the rejections that the message names.
    private init(
        _ reason: Reason, summary: String, rejected: [RoutingDecision.Rejection],
        telling: [RoutingDecision.Rejection], help: [Failure.Help]
    ) {
        let reasons = Self.reasons(telling)
        self.reason = reason
        self.summary = summary
        self.reasons = reasons
        message = "\(summary) (\(reasons.isEmpty ? "none was considered" : reasons.joined(separator: "; ")))."
        self.rejected = rejected
        self.help = help
        secondsToWait = nil
    }

    /// - Parameter telling: Those of the rejections that the message names; `nil` names all.
    static func noEngine(
        task: TaskKind, rejected: [RoutingDecision.Rejection], telling: [RoutingDecision.Rejection]? = nil,
        help: [Failure.Help] = []
    ) -> RoutingError {
        RoutingError(
            .noEngine, summary: "No engine that is allowed can serve the task \(task.rawValue)",
            rejected: rejected, telling: telling ?? rejected, help: help)
    }

    static func refusedByPolicy(
        _ request: RoutingRequest, rejected: [RoutingDecision.Rejection], telling: [RoutingDecision.Rejection]? = nil,
        help: [Failure.Help] = []
    ) -> RoutingError {
        let what = "\(request.label.rawValue) text for the task \(request.task.rawValue)"
        return RoutingError(
            .refusedByPolicy, summary: "Your privacy settings let no engine that could serve see \(what)",
            rejected: rejected, telling: telling ?? rejected, help: help)
    }

    static func labelRaised(decided: SensitivityLabel, asked: SensitivityLabel) -> RoutingError {
        RoutingError(
            .refusedByPolicy,
            "The engine was chosen for \(decided.rawValue) text, and this request is \(asked.rawValue). "
                + "Nothing was sent; route the request with its own label.")
    }

    static func noLongerAllowed(_ decision: RoutingDecision, _ reason: String) -> RoutingError {
        let rejection = RoutingDecision.Rejection(engine: decision.engine, reason: reason, byPolicy: true)
        return RoutingError(
            .refusedByPolicy,
            "The engine \(decision.engine.rawValue) is no longer allowed for this request: \(reason).",
            rejected: [rejection])
    }

    /// Only the message of a readable error is shown: others may hold what must not be printed.
    static func ledgerUnwritable(_ cause: any Error) -> RoutingError {
        RoutingError(
            .ledgerUnwritable, "The ledger could not be written, and nothing is done without a record" + because(cause))
    }

    static func policyUnreadable(_ cause: any Error) -> RoutingError {
        RoutingError(
            .policyUnreadable,
            "Your consents and settings could not be read, and nothing is sent without them" + because(cause))
    }

    static func noRedaction(_ request: RoutingRequest) -> RoutingError {
        RoutingError(
            .refusedByPolicy,
            "Redaction is switched on, and texts for the task \(request.task.rawValue) cannot be redacted. Nothing "
                + "was sent; compute on this machine, or switch redaction off.")
    }

    static func groupFull(_ group: Engine, wait: Duration) -> RoutingError {
        RoutingError(
            .groupFull,
            "The endpoints of \(group.rawValue) have as much to do as they take, and as many requests wait as may. Ask again in "
                + "\(whole(wait)) seconds.", secondsToWait: Double(whole(wait)))
    }

    static func groupBusy(_ group: Engine, waited: Duration) -> RoutingError {
        RoutingError(
            .groupBusy,
            "No endpoint of \(group.rawValue) had room within \(whole(waited)) seconds. Ask again in a while.",
            secondsToWait: 5)
    }

    static func groupResting(_ group: Engine, wait: Duration) -> RoutingError {
        RoutingError(
            .groupResting,
            "Every endpoint of \(group.rawValue) that may serve this failed just now, and is left alone for "
                + "\(whole(wait)) seconds.", secondsToWait: Double(whole(wait)))
    }

    private static func whole(_ wait: Duration) -> Int { max(1, Int(wait.seconds.rounded(.up))) }

    static let takesNoPrompts = RoutingError(
        .takesNoPrompts,
        "The basic engine picks sentences from sources; it cannot write freely. Set a local model.")

    static let redactedByNow = RoutingError(
        .refusedByPolicy,
        "Redaction was switched on while this request waited, so it was not sent. Ask once more, and it is "
            + "redacted.")

    static let noRedactor = RoutingError(
        .refusedByPolicy,
        "Redaction is switched on, and nothing here can do it. Nothing was sent; switch redaction off, or attach a "
            + "redactor to the router.")

    static let noLogprobs = RoutingError(
        .noLogprobs,
        "Parts of the prompt are replaced before it leaves and put back into the answer, whose tokens are then not "
            + "the engine's. Nothing was sent; leave `logprobs` out, or ask a local model.")

    static let noVision = RoutingError(
        .noVision,
        "The engine sees no pictures, so the request was not given to it. Leave them out, or ask a model that sees.")

    static let noInfill = RoutingError(
        .noInfill,
        "The engine fills no gaps in texts, so the request was not given to it. Leave out what stands behind the gap, or ask a local "
            + "model that fills gaps.")

    private static func because(_ cause: any Error) -> String {
        (cause as? any ReadableError).map { ": \($0.message)" } ?? "."
    }

    /// One for each reason, in order, with all engines that it holds for.
    private static func reasons(_ rejected: [RoutingDecision.Rejection]) -> [String] {
        var found: [(engines: [Engine], reason: String)] = []
        for rejection in rejected {
            let reason = withoutStop(rejection.reason)
            if let place = found.firstIndex(where: { $0.reason == reason }) {
                if !found[place].engines.contains(rejection.engine) { found[place].engines.append(rejection.engine) }
            } else {
                found.append(([rejection.engine], reason))
            }
        }
        return found.map { "\($0.engines.map(\.rawValue).joined(separator: ", ")): \($0.reason)" }
    }

    private static func withoutStop(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}

extension RoutingError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .refusedByPolicy: .refusedByPolicy
        case .noEngine: .noEngine
        case .unavailable: .unavailable
        case .takesNoPrompts: .unsupportedTask
        case .noLogprobs: .noLogprobs
        case .noVision, .noInfill: .unsupportedOption
        case .ledgerUnwritable, .policyUnreadable: .notRecorded
        case .groupFull: .rateLimited
        case .groupBusy, .groupResting: .overloaded
        }
    }
}
