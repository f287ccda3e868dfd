/// What a page says about itself.
struct HTMLMetadata {
    /// `og:title`, `<title>` or the first heading, in this order.
    var title: String?
    var language: String?

    init(_ tree: HTMLTree) {
        var ogTitle: String?
        var pageTitle: String?
        var heading: String?
        for index in tree.nodes.indices {
            switch tree.nodes[index].tag {
            case .html where language == nil: language = tree.string(.lang, of: index)
            case .meta where ogTitle == nil:
                let name = tree.string(.property, of: index) ?? tree.string(.name, of: index)
                if name == "og:title" { ogTitle = tree.string(.content, of: index) }
            case .title where pageTitle == nil && tree.nodes[Int(tree.nodes[index].parent)].tag != .svg:
                pageTitle = tree.plainText(of: index)
            case .h1 where heading == nil: heading = tree.plainText(of: index)
            default: break
            }
        }
        title = [ogTitle, pageTitle, heading].lazy.compactMap { $0?.trimmedHTMLSpace }.first { !$0.isEmpty }
    }
}

extension String {
    var trimmedHTMLSpace: String {
        var bytes = Array(utf8)[...]
        while let first = bytes.first, first.isHTMLSpace { bytes.removeFirst() }
        while let last = bytes.last, last.isHTMLSpace { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
