import Foundation
import HearthCore
import HearthLlama

/// `model-settings.json` of a data folder: how a person wants single local models to run and to write, by their names.
struct ModelSettingsFile: Sendable {
    private let file: JSONFile

    init(folder: URL) { file = JSONFile(folder.appendingPathComponent("model-settings.json")) }

    /// What is set for a model; nothing for one that is not in the file.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings` when the file or a value in it cannot be used.
    func settings(of model: String) throws -> ModelSettings {
        try settings(in: file.read()[model]?.objectValue ?? JSONObject(), model)
    }

    /// Sets a value; `nil` goes back to the default.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when the value is not allowed.
    @discardableResult
    func set(_ key: ModelSettings.Key, of model: String, to text: String?) throws -> ModelSettings {
        try file.update { object in
            var members = object[model]?.objectValue ?? JSONObject()
            var settings = try settings(in: members, model)
            do {
                try key.set(text, in: &settings)
            } catch let error as LlamaError {
                throw EngineError(.usage, error.message)
            }
            members[key.rawValue] = key.text(in: settings).map { Self.json($0, key) }
            object[model] = members.isEmpty ? nil : .object(members)
            return settings
        }
    }

    /// Goes back to the defaults of everything.
    func reset(_ model: String) throws { try file.update { $0[model] = nil } }

    func remove() throws { try file.remove() }

    private func settings(in members: JSONObject, _ model: String) throws -> ModelSettings {
        var settings = ModelSettings()
        for (name, value) in members {
            // What another version wrote is left alone.
            guard let key = ModelSettings.Key(rawValue: name) else { continue }
            do {
                switch value {
                case .string(let text): try key.set(text, in: &settings)
                case .number(let number): try key.set(number.description, in: &settings)
                case .null: continue
                default: throw LlamaError.badSetting(key)
                }
            } catch let error as LlamaError {
                throw EngineError(
                    .badSettings, "\(file.url.path), \(model): \(error.message)",
                    help: [.resetModelSettings(id: model)])
            }
        }
        return settings
    }

    private static func json(_ text: String, _ key: ModelSettings.Key) -> JSONValue {
        key == .chatTemplate ? .string(text) : JSONNumber(text).map { .number($0) } ?? .string(text)
    }
}
