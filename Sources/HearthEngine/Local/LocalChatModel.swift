import Foundation
import HearthCore
import HearthLlama
import HearthRegistry

/// A local model for chat: what it is called, and where its file is.
struct LocalChatModel: Hashable, Sendable {
    /// Its id in the registry; the name of its file without the ending when it is not there.
    var id: String
    var path: String

    /// What `name` means: the path of a file, or the id of a model that is installed.
    init(_ name: String, in registry: ModelRegistry) {
        let real = Self.real(name)
        // A registry that cannot be read must not keep a file from being used.
        let installed = (try? Self.installed(in: registry)) ?? []
        if let known = installed.first(where: { Self.real($0.path) == real }) {
            self = LocalChatModel(id: known.id, path: name)
        } else if !Self.isPath(name), let known = Self.named(name, in: installed) {
            self = known
        } else {
            self = LocalChatModel(id: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent, path: name)
        }
    }

    /// The path of the file that `name` means. Reads the registry for an id alone.
    static func path(_ name: String, in registry: ModelRegistry) -> String {
        isPath(name) ? name : LocalChatModel(name, in: registry).path
    }

    private static func isPath(_ name: String) -> Bool {
        name.contains("/") || FileManager.default.fileExists(atPath: name)
    }

    private init(id: String, path: String) {
        self.id = id
        self.path = path
    }

    /// Everything that is here and that llama.cpp could chat with.
    ///
    /// - Throws: `RegistryError` `bad-registry`.
    static func installed(in registry: ModelRegistry) throws -> [LocalChatModel] {
        try registry.entries().compactMap { entry in
            guard let path = entry.path, entry.manifest.modality == .textGeneration,
                entry.manifest.runtimes.contains(.llama)
            else { return nil }
            return LocalChatModel(id: entry.manifest.id, path: path)
        }
    }

    /// The one that a client means: by its id, or by the name of its file.
    static func named(_ name: String, in models: [LocalChatModel]) -> LocalChatModel? {
        models.first { $0.id == name.lowercased() }
            ?? models.first { URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent == name }
    }

    private static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
