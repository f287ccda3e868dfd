import Foundation
import HearthCore

/// Reads RSS 2.0 (https://www.rssboard.org/rss-specification) and its elders, RSS 1.0 (https://web.resource.org/rss/1.0/spec), and Atom
/// (RFC 4287), with what Apple and Podcasting 2.0 add.
struct XMLFeedHandler: XMLHandler {
    private typealias Field = FeedItemBuilder.Field
    private typealias Form = FeedItemBuilder.Form

    private struct Element {
        var name: XMLName
        /// Of `xml:base`, its own or of an element around it.
        var base: URL?
    }

    /// A text that is being gathered.
    private struct Capture {
        var place: Place
        var form: Form
        /// Elements that were open with its own.
        var depth: Int
        /// Whether elements within it are part of it (XHTML).
        var keepsElements = false
        var bytes: [UInt8] = []
    }

    private enum Place { case item(Field), feedTitle, feedLink }

    private enum Dialect { case rss, rdf, atom }

    /// The most bytes of one text; longer ones are cut.
    private static let longestText = 4 << 20

    private let url: URL?
    private var dialect: Dialect?
    /// The namespaces of the elements that RSS itself has.
    private var plain: Set<XMLNamespace> = []
    private var open: [Element] = []
    private var capture: Capture?
    private var item: FeedItemBuilder?
    private var itemDepth: Int?
    private var feed = ParsedFeed()
    private var ids: Set<String> = []
    private var leftOut = 0
    private var cut = 0
    private var badDates = 0
    private var same = 0
    private var empty = 0
    private var isCancelled = false

    init(url: URL?) { self.url = url }

    var isFeed: Bool { dialect != nil }

    // MARK: Events

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        var base = open.last.map(\.base) ?? url
        if !attributes.range.isEmpty, let own = attributes.qualified("base") {
            base = FeedAddress.resolve(own, from: base) ?? base
        }
        open.append(Element(name: name, base: base))
        if open.count == 1 { begin(name) }
        guard dialect != nil, !isCancelled else { return }
        if capture != nil {
            if capture?.keepsElements == true { append(Self.tag(name, attributes)) } else { append([space]) }
        } else if itemDepth == nil {
            beginOutside(name, attributes)
        } else if item != nil, let itemDepth {
            beginInside(name, attributes, depth: open.count - itemDepth)
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        // The text itself is not taken hold of, which would be copied with each piece that is added.
        guard let keepsElements = capture?.keepsElements else { return }
        append(keepsElements ? Self.escaped(bytes) : Array(bytes))
    }

    mutating func end(_ name: XMLName) {
        if let depth = capture?.depth {
            if open.count == depth {
                let whole = capture
                capture = nil
                if let whole { finish(whole) }
            } else if capture?.keepsElements == true, !Self.voidElements.contains(name.local) {
                append(Array("</\(name.local)>".utf8))
            }
        }
        if open.count == itemDepth {
            finishItem()
            itemDepth = nil
        }
        _ = open.popLast()
    }

    private mutating func begin(_ name: XMLName) {
        switch name.local {
        case "rss": dialect = .rss
        case "RDF": dialect = .rdf
        case "feed" where name.namespace == .atom || name.namespace == .bare: dialect = .atom
        default: break
        }
        // What a feed declares for elements without a prefix may be anything.
        plain = dialect == .rss ? [name.namespace, .bare, .rss] : [.bare, .rss]
        if dialect == .atom { plain = [.atom, name.namespace] }
    }

    // MARK: The feed itself

    private mutating func beginOutside(_ name: XMLName, _ attributes: XMLAttributes) {
        guard plain.contains(name.namespace) else { return }
        if name.local == (dialect == .atom ? "entry" : "item") {
            itemDepth = open.count
            guard feed.items.count < FeedReader.mostItems else {
                leftOut += 1
                return
            }
            var builder = FeedItemBuilder(base: open.last?.base ?? url)
            if dialect == .rdf, let about = attributes["about"] { builder.set(.id, Array(about.utf8), .plain) }
            item = builder
            return
        }
        let isOfFeed = dialect == .atom ? open.count == 2 : open.count == 3 && open[1].name.local == "channel"
        guard isOfFeed else { return }
        switch name.local {
        case "title" where feed.title == nil: capture(.feedTitle, form(attributes), attributes)
        case "link" where dialect == .atom:
            guard feed.link == nil, attributes["rel"] ?? "alternate" == "alternate" else { return }
            feed.link = attributes["href"].flatMap { FeedAddress.resolve($0, from: open.last?.base) }
        case "link" where feed.link == nil: capture(.feedLink, .plain, attributes)
        default: break
        }
    }

    // MARK: Items

    private mutating func beginInside(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
        if depth == 2 {
            let around = open[open.count - 2].name
            if name.local == "name", around.local == "author", dialect == .atom {
                capture(.item(.author), .plain, attributes)
            }
            return
        }
        guard depth == 1 else { return }
        switch name.namespace {
        case .content: if name.local == "encoded" { capture(.item(.content), .markup, attributes) }
        case .dublinCore:
            switch name.local {
            case "creator": capture(.item(.author), .markup, attributes)
            case "date": capture(.item(.otherDate), .plain, attributes)
            default: break
            }
        case .itunes:
            switch name.local {
            case "author": capture(.item(.otherAuthor), .markup, attributes)
            case "summary": capture(.item(.summary), .markup, attributes)
            case "duration": capture(.item(.duration), .plain, attributes)
            default: break
            }
        case .podcast: beginPodcast(name.local, attributes)
        default:
            guard plain.contains(name.namespace) || name.namespace == .atom else { return }
            if dialect == .atom {
                beginAtom(name.local, attributes)
            } else if plain.contains(name.namespace) {
                beginRSS(name.local, attributes)
            }
        }
    }

    private mutating func beginPodcast(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "transcript":
            item?.addTranscript(attributes["url"], type: attributes["type"], language: attributes["language"])
        case "chapters" where item?.chapters == nil:
            item?.chapters = attributes["url"].flatMap { FeedAddress.resolve($0, from: open.last?.base) }
                .map { ParsedFeed.Attachment(url: $0, type: attributes["type"]) }
        default: break
        }
    }

    private mutating func beginRSS(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "title": capture(.item(.title), .markup, attributes)
        case "description": capture(.item(.description), .markup, attributes)
        case "link": capture(.item(.link), .plain, attributes)
        case "guid":
            item?.isPermanentLink = attributes["isPermaLink"]?.lowercased() != "false"
            capture(.item(.id), .plain, attributes)
        case "pubDate": capture(.item(.published), .plain, attributes)
        case "author": capture(.item(.mailAuthor), .markup, attributes)
        case "enclosure":
            item?.addRecording(attributes["url"], type: attributes["type"], length: attributes["length"])
        default: break
        }
    }

    private mutating func beginAtom(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "title": capture(.item(.title), form(attributes), attributes)
        case "id": capture(.item(.id), .plain, attributes)
        case "summary": capture(.item(.summary), form(attributes), attributes)
        case "content":
            let type = attributes["type"]?.lowercased() ?? "text"
            // Others are pictures, or XML of another kind.
            guard ["text", "html", "xhtml", "application/xhtml+xml"].contains(type) || type.hasPrefix("text/") else {
                return
            }
            capture(.item(.content), form(attributes), attributes)
        case "published", "issued", "created": capture(.item(.published), .plain, attributes)
        case "updated", "modified": capture(.item(.updated), .plain, attributes)
        case "link":
            switch attributes["rel"]?.lowercased() ?? "alternate" {
            case "alternate" where item?.link == nil:
                item?.link = attributes["href"].flatMap { FeedAddress.resolve($0, from: open.last?.base) }
            case "enclosure":
                item?.addRecording(attributes["href"], type: attributes["type"], length: attributes["length"])
            default: break
            }
        default: break
        }
    }

    private mutating func finishItem() {
        guard let builder = item else { return }
        item = nil
        if Task.isCancelled { isCancelled = true }
        guard !isCancelled else { return }
        var isBadDate = false
        do {
            guard let found = try builder.item(isBadDate: &isBadDate) else {
                empty += 1
                return
            }
            if isBadDate { badDates += 1 }
            guard ids.insert(found.id).inserted else {
                same += 1
                return
            }
            feed.items.append(found)
        } catch {
            // Nothing is thrown but that the task was cancelled.
            isCancelled = true
        }
    }

    // MARK: Texts

    private func form(_ attributes: XMLAttributes) -> Form {
        guard dialect == .atom else { return .markup }
        let type = attributes["type"]?.lowercased() ?? "text"
        return type == "text" || type == "text/plain" ? .plain : .markup
    }

    private mutating func capture(_ place: Place, _ form: Form, _ attributes: XMLAttributes) {
        let type = dialect == .atom && form == .markup ? attributes["type"]?.lowercased() : nil
        capture = Capture(
            place: place, form: form, depth: open.count,
            keepsElements: type == "xhtml" || type == "application/xhtml+xml")
    }

    private mutating func append(_ bytes: [UInt8]) {
        guard let count = capture?.bytes.count, count < Self.longestText else { return }
        if count + bytes.count > Self.longestText { cut += 1 }
        capture?.bytes.append(contentsOf: bytes.prefix(Self.longestText - count))
    }

    private mutating func finish(_ capture: Capture) {
        switch capture.place {
        case .feedTitle:
            feed.title = try? FeedItemBuilder.line(.init(bytes: capture.bytes, form: capture.form))
        case .feedLink:
            feed.link = FeedAddress.resolve(String(decoding: capture.bytes, as: UTF8.self), from: open.last?.base)
        case .item(.link):
            guard item?.link == nil else { return }
            item?.link = FeedAddress.resolve(String(decoding: capture.bytes, as: UTF8.self), from: open.last?.base)
        case .item(let field): item?.set(field, capture.bytes, capture.form)
        }
    }

    /// Elements of HTML that have no end.
    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private static func tag(_ name: XMLName, _ attributes: XMLAttributes) -> [UInt8] {
        Array("<\(name.local) ".utf8) + attributes.bytes[attributes.range] + [UInt8(ascii: ">")]
    }

    private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            default: output.append(byte)
            }
        }
        return output
    }

    // MARK: The end

    consuming func finish(isDamaged: Bool) throws -> ParsedFeed {
        if isCancelled { throw CancellationError() }
        var result = feed
        result.isDamaged = isDamaged
        func warn(_ count: Int, _ kind: ExtractionWarning.Kind, _ one: String, _ many: String) {
            guard count > 0 else { return }
            result.warnings.append(ExtractionWarning(kind, count == 1 ? one : "\(count) \(many)"))
        }
        if isDamaged {
            result.warnings.append(
                ExtractionWarning(.damaged, "The feed ends in the middle or is damaged; what follows is not there."))
        }
        warn(
            leftOut, .truncated, "1 item at the end of the feed was not read, beyond what is kept.",
            "items at the end of the feed were not read, beyond what is kept.")
        warn(
            cut, .truncated, "1 text was cut, which is longer than any article.",
            "texts were cut, which are longer than any article.")
        warn(badDates, .damaged, "1 item has a date that cannot be read.", "items have dates that cannot be read.")
        warn(
            same, .skipped, "1 item stands in the feed twice; the first is kept.",
            "items stand in the feed twice; the first of each is kept.")
        warn(
            empty, .skipped, "1 item without title, text and recording was left out.",
            "items without title, text and recording were left out.")
        return result
    }
}
