public import Foundation
public import HearthHTTP
import HearthStore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The browsers that are signed in, in a file of the data folder that only its owner may read. It holds no secret that lets anybody
/// in, and may be changed beside a running server, which looks whether it was: `hearth sessions end` needs no server.
public final class SessionFile: SessionStore {
    /// What tells one version of the file from another: it is replaced, never written to.
    private struct Version: Equatable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private struct Contents: Codable {
        var version = 1
        var sessions: [SessionRecord]
    }

    private let file: PrivateFile
    private let known = Mutex<(version: Version, records: [SessionRecord])?>(nil)

    /// - Parameter folder: The data folder.
    public init(folder: URL) { file = PrivateFile(folder.appending(path: "server-sessions.json"), mostBytes: 1 << 20) }

    public func read() throws -> [SessionRecord] {
        guard let version = version() else { return [] }
        if let known = known.withLock({ $0 }), known.version == version { return known.records }
        let records = Self.records(in: try file.read())
        known.withLock { $0 = (version, records) }
        return records
    }

    public func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
        // Other processes that change files of the folder take milliseconds; a request must not wait for a stuck one.
        try file.update(timeout: 2) { bytes in
            var records = Self.records(in: bytes)
            let before = records
            let result = try change(&records)
            if records != before { bytes = Array(try JSONEncoder().encode(Contents(sessions: records))) }
            return result
        }
    }

    private func version() -> Version? {
        var status = stat()
        guard stat(file.url.path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Version(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(time.tv_sec),
            nanoseconds: Int(time.tv_nsec))
    }

    /// A file that cannot be read signs everybody out, and is replaced by the next sign-in.
    private static func records(in bytes: [UInt8]?) -> [SessionRecord] {
        guard let bytes, let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
            contents.version == 1
        else { return [] }
        return contents.sessions
    }
}
