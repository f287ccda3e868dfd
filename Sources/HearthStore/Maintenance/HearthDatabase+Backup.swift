public import Foundation
import GRDB
public import HearthCore

extension HearthDatabase {
    /// Writes a copy of the database to `file`, while it is in use.
    ///
    /// The copy is one file, encrypted with the same key: keep the key as well, apart from the copy, or the copy is worth
    /// nothing. A file that is there already is replaced only when the copy is complete.
    public func backup(to file: URL) async throws {
        let partial = file.appendingToName(".partial")
        do {
            try? FileManager.default.removeItem(at: partial)
            try Self.createPrivateFile(partial)
            // A large store takes a while, for which no task of the program should wait.
            try await BlockingWork.run(on: "hearth.store.backup") { [connection, configuration, ledgerSeal] in
                try Self.copy(connection, to: partial, configuration, ledgerSeal)
            }
            guard rename(partial.path, file.path) == 0 else {
                throw StoreError.system("The backup could not be written", errno)
            }
            Platform.synchronizeFolder(file.deletingLastPathComponent())
        } catch {
            Restoration.removeDatabase(partial)
            throw StoreError.mapped(error)
        }
    }

    private static func copy(
        _ source: any DatabaseWriter, to file: URL, _ configuration: Configuration, _ seal: LedgerSeal
    ) throws {
        // Before the tables are copied, which can only become longer.
        let noted = AnchorFile.read(configuration.files.ledgerAnchor, seal).found
        let copy = try DatabaseQueue(path: file.path, configuration: connectionConfiguration(configuration))
        try source.backup(to: copy)
        if case .known(let anchor) = noted {
            try copy.write { db in
                if try Migrations.hasAnchor(db) { try db.setAnchorOfBackup(anchor, seal) }
            }
        }
        // The copy says it has a log, as the original has. Without one it is a single file, and can be read from a medium
        // that cannot be written.
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
    }

    /// Puts a backup in the place of the store's database. Nothing may have the store open, this process included.
    ///
    /// The backup is copied beside the database and checked there: that the key opens it, every page, every index. Then one
    /// rename puts it in place; until then, and after a crash at any point, the former database is there.
    ///
    /// Throws `invalid-backup` when the check fails, `busy` when some process has the store open.
    public static func restore(from backup: URL, into configuration: Configuration) async throws {
        do {
            try Restoration(configuration).run(backup)
            // It holds what was evaluated of conversations that may not be in the backup.
            try? FileManager.default.removeItem(at: configuration.files.modelCache)
        } catch {
            throw StoreError.mapped(error)
        }
    }

    /// Removes the database and all its files; nothing may have the store open, this process included. The key is removed
    /// too when `secrets` is given, and without it no copy of the files can be read any more.
    ///
    /// Throws `busy` when some process has the store open.
    public static func deleteEverything(in folder: URL, removingKeyFrom secrets: (any SecretStore)? = nil) throws {
        let files = StoreFiles(folder: folder)
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        guard let lock = try FolderLock(files.lock, mode: .exclusive, timeout: 0) else {
            throw StoreError(.busy, "The store is open. Close every program that uses it and try again.")
        }
        defer { lock.release() }
        // The key first: if the rest fails half-way, what is left cannot be read.
        try secrets?.removeSecret(named: DatabaseKey.name)
        try? FileManager.default.removeItem(at: files.modelCache)
        for file in files.all where FileManager.default.fileExists(atPath: file.path) {
            guard unlink(file.path) == 0 else { throw StoreError.system("A file could not be removed", errno) }
        }
        Platform.synchronizeFolder(folder)
    }
}
