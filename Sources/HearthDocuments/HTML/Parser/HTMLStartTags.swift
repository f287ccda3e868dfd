/// What start tags do in each insertion mode (13.2.6.4).
extension HTMLTreeBuilder {
    mutating func start(_ token: Tag, in mode: Mode) {
        switch mode {
        case .initial:
            leaveInitial()
            startTag(token)
        case .beforeHTML:
            guard token.tag == .html else {
                beginHTML()
                return startTag(token)
            }
            insert(token)
            self.mode = .beforeHead
        case .beforeHead:
            switch token.tag {
            case .html: start(token, in: .inBody)
            case .head:
                head = insert(token)
                self.mode = .inHead
            default:
                beginHead()
                startTag(token)
            }
        case .inHead: startInHead(token)
        case .inHeadNoscript:
            switch token.tag {
            case .html: start(token, in: .inBody)
            case .basefont, .bgsound, .link, .meta, .noframes, .style: startInHead(token)
            case .head, .noscript: break
            default:
                leaveNoscript()
                startTag(token)
            }
        case .afterHead: startAfterHead(token)
        case .inBody: startInBody(token)
        case .text: break
        case .inTable, .inTableText: startInTable(token)
        case .inCaption:
            guard isPartOfTable(token.tag) else { return startInBody(token) }
            if closeCaption() { startTag(token) }
        case .inColumnGroup:
            switch token.tag {
            case .html: startInBody(token)
            case .col: insertVoid(token)
            case .template: startInHead(token)
            default:
                guard currentTag == .colgroup else { return }
                pop()
                self.mode = .inTable
                startTag(token)
            }
        case .inTableBody: startInTableBody(token)
        case .inRow:
            switch token.tag {
            case .td, .th:
                popUntil { $0 == .tr || $0 == .template || $0 == .html }
                insert(token)
                self.mode = .inCell
                pushMarker()
            case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: if closeRow() { startTag(token) }
            default: startInTable(token)
            }
        case .inCell:
            guard isPartOfTable(token.tag) else { return startInBody(token) }
            if closeCell() { startTag(token) }
        case .inSelect: startInSelect(token)
        case .inSelectInTable:
            switch token.tag {
            case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
                pop(through: .select)
                resetMode()
                startTag(token)
            default: startInSelect(token)
            }
        case .inTemplate: startInTemplate(token)
        case .afterBody, .afterAfterBody:
            if token.tag == .html { return startInBody(token) }
            self.mode = .inBody
            startTag(token)
        case .inFrameset, .afterFrameset, .afterAfterFrameset:
            switch token.tag {
            case .html: startInBody(token)
            case .noframes: startInHead(token)
            case .frameset where mode == .inFrameset: insert(token)
            case .frame where mode == .inFrameset: insertVoid(token)
            default: break
            }
        }
    }

    private func isPartOfTable(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }

    private mutating func startInHead(_ token: Tag) {
        switch token.tag {
        case .html: startInBody(token)
        case .base, .basefont, .bgsound, .link, .meta: insertVoid(token)
        case .title: insertText(token, as: .replaceable)
        case .noframes, .style: insertText(token, as: .raw)
        case .noscript:
            if runsPrograms { return insertText(token, as: .raw) }
            insert(token)
            mode = .inHeadNoscript
        case .script: insertText(token, as: .script)
        case .template:
            insert(token)
            pushMarker()
            allowsFrameset = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        case .head: break
        default:
            leaveHead()
            startTag(token)
        }
    }

    private mutating func startAfterHead(_ token: Tag) {
        switch token.tag {
        case .html: startInBody(token)
        case .body:
            insert(token)
            allowsFrameset = false
            mode = .inBody
        case .frameset:
            insert(token)
            mode = .inFrameset
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            guard let head else { return }
            push(head)
            startInHead(token)
            removeFromOpen(head)
        case .head: break
        default:
            beginBody()
            startTag(token)
        }
    }

    mutating func startInBody(_ token: Tag) {
        switch token.tag {
        case .html:
            if !isOpen(.template), let root = open.first { mergeAttributes(into: root) }
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title: startInHead(token)
        case .body:
            guard open.count > 1, tag(open[1]) == .body, !isOpen(.template) else { return }
            allowsFrameset = false
            mergeAttributes(into: open[1])
        case .frameset:
            guard open.count > 1, tag(open[1]) == .body, allowsFrameset else { return }
            nodes.detach(open[1])
            pop(to: 1)
            insert(token)
            mode = .inFrameset
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption,
            .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul:
            closeParagraph()
            insert(token)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if currentTag.headingLevel != nil { pop() }
            insert(token)
        case .pre, .listing:
            closeParagraph()
            insert(token)
            skipsLineFeed = true
            allowsFrameset = false
        case .form:
            guard form == nil || isOpen(.template) else { return }
            closeParagraph()
            let node = insert(token)
            if !isOpen(.template) { form = node }
        case .li:
            allowsFrameset = false
            closeItem { $0 == .li }
            closeParagraph()
            insert(token)
        case .dd, .dt:
            allowsFrameset = false
            closeItem { $0 == .dd || $0 == .dt }
            closeParagraph()
            insert(token)
        case .plaintext:
            closeParagraph()
            insert(token)
            tokenizer.read(as: .plain)
        case .button:
            if isInScope(.button) { pop(through: .button) }
            reconstructFormatting()
            insert(token)
            allowsFrameset = false
        case .a:
            if let last = lastFormatting(token.name) {
                adopt(token)
                removeFormatting(last)
                removeFromOpen(last)
            }
            reconstructFormatting()
            pushFormatting(insert(token))
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            pushFormatting(insert(token))
        case .nobr:
            reconstructFormatting()
            if isInScope(.nobr) {
                adopt(token)
                reconstructFormatting()
            }
            pushFormatting(insert(token))
        case .applet, .marquee, .object:
            reconstructFormatting()
            insert(token)
            pushMarker()
            allowsFrameset = false
        case .table:
            if !isQuirky { closeParagraph() }
            insert(token)
            allowsFrameset = false
            mode = .inTable
        case .area, .br, .embed, .img, .keygen, .wbr:
            reconstructFormatting()
            insertVoid(token)
            allowsFrameset = false
        case .input:
            reconstructFormatting()
            insertVoid(token)
            if !isHiddenInput { allowsFrameset = false }
        case .param, .source, .track: insertVoid(token)
        case .hr:
            closeParagraph()
            insertVoid(token)
            allowsFrameset = false
        case .image: startTag(Tag(tag: .img, name: Int32(HTMLTag.img.rawValue), isSelfClosing: token.isSelfClosing))
        case .textarea:
            insertText(token, as: .replaceable)
            skipsLineFeed = true
            allowsFrameset = false
        case .xmp:
            closeParagraph()
            reconstructFormatting()
            allowsFrameset = false
            insertText(token, as: .raw)
        case .iframe:
            allowsFrameset = false
            insertText(token, as: .raw)
        case .noembed: insertText(token, as: .raw)
        case .noscript where runsPrograms: insertText(token, as: .raw)
        case .select:
            reconstructFormatting()
            insert(token)
            allowsFrameset = false
            switch mode {
            case .inTable, .inCaption, .inTableBody, .inRow, .inCell: mode = .inSelectInTable
            default: mode = .inSelect
            }
        case .optgroup, .option:
            if currentTag == .option { pop() }
            reconstructFormatting()
            insert(token)
        case .rb, .rtc:
            if isInScope(.ruby) { closeImplied() }
            insert(token)
        case .rp, .rt:
            if isInScope(.ruby) { closeImplied(except: .rtc) }
            insert(token)
        case .math:
            reconstructFormatting()
            insertForeign(token, .math)
        case .svg:
            reconstructFormatting()
            insertForeign(token, .svg)
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
        default:
            reconstructFormatting()
            insert(token)
        }
    }

    /// Closes an open item of the same list.
    private mutating func closeItem(_ isItem: (HTMLTag) -> Bool) {
        for node in open.reversed() {
            let tag = tag(node)
            if isItem(tag) {
                pop(through: tag)
                return
            }
            if tag.isSpecial, tag != .address, tag != .div, tag != .p { return }
        }
    }

    private var isHiddenInput: Bool {
        guard let type = tokenizer.attributes.first(where: { $0.key == .type }) else { return false }
        let value = tokenizer.text[Int(type.from)..<Int(type.to)]
        return value.count == 6 && value.startsLowercased(with: "hidden")
    }

    private mutating func startInTable(_ token: Tag) {
        switch token.tag {
        case .caption:
            popToTable()
            pushMarker()
            insert(token)
            mode = .inCaption
        case .colgroup:
            popToTable()
            insert(token)
            mode = .inColumnGroup
        case .col:
            popToTable()
            insert(.colgroup)
            mode = .inColumnGroup
            startTag(token)
        case .tbody, .tfoot, .thead:
            popToTable()
            insert(token)
            mode = .inTableBody
        case .td, .th, .tr:
            popToTable()
            insert(.tbody)
            mode = .inTableBody
            startTag(token)
        case .table: if closeTable() { startTag(token) }
        case .style, .script, .template: startInHead(token)
        case .input where isHiddenInput: insertVoid(token)
        case .form:
            guard form == nil, !isOpen(.template) else { return }
            form = insert(token)
            pop()
        default: fosterBody { $0.startInBody(token) }
        }
    }

    mutating func popToTable() { popUntil { $0 == .table || $0 == .template || $0 == .html } }

    mutating func popToTableBody() {
        popUntil { $0 == .tbody || $0 == .tfoot || $0 == .thead || $0 == .template || $0 == .html }
    }

    private mutating func startInTableBody(_ token: Tag) {
        switch token.tag {
        case .tr:
            popToTableBody()
            insert(token)
            mode = .inRow
        case .td, .th:
            popToTableBody()
            insert(.tr)
            mode = .inRow
            startTag(token)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead: if closeTableBody() { startTag(token) }
        default: startInTable(token)
        }
    }

    private mutating func startInSelect(_ token: Tag) {
        switch token.tag {
        case .html: startInBody(token)
        case .option:
            if currentTag == .option { pop() }
            insert(token)
        case .optgroup, .hr:
            if currentTag == .option { pop() }
            if currentTag == .optgroup { pop() }
            if token.tag == .hr { insertVoid(token) } else { insert(token) }
        case .select: closeSelect()
        case .input, .keygen, .textarea: if closeSelect() { startTag(token) }
        case .script, .template: startInHead(token)
        default: break
        }
    }

    private mutating func startInTemplate(_ token: Tag) {
        let next: Mode
        switch token.tag {
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return startInHead(token)
        case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
        case .col: next = .inColumnGroup
        case .tr: next = .inTableBody
        case .td, .th: next = .inRow
        default: next = .inBody
        }
        if !templateModes.isEmpty { templateModes.removeLast() }
        templateModes.append(next)
        mode = next
        startTag(token)
    }
}
