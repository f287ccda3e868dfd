/// Drops the lines around and between an article's paragraphs that are not part of it.
struct HTMLArticleCleaner {
    let tree: HTMLTree
    let metadata: HTMLMetadata
    let linkedData: HTMLLinkedData

    func clean(_ leaves: [HTMLLeaf]) -> [HTMLLeaf] {
        var kept = leaves.filter { !isLinkLine($0) && !isTitle($0) }
        kept = withoutEnds(kept)
        return withoutEmptyHeadings(kept)
    }

    /// A line that is nothing but a link leads away from the article.
    private func isLinkLine(_ leaf: HTMLLeaf) -> Bool {
        leaf.linkDensity > 0.8 || (leaf.linkDensity > 0.5 && !leaf.isProse)
    }

    private func isTitle(_ leaf: HTMLLeaf) -> Bool {
        tree.nodes[leaf.container].tag == .h1
    }

    private func isHeading(_ leaf: HTMLLeaf) -> Bool { tree.nodes[leaf.container].tag.headingLevel != nil }

    /// Without what stands before the first and after the last paragraph of prose.
    private func withoutEnds(_ leaves: [HTMLLeaf]) -> [HTMLLeaf] {
        guard let first = leaves.firstIndex(where: { $0.isProse && !isHeading($0) }),
            let last = leaves.lastIndex(where: { $0.isProse && !isHeading($0) })
        else { return leaves }
        return Array(leaves[first...last])
    }

    private func withoutEmptyHeadings(_ leaves: [HTMLLeaf]) -> [HTMLLeaf] {
        var kept = leaves
        while let last = kept.last, isHeading(last) { kept.removeLast() }
        return kept
    }
}
