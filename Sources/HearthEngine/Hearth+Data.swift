public import Foundation
import HearthCore
import HearthStore

extension Hearth {
    // MARK: All data

    /// Replaces everything by a backup, which is verified first.
    public func restore(from backup: URL) async throws {
        let secrets = SecretStores.preferred(folder: folder)
        let key = try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: folder))
        try close()
        try await HearthDatabase.restore(from: backup, into: .init(folder: folder, key: key))
    }

    /// Deletes the database, its key, the keys of services, the environments and the settings. Returns the names of what was deleted.
    public func deleteEverything() async throws -> [String] {
        try close()
        let files = FileManager.default
        let before = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        try HearthDatabase.deleteEverything(in: folder, removingKeyFrom: SecretStores.preferred(folder: folder))
        try SettingsFile(folder: folder).remove()
        try EnvironmentRegistry(folder: folder).removeAll()
        // Last, because a secret service that does not answer must not keep anything else from being deleted.
        try KeyVault.removeEverything(folder: folder)
        let after = Set((try? files.contentsOfDirectory(atPath: folder.path)) ?? [])
        return before.filter { !after.contains($0) }.sorted()
    }
}
