import HearthCore

/// The paragraphs, lists and tables of OpenDocument's XML, wherever they stand: in a text, on a slide, in its notes.
struct OpenDocumentFlow {
    private var flow = TextFlow()
    private var paragraphs = 0
    private var lists = 0

    consuming func finish() -> [TextFlow.Piece] { flow.finish() }

    /// - Returns: Whether the element's contents are read; `false` where they are no words of the document.
    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        switch name.namespace {
        case .text: return startText(name.local, attributes)
        case .dublinCore: return false
        case .table:
            switch name.local {
            case "table": flow.beginTable()
            case "table-row": flow.beginRow()
            case "table-cell", "covered-table-cell": flow.beginCell()
            default: break
            }
            return true
        default: return true
        }
    }

    private mutating func startText(_ name: String, _ attributes: XMLAttributes) -> Bool {
        switch name {
        case "p":
            paragraphs += 1
            flow.beginParagraph(lists > 0 ? .listItem : .paragraph)
        case "h":
            paragraphs += 1
            let level = attributes["outline-level"].flatMap { Int($0) } ?? 1
            flow.beginParagraph(.heading(level: min(max(level, 1), 6)))
        case "list": lists += 1
        // Deleted text; the mark of a note; the reading aid above a word; what a page number would be.
        case "tracked-changes", "note-citation", "ruby-text", "page-number", "page-count": return false
        default: if let blank = Self.blank(name, attributes) { flow.append(blank) }
        }
        return true
    }

    /// The white space that an element of the `text` namespace stands for (ODF 1.2, 6.1.3 to 6.1.5); `nil` for other elements.
    static func blank(_ name: String, _ attributes: XMLAttributes) -> [UInt8]? {
        switch name {
        case "s":
            let count = attributes["c"].flatMap { Int($0) } ?? 1
            return [UInt8](repeating: space, count: min(max(count, 1), 100))
        case "tab": return [tab]
        case "line-break": return [newline]
        default: return nil
        }
    }

    /// Line ends and indentation of the file are no part of the text (ODF 1.2, 6.1.2).
    static func spaced(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(where: { $0 != space && isSpace($0) }) else { return bytes }
        return bytes.map { isSpace($0) ? space : $0 }[...]
    }

    mutating func end(_ name: XMLName) {
        switch (name.namespace, name.local) {
        case (.text, "p"), (.text, "h"):
            paragraphs -= 1
            flow.endParagraph()
        case (.text, "list"): lists -= 1
        case (.table, "table"): flow.endTable()
        case (.table, "table-row"): flow.endRow()
        case (.table, "table-cell"), (.table, "covered-table-cell"): flow.endCell()
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if paragraphs > 0 { flow.append(Self.spaced(bytes)) }
    }
}
