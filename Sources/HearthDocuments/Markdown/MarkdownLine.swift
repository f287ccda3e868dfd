/// What the beginning of a line of Markdown says about the block it opens or continues.
struct MarkdownLine {
    struct Fence {
        var character: UInt8
        var length: Int
        /// Nothing follows the fence, so that it can close.
        var isBare: Bool
    }

    let range: Range<Int>
    /// The line without the white space at both ends; never empty.
    let content: Range<Int>
    /// Columns of white space before the content; a tab goes on to the next multiple of four.
    let indent: Int
    var fence: Fence?
    /// 1 to 6 for a line such as `## Name`.
    var headingLevel: Int?
    /// 1 or 2 for a line of `=` or `-` alone, which makes a heading of the paragraph above it.
    var underlineLevel: Int?
    var isThematicBreak = false
    var isQuote = false
    /// For `- item` or `1. item`: columns up to the item's own text.
    var itemIndent: Int?
    let hasPipe: Bool

    init(_ bytes: [UInt8], _ range: Range<Int>, _ content: Range<Int>) {
        self.range = range
        self.content = content
        var column = 0
        for byte in bytes[range.lowerBound..<content.lowerBound] { column += byte == tab ? 4 - column % 4 : 1 }
        indent = column
        let text = bytes[content]
        // Looked for only where a line can begin a table at all: long lines are scanned once.
        hasPipe = text.prefix(4_096).contains(UInt8(ascii: "|"))
        guard let first = text.first else { return }
        switch first {
        case UInt8(ascii: "#"):
            let level = text.prefix { $0 == first }.count
            let rest = text.dropFirst(level)
            if level <= 6, rest.isEmpty || rest.first == space || rest.first == tab { headingLevel = level }
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            let length = text.prefix { $0 == first }.count
            let rest = text.dropFirst(length)
            // Backticks may not occur in the info string, or the line is inline code.
            if length >= 3, first == UInt8(ascii: "~") || !rest.contains(first) {
                fence = Fence(character: first, length: length, isBare: rest.isEmpty)
            }
        case UInt8(ascii: ">"): isQuote = true
        case UInt8(ascii: "="):
            if text.allSatisfy({ $0 == first }) { underlineLevel = 1 }
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
            if first == UInt8(ascii: "-"), text.allSatisfy({ $0 == first }) { underlineLevel = 2 }
            let marks = text.lazy.filter { $0 == first }.prefix(3).count
            if first != UInt8(ascii: "+"), marks == 3, text.allSatisfy({ $0 == first || $0 == space || $0 == tab }) {
                isThematicBreak = true
            } else if first != UInt8(ascii: "_") {
                itemIndent = Self.item(text, markerLength: 1, indent)
            }
        default:
            let digits = text.prefix(10).prefix { isDigit($0) }.count
            if (1...9).contains(digits), let mark = text.dropFirst(digits).first,
                mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
            {
                itemIndent = Self.item(text, markerLength: digits + 1, indent)
            }
        }
    }

    private static func item(_ text: ArraySlice<UInt8>, markerLength: Int, _ indent: Int) -> Int? {
        let rest = text.dropFirst(markerLength)
        guard rest.isEmpty || rest.first == space || rest.first == tab else { return nil }
        return indent + markerLength + 1
    }

    /// The line under a table's head: cells of dashes, with colons for the alignment.
    static func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
        var dashes = 0
        var bars = 0
        for byte in line {
            switch byte {
            case UInt8(ascii: "-"): dashes += 1
            case UInt8(ascii: "|"): bars += 1
            case UInt8(ascii: ":"), space, tab: break
            default: return false
            }
        }
        return dashes > 0 && bars > 0
    }
}
