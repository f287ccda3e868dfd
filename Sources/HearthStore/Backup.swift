public import Foundation
import GRDB
public import HearthCore
import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension HearthDatabase {
    /// Writes a copy of the database to `file`, while it is in use.
    ///
    /// The copy is one file, encrypted with the same key: keep the key as well, apart from the copy, or the copy is worth
    /// nothing. A file that is there already is replaced only when the copy is complete.
    ///
    /// Throws `invalid-input` where something else than a file is there, also a link.
    public func backup(to file: URL) async throws {
        guard [.nothing, .file].contains(FileKind(at: file)) else {
            throw StoreError(
                .invalidInput,
                "\(file.path) is \(FileKind(at: file).words), not a file; name another. Nothing was written.")
        }
        // A name that is nobody's: what this run did not make is not its to remove.
        let partial = file.deletingLastPathComponent().appending(path: ".hearth-\(UUID().uuidString).partial")
        let descriptor = Platform.open(partial.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.system("The backup could not be written", errno) }
        Platform.close(descriptor)
        do {
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
    /// A link is followed, and what it leads to is copied: the backup stays a file of its own.
    ///
    /// Throws `invalid-backup` when the check fails or no regular file is there, `busy` when some process has the store open, and
    /// `CancellationError` when the task is cancelled before the backup is put in place; then nothing is changed.
    public static func restore(from backup: URL, into configuration: Configuration) async throws {
        do {
            // To its end: half of a copy, and the lock, are not left behind.
            try await BlockingWork.untilStopped(on: "hearth.store.restore") { flag in
                try Restoration(configuration).run(backup, until: flag)
                // It holds what was evaluated of conversations that may not be in the backup.
                try? FileManager.default.removeItem(at: configuration.files.modelCache)
            }
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
        Restoration.removeDatabase(files.incoming)
        for file in files.all where FileManager.default.fileExists(atPath: file.path) {
            guard unlink(file.path) == 0 else { throw StoreError.system("A file could not be removed", errno) }
        }
        Platform.synchronizeFolder(folder)
    }
}

extension HearthDatabase {
    /// Cleans up after a restore that was cut short, where nobody has the store open; else whoever opens it next does.
    package static func finishInterruptedRestore(in folder: URL) {
        let files = StoreFiles(folder: folder)
        guard Restoration.isInterrupted(files),
            let lock = try? FolderLock(files.lock, mode: .exclusive, timeout: 0)
        else { return }
        defer { lock.release() }
        try? Restoration.finishInterrupted(files)
    }
}

/// Puts a backup in the place of a database.
struct Restoration {
    private let configuration: HearthDatabase.Configuration
    private let files: StoreFiles
    /// SQLCipher's, in bytes, of which every database is a multiple.
    private static let pageSize = 4096

    init(_ configuration: HearthDatabase.Configuration) {
        self.configuration = configuration
        files = configuration.files
    }

    /// - Parameter flag: Ends the work while the former database is in its place.
    func run(_ backup: URL, until flag: Latch) throws {
        // Once, and before anything is changed: what is checked is then what is copied.
        let source = try open(backup)
        try FileManager.default.createDirectory(
            at: files.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let lock = try FolderLock(files.lock, mode: .exclusive, timeout: 0) else {
            throw StoreError(.busy, "The store is open. Close every program that uses it and try again.")
        }
        defer { lock.release() }
        try Self.finishInterrupted(files)
        do {
            try copy(source, until: flag)
            try check()
            try flag.check()
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

    private func open(_ backup: URL) throws -> OpenFile {
        // Before it is opened: opening a device may do something.
        switch FileKind(at: backup, followsLinks: true) {
        case .nothing: throw StoreError(.invalidBackup, "There is no backup at \(backup.path).")
        case .file: break
        case let kind:
            throw StoreError(
                .invalidBackup, "\(backup.path) is \(kind.words), not the file of a backup. Nothing was changed.")
        }
        let own = [files.database, files.previous, files.incoming]
        guard !own.contains(where: { FileKind(at: $0) == .file && Self.sameFile($0, backup) }) else {
            throw StoreError(.invalidBackup, "\(backup.path) is the store itself, not a backup. Nothing was changed.")
        }
        do {
            let file = try OpenFile(path: backup.path)
            // Told apart from one of another key, over which somebody would go and change theirs.
            guard file.size > 0, file.size.isMultiple(of: Self.pageSize) else {
                throw StoreError(
                    .invalidBackup,
                    "\(backup.path) is no backup of Hearth, or not the whole of one: a copy may have been cut off. "
                        + "Nothing was changed.")
            }
            return file
        } catch let error as SystemError {
            throw StoreError(.invalidBackup, "\(error.message) Nothing was changed.")
        }
    }

    private func copy(_ source: OpenFile, until flag: Latch) throws {
        Self.removeDatabase(files.incoming)
        do {
            let copy = try NewFile.create(files.incoming.path)
            var offset = 0
            while offset < source.size {
                try flag.check()
                let bytes = try source.bytes(from: offset, count: 1 << 20)
                guard !bytes.isEmpty else { break }
                try copy.write(contentsOf: bytes)
                offset += bytes.count
            }
            try copy.close()
        } catch let error as CancellationError {
            throw error
        } catch let error as SystemError {
            throw StoreError(.io, "The backup could not be copied. \(error.message)")
        } catch {
            throw StoreError(
                .io, "The backup could not be copied; is there room on the disk? Nothing was changed.",
                cause: "\(error)")
        }
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
        // Also where the database itself was lost: the log that it left fits no other, and nothing in it says so.
        for suffix in ["-wal", "-shm"] {
            moveIfPresent(files.database.appendingToName(suffix), to: files.previous.appendingToName(suffix))
        }
        if files.databaseExists {
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

    /// Whether something of a restore is there. Under the store's lock that is one which a crash cut short.
    static func isInterrupted(_ files: StoreFiles) -> Bool {
        [files.previous, files.incoming, files.incomingAnchor].contains {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }

    /// Cleans up after a restore that a crash cut short. The rename either happened or not; both are whole databases.
    static func finishInterrupted(_ files: StoreFiles) throws {
        let manager = FileManager.default
        guard isInterrupted(files) else { return }
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
        // An earlier version took a folder for a backup; the copy of it would stand in the way of every later one.
        if FileKind(at: file) == .folder { try? FileManager.default.removeItem(at: file) }
    }
}

/// What stands under a name.
private enum FileKind {
    case nothing, file, folder, link, other

    init(at place: URL, followsLinks: Bool = false) {
        var status = stat()
        guard (followsLinks ? stat(place.path, &status) : lstat(place.path, &status)) == 0 else {
            self = .nothing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    var words: String {
        switch self {
        case .nothing: "nothing"
        case .file: "a file"
        case .folder: "a folder"
        case .link: "a link"
        case .other: "a pipe, a device or the like"
        }
    }
}
