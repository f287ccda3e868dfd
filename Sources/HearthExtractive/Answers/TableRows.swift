import HearthCore
import HearthText

/// Rows of tables as readers of documents write them: a line with tabs between its cells.
enum TableRows {
    /// A stretch of a text in pieces, of which each row of a table is one: a row has no full stop, and would run on into the next.
    ///
    /// - Parameter span: Bytes of the text.
    /// - Returns: Pieces that lie one behind another and are the stretch together; none where that is empty.
    static func apart(_ text: String, _ span: TextSpan) -> [TextSpan] {
        text.withBytes { bytes in
            let span = TextSpan(start: min(span.start, bytes.count), end: min(span.end, bytes.count))
            var pieces: [TextSpan] = []
            // Where the lines begin that are of no piece yet.
            var open = span.start
            var line = span.start
            while line < span.end {
                let end = (line..<span.end).first { bytes[$0] == 0x0A }.map { $0 + 1 } ?? span.end
                if isRow(bytes, line..<end) {
                    if open < line { pieces.append(TextSpan(start: open, end: line)) }
                    pieces.append(TextSpan(start: line, end: end))
                    open = end
                }
                line = end
            }
            if open < span.end { pieces.append(TextSpan(start: open, end: span.end)) }
            return pieces
        }
    }

    /// Whether a tab stands between other characters than white space. One at the beginning of a line indents it.
    private static func isRow(_ bytes: UTF8Bytes, _ line: Range<Int>) -> Bool {
        guard let first = line.first(where: { bytes[$0] > 0x20 }), let last = line.last(where: { bytes[$0] > 0x20 })
        else { return false }
        return (first..<last).contains { bytes[$0] == 0x09 }
    }
}
