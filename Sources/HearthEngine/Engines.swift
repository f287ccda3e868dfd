import Foundation
import HearthApple
import HearthBasic
import HearthCore
import HearthKnowledge
import HearthLlama
import HearthModels
import HearthStore

/// Makes the engines of one environment, and the router over them.
struct Engines: Sendable {
    let snapshot: EnvironmentSnapshot

    func router(database: HearthDatabase) -> ModelRouter {
        let models = models(database)
        let settings = snapshot.settings
        // A kernel that denies the network and a policy that does not know it would only make for obscure errors.
        let isOffline = settings.offline || KernelOffline.status == .enforced
        let configuration = ModelRouter.Configuration(ledger: database)
        return ModelRouter(configuration: configuration) {
            RoutingContext(
                models: models,
                policy: RoutingPolicy(
                    mode: settings.mode, order: settings.order, isOffline: isOffline,
                    consents: try await database.consents(), redactsPrompts: settings.redact,
                    recordsPrompts: settings.keepPrompts))
        }
    }

    private func models(_ database: HearthDatabase) -> [any LanguageModel] {
        let settings = snapshot.settings
        var local = LlamaEngine.Configuration()
        local.contextLength = settings.contextLength
        local.threads = settings.threads
        return [
            AppleLanguageModel(),
            LlamaEngine(
                path: settings.localModel, configuration: local, states: database.promptStates(),
                checks: ModelFiles(dataFolder: snapshot.dataFolder).checks),
            UnavailableModel(engine: .openai, reason: .notConfigured, message: Self.noRemote),
            UnavailableModel(engine: .anthropic, reason: .notConfigured, message: Self.noRemote),
            UnavailableModel(engine: .custom, reason: .notConfigured, message: Self.noRemote),
            BasicEngine(),
        ]
    }

    private static let noRemote = "remote engines are not supported by this version; nothing leaves this machine"
}
