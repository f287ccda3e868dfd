import Foundation
import GRDB

extension HearthDatabase {
    /// The chunks that contain at least one of the terms, best first; equal scores in the order of chunk ids.
    ///
    /// The filter is part of the query, so up to `limit` matches are found however few documents it lets through. At most
    /// 256 different terms count.
    public func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter = .everything,
        ranking: FullTextRanking = FullTextRanking()
    ) async throws -> [ChunkMatch] {
        guard let query = FullTextExpression(terms), limit > 0 else { return [] }
        return try await read { db in
            let ranges = try filter.chunkRanges(db)
            guard ranges?.isEmpty != true else { return [] }
            let statistics = try Statistics(db)
            var sql = """
                SELECT rowid, hearth_bm25(chunkTerms, ?, ?, ?, ?, ?, ?, ?, ?\(String(repeating: ", ?", count: query.weights.count)))
                    AS score
                FROM chunkTerms WHERE chunkTerms MATCH ?
                """
            let rows = Double(max(1, statistics.chunks))
            var arguments: StatementArguments = [
                ranking.k1, statistics.chunks,
                ranking.titleB, ranking.titleWeight, Double(statistics.titleTerms) / rows,
                ranking.bodyB, ranking.bodyWeight, Double(statistics.bodyTerms) / rows,
            ]
            arguments += StatementArguments(query.weights)
            arguments += [query.match]
            if let ranges, let first = ranges.first?.first, let last = ranges.last?.last {
                // The bounds let FTS5 skip within its lists; the function sorts out what lies between distant documents.
                sql += " AND rowid BETWEEN ? AND ?"
                arguments += [first, last]
                if ranges.count > 1 {
                    sql += " AND hearth_within(rowid, ?)"
                    arguments += [ChunkRange.encoded(ranges)]
                }
            }
            sql += " ORDER BY score DESC, rowid LIMIT ?"
            arguments += [limit]
            var matches: [ChunkMatch] = []
            let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
            while let row = try cursor.next() { matches.append(ChunkMatch(chunkID: row[0], score: row[1])) }
            return matches
        }
    }

    /// In how many chunks each term occurs; terms that occur nowhere are left out.
    public func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT doc FROM chunkVocabulary WHERE term = ?")
            var result: [String: Int] = [:]
            for term in Set(terms) {
                if let count = try Int.fetchOne(statement, arguments: [term]) { result[term] = count }
            }
            return result
        }
    }

    /// The number of chunks and their mean lengths.
    public func fullTextStatistics() async throws -> FullTextStatistics {
        try await read { db in
            let totals = try Statistics(db)
            let chunks = Double(max(1, totals.chunks))
            return FullTextStatistics(
                chunks: Int(totals.chunks), averageBodyLength: Double(totals.bodyTerms) / chunks,
                averageTitleLength: Double(totals.titleTerms) / chunks)
        }
    }
}

/// Terms as an FTS5 expression: each quoted, so that nothing in a term is read as syntax, joined by OR.
struct FullTextExpression {
    static let mostTerms = 256

    let match: String
    let weights: [Double]

    /// `nil` when no term is left. Equal terms are one, with the sum of their weights.
    init?(_ terms: [QueryTerm]) {
        var order: [String] = []
        var sums: [String: Double] = [:]
        for term in terms where term.weight.isFinite {
            let text = term.text.split(separator: " ").joined(separator: " ")
            guard !text.isEmpty, !text.utf8.contains(0) else { continue }
            if sums[text] == nil {
                guard order.count < Self.mostTerms else { continue }
                order.append(text)
            }
            sums[text, default: 0] += term.weight
        }
        guard !order.isEmpty else { return nil }
        match = order.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }.joined(separator: " OR ")
        weights = order.map { sums[$0] ?? 0 }
    }
}
