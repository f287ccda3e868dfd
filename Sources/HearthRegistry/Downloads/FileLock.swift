import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock between processes, and between parts of one, on a file that stays where it is (`flock(2)`). The system gives it
/// back when its holder dies.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Parameter waiting: `true` waits until the lock is free; for work that takes milliseconds.
    /// - Returns: `nil` when another one holds it.
    /// - Throws: ``RegistryError`` `folder-not-writable`, `file-failed`.
    init?(_ url: URL, waiting: Bool = false) throws {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ModelFileSystem.failure("The file \(url.path) could not be opened", errno) }
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            if reason == EINTR { continue }
            close(descriptor)
            if reason == EWOULDBLOCK { return nil }
            throw ModelFileSystem.failure("The file \(url.path) could not be locked", reason)
        }
        self.descriptor = descriptor
    }

    /// Gives the lock back; the object must not be used afterwards.
    func release() { _ = flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
