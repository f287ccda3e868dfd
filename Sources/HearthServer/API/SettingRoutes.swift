import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthModels

/// `/api/settings`, `/api/keys` and `/api/environments`
struct SettingRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/settings") { _ in list() },
            ServerRoute(.get, "/api/settings/generation") { _ in generation() },
            ServerRoute(.put, "/api/settings/:name", bodyLimit: 64 << 10) { try await set($0) },
            ServerRoute(.delete, "/api/settings/:name") { try await unset($0) },
            ServerRoute(.get, "/api/keys") { _ in try await BlockingWork.run { try keys() } },
            ServerRoute(.put, "/api/keys/:provider", bodyLimit: 64 << 10) { try await setKey($0) },
            ServerRoute(.delete, "/api/keys/:provider") { try await removeKey($0) },
            ServerRoute(.post, "/api/keys/:provider/validate", work: .long, bodyLimit: 4096) { try await validate($0) },
            ServerRoute(.get, "/api/environments") { _ in try environments() },
            ServerRoute(.post, "/api/environments", bodyLimit: 256 << 10) { try await addEnvironment($0) },
            ServerRoute(.delete, "/api/environments/:name") { try await removeEnvironment($0) },
            ServerRoute(.post, "/api/environments/:name/use", bodyLimit: 4096) { try await useEnvironment($0) },
        ]
    }

    // MARK: - Settings

    private func list() -> ServerResponse {
        let snapshot = hearth.environments.current
        var warnings = snapshot.unknownKeys.map { "settings.json has “\($0)”, which is no setting" }
        warnings += snapshot.unknownVariables.map { "the variable \($0) is no setting" }
        if let problem = hearth.environments.problem {
            warnings.append("what stands in the files now does not hold: \(problem)")
        }
        return .json([
            "settings": .array(SettingKey.allCases.map(value)), "environment": .string(snapshot.environment.name),
            "warnings": JSONEncoding.strings(warnings),
        ])
    }

    private func value(_ key: SettingKey) -> JSONValue {
        let snapshot = hearth.environments.current
        let source = snapshot.sources[key] ?? .preset
        var kind = ""
        var choices: [String]?
        switch key.kind {
        case .path: kind = "path"
        case .template: kind = "template"
        case .model: kind = "model"
        case .integer: kind = "integer"
        case .seconds: kind = "seconds"
        case .flag: kind = "flag"
        case .choice(let names):
            kind = "choice"
            choices = names
        case .engines: kind = "engines"
        case .endpoint: kind = "endpoint"
        case .proxy: kind = "proxy"
        }
        var object: JSONObject = [
            "name": .string(key.rawValue), "value": JSONEncoding.optional(key.text(in: snapshot.settings)),
            "source": .string(source.kind), "from": .string(source.description), "allowed": .string(key.kind.allowed),
            "summary": .string(key.summary), "kind": .string(kind), "variable": .string(key.variableName),
            "changes": .string(snapshot.place(of: key).description), "etag": .string(tag(key)),
        ]
        if let choices { object["choices"] = JSONEncoding.strings(choices) }
        return .object(object)
    }

    private func key(_ request: ServerRequest) throws -> SettingKey {
        guard let key = SettingKey(rawValue: request.parameter("name")) else {
            throw ServerError(.notFound, "unknown-item", "There is no setting of that name.")
        }
        return key
    }

    private func set(_ request: ServerRequest) async throws -> ServerResponse {
        let key = try key(request)
        let fields = try await request.fields()
        let text = try fields.requiredText("value", most: 4096)
        guard key.kind.value(text) != nil else { throw fields.wrong("value", key.kind.allowed) }
        return try await write(request, key, text)
    }

    private func unset(_ request: ServerRequest) async throws -> ServerResponse {
        try await write(request, try key(request), nil)
    }

    private func write(_ request: ServerRequest, _ key: SettingKey, _ text: String?) async throws -> ServerResponse {
        try await edits.run {
            try EntityTag.check(request, tag(key))
            try await BlockingWork.run { try SettingWriter(hearth: hearth).set(key, to: text) }
            return .json(value(key), headers: [("etag", tag(key))])
        }
    }

    private func tag(_ key: SettingKey) -> String {
        let snapshot = hearth.environments.current
        let source = snapshot.sources[key] ?? .preset
        return EntityTag.of(
            .string(key.rawValue), JSONEncoding.optional(key.text(in: snapshot.settings)), .string(source.description))
    }

    private func generation() -> ServerResponse {
        .json([
            "defaults": .array(
                TaskKind.allCases.map { task in
                    [
                        "task": .string(task.rawValue),
                        "temperature": JSONEncoding.number(TaskDefaults.temperature(for: task)),
                        "maxTokens": JSONEncoding.number(TaskDefaults.maxTokens(for: task)),
                        "reason": .string(GenerationReasons.reason(for: task)),
                    ]
                })
        ])
    }

    // MARK: - Keys

    private func provider(_ request: ServerRequest) throws -> KeyProvider {
        guard let provider = KeyProvider(rawValue: request.parameter("provider")) else {
            throw ServerError(.notFound, "unknown-item", "There is no service of that name.")
        }
        return provider
    }

    private func keys() throws -> ServerResponse {
        .json(["providers": .array(try KeyProvider.allCases.map(value))])
    }

    private func value(_ provider: KeyProvider) throws -> JSONValue {
        let snapshot = hearth.environments.current
        let record = try KeyVault(snapshot).records().first { $0.provider == provider }
        let settings = snapshot.settings
        let endpoint: Settings.Endpoint? =
            switch provider {
            case .openai: settings.openai
            case .anthropic: settings.anthropic
            case .custom: settings.custom
            case .huggingface: nil
            }
        var object: JSONObject = [
            "provider": .string(provider.rawValue), "configured": .bool(record != nil),
            "environment": .string(snapshot.environment.name),
            "host": JSONEncoding.optional(endpoint?.baseURL?.host()), "model": JSONEncoding.optional(endpoint?.model),
        ]
        if let record {
            object["name"] = .string(record.name)
            object["place"] = .string(record.place?.rawValue ?? "variable")
            object["reachable"] = .bool(record.isReachable)
            object["set"] = JSONEncoding.optional(record.date)
            object["lastCharacters"] = JSONEncoding.optional(record.lastCharacters)
        }
        return .object(object)
    }

    private func setKey(_ request: ServerRequest) async throws -> ServerResponse {
        let provider = try provider(request)
        let text = try await request.fields().requiredText("key", most: 4096)
        let secret: Secret
        do {
            secret = try KeyText.secret(Array(text.utf8), for: provider)
        } catch let error as any ReadableError {
            throw ServerError.invalid("key", error.message)
        }
        return .json(
            try await BlockingWork.run {
                _ = try KeyVault(hearth.environments.current).set(secret, for: provider)
                return try value(provider)
            })
    }

    private func removeKey(_ request: ServerRequest) async throws -> ServerResponse {
        let provider = try provider(request)
        guard try await BlockingWork.run({ try KeyVault(hearth.environments.current).remove(provider) }) else {
            throw ServerError(.notFound, "unknown-item", "No key is kept for this service.")
        }
        return ServerResponse(.noContent)
    }

    private func validate(_ request: ServerRequest) async throws -> ServerResponse {
        let provider = try provider(request)
        do {
            let found = try await hearth.validateKey(of: provider)
            return .json([
                "provider": .string(provider.rawValue), "host": .string(found.host),
                "status": JSONEncoding.number(found.status), "valid": .bool(found.isValid),
                "message": .string(found.message),
            ])
        } catch let error as EngineError {
            throw ServerError(.conflict, error.code, error.message, kind: error.kind, help: error.help)
        }
    }

    // MARK: - Environments

    private func value(_ environment: DeploymentEnvironment) -> JSONValue {
        let snapshot = hearth.environments.current
        let settings = environment.values.map { ($0.key.rawValue, JSONValue.string($0.value)) }.sorted { $0.0 < $1.0 }
        let names = KeyProvider.allCases.map { ($0.rawValue, JSONValue.string(environment.secretName(for: $0))) }
        return [
            "name": .string(environment.name), "current": .bool(environment.name == snapshot.environment.name),
            "dataFolder": .string(environment.dataFolder ?? snapshot.baseFolder.path),
            "ownDataFolder": .bool(environment.dataFolder != nil), "settings": .object(JSONObject(settings)),
            "keyNames": .object(JSONObject(names)),
        ]
    }

    private var registry: EnvironmentRegistry { EnvironmentRegistry(folder: hearth.environments.current.baseFolder) }

    private func environments() throws -> ServerResponse {
        .json(["environments": .array(try registry.load().environments.map(value))])
    }

    private func named(_ request: ServerRequest) throws -> DeploymentEnvironment {
        guard let found = try registry.load().environments.first(where: { $0.name == request.parameter("name") }) else {
            throw ServerError(.notFound, "unknown-item", "There is no environment of that name.")
        }
        return found
    }

    private func addEnvironment(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let name = try fields.requiredText("name", most: 40)
        guard DeploymentEnvironment.isValidName(name) else {
            throw fields.wrong("name", "made of a-z, 0-9 and -, at most 32 of them")
        }
        guard try !registry.load().environments.contains(where: { $0.name == name }) else {
            throw ServerError(.conflict, "conflict", "There is an environment of that name already.")
        }
        var environment = DeploymentEnvironment(name: name)
        for (key, value) in fields["settings"]?.objectValue ?? [:] {
            guard let setting = SettingKey(rawValue: key), let text = value.stringValue, setting.kind.value(text) != nil
            else { throw fields.wrong("settings", "known settings with allowed values") }
            if setting.isOwners, Reader.current != nil { throw SettingWriter.ownersOnly }
            environment.values[setting] = text
        }
        for (key, value) in fields["keyNames"]?.objectValue ?? [:] {
            guard let provider = KeyProvider(rawValue: key), let text = value.stringValue, SecretName.isValid(text)
            else {
                throw fields.wrong("keyNames", "services with names of keys")
            }
            environment.keyNames[provider] = text
        }
        if let folder = try fields.text("dataFolder", most: 4096) {
            guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
                throw fields.wrong("dataFolder", "an absolute path")
            }
            environment.dataFolder = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path
        }
        do {
            try await BlockingWork.run { [environment] in try registry.add(environment) }
        } catch let error as EngineError {
            throw ServerError.invalid("name", error.message)
        }
        return .json(value(environment), status: .created)
    }

    private func removeEnvironment(_ request: ServerRequest) async throws -> ServerResponse {
        let environment = try named(request)
        guard environment.name != hearth.environments.current.environment.name else {
            throw ServerError(.conflict, "in-use", "This environment is in use; choose another one first.")
        }
        do {
            try await BlockingWork.run { try registry.remove(environment.name) }
        } catch let error as EngineError {
            throw ServerError(.conflict, "conflict", error.message)
        }
        return ServerResponse(.noContent)
    }

    private func useEnvironment(_ request: ServerRequest) async throws -> ServerResponse {
        let environment = try named(request)
        try await BlockingWork.run {
            if Reader.current != nil {
                let now = hearth.environments.current.settings
                let then = try hearth.environments.snapshot(of: environment.name).settings
                guard then.mcpCeiling <= now.mcpCeiling, then.apiCeiling <= now.apiCeiling else {
                    throw SettingWriter.ownersOnly
                }
            }
            _ = try hearth.environments.use(environment.name)
            try registry.use(environment.name)
        }
        return .json(value(environment))
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
