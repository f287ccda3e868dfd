import HearthCore

/// Takes the text out of a part of a Word document: the body, notes, a header, comments.
struct WordBody: XMLHandler {
    private let styles: WordStyles
    private var flow = TextFlow()
    /// Elements deep in something that is left out.
    private var skipDepth = 0
    /// Inside an element whose character data are text.
    private var isText = false
    /// For each open `mc:AlternateContent`: whether one of its versions was taken.
    private var alternatives: [Bool] = []
    /// Parts in other formats (`w:altChunk`) that the text does not contain.
    private(set) var skippedParts = 0

    init(styles: WordStyles) { self.styles = styles }

    consuming func finish() -> [TextFlow.Piece] { flow.finish() }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch name.namespace {
        case .word: startWord(name.local, attributes)
        case .math, .drawing: if name.local == "t" { isText = true }
        case .compatibility: startAlternative(name.local)
        default: break
        }
    }

    private mutating func startWord(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "t": isText = true
        case "p": flow.beginParagraph()
        case "pStyle":
            if let id = attributes["val"], let kind = styles.kind(of: id) { flow.setKind(kind) }
        case "outlineLvl":
            if let level = attributes["val"].flatMap({ Int($0) }), (0...8).contains(level) {
                flow.setKind(.heading(level: min(level + 1, 6)))
            }
        case "numPr":
            if flow.kind == .paragraph { flow.setKind(.listItem) }
        case "tab", "ptab": flow.append(tab)
        case "br", "cr": flow.append(newline)
        case "noBreakHyphen": flow.append(UInt8(ascii: "-"))
        case "sym": appendSymbol(attributes)
        case "tbl": flow.beginTable()
        case "tr": flow.beginRow()
        case "tc": flow.beginCell()
        case "comment":
            if let author = attributes["author"], !author.isEmpty {
                flow.beginParagraph()
                flow.append("Comment by \(author):".utf8)
                flow.endParagraph()
            }
        case "altChunk": skippedParts += 1
        // Deleted or moved away; the reading aid above a word; properties before a change; tab stops; a separator line.
        case "del", "moveFrom", "rt", "pPrChange", "rPrChange", "tabs", "tblGrid", "instrText", "delText", "sdtPr":
            skipDepth = 1
        case "footnote", "endnote":
            if let type = attributes["type"], type != "normal" { skipDepth = 1 }
        default: break
        }
    }

    /// Of several versions of one content, the first is taken: it is the richest, and the others repeat its text.
    private mutating func startAlternative(_ name: String) {
        switch name {
        case "AlternateContent": alternatives.append(false)
        case "Choice", "Fallback":
            guard let last = alternatives.indices.last else { return }
            if alternatives[last] { skipDepth = 1 }
            alternatives[last] = true
        default: break
        }
    }

    /// Characters of symbol fonts stand in Unicode's private area and mean nothing outside the font.
    private mutating func appendSymbol(_ attributes: XMLAttributes) {
        guard let code = attributes["char"].flatMap({ UInt32($0, radix: 16) }), !(0xE000...0xF8FF).contains(code),
            code >= 0x20, let scalar = Unicode.Scalar(code)
        else { return }
        flow.append(UTF8.encode(scalar).map(Array.init) ?? [])
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch name.namespace {
        case .word: endWord(name.local)
        case .math: isText = false
        case .drawing:
            isText = false
            // Paragraphs of shapes stand inside one of the body.
            if name.local == "p" { flow.append(newline) }
        case .compatibility: if name.local == "AlternateContent" { _ = alternatives.popLast() }
        default: break
        }
    }

    private mutating func endWord(_ name: String) {
        switch name {
        case "t": isText = false
        case "p": flow.endParagraph()
        case "tbl": flow.endTable()
        case "tr": flow.endRow()
        case "tc": flow.endCell()
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isText, skipDepth == 0 { flow.append(bytes) }
    }
}
