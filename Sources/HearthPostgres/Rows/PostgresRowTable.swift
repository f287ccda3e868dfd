#if canImport(CPostgres)
import Foundation
import HearthCore

/// The table in which the rows of a kind are, and how they are read and written.
struct PostgresRowTable {
    let kind: LibraryRow.Kind
    private let columns: [LibraryRow.Column]

    init(_ kind: LibraryRow.Kind) {
        self.kind = kind
        columns = kind.columns
    }

    /// Every table whose rows are carried, for a test that none was forgotten.
    static let all = Set(LibraryRow.Kind.allCases.map { PostgresRowTable($0).name })

    var name: String {
        switch kind {
        case .folderLabel: "folder_label"
        case .placeLabel: "place_label"
        case .document, .documentLabel: "document"
        case .text: "document_text"
        case .source: "source"
        case .chunk: "chunk"
        case .origin: "chunk_origin"
        case .vectorModel: "vector_model"
        case .vector: "chunk_vector"
        case .familiarity: "language_familiarity"
        case .conversation: "conversation"
        case .boundary: "conversation_context"
        case .message: "message"
        case .messageDocument: "message_source"
        case .messagePlace: "message_place"
        case .entry: "journal_session"
        case .rollup: "journal_node"
        case .person: "journal_person"
        case .name: "journal_name"
        case .analysis: "analysis_node"
        case .feed: "feed"
        case .work: "work"
        case .workPart: "work_part"
        case .watchedFolder: "watched_folder"
        case .watchedFile: "watched_file"
        case .consent: "consent"
        case .counter: "library"
        case .ledgerRecord: "ledger_record"
        }
    }

    /// The name of a column in its table; those of rows are the embedded store's.
    private func column(_ name: String) -> String {
        switch (kind, name) {
        case (.chunk, "start"): return "start_byte"
        case (.chunk, "end"): return "end_byte"
        case (.vector, "vector"): return "exact"
        case (_, "toolCallID"): return "tool_call_id"
        default:
            return name.reduce(into: "") { result, letter in
                result += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
            }
        }
    }

    var names: [String] { columns.map { column($0.name) } }

    // MARK: Reading

    func count(_ db: Transaction) throws -> Int {
        if kind == .counter { return try counters(db).count }
        return try db.first("SELECT count(*) AS rows FROM \(name) WHERE owner_id = $1")?["rows"] ?? 0
    }

    /// - Parameter lookup: Only those that it finds; of kinds that are tables.
    func rows(
        after last: LibraryRow?, limit: Int, where lookup: LibraryLookup? = nil, _ db: Transaction
    ) throws -> [LibraryRow] {
        if kind == .counter {
            let after = last?.values.first?.text
            return LibraryRow.page(
                try counters(db).filter { row in after.map { $0 < row.values[0].text ?? "" } ?? true }, limit: limit)
        }
        let key = names.prefix(kind.keyCount)
        var values: [any Bindable] = [limit]
        var condition = ""
        if let lookup {
            values.append(lookup.value.bindable)
            condition = "AND \(column(lookup.column)) = $3 "
        }
        if let last {
            let first = values.count + 2
            values += last.key(of: kind).map(\.bindable)
            let marks = key.indices.map { "$\($0 + first)" }
            condition += "AND (\(key.joined(separator: ", "))) > (\(marks.joined(separator: ", ")))"
        }
        let order = key.joined(separator: ", ")
        // How long the values are, the server knows without reading them: a page of long ones is cut before they are sent.
        let long = zip(columns, names).filter { $0.0.form == .bytes }.map { "coalesce(octet_length(\($0.1)), 0)" }
        let size = (["\(columns.count * 32)"] + long).joined(separator: " + ")
        let found = try db.rows(
            """
            SELECT \(names.joined(separator: ", ")) FROM (
                SELECT *, sum((\(size))::bigint) OVER (ORDER BY \(order)) AS until, row_number() OVER (ORDER BY \(order)) AS place
                FROM (
                    SELECT * FROM \(name) WHERE owner_id = $1 \(condition) ORDER BY \(order) LIMIT $2
                ) AS next
            ) AS page WHERE place = 1 OR until <= \(LibraryRow.pageBytes) ORDER BY \(order)
            """, values: values)
        return try found.map(read)
    }

    func read(_ row: Row) throws -> LibraryRow {
        LibraryRow(
            try zip(columns, names).map { column, name in
                if kind == .vectorModel, name == "is_active" { return .integer(try row[name] as Bool ? 1 : 0) }
                switch column.form {
                case .integer: return LibraryRow.Value(try row[name] as Int64?)
                case .real: return LibraryRow.Value(try row[name] as Double?)
                case .text: return LibraryRow.Value(try row[name] as String?)
                case .bytes: return LibraryRow.Value(try row[name] as Data?)
                }
            })
    }

    private func counters(_ db: Transaction) throws -> [LibraryRow] {
        let totals = try Totals(db)
        return [
            LibraryRow([.text(LibraryRow.Counter.chunk), .integer(totals.lastChunk)]),
            LibraryRow([.text(LibraryRow.Counter.message), .integer(totals.lastMessage)]),
        ]
    }

    // MARK: Writing

    /// The values of one row, each of the type of its column.
    func bindable(_ row: LibraryRow) -> [any Bindable] {
        zip(columns, row.values).map { column, value in
            switch column.form {
            case .integer: value.integer
            case .real: value.real
            case .text: value.text?.withoutNUL
            case .bytes: value.bytes
            }
        }
    }

    /// Adds rows to the table alone, in one statement.
    func insert(_ rows: [LibraryRow], _ db: Transaction) throws {
        var names = names
        var types: [String] = []
        var values: [any Bindable] = []
        for (index, column) in columns.enumerated() {
            let column = (form: column.form, values: rows.map { $0.values[index] })
            switch column.form {
            case .integer where kind == .vectorModel && names[index] == "is_active":
                types.append("boolean")
                values.append(ArrayParameter(column.values.map { $0.integer.map { $0 != 0 } }))
            case .integer:
                types.append("bigint")
                values.append(ArrayParameter(column.values.map(\.integer)))
            case .real:
                types.append("double precision")
                values.append(ArrayParameter(column.values.map(\.real)))
            case .text:
                types.append("text")
                values.append(ArrayParameter(column.values.map { $0.text?.withoutNUL }))
            case .bytes:
                types.append("bytea")
                values.append(ArrayParameter(column.values.map(\.bytes)))
            }
        }
        for (name, type, computed) in try computed(rows, db) {
            names.append(name)
            types.append(type)
            values.append(computed)
        }
        let arrays = types.enumerated().map { "$\($0.offset + 2)::\($0.element)[]" }
        try db.change(
            """
            INSERT INTO \(name) (owner_id, \(names.joined(separator: ", ")))
            SELECT $1, new.* FROM unnest(\(arrays.joined(separator: ", "))) AS new
            """, values: values)
    }

    /// Columns that are in no row: what they say is computed, here, by triggers or by the index.
    private func computed(
        _ rows: [LibraryRow], _ db: Transaction
    ) throws -> [(name: String, type: String, values: any Bindable)] {
        func folded(_ column: Int) -> (String, String, any Bindable) {
            let texts = rows.map { row -> String? in
                row.values[column].text ?? row.values[column].bytes.map { String(decoding: $0, as: UTF8.self) }
            }
            // A title may be missing; of a document, nothing stands for it.
            let values = texts.map { kind == .document ? ($0 ?? "").folded : $0?.folded }
            return ("folded", "bytea", ArrayParameter(values))
        }
        switch kind {
        // The strictest, until its sources are there.
        case .document: return [("label", "text", rows.map { _ in SensitivityLabel.private.rawValue }), folded(5)]
        case .source: return [folded(0)]
        case .chunk:
            let none = rows.map { _ in Int64(0) }
            return [("title_terms", "bigint", none), ("body_terms", "bigint", none)]
        case .origin:
            let names = rows.map { $0.values[4].text?.split(separator: "\n").map(String.init) ?? [] }
            return [("folded", "bytea", names.map { Data(SenderKey.of($0).utf8) })]
        case .conversation:
            return [("forgotten", "bigint", try rows.map { _ in try db.next(\.forgottenOfOne) }), folded(2)]
        case .message: return [folded(5)]
        default: return []
        }
    }
}

extension LibraryRow.Value {
    /// As PostgreSQL takes it. Of a key, which is never missing.
    fileprivate var bindable: any Bindable {
        switch self {
        case .null: Int64?.none
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): text.withoutNUL
        case .bytes(let bytes): bytes
        }
    }
}
#endif
