import CVectorKernels
import Foundation
import GRDB
import HearthCore

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
            entries.append(
                Entry(
                    id: row["id"], count: row["count"], firstChunk: row["firstChunk"], lastChunk: row["lastChunk"]))
        }
        return entries
    }

    func rows(id: Int64) throws -> SegmentRows {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT count, chunks, scales, codes FROM vectorSegment WHERE id = ?"),
            arguments: [id])
        guard let row,
            let rows = SegmentRows(
                padded: model.padded, count: row["count"], chunks: row["chunks"], scales: row["scales"],
                codes: row["codes"])
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
                let (id, count): (Int64, Int) = (row["id"], row["count"])
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

/// Quantized vectors on their way into a segment, sorted by chunk.
struct SegmentRows {
    let padded: Int
    private(set) var chunks: [Int64] = []
    private(set) var scales: [Float] = []
    private(set) var codes: [Int8] = []

    init(padded: Int) { self.padded = padded }

    var count: Int { chunks.count }

    /// Appends a vector; chunks must come in ascending order.
    mutating func append(chunk: Int64, vector: [Float]) throws {
        var row = [Int8](repeating: 0, count: padded)
        var scale: Float = 0
        guard vector.count <= padded, hearth_quantize_i8(vector, vector.count, padded, &row, &scale) == 1 else {
            throw StoreError(.invalidVector, "A vector holds a number that is not finite or too large.")
        }
        chunks.append(chunk)
        scales.append(scale)
        codes.append(contentsOf: row)
    }

    private mutating func append(row: Int, of other: SegmentRows) {
        chunks.append(other.chunks[row])
        scales.append(other.scales[row])
        codes.append(contentsOf: other.codes[(row * padded)..<((row + 1) * padded)])
    }

    /// The rows of both, sorted by chunk.
    func merged(with other: SegmentRows) -> SegmentRows {
        var result = SegmentRows(padded: padded)
        var (a, b) = (0, 0)
        while a < count || b < other.count {
            if b == other.count || (a < count && chunks[a] <= other.chunks[b]) {
                result.append(row: a, of: self)
                a += 1
            } else {
                result.append(row: b, of: other)
                b += 1
            }
        }
        return result
    }

    func filtered(_ isKept: (Int64) -> Bool) -> SegmentRows {
        var result = SegmentRows(padded: padded)
        for row in 0..<count where isKept(chunks[row]) { result.append(row: row, of: self) }
        return result
    }

    // MARK: Blobs

    /// `nil` when the blobs do not belong together.
    init?(padded: Int, count: Int, chunks: Data, scales: Data, codes: Data) {
        guard count >= 0, count <= VectorCoding.rowsPerSegment, chunks.count == count * 8, scales.count == count * 4,
            codes.count == count * padded
        else { return nil }
        self.padded = padded
        self.chunks = chunks.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
        self.scales = scales.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        self.codes = codes.withUnsafeBytes { Array($0.bindMemory(to: Int8.self)) }
    }

    var chunkData: Data { chunks.withUnsafeBytes { Data($0) } }
    var scaleData: Data { scales.withUnsafeBytes { Data($0) } }
    var codeData: Data { codes.withUnsafeBytes { Data($0) } }
}

/// One segment in memory, for the kernels.
///
/// `@unchecked Sendable`: the memory is written in `init` and only read afterwards.
final class VectorSegment: @unchecked Sendable {
    let id: Int64
    let count: Int
    let codes: UnsafePointer<Int8>
    let scales: UnsafePointer<Float>
    /// The ids of the chunks, in ascending order.
    let chunks: UnsafePointer<Int64>
    /// Keeps the memory while the segment lives.
    private let memory: VectorMemory

    /// `nil` when the blobs do not belong together.
    init?(
        id: Int64, count: Int, padded: Int, chunks: Data, scales: Data, codes: Data, in pool: inout VectorMemoryPool
    ) {
        guard count > 0, count <= VectorCoding.rowsPerSegment, chunks.count == count * 8, scales.count == count * 4,
            codes.count == count * padded
        else { return nil }
        self.id = id
        self.count = count
        // Codes first, since `padded` is a multiple of 64; then ids, then scales: each is aligned.
        let (memory, codeMemory) = pool.allocate(Self.byteCount(count, padded))
        let idMemory = codeMemory + count * padded
        let scaleMemory = idMemory + count * 8
        for (data, place) in [(codes, codeMemory), (chunks, idMemory), (scales, scaleMemory)] {
            data.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
            }
        }
        self.codes = UnsafePointer(codeMemory.bindMemory(to: Int8.self, capacity: count * padded))
        self.chunks = UnsafePointer(idMemory.bindMemory(to: Int64.self, capacity: count))
        self.scales = UnsafePointer(scaleMemory.bindMemory(to: Float.self, capacity: count))
        self.memory = memory
    }

    /// Bytes of codes, chunk ids and scales.
    static func byteCount(_ count: Int, _ padded: Int) -> Int { count * (padded + 12) }

    /// The rows whose chunks lie in one of the ranges (sorted, disjoint), as ranges of rows.
    func rows(in ranges: [ChunkRange]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var row = 0
        // The first range that does not end before this segment.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = low + (high - low) / 2
            if ranges[middle].last < chunks[0] { low = middle + 1 } else { high = middle }
        }
        for range in ranges[low...] {
            guard range.first <= chunks[count - 1] else { break }
            let start = firstRow(from: row) { $0 >= range.first }
            let end = firstRow(from: start) { $0 > range.last }
            if start < end { result.append(start..<end) }
            row = end
        }
        return result
    }

    private func firstRow(from start: Int, where isReached: (Int64) -> Bool) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(chunks[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
