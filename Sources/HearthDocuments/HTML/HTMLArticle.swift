/// The part of a page that a reader came for, found by the density of text and links, by tags, and by the words of
/// classes.
///
/// Steps: leave out what is beside the text by its name; find the smallest element that holds most of the prose; in it,
/// drop the lines around and between the paragraphs that are labels, links or calls to action.
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
        let everything = tree.leaves(isLeftOut: [Bool](repeating: false, count: tree.nodes.count))
        let allProse = prose(of: everything)
        // What holds most of the prose is hidden only until a program has run.
        let hidden = judgements.indices.map { judgements[$0] == .hidden && allProse[$0] < allProse[0] * 0.6 }
        let visible = hidden.contains(true) ? tree.leaves(isLeftOut: hidden) : everything
        try Task.checkCancellation()
        let isLeftOut = leaveOutNamed(judgements, hidden, visible, prose(of: visible))
        let leaves = isLeftOut == hidden ? visible : tree.leaves(isLeftOut: isLeftOut)
        let root = articleRoot(leaves)
        try Task.checkCancellation()
        let cleaner = HTMLArticleCleaner(tree: tree, metadata: metadata)
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
        _ judgements: [HTMLBoilerplate.Judgement], _ hidden: [Bool], _ leaves: [HTMLLeaf], _ prose: [Double]
    ) -> [Bool] {
        let total = max(prose[0], 1)
        let links = linkDensities(leaves)
        return tree.nodes.indices.map { index in
            switch judgements[index] {
            case .keep: false
            case .hidden: hidden[index]
            case .leaveOut: prose[index] < total * 0.4
            case .doubtful:
                prose[index] < total * 0.1 && prose[index] < 400 && !isPartOfText(index) && !holdsData(index)
            case .weak:
                (prose[index] < 80 || links[index] > 0.35) && prose[index] < total * 0.1 && !isPartOfText(index)
                    && !holdsData(index)
            }
        }
    }

    /// For every node the share of its text that is links.
    private func linkDensities(_ leaves: [HTMLLeaf]) -> [Double] {
        var all = [Double](repeating: 0, count: tree.nodes.count)
        var linked = all
        for leaf in leaves {
            all[leaf.container] += Double(leaf.length)
            linked[leaf.container] += Double(leaf.linkLength)
        }
        return zip(addingUp(linked), addingUp(all)).map { $1 > 0 ? $0 / $1 : 0 }
    }

    /// Figures of tables and of code are no pictures.
    private func holdsData(_ node: Int) -> Bool {
        guard tree.nodes[node].tag == .figure else { return false }
        return tree.nodes[node..<Int(tree.nodes[node].end)].contains { $0.tag == .table || $0.tag == .pre }
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
            if let article = oneOfSeveral(below: node, values) {
                node = article
                continue
            }
            var child = node + 1
            var best: Int?
            while child < Int(tree.nodes[node].end) {
                if values[child] > values[best ?? node] * (best == nil ? 0.7 : 1) { best = child }
                child = Int(tree.nodes[child].end)
            }
            guard let best, values[best] > 0 else { break }
            node = best
        }
        node = includingSections(node, prose(of: leaves))
        // Where comments are most of the page, what they are about belongs to them.
        var ancestor = node
        while ancestor > 0 {
            let parent = Int(tree.nodes[ancestor].parent)
            if HTMLBoilerplate.isComments(ancestor, in: tree) { node = parent }
            ancestor = parent
        }
        return node..<Int(tree.nodes[node].end)
    }

    /// The parent of a node that is one of several sections of the same kind: an article of which one part is much
    /// longer.
    private func includingSections(_ node: Int, _ prose: [Double]) -> Int {
        guard node > 0, tree.nodes[node].tag != .article, !hasMainHeading(node) else { return node }
        let parent = Int(tree.nodes[node].parent)
        let name = tree.value(.class, of: node)
        guard name?.isEmpty == false || tree.nodes[node].tag == .section else { return node }
        var sections = 0
        var child = parent + 1
        while child < Int(tree.nodes[parent].end) {
            let isAlike = tree.nodes[child].name == tree.nodes[node].name && tree.value(.class, of: child) == name
            if isAlike, child != node, prose[child] > 0 {
                if hasMainHeading(child) { return node }
                sections += 1
            }
            child = Int(tree.nodes[child].end)
        }
        return sections > 0 ? parent : node
    }

    private func hasMainHeading(_ node: Int) -> Bool {
        tree.nodes[node..<Int(tree.nodes[node].end)].contains { $0.tag == .h1 }
    }

    /// Pages that load one article after another: of several `<article>` elements with much prose the one that bears
    /// the page's title, or `nil` where none does, as on a list of posts.
    private func oneOfSeveral(below node: Int, _ values: [Double]) -> Int? {
        var articles: [Int] = []
        var child = node + 1
        while child < Int(tree.nodes[node].end) {
            if tree.nodes[child].tag == .article, values[child] > values[node] * 0.05 {
                articles.append(child)
                child = Int(tree.nodes[child].end)
            } else {
                child += 1
            }
        }
        guard articles.count > 1 else { return nil }
        return articles.first { article in
            (article..<Int(tree.nodes[article].end)).contains {
                tree.nodes[$0].tag.headingLevel.map { $0 <= 2 } == true
                    && metadata.isTitle(tree.plainText(of: $0, limit: 512))
            }
        }
    }
}
