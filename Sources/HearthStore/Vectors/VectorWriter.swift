import CVectorKernels
import Foundation
import GRDB
import HearthCore

/// Adds vectors of one model within one transaction.
struct VectorWriter {
    private let db: Database
    private let model: VectorModel

    /// Adds vectors of a model, and returns how many were new. Where there are none, nothing is known of the model, not even
    /// how long its vectors are, so none is made.
    @discardableResult
    static func add(_ vectors: [(chunk: Int64, vector: [Float])], of modelID: String, _ db: Database) throws -> Int {
        guard let dimension = vectors.first?.vector.count else { return 0 }
        return try VectorWriter(db, modelID: modelID, dimension: dimension).add(vectors)
    }

    /// Finds the model, or makes it; the first model of a store becomes the active one.
    private init(_ db: Database, modelID: String, dimension: Int) throws {
        self.db = db
        guard (1...VectorCoding.maxDimension).contains(dimension) else {
            throw StoreError(
                .invalidVector, "A vector has 1 to \(VectorCoding.maxDimension) components, not \(dimension).")
        }
        if let known = try VectorModel.find(db, id: modelID) {
            model = try known.dimension == dimension ? known : Self.resized(known, to: dimension, db)
            return
        }
        try db.execute(
            sql: """
                INSERT INTO vectorModel (id, dimension, isActive)
                VALUES (?, ?, NOT EXISTS (SELECT 1 FROM vectorModel WHERE isActive))
                """, arguments: [modelID, dimension])
        guard let made = try VectorModel.find(db, id: modelID) else {
            throw StoreError(.failure, "A model could not be added.")
        }
        model = made
    }

    /// A model that has no vectors here may have other ones than it had: its file was replaced by another of the same name.
    private static func resized(_ known: VectorModel, to dimension: Int, _ db: Database) throws -> VectorModel {
        try db.execute(
            sql: "UPDATE vectorModel SET dimension = ?, revision = revision + 1 WHERE number = ? AND vectors = 0",
            arguments: [dimension, known.number])
        guard db.changesCount > 0, let resized = try VectorModel.find(db, id: known.id) else {
            throw StoreError(
                .invalidVector,
                "The vectors of \(known.id) have \(known.dimension) components in this store, these \(dimension).")
        }
        return resized
    }

    /// Adds vectors of chunks that have none yet; the others keep theirs, since a model gives a text one vector. Returns how
    /// many were added.
    private func add(_ vectors: [(chunk: Int64, vector: [Float])]) throws -> Int {
        let sorted = try withoutKnown(vectors.sorted { $0.chunk < $1.chunk })
        guard !sorted.isEmpty else { return 0 }
        guard sorted.allSatisfy({ $0.vector.count == model.dimension }) else {
            throw StoreError(
                .invalidVector, "The vectors of \(model.id) have \(model.dimension) components; one of these has not.")
        }
        let insert = try db.cachedStatement(sql: "INSERT INTO vectorExact (id, scale, codes) VALUES (?, ?, ?)")
        var rows = SegmentRows(padded: model.padded)
        for (position, item) in sorted.enumerated() {
            let exact = try VectorCoding.exact(item.vector)
            try insert.execute(arguments: [model.exactID(item.chunk), Double(exact.scale), exact.codes])
            try rows.append(chunk: item.chunk, vector: item.vector)
            let rest = sorted.count - position - 1
            if rows.count == VectorCoding.rowsPerSegment || rest == 0 {
                try SegmentTable(db, model).insert(rows, mergesSmall: rest == 0)
                rows = SegmentRows(padded: model.padded)
            }
        }
        try db.execute(
            sql: "UPDATE vectorModel SET revision = revision + 1, vectors = vectors + ? WHERE number = ?",
            arguments: [sorted.count, model.number])
        return sorted.count
    }

    private func withoutKnown(
        _ sorted: [(chunk: Int64, vector: [Float])]
    ) throws -> [(chunk: Int64, vector: [Float])] {
        let known = try db.cachedStatement(sql: "SELECT 1 FROM vectorExact WHERE id = ?")
        var result: [(chunk: Int64, vector: [Float])] = []
        result.reserveCapacity(sorted.count)
        for item in sorted where item.chunk != result.last?.chunk {
            if try Bool.fetchOne(known, arguments: [model.exactID(item.chunk)]) == nil { result.append(item) }
        }
        return result
    }
}

/// How vectors are quantized and laid out, in memory and in the database.
///
/// All supported platforms are little-endian, so arrays are stored as they lie in memory.
enum VectorCoding {
    /// Rows of a segment at most. With 384 components a segment is 400 KB: small enough to rewrite when one of its vectors
    /// goes, large enough that a million vectors are a thousand rows.
    static let rowsPerSegment = 1_024

    static let maxDimension = Int(HEARTH_MAX_DIMENSION)

    /// Codes of a row: the dimension rounded up to whole 64-byte registers.
    static func padded(_ dimension: Int) -> Int { (dimension + 63) / 64 * 64 }

    /// 15 bits and sign: the error of a dot product is a few millionths, far below the distance of neighbours.
    static func exact(_ vector: [Float]) throws -> (scale: Float, codes: Data) {
        var scale: Float = 0
        var codes = [Int16](repeating: 0, count: vector.count)
        guard hearth_quantize_i16(vector, vector.count, &codes, &scale) == 1 else {
            throw StoreError(.invalidVector, "A vector holds a number that is not finite or too large.")
        }
        return (scale, codes.withUnsafeBytes { Data($0) })
    }

    /// The vector that ``exact(_:)`` coded, or `nil` when the bytes are not of that dimension.
    static func vector(scale: Float, codes: Data, dimension: Int) -> [Float]? {
        guard codes.count == dimension * 2 else { return nil }
        return codes.withUnsafeBytes { bytes in
            (0..<dimension).map { Float(bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) * scale }
        }
    }
}
