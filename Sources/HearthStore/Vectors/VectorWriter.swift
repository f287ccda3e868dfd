import Foundation
import GRDB

/// Adds vectors of one model within one transaction.
struct VectorWriter {
    private let db: Database
    private let model: VectorModel

    /// Finds the model, or makes it; the first model of a store becomes the active one.
    init(_ db: Database, modelID: String, dimension: Int) throws {
        self.db = db
        if let known = try VectorModel.find(db, id: modelID) {
            guard known.dimension == dimension else {
                throw StoreError(
                    .invalidVector,
                    "The vectors of \(modelID) have \(known.dimension) components in this store, these \(dimension).")
            }
            model = known
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

    /// Adds vectors of chunks that have none yet; the others keep theirs, since a model gives a text one vector. Returns how
    /// many were added.
    @discardableResult
    func add(_ vectors: [(chunk: Int64, vector: [Float])]) throws -> Int {
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
