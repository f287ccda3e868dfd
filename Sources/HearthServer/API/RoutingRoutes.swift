import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthModels
import HearthStore

/// `/api/routing`, `/api/route` and `/api/consents`: who may see what.
struct RoutingRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/routing") { _ in .json(routing()) },
            ServerRoute(.patch, "/api/routing", bodyLimit: 64 << 10) { try await change($0) },
            ServerRoute(.post, "/api/route", bodyLimit: 64 << 10) { try await explain($0) },
            ServerRoute(.get, "/api/labels") { _ in try await labels() },
            ServerRoute(.get, "/api/consents") { try await consents($0) },
            ServerRoute(.post, "/api/consents", bodyLimit: 64 << 10) { try await grant($0) },
            ServerRoute(.delete, "/api/consents/:id") { try await revoke($0) },
        ]
    }

    // MARK: - Policy

    private func routing() -> JSONValue {
        let snapshot = hearth.environments.current
        let settings = snapshot.settings
        var enforcement: JSONObject
        switch KernelOffline.status {
        case .enforced:
            enforcement = ["state": "enforced", "message": "The kernel denies this process every new internet socket."]
            if let open = KernelOffline.openInternetSockets { enforcement["openSockets"] = JSONEncoding.number(open) }
        case .notEnforced:
            enforcement = [
                "state": "not-enforced", "message": "Hearth's own policy decides; the kernel denies nothing.",
            ]
        case .unsupported(let reason): enforcement = ["state": "unsupported", "message": .string(reason)]
        }
        let keys: [SettingKey] = [.mode, .order, .offline, .enforce, .redact, .keepPrompts]
        let sources = keys.map { ($0.rawValue, JSONValue.string(snapshot.sources[$0]?.kind ?? "default")) }
        return [
            "mode": .string(settings.mode.rawValue), "order": JSONEncoding.strings(settings.order.map(\.rawValue)),
            "offline": .bool(settings.offline), "enforce": .string(settings.enforce.rawValue),
            "enforcement": .object(enforcement), "redact": .bool(settings.redact),
            "keepPrompts": .bool(settings.keepPrompts), "sources": .object(JSONObject(sources)),
        ]
    }

    private func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        var changes: [(SettingKey, String)] = []
        if let mode = try fields.choice("mode", RoutingMode.self) { changes.append((.mode, mode.rawValue)) }
        if let names = try fields.strings("order", most: 20) {
            let engines = names.compactMap(Engine.init)
            guard engines.count == names.count, Set(engines).count == engines.count, !engines.isEmpty else {
                throw fields.wrong("order", "a list of engines, each once")
            }
            changes.append((.order, names.joined(separator: ",")))
        }
        if let flag = try fields.bool("offline") { changes.append((.offline, String(flag))) }
        if let value = try fields.choice("enforce", Settings.Enforcement.self) {
            changes.append((.enforce, value.rawValue))
        }
        if let flag = try fields.bool("redact") { changes.append((.redact, String(flag))) }
        if let flag = try fields.bool("keepPrompts") { changes.append((.keepPrompts, String(flag))) }
        let writer = SettingWriter(hearth: hearth)
        for (key, _) in changes { try writer.check(key) }
        try await BlockingWork.run { [changes] in
            for (key, value) in changes { try writer.set(key, to: value) }
        }
        // From now on, and for as long as the server runs: the kernel takes nothing back, and nobody gets a new socket.
        let settings = hearth.settings
        try settings.enforceInKernel()
        return .json(routing())
    }

    private func explain(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let task = try fields.choice("task", TaskKind.self) else { throw fields.missing("task") }
        let choice = RoutingChoice(
            engine: try fields.choice("engine", Engine.self), mode: try fields.choice("mode", RoutingMode.self),
            requireOffline: try fields.bool("requireOffline") ?? false,
            label: try fields.choice("label", SensitivityLabel.self) ?? .personal)
        return .json(MessageJSON.route(try await hearth.router().explain(choice.request(task))))
    }

    /// Who may see what, before anything is called so.
    private func labels() async throws -> ServerResponse {
        let labels = try await hearth.audiences().map { audience -> JSONValue in
            [
                "label": .string(audience.label.rawValue), "sentence": .string(audience.sentence),
                "engines": .array(
                    audience.engines.map { viewer in
                        [
                            "engine": .string(viewer.engine.rawValue), "host": JSONEncoding.optional(viewer.host),
                            "tasks": JSONEncoding.strings(viewer.tasks.map(\.rawValue).sorted()),
                        ]
                    }),
                "mcp": .bool(audience.mcp), "api": .bool(audience.api),
            ]
        }
        return .json(["labels": .array(labels)])
    }

    // MARK: - Consents

    private static func value(_ consent: Consent, revokedAt: Date?) -> JSONValue {
        [
            "id": .string(consent.id), "engine": .string(consent.engine.rawValue), "host": .string(consent.host),
            "task": JSONEncoding.optional(consent.task?.rawValue), "grantedAt": JSONEncoding.date(consent.grantedAt),
            "revokedAt": JSONEncoding.optional(revokedAt),
        ]
    }

    private func consents(_ request: ServerRequest) async throws -> ServerResponse {
        let all = try request.flag("all")
        let history = try await hearth.database().consentHistory().filter { all || $0.revokedAt == nil }
        return .json(["consents": .array(history.map { Self.value($0.consent, revokedAt: $0.revokedAt) })])
    }

    private func grant(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let engine = try fields.choice("engine", Engine.self) else { throw fields.missing("engine") }
        guard engine.isRemote else {
            throw fields.wrong("engine", "openai, anthropic or custom: the others need no consent")
        }
        let task = try fields.choice("task", TaskKind.self)
        do {
            return .json(
                Self.value(try await hearth.grantConsent(to: engine, for: task), revokedAt: nil), status: .created)
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError(.conflict, "no-host", error.message, help: error.help)
        }
    }

    private func revoke(_ request: ServerRequest) async throws -> ServerResponse {
        guard try await hearth.database().removeConsent(id: request.parameter("id")) else {
            throw ServerError(.notFound, "unknown-item", "There is no such consent; it may be revoked already.")
        }
        return ServerResponse(.noContent)
    }
}

/// Changes settings for good, and lets requests that start afterwards use them.
struct SettingWriter: Sendable {
    let hearth: Hearth

    /// - Throws: `set-elsewhere` when something stands above what can be changed here.
    func check(_ key: SettingKey) throws {
        guard let source = hearth.environments.current.sources[key] else { return }
        switch source {
        case .variable, .flag:
            throw ServerError(
                .conflict, "set-elsewhere", "\(key.rawValue) is set by \(source), which stands above this.")
        case .environment, .file, .preset: return
        }
    }

    static let ownersOnly = ServerError(
        .forbidden, "owner-only",
        "What programs may read is set by the owner.")

    /// - Parameter value: `nil` goes back to what holds without this environment's own.
    /// - Throws: `set-elsewhere` also for a value that all environments share, which is not this one's to take away.
    func set(_ key: SettingKey, to value: String?) throws {
        try check(key)
        if key.isOwners, Reader.current != nil { throw Self.ownersOnly }
        let snapshot = hearth.environments.current
        if let value, key.kind == .path {
            guard FileManager.default.fileExists(atPath: value) else {
                throw ServerError.invalid("value", "There is no file \(value).")
            }
        }
        if let value {
            try snapshot.editor.set(key, to: value)
        } else if try snapshot.editor.unset(key) == nil, case .file? = snapshot.sources[key] {
            throw ServerError(
                .conflict, "set-elsewhere",
                "\(key.rawValue) is set in settings.json, from which every environment starts. Take it out in the "
                    + "environment \(DeploymentEnvironment.development), or set another value here.")
        }
        _ = try hearth.environments.reload()
    }
}
