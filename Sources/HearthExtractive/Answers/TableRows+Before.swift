import HearthCore

extension AnswerPassage {
    /// Whether a text begins with rows of a table that may have begun before it: a long table is read in several passages.
    package static func mayBeginInTable(_ text: String) -> Bool { TableRows.begins(text) }

    /// The head of the table in whose middle a place lies.
    ///
    /// - Parameters:
    ///   - place: Bytes of the text, where a line begins.
    ///   - text: Of the whole document.
    /// - Returns: The line; `nil` where the place is in no table, or in one without a head.
    package static func tableHead(before place: Int, in text: String) -> String? {
        TableRows.head(before: place, in: text)
    }
}

extension TableRows {
    /// Bytes before a place that are looked through for the beginning of its table, and from there on for its head.
    private static let furthest = 8_000_000
    private static let nearest = 32_000

    fileprivate static func begins(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(where: { $0 > 0x20 }) else { return false }
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: start)
        let table = TableRows(text)
        if let first = table.rows.first, first.span.start == offset { return !first.isHead || first.form != .bars }
        // Values are told from prose by their head alone.
        let lines = text.utf8[start...].prefix(nearest).split(separator: 0x0A, maxSplits: 2)
        return lines.count > 1 && areValues(Array(lines[0]), Array(lines[1]))
    }

    fileprivate static func head(before place: Int, in text: String) -> String? {
        let bytes = Array(text.utf8.prefix(max(0, place)))
        guard bytes.count == place, let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return nil }
        // Nothing but the end of one line stands between the rows of a table.
        guard bytes[last...].count(where: { $0 == 0x0A }) == 1 else { return nil }
        var start = place
        var line = place
        // Back line by line to an empty one.
        while line > 0, place - line < furthest {
            let end = line - 1
            let begin = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            guard bytes[begin..<end].contains(where: { $0 > 0x20 }) else { break }
            start = begin
            line = begin
        }
        var end = min(place, start + nearest)
        if end < place { end = bytes[start..<end].lastIndex(of: 0x0A) ?? end }
        let part = String(decoding: bytes[start..<end], as: UTF8.self)
        let table = TableRows(part)
        guard let row = table.rows.last, row.span.end >= part.utf8.count - trailing(part) else { return nil }
        return (row.isHead ? row.span : row.head).flatMap { part.text(in: $0) }
    }

    private static func trailing(_ text: String) -> Int { text.utf8.reversed().prefix { $0 <= 0x20 }.count }
}
