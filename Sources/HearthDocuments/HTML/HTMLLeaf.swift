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
    private var lastWasStop = false

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
            if width == 3, byte >= 0xE3, byte <= 0xED {
                // Kana, Han and hangul, and the stops "。" and "、" among them.
                leaf.length += 2
                leaf.words += 1
                let isStop = byte == 0xE3 && bytes[position + 1..<last].elementsEqual([0x80, 0x82])
                if isStop { leaf.stops += 1 }
                if byte == 0xE3 && bytes[position + 1..<last].elementsEqual([0x80, 0x81]) { leaf.commas += 1 }
                leaf.endsWithStop = isStop
                inWord = false
            } else {
                if !inWord { leaf.words += 1 }
                inWord = true
                leaf.length += 1
                // Closing quotation marks and the ellipsis leave a stop before them standing.
                if byte != 0xE2 {
                    leaf.endsWithStop = false
                } else if bytes[position + 1..<last].elementsEqual([0x80, 0xA6]) {
                    leaf.endsWithStop = true
                    leaf.stops += 1
                }
                leaf.endsWithColon = false
            }
            position = last
        }
        if linkDepth > 0 { leaf.linkLength += leaf.length - lengthBefore }
        if leaf.length > 0 {
            current = leaf
            if leaf.length > lengthBefore { breaks = 0 }
        }
    }
}
