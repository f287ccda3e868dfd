import Foundation
import GRDB

/// Removes documents within one transaction, and counts what went.
struct DocumentRemover {
    private let db: Database
    /// Chunks whose vectors are still to be removed, all at once by ``finish()``: each segment is rewritten only once.
    private var chunks: [ChunkRange] = []
    private(set) var counts = DeletionCounts()

    init(_ db: Database) { self.db = db }

    /// Removes a document that no source refers to any more; returns its id if it did.
    ///
    /// - Parameter isFollowed: Whether another document has taken its place, whose label what came from it follows.
    mutating func removeIfUnused(
        _ number: Int64, _ statistics: inout Statistics, isFollowed: Bool = false
    ) throws -> String? {
        let used = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM source WHERE document = ? LIMIT 1"), arguments: [number])
        guard used == nil,
            let id = try String.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM document WHERE number = ?"), arguments: [number])
        else { return nil }
        if isFollowed {
            try db.cachedStatement(sql: "DELETE FROM messageSource WHERE document = ?").execute(arguments: [number])
        } else {
            try MessageSources.settle(document: number, db)
        }
        try removeContent(of: number, &statistics)
        return id
    }

    /// Removes a document's row, text, chunks and index entries, but not its sources.
    mutating func removeContent(of number: Int64, _ statistics: inout Statistics) throws {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT firstChunk, chunkCount FROM document WHERE number = ?"),
                arguments: [number])
        else { return }
        let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
        if range.count > 0 {
            let sums = try Row.fetchOne(
                db, sql: "SELECT count(*), sum(titleTerms), sum(bodyTerms) FROM chunk WHERE id BETWEEN ? AND ?",
                arguments: [range.first, range.last])
            try db.execute(
                sql: "DELETE FROM chunkTerms WHERE rowid BETWEEN ? AND ?", arguments: [range.first, range.last])
            counts.indexEntries += range.count
            try db.execute(sql: "DELETE FROM chunk WHERE id BETWEEN ? AND ?", arguments: [range.first, range.last])
            counts.chunks += db.changesCount
            statistics.chunks -= sums?[0] ?? 0
            statistics.titleTerms -= sums?[1] ?? 0
            statistics.bodyTerms -= sums?[2] ?? 0
            chunks.append(range)
        }
        // Sources keep their row for now: the caller points them elsewhere or removes them.
        try db.execute(sql: "DELETE FROM documentText WHERE document = ?", arguments: [number])
        // What was worked out from the text may quote it.
        try db.execute(
            sql: "DELETE FROM analysisNode WHERE source = (SELECT contentHash FROM document WHERE number = ?)",
            arguments: [number])
        try db.execute(sql: "DELETE FROM document WHERE number = ?", arguments: [number])
        counts.documents += db.changesCount
    }

    /// Removes every source of a document, which is to go.
    mutating func removeSources(of number: Int64) throws {
        try MessageSources.settle(document: number, db)
        try db.execute(sql: "DELETE FROM source WHERE document = ?", arguments: [number])
        counts.sources += db.changesCount
    }

    /// Removes the vectors of all chunks that went.
    mutating func finish() throws {
        guard !chunks.isEmpty else { return }
        counts.vectors += try VectorRemover(db).remove(ChunkRange.merged(chunks))
        chunks = []
    }
}

/// What a deletion removed.
public struct DeletionCounts: Hashable, Sendable {
    public var documents = 0
    public var sources = 0
    public var chunks = 0
    /// Chunks that left the full-text index.
    public var indexEntries = 0
    /// Vectors of all models.
    public var vectors = 0
}
