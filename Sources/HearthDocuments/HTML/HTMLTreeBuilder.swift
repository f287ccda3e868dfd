/// Makes a tree of a page's tags, mending what the file leaves open, in one pass without recursion.
///
/// It follows the Living Standard's tree construction (13.2.6) where it changes which text stands in which block:
/// implied end tags, tags that may not nest, stray end tags. It does not move nodes (no adoption agency, no foster
/// parenting), which changes emphasis only.
struct HTMLTreeBuilder {
    private var tokenizer: HTMLTokenizer
    private var tree = HTMLTree()
    private var open: [Int32] = []
    /// How many elements of a name are open, so that a stray end tag costs no search.
    private var openNames: [UInt64: Int] = [:]
    private var sawBody = false
    private(set) var isTruncated = false

    /// Bounds memory: about 150 MB at this many nodes. A page of 7 MB has some 500,000.
    static let nodeLimit = 4_000_000
    /// How far an end tag looks for its start. Deeper nesting is closed in order or not at all.
    private static let searchLimit = 256

    static func build(_ bytes: [UInt8]) throws -> (tree: HTMLTree, isTruncated: Bool, endedInside: Bool) {
        var builder = HTMLTreeBuilder(bytes)
        try builder.run()
        return (builder.tree, builder.isTruncated, builder.tokenizer.endedInside)
    }

    private init(_ bytes: [UInt8]) {
        tokenizer = HTMLTokenizer(bytes)
        tree.text.reserveCapacity(bytes.count / 2)
    }

    private mutating func run() throws {
        tree.nodes.append(.init(tag: .document, name: 0, parent: 0, end: 1, from: 0, to: 0))
        open.append(0)
        var count = 0
        loop: while true {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            guard tree.nodes.count < Self.nodeLimit else {
                isTruncated = true
                break
            }
            switch tokenizer.next() {
            case .text(let range): addText(range)
            case .start(let name, let selfClosing): addStart(name, selfClosing)
            case .end(let name): addEnd(name)
            case .finish: break loop
            }
        }
        pop(to: 0)
        tree.nodes[0].end = Int32(tree.nodes.count)
    }

    private func tag(ofOpen index: Int) -> HTMLTag { tree.nodes[Int(open[index])].tag }

    private mutating func addText(_ range: Range<Int>) {
        if current == .head {
            if tokenizer.bytes[range].allSatisfy(\.isHTMLSpace) { return }
            pop(to: open.count - 1)
        }
        let from = tree.text.count
        HTMLEntities.append(tokenizer.bytes[range], to: &tree.text)
        addNode(.text, name: 0, from: from, to: tree.text.count)
    }

    private var current: HTMLTag { tag(ofOpen: open.count - 1) }

    private mutating func addNode(_ tag: HTMLTag, name: UInt64, from: Int, to: Int) {
        let index = Int32(tree.nodes.count)
        tree.nodes.append(
            .init(
                tag: tag, name: name, parent: open.last ?? 0, end: index + 1, from: Int32(truncatingIfNeeded: from),
                to: Int32(truncatingIfNeeded: to)))
    }

    private mutating func addStart(_ name: UInt64, _ selfClosing: Bool) {
        let tag = HTMLTag.named(name)
        switch tag {
        case .html: if openNames[name, default: 0] > 0 { return }
        case .head: if sawBody || openNames[name, default: 0] > 0 { return }
        case .body:
            if sawBody { return }
            closeHead()
            sawBody = true
        case .title, .meta, .link, .script, .style, .base, .noscript, .template: break
        default: closeHead()
        }
        closeImplied(by: tag)
        let from = tree.attributes.count
        for attribute in tokenizer.attributes {
            let start = tree.text.count
            HTMLEntities.append(tokenizer.bytes[attribute.value], to: &tree.text, inAttribute: true)
            tree.attributes.append(
                .init(
                    name: attribute.name, from: Int32(truncatingIfNeeded: start),
                    to: Int32(truncatingIfNeeded: tree.text.count)))
        }
        addNode(tag, name: name, from: from, to: tree.attributes.count)
        if tag.isVoid { return }
        let node = Int32(tree.nodes.count - 1)
        if tag.isRawText {
            let content = tokenizer.rawText(until: name)
            if tag == .title || (tag == .script && isLinkedData(Int(node))) {
                open.append(node)
                let start = tree.text.count
                if tag == .title {
                    HTMLEntities.append(tokenizer.bytes[content], to: &tree.text)
                } else {
                    tree.text.append(contentsOf: tokenizer.bytes[content])
                }
                addNode(.text, name: 0, from: start, to: tree.text.count)
                open.removeLast()
                tree.nodes[Int(node)].end = Int32(tree.nodes.count)
            }
            return
        }
        // "<svg/>" and "<path/>" close themselves; on an HTML element the slash means nothing.
        if selfClosing, tag == .svg || tag == .math || insideForeign { return }
        open.append(node)
        openNames[name, default: 0] += 1
        if tag == .svg || tag == .math { foreignDepth += 1 }
    }

    /// Of all scripts only JSON-LD says something about the text.
    private func isLinkedData(_ node: Int) -> Bool {
        tree.string(.type, of: node)?.lowercased().contains("ld+json") == true
    }

    private var foreignDepth = 0
    private var insideForeign: Bool { foreignDepth > 0 }

    private mutating func closeHead() {
        if current == .head { pop(to: open.count - 1) }
    }

    private mutating func pop(to count: Int) {
        while open.count > max(count, 1) {
            let node = Int(open.removeLast())
            tree.nodes[node].end = Int32(tree.nodes.count)
            openNames[tree.nodes[node].name, default: 1] -= 1
            if tree.nodes[node].tag == .svg || tree.nodes[node].tag == .math { foreignDepth -= 1 }
        }
    }

    // MARK: Implied end tags

    private mutating func closeImplied(by tag: HTMLTag) {
        if tag.endsParagraph { closeNearest([.p], within: \.isInline) }
        switch tag {
        case .h1, .h2, .h3, .h4, .h5, .h6: if current.headingLevel != nil { pop(to: open.count - 1) }
        case .li: closeNearest([.li]) { $0 != .ul && $0 != .ol && $0 != .menu && !$0.isTablePart }
        case .dt, .dd: closeNearest([.dt, .dd]) { $0 != .dl && !$0.isTablePart }
        case .option, .optgroup: closeNearest([.option], within: \.isInline)
        case .td, .th: closeNearest([.td, .th]) { $0 != .table && $0 != .tr }
        case .tr: closeNearest([.tr]) { $0 != .table }
        case .tbody, .thead, .tfoot: closeNearest([.tbody, .thead, .tfoot]) { $0 != .table }
        case .a: closeNearest([.a], within: \.isInline)
        default: break
        }
    }

    /// Closes the nearest open element of these, if only elements that satisfy `within` are open inside it.
    private mutating func closeNearest(_ tags: Set<HTMLTag>, within: (HTMLTag) -> Bool) {
        var index = open.count - 1
        let lowest = max(1, open.count - Self.searchLimit)
        while index >= lowest {
            let tag = tag(ofOpen: index)
            if tags.contains(tag) {
                pop(to: index)
                return
            }
            if !within(tag) { return }
            index -= 1
        }
    }

    // MARK: End tags

    private mutating func addEnd(_ name: UInt64) {
        let tag = HTMLTag.named(name)
        switch tag {
        case .html, .body: return
        case .br: return addNode(.br, name: name, from: 0, to: 0)
        default: break
        }
        guard openNames[name, default: 0] > 0 else {
            // An end tag of a paragraph that is not open makes an empty one, which parts what stands around it.
            if tag == .p { addNode(.p, name: name, from: 0, to: 0) }
            return
        }
        let stopsAtBlocks = tag.isInline && tag != .other
        var index = open.count - 1
        let lowest = max(1, open.count - Self.searchLimit)
        while index >= lowest {
            let node = tree.nodes[Int(open[index])]
            if node.name == name {
                pop(to: index)
                return
            }
            if stopsAtBlocks && !node.tag.isInline { return }
            if node.tag.isTablePart && !tag.isTablePart { return }
            index -= 1
        }
    }
}

extension HTMLTag {
    /// Tables and what they are made of: end tags of other elements do not reach out of them.
    fileprivate var isTablePart: Bool {
        switch self {
        case .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th: true
        default: false
        }
    }
}
