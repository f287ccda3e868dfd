package import Foundation
import HearthCore

/// Lists of feeds as readers of feeds exchange them: OPML (http://opml.org/spec2.opml).
package enum OPML {
    package struct Entry: Hashable, Sendable {
        package var title: String?
        package var url: URL

        package init(title: String?, url: URL) { (self.title, self.url) = (title, url) }
    }

    /// Longer lists are refused.
    package static let mostBytes = 16 << 20
    private static let mostEntries = 10_000

    /// The feeds of a list in their order, each address once; folders are looked into.
    ///
    /// - Returns: How many of them cannot be used besides: those without an address of the web, and those beyond 10,000.
    /// - Throws: ``DocumentError`` `unsupported-format` for what is no such list, `too-large`; `CancellationError`.
    package static func read(_ bytes: [UInt8]) throws -> (entries: [Entry], unusable: Int) {
        guard bytes.count <= mostBytes else {
            throw DocumentError(.tooLarge, "The list has more than \(mostBytes >> 20) MB.")
        }
        var handler = Handler()
        let outcome = try XMLScanner.scan(bytes, &handler)
        guard handler.isList else {
            throw DocumentError(
                .unsupportedFormat, "The file is no list of feeds (OPML). A reader of feeds exports one.")
        }
        guard outcome == .complete || !handler.entries.isEmpty else {
            throw DocumentError(.damagedDocument, "The list is damaged, and no feed can be read from it.")
        }
        return (handler.entries, handler.unusable)
    }

    /// A list of feeds for other programs.
    package static func write(_ entries: [Entry], title: String) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
            <head><title>\(escaped(title))</title></head>
            <body>

            """
        for entry in entries {
            let name = escaped(entry.title ?? entry.url.host() ?? "feed")
            let url = escaped(entry.url.absoluteString)
            text += "<outline type=\"rss\" text=\"\(name)\" title=\"\(name)\" xmlUrl=\"\(url)\"/>\n"
        }
        return text + "</body>\n</opml>\n"
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            // XML has no place for other control characters.
            case let control where control.value < 0x20 || control.value == 0x7F: output += " "
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private struct Handler: XMLHandler {
        var isList = false
        var entries: [Entry] = []
        var unusable = 0
        private var known: Set<URL> = []

        mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
            if name.local.lowercased() == "opml" { isList = true }
            guard isList, name.local.lowercased() == "outline",
                let address = attributes["xmlUrl"] ?? attributes["xmlurl"]
            else { return }
            // "feed:" stands before addresses in old lists.
            let bare = address.hasPrefix("feed://") ? "https://" + address.dropFirst(7) : address
            guard let url = FeedAddress.resolve(bare, from: nil), entries.count < OPML.mostEntries else {
                unusable += 1
                return
            }
            guard known.insert(url).inserted else { return }
            let title = (attributes["title"] ?? attributes["text"]).flatMap { FeedItemBuilder.line($0) }
            entries.append(Entry(title: title, url: url))
        }

        mutating func end(_ name: XMLName) {}

        mutating func text(_ bytes: ArraySlice<UInt8>) {}
    }
}
