import Foundation
import Hearth
import HearthHTTP

/// `/api/routing`, `/api/route` and `/api/consents`: who may see what.
struct RoutingRoutes: Sendable {
    let hearth: Hearth
    /// The turns of those who change settings.
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            Wire.getRouting.route { _ in routing() },
            Wire.changeRouting.route { try await change($0) },
            Wire.explainRoute.route { try await explain($0) },
            Wire.listLabels.route { _ in try await labels() },
            Wire.listConsents.route { try await consents($0) },
            Wire.grantConsent.route { try await grant($0) },
            Wire.revokeConsent.route { try await revoke($0.request) },
        ]
    }

    // MARK: - Policy

    private func routing() -> Wire.Routing {
        let snapshot = hearth.environments.current
        let settings = snapshot.settings
        let enforcement: Wire.Routing.Enforcement
        switch KernelOffline.status {
        case .enforced:
            enforcement = .init(
                state: "enforced", message: "The kernel denies this process every new internet socket.",
                openSockets: KernelOffline.openInternetSockets)
        case .notEnforced:
            enforcement = .init(
                state: "not-enforced", message: "Hearth's own policy decides; the kernel denies nothing.")
        case .unsupported(let reason): enforcement = .init(state: "unsupported", message: reason)
        }
        let keys: [SettingKey] = [.mode, .order, .offline, .enforce, .redact, .keepPrompts]
        let sources = keys.map { ($0.rawValue, snapshot.sources[$0]?.kind ?? "default") }
        return Wire.Routing(
            mode: settings.mode, order: settings.order, offline: settings.offline, enforce: settings.enforce.rawValue,
            enforcement: enforcement, redact: settings.redact, keepPrompts: settings.keepPrompts,
            sources: Dictionary(uniqueKeysWithValues: sources))
    }

    private func change(_ call: Call<Nothing, Wire.RoutingChange>) async throws -> Wire.Routing {
        let body = try await call.body()
        var changes: [SettingKey: String] = [:]
        if let mode = body.mode { changes[.mode] = mode.rawValue }
        if let engines = body.order {
            guard Set(engines).count == engines.count, !engines.isEmpty else {
                throw ServerError.invalid("order", "`order` has to be a list of engines, each once.")
            }
            changes[.order] = engines.map(\.rawValue).joined(separator: ",")
        }
        if let flag = body.offline { changes[.offline] = String(flag) }
        if let value = body.enforce { changes[.enforce] = value.rawValue }
        if let flag = body.redact { changes[.redact] = String(flag) }
        if let flag = body.keepPrompts { changes[.keepPrompts] = String(flag) }
        return try await edits.run { [changes] in
            try await BlockingWork.run { try SettingWriter(hearth: hearth).set(changes) }
            // From now on, and for as long as the server runs: the kernel takes nothing back, and nobody gets a new socket.
            let settings = hearth.settings
            try settings.enforceInKernel()
            return routing()
        }
    }

    private func explain(_ call: Call<Nothing, Wire.RouteRequest>) async throws -> Wire.Route {
        let body = try await call.body()
        let choice = RoutingChoice(
            engine: body.engine, mode: body.mode, requireOffline: body.requireOffline ?? false,
            label: body.label ?? .personal)
        return Wire.Route(try await hearth.models.route(choice.request(body.task)))
    }

    /// Who may see what, before anything is called so.
    private func labels() async throws -> Wire.LabelList {
        let labels = try await hearth.privacy.audiences().map { audience in
            Wire.LabelList.Label(
                label: audience.label.rawValue, sentence: audience.sentence,
                engines: audience.engines.map { viewer in
                    Wire.LabelList.Label.Engine(
                        engine: viewer.engine.rawValue, host: viewer.host,
                        tasks: viewer.tasks.map(\.rawValue).sorted())
                }, mcp: audience.mcp, api: audience.api,
                tools: audience.tools.map { .init(name: $0.name, host: $0.host) })
        }
        return Wire.LabelList(labels: labels)
    }

    // MARK: - Consents

    static func value(_ consent: Consent, revokedAt: Date?) -> Wire.Consent {
        Wire.Consent(
            id: consent.id, engine: consent.engine, host: consent.host, task: consent.task,
            grantedAt: consent.grantedAt, revokedAt: revokedAt)
    }

    private func consents(_ call: Call<Wire.ConsentQuery, Nothing>) async throws -> Wire.ConsentList {
        let all = try call.query().all ?? false
        let history = try await hearth.privacy.consents(revoked: all)
        return Wire.ConsentList(consents: history.map { Self.value($0.consent, revokedAt: $0.revokedAt) })
    }

    private func grant(_ call: Call<Nothing, Wire.ConsentGrant>) async throws -> Wire.Consent {
        let body = try await call.body()
        do {
            let consent = try await hearth.privacy.grant(to: body.engine, for: body.task, at: body.host)
            return Self.value(consent, revokedAt: nil)
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError(.noHost, error.message, help: error.help)
        }
    }

    private func revoke(_ request: ServerRequest) async throws -> Nothing {
        guard try await hearth.privacy.revokeConsent(id: request.parameter("id")) else {
            throw ServerError(.unknownItem, "There is no such consent; it may be revoked already.")
        }
        return Nothing()
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
            throw ServerError(.setElsewhere, "\(key.rawValue) is set by \(source), which stands above this.")
        case .environment, .file, .preset: return
        }
    }

    /// Sets several values: all of them, or none where one is refused.
    ///
    /// - Throws: As ``set(_:to:)``.
    func set(_ values: [SettingKey: String]) throws {
        guard !values.isEmpty else { return }
        for (key, value) in values {
            try Reader.requireOwner(for: SettingsFile.change, of: key.owner)
            try check(key)
            try checkFile(key, value)
        }
        try hearth.environments.current.editor.set(values)
        _ = try hearth.environments.reload()
    }

    private func checkFile(_ key: SettingKey, _ value: String) throws {
        guard key.kind != .path || FileManager.default.fileExists(atPath: value) else {
            throw ServerError.invalid("value", "There is no file \(value).")
        }
    }

    /// - Parameter value: `nil` goes back to what holds without this environment's own.
    /// - Throws: `owner-only` for a program; `set-elsewhere` also for a value that all environments share, which is not this one's to take away.
    func set(_ key: SettingKey, to value: String?) throws {
        // Before anything tells what there is, such as a file of a name.
        try Reader.requireOwner(for: SettingsFile.change, of: key.owner)
        try check(key)
        let snapshot = hearth.environments.current
        if let value {
            try checkFile(key, value)
            try snapshot.editor.set(key, to: value)
        } else if try snapshot.editor.unset(key) == nil, case .file? = snapshot.sources[key] {
            throw ServerError(
                .setElsewhere,
                "\(key.rawValue) is set in settings.json, from which every environment starts. Take it out in the "
                    + "environment \(DeploymentEnvironment.development), or set another value here.")
        }
        _ = try hearth.environments.reload()
    }
}
