/// A line of Markdown, read from left to right by columns: a tab goes on to the next multiple of four, and may be taken in part.
struct MarkdownLine {
    let bytes: [UInt8]
    /// The line, without its end.
    let range: Range<Int>
    /// Where its last character that is no white space ends.
    let contentEnd: Int
    private(set) var offset: Int
    private(set) var column = 0

    /// The next character that is no space or tab, found by ``look()``.
    private(set) var next = 0
    private(set) var nextColumn = 0

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        offset = range.lowerBound
        contentEnd = max(range.lowerBound, bytes.trimmed(range).upperBound)
        look()
    }

    /// Columns of white space in front of ``next``.
    var indent: Int { nextColumn - column }
    var isBlank: Bool { next >= contentEnd }
    /// Where code begins that begins here: its indentation is part of it, where nothing else stands in front.
    var codeStart: Int { bytes[range.lowerBound..<next].allSatisfy(isSpace) ? range.lowerBound : next }

    /// What is left of the line, from ``next``.
    var rest: ArraySlice<UInt8> { bytes[min(next, contentEnd)..<contentEnd] }

    mutating func look() {
        next = offset
        nextColumn = column
        while next < range.upperBound, bytes[next] == space || bytes[next] == tab {
            nextColumn += bytes[next] == tab ? 4 - nextColumn % 4 : 1
            next += 1
        }
    }

    mutating func skip() {
        offset = next
        column = nextColumn
    }

    mutating func advance(_ columns: Int) {
        var left = columns
        while left > 0, offset < range.upperBound {
            let width = bytes[offset] == tab ? 4 - column % 4 : 1
            let step = min(width, left)
            column += step
            if step == width { offset += 1 }
            left -= step
        }
    }

    private var isAtSpace: Bool { offset < range.upperBound && (bytes[offset] == space || bytes[offset] == tab) }

    /// Takes the sign of a quote, and the space behind it.
    mutating func takeQuote() {
        skip()
        advance(1)
        if isAtSpace { advance(1) }
    }

    // MARK: What begins here

    /// 1 to 6 for a line such as `## Name`.
    static func headingLevel(_ text: ArraySlice<UInt8>) -> Int? {
        let level = text.prefix { $0 == UInt8(ascii: "#") }.count
        let rest = text.dropFirst(level)
        return (1...6).contains(level) && (rest.isEmpty || rest.first == space || rest.first == tab) ? level : nil
    }

    /// 1 or 2 for a line of `=` or `-` alone, which makes a heading of the paragraph above it.
    static func underlineLevel(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
            text.allSatisfy({ $0 == first })
        else { return nil }
        return first == UInt8(ascii: "=") ? 1 : 2
    }

    static func isThematicBreak(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(first) else {
            return false
        }
        return text.lazy.filter({ $0 == first }).prefix(3).count == 3
            && text.allSatisfy { $0 == first || $0 == space || $0 == tab }
    }

    struct Fence {
        var character: UInt8
        var length: Int
        /// Nothing follows the fence, so that it can close.
        var isBare: Bool
    }

    static func fence(_ text: ArraySlice<UInt8>) -> Fence? {
        guard let first = text.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
        let length = text.prefix { $0 == first }.count
        let rest = text.dropFirst(length)
        // Backticks may not occur in the info string, or the line is inline code.
        guard length >= 3, first == UInt8(ascii: "~") || !rest.contains(first) else { return nil }
        return Fence(character: first, length: length, isBare: rest.isEmpty)
    }

    /// The mark of an item: how long it is, and whether such an item may stand in the middle of a paragraph.
    static func itemMark(_ text: ArraySlice<UInt8>) -> (length: Int, endsParagraph: Bool)? {
        guard let first = text.first else { return nil }
        var length = 1
        var isFirst = true
        if ![UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(first) {
            let digits = text.prefix(10).prefix { isDigit($0) }
            guard (1...9).contains(digits.count), let mark = text.dropFirst(digits.count).first,
                mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
            else { return nil }
            length = digits.count + 1
            // "1986. A great year." is no item there.
            isFirst = digits.last == UInt8(ascii: "1") && digits.dropLast().allSatisfy { $0 == UInt8(ascii: "0") }
        }
        let rest = text.dropFirst(length)
        guard rest.isEmpty || rest.first == space || rest.first == tab else { return nil }
        return (length, isFirst && !rest.isEmpty)
    }

    /// Takes the mark of an item, and says by how many columns a line is indented that belongs to the item.
    mutating func takeItem(markLength: Int) -> Int {
        let before = indent
        skip()
        advance(markLength)
        let marked = (offset, column)
        while isAtSpace, column - marked.1 < 5 { advance(1) }
        let spaces = column - marked.1
        if (1...4).contains(spaces), offset < contentEnd { return before + markLength + spaces }
        // Code, or nothing, follows: only one space belongs to the mark.
        (offset, column) = marked
        if isAtSpace { advance(1) }
        return before + markLength + 1
    }
}

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

/// Definitions of links, `[label]: address "title"`, with which a paragraph may begin.
enum MarkdownDefinitions {
    /// How many bytes at the start of a paragraph define links; its lines are joined by line feeds.
    static func length(in text: [UInt8]) -> Int {
        var end = 0
        while end < text.count, text[end] == UInt8(ascii: "["), let next = definition(text, end) { end = next }
        return end
    }

    /// Where the definition that begins at `start` ends, with its line.
    private static func definition(_ text: [UInt8], _ start: Int) -> Int? {
        guard let label = labelEnd(text, start), label < text.count, text[label] == UInt8(ascii: ":"),
            let address = addressEnd(text, afterSpace(text, label + 1))
        else { return nil }
        let place = afterSpace(text, address)
        if place > address, let title = titleEnd(text, place), let end = lineEnd(text, title) { return end }
        // What stands below may be text that happens to begin with a quotation mark.
        return lineEnd(text, address)
    }

    private static func labelEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var at = start + 1
        var hasText = false
        while at < text.count, at - start <= 1_000 {
            switch text[at] {
            case UInt8(ascii: "\\"): at += 1
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): return hasText ? at + 1 : nil
            default: break
            }
            if at < text.count, !isSpace(text[at]) { hasText = true }
            at += 1
        }
        return nil
    }

    private static func addressEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        let isAngled = text[start] == UInt8(ascii: "<")
        var open = 0
        var at = isAngled ? start + 1 : start
        scan: while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\\"): at += 1
            case UInt8(ascii: ">") where isAngled: return at + 1
            case UInt8(ascii: "<") where isAngled, newline where isAngled: return nil
            case _ where isAngled: break
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                if open == 0 { break scan }
                open -= 1
            case 0...0x20, 0x7F: break scan
            default: break
            }
            at += 1
        }
        at = min(at, text.count)
        return isAngled || open > 0 || at == start ? nil : at
    }

    private static func titleEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        let opening = text[start]
        let closing: UInt8
        switch opening {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        default: return nil
        }
        var at = start + 1
        while at < text.count {
            if text[at] == UInt8(ascii: "\\") {
                at += 1
            } else if text[at] == closing {
                return at + 1
            } else if text[at] == opening {
                return nil
            }
            at += 1
        }
        return nil
    }

    /// Behind spaces and at most one end of a line.
    private static func afterSpace(_ text: [UInt8], _ start: Int) -> Int {
        var at = start
        var lines = 0
        while at < text.count, text[at] == space || text[at] == tab || (text[at] == newline && lines == 0) {
            if text[at] == newline { lines += 1 }
            at += 1
        }
        return at
    }

    private static func lineEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var at = start
        while at < text.count, text[at] == space || text[at] == tab { at += 1 }
        if at >= text.count { return text.count }
        return text[at] == newline ? at + 1 : nil
    }
}
