public import HearthCore

/// Stands in the router for an engine that cannot serve here, so that a decision names it and says why.
public struct UnavailableModel: LanguageModel {
    public let engine: Engine
    public let modelID = ""
    public let capabilities: ModelCapabilities
    private let reason: UnavailableReason
    private let message: String

    public init(
        engine: Engine, reason: UnavailableReason, message: String, tasks: Set<TaskKind> = Set(TaskKind.allCases)
    ) {
        self.engine = engine
        self.reason = reason
        self.message = message
        capabilities = ModelCapabilities(
            offline: engine == .apple || engine == .local || engine == .basic, contextLength: nil, tasks: tasks)
    }

    public func availability() async -> Availability { .unavailable(reason: reason, message: message) }

    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        AsyncThrowingStream { continuation in
            continuation.finish(
                throwing: RoutingError(.unavailable, message, rejected: []))
        }
    }
}
