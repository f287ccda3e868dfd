#if canImport(CPostgres)
import Foundation
import HearthCore

/// Reads rows of documents.
struct PostgresDocumentRows {
    private let db: Transaction

    init(_ db: Transaction) { self.db = db }

    private static let columns = """
        document.number AS number, document.id AS id, content_hash, processing, format, title, language, document.label AS label,
            created_at, ingested_at, byte_count, page_count, first_chunk, chunk_count, warnings
        """

    /// - Parameter condition: Over rows of `document`; its values are from `$2` on.
    func documents(where condition: String, _ values: [any Bindable]) throws -> [StoredDocument] {
        let rows = try db.rows(
            "SELECT \(Self.columns) FROM document WHERE document.owner_id = $1 AND \(condition)", values: values)
        guard !rows.isEmpty else { return [] }
        let numbers: [Int64] = try rows.map { try $0["number"] }
        var paths: [Int64: [String]] = [:]
        for row in try db.rows(
            "SELECT document, path FROM source WHERE owner_id = $1 AND document = ANY($2) ORDER BY path", numbers)
        {
            paths[try row["document"], default: []].append(try row["path"])
        }
        return try zip(rows, numbers).map { row, number in try document(row, paths: paths[number] ?? []) }
    }

    func content(id: String, _ readable: ReadableLabels) throws -> ExtractedDocument? {
        guard
            let row = try db.first(
                """
                SELECT format, title, warnings, structure, text
                FROM document JOIN document_text
                    ON document_text.owner_id = document.owner_id AND document_text.document = document.number
                WHERE document.owner_id = $1 AND id = $2 AND \(readable.allow("document.label"))
                """, id)
        else { return nil }
        guard let structure = DocumentStructure(decoding: Array(try row["structure"] as Data)) else {
            throw StoreError(.damaged, "The structure of document \(id) cannot be read. Ingest it again.")
        }
        var content = ExtractedDocument(
            format: try format(row), title: try row["title"], text: try row.text("text") ?? "", pages: structure.pages,
            blocks: structure.blocks, warnings: try warnings(row))
        content.layouts = structure.layouts
        return content
    }

    private func document(_ row: Row, paths: [String]) throws -> StoredDocument {
        let id: String = try row["id"]
        let range = ChunkRange(first: try row["first_chunk"], count: try row["chunk_count"])
        guard let hash = ContentHash(bytes: Array(try row["content_hash"] as Data)),
            let label = SensitivityLabel(rawValue: try row["label"])
        else { throw StoreError(.damaged, "The row of document \(id) cannot be read. Ingest it again.") }
        return StoredDocument(
            id: id, contentHash: hash, processing: try row["processing"], format: try format(row),
            title: try row["title"],
            language: try row["language"], label: label,
            createdAt: try (row["created_at"] as Double?).map(Date.init(timeIntervalSince1970:)),
            ingestedAt: Date(timeIntervalSince1970: try row["ingested_at"]), byteCount: try row["byte_count"],
            pageCount: try row["page_count"], chunkCount: range.count,
            chunkIDs: range.first..<(range.first + Int64(range.count)), warnings: try warnings(row), paths: paths)
    }

    private func format(_ row: Row) throws -> DocumentFormat {
        let name: String = try row["format"]
        guard let format = DocumentFormat(rawValue: name) else {
            throw StoreError(.newerSchema, "A document has the unknown format \(name). Update Hearth.")
        }
        return format
    }

    private func warnings(_ row: Row) throws -> [ExtractionWarning] {
        let text: String = try row["warnings"]
        // The usual case, and JSONDecoder takes longer than the rest of the row.
        guard text != "[]" else { return [] }
        guard let warnings = try? JSONDecoder().decode([ExtractionWarning].self, from: Data(text.utf8)) else {
            throw StoreError(.damaged, "What was said of a document cannot be read. Ingest it again.")
        }
        return warnings
    }
}

/// Reads rows of chunks.
struct PostgresChunkRows {
    private let db: Transaction
    private let readable: ReadableLabels

    init(_ db: Transaction, _ readable: ReadableLabels) {
        self.db = db
        self.readable = readable
    }

    /// - Parameter condition: Over `chunk` and `document`; its values are from `$2` on.
    func chunks(where condition: String, _ values: [any Bindable]) throws -> [StoredChunk] {
        try db.rows(
            """
            SELECT chunk.id AS id, document.id AS document_id, chunk.id - document.first_chunk AS position, start_byte, end_byte,
                tokens, page, headings, start_time, end_time, text, first_at, last_at, senders
            FROM chunk JOIN document ON document.owner_id = chunk.owner_id AND document.number = chunk.document
                AND \(readable.allow("document.label"))
            LEFT JOIN chunk_origin ON chunk_origin.owner_id = chunk.owner_id AND chunk_origin.chunk = chunk.id
            WHERE chunk.owner_id = $1 AND \(condition)
            """, values: values
        ).map { row in
            let chunk = Chunk(
                index: try row["position"], span: TextSpan(start: try row["start_byte"], end: try row["end_byte"]),
                text: try row.text("text") ?? "", tokens: try row["tokens"], page: try row["page"],
                headings: HeadingsText.split(try row.text("headings")), startTime: try row["start_time"],
                endTime: try row["end_time"],
                origin: ChunkOrigin(
                    first: try (row["first_at"] as Double?).map(Date.init(timeIntervalSince1970:)),
                    last: try (row["last_at"] as Double?).map(Date.init(timeIntervalSince1970:)),
                    senders: try (row["senders"] as String?)?.split(separator: "\n").map(String.init) ?? []))
            return StoredChunk(id: try row["id"], documentID: try row["document_id"], chunk: chunk)
        }
    }
}

/// Reads rows of sources.
struct PostgresSourceRows {
    private let db: Transaction

    init(_ db: Transaction) { self.db = db }

    func states(where condition: String, _ values: [any Bindable]) throws -> [SourceState] {
        try db.rows(
            """
            SELECT path, file_size, modified_at, file_hash, seen_at, document.id AS id, processing
            FROM source JOIN document ON document.owner_id = source.owner_id AND document.number = source.document
            WHERE source.owner_id = $1 AND \(condition)
            """, values: values
        ).map { row in
            let path: String = try row["path"]
            guard let hash = ContentHash(bytes: Array(try row["file_hash"] as Data)) else {
                throw StoreError(.damaged, "The row of \(path) cannot be read. Ingest it again.")
            }
            let file = SourceFile(
                path: path, size: try row["file_size"], modifiedAt: Date(timeIntervalSince1970: try row["modified_at"]),
                hash: hash)
            return SourceState(
                file: file, documentID: try row["id"], processing: try row["processing"],
                seenAt: Date(timeIntervalSince1970: try row["seen_at"]))
        }
    }
}

extension SearchFilter {
    /// A condition on rows of `document`, with its values from `$2` on.
    var condition: (sql: String, values: [any Bindable]) {
        var marks = Marks()
        var sql = documentCondition(&marks)
        guard isOfChunks else { return (sql, marks.values) }
        let found =
            """
            EXISTS (SELECT 1 FROM chunk_origin WHERE chunk_origin.owner_id = $1 AND chunk_origin.document = document.number
                AND \(originCondition(&marks)))
            """
        sql += " AND (\([found, writtenCondition(&marks)].compactMap(\.self).joined(separator: " OR ")))"
        return (sql, marks.values)
    }

    /// Values of a statement, from `$2` on.
    private struct Marks {
        var values: [any Bindable] = []

        /// Takes a value, and gives what stands for it.
        mutating func bind(_ value: any Bindable) -> String {
            values.append(value)
            return "$\(values.count + 1)"
        }
    }

    /// A condition on rows of `chunk_origin` beside their `document`.
    private func originCondition(_ marks: inout Marks) -> String {
        var parts: [String] = []
        if let dates {
            let (first, last) = (
                marks.bind(dates.lowerBound.timeIntervalSince1970), marks.bind(dates.upperBound.timeIntervalSince1970)
            )
            parts.append("coalesce(chunk_origin.first_at, document.created_at) <= \(last)")
            parts.append("coalesce(chunk_origin.last_at, document.created_at) >= \(first)")
        }
        if let wantedSenders {
            let any = wantedSenders.map { "position(\(marks.bind(Data($0.utf8))) IN chunk_origin.folded) > 0" }
            parts.append("(\(any.isEmpty ? "1 = 0" : any.joined(separator: " OR ")))")
        }
        return parts.isEmpty ? "1 = 1" : parts.joined(separator: " AND ")
    }

    /// A condition on documents that say for themselves when they were written, and not piece by piece; `nil` where they cannot be
    /// meant.
    private func writtenCondition(_ marks: inout Marks) -> String? {
        guard let dates, senders == nil else { return nil }
        let (first, last) = (
            marks.bind(dates.lowerBound.timeIntervalSince1970), marks.bind(dates.upperBound.timeIntervalSince1970)
        )
        return """
            (document.created_at BETWEEN \(first) AND \(last) AND NOT EXISTS (
                SELECT 1 FROM chunk_origin WHERE chunk_origin.owner_id = $1 AND chunk_origin.document = document.number))
            """
    }

    /// What holds for a document as a whole.
    private func documentCondition(_ marks: inout Marks) -> String {
        var parts: [String] = []
        if let documentIDs { parts.append("document.id = ANY(\(marks.bind(documentIDs.sorted())))") }
        if let formats { parts.append("document.format = ANY(\(marks.bind(formats.map(\.rawValue).sorted())))") }
        if let labels { parts.append("document.label = ANY(\(marks.bind(labels.map(\.rawValue).sorted())))") }
        if let ceiling { parts.append(ReadableLabels(ceiling: ceiling).allow("document.label")) }
        if let paths {
            let conditions = paths.map { path in
                let place = PathRange(path)
                let (same, first, end) = (marks.bind(place.path), marks.bind(place.first), marks.bind(place.end))
                return "source.path = \(same) OR (source.path >= \(first) AND source.path < \(end))"
            }
            let any = conditions.isEmpty ? "1 = 0" : conditions.joined(separator: " OR ")
            parts.append(
                "document.number IN (SELECT source.document FROM source WHERE source.owner_id = $1 AND (\(any)))")
        }
        if let name {
            let wanted = marks.bind(name.folded)
            parts.append(
                """
                position(\(wanted) IN document.folded) > 0 OR EXISTS (
                    SELECT 1 FROM source WHERE source.owner_id = $1 AND source.document = document.number
                        AND position(\(wanted) IN source.folded) > 0)
                """)
        }
        if withoutJournal {
            parts.append(
                """
                EXISTS (
                    SELECT 1 FROM source WHERE source.owner_id = $1 AND source.document = document.number
                        AND NOT starts_with(source.path, \(marks.bind(JournalSession.pathPrefix))))
                """)
        }
        return parts.isEmpty ? "1 = 1" : parts.map { "(\($0))" }.joined(separator: " AND ")
    }

    /// The chunks that the filter lets through, or `nil` when it lets everything through.
    func chunkRanges(_ db: Transaction) throws -> [ChunkRange]? {
        guard !isEverything else { return nil }
        func ranges(_ sql: String, _ marks: Marks) throws -> [ChunkRange] {
            try db.rows(sql, values: marks.values).map {
                ChunkRange(first: try $0["first_chunk"], count: try $0["chunk_count"])
            }
        }
        let documents = "SELECT first_chunk, chunk_count FROM document WHERE document.owner_id = $1 AND"
        var marks = Marks()
        let sql = documentCondition(&marks)
        guard isOfChunks else { return ChunkRange.merged(try ranges("\(documents) \(sql)", marks)) }
        var written = marks
        let origin = originCondition(&marks)
        var found = try ranges(
            """
            SELECT chunk_origin.chunk AS first_chunk, 1::bigint AS chunk_count FROM chunk_origin
            JOIN document ON document.owner_id = chunk_origin.owner_id AND document.number = chunk_origin.document
            WHERE chunk_origin.owner_id = $1 AND \(sql) AND \(origin)
            """, marks)
        if let whole = writtenCondition(&written) { found += try ranges("\(documents) \(sql) AND \(whole)", written) }
        return ChunkRange.merged(found)
    }
}
#endif
