import CVectorKernels
import Foundation
import GRDB

extension HearthDatabase {
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
                matches.append(ChunkMatch(chunkID: chunk, score: Double(product) * (row[0] as Double)))
            }
        }
        matches.sort { $0.score != $1.score ? $0.score > $1.score : $0.chunkID < $1.chunkID }
        return Array(matches.prefix(limit))
    }

    /// The product with the codes of a row, without its scale; `nil` when they are of another dimension.
    private static func dot(_ query: [Float], _ row: Row) throws -> Float? {
        try row.withUnsafeData(atIndex: 1) { codes in
            guard let codes, codes.count == query.count * 2 else { return nil }
            return codes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: Int16.self) { hearth_dot_i16(query, $0.baseAddress, query.count) }
            }
        }
    }
}
