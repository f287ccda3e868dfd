import Foundation
import GRDB

/// The segments of one model in the database. A segment never changes: rewriting makes one with a new id, so whoever holds
/// segments in memory keeps exactly those whose ids are still there.
struct SegmentTable {
    struct Entry {
        let id: Int64
        let count: Int
        let firstChunk: Int64
        let lastChunk: Int64
    }

    private let db: Database
    private let model: VectorModel

    init(_ db: Database, _ model: VectorModel) {
        self.db = db
        self.model = model
    }

    /// All segments in the order of ids; reads an index only, not the vectors.
    func entries() throws -> [Entry] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT id, count, firstChunk, lastChunk FROM vectorSegment WHERE model = ? ORDER BY id"),
            arguments: [model.number])
        var entries: [Entry] = []
        while let row = try rows.next() {
            entries.append(Entry(id: row[0], count: row[1], firstChunk: row[2], lastChunk: row[3]))
        }
        return entries
    }

    func rows(id: Int64) throws -> SegmentRows {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT count, chunks, scales, codes FROM vectorSegment WHERE id = ?"),
            arguments: [id])
        guard let row,
            let rows = SegmentRows(padded: model.padded, count: row[0], chunks: row[1], scales: row[2], codes: row[3])
        else { throw StoreError(.damaged, "Vectors of \(model.id) cannot be read. Remove the model and embed again.") }
        return rows
    }

    /// Adds a segment. With `mergesSmall` the last segments join it while they are not much larger and the sum fits, so that
    /// many small transactions leave few segments, and each vector is rewritten about log₂(1,024) times at most.
    func insert(_ rows: SegmentRows, mergesSmall: Bool) throws {
        var rows = rows
        if mergesSmall {
            let last = try db.cachedStatement(
                sql: "SELECT id, count FROM vectorSegment WHERE model = ? ORDER BY id DESC LIMIT 1")
            while let row = try Row.fetchOne(last, arguments: [model.number]) {
                let (id, count): (Int64, Int) = (row[0], row[1])
                guard count <= 2 * rows.count, count + rows.count <= VectorCoding.rowsPerSegment else { break }
                rows = try self.rows(id: id).merged(with: rows)
                try remove(id: id)
            }
        }
        guard let first = rows.chunks.first, let last = rows.chunks.last else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO vectorSegment (model, count, firstChunk, lastChunk, chunks, scales, codes)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [model.number, rows.count, first, last, rows.chunkData, rows.scaleData, rows.codeData])
    }

    func remove(id: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM vectorSegment WHERE id = ?").execute(arguments: [id])
    }
}

/// Removes vectors of chunks, of all models, within one transaction.
struct VectorRemover {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// - Parameter ranges: sorted and disjoint.
    /// - Returns: how many vectors went.
    func remove(_ ranges: [ChunkRange]) throws -> Int {
        guard !ranges.isEmpty else { return 0 }
        return try VectorModel.all(db).reduce(0) { try $0 + remove(ranges, of: $1) }
    }

    private func remove(_ ranges: [ChunkRange], of model: VectorModel) throws -> Int {
        let delete = try db.cachedStatement(sql: "DELETE FROM vectorExact WHERE id BETWEEN ? AND ?")
        var count = 0
        for range in ranges {
            try delete.execute(arguments: [model.exactID(range.first), model.exactID(range.last)])
            count += db.changesCount
        }
        guard count > 0 else { return 0 }
        let table = SegmentTable(db, model)
        for entry in try table.entries() where ranges.overlap(entry.firstChunk, entry.lastChunk) {
            let rows = try table.rows(id: entry.id)
            let kept = rows.filtered { !ranges.overlap($0, $0) }
            guard kept.count < rows.count else { continue }
            try table.remove(id: entry.id)
            try table.insert(kept, mergesSmall: false)
        }
        try db.execute(
            sql: "UPDATE vectorModel SET revision = revision + 1, vectors = vectors - ? WHERE number = ?",
            arguments: [count, model.number])
        return count
    }
}

extension [ChunkRange] {
    /// Whether one of these sorted, disjoint ranges shares an id with `first...last`.
    func overlap(_ first: Int64, _ last: Int64) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].last < first { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].first <= last
    }
}
