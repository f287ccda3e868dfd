/// What a page says about itself.
struct HTMLMetadata {
    /// `og:title`, `<title>` or the first heading, in this order.
    var title: String?

    init(_ tree: HTMLTree) {
        var ogTitle: String?
        var pageTitle: String?
        var heading: String?
        for index in tree.nodes.indices {
            switch tree.nodes[index].tag {
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
        titles = [ogTitle, pageTitle].compactMap { $0.map(Self.key) }.filter { !$0.isEmpty }
    }

    /// The titles in the page's head, as ``key(_:)``.
    private var titles: [String]

    /// Whether a text is the page's title, which in the head may carry the name of the site as well.
    func isTitle(_ text: String) -> Bool {
        let key = Self.key(text)
        guard key.utf8.count >= 4 else { return false }
        return titles.contains {
            $0 == key || (key.utf8.count * 2 > $0.utf8.count && ($0.contains(key) || key.contains($0)))
        }
    }

    /// Letters and digits in lower case.
    private static func key(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
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
