public import HearthCore
public import HearthModels
import HearthStore

extension Hearth {
    /// The router over all engines of this build, in which `engine` works with another model than the one that is set: any name
    /// for a service, an installed model's id for the local engine.
    ///
    /// - Throws: ``EngineError`` with the code `unknown-model` for an engine whose model cannot be named.
    public func router(engine: Engine, model: String) async throws -> ModelRouter {
        let parts = try current()
        let router = try await parts.router()
        if try await router.models().contains(where: { $0.engine == engine && $0.modelID == model }) { return router }
        let snapshot = parts.snapshot
        var settings = snapshot.settings
        switch engine {
        case .local:
            guard let found = LocalChatModel.named(model, in: try LocalChatModel.installed(in: models)) else {
                throw Self.unknown(model, engine)
            }
            settings.localModel = found.path
        case .openai: settings.openai.model = model
        case .anthropic: settings.anthropic.model = model
        case .custom: settings.custom.model = model
        case .apple, .basic: throw Self.unknown(model, engine)
        }
        let changed = EnvironmentSnapshot(
            environment: snapshot.environment, baseFolder: snapshot.baseFolder, settings: settings,
            sources: snapshot.sources, unknownKeys: snapshot.unknownKeys, unknownVariables: snapshot.unknownVariables)
        return try await parts.engines(changed).router()
    }

    private static func unknown(_ model: String, _ engine: Engine) -> EngineError {
        EngineError(.unknownModel, "The engine \(engine.rawValue) has no model \(model.prefix(100)).")
    }

    /// The engines of this build with their models and whether each could work now, in the order in which they are set.
    public func engineStates() async throws -> [EngineState] {
        var states: [EngineState] = []
        for model in try await router().models() {
            states.append(
                EngineState(
                    engine: model.engine, model: model.modelID, host: model.host, tasks: model.capabilities.tasks,
                    availability: await model.availability()))
        }
        return states
    }
}

/// An engine as it stands now.
public struct EngineState: Sendable {
    public var engine: Engine
    /// Empty when no model is set.
    public var model: String
    /// Where its requests go; `nil` for one in this process.
    public var host: String?
    public var tasks: Set<TaskKind>
    public var availability: Availability
}
