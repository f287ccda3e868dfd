public import HearthCore

/// Why no engine could be chosen, or why a request was refused.
public struct RoutingError: ReadableError {
    /// - `refused-by-policy`: what the user allows is against it.
    /// - `no-engine`: nothing that is allowed can serve.
    /// - `unavailable`: the engine that was asked cannot serve now.
    /// - `no-logprobs`: the prompt would be redacted, so the engine's tokens are not those of the answer.
    /// - `ledger-unwritable`: the record could not be written, so nothing was done.
    /// - `policy-unreadable`: what the user allows could not be read, so nothing was done.
    public let code: String
    public let message: String
    public let rejected: [RoutingDecision.Rejection]

    init(code: String, message: String, rejected: [RoutingDecision.Rejection] = []) {
        self.code = code
        self.message = message
        self.rejected = rejected
    }

    /// - Parameter telling: Those of the rejections that the message names; `nil` names all.
    static func noEngine(
        task: TaskKind, rejected: [RoutingDecision.Rejection], telling: [RoutingDecision.Rejection]? = nil
    ) -> RoutingError {
        RoutingError(
            code: "no-engine",
            message: "No engine that is allowed can serve the task \(task.rawValue) (\(list(telling ?? rejected))).",
            rejected: rejected)
    }

    static func refusedByPolicy(
        _ request: RoutingRequest, rejected: [RoutingDecision.Rejection], telling: [RoutingDecision.Rejection]? = nil
    ) -> RoutingError {
        let what = "\(request.label.rawValue) text for the task \(request.task.rawValue)"
        return RoutingError(
            code: "refused-by-policy",
            message: "Your privacy settings let no engine that could serve see \(what) (\(list(telling ?? rejected))).",
            rejected: rejected)
    }

    static func labelRaised(decided: SensitivityLabel, asked: SensitivityLabel) -> RoutingError {
        RoutingError(
            code: "refused-by-policy",
            message: "The engine was chosen for \(decided.rawValue) text, and this request is \(asked.rawValue). "
                + "Nothing was sent; route the request with its own label.")
    }

    static func noLongerAllowed(_ decision: RoutingDecision, _ reason: String) -> RoutingError {
        let rejection = RoutingDecision.Rejection(engine: decision.engine, reason: reason, byPolicy: true)
        return RoutingError(
            code: "refused-by-policy",
            message: "The engine \(decision.engine.rawValue) is no longer allowed for this request: \(reason).",
            rejected: [rejection])
    }

    /// Only the message of a readable error is shown: others may hold what must not be printed.
    static func ledgerUnwritable(_ cause: any Error) -> RoutingError {
        RoutingError(
            code: "ledger-unwritable",
            message: "The ledger could not be written, and nothing is done without a record" + because(cause))
    }

    static func policyUnreadable(_ cause: any Error) -> RoutingError {
        RoutingError(
            code: "policy-unreadable",
            message: "Your consents and settings could not be read, and nothing is sent without them" + because(cause))
    }

    static func noRedaction(_ request: RoutingRequest) -> RoutingError {
        RoutingError(
            code: "refused-by-policy",
            message:
                "Redaction is switched on, and texts for the task \(request.task.rawValue) cannot be redacted. Nothing "
                + "was sent; compute on this machine, or switch redaction off.")
    }

    static let redactedByNow = RoutingError(
        code: "refused-by-policy",
        message:
            "Redaction was switched on while this request waited, so it was not sent. Ask once more, and it is "
            + "redacted.")

    static let noRedactor = RoutingError(
        code: "refused-by-policy",
        message:
            "Redaction is switched on, and nothing here can do it. Nothing was sent; switch redaction off, or attach a "
            + "redactor to the router.")

    static let noLogprobs = RoutingError(
        code: "no-logprobs",
        message:
            "Parts of the prompt are replaced before it leaves and put back into the answer, whose tokens are then not "
            + "the engine's. Nothing was sent; leave `logprobs` out, or ask a local model.")

    private static func because(_ cause: any Error) -> String {
        (cause as? any ReadableError).map { ": \($0.message)" } ?? "."
    }

    private static func list(_ rejected: [RoutingDecision.Rejection]) -> String {
        rejected.isEmpty
            ? "none was considered" : rejected.map { "\($0.engine.rawValue): \($0.reason)" }.joined(separator: "; ")
    }
}
