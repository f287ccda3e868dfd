public import Foundation

/// A file that is to be fetched.
public struct DownloadRequest: Sendable {
    /// Where it is; the others after the first are mirrors with the same bytes.
    public var urls: [URL]
    /// Where it is to be; its folder is made.
    public var destination: URL
    /// The size that it must have; `nil` believes the server.
    public var expectedBytes: Int?
    /// The SHA-256 that it must have, hexadecimal; `nil` checks the size alone.
    public var sha256: String?
    /// Looks at the whole file before it gets its name; what it throws ends the download, and the file is thrown away.
    public var validate: @Sendable (_ path: String) throws -> Void = { _ in }

    public init(urls: [URL], destination: URL, expectedBytes: Int? = nil, sha256: String? = nil) {
        self.urls = urls
        self.destination = destination
        self.expectedBytes = expectedBytes
        self.sha256 = sha256?.lowercased()
    }
}

/// How far a download is.
public struct DownloadProgress: Codable, Hashable, Sendable {
    /// Bytes that are on the disk.
    public var bytes: Int
    /// Bytes in all; `nil` when the server does not say.
    public var total: Int?
    /// Smoothed over some seconds; `nil` until it can be told.
    public var bytesPerSecond: Double?
    /// `nil` when the size or the speed is not known.
    public var secondsRemaining: Double?
}

/// What a download gives, as it happens.
public enum DownloadEvent: Sendable {
    case progress(DownloadProgress)
    /// The connection failed; it goes on after a wait of that many seconds.
    case retrying(reason: String, after: Double)
    /// The file is whole, checked and in its place. The last event.
    case done(DownloadedFile)
}

/// A file that was fetched and checked.
public struct DownloadedFile: Codable, Hashable, Sendable {
    public var path: String
    public var bytes: Int
    /// Hexadecimal, as it was computed while the file came in.
    public var sha256: String
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
