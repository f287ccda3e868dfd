import HearthCore

/// Reads Markdown: the text stays byte for byte, and the structure is found in it by ``MarkdownScanner``.
enum MarkdownReader {
    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning], isTranscript: Bool) -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        let scanner = MarkdownScanner(bytes)
        let found = scanner.blocks
        let title = scanner.frontMatter?.title ?? firstHeading(found, bytes)
        let blocks = WrittenTranscriptParser.utterances(in: bytes, isTranscript: isTranscript) ?? found
        return ExtractedDocument(
            format: .markdown, title: title, text: decoded.text, blocks: blocks, warnings: warnings)
    }

    /// The text of the first heading of the highest level, without its marks.
    private static func firstHeading(_ blocks: [Block], _ bytes: [UInt8]) -> String? {
        var best: (level: Int, span: TextSpan)?
        for block in blocks {
            if case .heading(let level) = block.kind, level < best?.level ?? 7 { best = (level, block.span) }
        }
        guard let best else { return nil }
        let line = bytes.line(from: best.span.start).range.clamped(to: best.span.range)
        var text = bytes[line].trimmed()
        while text.first == UInt8(ascii: "#") { text = text.dropFirst() }
        while text.last == UInt8(ascii: "#") { text = text.dropLast() }
        let marks = [UInt8(ascii: "*"), UInt8(ascii: "`")]
        let title = String(decoding: text.trimmed().filter { !marks.contains($0) }, as: UTF8.self)
        return title.isEmpty ? nil : title
    }
}

/// Finds the block structure of Markdown in one pass over its lines, by CommonMark's way of open containers and one open leaf
/// (https://spec.commonmark.org/0.31.2/#phase-1-block-structure), with GitHub's tables.
///
/// What it gives is flat, which suits search: an item of an inner list is an item like any other, code and tables inside an
/// item are elements of their own, and a quote is one element whatever is inside.
struct MarkdownScanner {
    enum Kind: Equatable {
        case heading(level: Int), paragraph, listItem, code, quote, table
        /// A line across the page.
        case thematicBreak
        /// A block of raw HTML.
        case markup
        /// Nothing but addresses of links that stand elsewhere.
        case definitions
    }

    struct Element: Equatable {
        var kind: Kind
        var range: Range<Int>
    }

    private(set) var elements: [Element] = []
    let frontMatter: MarkdownFrontMatter?

    private let bytes: [UInt8]
    private enum Container {
        case quote
        /// Columns that a line must be indented by to belong to it; whether it has anything yet; a number of its own.
        case item(indent: Int, isEmpty: Bool, number: Int)
    }
    /// How deep quotes and items may lie in each other; deeper ones are text.
    private static let deepest = 32
    private var containers: [Container] = []

    private enum Leaf {
        case paragraph, indentedCode, table
        case fencedCode(MarkdownLine.Fence)
        case markup(MarkdownMarkup.Ending)
    }
    /// What the next line may go on with, in the innermost container.
    private var leaf: Leaf?
    /// The lines of the open paragraph, where it begins with a bracket and may define links.
    private var opening: [UInt8] = []
    /// The last line of the open paragraph, which may be the head of a table, and where the line above it ends.
    private var lastLine = 0..<0
    private var lineBefore = 0
    /// Whether nothing but the mark of an item stands before that line.
    private var isAfterMark = false
    /// The number of the item whose text the last element is.
    private var elementItem: Int?
    private var itemCount = 0
    /// Whether the last element is the mark of an item, and nothing yet.
    private var isMarkAlone = false

    init(_ bytes: [UInt8], mayHaveFrontMatter: Bool = true) {
        self.bytes = bytes
        frontMatter = mayHaveFrontMatter ? MarkdownFrontMatter(bytes) : nil
        if let frontMatter { elements.append(Element(kind: .code, range: frontMatter.range)) }
        var position = frontMatter?.next ?? 0
        while position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            read(MarkdownLine(bytes, line.range))
        }
        closeLeaf()
    }

    /// The elements as blocks of a document.
    var blocks: [Block] {
        elements.map { element in
            let kind: Block.Kind =
                switch element.kind {
                case .heading(let level): .heading(level: level)
                case .paragraph, .thematicBreak, .markup, .definitions: .paragraph
                case .listItem: .listItem
                case .code: .code
                case .quote: .quote
                case .table: .table
                }
            return Block(kind, span: TextSpan(element.range))
        }
    }

    // MARK: Lines

    private mutating func read(_ whole: MarkdownLine) {
        place(whole)
        // Signs of quotes and items with nothing behind them are part of what is around them.
        if !whole.isBlank, !containers.isEmpty { extend(to: whole.contentEnd) }
    }

    private mutating func place(_ whole: MarkdownLine) {
        var line = whole
        let matched = match(&line)
        line.look()
        let isWithin = matched == containers.count
        if isWithin, goesOn(line) { return }
        var isTaken = false
        var depth = matched
        while !line.isBlank {
            isTaken = begin(&line, &depth)
            if isTaken || !hasBegun { break }
            line.look()
        }
        if !isTaken { addText(line, depth) }
    }

    /// Whether the last call of ``begin(_:_:)`` opened a container.
    private var hasBegun = false

    /// Goes into the containers that go on in a line, and says how many do.
    private mutating func match(_ line: inout MarkdownLine) -> Int {
        for (index, container) in containers.enumerated() {
            line.look()
            switch container {
            case .quote:
                guard line.indent < 4, line.rest.first == UInt8(ascii: ">") else { return index }
                line.takeQuote()
            case .item(let indent, let isEmpty, _):
                if line.isBlank {
                    // An item may begin with one empty line, not with two.
                    if isEmpty { return index }
                    line.skip()
                } else if line.indent >= indent {
                    line.advance(indent)
                } else {
                    return index
                }
            }
        }
        return containers.count
    }

    /// Lets the open leaf take a line in which all of its containers go on.
    private mutating func goesOn(_ line: MarkdownLine) -> Bool {
        switch leaf {
        case .fencedCode(let fence):
            if !line.isBlank { extend(to: line.contentEnd) }
            if line.indent < 4, let closing = MarkdownLine.fence(line.rest), closing.character == fence.character,
                closing.length >= fence.length, closing.isBare
            {
                closeLeaf()
            }
            return true
        case .indentedCode:
            if line.isBlank { return true }
            guard line.indent >= 4 else { break }
            extend(to: line.contentEnd)
            return true
        case .markup(let ending):
            if line.isBlank, ending == .blankLine { break }
            if !line.isBlank { extend(to: line.contentEnd) }
            if MarkdownMarkup.ends(ending, with: line.rest) { closeLeaf() }
            return true
        case .table:
            guard !MarkdownTable.isEnded(by: line) else { break }
            extend(to: line.contentEnd)
            return true
        case .paragraph:
            if line.isBlank { break }
            return false
        case nil: return false
        }
        closeLeaf()
        return false
    }

    // MARK: What begins

    /// Lets a block begin: `true` when it takes the line. Opens containers up to `depth`, and says so in ``hasBegun``.
    private mutating func begin(_ line: inout MarkdownLine, _ depth: inout Int) -> Bool {
        hasBegun = false
        var isInParagraph = false
        if case .paragraph? = leaf { isInParagraph = true }
        let text = line.rest
        if line.indent >= 4 {
            guard !isInParagraph else { return false }
            close(to: depth)
            put(.code, line.codeStart..<line.contentEnd)
            leaf = .indentedCode
            return true
        }
        if text.first == UInt8(ascii: ">"), depth < Self.deepest {
            open(.quote, &depth, sign: line.next..<line.next + 1)
            line.takeQuote()
            return false
        }
        if let level = MarkdownLine.headingLevel(text) {
            close(to: depth)
            put(.heading(level: level), line.next..<line.contentEnd)
            return true
        }
        if let fence = MarkdownLine.fence(text) {
            close(to: depth)
            put(.code, line.codeStart..<line.contentEnd)
            leaf = .fencedCode(fence)
            return true
        }
        if let ending = MarkdownMarkup.ending(of: text, inParagraph: isInParagraph) {
            close(to: depth)
            put(.markup, line.next..<line.contentEnd)
            if !MarkdownMarkup.ends(ending, with: text) { leaf = .markup(ending) }
            return true
        }
        if isInParagraph, depth == containers.count, underline(line) || beginTable(line) { return true }
        if MarkdownLine.isThematicBreak(text) {
            close(to: depth)
            put(.thematicBreak, line.next..<line.contentEnd)
            return true
        }
        guard depth < Self.deepest, let mark = MarkdownLine.itemMark(text),
            !(isInParagraph && depth == containers.count && !mark.endsParagraph)
        else { return false }
        let sign = line.next..<line.next + mark.length
        let indent = line.takeItem(markLength: mark.length)
        itemCount += 1
        open(.item(indent: indent, isEmpty: true, number: itemCount), &depth, sign: sign)
        return false
    }

    private mutating func underline(_ line: MarkdownLine) -> Bool {
        guard let level = MarkdownLine.underlineLevel(line.rest) else { return false }
        // A paragraph that only defines links is none to be underlined.
        if !opening.isEmpty, MarkdownDefinitions.length(in: opening) >= opening.count { return false }
        extend(to: line.contentEnd)
        if containers.isEmpty, let last = elements.indices.last { elements[last].kind = .heading(level: level) }
        opening = []
        leaf = nil
        return true
    }

    private mutating func beginTable(_ line: MarkdownLine) -> Bool {
        guard MarkdownTable.begins(head: bytes[lastLine], delimiter: line.rest) else { return false }
        let isQuoted = if case .quote? = containers.first { true } else { false }
        if !isQuoted, let last = elements.indices.last {
            // The head was taken for a line of the paragraph.
            if elements[last].range.lowerBound >= lastLine.lowerBound {
                elements.removeLast()
                elementItem = nil
            } else {
                isMarkAlone = isAfterMark
                elements[last].range =
                    elements[last].range.lowerBound..<max(lineBefore, elements[last].range.lowerBound)
            }
        }
        closeLeaf()
        put(.table, lastLine.lowerBound..<line.contentEnd)
        leaf = .table
        return true
    }

    private mutating func addText(_ line: MarkdownLine, _ depth: Int) {
        var isInParagraph = false
        if case .paragraph? = leaf { isInParagraph = true }
        if line.isBlank {
            close(to: depth)
            return
        }
        if isInParagraph {
            // Also where what is around the paragraph does not go on.
            if !opening.isEmpty { opening += [newline] + line.rest }
            isAfterMark = false
            lineBefore = elements.last?.range.upperBound ?? line.next
            lastLine = line.next..<line.contentEnd
            extend(to: line.contentEnd)
            return
        }
        close(to: depth)
        isAfterMark = isMarkAlone
        lineBefore = elements.last?.range.upperBound ?? 0
        put(.paragraph, line.next..<line.contentEnd)
        leaf = .paragraph
        lastLine = line.next..<line.contentEnd
        opening = line.rest.first == UInt8(ascii: "[") ? Array(line.rest) : []
    }

    // MARK: Containers and elements

    private mutating func open(_ container: Container, _ depth: inout Int, sign: Range<Int>) {
        close(to: depth)
        fill()
        switch container {
        case .quote:
            if containers.isEmpty {
                elements.append(Element(kind: .quote, range: sign))
                elementItem = nil
            } else {
                put(.paragraph, sign)
            }
        case .item(_, _, let number):
            let isQuoted = if case .quote? = containers.first { true } else { false }
            if !isQuoted {
                elements.append(Element(kind: .listItem, range: sign))
                elementItem = number
                isMarkAlone = true
            }
        }
        containers.append(container)
        depth = containers.count
        hasBegun = true
    }

    /// Closes the leaf, and the containers above a depth.
    private mutating func close(to depth: Int) {
        closeLeaf()
        containers.removeLast(containers.count - min(depth, containers.count))
    }

    private mutating func closeLeaf() {
        if case .paragraph? = leaf, containers.isEmpty, !opening.isEmpty, let last = elements.indices.last,
            MarkdownDefinitions.length(in: opening) >= opening.count
        {
            elements[last].kind = .definitions
        }
        leaf = nil
        opening = []
    }

    /// Notes that the innermost item has something in it.
    private mutating func fill() {
        if case .item(let indent, true, let number)? = containers.last {
            containers[containers.count - 1] = .item(indent: indent, isEmpty: false, number: number)
        }
    }

    /// Adds what a leaf has begun with, to the element that it is part of, or as one of its own.
    private mutating func put(_ kind: Kind, _ range: Range<Int>) {
        fill()
        if case .quote? = containers.first {
            extend(to: range.upperBound)
            return
        }
        var item: Int?
        var isQuoted = false
        for container in containers {
            if case .item(_, _, let number) = container { item = number } else { isQuoted = true }
        }
        defer { isMarkAlone = false }
        guard let item else {
            elements.append(Element(kind: kind, range: range))
            elementItem = nil
            return
        }
        if !isQuoted, kind == .code || kind == .table {
            // The mark of an item that begins with code goes with the code.
            let mark = elementItem == item && isMarkAlone ? elements.popLast() : nil
            elements.append(Element(kind: kind, range: (mark?.range.lowerBound ?? range.lowerBound)..<range.upperBound))
            elementItem = nil
        } else if elementItem == item {
            extend(to: range.upperBound)
        } else {
            elements.append(Element(kind: .listItem, range: range))
            elementItem = item
        }
    }

    private mutating func extend(to end: Int) {
        guard let last = elements.indices.last else { return }
        elements[last].range = elements[last].range.lowerBound..<max(end, elements[last].range.upperBound)
    }
}
