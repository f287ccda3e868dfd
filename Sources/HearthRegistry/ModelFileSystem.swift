import Crypto
import Foundation
import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Small steps on files, with errors that a person can act on.
enum ModelFileSystem {
    static func failure(_ what: String, _ reason: Int32) -> RegistryError {
        switch reason {
        case ENOSPC, EDQUOT:
            RegistryError(.diskFull, "\(what): the disk is full. Make room and do it again; what was fetched is kept.")
        case EACCES, EPERM, EROFS:
            RegistryError(
                .notWritable, "\(what): it may not be written. Check its permissions, or use another data folder.")
        default:
            RegistryError(.fileFailed, "\(what): \(String(cString: strerror(reason))).")
        }
    }

    /// The size of a regular file, links followed; `nil` for anything else.
    static func regularFileSize(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    static func makeFolder(_ folder: URL) throws {
        var status = stat()
        if stat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        let parent = folder.deletingLastPathComponent()
        if parent.path != folder.path, parent.path != "/" { try makeFolder(parent) }
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw failure("The folder \(folder.path) could not be made", errno)
        }
    }

    /// The bytes of a small file; `nil` when there is none.
    static func read(_ url: URL, mostBytes: Int) throws -> Data? {
        guard let size = regularFileSize(url.path) else {
            guard access(url.path, F_OK) != 0 else {
                throw RegistryError(.badRegistry, "\(url.path) is not a file. Move it out of the way.")
            }
            return nil
        }
        guard size <= mostBytes, let data = FileManager.default.contents(atPath: url.path), data.count <= mostBytes
        else {
            throw RegistryError(.badRegistry, "\(url.path) cannot be read or is too large to be what belongs there.")
        }
        return data
    }

    /// Where the new content of a file lies until it takes the file's place. One name, so that a killed process leaves no
    /// more than one behind, which the next one overwrites.
    static func successor(of url: URL) -> String { url.path + ".new" }

    /// Replaces a small file as a whole, durably. The caller holds a lock: there must be one writer at a time.
    static func replace(_ url: URL, with bytes: [UInt8]) throws {
        let fresh = successor(of: url)
        do {
            let file = try POSIXDownloadFile(path: fresh)
            try file.truncate(to: 0)
            try file.append(bytes[...])
            try file.synchronize()
            try move(fresh, to: url.path)
        } catch {
            unlink(fresh)
            throw error
        }
    }

    /// Moves within a disk, in one step, and makes it durable.
    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else {
            throw failure("The file \(target) could not be put in its place", errno)
        }
        synchronizeFolder(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }

    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw failure("The file \(path) could not be removed", errno)
        }
    }

    private static func synchronizeFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

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

// MARK: - Hashes

/// SHA-256 of files that are there.
enum FileHash {
    /// Reads the whole file, which takes minutes where it has gigabytes; for a thread of its own.
    ///
    /// - Parameters:
    ///   - flag: Ends it with a `CancellationError` when it is set.
    ///   - progress: Called with the bytes that were read so far.
    static func sha256(
        of path: String, until flag: Latch, progress: (Int) -> Void = { _ in }
    ) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw RegistryError(.notFound, "The file \(path) cannot be read.")
        }
        defer { try? handle.close() }
        var hash = SHA256()
        var done = 0
        while let data = try handle.read(upToCount: 4 << 20), !data.isEmpty {
            try flag.check()
            hash.update(data: data)
            done += data.count
            progress(done)
        }
        return hash.finalize().hexadecimal
    }

    /// Whether a text is such a hash: 64 lower-case hexadecimal digits.
    static func isSHA256(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
