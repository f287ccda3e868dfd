import HearthCore
import HearthEngine
import HearthHTTP
import HearthRegistry

/// `/api/models/:id/settings`: how one local model is run and writes.
struct ModelSettingRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/models/:id/settings") { try await show($0) },
            ServerRoute(.patch, "/api/models/:id/settings", bodyLimit: 1 << 20) { try await change($0) },
            ServerRoute(.delete, "/api/models/:id/settings") { try await reset($0) },
        ]
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        let settings = try await telling { try hearth.modelSettings(of: id) }
        return .json([
            "id": .string(id),
            "settings": .array(
                settings.map { setting in
                    [
                        "name": .string(setting.name), "value": JSONEncoding.optional(setting.value),
                        "effective": .string(setting.effective), "origin": .string(setting.origin.rawValue),
                        "default": .string(setting.preset), "allowed": .string(setting.allowed),
                        "summary": .string(setting.summary),
                    ]
                }),
        ])
    }

    /// One setting: `{"name": "temperature", "value": "0.7"}`; without a value it goes back to its default.
    private func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let (name, value) = (try fields.requiredText("name", most: 64), try fields.text("value", most: 262_144))
        let id = request.parameter("id")
        try await telling { try hearth.setModelSetting(name, of: id, to: value) }
        return try await show(request)
    }

    private func reset(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        try await telling { try hearth.resetModelSettings(of: id) }
        return try await show(request)
    }

    private func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as RegistryError where error.reason == .unknownModel {
            throw ServerError(.notFound, "unknown-item", error.message)
        } catch let error as EngineError where error.reason == .usage {
            // What is wrong with a call at the terminal is a value here that cannot be taken.
            throw ServerError(.unprocessable, error.code, error.message)
        }
    }
}
