import Foundation
import GRDB
public import HearthCore

extension HearthDatabase {
    /// Removes documents with their sources, text, chunks, index entries and vectors, and proves that they are gone.
    ///
    /// Freed pages are overwritten with zeros, the full-text index is rebuilt without the removed terms, and the log is
    /// written back and emptied. Then every page is decrypted and searched for pieces of the removed text. That takes time in
    /// proportion to the store, a few seconds at 100,000 chunks, however many documents go at once. Ids that are unknown are
    /// left out of the receipt.
    @discardableResult
    public func removeDocuments(ids: [String]) async throws -> DeletionReceipt {
        // What a model has read of a conversation may hold passages of any document. It is a cache: it goes whole.
        let (removed, counts, samples) =
            ids.isEmpty
            ? ([], DeletionCounts(), []) : try await forgettingPromptStates { try await removeWithSamples(ids) }
        var receipt = DeletionReceipt(
            documentIDs: removed, removed: counts, pagesScanned: 0, samplesSearched: samples.count, remnants: 0,
            logBytes: 0)
        guard !removed.isEmpty else { return receipt }
        receipt.logBytes = try await emptyLog()
        let readable = Reader.labels
        (receipt.pagesScanned, receipt.remnants, receipt.conversations) = try await read { db in
            let scan = try PageScan.run(db, for: samples)
            // What is found may rightly stand in another document, such as a letterhead.
            let remnants = try scan.found.map { samples[$0] }.filter { try !Self.isStillStored($0, db) }
            let quoting = try Set(remnants.flatMap { try Self.conversations(holding: $0, db) })
            return (scan.pages, remnants.count, try quoting.filter { try Self.allows(readable, $0, db) }.sorted())
        }
        return receipt
    }

    /// The ids of the documents that went, what went with them, and pieces of their texts to search for.
    private func removeWithSamples(_ ids: [String]) async throws -> ([String], DeletionCounts, [[UInt8]]) {
        let readable = Reader.labels
        return try await write { db in
            var remover = DocumentRemover(db)
            var statistics = try Statistics(db)
            var removed: [String] = []
            var samples: [[UInt8]] = []
            for id in Set(ids).sorted() {
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT number, text FROM document JOIN documentText ON document = number
                        WHERE id = ? AND \(readable.allow("label"))
                        """,
                    arguments: [id])
                guard let row else { continue }
                // A few a document; 64 in all, since each costs a pass over every page.
                if samples.count < 64 { samples += TextSamples.pick(try row.text("text") ?? "", count: 8) }
                let number: Int64 = row["number"]
                try remover.removeSources(of: number)
                try remover.removeContent(of: number, &statistics)
                removed.append(id)
            }
            try remover.finish()
            try statistics.save(db)
            if !removed.isEmpty {
                try Self.purgeIndex(db)
                try Self.forgetEndedWork(db)
            }
            return (removed, remover.counts, samples)
        }
    }

    /// Forgets sources, and drops the documents that no other source holds; returns the ids of those.
    ///
    /// Quick, and without the proof. The removed terms stay in the encrypted index until
    /// ``removeDocuments(ids:)`` or the index itself merges them away.
    ///
    /// - Parameter keepsLabels: Whether what is there again under one of these names is as private as it was: for files that
    ///   have disappeared, which nobody told this program to forget.
    @discardableResult
    public func removeSources(paths: [String], keepsLabels: Bool = false) async throws -> [String] {
        guard !paths.isEmpty else { return [] }
        // As with documents that are removed by their ids.
        return try await forgettingPromptStates {
            try await write { db in
                if keepsLabels { try Self.keepLabels(of: paths, db) }
                return try Self.removeSources(paths: paths, db)
            }
        }
    }

    /// - Parameter areFilledAgain: Whether other sources get these names in the same transaction.
    static func removeSources(paths: [String], areFilledAgain: Bool = false, _ db: Database) throws -> [String] {
        var remover = DocumentRemover(db)
        var statistics = try Statistics(db)
        var removed: [String] = []
        for path in paths {
            if !areFilledAgain { try MessageSources.freezeLabels(derivedFromSource: path, db) }
            guard
                let document = try Int64.fetchOne(
                    db, sql: "DELETE FROM source WHERE path = ? RETURNING document", arguments: [path])
            else { continue }
            if let id = try remover.removeIfUnused(document, &statistics) { removed.append(id) }
        }
        try remover.finish()
        try statistics.save(db)
        return removed
    }

    /// Searches every decrypted page, free pages included, for bytes; returns how many of the needles were found.
    ///
    /// For tests and audits: it sees text in the pages, but not numbers, and not terms whose beginnings the index shares.
    public func scan(for needles: [[UInt8]]) async throws -> Int {
        try await read { try PageScan.run($0, for: needles).found.count }
    }

    /// Merges the full-text index into one segment, which drops the entries of removed chunks; `secure_delete` overwrites
    /// the pages of the former segments.
    private static func purgeIndex(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO chunkTerms (chunkTerms) VALUES ('optimize')")
    }

    /// Writes the log back and empties it; returns the bytes that are left in it.
    private func emptyLog() async throws -> Int {
        do {
            try await connection.writeWithoutTransaction { db in
                // Busy is no failure: another process reads. What is left is in the receipt.
                _ = try? db.checkpoint(.truncate)
            }
        } catch {
            throw StoreError.mapped(error)
        }
        return configuration.files.logBytes
    }

    private static func isStillStored(_ sample: [UInt8], _ db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM documentText WHERE instr(text, ?) LIMIT 1"
        return try Bool.fetchOne(db, sql: sql, arguments: [Data(sample)]) != nil
    }

    /// The conversations that hold a piece of text, such as a quote below an answer.
    private static func conversations(holding sample: [UInt8], _ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT id FROM conversation
                WHERE instr(CAST(title AS BLOB), ?1) OR instr(systemPrompt, ?1)
                    OR EXISTS (
                        SELECT 1 FROM message WHERE message.conversation = conversation.number
                            AND (instr(content, ?1) OR instr(metadata, ?1) OR instr(reasoning, ?1) OR instr(toolCalls, ?1)))
                    OR EXISTS (
                        SELECT 1 FROM conversationContext
                        WHERE conversationContext.conversation = conversation.number AND instr(summary, ?1))
                """, arguments: [Data(sample)])
    }
}

/// Removes documents within one transaction, and counts what went.
struct DocumentRemover {
    private let db: Database
    /// Chunks whose vectors are still to be removed, all at once by ``finish()``: each segment is rewritten only once.
    private var chunks: [ChunkRange] = []
    private(set) var counts = DeletionCounts()

    init(_ db: Database) { self.db = db }

    /// Removes a document that no source refers to any more; returns its id if it did.
    ///
    /// - Parameter isFollowed: Whether another document has taken its place, whose label what came from it follows.
    mutating func removeIfUnused(
        _ number: Int64, _ statistics: inout Statistics, isFollowed: Bool = false
    ) throws -> String? {
        let used = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM source WHERE document = ? LIMIT 1"), arguments: [number])
        guard used == nil,
            let id = try String.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM document WHERE number = ?"), arguments: [number])
        else { return nil }
        if isFollowed {
            try db.cachedStatement(sql: "DELETE FROM messageSource WHERE document = ?").execute(arguments: [number])
        } else {
            try MessageSources.freezeLabels(derivedFromDocument: number, db)
        }
        try removeContent(of: number, &statistics)
        return id
    }

    /// Removes a document's row, text, chunks and index entries, but not its sources.
    mutating func removeContent(of number: Int64, _ statistics: inout Statistics) throws {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT firstChunk, chunkCount FROM document WHERE number = ?"),
                arguments: [number])
        else { return }
        let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
        if range.count > 0 {
            let sums = try Row.fetchOne(
                db,
                sql:
                    "SELECT count(*) AS chunks, sum(titleTerms) AS titleTerms, sum(bodyTerms) AS bodyTerms FROM chunk WHERE id BETWEEN ? AND ?",
                arguments: [range.first, range.last])
            try db.execute(
                sql: "DELETE FROM chunkTerms WHERE rowid BETWEEN ? AND ?", arguments: [range.first, range.last])
            counts.indexEntries += range.count
            try db.execute(
                sql: "DELETE FROM chunkOrigin WHERE chunk BETWEEN ? AND ?", arguments: [range.first, range.last])
            try db.execute(sql: "DELETE FROM chunk WHERE id BETWEEN ? AND ?", arguments: [range.first, range.last])
            counts.chunks += db.changesCount
            statistics.chunks -= sums?["chunks"] ?? 0
            statistics.titleTerms -= sums?["titleTerms"] ?? 0
            statistics.bodyTerms -= sums?["bodyTerms"] ?? 0
            chunks.append(range)
        }
        // Sources keep their row for now: the caller points them elsewhere or removes them.
        try db.execute(sql: "DELETE FROM documentText WHERE document = ?", arguments: [number])
        // What was worked out from the text may quote it.
        try db.execute(
            sql: "DELETE FROM analysisNode WHERE source = (SELECT contentHash FROM document WHERE number = ?)",
            arguments: [number])
        try db.execute(sql: "DELETE FROM document WHERE number = ?", arguments: [number])
        counts.documents += db.changesCount
    }

    /// Removes every source of a document, which is to go.
    mutating func removeSources(of number: Int64) throws {
        let paths = try String.fetchAll(db, sql: "SELECT path FROM source WHERE document = ?", arguments: [number])
        for path in paths { try MessageSources.freezeLabels(derivedFromSource: path, db) }
        try MessageSources.freezeLabels(derivedFromDocument: number, db)
        try db.execute(sql: "DELETE FROM source WHERE document = ?", arguments: [number])
        counts.sources += db.changesCount
    }

    /// Removes the vectors of all chunks that went.
    mutating func finish() throws {
        guard !chunks.isEmpty else { return }
        counts.vectors += try VectorRemover(db).remove(ChunkRange.merged(chunks))
        chunks = []
    }
}
