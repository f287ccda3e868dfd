/// A page as a flat list of nodes in reading order.
///
/// The nodes of a subtree lie next to each other, from the node itself up to ``Node/end``, so that every walk over the
/// tree is a loop: nesting costs no stack, however deep a file makes it.
struct HTMLTree: Sendable {
    enum Namespace: UInt8, Sendable { case html, svg, math }

    struct Node: Sendable {
        var tag: HTMLTag
        var namespace: Namespace = .html
        /// The number of the element's name in ``HTMLTree/names``.
        var name: Int32
        /// Index of the parent; the root is its own.
        var parent: Int32
        /// One past the last node of the subtree.
        var end: Int32
        /// For text and comments: bytes in ``HTMLTree/text``. For elements: indices in ``HTMLTree/attributes``.
        var from: Int32
        var to: Int32
    }

    var nodes: [Node] = []
    var attributes: [HTMLTokenizer.Attribute] = []
    /// Text, names and values of attributes, with their character references resolved.
    var text: [UInt8] = []
    var names = HTMLNames.known
    /// The page's document type, if it names one.
    var doctype: HTMLDoctype?

    /// The bytes of a text node.
    func bytes(of node: Int) -> ArraySlice<UInt8> {
        nodes[node].tag == .text ? text[Int(nodes[node].from)..<Int(nodes[node].to)] : []
    }

    /// The attributes of a node; nothing for text.
    func attributes(of node: Int) -> ArraySlice<HTMLTokenizer.Attribute> {
        let item = nodes[node]
        switch item.tag {
        case .text, .comment, .doctype: return []
        default: return attributes[Int(item.from)..<Int(item.to)]
        }
    }

    func value(_ key: HTMLAttribute, of node: Int) -> ArraySlice<UInt8>? {
        for attribute in attributes(of: node) where attribute.key == key {
            return text[Int(attribute.from)..<Int(attribute.to)]
        }
        return nil
    }

    func string(_ key: HTMLAttribute, of node: Int) -> String? {
        value(key, of: node).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All text below a node that a reader sees, runs of white space as one space, at most `limit` bytes.
    func plainText(of node: Int, limit: Int = 4096) -> String {
        var out: [UInt8] = []
        var index = node
        while index < Int(nodes[node].end), out.count <= limit {
            let tag = nodes[index].tag
            if tag == .text {
                for byte in bytes(of: index) {
                    if byte.isHTMLSpace {
                        if let last = out.last, last != 0x20 { out.append(0x20) }
                    } else {
                        out.append(byte)
                    }
                }
            } else if tag.isNeverText, index != node {
                index = Int(nodes[index].end)
                continue
            }
            index += 1
        }
        while out.last == 0x20 { out.removeLast() }
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether a table holds data, and not the layout of a page: at least two rows and two columns, no table and no
    /// headings inside, and cells short enough to stand in a row.
    func isDataTable(_ table: Int) -> Bool {
        var rows = 0
        var cells = 0
        var bytesOfText = 0
        var index = table + 1
        while index < Int(nodes[table].end) {
            switch nodes[index].tag {
            case .table, .h1, .h2, .h3, .form, .article, .section, .blockquote, .pre: return false
            case .tr: rows += 1
            case .td, .th: cells += 1
            case .text: bytesOfText += Int(nodes[index].to - nodes[index].from)
            case let tag where tag.isNeverText:
                index = Int(nodes[index].end)
                continue
            default: break
            }
            index += 1
        }
        return rows >= 2 && cells >= 2 * rows - 1 && bytesOfText < cells * 400
    }
}

/// The attributes that somebody asks for.
enum HTMLAttribute: UInt8, Sendable, CaseIterable {
    case other
    case id, `class`, role, href, rel, hidden, style, lang, name, content, property, itemprop, itemtype, type, charset,
        alt
    case title
    case color, face, size, encoding
    case colspan, rowspan
    case ariaHidden, ariaLabel
    /// Of AMP: what stands in for a component until it is loaded, or where it cannot be.
    case placeholder, fallback

    /// - Parameter hash: Of the name, by ``HTMLTag/hash(_:after:)``.
    static func named(_ hash: UInt64, _ name: ArraySlice<UInt8>) -> HTMLAttribute {
        guard let known = byHash[hash], known.name.elementsEqual(name) else { return .other }
        return known.attribute
    }

    private static let byHash: [UInt64: (attribute: HTMLAttribute, name: [UInt8])] = {
        var table: [UInt64: (attribute: HTMLAttribute, name: [UInt8])] = [:]
        for item in allCases where item != .other {
            let name =
                switch item {
                case .ariaHidden: Array("aria-hidden".utf8)
                case .ariaLabel: Array("aria-label".utf8)
                default: Array("\(item)".utf8)
                }
            table[HTMLTag.hash(name)] = (item, name)
        }
        return table
    }()
}

extension UInt8 {
    /// Space, tab, line feed, form feed and carriage return: what HTML calls white space.
    var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}

/// The nodes of a tree that is being made, linked to each other, so that any can be put or moved anywhere in a fixed time.
struct HTMLNodes {
    struct Node {
        var tag: HTMLTag
        var namespace = HTMLTree.Namespace.html
        var isOpen = false
        var name: Int32 = 0
        var parent: Int32 = -1
        var first: Int32 = -1
        var last: Int32 = -1
        var previous: Int32 = -1
        var next: Int32 = -1
        var from: Int32 = 0
        var to: Int32 = 0
    }

    /// Where a node goes: before another one, or at the end of its parent.
    struct Place {
        var parent: Int32
        var before: Int32 = -1
    }

    private var items: [Node] = [Node(tag: .document)]

    var count: Int { items.count }

    subscript(_ node: Int32) -> Node {
        get { items[Int(node)] }
        set { items[Int(node)] = newValue }
    }

    mutating func add(_ node: Node) -> Int32 {
        items.append(node)
        return Int32(items.count - 1)
    }

    mutating func append(_ node: Int32, to parent: Int32) { insert(node, at: Place(parent: parent)) }

    mutating func insert(_ node: Int32, at place: Place) {
        let parent = place.parent
        let previous = place.before >= 0 ? self[place.before].previous : self[parent].last
        self[node].parent = parent
        self[node].previous = previous
        self[node].next = place.before
        if previous >= 0 { self[previous].next = node } else { self[parent].first = node }
        if place.before >= 0 { self[place.before].previous = node } else { self[parent].last = node }
    }

    mutating func detach(_ node: Int32) {
        let item = self[node]
        guard item.parent >= 0 else { return }
        if item.previous >= 0 {
            self[item.previous].next = item.next
        } else {
            self[item.parent].first = item.next
        }
        if item.next >= 0 {
            self[item.next].previous = item.previous
        } else {
            self[item.parent].last = item.previous
        }
        self[node].parent = -1
        self[node].previous = -1
        self[node].next = -1
    }

    mutating func moveChildren(of node: Int32, to other: Int32) {
        var child = self[node].first
        self[other].first = child
        self[other].last = self[node].last
        self[node].first = -1
        self[node].last = -1
        while child >= 0 {
            self[child].parent = other
            child = self[child].next
        }
    }

    /// The nodes that hang together with the root, as ``HTMLTree`` has them.
    func inReadingOrder() -> [HTMLTree.Node] {
        var result: [HTMLTree.Node] = []
        result.reserveCapacity(items.count)
        var parents: [Int32] = []
        var node: Int32 = 0
        while node >= 0 {
            let item = self[node]
            let index = Int32(result.count)
            result.append(
                .init(
                    tag: item.tag, namespace: item.namespace, name: item.name, parent: parents.last ?? 0,
                    end: index + 1, from: item.from, to: item.to))
            if item.first >= 0 {
                parents.append(index)
                node = item.first
                continue
            }
            while node >= 0, self[node].next < 0 {
                node = self[node].parent
                if let parent = parents.popLast() { result[Int(parent)].end = Int32(result.count) }
            }
            if node >= 0 { node = self[node].next }
        }
        return result
    }
}
