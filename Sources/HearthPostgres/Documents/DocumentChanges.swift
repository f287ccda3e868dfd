#if canImport(CPostgres)
import Foundation
public import HearthCore

/// What is changed of documents and sources.
extension PostgresLibrary {
    @discardableResult
    public func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome] {
        let batch = try batch.map { try $0.validated() }
        try Task.checkCancellation()
        let (reader, support) = (Reader.current, vectorSupport)
        let outcomes = try await write { db in
            var writer = PostgresDocumentWriter(db, support, reader: reader)
            let outcomes = try batch.map { try writer.store($0) }
            try writer.finish()
            try writer.log.write(db)
            // What a model has read may hold the old text, or be more private now.
            if writer.log.rose || outcomes.contains(where: { !$0.removedDocumentIDs.isEmpty }) {
                try db.forgetPromptStates()
            }
            return outcomes
        }
        indexVectorsIfMany()
        return outcomes
    }

    @discardableResult
    public func removeDocuments(ids: [String]) async throws -> DeletionReceipt {
        let readable = Reader.labels
        guard !ids.isEmpty else { return DeletionReceipt(documentIDs: [], removed: DeletionCounts()) }
        return try await write { db in
            var remover = PostgresDocumentRemover(db)
            var removed: [String] = []
            var samples: [[UInt8]] = []
            for id in Set(ids.map(\.withoutNUL)).sorted() {
                let row = try db.first(
                    """
                    SELECT number, text FROM document JOIN document_text
                        ON document_text.owner_id = document.owner_id AND document_text.document = document.number
                    WHERE document.owner_id = $1 AND id = $2 AND \(readable.allow("document.label"))
                    """, id)
                guard let row else { continue }
                if samples.count < 64 { samples += TextSamples.pick(try row.text("text") ?? "", count: 8) }
                let number: Int64 = try row["number"]
                try remover.removeSources(of: number)
                try remover.removeContent(of: number)
                removed.append(id)
            }
            // What was done tells of files by their names and titles.
            if !removed.isEmpty {
                try db.change("DELETE FROM work WHERE owner_id = $1 AND state IN ('done', 'cancelled')")
            }
            try remover.finish()
            var receipt = DeletionReceipt(
                documentIDs: removed, removed: remover.counts, samplesSearched: samples.count)
            guard !removed.isEmpty else { return receipt }
            try db.forgetPromptStates()
            // What is found may rightly stand in another document, such as a letterhead.
            let remnants = try samples.filter { sample in
                try db.first(
                    "SELECT 1 FROM document_text WHERE owner_id = $1 AND position($2 IN text) > 0 LIMIT 1", Data(sample)
                ) == nil
            }
            let quoting = try Set(remnants.flatMap { try Self.conversations(holding: $0, db) })
            receipt.remnants = try remnants.count { try !Self.conversations(holding: $0, db).isEmpty }
            receipt.conversations = try quoting.filter { try Self.allows(readable, $0, db) }.sorted()
            return receipt
        }
    }

    /// The conversations that hold a piece of text, such as a quote below an answer.
    private static func conversations(holding sample: [UInt8], _ db: Transaction) throws -> [String] {
        try db.rows(
            """
            SELECT id FROM conversation
            WHERE owner_id = $1 AND (
                position($2 IN convert_to(coalesce(title, ''), 'UTF8')) > 0 OR position($2 IN coalesce(system_prompt, '')) > 0
                OR EXISTS (
                    SELECT 1 FROM message WHERE message.owner_id = $1 AND message.conversation = conversation.number
                        AND (position($2 IN content) > 0 OR position($2 IN coalesce(metadata, '')) > 0
                            OR position($2 IN coalesce(reasoning, '')) > 0 OR position($2 IN coalesce(tool_calls, '')) > 0))
                OR EXISTS (
                    SELECT 1 FROM conversation_context WHERE conversation_context.owner_id = $1
                        AND conversation_context.conversation = conversation.number
                        AND position($2 IN coalesce(summary, '')) > 0))
            """, Data(sample)
        ).map { try $0["id"] }
    }

    @discardableResult
    public func removeSources(paths: [String], keepsLabels: Bool = false) async throws -> [String] {
        guard !paths.isEmpty else { return [] }
        let paths = paths.map(\.withoutNUL)
        return try await write { db in
            if keepsLabels { try Self.keepLabels(of: paths, db) }
            // As with documents that are removed by their ids.
            try db.forgetPromptStates()
            return try Self.removeSources(paths: paths, db)
        }
    }

    /// - Parameter areFilledAgain: Whether other sources get these names in the same transaction.
    static func removeSources(paths: [String], areFilledAgain: Bool = false, _ db: Transaction) throws -> [String] {
        var remover = PostgresDocumentRemover(db)
        var removed: [String] = []
        for path in paths {
            if !areFilledAgain { try PostgresMessageSources.freezeLabels(derivedFromSource: path, db) }
            let gone = try db.first(
                "DELETE FROM source WHERE owner_id = $1 AND path = $2 RETURNING document", path)
            guard let document: Int64 = try gone?["document"] else { continue }
            if let id = try remover.removeIfUnused(document) { removed.append(id) }
        }
        try remover.finish()
        return removed
    }

    // MARK: Names of sources

    public func renameSource(_ path: String, to name: String) async throws {
        let (path, name) = (path.withoutNUL, name.withoutNUL)
        try await write { db in
            guard path != name, let moved = try Self.document(of: path, db) else { return }
            if let earlier = try Self.document(of: name, db), earlier != moved {
                // What stood there goes on under the new content: its label, and what was made of it.
                try Self.takeOver(name, from: path, db)
                try PostgresMessageSources.follow(earlier, to: moved, at: name, db)
                let removed = try Self.removeSources(paths: [name], areFilledAgain: true, db)
                // What a model has read may hold it.
                if !removed.isEmpty { try db.forgetPromptStates() }
            }
            try Self.rename(path, to: name, db)
        }
    }

    public func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        let path = path.withoutNUL
        return try await write { db in
            guard let moved = try Self.document(of: path, db) else { return nil }
            for number in 1... {
                let name = name(number).withoutNUL
                let holder = try Self.document(of: name, db)
                guard holder == nil || holder == moved else { continue }
                if name != path { try Self.rename(path, to: name, db) }
                return name
            }
            return nil
        }
    }

    private static func document(of path: String, _ db: Transaction) throws -> Int64? {
        try db.first("SELECT document FROM source WHERE owner_id = $1 AND path = $2", path)?["document"]
    }

    /// Makes a source at least as private as the one whose name it is to have.
    private static func takeOver(_ name: String, from path: String, _ db: Transaction) throws {
        let labels: [SensitivityLabel] = try db.rows(
            "SELECT label FROM source WHERE owner_id = $1 AND path = ANY($2) AND label IS NOT NULL", [name, path]
        ).map { SensitivityLabel(stored: try $0["label"]) }
        let known = try label(ofPath: name, db)
        guard let strictest = (labels + [known].compactMap(\.self)).max() else { return }
        try db.change("UPDATE source SET label = $2 WHERE owner_id = $1 AND path = $3", strictest.rawValue, path)
    }

    private static func rename(_ path: String, to name: String, _ db: Transaction) throws {
        let folder = try folderLabel(of: name, db)
        // As private as it was, also where its former folder said so and the one of its new name says less.
        let former = try label(ofPath: path, db).flatMap { $0 > folder ?? .personal ? $0 : nil }
        if let kept = try [former, keptLabel(of: name, folder: folder, db)].compactMap(\.self).max() {
            let own: String? = try db.first(
                "SELECT label FROM source WHERE owner_id = $1 AND path = $2", path)?["label"]
            let label = max(kept, own.map(SensitivityLabel.init(stored:)) ?? kept)
            try db.change("UPDATE source SET label = $2 WHERE owner_id = $1 AND path = $3", label.rawValue, path)
        }
        try dropKeptLabel(of: name, db)
        try db.change("DELETE FROM source WHERE owner_id = $1 AND path = $2", name)
        try db.change(
            "UPDATE source SET path = $2, folded = $3 WHERE owner_id = $1 AND path = $4", name, name.folded, path)
        try PostgresMessageSources.rename(path, to: name, db)
    }
}

/// Removes documents within one transaction, and counts what went.
struct PostgresDocumentRemover {
    private let db: Transaction
    private(set) var counts = DeletionCounts()
    /// Chunks whose terms and vectors are still to be removed, all at once.
    private var chunks: [ChunkRange] = []

    init(_ db: Transaction) { self.db = db }

    /// Removes a document that no source refers to any more; returns its id if it did.
    ///
    /// - Parameter isFollowed: Whether another document has taken its place, whose label what came from it follows.
    mutating func removeIfUnused(_ number: Int64, isFollowed: Bool = false) throws -> String? {
        let row = try db.first(
            """
            SELECT id FROM document WHERE owner_id = $1 AND number = $2
                AND NOT EXISTS (SELECT 1 FROM source WHERE source.owner_id = $1 AND source.document = $2)
            """, number)
        guard let id: String = try row?["id"] else { return nil }
        if isFollowed {
            try db.change("DELETE FROM message_source WHERE owner_id = $1 AND document = $2", number)
        } else {
            try PostgresMessageSources.freezeLabels(derivedFromDocument: number, db)
        }
        try removeContent(of: number)
        return id
    }

    /// Removes a document's row, text, chunks and index entries, but not its sources: the caller points them elsewhere, or removes
    /// them.
    mutating func removeContent(of number: Int64) throws {
        let row = try db.first(
            "SELECT first_chunk, chunk_count, content_hash FROM document WHERE owner_id = $1 AND number = $2", number)
        guard let row else { return }
        let range = ChunkRange(first: try row["first_chunk"], count: try row["chunk_count"])
        if range.count > 0 {
            // Before the terms go by which the entries are found.
            try PostingTable(db).remove(range)
            counts.indexEntries += range.count
            try db.change(
                "DELETE FROM chunk_origin WHERE owner_id = $1 AND chunk BETWEEN $2 AND $3", range.first, range.last)
            let gone = try db.change(
                "DELETE FROM chunk WHERE owner_id = $1 AND id BETWEEN $2 AND $3", range.first, range.last)
            try db.count { $0.chunks -= Int64(gone) }
            counts.chunks += gone
            chunks.append(range)
        }
        try db.change("DELETE FROM document_text WHERE owner_id = $1 AND document = $2", number)
        // What was worked out from the text may quote it.
        try db.change(
            "DELETE FROM analysis_node WHERE owner_id = $1 AND source = $2", try row["content_hash"] as Data)
        counts.documents += try db.change("DELETE FROM document WHERE owner_id = $1 AND number = $2", number)
    }

    /// Removes every source of a document, which is to go.
    mutating func removeSources(of number: Int64) throws {
        let paths: [String] = try db.rows(
            "SELECT path FROM source WHERE owner_id = $1 AND document = $2", number
        ).map { try $0["path"] }
        for path in paths { try PostgresMessageSources.freezeLabels(derivedFromSource: path, db) }
        try PostgresMessageSources.freezeLabels(derivedFromDocument: number, db)
        counts.sources += try db.change("DELETE FROM source WHERE owner_id = $1 AND document = $2", number)
    }

    /// Removes the vectors of all chunks that went.
    mutating func finish() throws {
        for range in ChunkRange.merged(chunks) { counts.vectors += try VectorTable.remove(range, db) }
        chunks = []
    }
}
#endif
