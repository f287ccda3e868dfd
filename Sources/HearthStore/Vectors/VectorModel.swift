import GRDB

/// An embedding model that has vectors in the store.
public struct StoredVectorModel: Hashable, Sendable, Identifiable {
    public var id: String
    public var dimension: Int
    /// Whether search uses it when no model is named.
    public var isActive: Bool
    /// Chunks that have a vector of this model.
    public var vectorCount: Int
    /// All chunks.
    public var chunkCount: Int

    /// Whether every chunk has a vector.
    public var isComplete: Bool { vectorCount >= chunkCount }
}

/// The row of a model.
struct VectorModel {
    let number: Int64
    let id: String
    let dimension: Int
    let revision: Int64

    var padded: Int { VectorCoding.padded(dimension) }

    /// The id of a chunk's row in `vectorExact`.
    func exactID(_ chunk: Int64) -> Int64 { number << 40 | (chunk & ((1 << 40) - 1)) }

    /// The model of that id, or the active one.
    static func find(_ db: Database, id: String?) throws -> VectorModel? {
        let columns = "SELECT number, id, dimension, revision FROM vectorModel"
        let row =
            if let id {
                try Row.fetchOne(db.cachedStatement(sql: columns + " WHERE id = ?"), arguments: [id])
            } else {
                try Row.fetchOne(db.cachedStatement(sql: columns + " WHERE isActive"))
            }
        return row.map(VectorModel.init(row:))
    }

    static func all(_ db: Database) throws -> [VectorModel] {
        try Row.fetchAll(db, sql: "SELECT number, id, dimension, revision FROM vectorModel ORDER BY number")
            .map(VectorModel.init(row:))
    }

    private init(row: Row) {
        number = row[0]
        id = row[1]
        dimension = row[2]
        revision = row[3]
    }
}
