import Foundation
import HearthCore
import HearthLlama
import HearthRegistry

/// One setting of a local model, with its effective value and where that comes from.
public struct LocalModelSetting: Sendable, Hashable {
    /// Such as `temperature`.
    public var name: String
    /// The value that is set for this model; `nil` when none is set.
    public var value: String?
    /// The effective value: the model's own, else the one for all models, else the default in words.
    public var effective: String
    public var origin: Origin
    /// The default, in words.
    public var preset: String
    /// One line that says what the setting does and which values it takes.
    public var summary: String
    public var allowed: String

    public enum Origin: String, Sendable {
        /// Set for this model.
        case model
        /// Set for all models: `context-length`, `threads`, `chat-template`.
        case settings
        /// A flag or a variable, for this call alone.
        case call
        case preset = "default"
    }
}

/// How single local models are run and write.
extension Hearth.Models {
    /// How a local model is run and writes, every setting with where it comes from.
    ///
    /// - Parameter id: A model of the registry, or the name of the file that is chosen for chat.
    /// - Throws: `RegistryError` `unknown-model`; ``EngineError`` `bad-settings`, `incompatible-model`.
    public func settings(of id: String) throws -> [LocalModelSetting] {
        let snapshot = hearth.environments.current
        let own = try ModelSettingsFile(folder: snapshot.sharedFolder).settings(of: settingsName(id))
        return ModelSettings.Key.allCases.map { key in
            let value = key.text(in: own)
            var setting = LocalModelSetting(
                name: key.rawValue, value: value, effective: value ?? key.defaultText,
                origin: value == nil ? .preset : .model, preset: key.defaultText, summary: key.summary,
                allowed: key.allowed)
            let general: SettingKey? =
                switch key {
                case .contextLength: .contextLength
                case .threads: .threads
                case .chatTemplate: .chatTemplate
                default: nil
                }
            guard let general, let text = general.text(in: snapshot.settings) else { return setting }
            switch snapshot.sources[general] {
            case .flag?, .variable?: (setting.effective, setting.origin) = (text, .call)
            default: if value == nil { (setting.effective, setting.origin) = (text, .settings) }
            }
            return setting
        }
    }

    /// Sets how a model is run or writes; `nil` goes back to the default. It holds for requests that start afterwards, also in
    /// other processes.
    ///
    /// - Throws: `RegistryError` `unknown-model`; ``EngineError`` `usage` for a name or value that is not allowed,
    ///   `bad-settings`, `incompatible-model`.
    public func set(_ name: String, of id: String, to text: String?) async throws {
        guard let key = ModelSettings.Key(rawValue: name) else {
            let names = ModelSettings.Key.allCases.map(\.rawValue)
            throw EngineError(
                .usage,
                "There is no setting \(name.prefix(100)) of a model\(NearestName.question(name, among: names)) There are "
                    + names.joined(separator: ", ") + ".")
        }
        // Memory would be set aside for what the model was never trained to read.
        if key == .contextLength, let wanted = text.flatMap({ Int($0) }),
            let most = try? registry.entry(id).manifest.contextLength, wanted > most
        {
            throw EngineError(
                .usage, "\(id) was made for \(most) tokens at most, so its context-length cannot be \(wanted).")
        }
        let file = ModelSettingsFile(folder: hearth.sharedFolder)
        // It has a lock, for which another process may have to be waited for.
        _ = try await BlockingWork.run { try file.set(key, of: settingsName(id), to: text) }
    }

    /// Takes everything out that is set for a model.
    public func resetSettings(of id: String) async throws {
        let file = ModelSettingsFile(folder: hearth.sharedFolder)
        try await BlockingWork.run { try file.reset(settingsName(id)) }
    }

    /// Names and summaries of everything that can be set for a model, for help.
    public static var settingNames: [(name: String, summary: String)] {
        ModelSettings.Key.allCases.map { ($0.rawValue, $0.summary) }
    }

    /// The name under which a model's settings stand.
    private func settingsName(_ id: String) throws -> String {
        let chosen = hearth.settings.localModel.map { LocalChatModel($0, in: registry) }
        if let chosen, chosen.id == id { return chosen.id }
        let model = try registry.entry(id).manifest
        guard model.modality == .textGeneration else {
            throw EngineError(
                .incompatibleModel,
                "\(model.id) writes no text, so there is nothing to set for it; it is a model for "
                    + "\(model.modality.title).")
        }
        return model.id
    }
}

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
        // A template may be named by the path of a file.
        try Reader.requireOwner(for: SettingsFile.change, of: key == .chatTemplate ? .machine : .server)
        return try file.update { object in
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
    func reset(_ model: String) throws {
        try Reader.requireOwner(for: SettingsFile.change, of: .server)
        try file.update { $0[model] = nil }
    }

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
