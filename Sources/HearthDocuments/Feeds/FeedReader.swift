package import Foundation
import HearthCore

/// Reads feeds: RSS 2.0, RSS 1.0 and its elders, Atom, JSON Feed; of podcasts the recordings, transcripts and chapters that they name.
///
/// Nothing that a feed names is fetched here, and nothing of it is believed: sizes and counts are bounded, and a feed that is damaged
/// gives the items before the damage.
package enum FeedReader {
    /// Longer feeds are refused.
    package static let mostBytes = 32 << 20
    /// Items that are read of one feed: the first ones of the file, which are the newest of nearly all feeds.
    package static let mostItems = 20_000

    /// - Parameters:
    ///   - data: The whole feed.
    ///   - url: Where it is, from which relative addresses go on.
    ///   - declaredEncoding: What the server says; `nil` where it says nothing.
    /// - Throws: ``DocumentError``: `unsupported-format` for what is no feed, `too-large`, `empty-file`; `CancellationError`.
    package static func read(
        _ data: some Collection<UInt8>, url: URL?, declaredEncoding: String? = nil
    ) throws -> ParsedFeed {
        let bytes = Array(data)
        guard bytes.count <= mostBytes else {
            throw DocumentError(.tooLarge, "The feed has more than \(mostBytes >> 20) MB.")
        }
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let first = bytes.dropFirst(isMarked ? 3 : 0).first(where: { !isSpace($0) && $0 != 0 }) else {
            throw DocumentError(.empty, "The feed is empty.")
        }
        if first == UInt8(ascii: "{") {
            guard let feed = try JSONFeedReader.read(TextDecoder.decode(bytes).text, url: url) else {
                throw notFeed("JSON of another kind")
            }
            return feed
        }
        let declared = xmlEncoding(bytes) ?? declaredEncoding ?? "utf-8"
        let text = withNamedCharacters(Array(HTMLEncoding.decode(bytes, declared: declared).text.utf8))
        var handler = XMLFeedHandler(url: url)
        let outcome = try XMLScanner.scan(text, &handler)
        guard handler.isFeed else {
            throw notFeed(isPage(text) ? "a web page" : "something else")
        }
        return try handler.finish(isDamaged: outcome == .damaged)
    }

    /// The feeds that a page names as its own, with the first one first.
    ///
    /// - Returns: Their addresses, at most ten.
    package static func feeds(ofPage data: some Collection<UInt8>, url: URL) throws -> [URL] {
        let text = HTMLEncoding.decode(Array(data.prefix(4 << 20)), declared: nil).text
        let tree = try HTMLTreeBuilder.build(Array(text.utf8)).tree
        var found: [URL] = []
        for node in tree.nodes.indices where tree.nodes[node].tag == .link {
            let relations = tree.string(.rel, of: node)?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
            let type = tree.string(.type, of: node)?.lowercased() ?? ""
            let types = ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"]
            guard relations.contains("alternate"), types.contains(where: type.hasPrefix),
                let address = tree.string(.href, of: node).flatMap({ FeedAddress.resolve($0, from: url) }),
                !found.contains(address)
            else { continue }
            found.append(address)
            if found.count == 10 { break }
        }
        return found
    }

    /// The text with the characters that HTML has names for, and XML has not: older kinds of RSS define them in a file that nobody
    /// fetches, and others use them all the same. What would be markup stays as it is.
    static func withNamedCharacters(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "<"), text[index...].starts(with: "<![CDATA[") {
                let end = text.firstIndex(of: "]]>", in: index..<text.count) ?? text.count
                output.append(contentsOf: text[index..<end])
                index = end
            } else if byte == UInt8(ascii: "&"), index + 1 < text.count, isLetter(text[index + 1]),
                let (characters, end) = HTMLEntities.reference(in: text, at: index),
                text[end - 1] == UInt8(ascii: ";"), !characters.utf8.contains(where: isMarkup)
            {
                output.append(contentsOf: characters.utf8)
                index = end
            } else {
                output.append(byte)
                index += 1
            }
        }
        return output
    }

    private static func isMarkup(_ byte: UInt8) -> Bool { "<>&\"'".utf8.contains(byte) }

    private static func notFeed(_ what: String) -> DocumentError {
        DocumentError(
            .unsupportedFormat, "What is there is no feed but \(what). Look on the page for the address of its feed.")
    }

    private static func isPage(_ text: [UInt8]) -> Bool {
        let head = Array(text.prefix(1_024))
        return head.firstIndex(of: "<html", in: 0..<head.count) != nil
            || head.firstIndex(of: "<!DOCTYPE html", in: 0..<head.count) != nil
    }

    /// The encoding of an XML declaration: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
    static func xmlEncoding(_ bytes: [UInt8]) -> String? {
        let head = Array(bytes.prefix(256)).drop(while: isSpace)
        guard head.starts(with: "<?xml"), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = Array(head[..<end])
        guard let place = declaration.firstIndex(of: "encoding", in: 0..<declaration.count) else { return nil }
        let rest = declaration[(place + 8)...].drop { isSpace($0) || $0 == UInt8(ascii: "=") }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}
