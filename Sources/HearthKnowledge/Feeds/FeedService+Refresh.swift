import Foundation
import HearthCore
import HearthDocuments

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
