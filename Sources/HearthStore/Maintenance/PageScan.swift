import CSQLCipher
import Foundation
import GRDB

/// Searches every decrypted page of the database, free pages included, for bytes that should be gone.
///
/// A needle that crosses from one page into another is found only where the pages follow each other in a way that SQLite
/// does not promise, so needles should be short against a page of 4 KiB, and several.
struct PageScan {
    struct Result: Equatable {
        var pages = 0
        /// The needles that were found, by position.
        var found: Set<Int> = []
    }

    static func run(_ db: Database, for needles: [[UInt8]]) throws -> Result {
        var result = Result()
        let pages = try Row.fetchCursor(db, sql: "SELECT data FROM sqlite_dbpage ORDER BY pgno")
        while let row = try pages.next() {
            result.pages += 1
            try row.withUnsafeData(atIndex: 0) { page in
                guard let page else { return }
                for (position, needle) in needles.enumerated() where !result.found.contains(position) {
                    if contains(page, needle) { result.found.insert(position) }
                }
            }
        }
        return result
    }

    private static func contains(_ page: Data, _ needle: [UInt8]) -> Bool {
        guard !needle.isEmpty, needle.count <= page.count else { return false }
        return page.withUnsafeBytes { bytes in
            csqlcipher_contains(bytes.baseAddress, bytes.count, needle, needle.count) == 1
        }
    }
}

/// Picks pieces of a text to search for afterwards.
enum TextSamples {
    static let size = 24

    /// Up to `count` pieces of ``size`` bytes, spread over the text, of which none repeats a few characters; a
    /// short text is one piece.
    static func pick(_ text: String, count: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        guard bytes.count >= size else { return bytes.count >= 8 && count > 0 ? [bytes] : [] }
        guard count > 0 else { return [] }
        let step = max(size, bytes.count / count)
        return stride(from: 0, through: bytes.count - size, by: step).prefix(count).compactMap { start in
            let piece = Array(bytes[start..<(start + size)])
            return Set(piece).count >= 6 ? piece : nil
        }
    }
}
