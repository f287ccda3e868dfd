import Crypto
import Foundation

/// SHA-256 of files that are there.
enum FileHash {
    /// Reads the file piece by piece, and gives way between them.
    static func sha256(of path: String, progress: @Sendable (Int) -> Void = { _ in }) async throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw RegistryError(.notFound, "The file \(path) cannot be read.")
        }
        defer { try? handle.close() }
        var hash = SHA256()
        var done = 0
        while let data = try handle.read(upToCount: 4 << 20), !data.isEmpty {
            try Task.checkCancellation()
            hash.update(data: data)
            done += data.count
            progress(done)
            await Task.yield()
        }
        return HashText.hexadecimal(hash.finalize())
    }
}
