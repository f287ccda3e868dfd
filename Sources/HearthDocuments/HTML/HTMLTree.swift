/// A page as a flat list of nodes in reading order.
///
/// The nodes of a subtree lie next to each other, from the node itself up to ``Node/end``, so that every walk over the
/// tree is a loop: nesting costs no stack, however deep a file makes it.
struct HTMLTree: Sendable {
    struct Node: Sendable {
        var tag: HTMLTag
        /// FNV-1a hash of the element's name.
        var name: UInt64
        /// Index of the parent; the root is its own.
        var parent: Int32
        /// One past the last node of the subtree.
        var end: Int32
        /// For text: bytes in ``HTMLTree/text``. For elements: indices in ``HTMLTree/attributes``.
        var from: Int32
        var to: Int32
    }

    struct Attribute: Sendable {
        var name: HTMLAttribute
        /// Bytes in ``HTMLTree/text``.
        var from: Int32
        var to: Int32
    }

    var nodes: [Node] = []
    var attributes: [Attribute] = []
    /// Text and attribute values, with their character references resolved.
    var text: [UInt8] = []

    /// The bytes of a text node.
    func bytes(of node: Int) -> ArraySlice<UInt8> {
        nodes[node].tag == .text ? text[Int(nodes[node].from)..<Int(nodes[node].to)] : []
    }

    func value(_ name: HTMLAttribute, of node: Int) -> ArraySlice<UInt8>? {
        let item = nodes[node]
        guard item.tag != .text, item.from < item.to else { return nil }
        for attribute in attributes[Int(item.from)..<Int(item.to)] where attribute.name == name {
            return text[Int(attribute.from)..<Int(attribute.to)]
        }
        return nil
    }

    func string(_ name: HTMLAttribute, of node: Int) -> String? {
        value(name, of: node).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All text below a node, runs of white space as one space, at most `limit` bytes.
    func plainText(of node: Int, limit: Int = 4096) -> String {
        var out: [UInt8] = []
        for index in node..<Int(nodes[node].end) where nodes[index].tag == .text {
            for byte in bytes(of: index) {
                if byte.isHTMLSpace {
                    if let last = out.last, last != 0x20 { out.append(0x20) }
                } else {
                    out.append(byte)
                }
            }
            if out.count > limit { break }
        }
        while out.last == 0x20 { out.removeLast() }
        return String(decoding: out, as: UTF8.self)
    }
}

/// The attributes that are kept; the tokenizer throws all others away.
enum HTMLAttribute: UInt8, Sendable, CaseIterable {
    case id, `class`, role, href, hidden, style, lang, name, content, property, itemprop, itemtype, type, charset, alt
    case ariaHidden

    static func named(_ name: ArraySlice<UInt8>) -> HTMLAttribute? {
        guard name.count <= 11 else { return nil }
        return byHash[HTMLTag.hash(name)]
    }

    private static let byHash: [UInt64: HTMLAttribute] = {
        var table: [UInt64: HTMLAttribute] = [:]
        for item in allCases { table[HTMLTag.hash((item == .ariaHidden ? "aria-hidden" : "\(item)").utf8)] = item }
        return table
    }()
}

extension UInt8 {
    /// Space, tab, line feed, form feed and carriage return: what HTML calls white space.
    var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}
