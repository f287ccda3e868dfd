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
    let database: HearthDatabase
    let transport: LazyTransport
    let catalogue: RemoteModelCatalogue

    /// - Throws: `ProviderError` with the code `malformed-catalogue` when the user's `models.json` cannot be read.
    init(snapshot: EnvironmentSnapshot, database: HearthDatabase, transport: LazyTransport) throws {
        self.snapshot = snapshot
        self.database = database
        self.transport = transport
        catalogue = try RemoteModelCatalogue.builtIn(
            overriddenBy: snapshot.baseFolder.appendingPathComponent("models.json"))
    }

    func router() -> ModelRouter {
        let (models, database, catalogue) = (models(), database, catalogue)
        let settings = snapshot.settings
        // A kernel that denies the network and a policy that does not know it would only make for obscure errors.
        let isOffline = settings.offline || KernelOffline.status == .enforced
        let configuration = ModelRouter.Configuration(
            ledger: database, redactor: LocalRedactor(),
            cost: { catalogue.cost(of: $2, model: $1, provider: $0) })
        return ModelRouter(configuration: configuration) {
            RoutingContext(
                models: models,
                policy: RoutingPolicy(
                    mode: settings.mode, order: settings.order, isOffline: isOffline,
                    consents: try await database.consents(), redactsPrompts: settings.redact,
                    recordsPrompts: settings.keepPrompts))
        }
    }

    private func models() -> [any LanguageModel] {
        let settings = snapshot.settings
        var local = LlamaEngine.Configuration()
        local.contextLength = settings.contextLength
        local.threads = settings.threads
        local.chatTemplate = settings.chatTemplate
        return [
            AppleLanguageModel(),
            LlamaEngine(
                path: settings.localModel, configuration: local, states: database.promptStates(),
                checks: ModelFiles(dataFolder: snapshot.dataFolder).checks),
            openai(), anthropic(), custom(), BasicEngine(),
        ]
    }

    func openai() -> OpenAIModel {
        OpenAIModel(
            modelID: snapshot.settings.openai.model ?? OpenAIModel.defaultModelID,
            baseURL: snapshot.settings.openai.baseURL ?? OpenAIModel.defaultBaseURL, catalogue: catalogue,
            transport: transport, hasKey: hasKey(.openai), key: key(.openai))
    }

    func anthropic() -> AnthropicModel {
        AnthropicModel(
            modelID: snapshot.settings.anthropic.model ?? AnthropicModel.defaultModelID,
            baseURL: snapshot.settings.anthropic.baseURL ?? AnthropicModel.defaultBaseURL, catalogue: catalogue,
            transport: transport, hasKey: hasKey(.anthropic), key: key(.anthropic))
    }

    func custom() -> any LanguageModel {
        guard KernelOffline.status != .enforced else {
            return UnavailableModel(
                engine: .custom, reason: .notConfigured,
                message: "the kernel denies this process every connection, also to this machine's own programs")
        }
        guard let url = snapshot.settings.custom.baseURL, let model = snapshot.settings.custom.model else {
            return UnavailableModel(
                engine: .custom, reason: .notConfigured,
                message: "no endpoint is set; `hearth settings set custom-url URL` and `custom-model NAME` set one")
        }
        return CustomModel(
            modelID: model, baseURL: url, catalogue: catalogue, transport: transport, key: key(.custom))
    }

    private func hasKey(_ provider: KeyProvider) -> @Sendable () async throws -> Bool {
        let vault = KeyVault(snapshot)
        return { try vault.mayHaveKey(for: provider) }
    }

    /// Reads the key when it is needed, so that it lies in memory no longer than a request takes.
    func key(_ provider: KeyProvider) -> @Sendable () async throws -> Secret? {
        let vault = KeyVault(snapshot)
        return { try vault.key(for: provider) }
    }
}
