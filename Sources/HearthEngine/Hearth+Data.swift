public import Foundation
import HearthCore
import HearthStore

extension Hearth {
    // MARK: All data

    /// Where a copy of the key can be taken from: the key file, or a description of the place that has it.
    public nonisolated var databaseKeyPlace: String {
        let file = DatabaseKey.file(in: folder)
        return FileManager.default.fileExists(atPath: file.path)
            ? file.path : SecretStores.preferred(folder: folder).placeDescription
    }

    /// Writes the key of the database to a file that only its owner may read, in the form that ``restore(from:)`` takes on
    /// another machine. Whoever has it and a backup can read everything.
    ///
    /// - Throws: `StoreError` `missing-key`, `store-io` when the file is there already.
    public nonisolated func writeDatabaseKey(to file: URL) throws {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw StoreError(.io, "\(file.path) is there already; name a new file for the key.")
        }
        let key = try DatabaseKey.loadForRestoring(
            in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
        try PrivateFile(file).write(key.exposedBytes())
    }

    /// Replaces everything by a backup, which is verified first.
    ///
    /// - Throws: `StoreError` `missing-key` where the key that opens the backup is not there, `invalid-backup`, `busy`.
    public func restore(from backup: URL) async throws {
        await shutdown()
        let folder = folder
        let secrets = SecretStores.preferred(folder: folder)
        guard FileManager.default.fileExists(atPath: backup.path) else {
            throw StoreError(.invalidBackup, "There is no backup at \(backup.path).")
        }
        let key = try DatabaseKey.loadForRestoring(in: secrets, for: StoreFiles(folder: folder))
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
