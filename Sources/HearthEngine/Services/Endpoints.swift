import Foundation
public import HearthCore
import HearthModels

extension Hearth {
    /// The owner's own servers that speak OpenAI's protocol: which there are, what each may see, and what each has.
    ///
    /// The one that is called `custom` is set by `custom-url` and `custom-model`, as it was before others had names; it is
    /// listed, changed and asked like them.
    public struct Endpoints: Sendable {
        let hearth: Hearth
    }
}

/// An endpoint as it is set now.
public struct EndpointState: Sendable {
    /// `custom`, or the name that its owner gave it.
    public var name: String
    /// What it is called where engines are named: `custom:lab`.
    public var engine: Engine
    public var settings: NamedEndpoint
    /// The host that requests go to, as consents and the ledger name it.
    public var host: String?
    /// Whether a key is kept for it, as far as is known without reading it.
    public var hasKey: Bool
    /// Why the key that was set is not sent: it was set for another address. `nil` where nothing is wrong with it.
    public var keyProblem: String?
    /// The consents that hold for it at this host.
    public var consents: [Consent]
}

/// The result of asking an endpoint for its models.
public struct EndpointTest: Sendable {
    public var host: String
    /// By the names that it gives them.
    public var models: [String]
    /// Whether the chosen model is among them; `nil` where none is chosen.
    public var hasModel: Bool?
}

extension Hearth.Endpoints {
    /// How a program is told that it changes no endpoint.
    private static let change = "Changing an endpoint"

    /// All endpoints: `custom` where it has an address, then the others by their names.
    public func list() async throws -> [EndpointState] {
        let snapshot = try await hearth.current().snapshot
        var found: [(name: String, engine: Engine, provider: KeyProvider, settings: NamedEndpoint)] = []
        if let url = snapshot.settings.custom.baseURL {
            let settings = NamedEndpoint(baseURL: url, model: snapshot.settings.custom.model)
            found.append((Engine.custom.rawValue, .custom, .custom, settings))
        }
        for (name, settings) in snapshot.settings.endpoints.sorted(by: { $0.key < $1.key }) {
            found.append((name.text, .endpoint(name), .endpoint(name), settings))
        }
        let providers = found.map { $0.provider }
        let keys = try await BlockingWork.run {
            let vault = KeyVault(snapshot)
            // A key that was set for another address is none for this one.
            return providers.map { provider in Result { try vault.mayHaveKey(for: provider) } }
        }
        let router = try await hearth.models.router()
        let consents = try await hearth.privacy.consents().map(\.consent)
        var states: [EndpointState] = []
        for (place, item) in found.enumerated() {
            let host = try await router.host(of: item.engine)
            states.append(
                EndpointState(
                    name: item.name, engine: item.engine, settings: item.settings, host: host,
                    hasKey: (try? keys[place].get()) ?? false, keyProblem: Self.problem(keys[place]),
                    consents: consents.filter { consent in
                        consent.engine == item.engine && host.map { HostAddress.isSame(consent.host, $0) } == true
                    }))
        }
        return states
    }

    private static func problem(_ key: Result<Bool, any Error>) -> String? {
        guard case .failure(let error as EngineError) = key, error.reason == .keyOfAnotherHost else { return nil }
        return error.message
    }

    /// Adds an endpoint, or changes the one of that name. It gives no consent: what a name was consented to at another host does
    /// not hold for this one, and its key is not sent there.
    ///
    /// - Throws: ``EngineError`` `usage` for what is no name or not allowed, `setting-overridden`, `owner-only` for a program.
    public func set(_ name: String, to endpoint: NamedEndpoint) async throws {
        try Reader.requireOwner(for: Self.change, of: .server)
        if name == Engine.custom.rawValue { return try await setCustom(endpoint) }
        guard let name = EndpointName(name) else { throw Self.noName }
        try hearth.environments.reload()
        guard hearth.settings.groups[name] == nil else {
            throw EngineError(.usage, "\(name.text) is a group of endpoints. Give the endpoint another name.")
        }
        var endpoints = hearth.settings.endpoints
        endpoints[name] = endpoint
        guard endpoints.count <= EndpointText.most else {
            throw EngineError(.usage, "There are \(EndpointText.most) endpoints already. Remove one first.")
        }
        // The form in which it is kept is also what says what is allowed: what does not come back the same is not.
        let text = EndpointText.text(endpoints)
        guard text.utf8.count <= EndpointText.mostBytes, EndpointText.parse(text) == endpoints else {
            throw EngineError(
                .usage,
                "An endpoint has \(SettingKind.endpoint.allowed), \(SettingKind.model.allowed) and no comma, a window of "
                    + "\(NamedEndpoint.contextLengths.lowerBound) to \(NamedEndpoint.contextLengths.upperBound) tokens, the label "
                    + "public or personal, a weight of \(NamedEndpoint.weights.lowerBound) to "
                    + "\(NamedEndpoint.weights.upperBound), and takes \(EndpointGroup.parallels.lowerBound) to "
                    + "\(EndpointGroup.parallels.upperBound) requests at a time.")
        }
        let models = hearth.models
        try await BlockingWork.run { try models.set(.endpoints, to: text) }
    }

    private func setCustom(_ endpoint: NamedEndpoint) async throws {
        guard endpoint == NamedEndpoint(baseURL: endpoint.baseURL, model: endpoint.model) else {
            throw EngineError(
                .usage,
                "The endpoint custom has an address and a model alone. Give the endpoint another name to set its window, "
                    + "label, weight or how many requests it takes at a time.")
        }
        let models = hearth.models
        try await BlockingWork.run {
            try models.set(.customURL, to: endpoint.baseURL.absoluteString)
            try models.set(.customModel, to: endpoint.model)
        }
    }

    /// Removes an endpoint with its key, and revokes its consents, so that nothing of it holds for one that gets its name later.
    /// What the ledger has of it stays.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: ``EngineError`` `owner-only` for a program, `setting-overridden`, `key-unavailable`.
    @discardableResult
    public func remove(_ name: String) async throws -> Bool {
        try Reader.requireOwner(for: Self.change, of: .server)
        try hearth.environments.reload()
        let settings = hearth.settings
        let engine: Engine
        let provider: KeyProvider
        let key: SettingKey
        var text: String?
        if name == Engine.custom.rawValue {
            guard settings.custom.baseURL != nil else { return false }
            (engine, provider, key) = (.custom, .custom, .customURL)
        } else {
            guard let name = EndpointName(name), settings.endpoints[name] != nil else { return false }
            var rest = settings.endpoints
            rest[name] = nil
            (engine, provider, key) = (.endpoint(name), .endpoint(name), .endpoints)
            text = rest.isEmpty ? nil : EndpointText.text(rest)
        }
        // Consents and key first: were one of the later steps to fail, less would be allowed than was, and never more.
        for held in try await hearth.privacy.consents() where held.consent.engine == engine {
            _ = try await hearth.privacy.revokeConsent(id: held.id)
        }
        if let name = engine.endpointName { try await leaveGroups(name) }
        let (snapshot, models) = (hearth.environments.current, hearth.models)
        try await BlockingWork.run { [text] in
            let vault = KeyVault(snapshot)
            // Where none is, no keyring need be asked for it.
            if (try? vault.mayHaveKey(for: provider)) ?? true { _ = try vault.remove(provider) }
            try models.set(key, to: text)
            if key == .customURL { try models.set(.customModel, to: nil) }
        }
        guard provider.baseURL(hearth.settings) == nil else {
            throw EngineError(
                .settingOverridden,
                "The endpoint stands in settings.json, from which every environment starts. Remove it in the environment "
                    + "\(DeploymentEnvironment.development); its key and its consents are gone.")
        }
        return true
    }

    /// Asks an endpoint, once, for its list of models. It happens only when its owner asks for it, holds nothing of theirs but
    /// the endpoint's key, and is in the ledger with the purpose `probe`.
    ///
    /// - Throws: ``EngineError`` `unknown-item`, `usage`, or `owner-only` for a program; what the provider and the transport
    ///   throw: `refused-by-policy` when offline.
    public func test(_ name: String) async throws -> EndpointTest {
        try Reader.requireOwner(for: "Testing an endpoint", of: .server)
        let resources = try await hearth.current()
        let settings = resources.snapshot.settings
        let provider: KeyProvider
        let model: String?
        if name == Engine.custom.rawValue {
            (provider, model) = (.custom, settings.custom.model)
        } else {
            guard let known = EndpointName(name), let endpoint = settings.endpoints[known] else { throw Self.unknown }
            (provider, model) = (.endpoint(known), endpoint.model)
        }
        guard provider.baseURL(settings) != nil else { throw Self.unknown }
        guard let asked = try await resources.engines().askable(provider), let host = asked.host else {
            throw EngineError(
                .usage, "The endpoint cannot be asked: the operating system denies this process the network.")
        }
        let models = try await resources.library().errand("probe", host: host, engine: asked.engine) { record in
            try await asked.availableModels(ledgerRecord: record)
        }
        return EndpointTest(host: host, models: models, hasModel: model.map { models.contains($0) })
    }

    private static let noName = EngineError(.usage, "An endpoint's name has \(EndpointName.allowed).")
    static let unknown = EngineError(
        .unknownItem, "There is no endpoint of that name.")
}
