/// Makes a tree of a page's tags, mending what the page leaves open, as the HTML Living Standard says (13.2.6): what every
/// browser makes of the same bytes. The rules, mode by mode, are in `HTMLTreeRules.swift`; this file holds the state that they
/// work on, and what they are made of: insertion, the stack of open elements, scopes, and the list of formatting elements.
///
/// Nothing in it recurses over the page, and every step looks at no more than a fixed number of elements: depth and the list
/// of formatting elements are limited, as in browsers, which the standard leaves to them.
struct HTMLTreeBuilder {
    struct Options: Sendable {
        /// Whether the page is read as by a browser that runs programs, to which the content of `noscript` is no markup. Pages
        /// are written for those: what is left open in a `noscript` would take in the rest of a page.
        var runsPrograms = true
        /// Whether the page is XHTML, in which `<script/>` is whole and `<![CDATA[` is text everywhere. It is read by the rules
        /// of HTML all the same, so that an error costs no more than its place.
        var isXHTML = false
        /// The element whose content the text is, for a part of a page.
        var context: Context?

        struct Context: Sendable {
            var namespace: HTMLTree.Namespace = .html
            var name: String
        }
    }

    /// Bounds memory: about 150 MB at this many nodes. A page of 7 MB has some 500,000.
    static let nodeLimit = 2_000_000
    /// All attributes of a page; further ones are passed over.
    static let attributeLimit = 4_000_000
    /// No more elements are open at once; those inside are read as if they had no content of their own. As in Chromium.
    static let depthLimit = 512

    /// A start or end tag.
    struct Tag {
        var tag: HTMLTag
        /// Its number in the names; -1 for an end tag of an element that never began.
        var name: Int32
        var isSelfClosing = false
    }

    enum Mode {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable, inTableText
        case inCaption, inColumnGroup, inTableBody, inRow, inCell, inSelect, inSelectInTable, inTemplate
        case afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
    }

    var tokenizer: HTMLTokenizer
    let runsPrograms: Bool
    private let isXHTML: Bool
    /// The element whose content is read, for a part of a page.
    private(set) var context: HTMLNodes.Node?
    var nodes = HTMLNodes()
    private(set) var attributes: [HTMLTokenizer.Attribute] = []
    private var names = HTMLNames.known

    var mode = Mode.initial
    var originalMode = Mode.initial
    var templateModes: [Mode] = []
    var head: Int32?
    var form: Int32?
    var allowsFrameset = true
    var isQuirky = false
    /// Whether what cannot stand in a table goes before it.
    var movesOutOfTables = false
    var skipsLineFeed = false
    var tableText: [Range<Int>] = []

    var open: [Int32] = []
    /// How many elements of each kind are open, so that most searches end before they begin.
    private var openCounts = [Int32](repeating: 0, count: 256)
    /// Elements beyond ``depthLimit`` whose end tags are still to come.
    private var skippedStarts = 0
    /// Formatting elements, and ``marker`` where a cell or the like began.
    var formatting: [Int32] = []
    static let marker: Int32 = -1
    private var isTruncated = false

    /// - Throws: `CancellationError`.
    static func build(
        _ bytes: [UInt8], options: Options = Options()
    ) throws -> (tree: HTMLTree, isTruncated: Bool, endedInside: Bool) {
        var builder = HTMLTreeBuilder(bytes, options)
        try builder.run()
        return (builder.tree, builder.isTruncated, builder.tokenizer.endedInside)
    }

    private init(_ bytes: [UInt8], _ options: Options) {
        tokenizer = HTMLTokenizer(bytes)
        runsPrograms = options.runsPrograms
        isXHTML = options.isXHTML
        if let context = options.context { begin(in: context) }
    }

    private mutating func run() throws {
        var count = 0
        while true {
            count += 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            guard nodes.count < Self.nodeLimit else {
                isTruncated = true
                break
            }
            let isForeign = adjustedCurrent.map { $0.namespace != .html } ?? false
            tokenizer.allowsCharacterData = isForeign || isXHTML
            let skipsLineFeed = skipsLineFeed
            self.skipsLineFeed = false
            switch tokenizer.next() {
            case .characters(let range):
                let isSkipped = skipsLineFeed && tokenizer.text[range.lowerBound] == newline
                let rest = range.lowerBound + (isSkipped ? 1 : 0)..<range.upperBound
                if !rest.isEmpty { characters(rest) }
            case .start:
                let name = names.number(adding: tokenizer.name)
                let token = Tag(tag: names.tag(name), name: name, isSelfClosing: tokenizer.isSelfClosing)
                if open.count >= Self.depthLimit, skip(start: token) { break }
                startTag(token)
                let endsItself = isXHTML && token.isSelfClosing && !token.tag.isVoid
                if endsItself, !isForeign, token.tag != .svg, token.tag != .math {
                    tokenizer.read(as: .data)
                    endTag(token)
                }
            case .end:
                let name = names.number(of: tokenizer.name)
                let token = Tag(tag: name.map(names.tag) ?? .other, name: name ?? -1)
                if skippedStarts == 0 || !skip(end: token) { endTag(token) }
            case .comment(let range): comment(range)
            case .doctype: doctype()
            case .finish:
                finish()
                return
            }
        }
    }

    private var tree: HTMLTree {
        HTMLTree(
            nodes: nodes.inReadingOrder(), attributes: attributes, text: tokenizer.text, names: names,
            doctype: tokenizer.doctype.name == nil ? nil : tokenizer.doctype)
    }

    /// Reads the content of an element as the property `innerHTML` of one does.
    private mutating func begin(in part: Options.Context) {
        let name = names.number(adding: Array(part.name.lowercased().utf8))
        let tag = part.namespace == .html ? names.tag(name) : foreignTag(name, part.namespace, encoding: nil)
        context = HTMLNodes.Node(tag: tag, namespace: part.namespace, name: name)
        if part.namespace == .html {
            switch tag {
            case .title, .textarea: tokenizer.read(as: .replaceable)
            case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.read(as: .raw)
            case .noscript where runsPrograms: tokenizer.read(as: .raw)
            case .script: tokenizer.read(as: .script)
            case .plaintext: tokenizer.read(as: .plain)
            default: break
            }
        }
        insert(.html)
        if tag == .template { templateModes.append(.inTemplate) }
        resetMode()
        if tag == .form { form = 0 }
    }

    // MARK: Depth

    /// Notes an element at the limit of depth, without content. Its text goes to what is open.
    private mutating func skip(start token: Tag) -> Bool {
        guard !token.tag.isVoid, !token.tag.isRawText, mode != .text else { return false }
        insertChildless(token)
        if !token.isSelfClosing { skippedStarts += 1 }
        return true
    }

    private mutating func skip(end token: Tag) -> Bool {
        guard mode != .text, !token.tag.isVoid else { return false }
        skippedStarts -= 1
        // What follows is in another block than what came before.
        if !token.tag.isInline, token.name >= 0 { insertChildless(Tag(tag: token.tag, name: token.name)) }
        return true
    }

    private mutating func insertChildless(_ token: Tag) {
        let node = nodes.add(
            HTMLNodes.Node(tag: token.tag == .svg || token.tag == .math ? .foreign : token.tag, name: token.name))
        nodes.insert(node, at: place())
    }

    // MARK: Nodes

    func tag(_ node: Int32) -> HTMLTag { nodes[node].tag }

    var current: Int32 { open.last ?? 0 }

    var currentTag: HTMLTag { tag(current) }

    /// The current node, or the element around the part of a page that is read; `nil` before the first element.
    var adjustedCurrent: HTMLNodes.Node? {
        if open.count == 1, let context { return context }
        return open.last.map { nodes[$0] }
    }

    /// Whether a name is this one, which no ``HTMLTag`` stands for.
    func isName(_ number: Int32, _ name: StaticString) -> Bool {
        number >= 0 && names[number].count == name.utf8CodeUnitCount && names[number].starts(with: name)
    }

    // MARK: Insertion

    /// The appropriate place for inserting a node (13.2.6.1).
    func place(in override: Int32? = nil) -> HTMLNodes.Place {
        let target = override ?? current
        guard movesOutOfTables, tag(target).isTableGrid else { return HTMLNodes.Place(parent: target) }
        let template = lastOpen(.template)
        guard let table = lastOpen(.table) else {
            return HTMLNodes.Place(parent: template.map { open[$0] } ?? open.first ?? 0)
        }
        if let template, template > table { return HTMLNodes.Place(parent: open[template]) }
        let node = open[table]
        let parent = nodes[node].parent
        return parent >= 0 ? HTMLNodes.Place(parent: parent, before: node) : HTMLNodes.Place(parent: open[table - 1])
    }

    private func lastOpen(_ tag: HTMLTag) -> Int? {
        openCounts[Int(tag.rawValue)] == 0 ? nil : open.lastIndex { self.tag($0) == tag }
    }

    /// Adds an element without attributes and opens it.
    @discardableResult
    mutating func insert(_ tag: HTMLTag) -> Int32 {
        let node = nodes.add(HTMLNodes.Node(tag: tag, name: Int32(tag.rawValue)))
        nodes.insert(node, at: tag == .html ? HTMLNodes.Place(parent: 0) : place())
        push(node)
        return node
    }

    /// Adds the element of a start tag and opens it.
    @discardableResult
    mutating func insert(_ token: Tag) -> Int32 { insert(element(of: token, token.tag, .html)) }

    /// Adds the element of a start tag that has no content.
    mutating func insertVoid(_ token: Tag) {
        insert(token)
        pop()
    }

    mutating func insertForeign(_ token: Tag, _ namespace: HTMLTree.Namespace) {
        let encoding = tokenizer.attributes.first { $0.key == .encoding }
            .map { String(decoding: tokenizer.text[Int($0.from)..<Int($0.to)], as: UTF8.self).lowercased() }
        _ = insert(element(of: token, foreignTag(token.name, namespace, encoding: encoding), namespace))
        if token.isSelfClosing { pop() }
    }

    mutating func insert(_ node: Int32) -> Int32 {
        nodes.insert(node, at: tag(node) == .html ? HTMLNodes.Place(parent: 0) : place())
        push(node)
        return node
    }

    private mutating func element(of token: Tag, _ tag: HTMLTag, _ namespace: HTMLTree.Namespace) -> Int32 {
        let from = Int32(attributes.count)
        if attributes.count < Self.attributeLimit { attributes += tokenizer.attributes }
        return nodes.add(
            HTMLNodes.Node(tag: tag, namespace: namespace, name: token.name, from: from, to: Int32(attributes.count)))
    }

    private func foreignTag(_ name: Int32, _ namespace: HTMLTree.Namespace, encoding: String?) -> HTMLTag {
        if namespace == .svg {
            if isName(name, "svg") { return .svg }
            if isName(name, "foreignobject") { return .svgForeignObject }
            if isName(name, "desc") { return .svgDesc }
            return isName(name, "title") ? .svgTitle : .foreign
        }
        if isName(name, "math") { return .math }
        if isName(name, "annotation-xml") {
            return encoding == "text/html" || encoding == "application/xhtml+xml" ? .annotationHTML : .annotationXML
        }
        let holdsText: [StaticString] = ["mi", "mo", "mn", "ms", "mtext"]
        return holdsText.contains { isName(name, $0) } ? .mathText : .foreign
    }

    /// Adds to the element of `<html>` or `<body>` what another of its tags says.
    mutating func mergeAttributes(into node: Int32) {
        let item = nodes[node]
        let old = attributes[Int(item.from)..<Int(item.to)]
        let new = tokenizer.attributes.filter { attribute in
            !old.contains { $0.key == attribute.key && bytes(ofName: $0).elementsEqual(bytes(ofName: attribute)) }
        }
        guard !new.isEmpty, old.count < HTMLTokenizer.attributeLimit, attributes.count < Self.attributeLimit else {
            return
        }
        nodes[node].from = Int32(attributes.count)
        attributes += Array(old) + new
        nodes[node].to = Int32(attributes.count)
    }

    func bytes(ofName attribute: HTMLTokenizer.Attribute) -> ArraySlice<UInt8> {
        tokenizer.text[Int(attribute.name)..<Int(attribute.from)]
    }

    mutating func insertText(_ range: Range<Int>) {
        let place = place()
        guard !range.isEmpty, place.parent > 0 else { return }
        let previous = place.before >= 0 ? nodes[place.before].previous : nodes[place.parent].last
        if previous >= 0, tag(previous) == .text, Int(nodes[previous].to) == range.lowerBound {
            nodes[previous].to = Int32(range.upperBound)
            return
        }
        let node = nodes.add(HTMLNodes.Node(tag: .text, from: Int32(range.lowerBound), to: Int32(range.upperBound)))
        nodes.insert(node, at: place)
    }

    mutating func insertComment(_ range: Range<Int>, in parent: Int32? = nil) {
        let node = nodes.add(HTMLNodes.Node(tag: .comment, from: Int32(range.lowerBound), to: Int32(range.upperBound)))
        nodes.insert(node, at: parent.map { HTMLNodes.Place(parent: $0) } ?? place())
    }

    mutating func insertDoctype() { nodes.append(nodes.add(HTMLNodes.Node(tag: .doctype)), to: 0) }

    // MARK: The stack of open elements

    mutating func push(_ node: Int32) {
        open.append(node)
        setOpen(node, true)
    }

    mutating func pop() {
        // The root stays, whatever a page does.
        guard open.count > 1, let node = open.popLast() else { return }
        setOpen(node, false)
    }

    /// Closes elements until so many are open.
    mutating func pop(to count: Int) { while open.count > max(count, 1) { pop() } }

    /// Closes elements up to and with the nearest of these.
    mutating func pop(through isWanted: (HTMLTag) -> Bool) {
        guard let place = open.lastIndex(where: { isWanted(tag($0)) }) else { return }
        pop(to: place)
    }

    mutating func pop(through tag: HTMLTag) { pop { $0 == tag } }

    /// Closes elements until the current one is one of these.
    mutating func popUntil(_ isWanted: (HTMLTag) -> Bool) { while open.count > 1, !isWanted(currentTag) { pop() } }

    mutating func setOpen(_ node: Int32, _ isOpen: Bool) {
        nodes[node].isOpen = isOpen
        openCounts[Int(tag(node).rawValue)] += isOpen ? 1 : -1
    }

    /// Closes an element that need not be the current one.
    mutating func removeFromOpen(_ node: Int32) {
        guard nodes[node].isOpen, let place = open.lastIndex(of: node), place > 0 else { return }
        open.remove(at: place)
        setOpen(node, false)
    }

    func isOpen(_ tag: HTMLTag) -> Bool { openCounts[Int(tag.rawValue)] > 0 }

    enum Scope { case usual, button, listItem, table, select }

    /// Whether an element is open that one can get at from here.
    func isInScope(_ tag: HTMLTag, _ scope: Scope = .usual) -> Bool {
        isOpen(tag) && isInScope(scope) { $0 == tag }
    }

    func isInScope(_ scope: Scope = .usual, _ isWanted: (HTMLTag) -> Bool) -> Bool {
        for node in open.reversed() {
            let tag = tag(node)
            if isWanted(tag) { return true }
            let ends =
                switch scope {
                case .usual: tag.endsScope
                case .button: tag.endsScope || tag == .button
                case .listItem: tag.endsScope || tag == .ol || tag == .ul
                case .table: tag == .html || tag == .table || tag == .template
                case .select: tag != .optgroup && tag != .option
                }
            if ends { return false }
        }
        return false
    }

    /// Closes what ends by itself, but not an element of this kind.
    mutating func closeImplied(except tag: HTMLTag? = nil) {
        while currentTag.hasImpliedEnd, currentTag != tag { pop() }
    }

    mutating func closeParagraph() {
        guard isInScope(.p, .button) else { return }
        pop(through: .p)
    }

    /// What any end tag does that no rule names: it closes the nearest element of its name, unless a special one is between.
    mutating func closeAny(_ token: Tag) {
        guard token.name >= 0 else { return }
        for place in open.indices.reversed() {
            let node = nodes[open[place]]
            if node.name == token.name, node.namespace == .html {
                pop(to: place)
                return
            }
            if node.tag.isSpecial { return }
        }
    }
}
