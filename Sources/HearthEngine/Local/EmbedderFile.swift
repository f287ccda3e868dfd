import Foundation
import HearthCore
import HearthRegistry
import HearthStore

/// The file of an embedding model, and what is put before the texts that it is given.
struct EmbedderFile: Codable, Hashable, Sendable {
    var path: String
    var prefixes: EmbeddingPrefixes

    /// The embedding model that the settings choose, or the one that is there without; `nil` where there is none.
    ///
    /// What stands before texts is what the setting says; else what the list says of the file; else what is known of models of the name that
    /// the file gives itself.
    static func chosen(_ snapshot: EnvironmentSnapshot) -> EmbedderFile? {
        let files = ModelFiles(dataFolder: snapshot.dataFolder)
        guard let path = snapshot.settings.embeddingModel ?? files.embeddingModel() else { return nil }
        if let said = snapshot.settings.embeddingPrefixes { return EmbedderFile(path: path, prefixes: said) }
        return EmbedderFile(path: path, in: files.registry)
    }

    init(path: String, prefixes: EmbeddingPrefixes) { (self.path, self.prefixes) = (path, prefixes) }

    /// As the list of models and the file itself say.
    init(path: String, in registry: ModelRegistry) {
        self.init(
            path: path,
            prefixes: ModelFiles.entry(at: path, in: registry)?.manifest.prefixes ?? EmbeddingFile(path: path)?.prefixes
                ?? .none)
    }

    /// The ids that the model in it may have, as the file's head tells without loading it.
    var possibleIDs: [String] { (EmbeddingFile(path: path)?.names ?? []).map { $0 + prefixes.mark } }
}

/// Remembers in which files the models are whose vectors a library has, so that search can go on with them after another one was chosen.
///
/// A small file in the folder of what can be made anew. Where it cannot be read, models are looked for among those that are installed.
struct KnownEmbedders: Sendable {
    private let file: PrivateFile
    /// More models than anyone changes between; the oldest are not told apart, so all go.
    private static let most = 32

    init(dataFolder: URL) {
        file = PrivateFile(StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("embedders.json"))
    }

    /// The file of the model of an id.
    func file(of id: String) -> EmbedderFile? { read()[id] }

    /// The id of the model in a file; `nil` where it was never loaded.
    func id(of file: EmbedderFile) -> String? { read().first { $0.value == file }?.key }

    func remember(_ file: EmbedderFile, as id: String) {
        var all = read()
        guard all[id] != file || all.contains(where: { $0.value == file && $0.key != id }) else { return }
        if all.count >= Self.most { all = [:] }
        // Another model was put in the place of a file.
        all = all.filter { $0.value != file }
        all[id] = file
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(all) else { return }
        // What cannot be written is looked for the next time.
        try? self.file.write(Array(data))
    }

    private func read() -> [String: EmbedderFile] {
        guard let bytes = (try? file.read()) ?? nil else { return [:] }
        let all = (try? JSONDecoder().decode([String: EmbedderFile].self, from: Data(bytes))) ?? [:]
        return all.filter { $0.value.prefixes.isSensible }
    }
}
