import CSandbox
import Foundation
public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A regular file that is open for reading, whatever becomes of its name. It is closed with the last reference.
///
/// What was examined under a name is then what is read: nobody can put another file in its place in between. A program in a
/// child process is handed the file itself (``ChildProcess/file``).
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let size: Int
    /// When its contents were changed last, in seconds since 1970.
    package let modified: Double

    /// Where a program that was handed the file finds it.
    #if os(Linux) || os(Android)
    package static let pathInChild = "/proc/self/fd/\(CSANDBOX_FILE)"
    #else
    package static let pathInChild = "/dev/fd/\(CSANDBOX_FILE)"
    #endif

    /// Opens a file that a person named. Links are followed: the person sees where they lead.
    ///
    /// - Throws: ``SystemError`` `not-readable`, also for a folder, a pipe or a device, which would block or never end.
    package convenience init(path: String) throws {
        guard !path.utf8.contains(0) else { throw SystemError(.notReadable, "A path cannot hold a zero byte.") }
        // Without O_NONBLOCK, opening a pipe waits for its writer before its type can be asked.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SystemError(.notReadable, "Cannot open \(path): \(SystemError.words(errno)).")
        }
        try self.init(taking: descriptor, name: path)
    }

    /// Bytes as a file in memory, without a name, that nobody can change.
    ///
    /// - Throws: ``SystemError`` `not-readable` where the system has no such files, or no memory.
    package convenience init(holding bytes: [UInt8]) throws {
        let descriptor = bytes.withUnsafeBytes { csandbox_memory_file($0.baseAddress, $0.count) }
        guard descriptor >= 0 else {
            throw SystemError(.notReadable, "A file in memory could not be made: \(SystemError.words(errno)).")
        }
        try self.init(taking: descriptor, name: "A file in memory")
    }

    /// - Parameter taking: A descriptor that is closed in any case.
    package init(taking descriptor: Int32, name: String) throws {
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        let isRegular = type == S_IFREG
        self.descriptor = descriptor
        size = isRegular ? Int(status.st_size) : 0
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        guard isRegular else {
            throw SystemError(
                .notReadable,
                type == S_IFDIR ? "\(name) is a folder. Name a file." : "\(name) is not a regular file.")
        }
    }

    deinit { _ = Self.closeFile(descriptor) }

    /// The bytes from `offset` on, at most `count`: fewer only at the end.
    package func bytes(from offset: Int = 0, count: Int) throws -> [UInt8] {
        let wanted = max(0, min(count, size - offset))
        return try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let taken = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled, off_t(offset + filled))
                if taken < 0, errno == EINTR { continue }
                guard taken >= 0 else {
                    throw SystemError(.notReadable, "The file cannot be read: \(SystemError.words(errno)).")
                }
                if taken == 0 { break }
                filled += taken
            }
        }
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
}

// MARK: -

extension StoredDocument {
    /// The first of its paths that is still there, for who wants to see the file: one that was renamed or moved has its former
    /// path too, until somebody looks whether that is gone. The first of all where none is there; a name that is no path of
    /// this machine, such as that of an upload, is taken for there.
    public var presentPath: String? {
        guard paths.count > 1 else { return paths.first }
        return paths.first { !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0) } ?? paths.first
    }
}
