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
        let filter = filter.limited()
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
            let weights = try Self.weights(of: query, within: ranges, rows: rows, db)
            arguments += StatementArguments(weights)
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

    /// The weights of a query's terms, turned so that rarity is that of the documents searched: what every chunk of a long
    /// report says does not tell its chunks apart, however rare it is elsewhere. Few chunks prove little, so that the
    /// rarity in the whole store counts as much as 16 chunks.
    private static func weights(
        of query: FullTextExpression, within ranges: [ChunkRange]?, rows: Double, _ db: Database
    ) throws -> [Double] {
        // With many documents the counts cost more than they tell.
        guard let ranges, let first = ranges.first?.first, let last = ranges.last?.last, ranges.count <= 64 else {
            return query.weights
        }
        let chunks = Double(ranges.reduce(0) { $0 + $1.count })
        guard chunks > 1, chunks < rows / 2 else { return query.weights }
        func rarity(_ rows: Double, _ count: Int) -> Double {
            log(1 + (max(0, rows - Double(count)) + 0.5) / (Double(count) + 0.5))
        }
        let inAll = try db.cachedStatement(sql: "SELECT doc FROM chunkVocabulary WHERE term = ?")
        let here = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM chunkTerms
                WHERE chunkTerms MATCH ? AND rowid BETWEEN ? AND ? AND hearth_within(rowid, ?)
                """)
        let encoded = ChunkRange.encoded(ranges)
        let share = chunks / (chunks + 16)
        return try zip(query.texts, query.weights).map { term, weight in
            // Phrases are not in the vocabulary.
            guard weight != 0, let all = try Int.fetchOne(inAll, arguments: [term]) else { return weight }
            let count = try Int.fetchOne(
                here, arguments: [FullTextExpression.quoted(term), first, last, encoded])
            guard let count, count > 0 else { return weight }
            let general = rarity(rows, all)
            guard general > 0 else { return weight }
            return weight * (share * rarity(chunks, count) + (1 - share) * general) / general
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
    let texts: [String]
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
        texts = order
        match = order.map(Self.quoted).joined(separator: " OR ")
        weights = order.map { sums[$0] ?? 0 }
    }
    static func quoted(_ term: String) -> String { "\"\(term.replacingOccurrences(of: "\"", with: "\"\""))\"" }
}
