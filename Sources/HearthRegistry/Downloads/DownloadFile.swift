import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a download writes to. A seam: tests put a disk behind it that fills up.
package protocol DownloadFile: AnyObject {
    /// Bytes that are in it.
    var size: Int { get throws }
    /// Writes at the end.
    func append(_ bytes: ArraySlice<UInt8>) throws
    /// Cuts to a length that it has at least.
    func truncate(to size: Int) throws
    /// Reads up to `count` bytes from a place; none at the end.
    func read(at offset: Int, count: Int) throws -> [UInt8]
    /// Returns when what was written would survive a power failure.
    func synchronize() throws
}

/// A file of the system that only its owner may read.
final class POSIXDownloadFile: DownloadFile {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
        self.path = path
        // A link in its place would let somebody else choose what is overwritten.
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ModelFileSystem.failure("The file \(path) could not be made", errno) }
    }

    deinit { close(descriptor) }

    var size: Int {
        get throws {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw ModelFileSystem.failure("The file \(path) could not be looked at", errno)
            }
            return Int(status.st_size)
        }
    }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        var offset = try size
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while !rest.isEmpty {
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw ModelFileSystem.failure("The file \(path) could not be written", count == 0 ? ENOSPC : errno)
                }
                offset += count
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }

    func truncate(to size: Int) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else {
            throw ModelFileSystem.failure("The file \(path) could not be cut", errno)
        }
    }

    func read(at offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard found >= 0 else { throw ModelFileSystem.failure("The file \(path) could not be read", errno) }
        return Array(bytes.prefix(found))
    }

    func synchronize() throws {
        guard fsync(descriptor) == 0 else {
            throw ModelFileSystem.failure("The file \(path) could not be written", errno)
        }
    }
}
