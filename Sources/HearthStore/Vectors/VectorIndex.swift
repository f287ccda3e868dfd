import CVectorKernels
import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: VectorIndex {
    /// The chunks whose vectors have the largest dot product with `query`, best first.
    ///
    /// Every vector that the filter lets through is compared: int8 codes in memory first, then the best candidates again at
    /// 15 bits. Empty when the store has no vectors of the model. The first search loads the model's vectors (1 s a million).
    ///
    /// - Parameter modelID: `nil` searches the active model.
    /// - Throws: `invalid-vector` when the query is not finite or of another length than the model's vectors.
    public func nearest(
        to query: [Float], limit: Int, modelID: String? = nil, filter: SearchFilter = .everything
    ) async throws -> [ChunkMatch] {
        guard limit > 0 else { return [] }
        let filter = filter.limited()
        return try await read { [self] db in
            guard let model = try VectorModel.find(db, id: modelID) else { return [] }
            guard query.count == model.dimension else {
                throw StoreError(
                    .invalidVector,
                    "The query has \(query.count) components, the vectors of \(model.id) have \(model.dimension).")
            }
            let ranges = try filter.chunkRanges(db)
            guard ranges?.isEmpty != true else { return [] }
            guard let scan = VectorScan(try vectors.matrix(db, model), query: query) else {
                throw StoreError(.invalidVector, "The query holds a number that is not finite or too large.")
            }
            let candidates = scan.best(
                Self.candidateCount(limit), in: ranges, threads: configuration.searchThreads)
            return try Self.rescored(candidates.map(\.chunk), query, model, db, limit: limit)
        }
    }

    /// How many int8 candidates are rescored for `limit` results. With 30 for 10, recall was 1.000 at a million clustered
    /// vectors; twice that costs 0.2 ms.
    static func candidateCount(_ limit: Int) -> Int {
        let (tripled, overflow) = limit.multipliedReportingOverflow(by: 3)
        return overflow ? .max : max(tripled, 32)
    }

    private static func rescored(
        _ chunks: [Int64], _ query: [Float], _ model: VectorModel, _ db: Database, limit: Int
    ) throws -> [ChunkMatch] {
        let statement = try db.cachedStatement(sql: "SELECT scale, codes FROM vectorExact WHERE id = ?")
        var matches: [ChunkMatch] = []
        matches.reserveCapacity(chunks.count)
        // In the order of ids, so that neighbours on one page are decrypted once.
        for chunk in chunks.sorted() {
            let rows = try Row.fetchCursor(statement, arguments: [model.exactID(chunk)])
            while let row = try rows.next() {
                guard let product = try dot(query, row) else {
                    throw StoreError(
                        .damaged, "A vector of \(model.id) cannot be read. Remove the model and embed again.")
                }
                matches.append(ChunkMatch(chunkID: chunk, score: Double(product) * (row["scale"] as Double)))
            }
        }
        matches.sort { $0.score != $1.score ? $0.score > $1.score : $0.chunkID < $1.chunkID }
        return Array(matches.prefix(limit))
    }

    /// The product with the codes of a row, without its scale; `nil` when they are of another dimension.
    private static func dot(_ query: [Float], _ row: Row) throws -> Float? {
        try row.withUnsafeData(named: "codes") { codes in
            guard let codes, codes.count == query.count * 2 else { return nil }
            return codes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: Int16.self) { hearth_dot_i16(query, $0.baseAddress, query.count) }
            }
        }
    }
}

extension HearthDatabase {
    /// Adds vectors of chunks that are stored already. Returns how many were new.
    ///
    /// Chunks that have a vector of this model keep it, and chunks that are gone are left out, so the work of computing
    /// vectors can be interrupted, repeated and run beside an ingestion.
    ///
    /// Throws `invalid-vector` when a vector is not finite or of another length than the model's.
    @discardableResult
    public func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int {
        try ChunkVectors.validate(vectors.map(\.vector))
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
                return try ChunkRows(db, .owner).chunks(
                    where: "chunk.id > ?\(journal) ORDER BY chunk.id LIMIT ?", [after, max(0, limit)])
            }
            return try ChunkRows(db, .owner).chunks(
                where: """
                    chunk.id > ?\(journal)
                        AND NOT EXISTS (SELECT 1 FROM vectorExact WHERE vectorExact.id = ? + chunk.id)
                        ORDER BY chunk.id LIMIT ?
                    """, [after, model.exactID(0), max(0, limit)])
        }
    }

    /// The same from the newest on, below `before`.
    public func chunksMissingVectors(modelID: String, before: Int64, limit: Int) async throws -> [StoredChunk] {
        try await read { db in
            let model = try VectorModel.find(db, id: modelID)
            let lacking =
                model == nil
                ? "" : " AND NOT EXISTS (SELECT 1 FROM vectorExact WHERE vectorExact.id = ? + chunk.id)"
            var arguments: StatementArguments = [before]
            if let model { arguments += [model.exactID(0)] }
            arguments += [max(0, limit)]
            return try ChunkRows(db, .owner).chunks(
                where: "chunk.id < ?\(lacking) ORDER BY chunk.id DESC LIMIT ?", arguments)
        }
    }

    /// How many chunks have no vector of the model that search uses; all of them where there is no such model.
    public func chunksWithoutVectors() async throws -> Int {
        guard let active = try await activeVectorModel() else { return try await counts().chunks }
        return max(0, active.chunkCount - active.vectorCount)
    }

    /// The same for some documents, in their order of ids.
    ///
    /// - Parameter ids: Of documents; what is not there any more is left out.
    public func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64 = 0, limit: Int
    ) async throws -> [StoredChunk] {
        try await read { db in
            let model = try VectorModel.find(db, id: modelID)
            let range = try db.cachedStatement(sql: "SELECT firstChunk, chunkCount FROM document WHERE id = ?")
            var ranges: [ChunkRange] = []
            for id in ids {
                guard let row = try Row.fetchOne(range, arguments: [id]) else { continue }
                ranges.append(ChunkRange(first: row["firstChunk"], count: row["chunkCount"]))
            }
            let reader = ChunkRows(db, .owner)
            var found: [StoredChunk] = []
            for range in ranges.sorted(by: { $0.first < $1.first }) where range.count > 0 && range.last > after {
                let (from, left) = (max(range.first, after + 1), limit - found.count)
                guard left > 0 else { break }
                guard let model else {
                    found += try reader.chunks(
                        where: "chunk.id BETWEEN ? AND ? ORDER BY chunk.id LIMIT ?", [from, range.last, left])
                    continue
                }
                found += try reader.chunks(
                    where: """
                        chunk.id BETWEEN ? AND ?
                            AND NOT EXISTS (SELECT 1 FROM vectorExact WHERE vectorExact.id = ? + chunk.id)
                            ORDER BY chunk.id LIMIT ?
                        """, [from, range.last, model.exactID(0), left])
            }
            return found
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
                    id: row["id"], dimension: row["dimension"], isActive: row["isActive"], vectorCount: row["vectors"],
                    chunkCount: chunks)
            }
        }
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

    /// The vectors of chunks, at 15 bits; chunks without one are left out.
    public func vectors(ofChunks ids: [Int64], modelID: String? = nil) async throws -> [Int64: [Float]] {
        try await read { db in
            guard let model = try VectorModel.find(db, id: modelID) else { return [:] }
            let statement = try db.cachedStatement(sql: "SELECT scale, codes FROM vectorExact WHERE id = ?")
            var result: [Int64: [Float]] = [:]
            for id in ids {
                guard let row = try Row.fetchOne(statement, arguments: [model.exactID(id)]) else { continue }
                let scale = Float(row["scale"] as Double)
                result[id] = VectorCoding.vector(scale: scale, codes: row["codes"], dimension: model.dimension)
            }
            return result
        }
    }

    @discardableResult
    private static func remove(_ model: VectorModel, _ db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM vectorExact WHERE id BETWEEN ? AND ?",
            arguments: [model.exactID(0), model.exactID((1 << 40) - 1)])
        let count = db.changesCount
        try db.execute(sql: "DELETE FROM vectorSegment WHERE model = ?", arguments: [model.number])
        try db.execute(sql: "DELETE FROM vectorModel WHERE number = ?", arguments: [model.number])
        try db.execute(sql: "DELETE FROM languageFamiliarity WHERE model = ?", arguments: [model.id])
        return count
    }
}

/// The row of a model.
struct VectorModel {
    let number: Int64
    let id: String
    let dimension: Int
    let revision: Int64

    var padded: Int { VectorCoding.padded(dimension) }

    /// How many of the low bits of a row's id in `vectorExact` are the chunk's.
    static let chunkBits: Int64 = 40

    /// The id of a chunk's row in `vectorExact`.
    func exactID(_ chunk: Int64) -> Int64 {
        number << Self.chunkBits | (chunk & ((1 << Self.chunkBits) - 1))
    }

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
        number = row["number"]
        id = row["id"]
        dimension = row["dimension"]
        revision = row["revision"]
    }
}

// MARK: - How well languages are known

/// How well embedding models know the library's languages; see ``LanguageFamiliarity``.
extension HearthDatabase {
    /// How many chunks there are in each language; documents whose language is not known are left out.
    public func chunksByLanguage() async throws -> [String: Int] {
        let readable = Reader.labels.allow("label")
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT language, sum(chunkCount) FROM document
                    WHERE language > '' AND chunkCount > 0 AND \(readable) GROUP BY language
                    """)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }

    /// What was measured of a model, in the order of the languages.
    public func familiarities(modelID: String) async throws -> [LanguageFamiliarity] {
        try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("languageFamiliarity") else { return [] }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT language, value, chunks, measure FROM languageFamiliarity WHERE model = ? ORDER BY language
                    """)
            return try Row.fetchAll(statement, arguments: [modelID]).map {
                LanguageFamiliarity(language: $0[0], value: $0[1], chunks: $0[2], measure: $0[3])
            }
        }
    }

    /// Keeps what was measured of a model; each replaces what was known of its language.
    public func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws {
        guard !values.isEmpty else { return }
        try await write { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO languageFamiliarity (model, language, value, chunks, measure)
                    VALUES (?, ?, ?, ?, ?)
                    """)
            for value in values {
                try statement.execute(
                    arguments: [modelID, value.language, value.value, value.chunks, value.measure])
            }
        }
    }
}
