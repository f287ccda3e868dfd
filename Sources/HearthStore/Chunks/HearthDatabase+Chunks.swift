import GRDB
import HearthCore

extension HearthDatabase {
    /// The chunks of a document, in order. Empty when there is no such document.
    public func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try ChunkReader(db, readable).chunks(
                where: """
                    document.id = ? AND chunk.id BETWEEN document.firstChunk
                        AND document.firstChunk + document.chunkCount - 1 ORDER BY chunk.id
                    """, [id])
        }
    }

    /// The chunks of these ids, in the order of `ids`; ids without a chunk are left out.
    public func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            let reader = ChunkReader(db, readable)
            return try ids.compactMap { try reader.chunks(where: "chunk.id = ?", [$0]).first }
        }
    }

    /// The chunks around one, in order, itself included: up to `before` and `after` others of the same document.
    public func neighbours(ofChunk id: Int64, before: Int, after: Int) async throws -> [StoredChunk] {
        let (low, high) = (Int64(clamping: max(0, before)), Int64(clamping: max(0, after)))
        let readable = Reader.labels
        return try await read { db in
            try ChunkReader(db, readable).chunks(
                where: """
                    chunk.id BETWEEN ? AND ? AND chunk.document = (SELECT document FROM chunk WHERE id = ?)
                        ORDER BY chunk.id
                    """, [id.subtractingClamped(low), id.addingClamped(high), id])
        }
    }

    /// Chunks with an id above `id`, in the order of ids: to walk through the whole store in steps.
    public func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try ChunkReader(db, readable).chunks(where: "chunk.id > ? ORDER BY chunk.id LIMIT ?", [id, max(0, limit)])
        }
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}

/// Reads rows of chunks.
struct ChunkReader {
    private let db: Database
    private let readable: ReadableLabels

    init(_ db: Database, _ readable: ReadableLabels) {
        self.db = db
        self.readable = readable
    }

    func chunks(where condition: String, _ arguments: StatementArguments) throws -> [StoredChunk] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT chunk.id, document.id, chunk.id - document.firstChunk, start, end, tokens, page, headings,
                        startTime, endTime, text
                    FROM chunk JOIN document ON document.number = chunk.document
                        AND \(readable.allow("document.label"))
                    WHERE \(condition)
                    """), arguments: arguments)
        var chunks: [StoredChunk] = []
        while let row = try rows.next() {
            let chunk = Chunk(
                index: row[2], span: TextSpan(start: row[3], end: row[4]), text: try row.text(10) ?? "", tokens: row[5],
                page: row[6],
                headings: HeadingsText.split(try row.text(7)), startTime: row[8], endTime: row[9])
            chunks.append(StoredChunk(id: row[0], documentID: row[1], chunk: chunk))
        }
        return chunks
    }
}
