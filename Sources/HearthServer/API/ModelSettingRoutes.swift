import Hearth
import HearthHTTP

/// `/api/models/:id/settings`: how one local model is run and writes.
struct ModelSettingRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.getModelSettings.route { try await show($0.parameter("id")) },
            Wire.changeModelSetting.route { try await change($0) },
            Wire.resetModelSettings.route { try await reset($0.parameter("id")) },
        ]
    }

    private func show(_ id: String) async throws -> Wire.ModelSettings {
        let settings = try await telling { try hearth.models.settings(of: id) }
        return Wire.ModelSettings(
            id: id,
            settings: settings.map { setting in
                Wire.ModelSetting(
                    name: setting.name, value: setting.value, effective: setting.effective,
                    origin: setting.origin.rawValue, default: setting.preset, allowed: setting.allowed,
                    summary: setting.summary)
            })
    }

    /// One setting: `{"name": "temperature", "value": "0.7"}`; without a value it goes back to its default.
    private func change(_ call: Call<Nothing, Wire.ModelSettingChange>) async throws -> Wire.ModelSettings {
        let (body, id) = (try await call.body(), call.parameter("id"))
        try await telling { try await hearth.models.set(body.name, of: id, to: body.value) }
        return try await show(id)
    }

    private func reset(_ id: String) async throws -> Wire.ModelSettings {
        try await telling { try await hearth.models.resetSettings(of: id) }
        return try await show(id)
    }

    private func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as RegistryError where error.reason == .unknownModel {
            throw ServerError(.notFound, "unknown-item", error.message)
        } catch let error as EngineError where error.reason == .usage {
            // What is wrong with a call at the terminal is a value here that cannot be taken.
            throw ServerError(.unprocessableContent, error.code, error.message)
        }
    }
}
