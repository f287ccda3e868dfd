import Foundation
import GRDB
import HearthCore

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
        (receipt.pagesScanned, receipt.remnants) = try await read { db in
            let scan = try PageScan.run(db, for: samples)
            // What is found may rightly stand in another document, such as a letterhead.
            let remnants = try scan.found.filter { try !Self.isStillStored(samples[$0], db) }
            return (scan.pages, remnants.count)
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
                if samples.count < 64 { samples += TextSamples.pick(try row.text(1) ?? "", count: 8) }
                try remover.removeSources(of: row[0])
                try remover.removeContent(of: row[0], &statistics)
                removed.append(id)
            }
            try remover.finish()
            try statistics.save(db)
            if !removed.isEmpty { try Self.purgeIndex(db) }
            return (removed, remover.counts, samples)
        }
    }

    /// Removes one document; `nil` when there is no such document. See ``removeDocuments(ids:)``.
    @discardableResult
    public func removeDocument(id: String) async throws -> DeletionReceipt? {
        let receipt = try await removeDocuments(ids: [id])
        return receipt.documentIDs.isEmpty ? nil : receipt
    }

    /// Forgets sources, and drops the documents that no other source holds; returns the ids of those.
    ///
    /// Quick, and without the proof. The removed terms stay in the encrypted index until ``purge()``.
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

    static func removeSources(paths: [String], _ db: Database) throws -> [String] {
        var remover = DocumentRemover(db)
        var statistics = try Statistics(db)
        var removed: [String] = []
        for path in paths {
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

    /// Overwrites what earlier changes left behind: terms of replaced documents in the index, pages in the log, and what a
    /// model has read of them.
    public func purge() async throws {
        try promptStates().removeAll()
        try await write { try Self.purgeIndex($0) }
        _ = try await emptyLog()
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
}
