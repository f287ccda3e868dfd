#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: WordIndex {
    public func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter = .everything,
        ranking: FullTextRanking = FullTextRanking()
    ) async throws -> [ChunkMatch] {
        guard limit > 0 else { return [] }
        let filter = filter.limited()
        return try await read { db in
            let ranges = try filter.chunkRanges(db)
            guard ranges?.isEmpty != true else { return [] }
            return try WordSearch(terms, ranking, within: ranges, db)?.best(limit) ?? []
        }
    }

    public func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        let keys = Dictionary(Set(terms).compactMap { term in PostingBlock.key(term).map { ($0, term) } }) { first, _ in
            first
        }
        guard !keys.isEmpty else { return [:] }
        return try await read { db in
            try db.rows(
                """
                SELECT term, sum(count)::bigint AS chunks FROM posting WHERE owner_id = $1 AND term = ANY($2) GROUP BY term
                """, Array(keys.keys)
            ).reduce(into: [:]) { counts, row in
                if let term = keys[try row["term"]] { counts[term] = try row["chunks"] as Int }
            }
        }
    }

    public func fullTextStatistics() async throws -> FullTextStatistics {
        try await read { db in
            let totals = try Totals(db)
            let chunks = Double(max(1, totals.chunks))
            return FullTextStatistics(
                chunks: Int(totals.chunks), averageBodyLength: Double(totals.bodyTerms) / chunks,
                averageTitleLength: Double(totals.titleTerms) / chunks)
        }
    }

    public func documentsToIndex(
        as analysis: String, most: Int, largest: Int = .max
    ) async throws -> [DocumentToIndex] {
        try await read { db in
            // How many chunks there are up to each tells how many of them to take; one document with more comes alone.
            let rows = try db.rows(
                """
                SELECT number, title, language, first_chunk, chunk_count,
                    (SELECT min(path) FROM source WHERE source.owner_id = $1 AND source.document = summed.number) AS path
                FROM (
                    SELECT *, sum(chunk_count) OVER (ORDER BY number) AS so_far, row_number() OVER (ORDER BY number) AS place
                    FROM (
                        SELECT number, title, language, first_chunk, chunk_count FROM document
                        WHERE owner_id = $1 AND analysis IS DISTINCT FROM $2 AND chunk_count <= $3
                        ORDER BY number LIMIT 1000) AS next) AS summed
                WHERE so_far <= $4 OR place = 1 ORDER BY number
                """, analysis, largest, most)
            let reader = PostgresChunkRows(db, .owner)
            return try rows.map { row in
                let range = ChunkRange(first: try row["first_chunk"], count: try row["chunk_count"])
                return DocumentToIndex(
                    title: try row["title"], path: try row["path"], language: try row["language"],
                    chunks: try reader.chunks(
                        where: "chunk.id BETWEEN $2 AND $3 ORDER BY chunk.id", [range.first, range.last]),
                    number: try row["number"])
            }
        }
    }

    @discardableResult
    public func index(
        _ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String
    ) async throws -> Int {
        try await write { db in
            var indexed = 0
            for (document, terms) in items where document.chunks.count == terms.count {
                let row = try db.first(
                    """
                    SELECT first_chunk FROM document WHERE owner_id = $1 AND number = $2 AND chunk_count = $3
                        AND analysis IS DISTINCT FROM $4
                    """, document.number, terms.count, analysis)
                // Ids of chunks are never used again.
                guard let present: Int64 = try row?["first_chunk"], document.chunks.first?.id ?? present == present
                else {
                    continue
                }
                if !terms.isEmpty { try PostingTable(db).replace(document.chunks.map(\.id), with: terms) }
                try db.change(
                    "UPDATE document SET analysis = $2 WHERE owner_id = $1 AND number = $3", analysis, document.number)
                indexed += 1
            }
            return indexed
        }
    }

    public func languages(analysedAs analysis: String) async throws -> [String] {
        try await read { db in
            try db.rows(
                """
                SELECT DISTINCT language FROM document WHERE owner_id = $1 AND analysis = $2 AND language > ''
                ORDER BY language
                """, analysis
            ).map { try $0["language"] }
        }
    }
}
#endif
