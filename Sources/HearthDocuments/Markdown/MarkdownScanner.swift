import HearthCore

/// Finds the block structure of Markdown by lines, in one pass.
///
/// It follows CommonMark's block rules (https://spec.commonmark.org/0.31.2/#blocks-and-inlines) and GitHub's for tables, with
/// two liberties that suit search: blocks are flat (an item of an inner list is an item like any other, and a quote is one
/// block whatever is inside), and HTML counts as a paragraph.
struct MarkdownScanner {
    private let bytes: [UInt8]
    private(set) var blocks: [Block] = []
    private(set) var frontMatterTitle: String?

    /// The block that is still growing: its kind, and the bytes it covers so far.
    private var open: (kind: Block.Kind, range: Range<Int>)?
    /// Columns that a line must be indented by to belong to the open list item after an empty line.
    private var itemIndent = 0
    private var afterEmptyLine = true

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() {
        var position = scanFrontMatter()
        while position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if content.isEmpty {
                endUnlessItem()
                afterEmptyLine = true
                continue
            }
            let mark = MarkdownLine(bytes, line.range, content)
            if let fence = mark.fence, mark.indent < 4 || open?.kind == .listItem {
                position = scanFence(fence, line)
            } else {
                position = add(mark, line)
            }
            afterEmptyLine = false
        }
        end()
    }

    /// Takes in one line that is neither empty nor a fence, and says where to go on.
    private mutating func add(_ line: MarkdownLine, _ whole: Lines.Line) -> Int {
        let isIndented = line.indent >= 4
        if case .listItem? = open?.kind, afterEmptyLine, line.indent >= itemIndent, line.itemIndent == nil {
            extend(to: line.content.upperBound)
        } else if isIndented, afterEmptyLine || open?.kind == .code, line.itemIndent == nil || open?.kind != .listItem {
            if open?.kind == .code {
                extend(to: line.content.upperBound)
            } else {
                start(.code, line.range.lowerBound..<line.content.upperBound)
            }
        } else if let level = line.headingLevel, !isIndented {
            start(.heading(level: level), line.content)
            end()
        } else if let level = line.underlineLevel, !isIndented, open?.kind == .paragraph, !afterEmptyLine {
            open?.kind = .heading(level: level)
            extend(to: line.content.upperBound)
            end()
        } else if line.isThematicBreak, !isIndented {
            start(.paragraph, line.content)
            end()
        } else if let indent = line.itemIndent, !isIndented || open?.kind == .listItem {
            start(.listItem, line.content)
            itemIndent = indent
        } else if line.isQuote, !isIndented {
            if open?.kind == .quote, !afterEmptyLine {
                extend(to: line.content.upperBound)
            } else {
                start(.quote, line.content)
            }
        } else if line.hasPipe, open == nil || afterEmptyLine || open?.kind == .paragraph, let end = tableEnd(whole) {
            start(.table, line.content.lowerBound..<end.lowerBound)
            self.end()
            return end.upperBound
        } else if open != nil, !afterEmptyLine, open?.kind != .code {
            extend(to: line.content.upperBound)
        } else {
            start(.paragraph, line.content)
        }
        return whole.next
    }

    // MARK: Blocks of several lines

    /// A table is a line with bars above a line of dashes and bars; it goes on to the next empty line.
    ///
    /// - Returns: Where the table's text ends and where the line after it starts.
    private func tableEnd(_ header: Lines.Line) -> Range<Int>? {
        guard header.next < bytes.count else { return nil }
        var line = bytes.line(from: header.next)
        guard MarkdownLine.isDelimiterRow(bytes[line.range]) else { return nil }
        var end = bytes.trimmed(line.range).upperBound
        var next = line.next
        while next < bytes.count {
            line = bytes.line(from: next)
            let content = bytes.trimmed(line.range)
            if content.isEmpty { break }
            end = content.upperBound
            next = line.next
        }
        return end..<next
    }

    /// Fenced code up to its closing fence, or to the end of the text as CommonMark has it.
    private mutating func scanFence(_ fence: MarkdownLine.Fence, _ first: Lines.Line) -> Int {
        start(.code, first.range)
        end()
        var position = first.next
        var last = first.range.upperBound
        while position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if !content.isEmpty { last = content.upperBound }
            if let closing = MarkdownLine(bytes, line.range, content).fence, closing.character == fence.character,
                closing.length >= fence.length, closing.isBare
            {
                break
            }
        }
        if !blocks.isEmpty { blocks[blocks.count - 1].span.end = last }
        return position
    }

    /// YAML between `---` lines, or TOML between `+++` lines, at the very start of the file.
    private mutating func scanFrontMatter() -> Int {
        let first = bytes.line(from: 0)
        let opening = bytes.trimmed(first.range)
        guard opening.lowerBound == 0, let language = FrontMatter.Language(opening: bytes[opening]) else { return 0 }
        var position = first.next
        var title: String?
        while position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if language.isClosing(bytes[content]) {
                blocks.append(Block(.code, span: TextSpan(start: 0, end: content.upperBound)))
                frontMatterTitle = title
                return position
            }
            // Only a key at the left margin is one of the document's own.
            if title == nil, line.range.lowerBound == content.lowerBound, bytes[content].starts(with: "title") {
                let rest = bytes[content].dropFirst(5).trimmed()
                if rest.first == language.mark { title = Self.scalar(rest.dropFirst()) }
            }
        }
        return 0
    }

    private static func scalar(_ value: ArraySlice<UInt8>) -> String? {
        var text = value.trimmed()
        if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), text.count >= 2,
            text.last == quote
        {
            text = text.dropFirst().dropLast()
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    // MARK: The open block

    private mutating func start(_ kind: Block.Kind, _ range: Range<Int>) {
        end()
        open = (kind, range)
    }

    private mutating func extend(to end: Int) {
        if let range = open?.range { open?.range = range.lowerBound..<max(end, range.lowerBound) }
    }

    private mutating func end() {
        if let block = open { blocks.append(Block(block.kind, span: TextSpan(block.range))) }
        open = nil
    }

    /// A list item may go on after an empty line, and so may indented code.
    private mutating func endUnlessItem() {
        switch open?.kind {
        case .listItem, .code: break
        default: end()
        }
    }
}
