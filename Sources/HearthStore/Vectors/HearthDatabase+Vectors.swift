import Foundation
import GRDB
import HearthCore

extension HearthDatabase {
    /// Adds vectors of chunks that are stored already. Returns how many were new.
    ///
    /// Chunks that have a vector of this model keep it, and chunks that are gone are left out, so the work of computing
    /// vectors can be interrupted, repeated and run beside an ingestion.
    ///
    /// Throws `invalid-vector` when a vector is not finite or of another length than the model's.
    @discardableResult
    public func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int {
        try VectorCoding.validate(vectors.map(\.vector))
        guard !vectors.isEmpty else { return 0 }
        return try await write { db in
            let known = try db.cachedStatement(sql: "SELECT 1 FROM chunk WHERE id = ?")
            let present = try vectors.filter { try Bool.fetchOne(known, arguments: [$0.chunkID]) != nil }
            return try VectorWriter.add(present.map { (chunk: $0.chunkID, vector: $0.vector) }, of: modelID, db)
        }
    }

    /// Chunks that have no vector of the model yet, in the order of ids, from above `after` on.
    ///
    /// To walk through all of them, pass the last id of one step as `after` of the next.
    ///
    /// - Parameter onlyJournal: leaves out those of documents that are no entries of the journal.
    public func chunksMissingVectors(
        modelID: String, after: Int64 = 0, limit: Int, onlyJournal: Bool = false
    ) async throws -> [StoredChunk] {
        let journal =
            onlyJournal
            ? " AND chunk.document IN (SELECT source.document FROM source WHERE \(Self.isJournalSource))" : ""
        return try await read { db in
            guard let model = try VectorModel.find(db, id: modelID) else {
                return try ChunkReader(db, .owner).chunks(
                    where: "chunk.id > ?\(journal) ORDER BY chunk.id LIMIT ?", [after, max(0, limit)])
            }
            return try ChunkReader(db, .owner).chunks(
                where: """
                    chunk.id > ?\(journal)
                        AND NOT EXISTS (SELECT 1 FROM vectorExact WHERE vectorExact.id = ? + chunk.id)
                        ORDER BY chunk.id LIMIT ?
                    """, [after, model.exactID(0), max(0, limit)])
        }
    }

    /// Whether a source is an entry of the journal, in SQL.
    static let isJournalSource = "source.path >= '\(journalPrefix)' AND source.path < 'journal;'"

    /// The models that have vectors, with how far each covers the chunks.
    public func vectorModels() async throws -> [StoredVectorModel] {
        try await read { db in
            let chunks = Int(try Statistics(db).chunks)
            return try Row.fetchAll(
                db, sql: "SELECT id, dimension, isActive, vectors FROM vectorModel ORDER BY number"
            ).map { row in
                StoredVectorModel(
                    id: row[0], dimension: row[1], isActive: row[2], vectorCount: row[3], chunkCount: chunks)
            }
        }
    }

    /// The model that search uses, or `nil` when no vectors were ever stored.
    public func activeVectorModel() async throws -> StoredVectorModel? {
        try await vectorModels().first(where: \.isActive)
    }

    /// Makes search use the model.
    ///
    /// Throws `unknown-item` when it has no vectors, and `incomplete-vectors` while chunks lack one.
    ///
    /// - Parameter removesOthers: drops the vectors of all other models in the same transaction.
    public func activateVectorModel(_ id: String, removesOthers: Bool = true) async throws {
        try await write { db in
            guard let model = try VectorModel.find(db, id: id) else {
                throw StoreError(.unknownItem, "There are no vectors of \(id).")
            }
            let vectors = try Int64.fetchOne(
                db, sql: "SELECT vectors FROM vectorModel WHERE number = ?", arguments: [model.number])
            let chunks = try Statistics(db).chunks
            guard (vectors ?? 0) >= chunks else {
                throw StoreError(
                    .incompleteVectors,
                    "\(vectors ?? 0) of \(chunks) chunks have a vector of \(id). Embed the rest first.")
            }
            try db.execute(sql: "UPDATE vectorModel SET isActive = (number = ?)", arguments: [model.number])
            guard removesOthers else { return }
            for other in try VectorModel.all(db) where other.number != model.number {
                try Self.remove(other, db)
            }
        }
    }

    /// Removes all vectors of a model; returns how many went. The model is then unknown; when it was the active one, the
    /// next model to be stored or activated takes its place.
    @discardableResult
    public func removeVectorModel(_ id: String) async throws -> Int {
        try await write { db in
            guard let model = try VectorModel.find(db, id: id) else { return 0 }
            return try Self.remove(model, db)
        }
    }

    /// The vectors of chunks, at 15 bits; chunks without one are left out.
    public func vectors(ofChunks ids: [Int64], modelID: String? = nil) async throws -> [Int64: [Float]] {
        try await read { db in
            guard let model = try VectorModel.find(db, id: modelID) else { return [:] }
            let statement = try db.cachedStatement(sql: "SELECT scale, codes FROM vectorExact WHERE id = ?")
            var result: [Int64: [Float]] = [:]
            for id in ids {
                guard let row = try Row.fetchOne(statement, arguments: [model.exactID(id)]) else { continue }
                let scale = Float(row[0] as Double)
                result[id] = VectorCoding.vector(scale: scale, codes: row[1], dimension: model.dimension)
            }
            return result
        }
    }

    /// Loads the vectors of a model into memory ahead of the first search; `nil` loads the active one.
    public func loadVectors(modelID: String? = nil) async throws {
        try await read { [self] db in
            guard let model = try VectorModel.find(db, id: modelID) else { return }
            _ = try vectors.matrix(db, model)
        }
    }

    /// Frees the memory that vectors take; the next search loads them again.
    public func unloadVectors() {
        vectors.drop()
    }

    @discardableResult
    private static func remove(_ model: VectorModel, _ db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM vectorExact WHERE id BETWEEN ? AND ?",
            arguments: [model.exactID(0), model.exactID((1 << 40) - 1)])
        let count = db.changesCount
        try db.execute(sql: "DELETE FROM vectorSegment WHERE model = ?", arguments: [model.number])
        try db.execute(sql: "DELETE FROM vectorModel WHERE number = ?", arguments: [model.number])
        return count
    }
}
