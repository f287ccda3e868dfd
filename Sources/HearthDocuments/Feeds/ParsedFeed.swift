package import Foundation
package import HearthCore

/// What a feed holds: RSS 2.0 and 1.0, Atom, or JSON Feed, podcasts among them.
package struct ParsedFeed: Sendable {
    /// What it calls itself, on one line; `nil` where it has no name.
    package var title: String?
    /// The page that it is of.
    package var link: URL?
    /// In the order of the file.
    package var items: [Item]
    /// What could not be read, or was left out.
    package var warnings: [ExtractionWarning]
    /// Whether it ends in the middle, or is not well-formed from somewhere on.
    package var isDamaged = false

    package init(title: String? = nil, link: URL? = nil, items: [Item] = [], warnings: [ExtractionWarning] = []) {
        (self.title, self.link, self.items, self.warnings) = (title, link, items, warnings)
    }

    /// An article, or an episode.
    package struct Item: Sendable {
        /// What tells it from the feed's other items: its `guid` or `id`, else its address, else what it says.
        package var id: String
        package var title: String?
        package var author: String?
        /// When it was published, or changed where nothing else is said; `nil` where no date can be read.
        package var date: Date?
        /// The page that has it; always `https` or `http`.
        package var link: URL?
        package var content: Content?
        /// Of an episode.
        package var recording: Recording?
        /// In the order of the feed.
        package var transcripts: [Attachment]
        package var chapters: Attachment?
    }

    /// What an item says, as it stands in the feed.
    package enum Content: Hashable, Sendable {
        /// HTML or XHTML, in UTF-8.
        case markup([UInt8])
        case text(String)
    }

    /// A file of sound.
    package struct Recording: Hashable, Sendable {
        package var url: URL
        /// Such as `audio/mpeg`; `nil` where the feed does not say.
        package var type: String?
        /// As the feed says.
        package var byteCount: Int?
        /// Seconds, as the feed says.
        package var duration: Double?

        package init(url: URL, type: String? = nil, byteCount: Int? = nil, duration: Double? = nil) {
            (self.url, self.type, self.byteCount, self.duration) = (url, type, byteCount, duration)
        }
    }

    /// A file beside an episode.
    package struct Attachment: Hashable, Sendable {
        package var url: URL
        /// Such as `text/vtt`.
        package var type: String?
        /// BCP 47; `nil` where the feed does not say.
        package var language: String?

        package init(url: URL, type: String? = nil, language: String? = nil) {
            (self.url, self.type, self.language) = (url, type, language)
        }
    }
}

/// An address that stands in a feed.
enum FeedAddress {
    /// Longer ones are no addresses of anything. This bounds the whole address: a short one in each of many items would otherwise
    /// come to the base's length each time, and a base to those of all bases around it.
    static let mostBytes = 2_048

    /// - Returns: The whole address of the web, relative ones from `base` on; `nil` for everything else, such as `mailto:` or `file:`.
    static func resolve(_ text: String, from base: URL?) -> URL? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= mostBytes,
            let url = URL(string: text, relativeTo: base)?.absoluteURL, url.absoluteString.utf8.count <= mostBytes,
            let origin = Origin(url), origin.port > 0, url.user() == nil, url.password() == nil
        else { return nil }
        return url
    }

    /// An address as anybody may read it: without the parts in which a subscriber's key stands.
    static func withoutKeys(_ url: URL) -> URL? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.url
    }

    /// Whether an address is that of a feed, whatever is added to it: `https://example.org/feed?key=1&item=2#x` is
    /// `https://example.org/feed?key=1`. What is at `/?p=2` is not the feed at `/?feed=rss`.
    static func isSame(_ url: URL, as feed: URL) -> Bool {
        guard let one = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let other = URLComponents(url: feed, resolvingAgainstBaseURL: true),
            one.host?.lowercased() == other.host?.lowercased(),
            (one.percentEncodedPath.isEmpty ? "/" : one.percentEncodedPath)
                == (other.percentEncodedPath.isEmpty ? "/" : other.percentEncodedPath)
        else { return false }
        let asked = Set((one.percentEncodedQuery ?? "").split(separator: "&"))
        let known = Set((other.percentEncodedQuery ?? "").split(separator: "&"))
        return known.isEmpty ? asked.isEmpty : known.isSubset(of: asked)
    }
}
