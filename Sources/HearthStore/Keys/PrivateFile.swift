package import Foundation
import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A small file that only its owner may read, replaced as a whole or not at all.
package struct PrivateFile: Sendable {
    package let url: URL
    /// More is refused, so that a wrong or planted file cannot fill the memory.
    package let mostBytes: Int

    package init(_ url: URL, mostBytes: Int = 1 << 20) {
        self.url = url
        self.mostBytes = mostBytes
    }

    /// The bytes, or `nil` when there is no file.
    ///
    /// - Throws: ``StoreError`` with the code `store-io` or `read-only`.
    package func read() throws -> [UInt8]? {
        // Without O_NONBLOCK a named pipe in the file's place would stop the program for ever.
        let descriptor = Platform.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StoreError.system("The file \(url.path) could not be read", errno)
        }
        defer { Platform.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StoreError.system("The file \(url.path) could not be read", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.io, "\(url.path) is not a regular file. Move it out of the way.")
        }
        guard status.st_size <= mostBytes else {
            throw StoreError(.io, "\(url.path) is larger than \(mostBytes) bytes, so it is not what belongs there.")
        }
        // One byte more than there should be, to notice a file that grows: those of ours are replaced, never written to.
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { Platform.read(descriptor, $0, from: count) }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw StoreError.system("The file \(url.path) could not be read", errno) }
            if read == 0 { break }
            count += read
        }
        guard count < bytes.count else {
            throw StoreError(.io, "\(url.path) is being written to by something else. Try again when it is done.")
        }
        return Array(bytes.prefix(count))
    }

    /// Replaces the file; the folder is made when it is not there. `nil` removes the file.
    package func write(_ bytes: [UInt8]?) throws {
        // A link is kept, and what it points to is replaced: people link their settings to a place that they back up.
        let target = target
        guard let bytes else {
            guard unlink(target.path) == 0 || errno == ENOENT else {
                throw StoreError.system("The file \(url.path) could not be removed", errno)
            }
            return Platform.synchronizeFolder(target.deletingLastPathComponent())
        }
        try makeFolder()
        let fresh = target.path + ".\(UUID().uuidString)"
        guard Platform.writeNewFile(fresh, bytes, mode: 0o600) else {
            throw StoreError.system("The file \(url.path) could not be written", errno)
        }
        guard rename(fresh, target.path) == 0 else {
            let failure = errno
            unlink(fresh)
            throw StoreError.system("The file \(url.path) could not be written", failure)
        }
        Platform.synchronizeFolder(target.deletingLastPathComponent())
    }

    /// Reads, lets `change` decide, and writes, while no other process does the same.
    ///
    /// - Parameter change: Gets the bytes that are there and makes them those that are to be there; `nil` is no file. When it
    ///   throws, nothing is written.
    package func update<Result>(timeout: Double = 10, _ change: (inout [UInt8]?) throws -> Result) throws -> Result {
        try makeFolder()
        // Beside the file, because the file itself is replaced and a lock on it would go with it.
        // Where the file itself is: what two folders link to is one file.
        let lockFile = Self.lockFile(in: target.deletingLastPathComponent())
        guard let lock = try FolderLock(lockFile, mode: .exclusive, timeout: timeout) else {
            throw StoreError(.busy, "Another process is changing \(url.path). Try again when it is done.")
        }
        defer { lock.release() }
        let before = try read()
        var bytes = before
        let result = try change(&bytes)
        if bytes != before { try write(bytes) }
        return result
    }

    /// The file itself, where the path leads to it through links, also to one that is not there yet.
    private var target: URL {
        var target = url
        // Links in a circle lead nowhere.
        for _ in 0..<16 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path) else { break }
            target = URL(fileURLWithPath: next, relativeTo: target.deletingLastPathComponent()).absoluteURL
        }
        return target.deletingLastPathComponent().resolvingSymlinksInPath()
            .appendingPathComponent(target.lastPathComponent)
    }

    /// One for all such files of a folder: changes are rare and take milliseconds.
    package static func lockFile(in folder: URL) -> URL { folder.appending(path: "files.lock") }

    private func makeFolder() throws {
        let folder = url.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(.readOnly, "The folder \(folder.path) could not be created.", cause: "\(error)")
        }
    }
}
