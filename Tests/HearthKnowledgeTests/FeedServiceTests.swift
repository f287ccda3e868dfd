import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What a feed can reach of a library, and what its documents tell of its address.
struct FeedServiceTests {
    private let library = MemoryLibrary()

    /// - Parameter replies: What is answered, in the order of the requests.
    private func service(_ replies: [ScriptedTransport.Reply]) -> FeedService {
        FeedService(
            library: library, ingestor: Ingestor(library: library, embedder: nil),
            transport: ScriptedTransport(replies), now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    private func run(_ work: @escaping @Sendable (FeedService.Emit) async throws -> Void) async throws {
        for try await event in EventStream<FeedEvent>({ emit in try await work(emit) }) {
            if case .feed(let report) = event { #expect(report.problem == nil) }
        }
    }

    private func add(_ address: String, _ feed: String) async throws {
        let url = try #require(URL(string: address))
        let service = service([.init(feed, contentType: "application/rss+xml")])
        try await run { try await service.add(.init(url: url), emit: $0) }
    }

    private func refresh(_ name: String, _ feed: String) async throws {
        let service = service([.init(feed, contentType: "application/rss+xml")])
        try await run { try await service.refresh([name], allowing: [], emit: $0) }
    }

    private func clip(_ address: String, _ words: String) async throws {
        let url = try #require(URL(string: address))
        let page = "<html><head><title>Kept</title></head><body><article><p>\(words)</p></article></body></html>"
        let service = service([.init(page, contentType: "text/html")])
        try await run { try await service.clip(url, allowing: [], label: .private, day: "2026-11-26", emit: $0) }
    }

    private func feed(_ name: String) async throws -> Feed {
        try #require(try await service([]).list().first { $0.name == name })
    }

    private func text(at place: String) async throws -> String? {
        guard let document = try await library.document(atPath: place) else { return nil }
        return try await library.content(ofDocument: document.id)?.text
    }

    private static func rss(_ title: String, _ items: String...) -> String {
        "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }

    private static func item(_ id: String, link: String, _ words: String) -> String {
        "<item><title>Terms</title><guid isPermaLink=\"false\">\(id)</guid><link>\(link)</link><description>\(words)</description></item>"
    }

    // MARK: Looking again

    @Test func aFeedThatIsNamedTwiceIsLookedAtOnce() async throws {
        try await add(
            "https://one.example/feed", Self.rss("One", Self.item("1", link: "https://one.example/1", "One.")))
        let again = Self.rss("One", Self.item("2", link: "https://one.example/2", "Two."))
        let service = service([.init(again, contentType: "application/rss+xml")])
        // A second look would find no answer, and say that somebody else had changed the feed.
        try await run { try await service.refresh(["one", "https://one.example/feed"], allowing: [], emit: $0) }
        #expect(try await feed("one").entries.count == 2)
    }

    @Test func ofADamagedFeedNoVersionIsRemembered() async throws {
        let whole = Self.rss("One", Self.item("1", link: "https://one.example/1", "One."))
        let versions: [(name: String, value: String)] = [
            (name: "content-type", value: "application/rss+xml"), (name: "etag", value: "\"a\""),
            (name: "last-modified", value: "Tue, 14 May 2024 10:00:00 GMT"),
        ]
        func reply(_ text: String) -> ScriptedTransport.Reply { .init(headers: versions, pieces: [Array(text.utf8)]) }
        let url = try #require(URL(string: "https://one.example/feed"))
        let first = service([reply(whole)])
        try await run { try await first.add(.init(url: url), emit: $0) }
        #expect(try await feed("one").etag == "\"a\"")

        let cut = String(whole.dropLast("</item></channel></rss>".count)) + "<item><title>Two</title>"
        let second = service([reply(cut)])
        try await run { try await second.refresh(["one"], allowing: [], emit: $0) }
        let damaged = try await feed("one")
        #expect(damaged.etag == nil && damaged.lastModified == nil)

        // So it is asked for as a whole the next time.
        let transport = ScriptedTransport([reply(whole)])
        let third = FeedService(
            library: library, ingestor: Ingestor(library: library, embedder: nil), transport: transport)
        try await run { try await third.refresh(["one"], allowing: [], emit: $0) }
        let asked = try #require(transport.requests.first)
        #expect(!asked.headers.contains { $0.name == "if-none-match" || $0.name == "if-modified-since" })
        #expect(try await feed("one").etag == "\"a\"")
    }

    // MARK: What is its own

    @Test func documentsOfForgottenItemsGoWithTheirFeedAndNothingElse() async throws {
        try await add(
            "https://one.example/feed",
            Self.rss(
                "News", Self.item("1", link: "https://one.example/1", "Said first."),
                Self.item("2", link: "https://one.example/2", "Said second.")))
        // What its owner kept of a feed that was called so before.
        _ = try await service([]).remove("news", withDocuments: false)
        let kept = try await library.documents(matching: SearchFilter(), limit: 100, offset: 0).flatMap(\.paths)
        try await add(
            "https://two.example/feed",
            Self.rss(
                "News", Self.item("1", link: "https://two.example/1", "Of the other, first."),
                Self.item("2", link: "https://two.example/2", "Of the other, second.")))
        var record = try await service([]).record(named: "news")
        let gone = record.feed.entries[1]
        record.feed.remember([record.feed.entries[0]], most: 1)
        #expect(record.feed.forgotten == [gone.id] && record.feed.entries.count == 1)
        try await service([]).keep(record)
        let removed = try await service([]).remove("news", withDocuments: true)
        #expect(removed.receipt?.documentIDs.count == 2)
        #expect(
            Set(try await library.documents(matching: SearchFilter(), limit: 100, offset: 0).flatMap(\.paths))
                == Set(kept) && kept.count == 2)
    }

    @Test func aFeedTakesThePlaceOfNothingElse() async throws {
        let (terms, other) = ("https://bank.example/terms", "https://bank.example/other")
        try await clip(terms, "The bank pays you five percent each year.")
        try await clip(other, "The bank closes on Sundays, as it always has.")
        let (first, second) = (try await text(at: terms), try await text(at: other))
        #expect(first?.contains("five percent") == true && second?.contains("Sundays") == true)

        try await add("https://one.example/feed", Self.rss("One", Self.item("1", link: terms, "You pay the bank.")))
        try await add("https://two.example/feed", Self.rss("Two", Self.item("1", link: terms, "Nobody pays.")))
        let (one, two) = (try await feed("one"), try await feed("two"))
        let places = try [#require(one.entries.first).id, #require(two.entries.first).id]
        #expect(places[0] != places[1])
        let place = one.place(of: try #require(one.entries.first))
        #expect(place == "feed:one#\(places[0])")
        #expect(try await text(at: place)?.contains("Address: \(terms)\n\nYou pay the bank.") == true)
        #expect(try await text(at: two.place(of: try #require(two.entries.first)))?.contains("Nobody pays.") == true)

        // An item that has another address now stays where it is, and what stands at that address does, too.
        try await refresh("one", Self.rss("One", Self.item("1", link: other, "You pay the bank.")))
        #expect(try await text(at: place)?.contains("Address: \(other)\n") == true)
        #expect(try await text(at: terms) == first)
        #expect(try await text(at: other) == second)
        #expect(try await library.document(atPath: terms)?.label == .private)

        let gone = try await service([]).remove("one", withDocuments: true)
        #expect(gone.receipt?.documentIDs.count == 1)
        #expect(try await text(at: place) == nil)
        #expect(try await text(at: terms) == first)
        #expect(try await text(at: other) == second)
        #expect(try await text(at: two.place(of: try #require(two.entries.first))) != nil)
    }

    @Test func aFeedOfTheSameNameHasOtherPlaces() async throws {
        try await add("https://one.example/feed", Self.rss("News", Self.item("1", link: "/a", "Said by one.")))
        let one = try await feed("news")
        _ = try await service([]).remove("news", withDocuments: false)
        try await add("https://two.example/feed", Self.rss("News", Self.item("1", link: "/a", "Said by two.")))
        let two = try await feed("news")
        #expect(try await text(at: one.place(of: try #require(one.entries.first)))?.contains("by one") == true)
        #expect(try await text(at: two.place(of: try #require(two.entries.first)))?.contains("by two") == true)
        // The same feed finds its own again.
        _ = try await service([]).remove("news", withDocuments: false)
        try await add("https://one.example/feed", Self.rss("News", Self.item("1", link: "/a", "Said by one.")))
        #expect(try await feed("news").entries.map(\.id) == one.entries.map(\.id))
    }

    @Test func aFeedThatMovesKeepsItsDocuments() async throws {
        try await add("https://one.example/feed", Self.rss("News", Self.item("1", link: "/a", "Said once.")))
        let before = try await feed("news")
        let moved = service([
            .init(status: 301, headers: [(name: "location", value: "/new")]),
            .init(Self.rss("News", Self.item("1", link: "/a", "Said twice.")), contentType: "application/rss+xml"),
        ])
        try await run { try await moved.refresh(["news"], allowing: [], emit: $0) }
        let after = try await feed("news")
        #expect(after.url.absoluteString == "https://one.example/new")
        #expect(after.entries.map(\.id) == before.entries.map(\.id))
        #expect(try await text(at: after.place(of: try #require(after.entries.first)))?.contains("twice") == true)
    }

    // MARK: What is a subscriber's

    @Test func addressesThatMayHoldAKeyAreInNoDocument() async throws {
        let address = "https://one.example/feed?token=SECRET"
        try await add(
            address,
            Self.rss(
                "One",
                "<item><guid isPermaLink=\"false\">1</guid><pubDate>Tue, 14 May 2024 10:00:00 GMT</pubDate><enclosure url=\"https://cdn.example/1.mp3?key=SECRET#t\" type=\"audio/mpeg\"/></item>",
                "<item><guid isPermaLink=\"false\">2</guid><enclosure url=\"https://cdn.example/2.mp3?key=SECRET\" type=\"audio/mpeg\"/><link>https://cdn.example/2.mp3?key=SECRET</link></item>",
                Self.item("3", link: "\(address)&amp;item=3#3", "Of the feed itself."),
                Self.item("4", link: "https://one.example/?p=4", "A page.")))
        let feed = try await feed("one")
        var texts: [String] = []
        for entry in feed.entries {
            let document = try #require(try await library.document(atPath: feed.place(of: entry)))
            let text = try #require(try await library.content(ofDocument: document.id)?.text)
            #expect(!text.contains("SECRET") && document.title?.contains("SECRET") == false)
            #expect(document.paths == [feed.place(of: entry)] && !feed.place(of: entry).contains("SECRET"))
            texts.append(text)
        }
        #expect(texts.count == 4)
        #expect(texts[0].contains("Recording: https://cdn.example/1.mp3"))
        #expect(texts[1].contains("Address: https://cdn.example/2.mp3\n"))
        #expect(!texts[2].contains("Address:"))
        #expect(texts[3].contains("Address: https://one.example/?p=4\n"))
        // The recording is fetched from the whole address.
        #expect(feed.entries[0].recording?.query() == "key=SECRET")
        // Without a title it is called by its feed and its day.
        let document = try await library.document(atPath: feed.place(of: feed.entries[0]))
        #expect(document?.title == "One, 2024-05-14")
    }

    // MARK: What is kept of it

    @Test func moreThanAFeedNeedsIsNotRemembered() async throws {
        let service = service([])
        let url = try #require(URL(string: "https://one.example/feed"))
        let title = String(repeating: "a", count: FeedService.mostRecordBytes)
        let feed = Feed(name: "one", url: url, title: title, hosts: [], addedAt: Date(timeIntervalSince1970: 0))
        let error = await #expect(throws: FeedError.self) { try await service.keep(.init(feed: feed, version: nil)) }
        #expect(error?.reason == .tooLarge)
        #expect(try await service.list().isEmpty)
    }
}
