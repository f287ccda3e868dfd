import Foundation
import Hearth
import HearthHTTP

/// `/api/settings`, `/api/keys` and `/api/environments`
struct SettingRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            Wire.listSettings.route { _ in list() },
            Wire.getGenerationDefaults.route { _ in generation() },
            Wire.setSetting.replying { try await set($0) },
            Wire.unsetSetting.replying { try await unset($0.request) },
            Wire.listKeys.route { _ in try await BlockingWork.run { try keys() } },
            Wire.setKey.route { try await setKey($0) },
            Wire.removeKey.route { try await removeKey($0.request) },
            Wire.validateKey.route { try await validate($0.request) },
            Wire.listEnvironments.route { _ in try environments() },
            Wire.addEnvironment.route { try await addEnvironment($0) },
            Wire.removeEnvironment.route { try await removeEnvironment($0.request) },
            Wire.useEnvironment.route { try await useEnvironment($0.request) },
        ]
    }

    // MARK: - Settings

    private func list() -> Wire.SettingList {
        let snapshot = hearth.environments.current
        var warnings = snapshot.unknownKeys.map { "settings.json has “\($0)”, which is no setting" }
        warnings += snapshot.unknownVariables.map { "the variable \($0) is no setting" }
        if let problem = hearth.environments.problem {
            warnings.append("what stands in the files now does not hold: \(problem)")
        }
        return Wire.SettingList(
            settings: SettingKey.allCases.map(value), environment: snapshot.environment.name, warnings: warnings)
    }

    private func value(_ key: SettingKey) -> Wire.Setting {
        let snapshot = hearth.environments.current
        let source = snapshot.sources[key] ?? .preset
        var kind = ""
        var choices: [String]?
        switch key.kind {
        // A text of one line on the page, as a path is.
        case .path, .library: kind = "path"
        case .template: kind = "template"
        case .model: kind = "model"
        case .integer: kind = "integer"
        case .seconds: kind = "seconds"
        case .flag: kind = "flag"
        case .choice(let names):
            kind = "choice"
            choices = names
        case .engines: kind = "engines"
        case .aliases: kind = "aliases"
        case .prefixes: kind = "prefixes"
        case .endpoint: kind = "endpoint"
        case .endpoints: kind = "endpoints"
        case .groups: kind = "groups"
        case .proxy: kind = "proxy"
        }
        return Wire.Setting(
            name: key.rawValue, value: Self.isPlace(key) && Self.isForMember ? nil : key.text(in: snapshot.settings),
            source: source.kind, from: source.description,
            changes: snapshot.place(of: key).description, allowed: key.kind.allowed, summary: key.summary, kind: kind,
            choices: choices, variable: key.variableName, etag: tag(key))
    }

    /// Whether its value says where something lies on the server, which is no concern of those who have an account there.
    private static func isPlace(_ key: SettingKey) -> Bool {
        switch key.kind {
        case .path, .library: true
        default: false
        }
    }

    private static var isForMember: Bool { Person.current != nil }

    private func key(_ request: ServerRequest) throws -> SettingKey {
        guard let key = SettingKey(rawValue: request.parameter("name")) else {
            throw ServerError(.unknownItem, "There is no setting of that name.")
        }
        return key
    }

    private func set(_ call: Call<Nothing, Wire.SettingValue>) async throws -> Reply<Wire.Setting> {
        let key = try key(call.request)
        let text = try await call.body().value
        guard key.kind.value(text) != nil else {
            throw ServerError.invalid("value", "`value` has to be \(key.kind.allowed).")
        }
        return try await write(call.request, key, text)
    }

    private func unset(_ request: ServerRequest) async throws -> Reply<Wire.Setting> {
        try await write(request, try key(request), nil)
    }

    private func write(
        _ request: ServerRequest, _ key: SettingKey, _ text: String?
    ) async throws -> Reply<Wire.Setting> {
        try await edits.run {
            try EntityTag.check(request, tag(key))
            try await BlockingWork.run { try SettingWriter(hearth: hearth).set(key, to: text) }
            return Reply(value(key), headers: [("etag", tag(key))])
        }
    }

    private func tag(_ key: SettingKey) -> String {
        let snapshot = hearth.environments.current
        let source = snapshot.sources[key] ?? .preset
        return EntityTag.of(key.rawValue, key.text(in: snapshot.settings), source.description)
    }

    private func generation() -> Wire.GenerationDefaults {
        Wire.GenerationDefaults(
            defaults: TaskKind.allCases.map { task in
                Wire.GenerationDefault(
                    task: task, temperature: TaskDefaults.temperature(for: task),
                    maxTokens: TaskDefaults.maxTokens(for: task), reason: GenerationReasons.reason(for: task))
            })
    }

    // MARK: - Keys

    private func provider(_ request: ServerRequest) throws -> KeyProvider {
        guard let provider = KeyProvider(rawValue: request.parameter("provider")),
            KeyProvider.all(hearth.settings).contains(provider)
        else {
            throw ServerError(.unknownItem, "There is no service of that name.")
        }
        return provider
    }

    private func keys() throws -> Wire.ProviderList {
        Wire.ProviderList(providers: try KeyProvider.all(hearth.settings).map(value))
    }

    private func value(_ provider: KeyProvider) throws -> Wire.Provider {
        let snapshot = hearth.environments.current
        let record = try KeyVault(snapshot).records().first { $0.provider == provider }
        let settings = snapshot.settings
        let endpoint: Settings.Endpoint? =
            switch provider {
            case .openai: settings.openai
            case .anthropic: settings.anthropic
            case .custom: settings.custom
            case .endpoint(let name):
                settings.endpoints[name].map { Settings.Endpoint(model: $0.model, baseURL: $0.baseURL) }
            case .huggingface, .tools, .signIn, .identityProvider: nil
            }
        var value = Wire.Provider(
            provider: provider.rawValue, configured: record != nil, environment: snapshot.environment.name,
            host: endpoint?.baseURL?.host(), model: endpoint?.model)
        if let record {
            value.name = record.name
            value.place = record.place?.rawValue ?? "variable"
            value.reachable = record.isReachable
            value.set = record.date
            // By which its owner tells it from another key. It is a part of the key all the same, and no program's.
            if Reader.current == nil, Person.current?.role != .member { value.lastCharacters = record.lastCharacters }
        }
        return value
    }

    private func setKey(_ call: Call<Nothing, Wire.KeyWrite>) async throws -> Wire.Provider {
        let provider = try provider(call.request)
        let text = try await call.body().key
        let secret: Secret
        do {
            secret = try KeyText.secret(Array(text.utf8), for: provider)
        } catch let error as any ReadableError {
            throw ServerError.invalid("key", error.message)
        }
        return try await BlockingWork.run {
            _ = try KeyVault(hearth.environments.current).set(secret, for: provider)
            return try value(provider)
        }
    }

    private func removeKey(_ request: ServerRequest) async throws -> Nothing {
        let provider = try provider(request)
        guard try await BlockingWork.run({ try KeyVault(hearth.environments.current).remove(provider) }) else {
            throw ServerError(.unknownItem, "No key is kept for this service.")
        }
        return Nothing()
    }

    private func validate(_ request: ServerRequest) async throws -> Wire.KeyValidation {
        let provider = try provider(request)
        do {
            let found = try await hearth.privacy.validateKey(of: provider)
            return Wire.KeyValidation(
                provider: provider.rawValue, host: found.host, status: found.status, valid: found.isValid,
                message: found.message)
        } catch let error as EngineError where error.reason != .ownerOnly {
            throw ServerError.telling(error, as: .conflict)
        }
    }

    // MARK: - Environments

    private func value(_ environment: DeploymentEnvironment) -> EnvironmentJSON {
        let snapshot = hearth.environments.current
        return EnvironmentJSON(environment, current: snapshot.environment.name, base: snapshot.baseFolder)
    }

    private var registry: EnvironmentRegistry { EnvironmentRegistry(folder: hearth.environments.current.baseFolder) }

    private func environments() throws -> Wire.EnvironmentList {
        let all = try registry.load().environments.map(value)
        guard Self.isForMember else { return Wire.EnvironmentList(environments: all) }
        // Folders, settings and names of keys are those of whoever runs the server.
        return Wire.EnvironmentList(
            environments: all.filter(\.current).map { environment in
                var environment = environment
                (environment.dataFolder, environment.settings, environment.keyNames) = ("", [:], [:])
                return environment
            })
    }

    private func named(_ request: ServerRequest) throws -> DeploymentEnvironment {
        guard let found = try registry.load().environments.first(where: { $0.name == request.parameter("name") }) else {
            throw ServerError(.unknownItem, "There is no environment of that name.")
        }
        return found
    }

    private func addEnvironment(_ call: Call<Nothing, Wire.NewEnvironment>) async throws -> EnvironmentJSON {
        try Reader.requireOwner(for: EnvironmentRegistry.making)
        let body = try await call.body()
        let name = body.name
        guard DeploymentEnvironment.isValidName(name) else {
            throw ServerError.invalid("name", "`name` has to be made of a-z, 0-9 and -, at most 32 of them.")
        }
        guard try !registry.load().environments.contains(where: { $0.name == name }) else {
            throw ServerError(.conflict, "There is an environment of that name already.")
        }
        var environment = DeploymentEnvironment(name: name)
        for (key, text) in body.settings ?? [:] {
            guard let setting = SettingKey(rawValue: key), setting.kind.value(text) != nil else {
                throw ServerError.invalid("settings", "`settings` has to be known settings with allowed values.")
            }
            environment.values[setting] = text
        }
        for (key, text) in body.keyNames ?? [:] {
            guard let provider = KeyProvider(rawValue: key), SecretName.isValid(text) else {
                throw ServerError.invalid("keyNames", "`keyNames` has to be services with names of keys.")
            }
            environment.keyNames[provider] = text
        }
        if let folder = body.dataFolder {
            guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
                throw ServerError.invalid("dataFolder", "`dataFolder` has to be an absolute path.")
            }
            environment.dataFolder = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path
        }
        do {
            try await BlockingWork.run { [environment] in try registry.add(environment) }
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError.invalid("name", error.message)
        }
        return value(environment)
    }

    private func removeEnvironment(_ request: ServerRequest) async throws -> Nothing {
        try Reader.requireOwner(for: EnvironmentRegistry.removal)
        let environment = try named(request)
        guard environment.name != hearth.environments.current.environment.name else {
            throw ServerError(.inUse, "This environment is in use; choose another one first.")
        }
        do {
            try await BlockingWork.run { try registry.remove(environment.name) }
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError(.conflict, error.message)
        }
        return Nothing()
    }

    private func useEnvironment(_ request: ServerRequest) async throws -> EnvironmentJSON {
        let environment = try named(request)
        try await BlockingWork.run {
            _ = try hearth.environments.use(environment.name)
            try registry.use(environment.name)
        }
        return value(environment)
    }
}

/// Why the defaults of ``HearthModels/TaskDefaults`` are what they are, for people.
enum GenerationReasons {
    static func reason(for task: TaskKind) -> String {
        let freedom =
            switch task {
            case .intentToAction: "The same words must give the same action every time."
            case .extract, .embed, .rerank, .transcribe: "Facts are copied, and scores are not sampled at all."
            case .studyQuestionGen: "Questions should differ from each other."
            case .rewrite: "Another wording is wanted, the meaning is to stay."
            case .summarize, .textCompletion, .chat, .answer: "Close to the sources, not stiff."
            }
        let length =
            switch TaskDefaults.maxTokens(for: task) {
            case TaskDefaults.short: "One action or one line is enough."
            case TaskDefaults.medium: "More than about 700 words is not read."
            default: "As long as a text that is written anew."
            }
        return freedom + " " + length
    }
}
