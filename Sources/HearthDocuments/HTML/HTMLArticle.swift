/// The part of a page that a reader came for.
struct HTMLArticle {
    /// The subtrees that hold it, in reading order.
    var roots: [Int]
    /// For every node of the tree, whether its subtree is left out.
    var isLeftOut: [Bool]
    /// Text of the page that is not in the article.
    var bytesLeftOut: Int

    static func find(in tree: HTMLTree, metadata: HTMLMetadata) throws -> HTMLArticle {
        var isLeftOut = [Bool](repeating: false, count: tree.nodes.count)
        var bytes = 0
        for index in tree.nodes.indices {
            switch tree.nodes[index].tag {
            case .nav, .footer, .aside, .form:
                isLeftOut[index] = true
                bytes += tree.plainText(of: index, limit: .max).utf8.count
            default: break
            }
        }
        return HTMLArticle(roots: [0], isLeftOut: isLeftOut, bytesLeftOut: bytes)
    }
}
