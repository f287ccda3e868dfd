import Foundation
import GRDB
import HearthCore

extension SearchFilter {
    /// A condition on rows of `document`, with its arguments.
    var condition: (sql: String, arguments: StatementArguments) {
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
        if let dates {
            parts.append("document.createdAt BETWEEN ? AND ?")
            arguments += [dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970]
        }
        if let paths {
            let conditions = paths.map { path in
                let place = PathRange(path)
                arguments += [place.path, place.first, place.end]
                return "source.path = ? OR (source.path >= ? AND source.path < ?)"
            }
            let any = conditions.isEmpty ? "0" : conditions.joined(separator: " OR ")
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

    /// The chunks that the filter lets through, or `nil` when it lets everything through.
    func chunkRanges(_ db: Database) throws -> [ChunkRange]? {
        guard !isEverything else { return nil }
        let (sql, arguments) = condition
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT firstChunk, chunkCount FROM document WHERE \(sql)"), arguments: arguments)
        var ranges: [ChunkRange] = []
        while let row = try rows.next() { ranges.append(ChunkRange(first: row[0], count: row[1])) }
        return ChunkRange.merged(ranges)
    }
}

/// The paths inside a folder, as a range of the primary key: `folder/` up to, but without, `folder0` (`0` follows `/`).
struct PathRange {
    let path: String
    let first: String
    let end: String

    init(_ path: String) {
        var trimmed = path
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.path = trimmed
        // The empty path is no folder: it would otherwise mean the root.
        first = trimmed == "/" ? "/" : trimmed + "/"
        end = trimmed == "/" ? "0" : trimmed.isEmpty ? "/" : trimmed + "0"
    }
}
