/// A run of text without a block boundary in it: the paragraph, heading or line of a menu that a reader sees.
struct HTMLLeaf {
    /// The nearest block element around the text.
    var container: Int
    /// Its text nodes.
    var nodes: Range<Int>
    /// Characters that are not white space; a CJK character counts double, since it says about as much as two letters.
    var length = 0
    /// Those of them that are inside links.
    var linkLength = 0
    var words = 0
    /// Ends of sentences and commas, of any script.
    var stops = 0
    var commas = 0
    var letters = 0
    var capitals = 0
    var startsLower = false
    var endsWithStop = false
    var endsWithColon = false

    var linkDensity: Double { length == 0 ? 0 : Double(linkLength) / Double(length) }

    /// Whether it reads like sentences and not like a label.
    var isProse: Bool { (stops > 0 && words >= 6) || (length >= 60 && commas > 0) || length >= 120 }
}

extension HTMLTree {
    /// The leaves of a page in reading order. Subtrees for which `isLeftOut` holds are passed over.
    func leaves(isLeftOut: [Bool]) -> [HTMLLeaf] {
        var scan = LeafScan(tree: self)
        scan.run(isLeftOut)
        return scan.leaves
    }
}

private struct LeafScan {
    let tree: HTMLTree
    var leaves: [HTMLLeaf] = []
    private var current: HTMLLeaf?
    private var open: [Int] = []
    private var blocks: [Int] = [0]
    private var linkDepth = 0
    private var breaks = 0
    private var inWord = false

    init(tree: HTMLTree) { self.tree = tree }

    mutating func run(_ isLeftOut: [Bool]) {
        var index = 0
        while index < tree.nodes.count {
            while let last = open.last, Int(tree.nodes[last].end) <= index { leave(open.removeLast()) }
            let node = tree.nodes[index]
            if node.tag == .text {
                add(index)
                index += 1
            } else if node.tag.isNeverText || isLeftOut[index] {
                if !node.tag.isInline { endLeaf() }
                index = Int(node.end)
            } else {
                enter(index, node.tag)
                if node.end > index + 1 { open.append(index) } else { leave(index) }
                index += 1
            }
        }
        while let last = open.popLast() { leave(last) }
        endLeaf()
    }

    private mutating func enter(_ index: Int, _ tag: HTMLTag) {
        if tag == .a { linkDepth += 1 }
        if tag == .br {
            breaks += 1
            inWord = false
            if breaks > 1 { endLeaf() }
        } else if !tag.isInline {
            endLeaf()
            blocks.append(index)
        }
    }

    private mutating func leave(_ index: Int) {
        let tag = tree.nodes[index].tag
        if tag == .a { linkDepth -= 1 }
        if !tag.isInline {
            endLeaf()
            if blocks.count > 1 { blocks.removeLast() }
        }
    }

    private mutating func endLeaf() {
        breaks = 0
        inWord = false
        if let leaf = current, leaf.length > 0 { leaves.append(leaf) }
        current = nil
    }

    private mutating func add(_ node: Int) {
        let bytes = tree.bytes(of: node)
        var leaf = current ?? HTMLLeaf(container: blocks[blocks.count - 1], nodes: node..<node + 1)
        leaf.nodes = leaf.nodes.lowerBound..<node + 1
        var position = bytes.startIndex
        let lengthBefore = leaf.length
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte < 0x80 {
                position += 1
                if byte <= 0x20 {
                    if inWord { inWord = false }
                    continue
                }
                if !inWord { leaf.words += 1 }
                inWord = true
                if byte.isASCIILetter {
                    leaf.letters += 1
                    if byte < 0x60 { leaf.capitals += 1 } else if leaf.length == 0 { leaf.startsLower = true }
                }
                // A stop counts at the end of a word, not inside "3.5" or "example.org".
                let isStop = byte == 0x2E || byte == 0x21 || byte == 0x3F
                if isStop,
                    position >= bytes.endIndex || !(bytes[position].isASCIILetter || bytes[position].isASCIIDigit)
                {
                    leaf.stops += 1
                }
                if byte == 0x2C { leaf.commas += 1 }
                leaf.length += 1
                if byte != 0x22 && byte != 0x27 && byte != 0x29 && byte != 0x5D {
                    leaf.endsWithStop = isStop
                    leaf.endsWithColon = byte == 0x3A
                }
                continue
            }
            let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            let last = min(position + width, bytes.endIndex)
            if byte == 0xC2, last - position == 2, bytes[position + 1] == 0xA0 {
                inWord = false
                position = last
                continue
            }
            let mark = Mark(Self.scalar(bytes[position..<last]))
            if width == 3, byte >= 0xE3, byte <= 0xED {
                // Kana, Han and hangul, and the punctuation among them.
                leaf.length += 2
                leaf.words += 1
                if byte > 0xE3 || bytes[position + 1] > 0x80 { leaf.letters += 2 }
                inWord = false
            } else if mark != nil, byte != 0xE2 {
                leaf.length += 1
                inWord = false
            } else {
                if !inWord { leaf.words += 1 }
                inWord = true
                leaf.length += 1
                // What begins with the other bytes are marks, arrows, forms and pictures.
                if byte >= 0xC3, byte <= 0xE1 { leaf.letters += 1 }
            }
            if mark != .closing { leaf.endsWithColon = mark == .colon }
            switch mark {
            case .stop:
                leaf.stops += 1
                leaf.endsWithStop = true
            case .comma:
                leaf.commas += 1
                leaf.endsWithStop = false
            case .colon: leaf.endsWithStop = false
            case .closing: break
            // Quotation marks and dashes leave a stop before them standing.
            case nil: if byte != 0xE2 { leaf.endsWithStop = false }
            }
            position = last
        }
        if linkDepth > 0 { leaf.linkLength += leaf.length - lengthBefore }
        if leaf.length > 0 {
            current = leaf
            if leaf.length > lengthBefore { breaks = 0 }
        }
    }

    /// The scalar of one character's bytes; 0 for one that is cut off.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        guard let first = bytes.first, bytes.count == (first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2) else { return 0 }
        let lead = UInt32(first) & (0x7F >> UInt32(bytes.count))
        return bytes.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }
    }

    /// What a punctuation mark outside of ASCII says of sentences (Unicode's property Sentence_Terminal, and the commas and
    /// closing brackets of the same scripts).
    private enum Mark {
        case stop, comma, colon, closing

        init?(_ scalar: UInt32) {
            switch scalar {
            // Armenian, Arabic, Devanagari and its like, Tibetan, Burmese, Ethiopic, Khmer, Mongolian, general, wide.
            case 0x589, 0x61F, 0x6D4, 0x964, 0x965, 0xF0D, 0x104B, 0x1362, 0x1367, 0x17D4, 0x17D5, 0x1803, 0x1809,
                0x2026, 0x203C, 0x2047...0x2049, 0x3002, 0xFF01, 0xFF0E, 0xFF1F, 0xFF61:
                self = .stop
            case 0x55D, 0x60C, 0x104A, 0x1363, 0x1802, 0x3001, 0xFF0C, 0xFF64: self = .comma
            case 0xFF1A: self = .colon
            case 0xBB, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0xFF09, 0xFF63: self = .closing
            default: return nil
            }
        }
    }
}
