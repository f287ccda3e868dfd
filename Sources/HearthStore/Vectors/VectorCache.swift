import Foundation
import GRDB
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

    private static func load(
        _ db: Database, _ model: VectorModel, id: Int64, in pool: inout VectorMemoryPool
    ) throws -> VectorSegment {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT count, chunks, scales, codes FROM vectorSegment WHERE id = ?"),
            arguments: [id])
        // Without copies: the bytes go from SQLite's buffer into the segment, while the cursor keeps them there.
        let segment = try withExtendedLifetime(cursor) {
            guard let row = try cursor.next() else { return nil as VectorSegment? }
            return try row.withUnsafeData(named: "chunks") { chunks in
                try row.withUnsafeData(named: "scales") { scales in
                    try row.withUnsafeData(named: "codes") { codes in
                        VectorSegment(
                            id: id, count: row["count"], padded: model.padded, chunks: chunks ?? Data(),
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

/// A stretch of memory that segments share, in huge pages where the system grants them: a scan then misses the address
/// cache once in 2 MiB instead of once in 4 KiB.
///
/// `@unchecked Sendable`: only ``carve(_:)`` changes anything, and it is called by the one thread that loads.
final class VectorMemory: @unchecked Sendable {
    static let hugePage = 2 << 20
    /// Memory is given back stretch by stretch, when the last segment in one goes.
    static let largest = 32 << 20

    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0

    /// Room for at least `bytes`, and for up to `wanted` if that is not too much for one stretch.
    init(bytes: Int, wanted: Int) {
        let target = max(bytes, min(wanted, Self.largest))
        let isLarge = target >= Self.hugePage
        let unit = isLarge ? Self.hugePage : 64
        size = (target + unit - 1) / unit * unit
        start = .allocate(byteCount: size, alignment: unit)
        #if os(Linux)
        if isLarge { _ = madvise(start, size, MADV_HUGEPAGE) }
        #endif
    }

    deinit { start.deallocate() }

    /// The next `bytes`, aligned to 64, or `nil` when they are not left.
    func carve(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let rounded = (bytes + 63) / 64 * 64
        guard rounded <= size - used else { return nil }
        defer { used += rounded }
        return start + used
    }
}

/// Hands out memory for segments that are loaded together.
struct VectorMemoryPool {
    private var memory: VectorMemory?
    /// Bytes that are still to come.
    private var remaining: Int

    /// - Parameter total: bytes of all segments together.
    init(total: Int) { remaining = total }

    mutating func allocate(_ bytes: Int) -> (VectorMemory, UnsafeMutableRawPointer) {
        defer { remaining = max(0, remaining - bytes) }
        if let memory, let place = memory.carve(bytes) { return (memory, place) }
        while true {
            // With room for the rounding of each piece.
            let fresh = VectorMemory(bytes: bytes + 64, wanted: remaining + remaining / 64)
            memory = fresh
            if let place = fresh.carve(bytes) { return (fresh, place) }
        }
    }
}
