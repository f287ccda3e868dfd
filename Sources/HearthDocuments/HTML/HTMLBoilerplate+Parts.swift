/// What the parts of an article are called that could be taken for something beside it, and the other way round.
extension HTMLBoilerplate {
    /// Whether an element says that it holds the key points of an article, by what newspapers and systems that publish call them.
    static func holdsKeyPoints(_ node: Int, in tree: HTMLTree) -> Bool { isNamed(node, in: tree, by: keyPoints) }

    /// Whether an element is a box of the article itself: facts, a note, a warning.
    static func isBox(_ node: Int, in tree: HTMLTree) -> Bool { isNamed(node, in: tree, by: boxes) }

    /// Whether an element is named for who wrote what stands in it or below it.
    static func isAuthor(_ node: Int, in tree: HTMLTree) -> Bool { isNamed(node, in: tree, by: authors) }

    /// Whether what would be left out says something of the text: who wrote it, when, how to reach them.
    static func isOfText(_ node: Int, _ judgement: Judgement, in tree: HTMLTree) -> Bool {
        switch judgement {
        case .keep, .hidden: return false
        case .weak: return true
        case .doubtful: return tree.nodes[node].tag != .aside && tree.nodes[node].tag != .form
        case .leaveOut: break
        }
        if let property = tree.value(.itemprop, of: node), ofText.contains(HTMLTag.hash(property)) { return true }
        let words = [HTMLAttribute.class, .id].flatMap { name in
            tree.value(name, of: node).map { NameWords($0).filter(strong.contains) } ?? []
        }
        return !words.isEmpty && words.allSatisfy(ofText.contains)
    }

    /// Whether one of the words of an element's class or id is among some.
    private static func isNamed(_ node: Int, in tree: HTMLTree, by words: Set<UInt64>) -> Bool {
        switch tree.nodes[node].tag {
        case .text, .comment, .html, .body, .main, .article: return false
        default: break
        }
        return [HTMLAttribute.class, .id].contains { name in
            tree.value(name, of: node).map { NameWords($0).contains(where: words.contains) } ?? false
        }
    }

    /// Lists of what an article cites, as MediaWiki and its like have them below the text.
    static func isReferences(_ node: Int, in tree: HTMLTree) -> Bool {
        switch tree.nodes[node].tag {
        case .ol, .ul, .div: break
        default: return false
        }
        return tree.value(.class, of: node).map { NameWords($0).contains(where: references.contains) } ?? false
    }

    /// Whether a label of several words is nothing but such words: "newsletter promotion", but not "cookies of the cook".
    static func isNothingButNames(_ label: ArraySlice<UInt8>) -> Bool {
        let words = label.split(separator: 0x20)
        return words.count > 1 && words.count <= 4
            && words.allSatisfy { word in word.allSatisfy(\.isASCIILetter) && strong.contains(HTMLTag.hash(word)) }
    }

    /// Whether a list of tabs names pieces of code that stand below it: without the names nobody knows which is which.
    static func namesCode(_ node: Int, _ role: UInt64, in tree: HTMLTree) -> Bool {
        guard role == HTMLTag.hash("tablist".utf8) else { return false }
        let parent = Int(tree.nodes[node].parent)
        let end = min(Int(tree.nodes[parent].end), Int(tree.nodes[node].end) + mostNodesOfTabs)
        return (Int(tree.nodes[node].end)..<max(end, Int(tree.nodes[node].end))).contains { tree.nodes[$0].tag == .pre }
    }

    private static let mostNodesOfTabs = 400

    private static let keyPoints = hashes(
        "excerpt summary keypoints keytakeaways takeaways keyfacts tldr ataglance inbrief")
    static let boxes = hashes(
        """
        factbox factfile infobox callout admonition keypoints keytakeaways takeaways keyfacts summarybox markdownalert
        """)
    static let pullquotes = hashes("pullquote pulledquote")
    private static let authors = hashes("author authors byline bylines postedby")
    /// Names of what says something of the text.
    private static let ofText = hashes(
        """
        byline bylines authorbox authorbio aboutauthor postmeta entrymeta articlemeta metadata dateline timestamp pubdate timestamps \
        publishdate datetime posthead author datePublished dateModified headline
        """)
    private static let references = hashes("references reflist mwreferenceswrap")
}
