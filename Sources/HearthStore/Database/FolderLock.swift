package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An advisory lock on the data folder (`flock`), which the system drops when the process ends, however it ends.
///
/// Open databases hold it shared. Creating, restoring and deleting need it exclusive.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    package enum Mode { case shared, exclusive }

    /// Waits for the lock up to `timeout` seconds; `nil` when it could not be had.
    package init?(_ file: URL, mode: Mode, timeout: Double) throws {
        let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw StoreError.system("The data folder could not be locked", errno) }
        descriptor = opened
        guard acquire(mode, timeout: timeout) else {
            _ = Self.closeFile(opened)
            return nil
        }
    }

    /// The lock of a folder that may not be writable; `nil` when it has no lock file or this one cannot be opened.
    init?(existing file: URL, mode: Mode, timeout: Double) throws {
        let opened = open(file.path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        descriptor = opened
        guard acquire(mode, timeout: timeout) else {
            _ = Self.closeFile(opened)
            throw StoreError(.busy, "Another process is restoring or deleting this store. Try again when it is done.")
        }
    }

    /// Changes the mode; `false` when it could not be had in time, in which case the former mode may be lost too.
    func acquire(_ mode: Mode, timeout: Double) -> Bool {
        let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        let deadline = ContinuousClock.now + .seconds(max(0, min(timeout, 86_400)))
        while flock(descriptor, operation) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else { return false }
            usleep(2_000)
        }
        return true
    }

    package func release() {
        _ = flock(descriptor, LOCK_UN)
    }

    deinit { _ = Self.closeFile(descriptor) }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
}

extension StoreError {
    /// The error for a failed system call.
    static func system(_ what: String, _ number: Int32) -> StoreError {
        let words = String(cString: strerror(number))
        return switch number {
        case EACCES, EPERM, EROFS:
            StoreError(.readOnly, "\(what): the place cannot be written. Make it writable.", cause: words)
        case ENOSPC, EDQUOT, EFBIG:
            StoreError(.diskFull, "\(what): the disk is full. Free some space.", cause: words)
        default: StoreError(.io, "\(what): \(words).", cause: words)
        }
    }
}
