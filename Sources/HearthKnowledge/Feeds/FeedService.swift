package import Foundation
package import HearthCore
package import HearthDocuments

/// Works with what is subscribed to: keeps the list, and reads what is new when its owner asks for it.
///
/// An item is read once, and again when it says something else; a document that its owner removed does not come back. What is stored is
/// stored before the list says so: a run that is killed is done again, and finds its documents unchanged.
package struct FeedService: Sendable {
    package typealias Emit = EventStream<FeedEvent>.Emit

    /// Feeds of one library.
    package static let mostFeeds = 2_000
    /// Items that are remembered of one feed; the oldest are forgotten first, and their documents stay.
    static let mostEntries = 20_000
    /// Items of which the id alone is remembered, so that their documents can be removed with the feed.
    static let mostForgotten = 200_000
    /// Bytes of what is remembered of one feed, twice as many as its file may have.
    static let mostRecordBytes = 64 << 20
    /// Transcripts that are fetched of one feed at a time; the others wait for the next.
    static let mostTranscripts = 50

    let library: any Library
    let ingestor: Ingestor
    let fetcher: WebFetcher
    let now: @Sendable () -> Date

    package init(
        library: any Library, ingestor: Ingestor, transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.library, self.ingestor, self.now) = (library, ingestor, now)
        fetcher = WebFetcher(transport: transport, ledger: library)
    }

    // MARK: The list

    /// A feed with the version of its record.
    struct Record: Sendable {
        var feed: Feed
        var version: Int?
    }

    /// All feeds, by their names.
    package func list() async throws -> [Feed] { try await records().map(\.feed) }

    /// The feed that somebody means by its name, its address or its title.
    ///
    /// - Throws: ``FeedError`` `unknown-feed`.
    package func feed(named name: String) async throws -> Feed { try await record(named: name).feed }

    func records() async throws -> [Record] {
        try await library.records(of: .feed).map { stored in
            do {
                return Record(feed: try JSONDecoder().decode(Feed.self, from: stored.value), version: stored.version)
            } catch {
                throw StoreError(
                    .newerSchema, "What is kept of the feed \(stored.name) is of a newer version. Update Hearth.")
            }
        }
    }

    /// The feed that somebody means by its name, its address or its title.
    ///
    /// - Throws: ``FeedError`` `unknown-feed`.
    func record(named name: String) async throws -> Record {
        let all = try await records()
        let address = try? WebAddress.typed(name)
        guard
            let found = all.first(where: { $0.feed.name == name }) ?? all.first(where: { $0.feed.url == address })
                ?? all.first(where: { $0.feed.title?.lowercased() == name.lowercased() })
        else {
            throw FeedError(.unknownFeed, "There is no feed \(name.prefix(200)). The list shows what they are called.")
        }
        return found
    }

    /// - Throws: ``FeedError`` `too-large`; `busy` where somebody else has changed it meanwhile.
    @discardableResult
    func keep(_ record: Record) async throws -> Record {
        var record = record
        let value = try JSONEncoder().encode(record.feed)
        guard value.count <= Self.mostRecordBytes else {
            throw FeedError(
                .tooLarge,
                "What there is to remember of the items of \(record.feed.name) has more than \(Self.mostRecordBytes >> 20) MB, more than a feed needs. Remove this feed."
            )
        }
        record.version = try await library.keepRecord(
            value, of: .feed, named: record.feed.name, replacing: record.version)
        return record
    }

    /// Removes a feed from the list, and what was read from it where that is wanted.
    ///
    /// - Returns: The feed, and what is gone of the documents.
    /// - Throws: ``FeedError`` `unknown-feed`.
    package func remove(_ name: String, withDocuments: Bool) async throws -> (feed: Feed, receipt: DeletionReceipt?) {
        let feed = try await record(named: name).feed
        var receipt: DeletionReceipt?
        if withDocuments {
            var ids: [String] = []
            for place in feed.places {
                try Task.checkCancellation()
                if let id = try await library.document(atPath: place)?.id { ids.append(id) }
            }
            receipt = try await library.removeDocuments(ids: ids)
        }
        try await library.removeRecord(of: .feed, named: feed.name)
        return (feed, receipt)
    }

    // MARK: Adding

    /// What is known of a feed that is to be added.
    package struct Addition: Sendable {
        package var url: URL
        package var name: String?
        package var label: SensitivityLabel?
        /// Further hosts that are allowed.
        package var hosts: [String]

        package init(url: URL, name: String? = nil, label: SensitivityLabel? = nil, hosts: [String] = []) {
            (self.url, self.name, self.label, self.hosts) = (url, name, label, hosts)
        }
    }

    /// Looks at an address and subscribes to the feed there, or to the one that the page there names as its own. Whoever names an
    /// address allows its host.
    package func add(_ addition: Addition, emit: Emit) async throws {
        let all = try await records()
        try Self.checkRoom(all.count)
        // Before anything is asked for.
        let names = Set(all.map(\.feed.name))
        if let given = addition.name { _ = try Self.name(given, given, taken: names) }
        var url = WebAddress.secured(addition.url)
        try Self.check(url, isNewAmong: all)
        let hosts = AllowedHosts(
            [WebAddress.host(of: url)].compactMap(\.self) + addition.hosts, first: WebAddress.host(of: url))
        try await emit(.doing("Looking at \(WebAddress.host(of: url) ?? "the address")"))
        var fetched = try await fetch(url, hosts: hosts)
        var parsed: ParsedFeed
        do {
            parsed = try parse(fetched)
        } catch let error as DocumentError where error.reason == .unsupportedFormat {
            guard let named = try FeedReader.feeds(ofPage: fetched.body, url: fetched.url).first else { throw error }
            url = WebAddress.secured(named)
            try Self.check(url, isNewAmong: all)
            fetched = try await fetch(url, hosts: hosts, namedBy: WebAddress.host(of: fetched.url))
            parsed = try parse(fetched)
        }
        if fetched.hasMoved { url = fetched.url }
        try Self.check(url, isNewAmong: all)
        let name = try Self.name(addition.name, parsed.title ?? url.host() ?? "feed", taken: names)
        let feed = Feed(
            name: name, url: url, title: parsed.title, hosts: hosts.names.sorted(), label: addition.label,
            addedAt: now())
        let record = try await keep(Record(feed: feed, version: nil))
        try await take(parsed, fetched, record, emit: emit)
    }

    /// Adds the feeds of a list without looking at them.
    ///
    /// - Parameter allows: Whether the hosts of all of them are allowed, but for those in the owner's own network.
    /// - Returns: Those that were not there yet.
    package func add(_ entries: [OPML.Entry], allows: Bool, label: SensitivityLabel?) async throws -> [Feed] {
        var all = try await records().map(\.feed)
        var names = Set(all.map(\.name))
        var known = Set(all.map(\.url))
        var added: [Feed] = []
        for entry in entries {
            let url = WebAddress.secured(entry.url)
            guard known.insert(url).inserted else { continue }
            try Self.checkRoom(all.count)
            let name = try Self.name(nil, entry.title ?? url.host() ?? "feed", taken: names)
            let host = WebAddress.host(of: url).flatMap { allows && !WebAddress.isPrivate($0) ? $0 : nil }
            let feed = Feed(
                name: name, url: url, title: entry.title, hosts: [host].compactMap(\.self), label: label, addedAt: now()
            )
            try await keep(Record(feed: feed, version: nil))
            names.insert(name)
            all.append(feed)
            added.append(feed)
        }
        return added
    }

    private static func checkRoom(_ count: Int) throws(FeedError) {
        guard count < mostFeeds else {
            throw FeedError(.tooMany, "There are \(mostFeeds) feeds already. Remove some first.")
        }
    }

    private static func check(_ url: URL, isNewAmong all: [Record]) throws(FeedError) {
        guard let same = all.first(where: { $0.feed.url == url }) else { return }
        throw FeedError(.alreadyThere, "This feed is there already; it is called \(same.feed.name).")
    }

    /// A name by which a feed can be called: letters and digits in lower case, with dashes between them.
    static func name(_ given: String?, _ title: String, taken: Set<String>) throws(FeedError) -> String {
        if let given {
            guard slug(given) == given else {
                throw FeedError(
                    .badName, "A feed's name has up to 40 letters and digits in lower case, and dashes between them.")
            }
            guard !taken.contains(given) else {
                throw FeedError(.alreadyThere, "There is a feed of the name \(given) already. Choose another name.")
            }
            return given
        }
        let base = slug(title)
        var (name, number) = (base, 1)
        while taken.contains(name) {
            number += 1
            name = "\(base)-\(number)"
        }
        return name
    }

    private static func slug(_ text: String) -> String {
        let dashed = String(text.lowercased().prefix(200).map { $0.isLetter || $0.isNumber ? $0 : "-" })
        var words = dashed.split(separator: "-").joined(separator: "-").prefix(40)
        while words.hasSuffix("-") { words.removeLast() }
        return words.isEmpty ? "feed" : String(words)
    }
}
