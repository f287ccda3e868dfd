package import Foundation
import HearthCore

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

    /// Waits for the lock up to `timeout` seconds, holding up its thread; `nil` when it could not be had. Tasks wait by
    /// ``waiting(for:mode:timeout:)``.
    package convenience init?(_ file: URL, mode: Mode, timeout: Double) throws {
        try self.init(opening: file)
        guard acquire(mode, timeout: timeout) else { return nil }
    }

    /// Waits for the lock up to `timeout` seconds without a thread; `nil` when it could not be had.
    ///
    /// - Throws: ``StoreError`` when the file cannot be opened; `CancellationError`.
    package static func waiting(for file: URL, mode: Mode, timeout: Double) async throws -> FolderLock? {
        let lock = try FolderLock(opening: file)
        return try await lock.acquire(mode, within: timeout) ? lock : nil
    }

    /// The lock of a folder that may not be writable, not held yet; `nil` when it has no lock file or this one cannot be opened.
    init?(existing file: URL) {
        let opened = open(file.path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    private init(opening file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno
            throw StoreError.system(
                "The data folder \(file.deletingLastPathComponent().path) could not be locked", reason)
        }
    }

    /// Changes the mode; `false` when it could not be had in time, in which case the former mode may be lost too. Holds up its
    /// thread meanwhile.
    func acquire(_ mode: Mode, timeout: Double) -> Bool {
        let deadline = Self.deadline(timeout)
        while true {
            guard let isHeld = attempt(mode) else { return false }
            if isHeld { return true }
            guard ContinuousClock.now < deadline else { return false }
            usleep(Self.firstPause)
        }
    }

    /// As ``acquire(_:timeout:)``, without a thread.
    ///
    /// - Throws: `CancellationError`.
    func acquire(_ mode: Mode, within timeout: Double) async throws -> Bool {
        let deadline = Self.deadline(timeout)
        var pause = Duration.microseconds(Int64(Self.firstPause))
        while true {
            guard let isHeld = attempt(mode) else { return false }
            if isHeld { return true }
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: pause)
            // Whoever holds it for long is not waited for more eagerly.
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// Microseconds.
    private static let firstPause: UInt32 = 2_000

    private static func deadline(_ timeout: Double) -> ContinuousClock.Instant {
        .now + .seconds(max(0, min(timeout, 86_400)))
    }

    /// Whether the lock is held now; `nil` when it never will be.
    private func attempt(_ mode: Mode) -> Bool? {
        if flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
        return errno == EWOULDBLOCK || errno == EINTR ? false : nil
    }

    package func release() {
        _ = flock(descriptor, LOCK_UN)
    }

    deinit { _ = Self.closeFile(descriptor) }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
}
