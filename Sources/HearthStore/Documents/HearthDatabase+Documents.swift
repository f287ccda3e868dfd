import Foundation
import GRDB
public import HearthCore

extension HearthDatabase {
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
            let (condition, arguments) = filter.condition
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM document WHERE \(condition)", arguments: arguments)
            return (try Self.documents(matching: filter, limit: limit, offset: offset, db), total ?? 0)
        }
    }

    private static func documents(
        matching filter: SearchFilter, limit: Int, offset: Int, _ db: Database
    ) throws -> [StoredDocument] {
        let (condition, arguments) = filter.condition
        return try DocumentReader(db).documents(
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
            return StoreCounts(
                documents: try count(
                    """
                    SELECT count(*) FROM document WHERE \(allowed)
                        AND number NOT IN (SELECT source.document FROM source WHERE \(Self.isJournalSource))
                    """),
                sources: try count(
                    "SELECT count(*) FROM source JOIN document ON document.number = source.document WHERE \(allowed)"),
                chunks: readable.isOwner
                    ? Int(try Statistics(db).chunks)
                    : try count("SELECT coalesce(sum(chunkCount), 0) FROM document WHERE \(allowed)"),
                withoutText: try count("SELECT count(*) FROM document WHERE chunkCount = 0 AND \(allowed)"))
        }
    }

    /// The document of that id, or `nil`.
    public func document(id: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read {
            try DocumentReader($0).documents(where: "id = ? AND \(readable.allow("label"))", [id]).first
        }
    }

    /// The document that the source at `path` holds, or `nil`.
    public func document(atPath path: String) async throws -> StoredDocument? {
        let readable = Reader.labels
        return try await read { db in
            try DocumentReader(db).documents(
                where: """
                    number = (SELECT source.document FROM source WHERE source.path = ?) AND \(readable.allow("label"))
                    """, [path]
            ).first
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
            let reader = DocumentReader(db)
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
        return try await read { try DocumentReader($0).content(id: id, readable) }
    }

    /// The text of a document, to check a citation against, or `nil` when there is no such document.
    public func text(ofDocument id: String) async throws -> String? {
        let readable = Reader.labels
        return try await read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT text FROM documentText JOIN document ON document.number = documentText.document
                        WHERE document.id = ? AND \(readable.allow("document.label"))
                        """), arguments: [id])?.text(0)
        }
    }
}

/// How much a store holds.
public struct StoreCounts: Hashable, Sendable {
    public var documents: Int
    public var sources: Int
    public var chunks: Int
    /// Documents in which nothing was found to search, such as scans.
    public var withoutText: Int

    public init(documents: Int, sources: Int, chunks: Int, withoutText: Int = 0) {
        self.documents = documents
        self.sources = sources
        self.chunks = chunks
        self.withoutText = withoutText
    }
}
