/// What end tags do in each insertion mode (13.2.6.4), and what closes the parts of a table.
extension HTMLTreeBuilder {
    mutating func closeCaption() -> Bool {
        guard isInScope(.caption, .table) else { return false }
        pop(through: .caption)
        clearToMarker()
        mode = .inTable
        return true
    }

    mutating func closeTable() -> Bool {
        guard isInScope(.table, .table) else { return false }
        pop(through: .table)
        resetMode()
        return true
    }

    mutating func closeTableBody() -> Bool {
        guard isInScope(.table, { $0 == .tbody || $0 == .thead || $0 == .tfoot }) else { return false }
        popToTableBody()
        pop()
        mode = .inTable
        return true
    }

    mutating func closeRow() -> Bool {
        guard isInScope(.tr, .table) else { return false }
        popUntil { $0 == .tr || $0 == .template || $0 == .html }
        pop()
        mode = .inTableBody
        return true
    }

    mutating func closeCell() -> Bool {
        guard isInScope(.table, { $0 == .td || $0 == .th }) else { return false }
        pop { $0 == .td || $0 == .th }
        clearToMarker()
        mode = .inRow
        return true
    }

    @discardableResult
    mutating func closeSelect() -> Bool {
        guard isInScope(.select, .select) else { return false }
        pop(through: .select)
        resetMode()
        return true
    }

    // MARK: By mode

    mutating func end(_ token: Tag, in mode: Mode) {
        switch mode {
        case .initial:
            leaveInitial()
            endTag(token)
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endBeforeBody(token, in: mode)
        case .inBody: endInBody(token)
        case .text:
            pop()
            self.mode = originalMode
        case .inTable, .inTableText: endInTable(token)
        case .inCaption:
            switch token.tag {
            case .caption: _ = closeCaption()
            case .table: if closeCaption() { endTag(token) }
            case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
            default: endInBody(token)
            }
        case .inColumnGroup:
            switch token.tag {
            case .col: break
            case .template: endInHead(token)
            default:
                guard currentTag == .colgroup else { return }
                pop()
                self.mode = .inTable
                if token.tag != .colgroup { endTag(token) }
            }
        case .inTableBody:
            switch token.tag {
            case .tbody, .tfoot, .thead: if isInScope(token.tag, .table) { _ = closeTableBody() }
            case .table: if closeTableBody() { endTag(token) }
            case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
            default: endInTable(token)
            }
        case .inRow:
            switch token.tag {
            case .tr: _ = closeRow()
            case .table: if closeRow() { endTag(token) }
            case .tbody, .tfoot, .thead: if isInScope(token.tag, .table), closeRow() { endTag(token) }
            case .body, .caption, .col, .colgroup, .html, .td, .th: break
            default: endInTable(token)
            }
        case .inCell:
            switch token.tag {
            case .td, .th:
                guard isInScope(token.tag, .table) else { return }
                pop(through: token.tag)
                clearToMarker()
                self.mode = .inRow
            case .body, .caption, .col, .colgroup, .html: break
            case .table, .tbody, .tfoot, .thead, .tr: if isInScope(token.tag, .table), closeCell() { endTag(token) }
            default: endInBody(token)
            }
        case .inSelect: endInSelect(token)
        case .inSelectInTable:
            switch token.tag {
            case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
                guard isInScope(token.tag, .table) else { return }
                pop(through: .select)
                resetMode()
                endTag(token)
            default: endInSelect(token)
            }
        case .inTemplate: if token.tag == .template { endInHead(token) }
        case .afterBody:
            if token.tag == .html {
                if context == nil { self.mode = .afterAfterBody }
                return
            }
            self.mode = .inBody
            endTag(token)
        case .inFrameset:
            guard token.tag == .frameset, open.count > 1 else { return }
            pop()
            if context == nil, currentTag != .frameset { self.mode = .afterFrameset }
        case .afterFrameset: if token.tag == .html { self.mode = .afterAfterFrameset }
        case .afterAfterBody:
            self.mode = .inBody
            endTag(token)
        case .afterAfterFrameset: break
        }
    }

    private mutating func endBeforeBody(_ token: Tag, in mode: Mode) {
        switch (token.tag, mode) {
        case (.template, .beforeHTML), (.template, .beforeHead), (.template, .inHeadNoscript): return
        case (.template, _): return endInHead(token)
        case (.head, .inHead): return leaveHead()
        case (.noscript, .inHeadNoscript): return leaveNoscript()
        case (.head, .beforeHTML), (.head, .beforeHead), (.br, _): break
        case (.body, _), (.html, _): if mode == .inHeadNoscript { return }
        default: return
        }
        switch mode {
        case .beforeHTML: beginHTML()
        case .beforeHead: beginHead()
        case .inHead: leaveHead()
        case .inHeadNoscript: leaveNoscript()
        default: beginBody()
        }
        endTag(token)
    }

    private mutating func endInHead(_ token: Tag) {
        if token.tag == .template, isOpen(.template), !templateModes.isEmpty { closeTemplate() }
    }

    private mutating func endInBody(_ token: Tag) {
        switch token.tag {
        case .template: endInHead(token)
        case .body, .html:
            guard isInScope(.body) else { return }
            mode = .afterBody
            if token.tag == .html { endTag(token) }
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
            .summary, .ul:
            guard isInScope(token.tag) else { return }
            pop(through: token.tag)
        case .form:
            if isOpen(.template) {
                if isInScope(.form) { pop(through: .form) }
                return
            }
            guard let node = form else { return }
            form = nil
            guard nodes[node].isOpen, isInScope(.form) else { return }
            closeImplied()
            removeFromOpen(node)
        case .p:
            if !isInScope(.p, .button) { insert(.p) }
            closeParagraph()
        case .li:
            guard isInScope(.li, .listItem) else { return }
            pop(through: .li)
        case .dd, .dt:
            guard isInScope(token.tag) else { return }
            pop(through: token.tag)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard isInScope(.usual, { $0.headingLevel != nil }) else { return }
            pop { $0.headingLevel != nil }
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: adopt(token)
        case .applet, .marquee, .object:
            guard isInScope(token.tag) else { return }
            pop(through: token.tag)
            clearToMarker()
        case .br:
            reconstructFormatting()
            insert(.br)
            pop()
            allowsFrameset = false
        default: closeAny(token)
        }
    }

    private mutating func endInTable(_ token: Tag) {
        switch token.tag {
        case .table: _ = closeTable()
        case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        case .template: endInHead(token)
        default: fosterBody { $0.endInBody(token) }
        }
    }

    private mutating func endInSelect(_ token: Tag) {
        switch token.tag {
        case .optgroup:
            if currentTag == .option, open.count > 1, tag(open[open.count - 2]) == .optgroup { pop() }
            if currentTag == .optgroup { pop() }
        case .option: if currentTag == .option { pop() }
        case .select: closeSelect()
        case .template: endInHead(token)
        default: break
        }
    }
}

/// The list of active formatting elements (13.2.4.3): what is opened again in the next block when a block's end closes it, and
/// what end tags in another order than the start tags' do.
extension HTMLTreeBuilder {
    /// Formatting elements that are opened anew in each block, the newest of them; the standard has no limit.
    private static let formattingLimit = 64

    mutating func pushMarker() {
        formatting.append(Self.marker)
        // Markers whose element was closed without them stay; searches go no further than the last one.
        if formatting.count > 1_024 { formatting.removeFirst(512) }
    }

    mutating func clearToMarker() { while let last = formatting.popLast(), last != Self.marker {} }

    private var firstAfterMarker: Int { (formatting.lastIndex(of: Self.marker) ?? -1) + 1 }

    /// The formatting element of this name that was opened last.
    func lastFormatting(_ name: Int32) -> Int32? {
        formatting[firstAfterMarker...].last { nodes[$0].name == name }
    }

    mutating func removeFormatting(_ node: Int32) {
        if let place = formatting.lastIndex(of: node) { formatting.remove(at: place) }
    }

    /// Notes a formatting element: no more than three that are alike (the standard's "Noah's Ark clause"), and no more than
    /// ``formattingLimit``.
    mutating func pushFormatting(_ node: Int32) {
        let first = firstAfterMarker
        let alike = formatting[first...].indices.filter { isAlike(formatting[$0], node) }
        if alike.count >= 3 {
            formatting.remove(at: alike[0])
        } else if formatting.count - first >= Self.formattingLimit {
            formatting.remove(at: first)
        }
        formatting.append(node)
    }

    private func isAlike(_ one: Int32, _ other: Int32) -> Bool {
        let (one, other) = (nodes[one], nodes[other])
        guard one.name == other.name, one.namespace == other.namespace, one.to - one.from == other.to - other.from
        else { return false }
        if one.from == other.from { return true }
        let others = attributes[Int(other.from)..<Int(other.to)]
        return attributes[Int(one.from)..<Int(one.to)].allSatisfy { attribute in
            others.contains {
                $0.key == attribute.key && bytes(ofName: $0).elementsEqual(bytes(ofName: attribute))
                    && tokenizer.text[Int($0.from)..<Int($0.to)].elementsEqual(
                        tokenizer.text[Int(attribute.from)..<Int(attribute.to)])
            }
        }
    }

    /// Opens the formatting elements again that the end of a block closed.
    mutating func reconstructFormatting() {
        guard let last = formatting.last, last != Self.marker, !nodes[last].isOpen else { return }
        var place = formatting.count - 1
        while place > 0, formatting[place - 1] != Self.marker, !nodes[formatting[place - 1]].isOpen { place -= 1 }
        while place < formatting.count, open.count < Self.depthLimit {
            formatting[place] = insert(copy(of: formatting[place]))
            place += 1
        }
    }

    private mutating func copy(of node: Int32) -> Int32 {
        let item = nodes[node]
        return nodes.add(
            HTMLNodes.Node(tag: item.tag, namespace: item.namespace, name: item.name, from: item.from, to: item.to))
    }

    /// The adoption agency (13.2.6.4.7): what an end tag of a formatting element does where blocks were opened inside it.
    mutating func adopt(_ token: Tag) {
        let last = nodes[current]
        if last.name == token.name, last.namespace == .html, !formatting.contains(current) { return pop() }
        for _ in 0..<8 {
            guard let element = lastFormatting(token.name) else { return closeAny(token) }
            guard nodes[element].isOpen, let place = open.lastIndex(of: element) else {
                return removeFormatting(element)
            }
            guard open[(place + 1)...].allSatisfy({ !tag($0).endsScope }) else { return }
            guard let blockPlace = open[(place + 1)...].firstIndex(where: { tag($0).isSpecial }) else {
                pop(to: place)
                return removeFormatting(element)
            }
            adopt(element, at: place, block: open[blockPlace], at: blockPlace)
        }
    }

    private mutating func adopt(_ element: Int32, at place: Int, block: Int32, at blockPlace: Int) {
        let ancestor = open[place - 1]
        var bookmark = formatting.lastIndex(of: element) ?? formatting.count
        var last = block
        // Between the block and the formatting element: the three nearest go along, the others are closed.
        for (step, between) in ((place + 1)..<blockPlace).reversed().enumerated() {
            let node = open[between]
            var entry = formatting.lastIndex(of: node)
            if step >= 3, let found = entry {
                formatting.remove(at: found)
                if found < bookmark { bookmark -= 1 }
                entry = nil
            }
            guard let entry else {
                open.remove(at: between)
                setOpen(node, false)
                continue
            }
            let new = copy(of: node)
            formatting[entry] = new
            open[between] = new
            setOpen(node, false)
            setOpen(new, true)
            if last == block { bookmark = entry + 1 }
            nodes.detach(last)
            nodes.append(last, to: new)
            last = new
        }
        nodes.detach(last)
        nodes.insert(last, at: self.place(in: ancestor))
        let new = copy(of: element)
        nodes.moveChildren(of: block, to: new)
        nodes.append(new, to: block)
        if let entry = formatting.lastIndex(of: element) {
            formatting.remove(at: entry)
            if entry < bookmark { bookmark -= 1 }
        }
        formatting.insert(new, at: min(bookmark, formatting.count))
        removeFromOpen(element)
        open.insert(new, at: (open.lastIndex(of: block) ?? open.count - 1) + 1)
        setOpen(new, true)
    }
}
