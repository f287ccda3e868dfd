public import Foundation
import HearthCore
import HearthStore

extension Hearth {
    // MARK: All data

    /// Replaces everything by a backup, which is verified first.
    public func restore(from backup: URL) async throws {
        await shutdown()
        let folder = folder
        let secrets = SecretStores.preferred(folder: folder)
        let key = try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: folder))
        try await close()
        try await HearthDatabase.restore(from: backup, into: .init(folder: folder, key: key))
    }

    /// Deletes the database, its key, the keys of services, the environments, the settings and what servers left. Returns the
    /// names of what was deleted.
    public func deleteEverything() async throws -> [String] {
        await shutdown()
        try await close()
        let base = environments.current.baseFolder
        let registry = EnvironmentRegistry(folder: base)
        // Environments may keep their documents in folders of their own; what is everything includes them.
        let own = try registry.load().environments.compactMap(\.dataFolder)
        let folders = [base] + Set(own).sorted().map { URL(fileURLWithPath: $0, isDirectory: true) }
        let before = folders.map(Self.names)
        for folder in folders {
            try HearthDatabase.deleteEverything(in: folder, removingKeyFrom: SecretStores.preferred(folder: folder))
        }
        try SettingsFile(folder: base).remove()
        for folder in folders {
            try ModelSettingsFile(folder: folder).remove()
            try RunningServer.removeTraces(in: folder)
        }
        try registry.removeAll()
        // Last, because a secret service that does not answer must not keep anything else from being deleted.
        try KeyVault.removeEverything(folder: base)
        for folder in folders { try? FileManager.default.removeItem(at: PrivateFile.lockFile(in: folder)) }
        return zip(folders, before).flatMap { folder, before in
            let left = Set(Self.names(in: folder))
            let gone = before.filter { !left.contains($0) }.sorted()
            return folder == base ? gone : gone.map { folder.appendingPathComponent($0).path }
        }
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
