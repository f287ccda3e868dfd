/// Tables as GitHub has them: a row of cells above a row of dashes with as many cells.
enum MarkdownTable {
    static func begins(head: ArraySlice<UInt8>, delimiter: ArraySlice<UInt8>) -> Bool {
        guard isDelimiterRow(delimiter), head.contains(bar) else { return false }
        return cells(head) == cells(delimiter)
    }

    /// Whether a line ends the table above it.
    static func isEnded(by line: MarkdownLine) -> Bool {
        let text = line.rest
        return line.isBlank || line.indent >= 4 || text.first == UInt8(ascii: ">")
            || MarkdownLine.headingLevel(text) != nil
            || MarkdownLine.fence(text) != nil || MarkdownLine.isThematicBreak(text)
            || MarkdownLine.itemMark(text) != nil
    }

    private static let bar = UInt8(ascii: "|")

    /// The line under a table's head: cells of dashes, with colons for the alignment.
    private static func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
        var dashes = 0
        var bars = 0
        for byte in line {
            switch byte {
            case UInt8(ascii: "-"): dashes += 1
            case bar: bars += 1
            case UInt8(ascii: ":"), space, tab: break
            default: return false
            }
        }
        return dashes > 0 && bars > 0
    }

    private static func cells(_ row: ArraySlice<UInt8>) -> Int {
        var count = 1
        var isEscaped = false
        for byte in row {
            if byte == bar, !isEscaped { count += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        if row.first == bar { count -= 1 }
        if row.count > 1, row.last == bar, row.dropLast().last != UInt8(ascii: "\\") { count -= 1 }
        return count
    }
}
