public import Foundation

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
    /// What it will be when a restore that is under way has ended.
    public var incomingAnchor: URL { folder.appending(path: "ledger.anchor.incoming") }

    /// Prompt states and other things about models that can be made again; see ``PromptStateFiles``.
    public var modelCache: URL { folder.appending(path: "model-cache") }

    public var databaseExists: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Bytes of the write-ahead log, 0 when there is none.
    var logBytes: Int {
        (try? FileManager.default.attributesOfItem(atPath: writeAheadLog.path))?[.size] as? Int ?? 0
    }

    /// Every file that this store may have left, without the key.
    var all: [URL] {
        [database, writeAheadLog, sharedMemory, keyCheck, ledgerAnchor, incomingAnchor, previous, incoming]
            + [incoming, previous].flatMap { [$0.appendingToName("-wal"), $0.appendingToName("-shm")] } + [lock]
    }
}

extension URL {
    /// The same place with `suffix` added to the file's name.
    func appendingToName(_ suffix: String) -> URL {
        deletingLastPathComponent().appending(path: lastPathComponent + suffix)
    }
}
