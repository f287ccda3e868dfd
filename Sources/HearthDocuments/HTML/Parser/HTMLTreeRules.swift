/// The insertion modes of the HTML Living Standard (13.2.6.4) and its rules for foreign content (13.2.6.5), in its order, as
/// html5lib's tests have them. `select` is read as it was until 2025, with modes of its own: its content is no text of a page
/// either way.
///
/// "Reprocess the token" is a call of ``startTag(_:)`` and the like; "using the rules for" another mode is a call with that mode.
/// Both go through a handful of modes at most, so that they need no loop.
extension HTMLTreeBuilder {
    // MARK: The dispatcher

    mutating func startTag(_ token: Tag) {
        flushTableText()
        if usesForeignRules(start: token) { foreignStart(token) } else { start(token, in: mode) }
    }

    mutating func endTag(_ token: Tag) {
        flushTableText()
        if let current = adjustedCurrent, current.namespace != .html {
            foreignEnd(token)
        } else {
            end(token, in: mode)
        }
    }

    mutating func characters(_ range: Range<Int>) {
        if let current = adjustedCurrent, current.namespace != .html, current.tag != .mathText,
            !isIntegrationPoint(current.tag)
        {
            foreignCharacters(range)
        } else {
            characters(range, in: mode)
        }
    }

    private func usesForeignRules(start token: Tag) -> Bool {
        guard let current = adjustedCurrent, current.namespace != .html else { return false }
        if current.tag == .mathText { return isName(token.name, "mglyph") || isName(token.name, "malignmark") }
        if current.tag == .annotationXML, token.tag == .svg { return false }
        return !isIntegrationPoint(current.tag)
    }

    private func isIntegrationPoint(_ tag: HTMLTag) -> Bool {
        tag == .annotationHTML || tag == .svgForeignObject || tag == .svgDesc || tag == .svgTitle
    }

    mutating func comment(_ range: Range<Int>) {
        flushTableText()
        switch mode {
        case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset: insertComment(range, in: 0)
        case .afterBody: insertComment(range, in: open.first ?? 0)
        default: insertComment(range)
        }
    }

    mutating func doctype() {
        flushTableText()
        guard mode == .initial else { return }
        insertDoctype()
        isQuirky = tokenizer.doctype.isOfOldPage
        mode = .beforeHTML
    }

    mutating func finish() {
        flushTableText()
        while true {
            switch mode {
            case .initial: leaveInitial()
            case .beforeHTML: beginHTML()
            case .beforeHead: beginHead()
            case .inHead: leaveHead()
            case .inHeadNoscript: leaveNoscript()
            case .afterHead: beginBody()
            case .text:
                pop()
                mode = originalMode
            default:
                guard !templateModes.isEmpty, isOpen(.template) else { return }
                closeTemplate()
            }
        }
    }

    // MARK: Steps of several modes

    mutating func leaveInitial() {
        isQuirky = true
        mode = .beforeHTML
    }

    mutating func beginHTML() {
        insert(.html)
        mode = .beforeHead
    }

    mutating func beginHead() {
        head = insert(.head)
        mode = .inHead
    }

    mutating func leaveHead() {
        pop()
        mode = .afterHead
    }

    mutating func leaveNoscript() {
        pop()
        mode = .inHead
    }

    mutating func beginBody() {
        insert(.body)
        mode = .inBody
    }

    mutating func closeTemplate() {
        pop(through: .template)
        clearToMarker()
        templateModes.removeLast()
        resetMode()
    }

    /// Inserts an element and reads its text as something else than markup.
    mutating func insertText(_ token: Tag, as content: HTMLTokenizer.Content) {
        insert(token)
        tokenizer.read(as: content, until: tokenizer.name)
        originalMode = mode
        mode = .text
    }

    /// Splits off the white space at the beginning.
    func split(_ range: Range<Int>) -> (space: Range<Int>, rest: Range<Int>) {
        let end = range.first { !tokenizer.text[$0].isHTMLSpace } ?? range.upperBound
        return (range.lowerBound..<end, end..<range.upperBound)
    }

    /// Resets the insertion mode appropriately (13.2.4.1).
    mutating func resetMode() {
        for place in open.indices.reversed() {
            let isLast = place == 0
            switch isLast ? context?.tag ?? currentTag : tag(open[place]) {
            case .select:
                let around = open[..<place].last { tag($0) == .template || tag($0) == .table }
                mode = around.map(tag) == .table ? .inSelectInTable : .inSelect
            case .td where !isLast, .th where !isLast: mode = .inCell
            case .tr: mode = .inRow
            case .tbody, .thead, .tfoot: mode = .inTableBody
            case .caption: mode = .inCaption
            case .colgroup: mode = .inColumnGroup
            case .table: mode = .inTable
            case .template: mode = templateModes.last ?? .inTemplate
            case .head where !isLast: mode = .inHead
            case .frameset: mode = .inFrameset
            case .html: mode = head == nil ? .beforeHead : .afterHead
            case .body: mode = .inBody
            default:
                guard isLast else { continue }
                mode = .inBody
            }
            return
        }
    }

    // MARK: Text

    private mutating func characters(_ range: Range<Int>, in mode: Mode) {
        switch mode {
        case .initial, .beforeHTML, .beforeHead:
            let rest = split(range).rest
            guard !rest.isEmpty else { return }
            switch mode {
            case .initial: leaveInitial()
            case .beforeHTML: beginHTML()
            default: beginHead()
            }
            characters(rest)
        case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup:
            let (space, rest) = split(range)
            insertText(space)
            guard !rest.isEmpty else { return }
            switch mode {
            case .inHead: leaveHead()
            case .inHeadNoscript: leaveNoscript()
            case .afterHead: beginBody()
            default:
                guard currentTag == .colgroup else { return }
                pop()
                self.mode = .inTable
            }
            characters(rest)
        case .inBody, .inCaption, .inCell, .inTemplate: bodyCharacters(range)
        case .text: insertText(range)
        case .inTable, .inTableBody, .inRow:
            guard currentTag.isTableGrid || currentTag == .template else {
                return fosterBody { $0.bodyCharacters(range) }
            }
            originalMode = self.mode
            self.mode = .inTableText
            tableText = [range]
        case .inTableText: tableText.append(range)
        case .inSelect, .inSelectInTable: withoutZeros(range) { $0.insertText($1) }
        case .afterBody, .afterAfterBody:
            let (space, rest) = split(range)
            if !space.isEmpty { bodyCharacters(space) }
            guard !rest.isEmpty else { return }
            self.mode = .inBody
            characters(rest)
        case .inFrameset, .afterFrameset, .afterAfterFrameset:
            let space = tokenizer.text[range].filter(\.isHTMLSpace)
            insertText(space.count == range.count ? range : tokenizer.append(space))
        }
    }

    private mutating func bodyCharacters(_ range: Range<Int>) {
        withoutZeros(range) { builder, range in
            builder.reconstructFormatting()
            builder.insertText(range)
            if builder.allowsFrameset, !builder.split(range).rest.isEmpty { builder.allowsFrameset = false }
        }
    }

    /// Calls `body` with the parts between zero bytes, which a page has no use for.
    private mutating func withoutZeros(_ range: Range<Int>, _ body: (inout Self, Range<Int>) -> Void) {
        guard tokenizer.text[range].contains(0) else { return body(&self, range) }
        let parts = tokenizer.text[range].split(separator: 0).map { $0.startIndex..<$0.endIndex }
        for part in parts { body(&self, part) }
    }

    /// By the rules for the body, but what cannot stand in a table goes before it.
    mutating func fosterBody(_ body: (inout Self) -> Void) {
        movesOutOfTables = true
        body(&self)
        movesOutOfTables = false
    }

    /// Ends a run of text in a table: white space stays, anything else goes before the table.
    private mutating func flushTableText() {
        guard mode == .inTableText else { return }
        mode = originalMode
        let parts = tableText
        tableText = []
        let isSpace = parts.allSatisfy { part in
            tokenizer.text[part].allSatisfy { $0.isHTMLSpace || $0 == 0 }
        }
        for part in parts {
            if isSpace {
                withoutZeros(part) { $0.insertText($1) }
            } else {
                fosterBody { $0.bodyCharacters(part) }
            }
        }
    }

    // MARK: SVG and MathML

    private mutating func foreignCharacters(_ range: Range<Int>) {
        if allowsFrameset, tokenizer.text[range].contains(where: { !$0.isHTMLSpace && $0 != 0 }) {
            allowsFrameset = false
        }
        guard tokenizer.text[range].contains(0) else { return insertText(range) }
        let mended = tokenizer.text[range].flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
        insertText(tokenizer.append(mended))
    }

    private mutating func foreignStart(_ token: Tag) {
        if endsForeign(token) {
            leaveForeign()
            return start(token, in: mode)
        }
        insertForeign(token, adjustedCurrent?.namespace ?? .svg)
    }

    private mutating func leaveForeign() {
        while open.count > 1 {
            let node = nodes[current]
            if node.namespace == .html || node.tag == .mathText || isIntegrationPoint(node.tag) { return }
            pop()
        }
    }

    /// Elements of HTML that cannot stand in SVG or MathML: they end it.
    private func endsForeign(_ token: Tag) -> Bool {
        switch token.tag {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5,
            .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        case .font: tokenizer.attributes.contains { $0.key == .color || $0.key == .face || $0.key == .size }
        default: false
        }
    }

    private mutating func foreignEnd(_ token: Tag) {
        if token.tag == .br || token.tag == .p {
            leaveForeign()
            return end(token, in: mode)
        }
        for place in open.indices.reversed() {
            let node = nodes[open[place]]
            if place < open.count - 1, node.namespace == .html { return end(token, in: mode) }
            if place == 0 { return }
            if node.name == token.name { return pop(to: place) }
        }
    }
}
