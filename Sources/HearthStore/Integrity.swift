import CSQLCipher
import Foundation
import GRDB

/// What a check of the whole database found.
public struct IntegrityReport: Hashable, Sendable {
    /// One line for each problem; empty where none was found.
    public var problems: [String]

    public var isSound: Bool { problems.isEmpty }
}

extension HearthDatabase {
    /// Reads every page: checks its authentication code, the structure of tables and indexes, references between rows, the
    /// full-text index, and that totals and vectors agree with the chunks.
    public func checkIntegrity() async throws -> IntegrityReport {
        try await read { IntegrityReport(problems: try Self.problems($0)) }
    }

    static func problems(_ db: Database) throws -> [String] {
        var problems = try String.fetchAll(db, sql: "PRAGMA cipher_integrity_check")
        // FTS5's part of the check trusts the structure that this connection read last; a query makes it look again.
        _ = try Int64.fetchOne(db, sql: "SELECT rowid FROM chunkTerms WHERE chunkTerms MATCH '\"\"' LIMIT 1")
        problems += try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        problems += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
            "A row of \($0["table"] as String) refers to nothing."
        }
        guard problems.isEmpty else { return problems }
        var checks = [
            (
                "The number of chunks is wrong.",
                "SELECT (SELECT count(*) FROM chunk) = value FROM statistic WHERE name = 'chunks'"
            ),
            (
                "A document's chunks are not all there.",
                "SELECT (SELECT total(chunkCount) FROM document) = count(*) FROM chunk"
            ),
            (
                "The full-text index does not cover the chunks.",
                "SELECT (SELECT count(*) FROM chunkTerms_docsize) = count(*) FROM chunk"
            ),
            (
                "The vectors do not agree with their models.",
                """
                SELECT NOT EXISTS (SELECT 1 FROM vectorModel m WHERE vectors <>
                    (SELECT total(count) FROM vectorSegment WHERE model = m.number) OR vectors <>
                    (SELECT count(*) FROM vectorExact WHERE id >= m.number << 40 AND id < (m.number + 1) << 40))
                """
            ),
        ]
        // Of a backup that an older version wrote, a migration mends this when it is opened.
        if try Migrations.areComplete(db) {
            checks.append(
                (
                    "A model's vectors are not as long as the model says.",
                    """
                    SELECT NOT EXISTS (SELECT 1 FROM vectorModel m WHERE dimension NOT BETWEEN 1 AND \(VectorCoding.maxDimension)
                        OR EXISTS (SELECT 1 FROM vectorSegment WHERE model = m.number
                            AND length(codes) <> count * ((m.dimension + 63) / 64 * 64))
                        OR EXISTS (SELECT 1 FROM vectorExact WHERE id >= m.number << 40 AND id < (m.number + 1) << 40
                            AND length(codes) <> 2 * m.dimension))
                    """
                ))
        }
        for (problem, sql) in checks where try Bool.fetchOne(db, sql: sql) != true { problems.append(problem) }
        return problems
    }
}

/// Searches every decrypted page of the database, free pages included, for bytes that should be gone.
///
/// A needle that crosses from one page into another is found only where the pages follow each other in a way that SQLite
/// does not promise, so needles should be short against a page of 4 KiB, and several.
struct PageScan {
    struct Result: Equatable {
        var pages = 0
        /// The positions of the search patterns that were found.
        var found: Set<Int> = []
    }

    static func run(_ db: Database, for needles: [[UInt8]]) throws -> Result {
        var result = Result()
        let pages = try Row.fetchCursor(db, sql: "SELECT data FROM sqlite_dbpage ORDER BY pgno")
        while let row = try pages.next() {
            result.pages += 1
            try row.withUnsafeData(named: "data") { page in
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
