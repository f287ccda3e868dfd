import Foundation
import GRDB
import HearthCore

/// A document whose entries in the full-text index were made in another way than today's.
public struct DocumentToIndex: Sendable {
    public var title: String?
    public var language: String?
    public var chunks: [StoredChunk]
    let number: Int64
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
                        SELECT number, title, language, firstChunk, chunkCount FROM document
                        WHERE (analysis IS NULL OR analysis < ?1 OR analysis > ?1) AND chunkCount <= ?2
                        """), arguments: [analysis, largest])
            let reader = ChunkReader(db, .owner)
            var found: [DocumentToIndex] = []
            var chunks = 0
            while let row = try rows.next() {
                let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
                guard found.isEmpty || chunks + range.count <= most else { break }
                chunks += range.count
                found.append(
                    DocumentToIndex(
                        title: row["title"], language: row["language"],
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
            statistics.titleTerms += Int64(title) - (row[0] as Int64)
            statistics.bodyTerms += Int64(body) - (row[1] as Int64)
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

/// The analysed terms of a chunk, each joined by spaces.
public struct ChunkTerms: Sendable {
    /// Of the title and the headings.
    public var title: String
    public var body: String

    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }
}
