import Foundation

/// What a page says about itself.
struct HTMLMetadata {
    /// `og:title`, `<title>` or the first heading, in this order.
    var title: String?
    /// Its main headings (`h1`), two at most: one is the title of the page, several are those of its parts.
    private(set) var headings: [String] = []

    init(_ tree: HTMLTree) {
        var ogTitle: String?
        var pageTitle: String?
        for index in tree.nodes.indices {
            switch tree.nodes[index].tag {
            case .meta where ogTitle == nil:
                let name = tree.string(.property, of: index) ?? tree.string(.name, of: index)
                if name == "og:title" { ogTitle = tree.string(.content, of: index) }
            case .title where pageTitle == nil:
                pageTitle = tree.plainText(of: index)
            case .h1 where headings.count < 2:
                let text = tree.plainText(of: index).trimmedHTMLSpace
                if !text.isEmpty { headings.append(text) }
            default: break
            }
        }
        title = [ogTitle, pageTitle, headings.first].lazy.compactMap { $0?.trimmedHTMLSpace }.first { !$0.isEmpty }
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

    /// Whether the page has one main heading, and its title says it: "Retries" of "Retries — Ferry 2.1 documentation".
    var isTitledByHeading: Bool {
        guard headings.count == 1, let heading = headings.first else { return false }
        let key = Self.key(heading)
        return titles.isEmpty || titles.contains { $0.contains(key) }
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

/// What a page's JSON-LD says about its article: a hint where the text stands, and the text itself only where the page shows
/// hardly any of it, as pages do that are written by a program or shown to subscribers alone.
struct HTMLLinkedData {
    /// Hashes of all runs of four words of `articleBody`.
    private var shingles: Set<UInt64> = []
    /// The texts of all articles that are described, without those that occur twice.
    private var bodies: [String] = []

    /// Larger descriptions are not read.
    private static let sizeLimit = 4 << 20

    init(_ tree: HTMLTree) {
        for index in tree.nodes.indices
        where tree.nodes[index].tag == .script && tree.nodes[index].end > Int32(index + 1) {
            // Of all scripts only JSON-LD says something about the text.
            guard tree.string(.type, of: index)?.lowercased().contains("ld+json") == true else { continue }
            let bytes = tree.bytes(of: index + 1)
            guard bytes.count <= Self.sizeLimit, let body = Self.articleBody(Data(bytes)), body.utf8.count > 200 else {
                continue
            }
            // The body may itself be markup.
            let words = Self.words(Array(body.utf8)[...])
            shingles.formUnion(Self.shingles(words))
            if !bodies.contains(body) { bodies.append(body) }
        }
    }

    var isEmpty: Bool { shingles.isEmpty }

    /// The share of a text's runs of four words that occur in the article's description.
    func share(of text: ArraySlice<UInt8>) -> Double {
        let found = Self.shingles(Self.words(text))
        guard !found.isEmpty else { return 0 }
        return Double(found.count { shingles.contains($0) }) / Double(found.count)
    }

    /// The text of the one article that is described, where the page shows hardly any of it; else `nil`.
    ///
    /// - Parameters:
    ///   - lines: What was taken for the article on the page.
    ///   - length: Its characters without white space.
    func article(besides lines: [ArraySlice<UInt8>], showing length: Int) -> String? {
        guard bodies.count == 1, let body = bodies.first else { return nil }
        let characters = body.unicodeScalars.count { !$0.properties.isWhitespace }
        guard length * 2 < characters else { return nil }
        var shown: Set<UInt64> = []
        for line in lines { shown.formUnion(Self.shingles(Self.words(line))) }
        return shingles.count { shown.contains($0) } * 4 < shingles.count ? body : nil
    }

    private static func articleBody(_ data: Data) -> String? {
        guard let json = try? JSONSerialization.jsonObject(with: data) else { return nil }
        var waiting: [Any] = [json]
        var visited = 0
        var longest: String?
        while let next = waiting.popLast(), visited < 10_000 {
            visited += 1
            if let list = next as? [Any] {
                waiting += list
            } else if let object = next as? [String: Any] {
                if let body = object["articleBody"] as? String, body.count > longest?.count ?? 0 { longest = body }
                waiting += object.values.filter { $0 is [Any] || $0 is [String: Any] }
            }
        }
        return longest
    }

    /// Hashes of words: runs of letters and digits, in lower case as far as ASCII goes.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
        var words: [UInt64] = []
        var word: [UInt8] = []
        func close() {
            if !word.isEmpty { words.append(HTMLTag.hash(word)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in bytes {
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0xC3 && byte != 0xE2
                || (byte & 0xC0 == 0x80 && !word.isEmpty)
            {
                word.append(byte)
            } else {
                close()
            }
        }
        close()
        return words
    }

    private static func shingles(_ words: [UInt64]) -> [UInt64] {
        guard !words.isEmpty else { return [] }
        let size = min(4, words.count)
        return (0...(words.count - size)).map { start in
            words[start..<start + size].reduce(0) { ($0 &* 0x9E37_79B9_7F4A_7C15) ^ $1 }
        }
    }
}
