public import HearthCore

/// Why no engine could be chosen, or why a request was refused.
public struct RoutingError: ReadableError {
    /// `no-engine`, `refused-by-policy` or `unavailable`.
    public let code: String
    public let message: String
    public let rejected: [RoutingDecision.Rejection]

    static func noEngine(task: TaskKind, rejected: [RoutingDecision.Rejection]) -> RoutingError {
        let reasons = rejected.map { "\($0.engine.rawValue): \($0.reason)" }.joined(separator: "; ")
        return RoutingError(
            code: "no-engine",
            message: "No engine that is allowed can serve the task \(task.rawValue) (\(reasons)).",
            rejected: rejected)
    }
}
