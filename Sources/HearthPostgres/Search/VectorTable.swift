#if canImport(CPostgres)
import Foundation
import HearthCore

/// The row of a model.
struct PostgresVectorModel {
    let number: Int64
    let id: String
    var dimension: Int
    let vectors: Int64
    /// How many of them pgvector has too.
    let halves: Int64

    /// The model of that id, or the active one.
    static func find(_ db: Transaction, id: String?) throws -> PostgresVectorModel? {
        let columns = "SELECT number, id, dimension, vectors, halves FROM vector_model WHERE owner_id = $1 AND "
        let row = try id.map { try db.first(columns + "id = $2", $0.withoutNUL) } ?? db.first(columns + "is_active")
        return try row.map(PostgresVectorModel.init(row:))
    }

    private init(row: Row) throws {
        number = try row["number"]
        id = try row["id"]
        dimension = try row["dimension"]
        vectors = try row["vectors"]
        halves = try row["halves"]
    }
}

/// Writes vectors within a transaction.
enum VectorTable {
    /// Adds vectors of a model, and returns how many were new: those of chunks that are gone, or that have one, are left out. The
    /// first model of a library becomes the active one.
    @discardableResult
    static func add(
        _ vectors: [(chunk: Int64, vector: [Float])], of modelID: String, _ support: VectorSupport, _ db: Transaction
    ) throws -> Int {
        let present = Set(
            try db.rows("SELECT id FROM chunk WHERE owner_id = $1 AND id = ANY($2)", vectors.map(\.chunk)).map {
                try $0["id"] as Int64
            })
        var seen: Set<Int64> = []
        let new = vectors.filter { present.contains($0.chunk) && seen.insert($0.chunk).inserted }
        guard let dimension = new.first?.vector.count else { return 0 }
        try ChunkVectors.validate(new.map(\.vector))
        let model = try model(modelID, dimension, db)
        var statement = "INSERT INTO chunk_vector (owner_id, model, dimension, chunk, exact"
        var values: [any Bindable] = [model.number, dimension, new.map(\.chunk), new.map { exact($0.vector) }]
        if support.type != nil {
            statement += ", half) SELECT $1, $2, $3, new.* FROM unnest($4::bigint[], $5::bytea[], $6::halfvec[]) AS new"
            statement += " ON CONFLICT DO NOTHING RETURNING half IS NOT NULL AS is_half"
            values.append(support.array(new.map(\.vector)))
        } else {
            statement += ") SELECT $1, $2, $3, new.* FROM unnest($4::bigint[], $5::bytea[]) AS new"
            statement += " ON CONFLICT DO NOTHING RETURNING false AS is_half"
        }
        let added = try db.rows(statement, values: values).map { try $0["is_half"] as Bool }
        try count(model.number, vectors: added.count, halves: added.count { $0 }, db)
        return added.count
    }

    /// Removes the vectors of chunks, of all models; returns how many.
    static func remove(_ range: ChunkRange, _ db: Transaction) throws -> Int {
        // Only a table with pgvector's column knows what had one there.
        let models: [(number: Int64, halves: Int64)] = try db.rows(
            "SELECT number, halves FROM vector_model WHERE owner_id = $1"
        ).map { (try $0["number"], try $0["halves"]) }
        var removed = 0
        for model in models {
            let isHalf = model.halves > 0 ? "half IS NOT NULL" : "false"
            let gone = try db.rows(
                """
                DELETE FROM chunk_vector WHERE owner_id = $1 AND model = $2 AND chunk BETWEEN $3 AND $4
                RETURNING \(isHalf) AS is_half
                """, model.number, range.first, range.last
            ).map { try $0["is_half"] as Bool }
            try count(model.number, vectors: -gone.count, halves: -gone.count { $0 }, db)
            removed += gone.count
        }
        return removed
    }

    private static func count(_ model: Int64, vectors: Int, halves: Int, _ db: Transaction) throws {
        guard vectors != 0 else { return }
        try db.change(
            "UPDATE vector_model SET vectors = vectors + $2, halves = halves + $3 WHERE owner_id = $1 AND number = $4",
            vectors,
            halves, model)
    }

    /// Finds the model, or makes it.
    private static func model(_ id: String, _ dimension: Int, _ db: Transaction) throws -> PostgresVectorModel {
        if var known = try PostgresVectorModel.find(db, id: id) {
            guard known.dimension != dimension else { return known }
            // One that has no vectors here may have other ones than it had: its file was replaced by another of the same name.
            guard known.vectors == 0 else {
                throw StoreError(
                    .invalidVector,
                    "The vectors of \(id) have \(known.dimension) components in this library, these \(dimension).")
            }
            try db.change(
                "UPDATE vector_model SET dimension = $2 WHERE owner_id = $1 AND number = $3", dimension, known.number)
            known.dimension = dimension
            return known
        }
        try db.change(
            """
            INSERT INTO vector_model (owner_id, number, id, dimension, is_active)
            VALUES ($1, $2, $3, $4, NOT EXISTS (SELECT 1 FROM vector_model WHERE owner_id = $1 AND is_active))
            """, try db.next(\.lastModel), id.withoutNUL, dimension)
        guard let made = try PostgresVectorModel.find(db, id: id) else {
            throw StoreError(.failure, "A model could not be added.")
        }
        return made
    }

    // MARK: Exact vectors

    /// A vector's numbers one after the other, 32 bits each, as they lie in memory.
    static func exact(_ vector: [Float]) -> Data { vector.withUnsafeBytes { Data($0) } }

    /// The vector that ``exact(_:)`` made; `nil` when the bytes are of another length.
    static func vector(_ bytes: UnsafeRawBufferPointer, dimension: Int) -> [Float]? {
        guard bytes.count == dimension * 4 else { return nil }
        return (0..<dimension).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }

    /// The product with a query of as many numbers; `nil` when the bytes are of another length.
    static func dot(_ query: [Float], _ bytes: UnsafeRawBufferPointer) -> Double? {
        guard bytes.count == query.count * 4 else { return nil }
        return query.withUnsafeBufferPointer { query in
            var sum = 0.0
            for index in query.indices {
                sum += Double(query[index]) * Double(bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self))
            }
            return sum
        }
    }
}
#endif
