import Foundation
import HearthApple
import HearthCore
import HearthKnowledge
import HearthLlama
import HearthModels
import HearthRedaction

/// Makes the engines of one environment, and the router over them.
struct Engines: Sendable {
    let snapshot: EnvironmentSnapshot
    let library: any Library
    /// Tells what a prompt is made of how private it is at the moment at which it leaves.
    private let labels: any LabelSource
    let states: (any PromptStateStore)?
    let transport: LazyTransport
    let pool: ModelPool
    /// The name of the store for the pool, see `ModelPool.Setup`.
    let owner: String
    let catalogue: RemoteModelCatalogue
    /// What is known of custom endpoints.
    let servers: CustomServers
    /// What is under way to the members of groups.
    let pools: EndpointPools

    /// - Throws: `ProviderError` with the code `malformed-catalogue` when the user's `models.json` cannot be read.
    init(
        snapshot: EnvironmentSnapshot, library: any Library, labels: (any LabelSource)? = nil,
        states: (any PromptStateStore)?,
        transport: LazyTransport, pool: ModelPool, owner: String, servers: CustomServers,
        pools: EndpointPools
    ) throws {
        self.snapshot = snapshot
        (self.library, self.labels, self.states) = (library, labels ?? library, states)
        self.transport = transport
        self.pool = pool
        self.owner = owner
        self.servers = servers
        self.pools = pools
        catalogue = try RemoteModelCatalogue.builtIn(
            overriddenBy: snapshot.baseFolder.appendingPathComponent("models.json"))
    }

    func router() -> ModelRouter {
        let (library, catalogue, local, others) = (library, catalogue, local(), remoteEngines())
        let labels = labels
        let settings = snapshot.settings
        let ceilings = settings.endpoints.reduce(into: [Engine: SensitivityLabel]()) {
            $0[.endpoint($1.key)] = $1.value.ceiling
        }
        // A kernel that denies the network and a policy that does not know it would only make for obscure errors.
        let isOffline = settings.offline || KernelOffline.status == .enforced
        var configuration = ModelRouter.Configuration(
            ledger: library, labels: labels, redactor: LocalRedactor(),
            cost: { catalogue.cost(of: $2, model: $1, provider: $0) })
        configuration.pools = pools
        let groups = settings.routedGroups
        return ModelRouter(configuration: configuration) {
            var policy = RoutingPolicy(
                mode: settings.mode, order: settings.orderOfEngines, isOffline: isOffline,
                consents: try await library.consents(), redactsPrompts: settings.redact,
                recordsPrompts: settings.keepPrompts, ceilings: ceilings)
            policy.groups = groups
            return RoutingContext(
                models: [AppleLanguageModel(), local.engine()] + others + [BasicEngine()], policy: policy)
        }
    }

    private func remoteEngines() -> [any RoutableEngine] {
        var engines: [any RoutableEngine] = [openai(), anthropic(), custom()]
        for (name, settings) in snapshot.settings.endpoints.sorted(by: { $0.key < $1.key }) {
            engines.append(endpoint(name, settings))
        }
        return engines
    }

    private func local() -> LocalEngine {
        let registry = ModelFiles(dataFolder: snapshot.sharedFolder).registry
        return LocalEngine(
            snapshot: snapshot, model: snapshot.settings.localModel.map { LocalChatModel($0, in: registry) },
            states: states, pool: pool, owner: owner)
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

    func custom() -> any RoutableEngine {
        let custom = snapshot.settings.custom
        return ownServer(.custom, .custom, at: custom.baseURL, model: custom.model)
    }

    private func endpoint(_ name: EndpointName, _ endpoint: NamedEndpoint) -> any RoutableEngine {
        ownServer(
            .endpoint(name), .endpoint(name), at: endpoint.baseURL, model: endpoint.model,
            contextLength: endpoint.contextLength)
    }

    private func ownServer(
        _ engine: Engine, _ provider: KeyProvider, at url: URL?, model: String?, contextLength: Int? = nil
    ) -> any RoutableEngine {
        guard KernelOffline.status != .enforced else {
            return UnavailableEngine(
                engine: engine, reason: .notConfigured,
                message: "the kernel denies this process every connection, also to this machine's own programs")
        }
        guard let url else {
            return UnavailableEngine(engine: engine, reason: .notConfigured, message: "no endpoint is set")
        }
        guard let model else {
            return UnavailableEngine(
                engine: engine, host: askable(provider)?.host ?? url.host(), reason: .notConfigured,
                message: "no model is chosen for its endpoint")
        }
        return CustomModel(
            modelID: model, engine: engine, baseURL: url, contextLength: contextLength, catalogue: catalogue,
            transport: transport, servers: servers, key: key(provider))
    }

    /// The server of an endpoint, to ask it which models it has; no model need be chosen for that. `nil` for an endpoint that is
    /// not there, or where the kernel denies the network.
    func askable(_ provider: KeyProvider) -> CustomModel? {
        let engine = Engine(rawValue: provider.rawValue)
        guard KernelOffline.status != .enforced, let engine, provider.isOwnServer,
            let url = provider.baseURL(snapshot.settings)
        else { return nil }
        return CustomModel(
            modelID: "", engine: engine, baseURL: url, catalogue: catalogue, transport: transport, servers: servers,
            key: key(provider))
    }

    private func hasKey(_ provider: KeyProvider) -> @Sendable () async throws -> Bool {
        let vault = KeyVault(snapshot)
        return { try await BlockingWork.run { try vault.mayHaveKey(for: provider) } }
    }

    /// Reads the key when it is needed, so that it lies in memory no longer than a request takes. A keyring may ask its owner
    /// first, for as long as that takes.
    func key(_ provider: KeyProvider) -> @Sendable () async throws -> Secret? {
        let vault = KeyVault(snapshot)
        return { try await BlockingWork.run { try vault.key(for: provider) } }
    }
}
