import Crypto
import Foundation
import HearthCore

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
