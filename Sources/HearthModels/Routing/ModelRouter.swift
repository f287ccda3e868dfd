public import HearthCore

/// Decides which engine serves a request.
///
/// Candidates are considered in the order that the user set; the first that is available and can do the task serves. An
/// engine that the caller pins is the only candidate: when it cannot serve, the request fails, it is never moved to another.
public struct ModelRouter: Sendable {
    /// Privacy first: what stays on the device before what could leave it, and the engine that is always there last.
    public static let defaultOrder: [Engine] = [.apple, .local, .openai, .anthropic, .custom, .basic]

    public var models: [any LanguageModel]
    public var order: [Engine]

    public init(models: [any LanguageModel], order: [Engine] = ModelRouter.defaultOrder) {
        self.models = models
        self.order = order
    }

    /// The engine for `task`.
    ///
    /// - Parameter pinned: The engine that the caller insists on; `nil` lets the order decide.
    /// - Throws: ``RoutingError`` with the code `no-engine`, naming every candidate's reason, when none can serve.
    public func decide(task: TaskKind, pinned: Engine? = nil) async throws -> (RoutingDecision, any LanguageModel) {
        var rejected: [RoutingDecision.Rejection] = []
        for engine in pinned.map({ [$0] }) ?? order {
            let ofEngine = models.filter { $0.engine == engine }
            if ofEngine.isEmpty {
                rejected.append(.init(engine: engine, reason: "not part of this build"))
            }
            for model in ofEngine {
                if !model.capabilities.tasks.contains(task) {
                    rejected.append(.init(engine: engine, reason: "cannot do the task \(task.rawValue)"))
                } else if case .unavailable(_, let message) = await model.availability() {
                    rejected.append(.init(engine: engine, reason: message))
                } else {
                    let reason = pinned != nil ? "asked for by name" : "first in the order that can serve"
                    let decision = RoutingDecision(
                        engine: engine, model: model.modelID, reason: reason, rejected: rejected)
                    return (decision, model)
                }
            }
        }
        throw RoutingError.noEngine(task: task, rejected: rejected)
    }
}

/// Why no engine could be chosen.
public struct RoutingError: ReadableError {
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
