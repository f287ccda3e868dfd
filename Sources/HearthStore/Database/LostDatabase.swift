import Foundation
import GRDB
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells a database that was lost from one that was never there.
///
/// A file that is missing or has 0 bytes is what a new folder has, and also what a failed copy, a full disk or a cleaner leaves of
/// somebody's library. SQLite makes an empty one of either and removes the log beside it, with what could have been saved.
/// What the files beside it say decides which it is.
enum LostDatabase {
    /// - Throws: ``StoreError`` with the code `lost-database`. Nothing is written, made or removed.
    static func refuse(_ files: StoreFiles) throws {
        // While a restore is under way the former database has another name.
        guard size(files.database) ?? 0 == 0, size(files.previous) ?? 0 == 0 else { return }
        let witnesses = witnesses(files)
        guard !witnesses.isEmpty else { return }
        let names = witnesses.map(\.file.lastPathComponent).joined(separator: ", ")
        let isThere = FileManager.default.fileExists(atPath: files.database.path)
        throw StoreError(
            .lost,
            """
            The database \(files.database.path) \(isThere ? "is empty (0 bytes)" : "is missing"), and there was something in it: \
            \(witnesses.map(\.says).joined(separator: ", ")). Nothing was changed. Put the file back where it was moved, or \
            restore a backup. To begin anew with an empty library, move what tells of the old one out of the folder: \(names).
            """)
    }

    private static func witnesses(_ files: StoreFiles) -> [(file: URL, says: String)] {
        var found: [(file: URL, says: String)] = []
        if size(files.contentMark) != nil {
            found.append((files.contentMark, "\(files.contentMark.lastPathComponent) says so"))
        }
        // Without the key: it may be lost too, and who forges an anchor reaches no more than this message.
        if let count = AnchorFile.unverifiedCount(files.ledgerAnchor), count > 0 {
            found.append(
                (
                    files.ledgerAnchor,
                    "\(files.ledgerAnchor.lastPathComponent) tells of \(count) \(count == 1 ? "record" : "records") of the ledger"
                ))
        }
        // A database gets its first page before it gets a log.
        if let bytes = size(files.writeAheadLog), bytes > 0 {
            found.append((files.writeAheadLog, "its log \(files.writeAheadLog.lastPathComponent) has \(bytes) bytes"))
        }
        return found
    }

    /// `nil` where there is no file, 0 where there is an empty one.
    private static func size(_ file: URL) -> Int? {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }
}

extension StoreFiles {
    /// What tells that the database, which is missing or empty, was there and had something in it; `nil` where nothing tells so. Nothing is
    /// opened or written.
    public func lostDatabase() -> String? {
        do {
            try LostDatabase.refuse(self)
            return nil
        } catch {
            return (error as? StoreError)?.message
        }
    }
}

/// Notes in a file beside the database that something is kept in it, once and for good.
///
/// The anchor says it only where the ledger has records, and reading in documents makes none. The file is empty: it says nothing
/// that a database of that size would not.
final class ContentMark: Sendable {
    private let file: URL
    private let isMade: Mutex<Bool>

    init(_ files: StoreFiles, isReadOnly: Bool) {
        file = files.contentMark
        isMade = Mutex(isReadOnly || FileManager.default.fileExists(atPath: file.path))
    }

    /// Whether nothing is left to do, which it is for all of a store's life but its beginning.
    var isSet: Bool { isMade.withLock { $0 } }

    /// - Parameter holdsContent: Whether the committed tables have anything in them.
    func set(_ holdsContent: Bool) {
        guard holdsContent else { return }
        isMade.withLock { isMade in
            guard !isMade else { return }
            // What could not be written is tried again with the next change.
            isMade =
                Platform.writeNewFile(file.path, [], mode: 0o600) || FileManager.default.fileExists(atPath: file.path)
        }
    }
}

extension Database {
    /// Whether anything that a person gave is in the tables.
    func holdsContent() throws -> Bool {
        let tables = ["document", "conversation", "journalSession", "feed", "work", "watchedFolder"]
        // One of a version before may lack the last ones.
        return try tables.contains {
            try tableExists($0) && Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM \($0))") == true
        }
    }
}
