/// What is left out of an article whatever it is called: boxes that ask for something, and marks that are no words.
extension HTMLArticleFinder {
    /// Boxes that ask the reader for something: a form with a field to fill in, and the few words around it.
    func requests(_ leaves: [HTMLLeaf], _ prose: [Double]) -> Set<Int> {
        let forms = tree.nodes.indices.filter { node in
            tree.nodes[node].tag == .form
                && tree.nodes[node..<Int(tree.nodes[node].end)].contains { $0.tag == .input || $0.tag == .textarea }
        }
        guard !forms.isEmpty, forms.count <= 100 else { return [] }
        var lengths = [Double](repeating: 0, count: tree.nodes.count)
        for leaf in leaves { lengths[leaf.container] += Double(leaf.length) }
        lengths = addingUp(lengths)
        // How many main headings stand before each node, so that none is counted again on the way up.
        var headings = [0]
        headings.reserveCapacity(tree.nodes.count + 1)
        for node in tree.nodes { headings.append(headings[headings.count - 1] + (node.tag == .h1 ? 1 : 0)) }
        var found: Set<Int> = []
        for form in forms {
            guard lengths[form] < 400, lengths[form] < 0.25 * lengths[0] else { continue }
            var box = form
            while box > 0 {
                let parent = Int(tree.nodes[box].parent)
                guard [.div, .section, .aside, .fieldset, .center, .other].contains(tree.nodes[parent].tag),
                    lengths[parent] < 400, prose[parent] < 0.25 * prose[0],
                    headings[parent] == headings[Int(tree.nodes[parent].end)]
                else { break }
                box = parent
            }
            found.insert(box)
        }
        return found
    }

    /// Links in a heading that are no words of it: "¶", "#".
    func isMarkOfHeading(_ node: Int) -> Bool {
        guard tree.nodes[node].tag == .a else { return false }
        var ancestor = Int(tree.nodes[node].parent)
        for _ in 0..<4 where tree.nodes[ancestor].tag.headingLevel == nil {
            ancestor = Int(tree.nodes[ancestor].parent)
        }
        guard tree.nodes[ancestor].tag.headingLevel != nil else { return false }
        return !tree.plainText(of: node, limit: 16).unicodeScalars.contains {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
    }

    /// Numbers behind a word that are a link to what the article cites, which is left out: "[1]", "2", "[a]".
    func isMarkOfNote(_ node: Int) -> Bool {
        guard tree.nodes[node].tag == .sup,
            let link = (node..<Int(tree.nodes[node].end)).prefix(8).first(where: { tree.nodes[$0].tag == .a }),
            tree.value(.href, of: link)?.contains(UInt8(ascii: "#")) == true
        else { return false }
        let mark = tree.plainText(of: node, limit: 16)
        guard mark.utf8.count <= 12 else { return false }
        let isBracketed = mark.hasPrefix("[") && mark.hasSuffix("]")
        return isBracketed || !mark.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}
