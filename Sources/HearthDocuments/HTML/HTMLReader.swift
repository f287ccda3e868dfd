package import HearthCore

/// Reads web pages: the article without the page around it, or everything there is to read.
package struct HTMLReader {
    package struct Options: Sendable {
        /// Take the whole body: for chapters of e-books, snippets and mail, where nothing is boilerplate.
        package var wholeBody: Bool
        /// The page is XHTML; so is one that begins with an XML declaration.
        package var isXHTML: Bool
        /// The encoding that the container names, for example an HTTP header; it outranks the one in the file.
        package var declaredEncoding: String?

        package init(wholeBody: Bool = false, isXHTML: Bool = false, declaredEncoding: String? = nil) {
            self.wholeBody = wholeBody
            self.isXHTML = isXHTML
            self.declaredEncoding = declaredEncoding
        }
    }

    /// Longer files are read up to here.
    package static let sizeLimit = 64 << 20

    /// Reads a page. Damaged and hostile markup gives the text that can be made out, with warnings.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and nothing else.
    package static func read(_ bytes: [UInt8], options: Options = Options()) throws -> ExtractedDocument {
        var warnings: [ExtractionWarning] = []
        var bytes = bytes
        if bytes.count > sizeLimit {
            bytes.removeSubrange(sizeLimit...)
            warnings.append(.init(.truncated, "The page is larger than \(sizeLimit >> 20) MB; the rest was not read."))
        }
        let decoded = HTMLEncoding.decode(bytes, declared: options.declaredEncoding)
        if decoded.replacements > 0 {
            let places = decoded.replacements == 1 ? "1 place" : "\(decoded.replacements) places"
            warnings.append(
                .init(.undecodableBytes, "Bytes at \(places) are not valid \(decoded.encoding.uppercased()); replaced.")
            )
        }
        let text = Array(decoded.text.utf8)
        let isXHTML = options.isXHTML || text.drop(while: \.isHTMLSpace).starts(with: "<?xml ")
        let (tree, isTruncated, endedInside) = try HTMLTreeBuilder.build(text, options: .init(isXHTML: isXHTML))
        if isTruncated {
            warnings.append(
                .init(
                    .truncated, "The page has more than \(HTMLTreeBuilder.nodeLimit) elements; the rest was not read."))
        }
        if endedInside {
            warnings.append(.init(.damaged, "A tag, comment or script is not closed; what follows it was not read."))
        }
        let metadata = HTMLMetadata(tree)
        let rendered = try body(of: tree, metadata: metadata, options: options, warnings: &warnings)
        return ExtractedDocument(
            format: .html, title: metadata.title, text: rendered.text, blocks: rendered.blocks, warnings: warnings)
    }

    private static func body(
        of tree: HTMLTree, metadata: HTMLMetadata, options: Options, warnings: inout [ExtractionWarning]
    ) throws -> (text: String, blocks: [Block]) {
        if options.wholeBody || tree.nodes.count == 1 {
            guard let hidden = HTMLBoilerplate.hidden(in: tree) else {
                return try HTMLTextRenderer.render(tree, roots: [0])
            }
            let everything = tree.leaves(isLeftOut: [Bool](repeating: false, count: tree.nodes.count))
            let shown = tree.leaves(isLeftOut: hidden)
            let left = everything.reduce(0) { $0 + $1.length } - shown.reduce(0) { $0 + $1.length }
            if left > 0 {
                warnings.append(.init(.skipped, "\(left) characters that are not shown to a reader were left out."))
            }
            return try HTMLTextRenderer.render(tree, roots: [0]) { !hidden[$0] }
        }
        let article = try HTMLArticle.find(in: tree, metadata: metadata)
        if let described = article.described, let rendered = try rendered(described: described) {
            warnings.append(
                .init(
                    .skipped,
                    "The page itself shows hardly any of its article; the text is what it gives to search engines "
                        + "(schema.org's articleBody)."))
            return rendered
        }
        let rendered = try HTMLTextRenderer.render(tree, roots: [0]) { !article.isLeftOut[$0] }
        if article.charactersLeftOut > 0 {
            warnings.append(
                .init(
                    .skipped,
                    "\(article.charactersLeftOut) characters around the article, such as navigation, were left out."
                ))
        }
        return rendered
    }
}

/// Writes the text of a tree, block by block, the way a page is read: paragraphs apart, a table row a line.
struct HTMLTextRenderer {
    private let tree: HTMLTree
    private let kept: (Int) -> Bool
    private(set) var text: [UInt8] = []
    private(set) var blocks: [Block] = []

    /// Elements that are open around the current node.
    private var open: [Int] = []
    private var headingLevel: Int?
    private var preDepth = 0
    private var itemDepth = 0
    private var quoteDepth = 0
    /// The outermost data table that is open; everything in it is one block.
    private var table: Int?

    private var blockStart: Int?
    private var blockKind = Block.Kind.paragraph
    private var needsSpace = false
    private var lineBreaks = 0
    private var pendingRow = false
    private var grid = HTMLTableGrid()
    /// The column of the row that text was last written in.
    private var writtenColumn = 0
    /// How far a term of a `dl` and what it means are read, which stand on one line.
    private var definition = Definition.none

    private enum Definition {
        case none
        /// Behind the text of a term.
        case term
        /// At the beginning of another term, of what a term means, and of what it means besides.
        case nextTerm, meaning, nextMeaning
        /// Behind what a term means.
        case told
    }

    /// Text and blocks of the subtrees of `roots`, leaving out every subtree for whose root `kept` is false.
    static func render(
        _ tree: HTMLTree, roots: [Int], kept: (Int) -> Bool = { _ in true }
    ) throws -> (text: String, blocks: [Block]) {
        try withoutActuallyEscaping(kept) { kept in
            var renderer = HTMLTextRenderer(tree: tree, kept: kept)
            for root in roots {
                try Task.checkCancellation()
                renderer.walk(from: root)
            }
            return (String(decoding: renderer.text, as: UTF8.self), renderer.blocks)
        }
    }

    private init(tree: HTMLTree, kept: @escaping (Int) -> Bool) {
        self.tree = tree
        self.kept = kept
    }

    private mutating func walk(from root: Int) {
        let end = Int(tree.nodes[root].end)
        var index = root
        while index < end {
            while let last = open.last, Int(tree.nodes[last].end) <= index { leave(open.removeLast()) }
            let node = tree.nodes[index]
            if node.tag == .text {
                if kept(index) { appendText(tree.bytes(of: index)) }
                index += 1
            } else if node.tag.isNeverText || !kept(index) {
                // What stood between two pieces of text keeps them apart.
                if node.tag.isInline {
                    needsSpace = needsSpace || node.tag == .button || node.tag == .select
                } else {
                    endBlock()
                }
                index = Int(node.end)
            } else {
                enter(index, node.tag)
                if node.end > index + 1 { open.append(index) } else { leave(index) }
                index += 1
            }
        }
        while let last = open.popLast() { leave(last) }
        endBlock()
    }

    // MARK: Structure

    private mutating func enter(_ index: Int, _ tag: HTMLTag) {
        if tag == .br { return lineBreak() }
        if tag == .rt { return appendText(ArraySlice("(".utf8)) }
        if tag.isInline { return }
        if table != nil {
            switch tag {
            case .tr, .caption:
                pendingRow = true
                grid.beginRow()
            case .td, .th: grid.beginCell(columns: span(.colspan, of: index), rows: span(.rowspan, of: index))
            default: needsSpace = true
            }
            return
        }
        if goesOn(with: tag) { return }
        endBlock()
        switch tag {
        case .h1, .h2, .h3, .h4, .h5, .h6: headingLevel = tag.headingLevel
        case .pre: preDepth += 1
        case .li, .dd, .dt: itemDepth += 1
        case .blockquote: quoteDepth += 1
        case .table where tree.isDataTable(index):
            table = index
            grid = HTMLTableGrid()
        default: break
        }
    }

    private mutating func leave(_ index: Int) {
        let tag = tree.nodes[index].tag
        if tag == .rt { return appendText(ArraySlice(")".utf8)) }
        if tag.isInline { return }
        if let table {
            if table != index {
                needsSpace = true
                return
            }
            endBlock()
            self.table = nil
            return
        }
        if blockStart != nil, blockKind == .listItem, tag == .dt || tag == .dd, definition != .nextMeaning {
            // One without words leaves the term where it was.
            definition = tag == .dt || definition == .meaning ? .term : .told
            itemDepth -= 1
            return
        }
        endBlock()
        switch tag {
        case .h1, .h2, .h3, .h4, .h5, .h6: headingLevel = nil
        case .pre: preDepth -= 1
        case .li, .dd, .dt: itemDepth -= 1
        case .blockquote: quoteDepth -= 1
        default: break
        }
    }

    /// Whether an element goes on with the line that a term has begun: "Deposit: £1,315".
    private mutating func goesOn(with tag: HTMLTag) -> Bool {
        switch (definition, tag) {
        case (.term, .dd): definition = .meaning
        case (.told, .dd): definition = .nextMeaning
        case (.term, .dt): definition = .nextTerm
        // What it means may be a paragraph of its own.
        case (.meaning, .p), (.meaning, .div): return true
        default: return false
        }
        itemDepth += 1
        return true
    }

    /// Rows or columns that a cell reaches over.
    private func span(_ key: HTMLAttribute, of node: Int) -> Int {
        tree.value(key, of: node).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 1
    }

    private var kind: Block.Kind {
        if table != nil { return .table }
        if let headingLevel { return .heading(level: headingLevel) }
        if preDepth > 0 { return .code }
        if itemDepth > 0 { return .listItem }
        return quoteDepth > 0 ? .quote : .paragraph
    }

    private mutating func endBlock() {
        needsSpace = false
        lineBreaks = 0
        pendingRow = false
        definition = .none
        guard let start = blockStart else { return }
        blockStart = nil
        while text.count > start, let last = text.last, last.isHTMLSpace { text.removeLast() }
        blocks.append(Block(blockKind, span: TextSpan(start: start, end: text.count)))
    }

    // MARK: Text

    /// One break goes on in the same block, two begin a paragraph.
    private mutating func lineBreak() {
        if preDepth > 0 && table == nil {
            if blockStart != nil { text.append(0x0A) }
        } else if table != nil || headingLevel != nil {
            needsSpace = true
        } else {
            lineBreaks += 1
            if lineBreaks > 1 { endBlock() }
        }
    }

    private mutating func beginBlockIfNeeded() {
        guard blockStart == nil else { return }
        blockKind = kind
        if let last = blocks.last {
            text.append(0x0A)
            if !(last.kind == .listItem && blockKind == .listItem) { text.append(0x0A) }
        }
        blockStart = text.count
        needsSpace = false
        lineBreaks = 0
        pendingRow = false
        writtenColumn = grid.column
    }

    private mutating func separate() {
        if pendingRow {
            text.append(0x0A)
            writtenColumn = 0
        }
        if table != nil, grid.column > writtenColumn {
            // Empty cells, too: the place of a cell says what it is about.
            text.append(contentsOf: repeatElement(0x09, count: grid.column - writtenColumn))
        } else if pendingRow {
            // The row has begun.
        } else if let mark = definitionMark {
            text.append(contentsOf: mark.utf8)
        } else if lineBreaks > 0 {
            text.append(0x0A)
        } else if needsSpace {
            text.append(0x20)
        }
        if table != nil { writtenColumn = grid.column }
        pendingRow = false
        definition = .none
        lineBreaks = 0
        needsSpace = false
    }

    /// What parts the words of a term from what it means; `nil` elsewhere.
    private var definitionMark: String? {
        let last = text.last ?? 0
        switch definition {
        case .none, .term, .told: return nil
        case .nextTerm: return ", "
        case .meaning: return Self.marks.contains(last) ? " " : ": "
        case .nextMeaning: return Self.marks.contains(last) ? " " : "; "
        }
    }

    /// A term that is a question, or has its colon, and what ends with a full stop need no other mark.
    private static let marks: Set<UInt8> = [
        UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ";"),
    ]

    private mutating func appendText(_ bytes: ArraySlice<UInt8>) {
        if preDepth > 0 && table == nil { return appendPreformatted(bytes) }
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            let special = byte <= 0x20 || byte == 0xC2 || byte == 0x7F
            if special {
                let width = HTMLTextRenderer.blankWidth(bytes, position)
                if width > 0 {
                    if !bytes.isSoftHyphen(at: position) { needsSpace = true }
                    position += width
                    continue
                }
                if byte < 0x20 || byte == 0x7F {  // other control characters are no text
                    position += 1
                    continue
                }
            }
            // Loose text between a term and its meaning is neither.
            if definition == .term || definition == .told { endBlock() }
            beginBlockIfNeeded()
            separate()
            let from = position
            position += 1
            while position < bytes.endIndex, bytes[position] > 0x20, bytes[position] != 0xC2, bytes[position] != 0x7F {
                position += 1
            }
            text.append(contentsOf: bytes[from..<position])
        }
    }

    /// Bytes of white space, no-break space or soft hyphen at a place; 0 for anything else.
    private static func blankWidth(_ bytes: ArraySlice<UInt8>, _ position: Int) -> Int {
        if bytes[position].isHTMLSpace { return 1 }
        guard bytes[position] == 0xC2, position + 1 < bytes.endIndex else { return 0 }
        return bytes[position + 1] == 0xA0 || bytes[position + 1] == 0xAD ? 2 : 0
    }

    private mutating func appendPreformatted(_ bytes: ArraySlice<UInt8>) {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            if blockStart == nil {
                // Empty lines before the first are not part of the block; its indentation is.
                if byte.isHTMLSpace {
                    let rest = bytes[position...]
                    guard let content = rest.firstIndex(where: { !$0.isHTMLSpace }) else { return }
                    position = rest[..<content].lastIndex(of: 0x0A).map { $0 + 1 } ?? position
                }
                beginBlockIfNeeded()
                continue
            }
            if byte == 0x0D {
                if position + 1 >= bytes.endIndex || bytes[position + 1] != 0x0A { text.append(0x0A) }
            } else if byte >= 0x20 || byte == 0x0A || byte == 0x09 {
                text.append(byte)
            }
            position += 1
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func isSoftHyphen(at position: Int) -> Bool {
        self[position] == 0xC2 && position + 1 < endIndex && self[position + 1] == 0xAD
    }
}

/// Where the cells of a table stand: cells may reach over several columns and rows, and those behind and below them move on
/// (https://html.spec.whatwg.org/multipage/tables.html#forming-a-table, without what only matters for setting it).
struct HTMLTableGrid {
    /// The column of the open cell, from 0; also 0 before the first one of a row.
    private(set) var column = 0
    private var next = 0
    private var row = 0
    /// By column, the first row that no cell above reaches into.
    private var free: [Int] = []

    /// The standard allows 1,000 columns and 65,534 rows; a reader sees no table of more columns than these.
    private static let mostColumns = 200
    private static let mostRows = 65_534

    mutating func beginRow() {
        row += 1
        column = 0
        next = 0
    }

    /// - Parameters:
    ///   - columns: That the cell reaches over; less than one is taken for one.
    ///   - rows: Likewise.
    mutating func beginCell(columns: Int, rows: Int) {
        while next < free.count, free[next] > row { next += 1 }
        column = min(next, Self.mostColumns)
        next = min(column + min(max(columns, 1), Self.mostColumns), Self.mostColumns)
        guard rows > 1 else { return }
        if free.count < next { free += repeatElement(0, count: next - free.count) }
        for place in column..<next { free[place] = row + min(rows, Self.mostRows) }
    }
}
