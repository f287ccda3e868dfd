import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: WordIndex {
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
            while let row = try cursor.next() { matches.append(ChunkMatch(chunkID: row["rowid"], score: row["score"])) }
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

extension HearthDatabase {
    /// Documents whose index entries have another analysis than this one, in the order in which they came.
    ///
    /// - Parameters:
    ///   - most: Chunks that are read together. One document with more comes alone.
    ///   - largest: Leaves out documents with more chunks, for those who cannot wait.
    public func documentsToIndex(
        as analysis: String, most: Int, largest: Int = .max
    ) async throws -> [DocumentToIndex] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT number, title, language, firstChunk, chunkCount,
                            (SELECT min(path) FROM source WHERE source.document = document.number) AS path
                        FROM document
                        WHERE (analysis IS NULL OR analysis < ?1 OR analysis > ?1) AND chunkCount <= ?2
                        """), arguments: [analysis, largest])
            let reader = ChunkRows(db, .owner)
            var found: [DocumentToIndex] = []
            var chunks = 0
            while let row = try rows.next() {
                let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
                guard found.isEmpty || chunks + range.count <= most else { break }
                chunks += range.count
                found.append(
                    DocumentToIndex(
                        title: row["title"], path: row["path"], language: row["language"],
                        chunks: try reader.chunks(
                            where: "chunk.id BETWEEN ? AND ? ORDER BY chunk.id", [range.first, range.last]),
                        number: row["number"]))
            }
            return found
        }
    }

    /// Replaces the index entries of documents, all of them or, when something fails, none.
    ///
    /// A document that was changed or removed since it was read is left as it is, so the work can be interrupted, repeated and run
    /// beside an ingestion.
    ///
    /// - Parameter items: Each with the terms of its chunks, in their order.
    /// - Returns: How many were indexed.
    @discardableResult
    public func index(
        _ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String
    ) async throws -> Int {
        try await write { db in
            var statistics = try Statistics(db)
            var indexed = 0
            for (document, terms) in items where document.chunks.count == terms.count {
                let present = try Int64.fetchOne(
                    db.cachedStatement(
                        sql: """
                            SELECT firstChunk FROM document WHERE number = ? AND chunkCount = ?
                                AND (analysis IS NULL OR analysis <> ?)
                            """), arguments: [document.number, terms.count, analysis])
                // Ids of chunks are never used again.
                guard let present, document.chunks.first?.id ?? present == present else { continue }
                try Self.replaceTerms(document.chunks.map(\.id), terms, &statistics, db)
                try db.cachedStatement(sql: "UPDATE document SET analysis = ? WHERE number = ?")
                    .execute(arguments: [analysis, document.number])
                indexed += 1
            }
            try statistics.save(db)
            return indexed
        }
    }

    private static func replaceTerms(
        _ chunks: [Int64], _ terms: [ChunkTerms], _ statistics: inout Statistics, _ db: Database
    ) throws {
        let counts = try db.cachedStatement(sql: "SELECT titleTerms, bodyTerms FROM chunk WHERE id = ?")
        let count = try db.cachedStatement(sql: "UPDATE chunk SET titleTerms = ?, bodyTerms = ? WHERE id = ?")
        let remove = try db.cachedStatement(sql: "DELETE FROM chunkTerms WHERE rowid = ?")
        let insert = try db.cachedStatement(sql: "INSERT INTO chunkTerms (rowid, title, body) VALUES (?, ?, ?)")
        for (id, new) in zip(chunks, terms) {
            guard let row = try Row.fetchOne(counts, arguments: [id]) else { continue }
            let (title, body) = (TermText.count(new.title), TermText.count(new.body))
            statistics.titleTerms += Int64(title) - (row["titleTerms"] as Int64)
            statistics.bodyTerms += Int64(body) - (row["bodyTerms"] as Int64)
            try count.execute(arguments: [title, body, id])
            try remove.execute(arguments: [id])
            try insert.execute(arguments: [id, new.title, new.body])
        }
    }

    /// The languages of the documents with this analysis, in the order of the alphabet.
    public func languages(analysedAs analysis: String) async throws -> [String] {
        try await read { db in
            // One step in the index for each language, not one for each document.
            let next = try db.cachedStatement(
                sql: "SELECT min(language) FROM document WHERE analysis = ? AND language > ?")
            var found: [String] = []
            while let language = try String.fetchOne(next, arguments: [analysis, found.last ?? ""]) {
                found.append(language)
            }
            return found
        }
    }
}

/// Looks for words in texts, letter case aside: byte by byte, because all messages of a store are looked through while somebody
/// types.
struct LetterSearch {
    private let wanted: [UInt8]
    private let isASCII: Bool

    /// - Parameter text: In lower case.
    init(_ text: String) {
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        wanted = Array((isASCII ? text : text.precomposedStringWithCanonicalMapping).utf8)
    }

    func isIn(_ text: String) -> Bool {
        // The same letters may be written with marks of their own; file systems do that.
        var text = isASCII ? text : text.lowercased().precomposedStringWithCanonicalMapping
        return text.withUTF8 { bytes in holds(UnsafeRawBufferPointer(bytes)) }
    }

    func isIn(_ bytes: Data) -> Bool {
        guard isASCII else { return isIn(String(decoding: bytes, as: UTF8.self)) }
        return bytes.withUnsafeBytes(holds)
    }

    private func holds(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = wanted.first else { return true }
        guard wanted.count <= text.count else { return false }
        return wanted.withUnsafeBufferPointer { wanted in
            for start in 0...(text.count - wanted.count) where Self.lower(text[start]) == first {
                var length = 1
                while length < wanted.count, Self.lower(text[start + length]) == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }

    /// Of ASCII; other letters were made small before, or are none of the wanted ones.
    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
