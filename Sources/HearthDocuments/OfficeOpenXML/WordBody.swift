import HearthCore

/// Takes the text out of a part of a Word document: the body, notes, a header, comments.
///
/// It is the text that a reader of the document sees, with all changes accepted: numbers of lists and results of fields,
/// without instructions, deleted and hidden text.
struct WordBody: XMLHandler {
    /// What the text is read with, the same for all parts of a document.
    struct Context {
        var styles = WordStyles()
        var numbering = WordNumbering()
        /// What stands in parts of their own: charts, diagrams, other documents, by the name that the markup calls them.
        var embedded: [String: [TextFlow.Piece]] = [:]
        /// The notes that the body refers to, as ``WordBody/citedNotes`` names them; `nil` where that is not known, and every
        /// note is shown.
        var shownNotes: Set<String>?
    }

    /// What a paragraph's properties have said so far.
    private struct Properties {
        var style: String?
        var isListed = false
        var list: String?
        var listLevel: Int?
    }

    private let styles: WordStyles
    private var numbering: WordNumbering
    /// What was not shown yet: each part is shown once.
    private var embedded: [String: [TextFlow.Piece]]
    private var flow = TextFlow()
    private var fields = WordFields()
    private var math = WordMath()
    /// Elements deep in something that is left out.
    private var skipDepth = 0
    /// Inside an element whose character data are text, or the instruction of a field.
    private var isText = false
    private var isInstruction = false
    /// For each open `mc:AlternateContent`: what had been written when one of its versions was taken.
    private var alternatives: [Int?] = []
    /// Inside the properties of a table's row.
    private var isRowProperties = false
    /// Whether the end of the open paragraph was deleted.
    private var isJoined = false
    /// The properties that are being read; `nil` outside of them.
    private var properties: Properties?
    /// For each open paragraph and run: whether its text is hidden.
    private var hiddenParagraphs: [Bool] = []
    private var runs: [(isHidden: Bool, font: String)] = []
    /// Parts in other formats that the text does not contain.
    private(set) var skippedParts = 0
    /// Whether letters were left out because they are hidden.
    private(set) var hasHiddenText = false
    private(set) var margins = WordMargins()
    /// The notes that the text refers to: "footnote 3".
    private(set) var citedNotes: Set<String> = []
    private let shownNotes: Set<String>?

    init(_ context: Context) {
        styles = context.styles
        numbering = context.numbering
        embedded = context.embedded
        shownNotes = context.shownNotes
    }

    consuming func finish() -> [TextFlow.Piece] { flow.finish() }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch name.namespace {
        case .word: startWord(name.local, attributes)
        case .math:
            math.start(name.local, attributes)
            isText = name.local == "t"
        case .drawing:
            if name.local == "t" { isText = true }
            if name.local == "br" { write(CollectionOfOne(newline)) }
        case .chart: if name.local == "chart" { embed(attributes["id"]) }
        case .diagram: if name.local == "relIds" { embed(attributes["dm"]) }
        case .vml:
            // Lettering, such as "DRAFT" across a page.
            if name.local == "textpath", let text = attributes["string"], isShown {
                flow.insert([TextFlow.Piece(kind: .paragraph, text: Array(text.utf8))])
            }
        case .compatibility: startAlternative(name.local)
        default: break
        }
    }

    private mutating func startWord(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "t": isText = true
        case "p":
            flow.beginParagraph()
            hiddenParagraphs.append(false)
        case "r":
            // What a hidden run holds, such as a text box, is hidden with it.
            runs.append((runs.last?.isHidden == true || hiddenParagraphs.last == true, ""))
        case "tab", "ptab": write(CollectionOfOne(tab))
        case "br", "cr": write(CollectionOfOne(newline))
        case "noBreakHyphen": write(CollectionOfOne(UInt8(ascii: "-")))
        case "sym":
            if let code = attributes["char"].flatMap({ UInt32($0, radix: 16) }) {
                writeSymbol(code, font: attributes["font"] ?? "")
            }
        case "tbl": flow.beginTable()
        case "tr": flow.beginRow()
        case "tc": flow.beginCell()
        case "gridSpan": flow.widenCell(to: attributes["val"].flatMap { Int($0) } ?? 1)
        case "cellDel": flow.dropCell()
        case "trPr":
            // The mark of a deleted row stands among its properties, where "del" means another thing than around text.
            isRowProperties = true
        case "del", "moveFrom":
            if properties != nil {
                flow.joinNext()
                isJoined = true
            } else if isRowProperties {
                flow.dropRow()
            }
            skipDepth = 1
        case "comment":
            if let author = attributes["author"], !author.isEmpty {
                flow.beginParagraph()
                flow.append("Comment by \(author):".utf8)
                flow.endParagraph()
            }
        case "altChunk": embed(attributes["id"])
        case "subDoc": skippedParts += 1
        case "fldChar", "ddList", "result", "listEntry", "checkBox", "checked", "default":
            if let shown = fields.start(name, attributes) { write(shown.utf8) }
        // The reading aid above a word; properties before a change; tab stops; instructions; deleted text.
        case "rt", "pPrChange", "rPrChange", "sectPrChange", "tblPrChange", "trPrChange", "tcPrChange",
            "numberingChange", "tabs", "tblGrid", "delText", "delInstrText", "sdtPr":
            skipDepth = 1
        case "instrText": isInstruction = true
        case "footnote", "endnote":
            // Besides notes there are the lines that part them from the text, and notes that nothing refers to any more.
            let isCited = attributes["id"].map { shownNotes?.contains("\(name) \($0)") ?? true } ?? true
            if !isCited || !["normal", nil].contains(attributes["type"]) { skipDepth = 1 }
        case "footnoteReference", "endnoteReference":
            if let id = attributes["id"] { citedNotes.insert("\(name.dropLast("Reference".count)) \(id)") }
        case "sectPr": margins.beginSection()
        case "headerReference", "footerReference": margins.refer(name, attributes)
        case "titlePg": margins.hasFirstPage = attributes.isOn
        default: startProperty(name, attributes)
        }
    }

    private mutating func startProperty(_ name: String, _ attributes: XMLAttributes) {
        let value = attributes["val"]
        switch name {
        case "pPr":
            properties = Properties()
            isJoined = false
        case "pStyle": properties?.style = value
        case "numPr": properties?.isListed = true
        case "numId": properties?.list = value
        case "ilvl": properties?.listLevel = value.flatMap { Int($0) }
        case "framePr":
            // A large initial stands in a paragraph of its own before the one that it begins.
            if properties != nil, ["drop", "margin"].contains(attributes["dropCap"]) {
                flow.joinNext()
                isJoined = true
            }
        case "outlineLvl":
            if let level = value.flatMap({ Int($0) }), (0...8).contains(level) {
                flow.setKind(.heading(level: min(level + 1, 6)))
            }
        // Among a paragraph's properties these speak of the mark at its end.
        case "vanish": if properties == nil { hideRun(attributes.isOn) }
        case "rStyle":
            if properties == nil, let value, let isHidden = styles[value]?.isHidden { hideRun(isHidden) }
        case "rFonts":
            if properties == nil, let last = runs.indices.last {
                runs[last].font = attributes["ascii"] ?? attributes["hAnsi"] ?? ""
            }
        default: break
        }
    }

    private mutating func hideRun(_ isHidden: Bool) {
        if let last = runs.indices.last { runs[last].isHidden = isHidden }
    }

    /// Says what the open paragraph is, now that all its properties are known, and counts it in its list.
    private mutating func applyProperties() {
        guard let properties else { return }
        self.properties = nil
        let style = properties.style.flatMap { styles[$0] }
        if let id = properties.style, let kind = styles.kind(of: id), flow.kind == .paragraph { flow.setKind(kind) }
        if style?.isHidden == true, let last = hiddenParagraphs.indices.last { hiddenParagraphs[last] = true }
        guard !isJoined else { return }
        let list = properties.list ?? style?.list
        guard list != "0" else {
            if flow.kind == .listItem { flow.setKind(.paragraph) }
            return
        }
        if properties.isListed, flow.kind == .paragraph { flow.setKind(.listItem) }
        guard let list else { return }
        let level = properties.listLevel ?? level(in: list, of: properties.style) ?? 0
        if let number = numbering.next(list, level: level) { flow.setNumber(number) }
    }

    /// The level of a paragraph that only its style puts into a list. Where a level of the list names the style, that one
    /// counts, whatever the style says (ECMA-376, part 1, 17.9.23).
    private func level(in list: String, of id: String?) -> Int? {
        guard let id, let style = styles[id] else { return nil }
        return numbering.level(of: list, style: id) ?? style.listLevel
            ?? style.listOwner.flatMap { numbering.level(of: list, style: $0) }
    }

    /// Of several versions of one content, the first that has text is taken: it is the richest, and the others repeat it.
    private mutating func startAlternative(_ name: String) {
        switch name {
        case "AlternateContent": alternatives.append(nil)
        case "Choice", "Fallback":
            guard let last = alternatives.indices.last else { return }
            if let before = alternatives[last], flow.written > before {
                skipDepth = 1
            } else {
                alternatives[last] = flow.written
            }
        default: break
        }
    }

    /// Adds what stands in a part of its own.
    private mutating func embed(_ id: String?) {
        guard isShown else { return }
        if let id, let pieces = embedded.removeValue(forKey: id) { flow.insert(pieces) } else { skippedParts += 1 }
    }

    // MARK: Text

    private var isShown: Bool { runs.last?.isHidden != true && !fields.hidesText }

    private mutating func write(_ text: some Collection<UInt8>) {
        guard isShown else {
            if fields.hidesText { fields.instruct(text) }
            if !fields.hidesText, text.contains(where: { isLetter($0) || $0 >= 0x80 }) { hasHiddenText = true }
            return
        }
        fields.textWritten()
        flow.append(text)
    }

    /// A character of a symbol font, or, in another one, a character by its number.
    private mutating func writeSymbol(_ code: UInt32, font: String) {
        if let text = SymbolFont.text(code, font: font) { write(text.utf8) }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        guard skipDepth == 0 else { return }
        if isInstruction { fields.instruct(bytes) }
        guard isText else { return }
        if math.isOpen {
            math.append(bytes)
        } else if let font = runs.last?.font, font.lowercased() == "symbol" || SymbolFont.isPictorial(font) {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
                writeSymbol(scalar.value, font: font)
            }
        } else if bytes.contains(where: { $0 != space && isSpace($0) }) {
            // Line ends of the file are none of the text.
            write(bytes.map { isSpace($0) ? space : $0 })
        } else {
            write(bytes)
        }
    }

    // MARK: Ends

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch name.namespace {
        case .word: endWord(name.local)
        case .math:
            isText = false
            if let formula = math.end() { write(formula.utf8) }
        case .drawing:
            isText = false
            // Paragraphs of shapes stand inside one of the body.
            if name.local == "p" { write(CollectionOfOne(newline)) }
        case .compatibility: if name.local == "AlternateContent" { _ = alternatives.popLast() }
        default: break
        }
    }

    private mutating func endWord(_ name: String) {
        switch name {
        case "t": isText = false
        case "instrText": isInstruction = false
        case "sectPr": margins.endSection()
        case "p":
            applyProperties()
            fields.endParagraph()
            _ = hiddenParagraphs.popLast()
            flow.endParagraph()
        case "pPr": applyProperties()
        case "r": _ = runs.popLast()
        case "tbl": flow.endTable()
        case "tr": flow.endRow()
        case "trPr": isRowProperties = false
        case "tc": flow.endCell()
        default: break
        }
    }
}
