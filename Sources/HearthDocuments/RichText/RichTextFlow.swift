import HearthCore

/// Gathers the paragraphs, tables and notes of a Rich Text file, which says only where each of them ends.
struct RichTextFlow {
    private var flow = TextFlow()
    /// Whether a paragraph is open: in the body, and in each note in it.
    private var isOpen = [false]
    private var number: String?
    /// Whether the paragraph that begins has the sign of an item before it.
    private var isItem = false
    private var margins: [[UInt8]] = []
    private var knownMargins: Set<[UInt8]> = []

    private var isInTable = false
    private var isInRow = false
    private var isInCell = false
    /// `\trowd` has come, and its `\row` not yet: some programs do not say of paragraphs that they lie in a table.
    private var announcesRow = false

    private static let mostMargins = 1_000

    mutating func append(_ text: [UInt8], _ state: RichTextState) {
        if isOpen[isOpen.count - 1] {
            flow.append(text)
            return
        }
        // White space before a paragraph is its indentation; between paragraphs it is nothing.
        guard text.contains(where: { !isSpace($0) }), !text.elementsEqual("\u{A0}".utf8) else { return }
        if text.elementsEqual("•".utf8) {
            isItem = true
            return
        }
        if isOpen.count == 1 {
            if state.inTable || announcesRow { openCell() } else { closeTable() }
        }
        let kind =
            state.heading.map { Block.Kind.heading(level: $0) } ?? (state.isList || isItem ? .listItem : .paragraph)
        flow.beginParagraph(kind)
        isOpen[isOpen.count - 1] = true
        if let number { flow.setNumber(number) }
        (number, isItem) = (nil, false)
        flow.append(text)
    }

    /// The number or the sign of the item that begins.
    mutating func setNumber(_ text: String) {
        // A sign says no more than that it is an item.
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else {
            return
        }
        number = text + " "
    }

    mutating func endParagraph() {
        (number, isItem) = (nil, false)
        guard isOpen[isOpen.count - 1] else { return }
        flow.endParagraph()
        isOpen[isOpen.count - 1] = false
    }

    // MARK: Notes

    mutating func beginNote() { isOpen.append(false) }

    mutating func endNote() {
        guard isOpen.count > 1 else { return }
        endParagraph()
        isOpen.removeLast()
    }

    /// What a header or a footer says.
    mutating func addMargin(_ text: [UInt8]) {
        for line in text.split(separator: newline) where margins.count < Self.mostMargins {
            let line = Array(Array(line).trimmed())
            // A lone page number says nothing.
            guard line.contains(where: { isLetter($0) || $0 >= 0x80 }), knownMargins.insert(line).inserted else {
                continue
            }
            margins.append(line)
        }
    }

    // MARK: Tables

    mutating func beginRow() {
        if isOpen.count == 1, !isOpen[0] { announcesRow = true }
    }

    mutating func endCell() {
        guard isOpen.count == 1 else { return }
        if !isOpen[0] { openCell() }
        endParagraph()
        guard isInCell else { return }
        flow.endCell()
        isInCell = false
    }

    mutating func endRow() {
        guard isOpen.count == 1 else { return }
        announcesRow = false
        guard isInRow else { return }
        if isInCell { endCell() }
        flow.endRow()
        isInRow = false
    }

    private mutating func openCell() {
        if !isInTable { flow.beginTable() }
        if !isInRow { flow.beginRow() }
        if !isInCell { flow.beginCell() }
        (isInTable, isInRow, isInCell) = (true, true, true)
    }

    private mutating func closeTable() {
        guard isInTable else { return }
        if isInRow { endRow() }
        flow.endTable()
        isInTable = false
    }

    // MARK: The end

    consuming func finish() -> [TextFlow.Piece] {
        while isOpen.count > 1 { endNote() }
        endParagraph()
        closeTable()
        return flow.finish() + margins.map { TextFlow.Piece(kind: .paragraph, text: $0) }
    }
}
