import Crypto
package import Foundation
import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The part of a file that is on the disk already: its bytes, its hash so far, and its journal. Owned by one download, under
/// the file's lock.
///
/// Disks that are slow or asleep block for seconds, above all where bytes are made durable (`fsync`), and a hash of gigabytes
/// takes minutes; so its work has a thread of its own.
actor DownloadPart {
    private let executor = ThreadExecutor(name: "hearth.download")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let files: DownloadFiles
    private let file: any DownloadFile
    private(set) var journal: DownloadJournal?
    private(set) var size = 0
    private var hash = SHA256()
    private var unsynchronized = 0

    /// Bytes after which the part is made durable even when no second went by.
    private static let mostUnsynchronized = 256 << 20

    init(_ files: DownloadFiles, open: @Sendable (_ path: String) throws -> any DownloadFile) throws {
        self.files = files
        file = try open(files.partial.path)
    }

    /// Takes up what an earlier run left, as far as its journal vouches for it. The hash is computed anew from the disk: its
    /// state cannot be kept, and reading is many times quicker than fetching.
    func resume() throws {
        guard let found = DownloadJournal.read(files.journal), found.durableBytes <= (try file.size) else {
            return try restart()
        }
        journal = found
        try file.truncate(to: found.durableBytes)
        hash = SHA256()
        size = 0
        while size < found.durableBytes {
            try Task.checkCancellation()
            let bytes = try file.read(at: size, count: min(1 << 20, found.durableBytes - size))
            guard !bytes.isEmpty else { return try restart() }
            hash.update(data: bytes)
            size += bytes.count
        }
    }

    /// Forgets everything.
    func restart() throws {
        try ModelFileSystem.remove(files.journal.path)
        try file.truncate(to: 0)
        journal = nil
        hash = SHA256()
        size = 0
        unsynchronized = 0
    }

    /// Notes where the bytes that follow come from.
    func begin(_ fresh: DownloadJournal) throws {
        var fresh = fresh
        fresh.durableBytes = journal?.durableBytes ?? 0
        guard fresh != journal else { return }
        try fresh.write(files.journal)
        journal = fresh
    }

    /// - Returns: ``size`` with them.
    func append(_ bytes: [UInt8]) throws -> Int {
        do {
            try file.append(bytes[...])
        } catch {
            // Some of it may have been written; what counts is what the hash has seen.
            try? file.truncate(to: size)
            throw error
        }
        hash.update(data: bytes)
        size += bytes.count
        unsynchronized += bytes.count
        if unsynchronized >= Self.mostUnsynchronized { try synchronize() }
        return size
    }

    /// Makes everything durable, and then says so in the journal.
    func synchronize() throws {
        guard unsynchronized > 0, var journal else { return }
        try file.synchronize()
        unsynchronized = 0
        journal.durableBytes = size
        try journal.write(files.journal)
        self.journal = journal
    }

    /// Whether the hash of everything so far is this one.
    func has(sha256: String) -> Bool { hash.finalize().hexadecimal == sha256 }

    /// Checks what came, and gives it its name.
    ///
    /// - Throws: ``RegistryError`` `wrong-size`, `wrong-hash`, and what the request's own check throws; the part is removed then.
    func complete(_ request: DownloadRequest) throws -> DownloadedFile {
        let sha256 = hash.finalize().hexadecimal
        do {
            if let expected = request.expectedBytes ?? journal?.total, size != expected {
                throw RegistryError(
                    .wrongSize,
                    "The file has \(size) bytes instead of \(expected) and was thrown away. Fetch it again.")
            }
            if let expected = request.sha256, sha256 != expected {
                throw RegistryError(
                    .wrongHash,
                    "The file's SHA-256 is \(sha256) instead of \(expected). It is not the file that was meant, and was thrown "
                        + "away. Fetch it again, or take it from elsewhere.")
            }
        } catch {
            try files.remove()
            throw error
        }
        try synchronize()
        do {
            try request.validate(files.partial.path)
        } catch {
            try files.remove()
            throw error
        }
        try ModelFileSystem.move(files.partial.path, to: request.destination.path)
        try files.removeJournal()
        return DownloadedFile(path: request.destination.path, bytes: size, sha256: sha256)
    }
}

/// The files of one download, beside the folder's models.
struct DownloadFiles {
    let folder: URL
    let partial: URL
    let journal: URL
    let lock: URL

    init(folder models: URL, name: String) {
        folder = models.appendingPathComponent(".partial", isDirectory: true)
        partial = folder.appendingPathComponent(name + ".part")
        journal = folder.appendingPathComponent(name + ".json")
        lock = folder.appendingPathComponent(name + ".lock")
    }

    /// Removes what a download left behind. The caller holds the lock, which stays: whoever waits for it has it open.
    func remove() throws {
        try ModelFileSystem.remove(partial.path)
        try removeJournal()
    }

    func removeJournal() throws {
        try ModelFileSystem.remove(journal.path)
        try ModelFileSystem.remove(ModelFileSystem.successor(of: journal))
    }

    init(destination: URL) {
        self.init(folder: destination.deletingLastPathComponent(), name: destination.lastPathComponent)
    }
}

/// What must be known to go on with a part of a file, written beside it.
struct DownloadJournal: Codable, Equatable {
    /// Where the part came from.
    var url: String
    /// The strong entity tag or the date of the last change, for `If-Range`; `nil` when the server gave neither.
    var validator: String?
    var total: Int?
    /// Bytes that would survive a power failure. What lies beyond is not trusted.
    var durableBytes: Int

    static func read(_ url: URL) -> DownloadJournal? {
        guard let data = try? ModelFileSystem.read(url, mostBytes: 64 << 10),
            let journal = try? JSONDecoder().decode(DownloadJournal.self, from: data),
            journal.durableBytes >= 0, (journal.total ?? 0) >= 0
        else { return nil }
        return journal
    }

    func write(_ url: URL) throws { try ModelFileSystem.replace(url, with: Array(try JSONEncoder().encode(self))) }
}

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

/// Parts of files from which nothing can go on, as a killed copy leaves them, or a download that was killed before anything of it
/// was durable.
package enum DeadParts {
    /// Removes those that nobody is writing: each is looked at under the lock of its file, which the system lets go of with the
    /// process that held it. A part that a download can go on from stays until a person removes it.
    ///
    /// - Parameter models: The folder of models.
    package static func sweep(_ models: URL) {
        let folder = DownloadFiles(folder: models, name: "").folder
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasSuffix(".part") {
            let files = DownloadFiles(folder: models, name: String(name.dropLast(5)))
            // Asked before the lock is, so that a start of the program gets in nobody's way.
            guard !canGoOn(files), let lock = try? FileLock(files.lock) else { continue }
            defer { lock.release() }
            // Somebody may have begun meanwhile, and ended.
            if !canGoOn(files) { try? files.remove() }
        }
    }

    private static func canGoOn(_ files: DownloadFiles) -> Bool {
        (DownloadJournal.read(files.journal)?.durableBytes ?? 0) > 0
    }
}
