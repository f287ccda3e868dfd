public import Foundation
import HearthCore
import HearthStore

/// The address at which the server of a data folder listens.
public struct ServerPlace: Codable, Hashable, Sendable {
    /// Such as `http://127.0.0.1:8427`, without a slash at its end.
    public var url: String
    /// The process identifier of the server.
    public var pid: Int32
    public var since: Date

    public init(url: String, pid: Int32 = ProcessInfo.processInfo.processIdentifier, since: Date = Date()) {
        self.url = url
        self.pid = pid
        self.since = since
    }
}

/// The note that a server leaves in its data folder, so that other commands find it: `server.json`, which only its owner may
/// read.
///
/// A server that was killed cannot take its note away. So it holds a lock for as long as it lives, which the system gives back
/// for it; a note without the lock is of one that is gone.
public final class RunningServer: Sendable {
    private let file: PrivateFile
    private let lock: FolderLock

    /// Leaves a note.
    ///
    /// - Returns: `nil` when another server of the same folder runs: the first one is found.
    /// - Throws: `StoreError`, or an error of the file system, when the folder cannot be written to.
    public init?(_ place: ServerPlace, folder: URL) throws {
        // A server whose token is in a variable may be the first to write here.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Not at once: who looks for a server holds the lock for a moment.
        guard let lock = try FolderLock(Self.lockFile(folder), mode: .exclusive, timeout: 0.5) else { return nil }
        self.lock = lock
        file = Self.file(folder)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        try file.write(Array(try encoder.encode(place)))
    }

    /// Removes the file that says where the server listens.
    public func leave() {
        try? file.write(nil)
        lock.release()
    }

    /// The server that runs for a data folder now; `nil` when none does.
    ///
    /// - Throws: `StoreError` when the note cannot be read.
    public static func find(in folder: URL) throws -> ServerPlace? {
        guard let bytes = try file(folder).read() else { return nil }
        if let free = try FolderLock(lockFile(folder), mode: .shared, timeout: 0) {
            free.release()
            return nil
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try? decoder.decode(ServerPlace.self, from: Data(bytes))
    }

    /// Removes what servers leave in a data folder: what was sent to them, which may be somebody's recording, and, unless one
    /// runs now, the tokens and the note.
    static func removeTraces(in folder: URL) throws {
        func remove(_ names: String...) throws {
            for url in names.map({ folder.appendingPathComponent($0) })
            where FileManager.default.fileExists(atPath: url.path) {
                try FileManager.default.removeItem(at: url)
            }
        }
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try remove("incoming")
        guard let lock = try FolderLock(lockFile(folder), mode: .exclusive, timeout: 0) else { return }
        defer { lock.release() }
        try remove(
            "server-token", "program-token", "server-sessions.json", "server.json", "server.lock", FolderWatchLock.name)
    }

    private static func file(_ folder: URL) -> PrivateFile {
        PrivateFile(folder.appendingPathComponent("server.json"), mostBytes: 4096)
    }

    private static func lockFile(_ folder: URL) -> URL { folder.appendingPathComponent("server.lock") }
}
