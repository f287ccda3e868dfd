import Foundation
import GRDB
import HearthCore
import Synchronization

/// The encrypted database: documents, chunks, full-text and vector search, conversations, settings,
/// the ledger and the consents.
///
/// One object owns the connections and offers named operations; no SQL leaves this module. Everything it writes is encrypted
/// with SQLCipher, the write-ahead log included. Each operation is one transaction: after a crash it has happened as a whole
/// or not at all. Several processes may have the same folder open; readers never wait, writers wait for each other up to
/// ``Configuration/busyTimeout``.
public final class HearthDatabase: Sendable {
    public let configuration: Configuration

    /// A `DatabasePool`, or a `DatabaseQueue` when the database is opened read-only.
    let connection: any DatabaseWriter
    /// Shared while the database is open, so that a restore in another process cannot pull the file away.
    let lock: FolderLock?
    /// The vectors that are held in memory, by model.
    let vectors = VectorCache()
    /// Gathers what is appended to the ledger at the same time into one transaction.
    let ledgerQueue = LedgerQueue()
    /// Authenticates the ledger's records.
    let ledgerSeal: LedgerSeal
    /// How far the ledger is known to reach.
    let anchorFile: AnchorFile

    /// Opens the database in `configuration.folder`, creating it (and the folder) when there is none. It holds up its thread,
    /// for as long as another process restores the store; tasks take ``opened(_:)``.
    ///
    /// Throws a ``StoreError``: `wrong-key`, `damaged`, `newer-schema`, `not-encrypted`, `read-only`, `no-database`, `busy`,
    /// `disk-full`.
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
        // A ledger that is damaged is told by its verification, and keeps nobody from the documents.
        try? catchUpWithLedger()
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
            return try await connection.write(body)
        } catch {
            throw StoreError.mapped(error)
        }
    }
}
