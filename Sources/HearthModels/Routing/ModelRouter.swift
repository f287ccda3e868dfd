public import HearthCore

/// Decides which engine serves a request.
///
/// Candidates are considered in the order that the user set; the first that is available and can do the task serves. An
/// engine that the caller pins is the only candidate: when it cannot serve, the request fails, it is never moved to another.
public struct ModelRouter: Sendable {
    public var models: [any LanguageModel]
    public var policy: RoutingPolicy

    public init(models: [any LanguageModel], policy: RoutingPolicy = RoutingPolicy()) {
        self.models = models
        self.policy = policy
    }

    /// The engine for a request.
    ///
    /// - Throws: ``RoutingError`` with the code `no-engine`, naming every candidate's reason, when none can serve.
    public func route(_ request: RoutingRequest) async throws -> Route {
        var rejected: [RoutingDecision.Rejection] = []
        for engine in request.engine.map({ [$0] }) ?? policy.order {
            let ofEngine = models.filter { $0.engine == engine }
            if ofEngine.isEmpty {
                rejected.append(.init(engine: engine, reason: "not part of this build"))
            }
            for model in ofEngine {
                if !model.capabilities.tasks.contains(request.task) {
                    rejected.append(.init(engine: engine, reason: "cannot do the task \(request.task.rawValue)"))
                } else if case .unavailable(_, let message) = await model.availability() {
                    rejected.append(.init(engine: engine, reason: message))
                } else {
                    let reason = request.engine != nil ? "asked for by name" : "first in the order that can serve"
                    let decision = RoutingDecision(
                        task: request.task, mode: request.mode ?? policy.mode, label: request.label, engine: engine,
                        model: model.modelID, host: model.host, reason: reason, rejected: rejected)
                    return Route(decision: decision, model: model)
                }
            }
        }
        throw RoutingError.noEngine(task: request.task, rejected: rejected)
    }
}
