/// A part of a Markdown text for one who shows it: what it says, in lines, without the signs that make it what it is. What stands
/// within its lines, such as emphasis, is as it was written.
///
/// The parts are flat, as ``MarkdownScanner`` finds them: an item of an inner list is an item, and a quote is one whatever is inside.
package enum MarkdownPart: Equatable, Sendable {
    case heading(level: Int, text: String)
    case paragraph(String)
    /// An item of a list; its number in one that is ordered.
    case item(number: Int?, text: String)
    case quote(String)
    case code(String)
    case table(String)

    /// The parts of a text that has no front matter: what one writes to another begins with none, and a line of dashes at its start
    /// is a line of dashes.
    package static func parts(of text: String) -> [MarkdownPart] {
        let bytes = Array(text.utf8)
        return MarkdownScanner(bytes, mayHaveFrontMatter: false).elements.map { MarkdownPart($0, of: bytes) }
    }

    private init(_ element: MarkdownScanner.Element, of bytes: [UInt8]) {
        let lines = Self.lines(of: bytes, in: element.range)
        let words = lines.map { bytes[bytes.trimmed($0)] }
        switch element.kind {
        case .heading(let level): self = .heading(level: level, text: Self.title(words))
        case .paragraph, .thematicBreak, .markup, .definitions: self = .paragraph(Self.text(lines.map { bytes[$0] }))
        case .listItem: self = Self.item(words)
        case .code: self = .code(Self.code(lines, of: bytes))
        case .quote: self = .quote(Self.text(words.map(Self.withoutQuoteSign)))
        case .table: self = .table(Self.text(words))
        }
    }

    private static func lines(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let line = bytes.line(from: position)
            lines.append(line.range.clamped(to: range))
            position = line.next
        }
        return lines
    }

    private static func text(_ lines: [ArraySlice<UInt8>]) -> String {
        String(decoding: Array(lines.joined(separator: [newline])), as: UTF8.self)
    }

    /// The words of a heading with signs in front of it, and perhaps behind it, or with a line below it.
    private static func title(_ lines: [ArraySlice<UInt8>]) -> String {
        guard let first = lines.first, let level = MarkdownLine.headingLevel(first) else {
            return text(lines.dropLast())
        }
        let words = first.dropFirst(level).trimmed()
        let closing = words.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let rest = words.dropLast(closing)
        return text([rest.last.map { isSpace($0) } ?? true ? rest.trimmed() : words])
    }

    private static func item(_ lines: [ArraySlice<UInt8>]) -> MarkdownPart {
        guard let first = lines.first, let mark = MarkdownLine.itemMark(first) else { return .paragraph(text(lines)) }
        let number = Int(String(decoding: first.prefix(mark.length - 1), as: UTF8.self))
        let words = [first.dropFirst(mark.length).trimmed()] + lines.dropFirst()
        return .item(number: number, text: text(words.filter { !$0.isEmpty }))
    }

    private static func withoutQuoteSign(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // A line that goes on with a quote's paragraph may be without.
        line.first == UInt8(ascii: ">") ? line.dropFirst().trimmed() : line
    }

    /// The lines between fences, or those that are indented, without the indentation that makes them code.
    private static func code(_ lines: [Range<Int>], of bytes: [UInt8]) -> String {
        guard let first = lines.first else { return "" }
        var opening = MarkdownLine(bytes, first)
        // Code with which an item begins has the item's mark in front.
        while opening.indent < 4, let mark = MarkdownLine.itemMark(opening.rest) {
            _ = opening.takeItem(markLength: mark.length)
            opening.look()
        }
        let fence = MarkdownLine.fence(opening.rest)
        let indent = fence == nil ? 4 : opening.nextColumn
        var inner = fence == nil ? lines[...] : lines.dropFirst()
        if let fence, let last = inner.last, let closing = MarkdownLine.fence(bytes[bytes.trimmed(last)]),
            closing.isBare,
            closing.character == fence.character, closing.length >= fence.length
        {
            inner = inner.dropLast()
        }
        return text(
            inner.map { range in
                var line = MarkdownLine(bytes, range)
                line.advance(min(line.indent, indent))
                return bytes[line.offset..<range.upperBound]
            })
    }
}
