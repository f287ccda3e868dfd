import Foundation
import GRDB
import HearthCore

/// Reads rows of documents.
struct DocumentReader {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func documents(where condition: String, _ arguments: StatementArguments) throws -> [StoredDocument] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT number, id, contentHash, processing, format, title, language, label, createdAt, ingestedAt,
                        byteCount, pageCount, firstChunk, chunkCount, warnings
                    FROM document WHERE \(condition)
                    """), arguments: arguments)
        let paths = try db.cachedStatement(sql: "SELECT path FROM source WHERE document = ? ORDER BY path")
        return try rows.map { row in
            try document(row, paths: String.fetchAll(paths, arguments: [row["number"] as Int64]))
        }
    }

    func content(id: String, _ readable: ReadableLabels) throws -> ExtractedDocument? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT format, title, warnings, structure, text
                        FROM document JOIN documentText ON documentText.document = document.number
                        WHERE id = ? AND \(readable.allow("document.label"))
                        """), arguments: [id])
        else { return nil }
        guard let structure = DocumentStructure(decoding: Array(row["structure"] as Data)) else {
            throw StoreError(.damaged, "The structure of document \(id) cannot be read. Ingest it again.")
        }
        return ExtractedDocument(
            format: try format(row), title: row["title"], text: try row.text(4) ?? "", pages: structure.pages,
            blocks: structure.blocks, warnings: try warnings(row))
    }

    private func document(_ row: Row, paths: [String]) throws -> StoredDocument {
        let id: String = row["id"]
        let range = ChunkRange(first: row["firstChunk"], count: row["chunkCount"])
        guard let hash = ContentHash(bytes: Array(row["contentHash"] as Data)),
            let label = SensitivityLabel(rawValue: row["label"])
        else { throw StoreError(.damaged, "The row of document \(id) cannot be read. Ingest it again.") }
        return StoredDocument(
            id: id, contentHash: hash, processing: row["processing"], format: try format(row), title: row["title"],
            language: row["language"], label: label,
            createdAt: (row["createdAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
            ingestedAt: Date(timeIntervalSince1970: row["ingestedAt"]), byteCount: row["byteCount"],
            pageCount: row["pageCount"], chunkCount: range.count,
            chunkIDs: range.first..<(range.first + Int64(range.count)), warnings: try warnings(row), paths: paths)
    }

    private func format(_ row: Row) throws -> DocumentFormat {
        guard let format = DocumentFormat(rawValue: row["format"]) else {
            throw StoreError(
                .newerSchema, "A document has the unknown format \(row["format"] as String). Update Hearth.")
        }
        return format
    }

    private func warnings(_ row: Row) throws -> [ExtractionWarning] {
        let text: String = row["warnings"]
        // The usual case, and JSONDecoder takes longer than the rest of the row.
        guard text != "[]" else { return [] }
        return try JSONDecoder().decode([ExtractionWarning].self, from: Data(text.utf8))
    }
}
