/// The part of a page that a reader came for, found by the density of text and links, by tags, and by the words of
/// classes.
///
/// Steps: leave out what is beside the text by its name; find the smallest element that holds most of the prose; in it,
/// drop the lines around and between the paragraphs that are labels, links or calls to action; take the key points in
/// front of it.
struct HTMLArticle {
    /// For every node of the tree, whether it is left out with its subtree.
    var isLeftOut: [Bool]
    /// Characters of the page's text that are not in the article.
    var charactersLeftOut: Int
    /// The article as the page describes it for programs, where the page itself shows hardly any of it; else `nil`.
    var described: String?

    static func find(in tree: HTMLTree, metadata: HTMLMetadata) throws -> HTMLArticle {
        let finder = HTMLArticleFinder(tree: tree, metadata: metadata)
        return try finder.find()
    }
}

struct HTMLArticleFinder {
    let tree: HTMLTree
    let metadata: HTMLMetadata
    let linkedData: HTMLLinkedData
    private let hasSeveralArticles: Bool

    /// Shorter articles are not believed.
    private static let shortest = 140

    init(tree: HTMLTree, metadata: HTMLMetadata) {
        self.tree = tree
        self.metadata = metadata
        linkedData = HTMLLinkedData(tree)
        hasSeveralArticles = tree.nodes.count { $0.tag == .article } > 1
    }

    func find() throws -> HTMLArticle {
        let judgements = tree.nodes.indices.map {
            tree.nodes[$0].tag == .text ? .keep : HTMLBoilerplate.judge($0, in: tree)
        }
        let everything = tree.leaves(isLeftOut: [Bool](repeating: false, count: tree.nodes.count))
        let allProse = prose(of: everything)
        var hidden = judgements.map { $0 == .hidden }
        if hidden.contains(true),
            prose(of: tree.leaves(isLeftOut: hidden))[0] < Double(Self.shortest)
        {
            // Where hardly anything is to be read, what holds most of the prose is hidden only until a program has run.
            hidden = judgements.indices.map { hidden[$0] && allProse[$0] < allProse[0] * 0.6 }
        }
        let visible = hidden.contains(true) ? tree.leaves(isLeftOut: hidden) : everything
        try Task.checkCancellation()
        let isLeftOut = leaveOutNamed(judgements, hidden, visible, prose(of: visible))
        let leaves = isLeftOut == hidden ? visible : tree.leaves(isLeftOut: isLeftOut)
        let isInside = articleNodes(leaves, judgements)
        try Task.checkCancellation()
        let cleaner = HTMLArticleCleaner(tree: tree, metadata: metadata, isPlain: isPlain(judgements))
        let kept = asDescribed(
            cleaner.clean(leaves.filter { isInside[$0.nodes.lowerBound] }), of: leaves)
        // Of an entry of a journal nothing is beside the text.
        if AppleJournalEntry.isEntry(tree) { return article(visible, of: everything, without: hidden) }
        if let described = linkedData.article(besides: kept.map { bytes(of: $0) }, showing: sum(kept)) {
            var article = article(kept, of: everything, without: isLeftOut)
            article.described = described
            return article
        }
        if let plain = plainPage(judgements, isLeftOut), holdsMoreData(plain.lines, than: kept) {
            return article(plain.lines, of: everything, without: plain.frame)
        }
        if sum(kept) >= Self.shortest {
            let points = HTMLKeyPoints(tree: tree, metadata: metadata, judgements: judgements)
            return article(points.leaves(before: kept, of: visible) + kept, of: everything, without: isLeftOut)
        }
        // Too little: the page is no article. Everything but navigation is better than nothing.
        if leaves.isEmpty { return article(visible, of: everything, without: hidden) }
        return article(leaves, of: everything, without: isLeftOut)
    }

    /// All lines of a page that has hardly anything beside its text, such as one that was written by hand or saved by a reader: a table
    /// of hours, a list of what is needed, who wrote it and when are what it is read for as much as its paragraphs are. `nil` where the
    /// names of elements, or lines that lead elsewhere, say that a publisher's frame is around the text.
    private func plainPage(
        _ judgements: [HTMLBoilerplate.Judgement], _ isLeftOut: [Bool]
    ) -> (lines: [HTMLLeaf], frame: [Bool])? {
        guard isPlain(judgements) else { return nil }
        let frame = tree.nodes.indices.map {
            isLeftOut[$0] && !HTMLBoilerplate.isOfText($0, judgements[$0], in: tree)
        }
        let lines = tree.leaves(isLeftOut: frame)
        guard !lines.isEmpty, lines.count(where: { $0.linkDensity > 0.5 }) * 10 <= lines.count else { return nil }
        let title = lines.firstIndex { line in
            tree.nodes[line.container].tag.headingLevel != nil
                && metadata.isTitle(tree.plainText(of: line.container, limit: 512))
        }
        return (lines.indices.filter { $0 != title }.map { lines[$0] }, frame)
    }

    /// Whether hardly an element is named for what stands beside a text.
    private func isPlain(_ judgements: [HTMLBoilerplate.Judgement]) -> Bool {
        let named = tree.nodes.indices.count {
            judgements[$0] != .keep && (tree.value(.class, of: $0) ?? tree.value(.id, of: $0)) != nil
        }
        return named <= Self.mostNamedOfPlainPage
    }

    /// Whether cells of tables and items of lists that lead nowhere are among some lines and not among others.
    private func holdsMoreData(_ lines: [HTMLLeaf], than kept: [HTMLLeaf]) -> Bool {
        let places = Set(kept.map(\.nodes.lowerBound))
        return lines.contains { leaf in
            leaf.linkLength == 0 && !places.contains(leaf.nodes.lowerBound)
                && tree.ancestors(of: leaf.container, most: 3).contains {
                    [.td, .th, .li, .pre].contains(tree.nodes[$0].tag)
                }
        }
    }

    /// Elements that are named for what stands beside a text, on a page that is nothing but one. Pages that are published have forty and
    /// more of them (21 that were looked at), those that people wrote or saved two at most.
    private static let mostNamedOfPlainPage = 4

    /// - Parameter named: What was left out by its name; in the middle of a line it stays out.
    private func article(_ kept: [HTMLLeaf], of everything: [HTMLLeaf], without named: [Bool]) -> HTMLArticle {
        var isLeftOut = tree.nodes.map { $0.tag == .text }
        for leaf in kept {
            var node = leaf.nodes.lowerBound
            while node < leaf.nodes.upperBound {
                isLeftOut[node] = named[node]
                node = named[node] ? Int(tree.nodes[node].end) : node + 1
            }
        }
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

    /// What the page's description of its article says of the lines that were found: paragraphs of it that stand elsewhere
    /// come in, and what stands before its first and after its last line goes, where it is a description of all of it.
    private func asDescribed(_ kept: [HTMLLeaf], of all: [HTMLLeaf]) -> [HTMLLeaf] {
        guard !linkedData.isEmpty, !kept.isEmpty else { return kept }
        let shares = kept.map { linkedData.share(of: bytes(of: $0)) }
        let total = Double(sum(kept))
        let described = zip(kept, shares).reduce(0) { $0 + ($1.1 > 0.5 ? $1.0.length : 0) }
        guard Double(described) > 0.6 * total, let first = shares.firstIndex(where: { $0 > 0.5 }),
            let last = shares.lastIndex(where: { $0 > 0.5 })
        else { return kept }
        // Many descriptions are cut off: in the middle of a line, or with much of the article behind it.
        func isBeside(_ end: ArraySlice<HTMLLeaf>, next: Int?) -> Bool {
            Double(sum(Array(end))) < 0.2 * total && next.map { shares[$0] < 0.05 } ?? true
        }
        var result = kept
        if shares[last] > 0.9, isBeside(kept[(last + 1)...], next: last + 1 < kept.count ? last + 1 : nil) {
            result.removeLast(kept.count - 1 - last)
        }
        if shares[first] > 0.9, isBeside(kept[..<first], next: first > 0 ? first - 1 : nil) {
            result.removeFirst(first)
        }
        let known = Set(kept.map { HTMLTag.hash(bytes(of: $0)) })
        let places = Set(kept.map(\.nodes.lowerBound))
        for leaf in all where leaf.isProse && leaf.length >= 60 && !places.contains(leaf.nodes.lowerBound) {
            let text = bytes(of: leaf)
            guard tree.nodes[leaf.container].tag.headingLevel == nil, linkedData.share(of: text) > 0.8,
                !known.contains(HTMLTag.hash(text))
            else { continue }
            result.append(leaf)
        }
        return result.sorted { $0.nodes.lowerBound < $1.nodes.lowerBound }
    }

    private func bytes(of leaf: HTMLLeaf) -> ArraySlice<UInt8> { tree.bytes(of: leaf)[...] }

    /// For every node the prose in its subtree.
    private func prose(of leaves: [HTMLLeaf]) -> [Double] {
        var sums = [Double](repeating: 0, count: tree.nodes.count)
        for leaf in leaves { sums[leaf.container] += weight(leaf) }
        return addingUp(sums)
    }

    func addingUp(_ values: [Double]) -> [Double] {
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
        // One of several of the same name, of which another is prose, is a part of the same kind: an answer in a thread.
        struct Kind: Hashable {
            var parent: Int32
            var name: UInt64
        }
        func kind(_ index: Int) -> Kind {
            Kind(parent: tree.nodes[index].parent, name: HTMLTag.hash(tree.value(.class, of: index) ?? []))
        }
        let isWeak = tree.nodes.indices.filter { judgements[$0] == .weak && tree.value(.class, of: $0) != nil }
        let prosaic = Set(isWeak.filter { prose[$0] >= 80 && links[$0] <= 0.35 }.map(kind))
        let isDiscussion = HTMLBoilerplate.isDiscussion(tree)
        // A page of pictures, whose text is what stands below them.
        let captions = tree.nodes.indices.reduce(0) { $0 + (tree.nodes[$1].tag == .figcaption ? prose[$1] : 0) }
        let asking = requests(leaves, prose)
        let citesSources = tree.nodes.indices.contains { HTMLBoilerplate.isReferences($0, in: tree) }
        let comments = isDiscussion ? [] : commentsBelowArticle(judgements, prose)
        return tree.nodes.indices.map { index in
            if asking.contains(index) || isMarkOfHeading(index) || (citesSources && isMarkOfNote(index)) { return true }
            switch judgements[index] {
            case .keep: return false
            case .hidden: return hidden[index]
            case .leaveOut where isDiscussion && HTMLBoilerplate.isCommentItem(index, in: tree): return false
            case .leaveOut where tree.nodes[index].tag == .figcaption && captions > 0.5 * total: return false
            case .leaveOut: return prose[index] < total * 0.4 || comments.contains(index)
            case .doubtful:
                return prose[index] < total * 0.1 && prose[index] < 400 && !isPartOfText(index) && !holdsData(index)
            case .weak:
                return (prose[index] < 80 || links[index] > 0.35) && prose[index] < total * 0.1 && !isPartOfText(index)
                    && !holdsData(index) && (links[index] > 0.35 || !prosaic.contains(kind(index)))
            }
        }
    }

    /// Comments that are much of a page, below an article that is long enough to be what the page is for: whoever wrote them,
    /// a page of nothing but comments has no such text beside them.
    private func commentsBelowArticle(_ judgements: [HTMLBoilerplate.Judgement], _ prose: [Double]) -> Set<Int> {
        let candidates = tree.nodes.indices.filter { index in
            guard judgements[index] == .leaveOut, prose[index] >= prose[0] * 0.4 else { return false }
            let others = prose[0] - prose[index]
            return others >= 1_500 && others > 0.25 * prose[0] && HTMLBoilerplate.isComments(index, in: tree)
        }
        guard !candidates.isEmpty else { return [] }
        // A wrapper of the whole page may be called by its comments; it holds the heading, or what is named for the text.
        var marks = [0]
        marks.reserveCapacity(tree.nodes.count + 1)
        for index in tree.nodes.indices {
            let isMark = tree.nodes[index].tag == .h1 || HTMLBoilerplate.isArticleBody(index, in: tree)
            marks.append(marks[index] + (isMark ? 1 : 0))
        }
        return Set(candidates.filter { marks[$0] == marks[Int(tree.nodes[$0].end)] })
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

    /// For every node whether it is in the smallest element that holds most of the prose, or in one beside it that belongs to it.
    private func articleNodes(_ leaves: [HTMLLeaf], _ judgements: [HTMLBoilerplate.Judgement]) -> [Bool] {
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
        // The items of a list are never all of an article: what it is a list of stands before it.
        while node > 0, [.ul, .ol, .dl].contains(tree.nodes[node].tag) { node = Int(tree.nodes[node].parent) }
        let prose = prose(of: leaves)
        let named = named(node, prose)
        node = named ?? includingSections(node, prose)
        var others: [Int] = []
        if named == nil { others = beside(node, prose, textLength, linkDensities(leaves), judgements) }
        // Where comments are most of the page, what they are about belongs to them.
        var ancestor = node
        while ancestor > 0 {
            let parent = Int(tree.nodes[ancestor].parent)
            if HTMLBoilerplate.isComments(ancestor, in: tree) { node = parent }
            ancestor = parent
        }
        var isInside = [Bool](repeating: false, count: tree.nodes.count)
        for root in [node] + others {
            for index in root..<Int(tree.nodes[root].end) { isInside[index] = true }
        }
        return isInside
    }

    /// Elements next to the article's, or next to what is around it up to `<article>` or `<main>`, that are nothing but
    /// sentences: the lead in front of it, and parts behind it that are not small beside it.
    private func beside(
        _ node: Int, _ prose: [Double], _ textLength: [Double], _ links: [Double],
        _ judgements: [HTMLBoilerplate.Judgement]
    ) -> [Int] {
        var found: [Int] = []
        var inner = node
        for _ in 0..<3 where inner > 0 && tree.nodes[inner].tag != .article && tree.nodes[inner].tag != .main {
            let parent = Int(tree.nodes[inner].parent)
            guard parent > 0, tree.nodes[parent].tag != .body, tree.nodes[parent].tag != .html else { break }
            var child = parent + 1
            while child < Int(tree.nodes[parent].end) {
                defer { child = Int(tree.nodes[child].end) }
                // Comments and other stories, whatever they stand in.
                if child > inner, tree.nodes[child].tag.headingLevel != nil,
                    HTMLPhrases.isEndingHeading(Array(tree.plainText(of: child, limit: 200).utf8))
                {
                    break
                }
                guard child != inner, tree.nodes[child].tag != .text, judgements[child] == .keep, links[child] < 0.1,
                    tree.nodes[child].tag.headingLevel == nil, prose[child] > 0.6 * textLength[child],
                    !HTMLBoilerplate.isComments(child, in: tree)
                else { continue }
                if prose[child] >= (child < inner ? 60 : 0.15 * prose[node]) { found.append(child) }
            }
            inner = parent
        }
        return found
    }

    /// The element around a node, or in it and with most of its prose, that says itself that it holds the article's text.
    private func named(_ node: Int, _ prose: [Double]) -> Int? {
        var ancestor = node
        while ancestor > 0 {
            if HTMLBoilerplate.isArticleBody(ancestor, in: tree) { return ancestor }
            ancestor = Int(tree.nodes[ancestor].parent)
        }
        return (node..<Int(tree.nodes[node].end)).first {
            prose[$0] > 0.75 * prose[node] && prose[$0] > 0 && HTMLBoilerplate.isArticleBody($0, in: tree)
        }
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
        guard hasSeveralArticles else { return nil }
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
