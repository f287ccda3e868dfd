import Foundation
import GRDB
import Synchronization

/// The vectors of each model that is searched, held in memory.
///
/// What is held follows the database: a search compares the model's revision, one row, and loads or drops the segments that
/// differ. So vectors that another process adds or removes are seen too, and there is no second truth to keep right.
final class VectorCache: Sendable {
    /// The segments of a model at one revision.
    struct Matrix: Sendable {
        let revision: Int64
        let padded: Int
        let segments: [VectorSegment]

        var count: Int { segments.reduce(0) { $0 + $1.count } }
    }

    private let matrices = Mutex<[Int64: Matrix]>([:])
    /// One loads at a time, so that two first searches do not hold two copies.
    private let loading = Mutex<Void>(())

    /// The matrix as the transaction of `db` sees it.
    func matrix(_ db: Database, _ model: VectorModel) throws -> Matrix {
        if let held = held(model) { return held }
        return try loading.withLock { _ in
            if let held = held(model) { return held }
            let former = matrices.withLock { $0[model.number] }
            let known = Dictionary(
                (former?.segments ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let entries = try SegmentTable(db, model).entries()
            let missing = entries.filter { known[$0.id] == nil }
            var pool = VectorMemoryPool(
                total: missing.reduce(0) { $0 + VectorSegment.byteCount($1.count, model.padded) })
            let segments = try entries.map { entry in
                try known[entry.id] ?? Self.load(db, model, id: entry.id, in: &pool)
            }
            let matrix = Matrix(revision: model.revision, padded: model.padded, segments: segments)
            // An older reader must not push out what a newer one loaded.
            if model.revision > former?.revision ?? -1 { matrices.withLock { $0[model.number] = matrix } }
            return matrix
        }
    }

    private func held(_ model: VectorModel) -> Matrix? {
        matrices.withLock { $0[model.number] }.flatMap { $0.revision == model.revision ? $0 : nil }
    }

    /// Frees the memory; the next search loads again.
    func drop() {
        matrices.withLock { $0.removeAll() }
    }

    private static func load(
        _ db: Database, _ model: VectorModel, id: Int64, in pool: inout VectorMemoryPool
    ) throws -> VectorSegment {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT count, chunks, scales, codes FROM vectorSegment WHERE id = ?"),
            arguments: [id])
        // Without copies: the bytes go from SQLite's buffer into the segment, while the cursor keeps them there.
        let segment = try withExtendedLifetime(cursor) {
            guard let row = try cursor.next() else { return nil as VectorSegment? }
            return try row.withUnsafeData(atIndex: 1) { chunks in
                try row.withUnsafeData(atIndex: 2) { scales in
                    try row.withUnsafeData(atIndex: 3) { codes in
                        VectorSegment(
                            id: id, count: row[0], padded: model.padded, chunks: chunks ?? Data(),
                            scales: scales ?? Data(),
                            codes: codes ?? Data(), in: &pool)
                    }
                }
            }
        }
        guard let segment else {
            throw StoreError(.damaged, "Vectors of \(model.id) cannot be read. Remove the model and embed again.")
        }
        return segment
    }
}
