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

// MARK: - Refreshing

extension FeedService {
    /// Looks at feeds, one after the other, and reads what is new. One that cannot be had is told of, and keeps the others from nothing.
    ///
    /// - Parameters:
    ///   - names: Which; all where none is named.
    ///   - hosts: Hosts that are allowed from now on, where exactly one feed is named.
    package func refresh(_ names: [String], allowing hosts: [String], emit: Emit) async throws {
        var records: [Record] = []
        if names.isEmpty {
            records = try await self.records()
        } else {
            for name in names {
                let named = try await record(named: name)
                if !records.contains(where: { $0.feed.name == named.feed.name }) { records.append(named) }
            }
        }
        if !hosts.isEmpty {
            guard names.count == 1, records.count == 1 else {
                throw FeedError(.badName, "A host is allowed for one feed at a time. Name the feed.")
            }
            records[0] = try await allow(hosts, for: records[0])
        }
        for record in records {
            try Task.checkCancellation()
            try await emit(.doing("Looking at \(record.feed.name)"))
            do {
                try await refresh(record, emit: emit)
            } catch let error as CancellationError {
                throw error
            } catch {
                // Without a ledger nothing at all is done.
                guard let told = error.readable, told.kind != .notRecorded else { throw error }
                try await emit(.feed(FeedReport(record.feed.name, failed: told)))
            }
        }
    }

    func allow(_ hosts: [String], for record: Record) async throws -> Record {
        var record = record
        let new = hosts.filter { !record.feed.hosts.contains($0) }
        guard !new.isEmpty else { return record }
        record.feed.hosts = (record.feed.hosts + new).sorted()
        return try await keep(record)
    }

    private func refresh(_ record: Record, emit: Emit) async throws {
        let feed = record.feed
        var headers: [(name: String, value: String)] = []
        if let etag = feed.etag { headers.append(("if-none-match", etag)) }
        if let date = feed.lastModified { headers.append(("if-modified-since", date)) }
        let fetched = try await fetch(feed.url, hosts: feed.allowed, headers: headers)
        if fetched.status == 304 { return try await take(nil, fetched, record, emit: emit) }
        try await take(try parse(fetched), fetched, record, emit: emit)
    }

    func fetch(
        _ url: URL, hosts: AllowedHosts, namedBy who: String? = nil, headers: [(name: String, value: String)] = []
    ) async throws -> WebFetcher.Fetched {
        let accept =
            "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, "
            + "application/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1"
        return try await fetcher.get(
            url, .feed, hosts: hosts, namedBy: who, headers: [("accept", accept)] + headers,
            limits: .init(bytes: FeedReader.mostBytes, time: .seconds(120)))
    }

    func parse(_ fetched: WebFetcher.Fetched) throws -> ParsedFeed {
        try WebFetcher.check(fetched.status, fetched.url, "the feed")
        return try FeedReader.read(
            fetched.body, url: fetched.url, declaredEncoding: fetched.type.flatMap(FeedDocument.charset))
    }

    // MARK: Taking in

    /// Stores what is new, then says in the list that it was read.
    ///
    /// - Parameter parsed: `nil` where the server said that nothing has changed.
    func take(_ parsed: ParsedFeed?, _ fetched: WebFetcher.Fetched, _ record: Record, emit: Emit) async throws {
        var record = record
        var report = FeedReport(name: record.feed.name)
        if let parsed {
            report.notes += parsed.warnings.map(\.message)
            try await takeItems(parsed, from: fetched.url, into: &record.feed, &report, emit: emit)
            let place = WebAddress.secured(fetched.url)
            if fetched.hasMoved, place != record.feed.url {
                record.feed.firstURL = record.feed.firstURL ?? record.feed.url
                record.feed.url = place
            }
            record.feed.title = parsed.title ?? record.feed.title
            // Of what is not whole no version is remembered: it is asked for as a whole the next time.
            let (tag, date) = parsed.isDamaged ? (nil, nil) : (fetched.etag, fetched.lastModified)
            record.feed.etag = tag.flatMap { Self.isHeader($0, most: 512) ? $0 : nil }
            record.feed.lastModified = date.flatMap { Self.isHeader($0, most: 64) ? $0 : nil }
        }
        record.feed.refreshedAt = now()
        // What was read is remembered also where a transcript then takes for ever.
        record = try await keep(record)
        try await takeTranscripts(of: &record, &report, emit: emit)
        report.waiting = record.feed.entries.count { $0.spoken == .waiting }
        try await emit(.feed(report))
    }

    /// What a server says of a version is sent back to it as it is, or not at all.
    private static func isHeader(_ text: String, most: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= most && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private func takeItems(
        _ parsed: ParsedFeed, from served: URL, into feed: inout Feed, _ report: inout FeedReport, emit: Emit
    ) async throws {
        let known = Dictionary(feed.entries.map { ($0.id, $0) }) { first, _ in first }
        let own = [feed.url, served]
        var current: [Feed.Entry] = []
        var waiting: [ReadText] = []
        for item in parsed.items {
            try Task.checkCancellation()
            let before = known[Feed.Entry.id(of: item, in: feed)]
            if var before, before.digest == Feed.Entry.digest(of: item) {
                before.recordingBytes = item.recording?.byteCount
                current.append(before)
                continue
            }
            var entry = Feed.Entry(item, of: feed, at: own)
            if let before {
                // A transcript that was read is not fetched again for a change of the notes beside it.
                let isSame = before.transcript == entry.transcript
                if isSame || before.spoken == .transcribed && entry.transcript == nil { entry.spoken = before.spoken }
            }
            current.append(entry)
            if before == nil { report.added += 1 } else { report.updated += 1 }
            waiting.append(try text(of: item, at: own, entry, feed))
            if waiting.count == 200 {
                try await store(waiting, feed, emit: emit)
                waiting = []
            }
        }
        try await store(waiting, feed, emit: emit)
        feed.remember(current, most: Self.mostEntries)
    }

    private func text(
        of item: ParsedFeed.Item, at own: [URL], _ entry: Feed.Entry, _ feed: Feed
    ) throws -> ReadText {
        let content = try FeedDocument.article(item, feed: feed.title ?? feed.name, at: own)
        let place = feed.place(of: entry)
        return ReadText(
            place: place, content: content, hash: Self.hash(place, content), byteCount: content.text.utf8.count,
            date: item.date ?? now())
    }

    /// Of what is stored, with its place: the same words in two places are two articles.
    static func hash(_ place: String, _ content: ExtractedDocument) -> ContentHash {
        let times = content.blocks.compactMap { $0.startTime.map { "\($0)" } }.joined(separator: " ")
        return ContentHash(of: Data("\(place)\0\(content.text)\0\(times)".utf8))
    }

    /// Stores texts, and tells what became of each.
    func store(_ texts: [ReadText], _ feed: Feed, emit: Emit) async throws {
        guard !texts.isEmpty else { return }
        var options = IngestOptions()
        options.label = feed.label
        for try await event in ingestor.ingest(texts: texts, options: options) {
            switch event {
            case .file(let report): try await emit(.document(report))
            case .note(let note): try await emit(.note(note))
            case .progress(let done, let total, _): try await emit(.doing("\(feed.name): \(done) of \(total) stored"))
            case .vectors(let done, let total):
                try await emit(.doing("\(feed.name): \(done) of \(total) passages found by meaning, too"))
            // What comes of a feed is text.
            case .pictures, .recognized, .summary: break
            }
        }
    }
}
