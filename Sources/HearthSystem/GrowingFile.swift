#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A file that grows at its end over several runs of the program, such as a recording that is fetched. Its owner's alone, and one
/// process's at a time: the system lets go of it with the process.
package final class GrowingFile: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens the file, or makes it.
    ///
    /// - Returns: `nil` where another process has it open.
    /// - Throws: ``SystemError`` `not-writable`, also where something else than a file is in its place.
    package init?(_ path: String) throws {
        self.path = path
        guard !path.utf8.contains(0) else { throw SystemError(.notWritable, "A path cannot hold a zero byte.") }
        // A link in its place would let somebody else choose what is overwritten.
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(.notWritable, "\(path) is there and is no regular file. Move it away, and do it again.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Bytes that are in it.
    package var size: Int {
        get throws {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
            return Int(status.st_size)
        }
    }

    /// Writes at the end.
    package func append(_ bytes: [UInt8]) throws {
        var offset = try size
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(offset))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.failure(path) }
                offset += count
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Cuts to a length that it has at least.
    package func truncate(to size: Int) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure(path) }
    }

    /// Gives it another name, in place of what has that now.
    package func move(to other: String) throws {
        guard rename(path, other) == 0 else { throw Self.failure(other) }
    }

    private static func failure(_ path: String) -> SystemError { .notWritable(path, errno) }
}
