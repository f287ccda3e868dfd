import CSQLCipher
import Foundation
import GRDB
import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension HearthDatabase {
    /// Opens the database as ``init(_:)`` does, from a task: it waits for other processes without holding up a thread of the
    /// cooperative pool, and reads and migrates beside it.
    ///
    /// - Throws: As ``init(_:)``; `CancellationError`, also while it waits.
    public static func opened(_ configuration: Configuration) async throws -> HearthDatabase {
        do {
            let (connection, lock) = try await established(configuration)
            // What of the ledger was written by programs that were killed is noted, beside the pool of tasks, too.
            return try await besides(lock) { HearthDatabase(configuration, connection, lock) }
        } catch {
            throw StoreError.mapped(error)
        }
    }

    /// Opens, creates or migrates.
    static func establish(_ configuration: Configuration) throws -> (any DatabaseWriter, FolderLock?) {
        let files = try check(configuration)
        if configuration.isReadOnly {
            let lock = FolderLock(existing: files.lock)
            guard lock?.acquire(.shared, timeout: configuration.busyTimeout) != false else { throw isBusy }
            return (try makeReader(configuration), lock)
        }
        // The first process in creates or migrates alone; the others find a finished database. A process that is already
        // inside keeps others from the exclusive lock, but then there is nothing to create.
        guard
            let lock = try FolderLock(files.lock, mode: .exclusive, timeout: 0)
                ?? FolderLock(files.lock, mode: .shared, timeout: configuration.busyTimeout)
        else { throw isBusy }
        let pool = try makePool(configuration)
        guard lock.acquire(.shared, timeout: configuration.busyTimeout) else { throw isBusy }
        finish(configuration)
        return (pool, lock)
    }

    /// As ``establish(_:)``, from a task.
    private static func established(_ configuration: Configuration) async throws -> (any DatabaseWriter, FolderLock?) {
        let files = try check(configuration)
        if configuration.isReadOnly {
            let lock = FolderLock(existing: files.lock)
            guard try await lock?.acquire(.shared, within: configuration.busyTimeout) != false else { throw isBusy }
            return (try await besides(lock) { try makeReader(configuration) }, lock)
        }
        var first = try FolderLock(files.lock, mode: .exclusive, timeout: 0)
        if first == nil {
            first = try await .waiting(for: files.lock, mode: .shared, timeout: configuration.busyTimeout)
        }
        guard let lock = first else { throw isBusy }
        let pool = try await besides(lock) { try makePool(configuration) }
        guard try await lock.acquire(.shared, within: configuration.busyTimeout) else { throw isBusy }
        try await besides(lock) { finish(configuration) }
        return (pool, lock)
    }

    /// Blocking work that keeps the lock to its end, also when nobody waits for it any more.
    private static func besides<Value: Sendable>(
        _ lock: FolderLock?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await BlockingWork.run(on: "hearth.store.open") { try withExtendedLifetime(lock) { try work() } }
    }

    private static var isBusy: StoreError {
        StoreError(.busy, "Another process is restoring or deleting this store. Try again when it is done.")
    }

    /// What can be said before anything is opened. The folder is there afterwards, unless the database is read only.
    private static func check(_ configuration: Configuration) throws -> StoreFiles {
        guard csqlcipher_linked() == 1 else {
            throw StoreError(
                .notEncrypted,
                "This program was built without SQLCipher, so nothing would be encrypted.", help: [.rebuild])
        }
        guard configuration.key.count == DatabaseKey.byteCount else {
            throw StoreError(.invalidKey, "A database key has \(DatabaseKey.byteCount) bytes.")
        }
        let files = configuration.files
        if !files.databaseExists && (configuration.isReadOnly || !configuration.createsIfMissing) {
            throw StoreError(.notFound, "There is no database in \(files.folder.path).")
        }
        if configuration.isReadOnly { try LostDatabase.refuse(files) }
        if !configuration.isReadOnly { try createFolder(files.folder) }
        return files
    }

    /// Creates or migrates, under the lock.
    private static func makePool(_ configuration: Configuration) throws -> any DatabaseWriter {
        let files = configuration.files
        try Restoration.finishInterrupted(files)
        // Before anything is made in its place, and before SQLite takes its log away.
        try LostDatabase.refuse(files)
        let isNew = !files.databaseExists
        if isNew { try createPrivateFile(files.database) }
        if isNew { try KeyCheck.write(key: configuration.key, to: files.keyCheck) }
        do {
            let pool = try DatabasePool(
                path: files.database.path, configuration: connectionConfiguration(configuration))
            try pool.read { db in
                try Migrations.refuseNewer(db)
                try anchorIfNew(db, files, LedgerSeal(databaseKey: configuration.key))
            }
            try migrate(pool)
            // GRDB sets NORMAL on the writer after `prepareDatabase`; a transaction that was reported done must survive a
            // power cut, so FULL is set again. It costs nothing that could be measured.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        } catch {
            throw explain(error, files: files, key: configuration.key)
        }
    }

    private static func finish(_ configuration: Configuration) {
        let files = configuration.files
        // A restored or copied database may lack it.
        if KeyCheck.matches(key: configuration.key, file: files.keyCheck) != true {
            try? KeyCheck.write(key: configuration.key, to: files.keyCheck)
        }
    }

    private static func makeReader(_ configuration: Configuration) throws -> any DatabaseWriter {
        let files = configuration.files
        var connection = connectionConfiguration(configuration)
        connection.readonly = true
        // Where not even SQLite's own -shm file can be made, the file is read as one that does not change. That is right
        // only without a log, and a closed store has none.
        let canWrite = access(files.folder.path, W_OK) == 0
        let path = canWrite || files.logBytes > 0 ? files.database.path : immutablePath(files.database)
        do {
            let queue = try DatabaseQueue(path: path, configuration: connection)
            try queue.read { try Migrations.refuseNewer($0) }
            return queue
        } catch {
            throw explain(error, files: files, key: configuration.key)
        }
    }

    private static func immutablePath(_ file: URL) -> String {
        var unescaped = CharacterSet.urlPathAllowed
        unescaped.remove(charactersIn: "?#%")
        return "file:\(file.path.addingPercentEncoding(withAllowedCharacters: unescaped) ?? file.path)?immutable=1"
    }

    private static func migrate(_ pool: DatabasePool) throws {
        let isDone = try pool.read { db in
            try Migrations.refuseNewer(db)
            return try Migrations.areComplete(db)
        }
        if !isDone { try Migrations.migrator.migrate(pool) }
    }

    /// Settings of every connection, in the order that SQLCipher needs: the key first.
    static func connectionConfiguration(_ configuration: Configuration) -> GRDB.Configuration {
        var result = GRDB.Configuration()
        result.busyMode = .timeout(max(0, min(configuration.busyTimeout, 86_400)))
        result.maximumReaderCount = 4
        result.label = "hearth"
        let key = configuration.key
        let cacheKiB = max(1_024, min(configuration.cacheKiB, 1_048_576))
        result.prepareDatabase { db in
            try applyKey(key, to: db)
            // Reads the first page, so that a wrong key is reported as such and not by whatever comes next.
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
            guard csqlcipher_register_search(UnsafeMutableRawPointer(db.sqliteConnection)) == 0 else {
                throw StoreError(.failure, "The search functions could not be added to the database connection.")
            }
            db.add(function: SearchFilter.holdsText)
            db.add(function: SearchFilter.holdsSender)
            try db.execute(sql: "PRAGMA cache_size = -\(cacheKiB)")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return result
    }

    /// Sets the raw key, and refuses a library that would take the key without encrypting: plain SQLite ignores `PRAGMA key`.
    static func applyKey(_ key: Secret, to db: Database) throws {
        try db.execute(sql: "PRAGMA cipher_log_level = NONE")
        // Not by `PRAGMA key`: a statement leaves copies of itself in memory that nobody overwrites.
        let connection = UnsafeMutableRawPointer(db.sqliteConnection)
        let result = key.withExposedBytes { csqlcipher_set_key(connection, $0.baseAddress, $0.count) }
        guard result == 0 else { throw StoreError(.failure, "The key could not be set.") }
        guard try String.fetchOne(db, sql: "PRAGMA cipher_version") != nil else {
            throw StoreError(
                .notEncrypted,
                "The SQLite library in use does not encrypt.", help: [.rebuild])
        }
    }

    /// Tells a wrong key from a damaged first page, which SQLite reports alike.
    static func explain(_ error: any Error, files: StoreFiles, key: Secret) -> any Error {
        let mapped = StoreError.mapped(error)
        guard let known = mapped as? StoreError, known.reason == .wrongKey else { return mapped }
        guard KeyCheck.matches(key: key, file: files.keyCheck) == true else { return known }
        return StoreError(
            .damaged,
            "The database is damaged: its first page fails its check although the key is right. Restore a backup.",
            cause: known.cause)
    }

    private static func createFolder(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError
            where error.code == .fileWriteNoPermission || error.code == .fileWriteVolumeReadOnly
        {
            throw StoreError(
                .readOnly, "The data folder \(folder.path) could not be created: the place cannot be written.")
        } catch {
            throw StoreError(.io, "The data folder \(folder.path) could not be created.", cause: "\(error)")
        }
    }

    /// SQLite gives the log and the shared memory the mode of the main file, so all of them are for the owner only.
    static func createPrivateFile(_ file: URL) throws {
        let descriptor = Platform.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.system("The database could not be created", errno) }
        Platform.close(descriptor)
    }
}
