import Foundation
import GRDB
import HearthCore

/// The table in which the rows of a kind are, and how they are read. Columns have the names that they have in rows.
struct RowTable {
    let kind: LibraryRow.Kind
    let columns: [LibraryRow.Column]

    init(_ kind: LibraryRow.Kind) {
        self.kind = kind
        columns = kind.columns
    }

    /// Every table whose rows are carried or made anew from others, for a test that none was forgotten.
    static let all: Set<String> = Set(LibraryRow.Kind.allCases.map { RowTable($0).name })

    var name: String {
        switch kind {
        case .folderLabel: "folderLabel"
        case .placeLabel: "placeLabel"
        case .document, .documentLabel: "document"
        case .text: "documentText"
        case .source: "source"
        case .chunk: "chunk"
        case .origin: "chunkOrigin"
        case .vectorModel: "vectorModel"
        case .vector: "vectorExact"
        case .familiarity: "languageFamiliarity"
        case .conversation: "conversation"
        case .boundary: "conversationContext"
        case .message: "message"
        case .messageDocument: "messageSource"
        case .messagePlace: "messagePlace"
        case .entry: "journalSession"
        case .rollup: "journalNode"
        case .person: "journalPerson"
        case .name: "journalName"
        case .analysis: "analysisNode"
        case .feed: "feed"
        case .work: "work"
        case .workPart: "workPart"
        case .watchedFolder: "watchedFolder"
        case .watchedFile: "watchedFile"
        case .consent: "consent"
        case .counter: "sequence"
        case .ledgerRecord: "ledgerRecord"
        }
    }

    /// Columns that have no default and are in no row: what they say is computed, by triggers or by the index.
    private var computed: [(name: String, value: String)] {
        switch kind {
        // The strictest, until its sources are there.
        case .document: [("label", "'private'")]
        case .chunk: [("titleTerms", "0"), ("bodyTerms", "0")]
        default: []
        }
    }

    // MARK: Reading

    func count(_ db: Database) throws -> Int {
        if kind == .counter { return try counters(db).count }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name)") ?? 0
    }

    /// - Parameter lookup: Only those that it finds; of kinds that are tables.
    func rows(
        after last: LibraryRow?, limit: Int, where lookup: LibraryLookup? = nil, _ db: Database
    ) throws -> [LibraryRow] {
        switch kind {
        case .counter:
            let name = last?.values.first?.text ?? ""
            return LibraryRow.page(
                try counters(db).filter { $0.values[0].text ?? "" > name || last == nil }, limit: limit)
        case .vector: return try vectors(after: last, limit: limit, db)
        default: break
        }
        let key = columns.prefix(kind.keyCount).map { "\"\($0.name)\"" }.joined(separator: ", ")
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let marks = repeatElement("?", count: kind.keyCount).joined(separator: ", ")
        var conditions: [String] = []
        var bound: [DatabaseValue] = []
        if let lookup {
            conditions.append("\"\(lookup.column)\" = ?")
            bound.append(lookup.value.bound)
        }
        if let last {
            conditions.append("(\(key)) > (\(marks))")
            bound += last.key(of: kind).map(\.bound)
        }
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let statement = try db.cachedStatement(
            sql: "SELECT \(names) FROM \(name) \(condition) ORDER BY \(key) LIMIT ?")
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(bound) + [limit])
        return try page(limit) { try cursor.next().map(read) }
    }

    /// Rows until there is a page of them: one long text at a time is in memory, and not all that a limit lets through.
    private func page(_ limit: Int, _ next: () throws -> LibraryRow?) throws -> [LibraryRow] {
        var page: [LibraryRow] = []
        var bytes = 0
        while page.count < limit, let row = try next() {
            guard page.isEmpty || bytes + row.byteCount <= LibraryRow.pageBytes else { break }
            bytes += row.byteCount
            page.append(row)
        }
        return page
    }

    func read(_ row: Row) throws -> LibraryRow {
        LibraryRow(
            try columns.enumerated().map { index, column in
                let found: DatabaseValue = row[index]
                guard !found.isNull else { return .null }
                let value: LibraryRow.Value =
                    switch column.form {
                    case .integer: LibraryRow.Value(Int64.fromDatabaseValue(found))
                    case .real: LibraryRow.Value(Double.fromDatabaseValue(found))
                    case .text: LibraryRow.Value(String.fromDatabaseValue(found))
                    case .bytes: LibraryRow.Value(Data.fromDatabaseValue(found))
                    }
                guard value != .null else { throw LibraryRow.damaged(kind) }
                return value
            })
    }

    private func counters(_ db: Database) throws -> [LibraryRow] {
        let message = try Int64.fetchOne(db, sql: "SELECT last FROM sequence WHERE name = 'message'") ?? 0
        return [
            LibraryRow([.text(LibraryRow.Counter.chunk), .integer(try Statistics(db).nextChunk - 1)]),
            LibraryRow([.text(LibraryRow.Counter.message), .integer(message)]),
        ]
    }

    /// The vectors that are compared exactly; the others are the same, coarser.
    private func vectors(after last: LibraryRow?, limit: Int, _ db: Database) throws -> [LibraryRow] {
        let models = Dictionary(uniqueKeysWithValues: try VectorModel.all(db).map { ($0.number, $0) })
        var after = Int64.min
        if let last, let model = last.values[0].integer, let chunk = last.values[1].integer {
            after = model << VectorModel.chunkBits | chunk
        }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, scale, codes FROM vectorExact WHERE id > ? ORDER BY id LIMIT ?"),
            arguments: [after, limit])
        return try page(limit) {
            guard let row = try cursor.next() else { return nil }
            let id: Int64 = row["id"]
            let (number, chunk) = (id >> VectorModel.chunkBits, id & (1 << VectorModel.chunkBits - 1))
            guard let model = models[number],
                let vector = VectorCoding.vector(
                    scale: Float(row["scale"] as Double), codes: row["codes"], dimension: model.dimension)
            else { throw LibraryRow.damaged(kind) }
            return LibraryRow([.integer(number), .integer(chunk), .bytes(CarriedVector.bytes(vector))])
        }
    }

    // MARK: Writing

    /// Adds rows to the table alone.
    func insert(_ rows: [LibraryRow], _ db: Database) throws {
        let names = columns.map { "\"\($0.name)\"" } + computed.map(\.name)
        let values = columns.map { _ in "?" } + computed.map(\.value)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))
                """)
        for row in rows { try statement.execute(arguments: StatementArguments(row.values.map(\.bound))) }
    }
}

extension LibraryRow.Value {
    /// As SQLite takes it.
    var bound: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.withoutNUL.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}
