import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: DocumentStore {
    /// Documents, newest first.
    public func documents(
        matching filter: SearchFilter = .everything, limit: Int = .max, offset: Int = 0
    ) async throws -> [StoredDocument] {
        let filter = filter.limited()
        return try await read { try Self.documents(matching: filter, limit: limit, offset: offset, $0) }
    }

    /// A page of a listing, newest first, and how many documents the filter lets through; both as of the same moment.
    public func page(
        matching filter: SearchFilter = .everything, limit: Int, offset: Int = 0
    ) async throws -> (documents: [StoredDocument], total: Int) {
        let filter = filter.limited()
        return try await read { db in
            let (condition, arguments) = try filter.condition(db)
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM document WHERE \(condition)", arguments: arguments)
            return (try Self.documents(matching: filter, limit: limit, offset: offset, db), total ?? 0)
        }
    }

    private static func documents(
        matching filter: SearchFilter, limit: Int, offset: Int, _ db: Database
    ) throws -> [StoredDocument] {
        let (condition, arguments) = try filter.condition(db)
        return try DocumentRows(db).documents(
            where: "\(condition) ORDER BY ingestedAt DESC, number DESC LIMIT ? OFFSET ?",
            arguments + [max(0, limit), max(0, offset)])
    }

    /// The number of documents, chunks and sources, and of documents without text. The entries of the journal are no documents
    /// to those who ask, but search finds them like documents: their chunks and sources are counted. What a program may not read
    /// is not counted for it.
    public func counts() async throws -> StoreCounts {
        let readable = Reader.labels
        let allowed = readable.allow("document.label")
        return try await read { db in
            func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
            let documents = """
                SELECT count(*) FROM document WHERE \(allowed)
                    AND number NOT IN (SELECT source.document FROM source WHERE \(Self.isJournalSource))
                """
            return StoreCounts(
                documents: try count(documents),
                sources: try count(
                    "SELECT count(*) FROM source JOIN document ON document.number = source.document WHERE \(allowed)"),
                chunks: readable.isOwner
                    ? Int(try Statistics(db).chunks)
                    : try count("SELECT coalesce(sum(chunkCount), 0) FROM document WHERE \(allowed)"),
                withoutText: try count(documents + " AND chunkCount = 0"))
        }
    }

    /// The document of that id, or `nil`.
    public func document(id: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read {
            try DocumentRows($0).documents(where: "id = ? AND \(readable.allow("label"))", [id]).first
        }
    }

    /// The document that the source at `path` holds, or `nil`.
    public func document(atPath path: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read { db in
            try DocumentRows(db).documents(
                where: """
                    number = (SELECT source.document FROM source WHERE source.path = ?) AND \(readable.allow("label"))
                    """, [path]
            ).first
        }
    }

    public func writers() async throws -> [String] {
        let readable = Reader.labels
        return try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("chunkOrigin") else { return [] }
            return ChunkOrigin.names(
                inLists: try String.fetchAll(
                    db,
                    sql: """
                        SELECT DISTINCT chunkOrigin.senders FROM chunkOrigin
                        JOIN document ON document.number = chunkOrigin.document
                        WHERE chunkOrigin.senders <> '' AND \(readable.allow("document.label"))
                        ORDER BY chunkOrigin.senders
                        """))
        }
    }

    /// The documents that a person may mean by `name`: the first of these that matches anything.
    ///
    /// 1. the id, or a beginning of it of at least 4 digits; 2. the path of a source, or of a folder with sources; 3. the
    /// end of a path after a `/`, such as the file's name; 4. the title, letter case aside.
    public func documents(named name: String) async throws -> [StoredDocument] {
        guard !name.isEmpty else { return [] }
        let readable = Reader.labels
        return try await read { db in
            let reader = DocumentRows(db)
            let place = PathRange(name)
            let attempts: [(String, StatementArguments)] = [
                (name.utf8.count >= 4 ? "id >= ? AND id < ? || 'g'" : "0 AND ? = ?", [name, name]),
                (
                    """
                    number IN (SELECT source.document FROM source
                        WHERE source.path = ? OR (source.path >= ? AND source.path < ?))
                    """, [place.path, place.first, place.end]
                ),
                (
                    "number IN (SELECT source.document FROM source WHERE substr(source.path, -length(?)) = ?)",
                    ["/" + name, "/" + name]
                ),
                ("title = ? COLLATE NOCASE", [name]),
            ]
            for (condition, arguments) in attempts {
                let found = try reader.documents(
                    where: "(\(condition)) AND \(readable.allow("label")) ORDER BY number", arguments)
                if !found.isEmpty { return found }
            }
            return []
        }
    }

    /// The text, pages and blocks of a document, or `nil` when there is no such document.
    public func content(ofDocument id: String) async throws -> ExtractedDocument? {
        let readable = Reader.labels
        return try await read { try DocumentRows($0).content(id: id, readable) }
    }

    /// The texts of documents, by their ids; those that are not there are left out.
    public func texts(ofDocuments ids: Set<String>) async throws -> [String: String] {
        let readable = Reader.labels
        return try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT text FROM documentText JOIN document ON document.number = documentText.document
                    WHERE document.id = ? AND \(readable.allow("document.label"))
                    """)
            var texts: [String: String] = [:]
            for id in ids { texts[id] = try Row.fetchOne(statement, arguments: [id])?.text("text") }
            return texts
        }
    }
}

extension HearthDatabase {
    /// The chunks of a document, in order. Empty when there is no such document.
    public func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try ChunkRows(db, readable).chunks(
                where: """
                    document.id = ? AND chunk.id BETWEEN document.firstChunk
                        AND document.firstChunk + document.chunkCount - 1 ORDER BY chunk.id
                    """, [id])
        }
    }

    /// The chunks of these ids, in the order of `ids`; ids without a chunk are left out.
    public func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            let reader = ChunkRows(db, readable)
            return try ids.compactMap { try reader.chunks(where: "chunk.id = ?", [$0]).first }
        }
    }

    /// The chunks around each of these, in order, itself included: up to `before` and `after` others of the same document.
    public func neighbours(
        ofChunks ids: [Int64], before: Int, after: Int
    ) async throws -> [Int64: [StoredChunk]] {
        let (low, high) = (Int64(clamping: max(0, before)), Int64(clamping: max(0, after)))
        let readable = Reader.labels
        return try await read { db in
            let reader = ChunkRows(db, readable)
            var found: [Int64: [StoredChunk]] = [:]
            for id in ids where found[id] == nil {
                let chunks = try reader.chunks(
                    where: """
                        chunk.id BETWEEN ? AND ? AND chunk.document = (SELECT document FROM chunk WHERE id = ?)
                            ORDER BY chunk.id
                        """, [id.subtractingClamped(low), id.addingClamped(high), id])
                if !chunks.isEmpty { found[id] = chunks }
            }
            return found
        }
    }

    /// Chunks with an id above `id`, in the order of ids: to walk through the whole store in steps.
    public func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk] {
        let readable = Reader.labels
        return try await read { db in
            try ChunkRows(db, readable).chunks(where: "chunk.id > ? ORDER BY chunk.id LIMIT ?", [id, max(0, limit)])
        }
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}

extension HearthDatabase {
    /// What is known about the source at `path`, or `nil` when it was never ingested.
    public func sourceState(path: String) async throws -> SourceState? {
        try await read { try SourceRows($0).states(where: "source.path = ?", [path]).first }
    }

    /// The sources at `path` and in the folder of that path, by path. One call for a whole folder is much faster than one a
    /// file.
    public func sourceStates(under path: String) async throws -> [SourceState] {
        let place = PathRange(path)
        return try await read { db in
            try SourceRows(db).states(
                where: "source.path = ? OR (source.path >= ? AND source.path < ?) ORDER BY source.path",
                [place.path, place.first, place.end])
        }
    }

    /// Notes that sources were seen again with unchanged content: their size, time and hash as of now.
    ///
    /// Sources that the store does not know are left alone.
    public func touchSources(_ files: [SourceFile]) async throws {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE source SET fileSize = ?, modifiedAt = ?, seenAt = ? WHERE path = ? AND fileHash = ?")
            let now = Date().timeIntervalSince1970
            for file in files {
                try statement.execute(arguments: [
                    file.size, file.modifiedAt.timeIntervalSince1970, now, file.path, Data(file.hash.bytes),
                ])
            }
        }
    }

    /// Gives a source another name, such as that of an upload whose file was only there to be read. A source that had the
    /// name goes, and its document with it when nothing else names that.
    public func renameSource(_ path: String, to name: String) async throws {
        let states = promptStates()
        let isForgotten = try await write { db in
            guard path != name, let moved = try Self.document(of: path, db) else { return false }
            var removed: [String] = []
            if let earlier = try Self.document(of: name, db), earlier != moved {
                // What stood there goes on under the new content: its label, and what was made of it.
                try Self.takeOver(name, from: path, db)
                try MessageSources.follow(earlier, to: moved, at: name, db)
                removed = try Self.removeSources(paths: [name], areFilledAgain: true, db)
                // What a model has read may hold it. It is a cache, so it may go before all is written.
                if !removed.isEmpty { try states.removeAll() }
            }
            try Self.rename(path, to: name, db)
            return !removed.isEmpty
        }
        // Read in between, it is forgotten again.
        if isForgotten { try states.removeAll() }
    }

    /// Gives a source the first name that no source of another document has. In one step: two who do it at the same time get
    /// two names.
    ///
    /// - Parameter name: The name to try first, then second and so on, from 1; each another one.
    /// - Returns: The name; `nil` when there is no such source.
    public func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        try await write { db in
            guard let moved = try Self.document(of: path, db) else { return nil }
            for number in 1... {
                let name = name(number)
                let holder = try Self.document(of: name, db)
                guard holder == nil || holder == moved else { continue }
                if name != path { try Self.rename(path, to: name, db) }
                return name
            }
            return nil
        }
    }

    private static func document(of path: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT document FROM source WHERE path = ?"), arguments: [path])
    }

    /// Makes a source at least as private as the one whose name it is to have.
    private static func takeOver(_ name: String, from path: String, _ db: Database) throws {
        let labels = try String.fetchAll(
            db, sql: "SELECT label FROM source WHERE path IN (?, ?) AND label IS NOT NULL", arguments: [name, path]
        ).map(SensitivityLabel.init(stored:))
        let known = try label(ofPath: name, db)
        guard let strictest = (labels + [known].compactMap(\.self)).max() else { return }
        try db.execute(sql: "UPDATE source SET label = ? WHERE path = ?", arguments: [strictest.rawValue, path])
    }

    private static func rename(_ path: String, to name: String, _ db: Database) throws {
        let folder = try folderLabel(of: name, db)
        // As private as it was, also where its former folder said so and the one of its new name says less.
        let former = try label(ofPath: path, db).flatMap { $0 > folder ?? .personal ? $0 : nil }
        if let kept = try [former, keptLabel(of: name, folder: folder, db)].compactMap(\.self).max() {
            let own = try String.fetchOne(db, sql: "SELECT label FROM source WHERE path = ?", arguments: [path])
            let label = max(kept, own.map(SensitivityLabel.init(stored:)) ?? kept)
            try db.execute(sql: "UPDATE source SET label = ? WHERE path = ?", arguments: [label.rawValue, path])
        }
        try dropKeptLabel(of: name, db)
        try db.execute(sql: "DELETE FROM source WHERE path = ?", arguments: [name])
        try db.execute(sql: "UPDATE source SET path = ? WHERE path = ?", arguments: [name, path])
        try MessageSources.rename(path, to: name, db)
    }
}

extension HearthDatabase {
    /// Stores what was read from many sources, in one transaction: all of the batch or nothing.
    ///
    /// Content that is there already is not stored twice. What a source held before is dropped when no other source holds it,
    /// and what models have read is forgotten with it.
    /// Vectors that come with the documents are searchable with them. Batches of 100 to 1,000 documents are the fastest.
    ///
    /// Throws `invalid-input` or `invalid-vector`, before anything is written, when a document contradicts itself.
    @discardableResult
    public func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome] {
        let batch = try batch.map { try $0.validated() }
        try Task.checkCancellation()
        let (states, seal, floor, reader) = (promptStates(), ledgerSeal, anchorFile.floor, Reader.current)
        let (outcomes, isForgotten, anchor) = try await write { db in
            var writer = try DocumentWriter(db, reader: reader)
            let outcomes = try batch.map { try writer.store($0) }
            try writer.finish()
            let anchor = try writer.log.write(db, seal, notBefore: floor)
            // What a model has read may hold the old text, or be more private now. It is a cache, so it may go before all is
            // written.
            let isForgotten = writer.log.rose || outcomes.contains { !$0.removedDocumentIDs.isEmpty }
            if isForgotten { try states.removeAll() }
            return (outcomes, isForgotten, anchor)
        }
        if let anchor { anchorFile.note(anchor) }
        // Read in between, it is forgotten again.
        if isForgotten { try states.removeAll() }
        return outcomes
    }
}

/// Totals over all chunks, kept right by every writer: FTS5 does not count deletions of a contentless table.
struct Statistics {
    var nextChunk: Int64 = 1
    var chunks: Int64 = 0
    var titleTerms: Int64 = 0
    var bodyTerms: Int64 = 0

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT name, value FROM statistic"))
        while let row = try rows.next() {
            let value: Int64 = row["value"]
            switch row["name"] as String {
            case "nextChunk": nextChunk = value
            case "chunks": chunks = value
            case "titleTerms": titleTerms = value
            case "bodyTerms": bodyTerms = value
            default: break
            }
        }
    }

    func save(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE statistic SET value = ? WHERE name = ?")
        let values = [
            ("nextChunk", nextChunk), ("chunks", chunks), ("titleTerms", titleTerms), ("bodyTerms", bodyTerms),
        ]
        for (name, value) in values { try statement.execute(arguments: [value, name]) }
    }
}
