/// The part of a page that a reader came for, found by the density of text and links, by tags, and by the words of classes.
///
/// Steps: leave out what is beside the text by its name; find the smallest element that holds most of the prose; in it, drop
/// the lines around and between the paragraphs that are labels, links or calls to action.
struct HTMLArticle {
    /// For every node of the tree, whether it is left out with its subtree.
    var isLeftOut: [Bool]
    /// Characters of the page's text that are not in the article.
    var charactersLeftOut: Int

    static func find(in tree: HTMLTree, metadata: HTMLMetadata) throws -> HTMLArticle {
        let finder = HTMLArticleFinder(tree: tree, metadata: metadata)
        return try finder.find()
    }
}

struct HTMLArticleFinder {
    let tree: HTMLTree
    let metadata: HTMLMetadata
    let linkedData: HTMLLinkedData

    /// Shorter articles are not believed.
    private static let shortest = 140

    init(tree: HTMLTree, metadata: HTMLMetadata) {
        self.tree = tree
        self.metadata = metadata
        linkedData = HTMLLinkedData(tree)
    }

    func find() throws -> HTMLArticle {
        let judgements = tree.nodes.indices.map {
            tree.nodes[$0].tag == .text ? .keep : HTMLBoilerplate.judge($0, in: tree)
        }
        var hidden = judgements.map { $0 == .hidden }
        let everything = tree.leaves(isLeftOut: [Bool](repeating: false, count: tree.nodes.count))
        var visible = tree.leaves(isLeftOut: hidden)
        if sum(visible) < Self.shortest && sum(everything) > 2 * sum(visible) {
            // Pages that programs unhide.
            hidden = hidden.map { _ in false }
            visible = everything
        }
        try Task.checkCancellation()
        let isLeftOut = leaveOutNamed(judgements, hidden, prose(of: visible))
        let leaves = tree.leaves(isLeftOut: isLeftOut)
        let root = articleRoot(leaves)
        try Task.checkCancellation()
        let cleaner = HTMLArticleCleaner(tree: tree, metadata: metadata, linkedData: linkedData)
        let kept = cleaner.clean(leaves.filter { root.contains($0.nodes.lowerBound) })
        if sum(kept) >= Self.shortest { return article(kept, of: everything) }
        // Too little: the page is no article. Everything but navigation is better than nothing.
        return article(leaves.isEmpty ? visible : leaves, of: everything)
    }

    private func article(_ kept: [HTMLLeaf], of everything: [HTMLLeaf]) -> HTMLArticle {
        var isLeftOut = tree.nodes.map { $0.tag == .text }
        for leaf in kept { for node in leaf.nodes { isLeftOut[node] = false } }
        return HTMLArticle(isLeftOut: isLeftOut, charactersLeftOut: sum(everything) - sum(kept))
    }

    private func sum(_ leaves: [HTMLLeaf]) -> Int { leaves.reduce(0) { $0 + $1.length } }

    // MARK: Prose

    /// How much a leaf speaks for being the article's text.
    private func weight(_ leaf: HTMLLeaf) -> Double {
        guard leaf.linkDensity <= 0.5, leaf.length >= 25, tree.nodes[leaf.container].tag.headingLevel == nil else {
            return 0
        }
        let prose = Double(leaf.length) * (1 - leaf.linkDensity)
        var weight = leaf.isProse ? prose : prose * 0.2
        if !linkedData.isEmpty, linkedData.share(of: bytes(of: leaf)) > 0.7 { weight *= 3 }
        return weight
    }

    private func bytes(of leaf: HTMLLeaf) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        for node in leaf.nodes where tree.nodes[node].tag == .text { bytes += tree.bytes(of: node) }
        return bytes[...]
    }

    /// For every node the prose in its subtree.
    private func prose(of leaves: [HTMLLeaf]) -> [Double] {
        var sums = [Double](repeating: 0, count: tree.nodes.count)
        for leaf in leaves { sums[leaf.container] += weight(leaf) }
        return addingUp(sums)
    }

    private func addingUp(_ values: [Double]) -> [Double] {
        var sums = values
        for index in stride(from: tree.nodes.count - 1, to: 0, by: -1) {
            sums[Int(tree.nodes[index].parent)] += sums[index]
        }
        return sums
    }

    // MARK: What is beside the text

    /// Which subtrees are left out by their names, but never one with much of the page's prose.
    private func leaveOutNamed(
        _ judgements: [HTMLBoilerplate.Judgement], _ hidden: [Bool], _ prose: [Double]
    ) -> [Bool] {
        let total = max(prose[0], 1)
        return tree.nodes.indices.map { index in
            switch judgements[index] {
            case .keep: false
            case .hidden: hidden[index]
            case .leaveOut: prose[index] < total * 0.4
            case .doubtful: prose[index] < total * 0.1 && prose[index] < 400 && !isPartOfText(index)
            }
        }
    }

    /// Text-level elements and what belongs into paragraphs are judged by their text alone.
    private func isPartOfText(_ node: Int) -> Bool {
        switch tree.nodes[node].tag {
        case .p, .h1, .h2, .h3, .h4, .h5, .h6, .li, .ul, .ol, .table, .tbody, .tr, .td, .th, .blockquote, .pre, .main,
            .article, .dl, .dt, .dd, .section:
            true
        default: tree.nodes[node].tag.isInline
        }
    }

    // MARK: The element that holds the article

    /// The nodes of the smallest element that holds most of the prose.
    private func articleRoot(_ leaves: [HTMLLeaf]) -> Range<Int> {
        var textLength = [Double](repeating: 0, count: tree.nodes.count)
        for leaf in leaves { textLength[leaf.container] += Double(leaf.length) }
        textLength = addingUp(textLength)
        // Paragraphs next to each other speak for each other; a teaser stands alone in its card.
        var clusters = [Double](repeating: 0, count: tree.nodes.count)
        for leaf in leaves {
            let weight = weight(leaf)
            guard weight > 0 else { continue }
            var node = leaf.container
            // Out of wrappers that hold nothing else.
            while node > 0, textLength[Int(tree.nodes[node].parent)] <= Double(leaf.length) + 0.5 {
                node = Int(tree.nodes[node].parent)
            }
            let cluster =
                node == leaf.container && textLength[node] > Double(leaf.length) + 0.5
                ? node : Int(tree.nodes[node].parent)
            clusters[cluster] += weight
        }
        let values = addingUp(clusters.map { $0 > 0 ? ($0 * $0.squareRoot()) : 0 })
        var node = 0
        while true {
            var child = node + 1
            var best: Int?
            while child < Int(tree.nodes[node].end) {
                if values[child] > values[best ?? node] * (best == nil ? 0.7 : 1) { best = child }
                child = Int(tree.nodes[child].end)
            }
            guard let best, values[best] > 0 else { break }
            node = best
        }
        return node..<Int(tree.nodes[node].end)
    }
}
