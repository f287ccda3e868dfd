import GRDB

/// Totals over all chunks, kept right by every writer: FTS5 does not count deletions of a contentless table.
struct Statistics {
    var nextChunk: Int64 = 1
    var chunks: Int64 = 0
    var titleTerms: Int64 = 0
    var bodyTerms: Int64 = 0

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT name, value FROM statistic"))
        while let row = try rows.next() {
            let value: Int64 = row[1]
            switch row[0] as String {
            case "nextChunk": nextChunk = value
            case "chunks": chunks = value
            case "titleTerms": titleTerms = value
            case "bodyTerms": bodyTerms = value
            default: break
            }
        }
    }

    func save(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE statistic SET value = ? WHERE name = ?")
        let values = [
            ("nextChunk", nextChunk), ("chunks", chunks), ("titleTerms", titleTerms), ("bodyTerms", bodyTerms),
        ]
        for (name, value) in values { try statement.execute(arguments: [value, name]) }
    }
}

/// Terms joined by spaces, as the analyser hands them over.
enum TermText {
    /// The number of terms, by the rule of the tokenizer `words`.
    static func count(_ terms: String) -> Int {
        var count = 0
        var isInside = false
        for byte in terms.utf8 {
            if byte == 0x20 {
                isInside = false
            } else if !isInside {
                isInside = true
                count += 1
            }
        }
        return count
    }
}

/// Headings in one text, set apart by U+001F (unit separator).
enum HeadingsText {
    static func joined(_ headings: [String]) -> String? {
        headings.isEmpty ? nil : headings.joined(separator: "\u{1F}")
    }

    static func split(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String($0) ?? "" }
    }
}
