import Foundation
import GRDB
import HearthCore

extension SearchFilter {
    /// A condition on rows of `document`, with its arguments.
    func condition(_ db: Database) throws -> (sql: String, arguments: StatementArguments) {
        var (sql, arguments) = documentCondition
        guard isOfChunks else { return (sql, arguments) }
        // A store that was opened read-only may be of an older version.
        guard try db.tableExists("chunkOrigin") else {
            guard let dates, senders == nil else { return (sql + " AND 0", arguments) }
            arguments += [dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970]
            return (sql + " AND document.createdAt BETWEEN ? AND ?", arguments)
        }
        let (origin, values) = originCondition
        let found =
            "EXISTS (SELECT 1 FROM chunkOrigin WHERE chunkOrigin.document = document.number AND \(origin))"
        arguments += values
        if let (written, values) = writtenCondition {
            sql += " AND (\(found) OR (\(written)))"
            arguments += values
        } else {
            sql += " AND \(found)"
        }
        return (sql, arguments)
    }

    /// A condition on rows of `chunkOrigin` beside their `document`.
    private var originCondition: (sql: String, arguments: StatementArguments) {
        var parts: [String] = []
        var arguments = StatementArguments()
        if let dates {
            parts.append(
                "coalesce(chunkOrigin.firstAt, document.createdAt) <= ? AND coalesce(chunkOrigin.lastAt, document.createdAt) >= ?"
            )
            arguments += [dates.upperBound.timeIntervalSince1970, dates.lowerBound.timeIntervalSince1970]
        }
        if let wantedSenders {
            let any = wantedSenders.map { _ in "holdsSender(chunkOrigin.senders, ?)" }
            parts.append("(\(any.isEmpty ? "0" : any.joined(separator: " OR ")))")
            arguments += StatementArguments(wantedSenders)
        }
        return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), arguments)
    }

    /// A condition on documents that say for themselves when they were written, and not piece by piece; `nil` where they cannot be
    /// meant.
    private var writtenCondition: (sql: String, arguments: StatementArguments)? {
        guard let dates, senders == nil else { return nil }
        return (
            """
            document.createdAt BETWEEN ? AND ? AND NOT EXISTS (
                SELECT 1 FROM chunkOrigin WHERE chunkOrigin.document = document.number)
            """, [dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970]
        )
    }

    /// What holds for a document as a whole.
    private var documentCondition: (sql: String, arguments: StatementArguments) {
        var parts: [String] = []
        var arguments = StatementArguments()
        func add(_ column: String, isOneOf values: some Sequence<String>) {
            let list = Array(values)
            parts.append("\(column) IN (\(repeatElement("?", count: list.count).joined(separator: ",")))")
            arguments += StatementArguments(list)
        }
        if let documentIDs { add("document.id", isOneOf: documentIDs) }
        if let formats { add("document.format", isOneOf: formats.map(\.rawValue)) }
        if let labels { add("document.label", isOneOf: labels.map(\.rawValue)) }
        if let ceiling { parts.append(ReadableLabels(ceiling: ceiling).allow("document.label")) }
        if let paths {
            let conditions = paths.map { path in
                let place = PathRange(path)
                arguments += [place.path, place.first, place.end]
                return "source.path = ? OR (source.path >= ? AND source.path < ?)"
            }
            // In groups: SQLite bounds how deep an expression may be, and a row of ORs is as deep as it is long.
            let groups = stride(from: 0, to: conditions.count, by: 64).map { start in
                "(" + conditions[start..<min(start + 64, conditions.count)].joined(separator: " OR ") + ")"
            }
            let any = groups.isEmpty ? "0" : groups.joined(separator: " OR ")
            parts.append("document.number IN (SELECT source.document FROM source WHERE \(any))")
        }
        if let name {
            let name = name.lowercased()
            arguments += [name, name]
            parts.append(
                """
                holdsText(document.title, ?) OR EXISTS (
                    SELECT 1 FROM source WHERE source.document = document.number AND holdsText(source.path, ?))
                """)
        }
        if withoutJournal {
            arguments += [HearthDatabase.journalPrefix, HearthDatabase.journalPrefix]
            parts.append(
                """
                EXISTS (
                    SELECT 1 FROM source
                    WHERE source.document = document.number AND substr(source.path, 1, length(?)) <> ?)
                """)
        }
        return (parts.isEmpty ? "1" : parts.map { "(\($0))" }.joined(separator: " AND "), arguments)
    }

    /// Whether a text, or a BLOB of UTF-8, holds another text, which is in lower case already. SQLite's own functions know the
    /// letters of ASCII only.
    static let holdsText = DatabaseFunction("holdsText", argumentCount: 2, pure: true) { values in
        guard let wanted = String.fromDatabaseValue(values[1]) else { return false }
        switch values[0].storage {
        case .string(let text): return LetterSearch(wanted).isIn(text)
        case .blob(let bytes): return LetterSearch(wanted).isIn(bytes)
        default: return false
        }
    }

    /// Whether one of several names, each on a line, is the one that is looked for; see ``SenderKey``.
    static let holdsSender = DatabaseFunction("holdsSender", argumentCount: 2, pure: true) { values in
        guard let names = String.fromDatabaseValue(values[0]), let wanted = String.fromDatabaseValue(values[1]) else {
            return false
        }
        return SenderKey.of(names.split(separator: "\n").map(String.init)).contains(wanted)
    }

    /// The chunks that the filter lets through, or `nil` when it lets everything through.
    func chunkRanges(_ db: Database) throws -> [ChunkRange]? {
        guard !isEverything else { return nil }
        var ranges: [ChunkRange] = []
        func add(_ sql: String, _ arguments: StatementArguments) throws {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
            while let row = try rows.next() {
                ranges.append(ChunkRange(first: row["firstChunk"], count: row["chunkCount"]))
            }
        }
        guard try isOfChunks && db.tableExists("chunkOrigin") else {
            let (sql, arguments) = try condition(db)
            try add("SELECT firstChunk, chunkCount FROM document WHERE \(sql)", arguments)
            return ChunkRange.merged(ranges)
        }
        let (sql, arguments) = documentCondition
        let (origin, values) = originCondition
        try add(
            """
            SELECT chunkOrigin.chunk AS firstChunk, 1 AS chunkCount FROM chunkOrigin JOIN document ON document.number = chunkOrigin.document
            WHERE \(sql) AND \(origin)
            """, arguments + values)
        if let (written, values) = writtenCondition {
            try add("SELECT firstChunk, chunkCount FROM document WHERE \(sql) AND \(written)", arguments + values)
        }
        return ChunkRange.merged(ranges)
    }
}
