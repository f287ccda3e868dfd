import Foundation
import GRDB

/// Puts a backup in the place of a database.
struct Restoration {
    private let configuration: HearthDatabase.Configuration
    private let files: StoreFiles

    init(_ configuration: HearthDatabase.Configuration) {
        self.configuration = configuration
        files = configuration.files
    }

    func run(_ backup: URL) throws {
        guard FileManager.default.fileExists(atPath: backup.path) else {
            throw StoreError(.invalidBackup, "There is no backup at \(backup.path).")
        }
        try FileManager.default.createDirectory(
            at: files.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let lock = try FolderLock(files.lock, mode: .exclusive, timeout: 0) else {
            throw StoreError(.busy, "The store is open. Close every program that uses it and try again.")
        }
        defer { lock.release() }
        try Self.finishInterrupted(files)
        do {
            try copy(backup)
            try check()
            let anchor = try LedgerCarrier(configuration).carry(from: files.database, to: files.incoming)
            if let anchor {
                try AnchorFile.write(
                    anchor, to: files.incomingAnchor, LedgerSeal(databaseKey: configuration.key))
            }
            try swap()
        } catch {
            if FileManager.default.fileExists(atPath: files.incoming.path) { unlink(files.incomingAnchor.path) }
            Self.removeDatabase(files.incoming)
            throw error
        }
    }

    private func copy(_ backup: URL) throws {
        Self.removeDatabase(files.incoming)
        try FileManager.default.copyItem(at: backup, to: files.incoming)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.incoming.path)
    }

    private func check() throws {
        let problems: [String]
        do {
            let queue = try DatabaseQueue(
                path: files.incoming.path, configuration: HearthDatabase.connectionConfiguration(configuration))
            problems = try queue.read { db in
                try Migrations.refuseNewer(db)
                guard try db.tableExists("grdb_migrations"), try db.tableExists("document") else {
                    return ["It is not a database of Hearth."]
                }
                return try HearthDatabase.problems(db)
            }
            try queue.close()
        } catch let error as StoreError where error.reason == .newerSchema {
            throw error
        } catch {
            let known = StoreError.mapped(error) as? StoreError
            guard known?.reason == .wrongKey else {
                throw StoreError(
                    .invalidBackup, "The backup is damaged. Nothing was changed.", cause: known?.cause)
            }
            // A wrong key and a damaged first page look alike.
            let file = DatabaseKey.file(in: files.folder)
            throw StoreError(
                .invalidBackup,
                """
                The key of the store in \(files.folder.path) does not open the backup: it was made from a store with another \
                key, or its beginning is damaged. To restore it, put the \(file.lastPathComponent) of the store that it was \
                made from at \(file.path); keep the one that is there now, which alone opens what is there now. Nothing was \
                changed.
                """, cause: known?.cause)
        }
        guard problems.isEmpty else {
            throw StoreError(
                .invalidBackup, "The backup is damaged. Nothing was changed.",
                cause: problems.prefix(5).joined(separator: "; "))
        }
    }

    private func swap() throws {
        let descriptor = Platform.open(files.incoming.path, O_RDONLY | O_CLOEXEC, 0)
        if descriptor >= 0 {
            _ = fsync(descriptor)
            Platform.close(descriptor)
        }
        // The former database must not need its log any more, because the log would be taken for the new one's. When it is
        // too damaged to be opened, its log is set aside with it.
        foldLog()
        Self.removeDatabase(files.previous)
        if files.databaseExists {
            for suffix in ["-wal", "-shm"] {
                moveIfPresent(files.database.appendingToName(suffix), to: files.previous.appendingToName(suffix))
            }
            guard link(files.database.path, files.previous.path) == 0 else {
                throw StoreError.system("The former database could not be kept", errno)
            }
        }
        Platform.synchronizeFolder(files.folder)
        guard rename(files.incoming.path, files.database.path) == 0 else {
            throw StoreError.system("The backup could not be put in place", errno)
        }
        // From here on the new database is the store's, and so is its anchor.
        Self.placeAnchor(files)
        try KeyCheck.write(key: configuration.key, to: files.keyCheck)
        Platform.synchronizeFolder(files.folder)
        Self.removeDatabase(files.previous)
        Self.removeDatabase(files.incoming)
    }

    private func foldLog() {
        guard files.databaseExists,
            let queue = try? DatabaseQueue(
                path: files.database.path, configuration: HearthDatabase.connectionConfiguration(configuration))
        else { return }
        try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try? queue.close()
    }

    private func moveIfPresent(_ file: URL, to place: URL) {
        if FileManager.default.fileExists(atPath: file.path) { _ = rename(file.path, place.path) }
    }

    /// Cleans up after a restore that a crash cut short. The rename either happened or not; both are whole databases.
    static func finishInterrupted(_ files: StoreFiles) throws {
        let manager = FileManager.default
        guard
            [files.previous, files.incoming, files.incomingAnchor].contains(where: {
                manager.fileExists(atPath: $0.path)
            })
        else { return }
        // The database's rename takes the incoming one's name away: while that is there, it did not happen.
        if manager.fileExists(atPath: files.incoming.path) {
            unlink(files.incomingAnchor.path)
        } else {
            placeAnchor(files)
        }
        if manager.fileExists(atPath: files.previous.path) {
            let isSame = sameFile(files.previous, files.database)
            if isSame || !files.databaseExists {
                // The new one is not in place yet: give the former its log back.
                for suffix in ["-wal", "-shm"] {
                    let aside = files.previous.appendingToName(suffix)
                    if manager.fileExists(atPath: aside.path) {
                        _ = rename(aside.path, files.database.appendingToName(suffix).path)
                    }
                }
                if !isSame { _ = rename(files.previous.path, files.database.path) }
            }
        }
        removeDatabase(files.previous)
        removeDatabase(files.incoming)
    }

    private static func placeAnchor(_ files: StoreFiles) {
        guard FileManager.default.fileExists(atPath: files.incomingAnchor.path) else { return }
        _ = rename(files.incomingAnchor.path, files.ledgerAnchor.path)
    }

    private static func sameFile(_ a: URL, _ b: URL) -> Bool {
        var (x, y) = (stat(), stat())
        return stat(a.path, &x) == 0 && stat(b.path, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev
    }

    static func removeDatabase(_ file: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file.appendingToName(suffix).path) }
    }
}
