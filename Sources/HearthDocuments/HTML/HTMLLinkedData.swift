import Foundation

/// What a page's JSON-LD says about its article: a hint where the text stands, never the text itself.
struct HTMLLinkedData {
    /// Hashes of all runs of four words of `articleBody`.
    private var shingles: Set<UInt64> = []
    /// Letters and digits of it.
    private(set) var length = 0

    /// Larger descriptions are not read.
    private static let sizeLimit = 4 << 20

    init(_ tree: HTMLTree) {
        for index in tree.nodes.indices
        where tree.nodes[index].tag == .script && tree.nodes[index].end > Int32(index + 1) {
            let bytes = tree.bytes(of: index + 1)
            guard bytes.count <= Self.sizeLimit, let body = Self.articleBody(Data(bytes)), body.utf8.count > 200 else {
                continue
            }
            // The body may itself be markup.
            let words = Self.words(Array(body.utf8)[...])
            length = max(length, words.count)
            shingles.formUnion(Self.shingles(words))
        }
    }

    var isEmpty: Bool { shingles.isEmpty }

    /// The share of a text's runs of four words that occur in the article's description.
    func share(of text: ArraySlice<UInt8>) -> Double {
        let found = Self.shingles(Self.words(text))
        guard !found.isEmpty else { return 0 }
        return Double(found.count { shingles.contains($0) }) / Double(found.count)
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
