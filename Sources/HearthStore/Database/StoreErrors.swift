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

extension StoreError {
    /// The error for a failed system call.
    static func system(_ what: String, _ number: Int32) -> StoreError {
        let words = String(cString: strerror(number))
        return switch number {
        case EACCES, EPERM:
            StoreError(
                .readOnly, "\(what): this user is not allowed to. See who owns the place, and its permissions.",
                cause: words)
        case EROFS:
            StoreError(.readOnly, "\(what): the place cannot be written. Make it writable.", cause: words)
        case ENOSPC, EDQUOT, EFBIG:
            StoreError(.diskFull, "\(what): the disk is full. Free some space.", cause: words)
        default: StoreError(.io, "\(what): \(words).", cause: words)
        }
    }

    /// What SQLite, Foundation and the reading of rows report, as a ``StoreError``; cancellation, and errors that say what
    /// happened, pass as they are.
    ///
    /// Only SQLite's message is kept as the cause. Its SQL is not, because a statement can hold a key.
    static func mapped(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError, is any ReadableError: error
        case let error as DatabaseError: StoreError(sqlite: error)
        case is DecodingError, is RowDecodingError:
            StoreError(.damaged, "What a record of the database holds cannot be read. Restore a backup.")
        default:
            switch FileFailure(error) {
            case let file? where file.reason == .diskFull:
                StoreError(
                    .diskFull, "The disk is full. Nothing of this step was stored; free some space and repeat it.")
            case let file?: StoreError(.io, file.message, cause: file.path)
            case nil:
                StoreError(.failure, "The store failed. This is a bug; please report it.", cause: error.defectCause)
            }
        }
    }

    init(sqlite error: DatabaseError) {
        let cause = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(.wrongKey, "The key does not open this database. Restore the key it was made with.", cause: cause)
        case .SQLITE_CORRUPT:
            self.init(
                .damaged,
                "The database is damaged: a page fails its check. Restore a backup (the damaged file is kept).",
                cause: cause)
        case .SQLITE_FULL:
            self.init(
                .diskFull, "The disk is full. Nothing of this step was stored; free some space and repeat it.",
                cause: cause)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE || error.isOutOfSpace:
            self.init(
                .diskFull,
                "The database could not be written: the disk is full or a size limit was reached. Nothing of this step was stored.",
                cause: cause)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly, "The data folder cannot be written. Make it writable, or open it read-only.", cause: cause)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .busy, "Another process is writing to the database. Try again when it has finished.", cause: cause)
        case .SQLITE_CANTOPEN:
            self.init(
                .io, "The database file could not be opened. Check that its folder exists and may be used.",
                cause: cause)
        case .SQLITE_IOERR:
            self.init(.io, "Reading or writing the database failed. Check the disk.", cause: cause)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT:
            self.init(.busy, "The operation was interrupted.", cause: cause)
        default:
            // A search that cannot be read is told of in its own words, which are somebody's; a constraint's are ours.
            let isOurs = error.resultCode == .SQLITE_CONSTRAINT
            self.init(
                .failure, "The store failed. This is a bug; please report it.",
                cause: isOurs ? cause : "SQLite \(error.extendedResultCode.rawValue)")
        }
    }
}

extension DatabaseError {
    fileprivate var isOutOfSpace: Bool {
        [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_FSYNC].contains(extendedResultCode)
    }
}
