/// What stands between the heading of a page and its text and belongs to it: the key points.
///
/// They are short, and often in an element beside the one of the text, so that neither density nor place tells them from
/// bylines and buttons. They are told by what they are called. A lead there is no part of the text, as the title is none: it says
/// before the article what the article says, and what people mark as a page's text leaves it out.
struct HTMLKeyPoints {
    let tree: HTMLTree
    let metadata: HTMLMetadata
    let judgements: [HTMLBoilerplate.Judgement]

    /// Longer texts are no points.
    private static let longestPoint = 700
    /// Leaves between heading and text that are looked at; a page with more has something else there.
    private static let mostLeaves = 60

    /// The lines in front of an article that belong to it, in the order of the page.
    ///
    /// - Parameters:
    ///   - kept: The lines of the article.
    ///   - shown: All lines of the page that a reader sees.
    func leaves(before kept: [HTMLLeaf], of shown: [HTMLLeaf]) -> [HTMLLeaf] {
        guard let start = kept.first?.nodes.lowerBound,
            let end = shown.firstIndex(where: { $0.nodes.lowerBound >= start }),
            let title = shown[..<end].lastIndex(where: isTitle), end - title <= Self.mostLeaves
        else { return [] }
        let heading = shown[title].nodes.lowerBound
        let known = Set(kept.map { HTMLTag.hash(tree.bytes(of: $0)) })
        var found: [HTMLLeaf] = []
        var isList = false
        for leaf in shown[(title + 1)..<end] {
            if isList, isInList(leaf), leaf.linkDensity < 0.3 {
                found.append(leaf)
                continue
            }
            let isHeading = headingLevel(leaf) != nil
            let bytes = tree.bytes(of: leaf)
            isList = isHeading && HTMLPhrases.keyPoints.contains(HTMLPhrases.words(bytes))
            guard !isBesideText(leaf, heading: heading), leaf.linkDensity < 0.3, leaf.length <= Self.longestPoint,
                !known.contains(HTMLTag.hash(bytes)), isList || isNamed(leaf, heading: heading)
            else { continue }
            found.append(leaf)
        }
        // A heading of nothing.
        while let last = found.last, isKeyPointsHeading(last) { found.removeLast() }
        return found
    }

    private func isKeyPointsHeading(_ leaf: HTMLLeaf) -> Bool {
        headingLevel(leaf) != nil && HTMLPhrases.keyPoints.contains(HTMLPhrases.words(tree.bytes(of: leaf)))
    }

    private func isTitle(_ leaf: HTMLLeaf) -> Bool {
        guard let level = headingLevel(leaf) else { return false }
        return level == 1 || metadata.isTitle(String(decoding: tree.bytes(of: leaf), as: UTF8.self))
    }

    private func headingLevel(_ leaf: HTMLLeaf) -> Int? {
        tree.ancestors(of: leaf.container, most: 3).lazy.compactMap { tree.nodes[$0].tag.headingLevel }.first
    }

    private func isInList(_ leaf: HTMLLeaf) -> Bool {
        tree.ancestors(of: leaf.container, most: 3).contains { tree.nodes[$0].tag == .li }
    }

    /// Whether an element that is left out by its name holds the line, and not the heading as well.
    private func isBesideText(_ leaf: HTMLLeaf, heading: Int) -> Bool {
        tree.ancestors(of: leaf.container, most: 12).prefix { $0 > heading }.contains {
            judgements[$0] == .leaveOut || judgements[$0] == .hidden
        }
    }

    /// Whether an element around a line says that it is a box of key points.
    private func isNamed(_ leaf: HTMLLeaf, heading: Int) -> Bool {
        for node in tree.ancestors(of: leaf.container, most: 5).prefix(while: { $0 > heading }) {
            guard HTMLBoilerplate.holdsKeyPoints(node, in: tree) else { continue }
            return tree.nodes[node..<Int(tree.nodes[node].end)].prefix(400).contains { $0.tag == .li }
        }
        return false
    }
}

extension HTMLTree {
    /// The text of a leaf.
    func bytes(of leaf: HTMLLeaf) -> [UInt8] {
        var bytes: [UInt8] = []
        for node in leaf.nodes where nodes[node].tag == .text { bytes += self.bytes(of: node) }
        return bytes
    }

    /// A node and what is around it, from the inside to the outside, without the root.
    func ancestors(of node: Int, most: Int) -> [Int] {
        var found: [Int] = []
        var node = node
        while node > 0, found.count < most {
            found.append(node)
            node = Int(nodes[node].parent)
        }
        return found
    }
}
