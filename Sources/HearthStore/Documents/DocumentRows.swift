import Foundation
import GRDB
import HearthCore

// Lists are read by cursors: a row of theirs finds a column by a table that its statement made once, where a copy of a row, as
// `fetchAll` gives it, puts the names of its columns in lower case at each of them (a third of the time of 10,000 documents).

/// Reads rows of documents.
struct DocumentRows {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func documents(where condition: String, _ arguments: StatementArguments) throws -> [StoredDocument] {
        let paths = try db.cachedStatement(sql: "SELECT path FROM source WHERE document = ? ORDER BY path")
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT number, id, contentHash, processing, format, title, language, label, createdAt, ingestedAt,
                        byteCount, pageCount, firstChunk, chunkCount, warnings
                    FROM document WHERE \(condition)
                    """), arguments: arguments)
        return try Array(
            rows.map { row in
                try document(row, paths: String.fetchAll(paths, arguments: [row["number"] as Int64]))
            })
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
        var content = ExtractedDocument(
            format: try format(row), title: row["title"], text: try row.text("text") ?? "", pages: structure.pages,
            blocks: structure.blocks, warnings: try warnings(row))
        content.layouts = structure.layouts
        return content
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

/// Reads rows of chunks.
struct ChunkRows {
    private let db: Database
    private let readable: ReadableLabels

    init(_ db: Database, _ readable: ReadableLabels) {
        self.db = db
        self.readable = readable
    }

    func chunks(where condition: String, _ arguments: StatementArguments) throws -> [StoredChunk] {
        // A store that was opened read-only may be of an older version.
        let isKnown = try db.tableExists("chunkOrigin")
        let origin = isKnown ? "firstAt, lastAt, senders" : "NULL AS firstAt, NULL AS lastAt, NULL AS senders"
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT chunk.id AS id, document.id AS documentID, chunk.id - document.firstChunk AS position, start,
                        end, tokens, page, headings, startTime, endTime, text, \(origin)
                    FROM chunk JOIN document ON document.number = chunk.document
                        AND \(readable.allow("document.label"))
                    \(isKnown ? "LEFT JOIN chunkOrigin ON chunkOrigin.chunk = chunk.id" : "")
                    WHERE \(condition)
                    """), arguments: arguments)
        var chunks: [StoredChunk] = []
        while let row = try rows.next() {
            let chunk = Chunk(
                index: row["position"], span: TextSpan(start: row["start"], end: row["end"]),
                text: try row.text("text") ?? "", tokens: row["tokens"], page: row["page"],
                headings: HeadingsText.split(try row.text("headings")), startTime: row["startTime"],
                endTime: row["endTime"],
                origin: ChunkOrigin(
                    first: (row["firstAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
                    last: (row["lastAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
                    senders: (row["senders"] as String?)?.split(separator: "\n").map(String.init) ?? []))
            chunks.append(StoredChunk(id: row["id"], documentID: row["documentID"], chunk: chunk))
        }
        return chunks
    }
}

/// Reads rows of sources.
struct SourceRows {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func states(where condition: String, _ arguments: StatementArguments) throws -> [SourceState] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT path, fileSize, modifiedAt, fileHash, seenAt, document.id, processing
                    FROM source JOIN document ON document.number = source.document WHERE \(condition)
                    """), arguments: arguments)
        return try Array(
            rows.map { row in
                let path: String = row["path"]
                guard let hash = ContentHash(bytes: Array(row["fileHash"] as Data)) else {
                    throw StoreError(.damaged, "The row of \(path) cannot be read. Ingest it again.")
                }
                let file = SourceFile(
                    path: path, size: row["fileSize"], modifiedAt: Date(timeIntervalSince1970: row["modifiedAt"]),
                    hash: hash)
                return SourceState(
                    file: file, documentID: row["id"], processing: row["processing"],
                    seenAt: Date(timeIntervalSince1970: row["seenAt"]))
            })
    }
}

extension ChunkRange {
    /// Pairs of little-endian 64-bit integers, as the SQL function `hearth_within` reads them.
    static func encoded(_ ranges: [ChunkRange]) -> Data {
        var data = Data(capacity: ranges.count * 16)
        for range in ranges {
            for value in [range.first, range.last] {
                withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }
}
