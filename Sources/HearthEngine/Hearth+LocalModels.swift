public import Foundation
import HearthCore
import HearthLlama
import HearthRegistry

/// What is loaded, and how much room there is.
public struct LoadedModels: Codable, Hashable, Sendable {
    /// The one used last first.
    public var models: [Model]
    /// Bytes that they take by estimate, and bytes that they may take.
    public var usedBytes: Int
    public var budgetBytes: Int

    public struct Model: Codable, Hashable, Sendable {
        /// Its id in the registry; the name of its file when it is not there.
        public var id: String
        public var path: String
        /// `loading` or `ready`.
        public var state: String
        /// The share of the weights that is loaded, from 0 to 1.
        public var progress: Double
        /// Bytes by estimate: the weights, the context, and what is computed on the way.
        public var bytes: Int
        /// Tokens of the context; 0 for a model that has none.
        public var contextLength: Int
        /// Requests that use it now. Only a model that none uses is unloaded.
        public var users: Int
        /// Whether Hearth keeps it for its own work, for as long as it runs: the model that search embeds with. Its users are
        /// not counted. `nil` means no.
        public var isKept: Bool?
        public var since: Date
        public var lastUsed: Date
    }
}

/// Local models at work: what is loaded, and how single ones are run.
extension Hearth {
    // MARK: Loaded

    /// Every model that this object has loaded or is loading. Opens no connection; ``serverModels()`` asks a running server.
    public func loadedModels() async -> LoadedModels {
        let ids = ((try? models.entries()) ?? []).reduce(into: [String: String]()) { ids, entry in
            if let path = entry.path { ids[Self.real(path)] = entry.manifest.id }
        }
        let models = await pool.loaded().map { model in
            LoadedModels.Model(
                id: ids[Self.real(model.path)] ?? model.id, path: model.path, state: model.state.rawValue,
                progress: model.progress, bytes: Int(clamping: model.memory.total),
                contextLength: model.memory.contextLength, users: model.users,
                isKept: model.isHeld ? true : nil, since: model.since, lastUsed: model.lastUsed)
        }
        let used = models.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
        return LoadedModels(models: models, usedBytes: used, budgetBytes: Int(clamping: pool.byteBudget))
    }

    /// Unloads a model by its id; `false` when it was not loaded.
    ///
    /// - Throws: An error with the code `model-in-use` while it answers or is being loaded.
    public func unloadModel(_ id: String) async throws -> Bool {
        guard let model = await loadedModels().models.first(where: { $0.id == id }) else { return false }
        return try await pool.unload(model.path)
    }

    private static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    // MARK: Installed

    /// Ids of the local chat models that a client can ask for by name, each with what stands against it now.
    public func servableModels() async throws -> [(id: String, problem: String?)] {
        var found: [(id: String, problem: String?)] = []
        for model in try LocalChatModel.installed(in: models) {
            var problem: String?
            if case .unavailable(_, let message) = await pool.languageModel(model.path).availability() {
                problem = message
            }
            found.append((model.id, problem))
        }
        return found
    }

    // MARK: Settings of one model

    /// One setting of a model: what holds, and why.
    public struct ModelSetting: Sendable, Hashable {
        /// Such as `temperature`.
        public var name: String
        /// What is set for this model; `nil` when nothing is.
        public var value: String?
        /// What holds: the value, else a setting for all models, else the default in words.
        public var effective: String
        public var origin: Origin
        /// What holds when nothing is set.
        public var preset: String
        /// What it does, in a line, and what it may be.
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

    /// How a local model is run and writes, every setting with where it comes from.
    ///
    /// - Parameter id: A model of the registry, or the name of the file that is chosen for chat.
    /// - Throws: `RegistryError` `unknown-model`; ``EngineError`` `bad-settings`, `incompatible-model`.
    public nonisolated func modelSettings(of id: String) throws -> [ModelSetting] {
        let snapshot = environments.current
        let own = try ModelSettingsFile(folder: snapshot.dataFolder).settings(of: settingsName(id))
        return ModelSettings.Key.allCases.map { key in
            let value = key.text(in: own)
            var setting = ModelSetting(
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
    public nonisolated func setModelSetting(_ name: String, of id: String, to text: String?) throws {
        guard let key = ModelSettings.Key(rawValue: name) else {
            let names = ModelSettings.Key.allCases.map(\.rawValue)
            throw EngineError(
                .usage,
                "There is no setting \(name.prefix(100)) of a model\(NearestName.question(name, among: names)) There are "
                    + names.joined(separator: ", ") + ".")
        }
        try ModelSettingsFile(folder: folder).set(key, of: settingsName(id), to: text)
    }

    /// Takes everything out that is set for a model.
    public nonisolated func resetModelSettings(of id: String) throws {
        try ModelSettingsFile(folder: folder).reset(settingsName(id))
    }

    /// Names and summaries of everything that can be set for a model, for help.
    public static var modelSettingNames: [(name: String, summary: String)] {
        ModelSettings.Key.allCases.map { ($0.rawValue, $0.summary) }
    }

    /// The name under which a model's settings stand.
    private nonisolated func settingsName(_ id: String) throws -> String {
        let chosen = settings.localModel.map { LocalChatModel($0, in: models) }
        if let chosen, chosen.id == id { return chosen.id }
        let model = try models.entry(id).manifest
        guard model.modality == .textGeneration else {
            throw EngineError(
                .incompatibleModel,
                "\(model.id) writes no text, so there is nothing to set for it; it is a model for "
                    + "\(model.modality.title).")
        }
        return model.id
    }
}
