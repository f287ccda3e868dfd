import Crypto
import Foundation

/// The part of a file that is on the disk already: its bytes, its hash so far, and its journal. Owned by one download, under
/// the file's lock.
final class DownloadPart {
    private let file: any DownloadFile
    private let journalURL: URL
    private(set) var journal: DownloadJournal?
    private(set) var size = 0
    private var hash = SHA256()
    private var unsynchronized = 0

    /// Bytes after which the part is made durable even when no second went by.
    private static let mostUnsynchronized = 256 << 20

    init(file: any DownloadFile, journalURL: URL) {
        self.file = file
        self.journalURL = journalURL
    }

    /// Takes up what an earlier run left, as far as its journal vouches for it. The hash is computed anew from the disk: its
    /// state cannot be kept, and reading is many times quicker than fetching.
    func resume() async throws {
        guard let found = DownloadJournal.read(journalURL), found.durableBytes <= (try file.size) else {
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
            await Task.yield()
        }
    }

    /// Forgets everything.
    func restart() throws {
        try ModelFileSystem.remove(journalURL.path)
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
        try fresh.write(journalURL)
        journal = fresh
    }

    func append(_ bytes: [UInt8]) throws {
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
    }

    /// Makes everything durable, and then says so in the journal.
    func synchronize() throws {
        guard unsynchronized > 0, var journal else { return }
        try file.synchronize()
        unsynchronized = 0
        journal.durableBytes = size
        try journal.write(journalURL)
        self.journal = journal
    }

    /// SHA-256 of everything so far.
    var sha256: String { HashText.hexadecimal(hash.finalize()) }
}
