#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: VectorIndex {
    public func nearest(
        to query: [Float], limit: Int, modelID: String? = nil, filter: SearchFilter = .everything
    ) async throws -> [ChunkMatch] {
        guard limit > 0 else { return [] }
        let filter = filter.limited()
        let (support, most) = (vectorSupport, configuration.exactVectors)
        return try await read { db in
            guard let model = try PostgresVectorModel.find(db, id: modelID) else { return [] }
            guard query.count == model.dimension else {
                throw StoreError(
                    .invalidVector,
                    "The query has \(query.count) components, the vectors of \(model.id) have \(model.dimension).")
            }
            try ChunkVectors.validate([query])
            let ranges = try filter.chunkRanges(db)
            guard ranges?.isEmpty != true else { return [] }
            return try VectorSearch(
                db: db, support: support, model: model, query: query, ranges: ranges, exactVectors: most
            ).best(limit)
        }
    }

    public func vectors(ofChunks ids: [Int64], modelID: String? = nil) async throws -> [Int64: [Float]] {
        try await read { db in
            guard let model = try PostgresVectorModel.find(db, id: modelID) else { return [:] }
            return try db.rows(
                "SELECT chunk, exact FROM chunk_vector WHERE owner_id = $1 AND model = $2 AND chunk = ANY($3)",
                model.number, ids
            ).reduce(into: [:]) { found, row in
                found[try row["chunk"]] = try row.withBytes("exact") {
                    VectorTable.vector($0, dimension: model.dimension)
                }
            }
        }
    }

    @discardableResult
    public func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int {
        try ChunkVectors.validate(vectors.map(\.vector))
        guard !vectors.isEmpty else { return 0 }
        let support = vectorSupport
        let added = try await write { db in
            try VectorTable.add(vectors.map { (chunk: $0.chunkID, vector: $0.vector) }, of: modelID, support, db)
        }
        indexVectorsIfMany()
        return added
    }

    /// Builds the index for fast searches where there are many vectors and none yet, beside what goes on.
    func indexVectorsIfMany() {
        guard vectorSupport.type != nil else { return }
        // It takes minutes, and nobody's change waits for it.
        Task { await indexer.buildIfNeeded(self) }
    }

    public func chunksMissingVectors(
        modelID: String, after: Int64 = 0, limit: Int, onlyJournal: Bool = false
    ) async throws -> [StoredChunk] {
        var condition = "chunk.id > $2 AND \(Self.lacksVector("$3"))"
        var values: [any Bindable] = [after, modelID.withoutNUL, max(0, limit)]
        if onlyJournal {
            condition += """
                 AND chunk.document IN (
                    SELECT source.document FROM source WHERE source.owner_id = $1 AND starts_with(source.path, $5))
                """
            values.append(JournalSession.pathPrefix)
        }
        return try await chunks(where: condition + " ORDER BY chunk.id LIMIT $4", values)
    }

    public func chunksMissingVectors(modelID: String, before: Int64, limit: Int) async throws -> [StoredChunk] {
        try await chunks(
            where: "chunk.id < $2 AND \(Self.lacksVector("$3")) ORDER BY chunk.id DESC LIMIT $4",
            [before, modelID.withoutNUL, max(0, limit)])
    }

    public func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64 = 0, limit: Int
    ) async throws -> [StoredChunk] {
        try await chunks(
            where: "chunk.id > $2 AND document.id = ANY($5) AND \(Self.lacksVector("$3")) ORDER BY chunk.id LIMIT $4",
            [after, modelID.withoutNUL, max(0, limit), ids.map(\.withoutNUL)])
    }

    private static func lacksVector(_ model: String) -> String {
        """
        NOT EXISTS (
            SELECT 1 FROM chunk_vector WHERE chunk_vector.owner_id = $1 AND chunk_vector.chunk = chunk.id
                AND chunk_vector.model = (SELECT number FROM vector_model WHERE owner_id = $1 AND vector_model.id = \(model)))
        """
    }

    private func chunks(where condition: String, _ values: [any Bindable]) async throws -> [StoredChunk] {
        try await read { try PostgresChunkRows($0, .owner).chunks(where: condition, values) }
    }

    public func chunksWithoutVectors() async throws -> Int {
        try await read { db in
            let vectors = try PostgresVectorModel.find(db, id: nil)?.vectors ?? 0
            return Int(max(0, try Totals(db).chunks - vectors))
        }
    }

    public func vectorModels() async throws -> [StoredVectorModel] {
        try await read { db in
            let chunks = Int(try Totals(db).chunks)
            return try db.rows(
                "SELECT id, dimension, is_active, vectors FROM vector_model WHERE owner_id = $1 ORDER BY number"
            ).map { row in
                StoredVectorModel(
                    id: try row["id"], dimension: try row["dimension"], isActive: try row["is_active"],
                    vectorCount: try row["vectors"], chunkCount: chunks)
            }
        }
    }

    public func activateVectorModel(_ id: String, removesOthers: Bool = true) async throws {
        try await write { db in
            guard let model = try PostgresVectorModel.find(db, id: id) else {
                throw StoreError(.unknownItem, "There are no vectors of \(id).")
            }
            let chunks = try Totals(db).chunks
            guard model.vectors >= chunks else {
                throw StoreError(
                    .incompleteVectors,
                    "\(model.vectors) of \(chunks) chunks have a vector of \(id). Embed the rest first.")
            }
            try db.change("UPDATE vector_model SET is_active = (number = $2) WHERE owner_id = $1", model.number)
            guard removesOthers else { return }
            try db.change("DELETE FROM chunk_vector WHERE owner_id = $1 AND model <> $2", model.number)
            try db.change(
                """
                DELETE FROM language_familiarity WHERE owner_id = $1
                    AND model IN (SELECT id FROM vector_model WHERE owner_id = $1 AND number <> $2)
                """, model.number)
            try db.change("DELETE FROM vector_model WHERE owner_id = $1 AND number <> $2", model.number)
        }
    }

    // MARK: How well languages are known

    public func chunksByLanguage() async throws -> [String: Int] {
        let readable = Reader.labels.allow("document.label")
        return try await read { db in
            try db.rows(
                """
                SELECT language, sum(chunk_count)::bigint AS chunks FROM document
                WHERE owner_id = $1 AND language > '' AND chunk_count > 0 AND \(readable) GROUP BY language
                """
            ).reduce(into: [:]) { $0[try $1["language"]] = try $1["chunks"] as Int }
        }
    }

    public func familiarities(modelID: String) async throws -> [LanguageFamiliarity] {
        try await read { db in
            try db.rows(
                """
                SELECT language, value, chunks, measure FROM language_familiarity WHERE owner_id = $1 AND model = $2
                ORDER BY language
                """, modelID.withoutNUL
            ).map { row in
                LanguageFamiliarity(
                    language: try row["language"], value: try row["value"], chunks: try row["chunks"],
                    measure: try row["measure"])
            }
        }
    }

    public func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws {
        guard !values.isEmpty else { return }
        try await write { db in
            for value in values {
                try db.change(
                    """
                    INSERT INTO language_familiarity (owner_id, model, language, value, chunks, measure)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (owner_id, model, language) DO UPDATE
                    SET value = excluded.value, chunks = excluded.chunks, measure = excluded.measure
                    """, modelID.withoutNUL, value.language.withoutNUL, value.value, value.chunks,
                    value.measure.withoutNUL)
            }
        }
    }
}
#endif
