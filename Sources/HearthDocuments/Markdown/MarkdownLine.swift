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
