public import Foundation
import GRDB
public import HearthCore
import Synchronization

/// The encrypted database: documents, chunks, full-text and vector search, conversations, the journal,
/// what analyses worked out, the ledger and the consents.
///
/// One object owns the connections and offers named operations; no SQL leaves this module. Everything it writes is encrypted
/// with SQLCipher, the write-ahead log included. Each operation is one transaction: after a crash it has happened as a whole
/// or not at all. Several processes may have the same folder open; readers never wait, writers wait for each other up to
/// ``Configuration/busyTimeout``.
public final class HearthDatabase: Sendable, Library {
    public let configuration: Configuration

    /// A `DatabasePool`, or a `DatabaseQueue` when the database is opened read-only.
    let connection: any DatabaseWriter
    /// Shared while the database is open, so that a restore in another process cannot pull the file away.
    let lock: FolderLock?
    /// The vectors that are held in memory, by model.
    let vectors = VectorCache()
    /// Gathers what is appended to the ledger at the same time into one transaction.
    let ledgerQueue = LedgerQueue()
    /// Tells those who wait in this process that there is something to do, or that something was done.
    let workSignal = WorkSignal()
    /// Authenticates the ledger's records.
    let ledgerSeal: LedgerSeal
    /// The newest ledger record that was sealed outside the database, against truncation.
    let anchorFile: AnchorFile
    /// A file beside the database that records that it is not empty, so that a lost database is noticed.
    let contentMark: ContentMark

    /// Opens the database in `configuration.folder`, creating it (and the folder) when there is none. It holds up its thread,
    /// for as long as another process restores the store; tasks take ``opened(_:)``.
    ///
    /// Throws a ``StoreError``: `wrong-key`, `damaged`, `newer-schema`, `not-encrypted`, `read-only`, `no-database`, `busy`,
    /// `disk-full`, `lost-database`.
    public convenience init(_ configuration: Configuration) throws {
        do {
            let (connection, lock) = try Self.establish(configuration)
            self.init(configuration, connection, lock)
        } catch {
            throw StoreError.mapped(error)
        }
    }

    init(_ configuration: Configuration, _ connection: any DatabaseWriter, _ lock: FolderLock?) {
        self.configuration = configuration
        self.connection = connection
        self.lock = lock
        ledgerSeal = LedgerSeal(databaseKey: configuration.key)
        anchorFile = AnchorFile(configuration.files.ledgerAnchor, seal: ledgerSeal)
        contentMark = ContentMark(configuration.files, isReadOnly: configuration.isReadOnly)
        // A ledger that is damaged is told by its verification, and keeps nobody from the documents.
        try? catchUpWithLedger()
        // One of an earlier version, or that was restored, has something in it and no mark.
        if !contentMark.isSet { contentMark.set((try? connection.read { try $0.holdsContent() }) ?? false) }
    }

    /// Closes all connections after writing the log back into the main file, so that one file is left.
    public func close() throws {
        if !configuration.isReadOnly {
            try? catchUpWithLedger(durably: true)
            try? connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        do {
            try connection.close()
        } catch {
            throw StoreError.mapped(error)
        }
        // GRDB closes its writer first, and a reader may not remove the log. Alone in the folder, this may.
        let files = configuration.files
        if !configuration.isReadOnly, files.logBytes == 0, lock?.acquire(.exclusive, timeout: 0) == true {
            for file in [files.writeAheadLog, files.sharedMemory] { unlink(file.path) }
        }
        anchorFile.close()
        lock?.release()
    }

    /// A consistent view for the time of `body`.
    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do {
            return try await connection.read(body)
        } catch {
            throw StoreError.mapped(error)
        }
    }

    /// One transaction: all of `body` or nothing.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        guard !configuration.isReadOnly else {
            throw StoreError(.readOnly, "The database was opened read-only, so nothing can be changed.")
        }
        do {
            let value = try await connection.write(body)
            // After the commit: what the mark says is so.
            if !contentMark.isSet { contentMark.set((try? await connection.read { try $0.holdsContent() }) ?? false) }
            return value
        } catch {
            throw StoreError.mapped(error)
        }
    }
}

extension HearthDatabase {
    /// Where the database is, and how it is opened.
    public struct Configuration: Sendable {
        /// The data folder; the database is `hearth.sqlite` in it.
        public var folder: URL
        /// 32 random bytes, see ``DatabaseKey``. A raw key, not a passphrase: deriving one would cost 100 ms a connection.
        public var key: Secret
        /// Nothing is written, not even a lock; changes throw `read-only`.
        public var isReadOnly: Bool
        /// Whether a missing database is created.
        public var createsIfMissing: Bool
        /// Seconds that a writer waits for another process. Default 30: a large batch of another process takes seconds.
        public var busyTimeout: Double
        /// KiB of decrypted pages that each connection keeps. Default 16 MiB: pages are cheap to decrypt again (6 µs), and
        /// the vectors need the memory more.
        public var cacheKiB: Int
        /// Threads that one vector search may use. Default: 2 where there are two cores; more do not pay, because the search
        /// is bound by the speed of memory.
        public var searchThreads: Int

        public init(
            folder: URL, key: Secret, isReadOnly: Bool = false, createsIfMissing: Bool = true, busyTimeout: Double = 30,
            cacheKiB: Int = 16_384, searchThreads: Int = min(2, ProcessInfo.processInfo.activeProcessorCount)
        ) {
            self.folder = folder
            self.key = key
            self.isReadOnly = isReadOnly
            self.createsIfMissing = createsIfMissing
            self.busyTimeout = busyTimeout
            self.cacheKiB = cacheKiB
            self.searchThreads = searchThreads
        }

        /// The files of the database.
        public var files: StoreFiles { StoreFiles(folder: folder) }
    }
}

/// The files that one store consists of.
public struct StoreFiles: Sendable, Hashable {
    public let folder: URL

    public init(folder: URL) {
        self.folder = folder
    }

    public var database: URL { folder.appending(path: "hearth.sqlite") }
    public var writeAheadLog: URL { folder.appending(path: "hearth.sqlite-wal") }
    public var sharedMemory: URL { folder.appending(path: "hearth.sqlite-shm") }
    /// A keyed digest that tells a wrong key from a damaged first page; reveals nothing about the key.
    public var keyCheck: URL { folder.appending(path: "hearth.keycheck") }
    /// Held shared while a process has the database open.
    public var lock: URL { folder.appending(path: "hearth.lock") }
    /// The former database while a restore is under way.
    public var previous: URL { folder.appending(path: "hearth.sqlite.previous") }
    /// The incoming database while a restore is under way.
    public var incoming: URL { folder.appending(path: "hearth.sqlite.incoming") }

    /// How far the ledger reached, under its seal; see `docs/ledger.md`.
    public var ledgerAnchor: URL { folder.appending(path: "ledger.anchor") }
    /// The ledger anchor that takes effect when the restore under way completes.
    public var incomingAnchor: URL { folder.appending(path: "ledger.anchor.incoming") }

    /// An empty file that is there once something was kept in the database.
    public var contentMark: URL { folder.appending(path: "hearth.content") }

    /// Prompt states and other things about models that can be made again; see ``PromptStateFiles``.
    public var modelCache: URL { folder.appending(path: "model-cache") }

    public var databaseExists: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Bytes of the write-ahead log, 0 when there is none.
    var logBytes: Int {
        (try? FileManager.default.attributesOfItem(atPath: writeAheadLog.path))?[.size] as? Int ?? 0
    }

    /// Every file that this store may have left, without the key.
    var all: [URL] {
        [
            database, writeAheadLog, sharedMemory, keyCheck, ledgerAnchor, incomingAnchor, contentMark, previous,
            incoming,
        ]
            + [incoming, previous].flatMap { [$0.appendingToName("-wal"), $0.appendingToName("-shm")] } + [lock]
    }
}

extension URL {
    /// The URL with `suffix` appended to its last path component.
    func appendingToName(_ suffix: String) -> URL {
        deletingLastPathComponent().appending(path: lastPathComponent + suffix)
    }
}

/// Text is stored as the bytes of its UTF-8: GRDB reads TEXT as a C string, which would end at a NUL that a document may
/// hold, and then spans would point beyond it.
extension String {
    var blob: Data { Data(utf8) }

    /// For short text that is compared in the database and so stays TEXT: each NUL becomes U+FFFD.
    var withoutNUL: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }
}

extension Row {
    /// The text in a column, or `nil` when there is none.
    func text(_ column: String) throws -> String? {
        try withUnsafeData(named: column) { data in
            data.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
