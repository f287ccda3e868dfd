import Foundation
import HearthCore

/// Gathers the paragraphs and tables of a word processor's document, whatever its format.
///
/// Both Word and OpenDocument put paragraphs into paragraphs (text boxes, notes, comments) and tables into cells. Inner
/// paragraphs come after the one that they stand in, and an inner table is flattened into its cell.
struct TextFlow {
    struct Piece {
        var kind: Block.Kind
        var text: [UInt8]
        /// Bytes of the number that the text begins with, with the space after it where there is one: "3.2 ".
        var number = 0
    }

    private struct OpenParagraph {
        var kind: Block.Kind
        var text: [UInt8] = []
        var number: [UInt8] = []
        var joinsNext = false
    }

    /// The body, or a cell.
    private struct Frame {
        var pieces: [Piece] = []
        /// What belongs into an open paragraph's neighbourhood and waits for its end.
        var waiting: [Piece] = []
        var open: [OpenParagraph] = []
        /// Text of a paragraph that goes on in the next one, and how deep both stand.
        var carried: (depth: Int, text: [UInt8])?
        var isDropped = false
        /// That the cell reaches over.
        var columns = 1
    }

    private struct Table {
        var rows: [[[Piece]]] = []
        var row: [[Piece]]?
        var dropsRow = false
    }

    private var frames = [Frame()]
    private var tables: [Table] = []
    /// Bytes taken so far.
    private(set) var written = 0

    // MARK: Paragraphs

    mutating func beginParagraph(_ kind: Block.Kind = .paragraph) {
        let frame = frames.count - 1
        var paragraph = OpenParagraph(kind: kind)
        if let carried = frames[frame].carried, carried.depth == frames[frame].open.count {
            paragraph.text = carried.text
            frames[frame].carried = nil
        }
        frames[frame].open.append(paragraph)
    }

    /// The number that the innermost paragraph begins with, and what parts it from the text: "3.2 ". It is shown and stands
    /// nowhere in the file.
    mutating func setNumber(_ number: String) {
        let frame = frames.count - 1
        if let last = frames[frame].open.indices.last { frames[frame].open[last].number = Array(number.utf8) }
    }

    /// Says that the innermost paragraph goes on in the next one: its end was deleted.
    mutating func joinNext() {
        let frame = frames.count - 1
        if let last = frames[frame].open.indices.last { frames[frame].open[last].joinsNext = true }
    }

    /// Changes what the innermost paragraph is: Word says so only after it has begun.
    mutating func setKind(_ kind: Block.Kind) {
        let frame = frames.count - 1
        if let last = frames[frame].open.indices.last { frames[frame].open[last].kind = kind }
    }

    var kind: Block.Kind? { frames.last?.open.last?.kind }

    mutating func append(_ text: some Collection<UInt8>) {
        let frame = frames.count - 1
        if let last = frames[frame].open.indices.last {
            frames[frame].open[last].text.append(contentsOf: text)
            written += text.count
        }
    }

    /// Adds pieces that were read elsewhere: after the open paragraph, if there is one.
    mutating func insert(_ pieces: [Piece]) {
        for piece in pieces {
            emit(piece)
            written += piece.text.count
        }
    }

    mutating func append(_ byte: UInt8) { append(CollectionOfOne(byte)) }

    mutating func endParagraph() {
        let frame = frames.count - 1
        guard let paragraph = frames[frame].open.popLast() else { return }
        if paragraph.joinsNext {
            frames[frame].carried = (frames[frame].open.count, paragraph.text)
            return
        }
        var piece = Piece(kind: paragraph.kind, text: paragraph.text)
        let isEmpty = !paragraph.text.contains { !isSpace($0) }
        // In a table a number may be all that a cell holds; elsewhere one without text is a list's loose end.
        if !paragraph.number.isEmpty, !isEmpty || frames.count > 1 {
            piece.text = paragraph.number + paragraph.text.drop(while: isSpace)
            piece.number = paragraph.number.count
        }
        emit(piece)
    }

    /// The text of a paragraph that no other one followed.
    private mutating func endCarried() {
        let frame = frames.count - 1
        guard let carried = frames[frame].carried else { return }
        frames[frame].carried = nil
        emit(Piece(kind: .paragraph, text: carried.text))
    }

    private mutating func emit(_ piece: Piece) {
        let frame = frames.count - 1
        let isInner = !frames[frame].open.isEmpty
        if piece.text.contains(where: { !isSpace($0) }) {
            if isInner { frames[frame].waiting.append(piece) } else { frames[frame].pieces.append(piece) }
        }
        if !isInner, !frames[frame].waiting.isEmpty {
            frames[frame].pieces += frames[frame].waiting
            frames[frame].waiting = []
        }
    }

    // MARK: Tables

    mutating func beginTable() { tables.append(Table()) }

    mutating func beginRow() {
        guard let last = tables.indices.last else { return }
        tables[last].row = []
        tables[last].dropsRow = false
    }

    mutating func beginCell() { frames.append(Frame()) }

    /// Leaves out the open row: it was deleted.
    mutating func dropRow() {
        if let last = tables.indices.last { tables[last].dropsRow = true }
    }

    /// Leaves out what the open cell holds: it was deleted.
    mutating func dropCell() {
        if frames.count > 1 { frames[frames.count - 1].isDropped = true }
    }

    /// Says over how many columns the open cell reaches: those behind it move on.
    mutating func widenCell(to columns: Int) {
        if frames.count > 1 { frames[frames.count - 1].columns = min(max(columns, 1), Self.mostColumns) }
    }

    /// Word allows 63 columns.
    private static let mostColumns = 63

    mutating func endCell() {
        guard frames.count > 1 else { return }
        while !frames[frames.count - 1].open.isEmpty { endParagraph() }
        endCarried()
        let frame = frames.removeLast()
        guard let last = tables.indices.last else { return }
        tables[last].row?.append(frame.isDropped ? [] : frame.pieces)
        if frame.columns > 1 { tables[last].row?.append(contentsOf: repeatElement([], count: frame.columns - 1)) }
    }

    mutating func endRow() {
        guard let last = tables.indices.last, let row = tables[last].row else { return }
        if !tables[last].dropsRow { tables[last].rows.append(row) }
        tables[last].row = nil
    }

    mutating func endTable() {
        guard let table = tables.popLast() else { return }
        let rows = table.rows.filter { row in row.contains { !$0.isEmpty } }
        // A table that only frames or lays out text: its paragraphs stand for themselves.
        let isLayout =
            rows.allSatisfy { row in row.count { !$0.isEmpty } <= 1 } || rows.contains { $0.contains(where: isLong) }
        if isLayout, tables.isEmpty {
            for piece in rows.joined().joined() { emit(piece) }
            return
        }
        // White space at the end of a line says nothing.
        let lines = rows.map { row in
            let filled = row.lastIndex { !$0.isEmpty } ?? row.startIndex
            return Array(row[...filled].map(Self.cell).joined(separator: [tab]))
        }
        emit(Piece(kind: .table, text: Array(lines.joined(separator: [newline]))))
    }

    /// More than a cell of figures or a short remark.
    private func isLong(_ cell: [Piece]) -> Bool { cell.count > 8 || cell.reduce(0) { $0 + $1.text.count } > 2_000 }

    /// A cell on one line.
    private static func cell(_ pieces: [Piece]) -> [UInt8] {
        let text = Array(pieces.map { $0.text.trimmed() }.joined(separator: [space]))
        return text.map { $0 == newline || $0 == carriageReturn || $0 == tab ? space : $0 }
    }

    // MARK: The end

    /// The pieces in reading order. What was left open by a damaged file is closed.
    consuming func finish() -> [Piece] {
        while frames.count > 1 { endCell() }
        while !tables.isEmpty {
            endRow()
            endTable()
        }
        while !frames[0].open.isEmpty { endParagraph() }
        endCarried()
        return frames[0].pieces
    }
}

// MARK: -

/// Puts a document together from pieces whose source has no text of its own, such as the paragraphs of a Word file.
///
/// It keeps the promise of ``ExtractedDocument``: blocks lie in order, do not overlap, and cover everything but white space.
struct DocumentBuilder {
    private(set) var bytes: [UInt8] = []
    private(set) var blocks: [Block] = []
    private(set) var pages: [Page] = []
    var warnings: [ExtractionWarning] = []
    var title: String?
    private var pageStart: Int?
    private var writtenParts: [WrittenPart] = []
    /// Who writes what comes next, and when.
    private var writing: (date: Date?, sender: String?)?

    init() {}

    /// Says who wrote what is added from now on, and when; without either, that nobody is said to have written it.
    mutating func written(_ date: Date? = nil, by sender: String? = nil) { writing = (date, sender) }

    /// Says what became of a number of things, and nothing where there were none.
    ///
    /// - Parameters:
    ///   - one: The sentence where it was one.
    ///   - many: The sentence where it were several, behind their number.
    mutating func warn(_ count: Int, _ kind: ExtractionWarning.Kind, _ one: String, _ many: String) {
        guard count > 0 else { return }
        warnings.append(ExtractionWarning(kind, count == 1 ? one : "\(count) \(many)"))
    }

    /// Adds a block of text; white space at its ends is dropped, and text of nothing else adds no block.
    ///
    /// An empty line stands before it, except between the items of a list, which follow each other line by line.
    mutating func append(
        _ kind: Block.Kind, _ text: some BidirectionalCollection<UInt8>, startTime: Double? = nil,
        endTime: Double? = nil, speaker: String? = nil
    ) {
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return }
        if !bytes.isEmpty, bytes.count > (pageStart ?? 0) || pages.isEmpty {
            let tight = kind == blocks.last?.kind && (kind == .listItem || kind == .utterance)
            bytes.append(contentsOf: tight ? [newline] : [newline, newline])
        }
        let start = bytes.count
        // Indentation is part of preformatted text.
        bytes.append(contentsOf: kind == .code ? text[text.startIndex...last] : text[first...last])
        if let (date, sender) = writing {
            writing = nil
            // Headings between messages say nothing where nobody has written yet.
            if date != nil || sender != nil || !writtenParts.isEmpty {
                writtenParts.append(WrittenPart(start: start, date: date, sender: sender))
            }
        }
        blocks.append(
            Block(
                kind, span: TextSpan(start: start, end: bytes.count), startTime: startTime, endTime: endTime,
                speaker: speaker))
    }

    mutating func append(_ kind: Block.Kind, _ text: String) {
        var text = text
        text.withUTF8 { append(kind, $0) }
    }

    /// Starts the next page; what stands before the first call belongs to the first page.
    mutating func beginPage() {
        if let start = pageStart {
            pages.append(Page(number: pages.count + 1, span: TextSpan(start: start, end: bytes.count)))
            bytes.append(contentsOf: [newline, newline])
        }
        pageStart = bytes.count
    }

    /// Where the page that was begun last starts; `nil` before the first.
    var openPageStart: Int? { pageStart }

    /// The document. Bytes that are not valid UTF-8 are replaced before blocks are made, so that spans hold.
    consuming func finish(format: DocumentFormat) -> ExtractedDocument {
        if let start = pageStart {
            pages.append(Page(number: pages.count + 1, span: TextSpan(start: start, end: bytes.count)))
        }
        var document = ExtractedDocument(
            format: format, title: title, text: String(decoding: bytes, as: UTF8.self),
            pages: pages.isEmpty ? nil : pages, blocks: blocks, warnings: warnings)
        document.writtenParts = writtenParts
        return document
    }
}
