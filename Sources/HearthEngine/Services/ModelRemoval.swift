import Foundation
import HearthCore
import HearthRegistry
import HearthStore

extension Hearth.Models {
    /// Removes a model's file, what was fetched of it, and the user's entry.
    ///
    /// - Parameter isForced: Also where it is used. The settings that name it here are taken out then.
    /// - Returns: Bytes that became free.
    /// - Throws: `RegistryError` `unknown-model`, `busy`, `model-not-found` when there is nothing of it here; `model-in-use`, which
    ///   says by what and what would be without it; ``EngineError`` `owner-only` for a program. What opening the store throws, for an
    ///   embedding model that is not forced.
    public func remove(_ id: String, isForced: Bool = false) async throws -> Int {
        try Reader.requireOwner(for: "Removing a model", of: .server)
        let entry = try registry.entry(id)
        let named = try settingsNaming(entry)
        if !isForced, let refusal = try await use(of: entry, named: named) { throw refusal }
        let freed = try await localLibrary.remove(entry.manifest.id)
        guard isForced else { return freed }
        try await BlockingWork.run {
            for key in named {
                do {
                    try set(key, to: nil)
                } catch let error as EngineError where error.reason == .settingOverridden {
                    // A variable or a flag is its owner's to change; the model is missing there from now on.
                }
            }
        }
        return freed
    }

    /// The settings that name its file, in the environment that is in use.
    private func settingsNaming(_ entry: ModelRegistry.Entry) throws -> [SettingKey] {
        guard let path = entry.path else { return [] }
        let settings = hearth.settings
        let chat = settings.localModel.map { LocalChatModel.path($0, in: registry) }
        let files: [(SettingKey, String?)] = [
            (.localModel, chat), (.embeddingModel, settings.embeddingModel), (.rerankingModel, settings.rerankingModel),
        ]
        return files.filter { $0.1.map { Self.isSame($0, path) } ?? false }.map(\.0)
    }

    /// Why it should stay; `nil` where nothing uses it.
    private func use(
        of entry: ModelRegistry.Entry, named: [SettingKey]
    ) async throws -> RegistryError? {
        guard let path = entry.path else { return nil }
        if let key = named.first { return try use(of: entry, by: key) }
        let found = ModelFiles(dataFolder: hearth.sharedFolder).embeddingModel()
        if hearth.settings.embeddingModel == nil, let found, Self.isSame(found, path) {
            return RegistryError(
                .inUse,
                "\(entry.manifest.id) is in use: search finds passages by meaning with it. Without it, and without another "
                    + "embedding model, search is by words only. Nothing was removed.")
        }
        guard entry.manifest.modality == .embedding, let change = try await vectorChange(servedBy: entry) else {
            return nil
        }
        return RegistryError(
            .inUse,
            "\(entry.manifest.id) still serves search: \(change.description). A running server makes the rest, or the next "
                + "ingestion; remove it then. Without it search is by words only until they are made. Nothing was removed."
        )
    }

    private func use(of entry: ModelRegistry.Entry, by key: SettingKey) throws -> RegistryError {
        let modality = entry.manifest.modality
        let others = try registry.entries().filter {
            $0.isInstalled && $0.manifest.modality == modality && $0.manifest.id != entry.manifest.id
                && ModelRegistry.problem(of: $0) == nil
        }.map(\.manifest.id)
        let instead =
            others.isEmpty
            ? "No other model for \(modality.title) is installed; without one, \(Self.without(key))."
            : "Choose another one for \(modality.title) first (\(others.prefix(5).joined(separator: ", "))), or none; without "
                + "one, \(Self.without(key))."
        let (place, help): (String, [Failure.Help]) =
            switch hearth.environments.current.sources[key] {
            case .variable(let name)?: ("the variable \(name) names it", [])
            case .flag?: ("a flag of this call names it", [])
            case .environment(let name)?:
                (
                    "the setting \(key.rawValue) of the environment \(name) names it",
                    [.unset(setting: key.rawValue, environment: name)]
                )
            case .file?, .preset?, nil:
                ("the setting \(key.rawValue) names it", [.unset(setting: key.rawValue)])
            }
        return RegistryError(
            .inUse, "\(entry.manifest.id) is in use: \(place). \(instead) Nothing was removed.", help: help)
    }

    /// What is when a setting names no model.
    private static func without(_ key: SettingKey) -> String {
        switch key {
        case .localModel: "answers come from the next engine that you allow, at last the basic one"
        case .embeddingModel: "search takes the one in the folder of models, where one is there, or is by words only"
        default: "search goes on with the order that it finds by itself"
        }
    }

    /// How far the change to another embedding model is, where this one's vectors serve search meanwhile; `nil` otherwise.
    private func vectorChange(servedBy entry: ModelRegistry.Entry) async throws -> VectorChange? {
        let snapshot = hearth.environments.current
        // What there is no library for, no library needs.
        guard let path = entry.path, StoreFiles(folder: snapshot.dataFolder).databaseExists,
            let change = try await hearth.documents.vectorChange(), let id = change.from
        else { return nil }
        let files = registry
        return try await BlockingWork.run {
            if let known = KnownEmbedders(dataFolder: snapshot.sharedFolder).file(of: id),
                FileManager.default.fileExists(atPath: known.path)
            {
                return Self.isSame(known.path, path) ? change : nil
            }
            return EmbedderFile(path: path, in: files).possibleIDs.contains(id) ? change : nil
        }
    }

    private static func isSame(_ a: String, _ b: String) -> Bool {
        ModelFiles.real(a) == ModelFiles.real(b)
    }
}
