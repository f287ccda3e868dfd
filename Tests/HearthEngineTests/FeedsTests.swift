import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine
@testable import HearthKnowledge

/// Feeds, podcasts and pages, from a server of this machine.
@Suite("Feeds")
struct FeedsTests {
    private let folder: TemporaryFolder
    private let hearth: Hearth

    init() throws {
        folder = try TemporaryFolder()
        hearth = try Hearth(folder: folder.url)
    }

    /// What the server gives; changed by tests.
    private final class Site: Sendable {
        let pages = Mutex<[String: WireResponse]>([:])

        func set(
            _ target: String, _ body: String, type: String = "application/rss+xml", headers: [(String, String)] = []
        ) {
            pages.withLock {
                $0[target] = .http(
                    headers: [("content-type", type)] + headers.map { (name: $0.0, value: $0.1) },
                    body: Array(body.utf8))
            }
        }

        func set(_ target: String, _ response: WireResponse) { pages.withLock { $0[target] = response } }

        func answer(_ request: ReceivedRequest) -> WireResponse {
            let found = pages.withLock { $0[request.target] } ?? .http(404)
            // A version that is known is not sent again.
            guard let known = request.header("if-none-match"),
                String(decoding: found.bytes, as: UTF8.self).contains("etag: \(known)\r\n")
            else { return found }
            return .http(304)
        }
    }

    private struct Seen {
        var documents: [IngestReport] = []
        var feeds: [FeedReport] = []
    }

    private func run(_ events: EventStream<FeedEvent>) async throws -> Seen {
        var seen = Seen()
        for try await event in events {
            switch event {
            case .document(let report): seen.documents.append(report)
            case .feed(let report): seen.feeds.append(report)
            case .doing, .note: break
            }
        }
        return seen
    }

    private static func feed(_ items: String) -> String {
        """
        <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Roof Talk</title>\(items)</channel></rss>
        """
    }

    private static let first =
        "<item><title>Moss</title><guid>1</guid><link>/moss</link><description>&lt;p&gt;Moss keeps the rain back.&lt;/p&gt;</description></item>"

    @Test func `An item is read once, and again when it says something else`() async throws {
        let site = Site()
        let server = try await WireServer.start { site.answer($0) }
        site.set("/feed", Self.feed(Self.first), headers: [("etag", "\"1\"")])
        let added = try await run(try await hearth.feeds.add("\(server.url)/feed", label: .private))
        #expect(added.feeds.first?.added == 1 && added.feeds.first?.name == "roof-talk")
        let feed = try #require(try await hearth.feeds.list().first)
        let place = feed.place(of: try #require(feed.entries.first))
        #expect(place.hasPrefix("feed:roof-talk#"))
        let document = try #require(try await hearth.documents.document(at: place))
        #expect(document.title == "Moss" && document.label == .private)
        #expect(try await hearth.documents.find(place).id == document.id)
        #expect(
            try await hearth.documents.text(of: document.id)?
                .contains("Address: \(server.url)/moss\n\nMoss keeps the rain back.") == true)

        // The server is asked by the version that it gave.
        let same = try await run(try await hearth.feeds.refresh())
        #expect(server.log.requests.last?.header("if-none-match") == "\"1\"")
        #expect(same.documents.isEmpty && same.feeds.first?.problem == nil)

        // One that its owner removed does not come back, and one that changed takes the place of what it was.
        let second =
            "<item><title>Tiles</title><guid>2</guid><link>/tiles</link><description>Tiles are heavy.</description></item>"
        site.set("/feed", Self.feed(second + Self.first), headers: [("etag", "\"2\"")])
        try await hearth.documents.remove(document.id)
        let more = try await run(try await hearth.feeds.refresh(["roof-talk"]))
        #expect(more.documents.map(\.title) == ["Tiles"])
        site.set(
            "/feed", Self.feed(second.replacing("heavy", with: "light") + Self.first), headers: [("etag", "\"3\"")])
        let changed = try await run(try await hearth.feeds.refresh())
        #expect(changed.documents.map(\.status) == [.updated] && changed.feeds.first?.updated == 1)
        let found = try await hearth.documents.search(SearchRequest(text: "heavy tiles", limit: 5))
        #expect(found.passages.allSatisfy { !$0.text.contains("heavy") })

        let (gone, receipt) = try await hearth.feeds.remove("roof-talk", withDocuments: true)
        #expect(gone.name == "roof-talk" && receipt?.documentIDs.count == 1)
        #expect(try await hearth.feeds.list().isEmpty)
        await hearth.shutdown()
        await server.stop()
    }

    @Test func `Another host is asked for nothing until its owner allows it`() async throws {
        let site = Site()
        let server = try await WireServer.start { site.answer($0) }
        site.set("/feed", .http(302, headers: [("location", "http://localhost:\(server.port)/real")]))
        site.set("/real", Self.feed(Self.first))
        let address = "\(server.url)/feed"
        let refused = await failure { _ = try await run(try await hearth.feeds.add(address)) }
        #expect(refused?.code == "host-not-allowed" && refused?.message.contains("localhost:\(server.port)") == true)
        #expect(refused?.help == [.give(option: "host")])
        #expect(server.log.requests.map(\.target) == ["/feed"])
        #expect(try await hearth.feeds.list().isEmpty)
        let added = try await run(try await hearth.feeds.add(address, hosts: ["localhost:\(server.port)"]))
        #expect(added.feeds.first?.added == 1)
        let records = try await hearth.library().ledger(LedgerFilter()).map(\.entry).filter { $0.purpose == "feed" }
        #expect(records.contains { $0.kind == .connection && $0.host == "localhost:\(server.port)" })
        #expect(try await hearth.library().verifyLedger().unfinished.isEmpty)
        await hearth.shutdown()
        await server.stop()
    }

    @Test func `A list of feeds is added without a word to anybody, and its hosts are not allowed by themselves`()
        async throws
    {
        let server = try await WireServer.start { _ in .http(body: Array(Self.feed(Self.first).utf8)) }
        try folder.write(
            "list.opml",
            #"<opml version="2.0"><body><outline text="Mine" xmlUrl="\#(server.url)/feed"/><outline text="Far" xmlUrl="http://far.example/rss"/></body></opml>"#
        )
        let path = folder.url.appendingPathComponent("list.opml").path
        let found = try await hearth.feeds.add(listAt: path, allows: true)
        #expect(found.added.map(\.name) == ["mine", "far"])
        // One in its owner's own network is not allowed with the others.
        #expect(found.added.map(\.hosts) == [[], ["far.example"]])
        #expect(found.added.last?.url.absoluteString == "https://far.example/rss")
        #expect(server.log.requests.isEmpty)
        #expect(try await hearth.feeds.add(listAt: path).known == 2)
        let refused = try await run(try await hearth.feeds.refresh(["mine"]))
        #expect(refused.feeds.first?.problem?.code == "host-not-allowed" && server.log.requests.isEmpty)
        let read = try await run(try await hearth.feeds.refresh(["mine"], hosts: ["127.0.0.1:\(server.port)"]))
        #expect(read.feeds.first?.added == 1)
        #expect(try await hearth.feeds.exportedList().contains("xmlUrl=\"https://far.example/rss\""))
        await hearth.shutdown()
        await server.stop()
    }

    @Test func `Episodes with transcripts become transcripts with their times and chapters`() async throws {
        let site = Site()
        let server = try await WireServer.start { site.answer($0) }
        site.set(
            "/feed",
            Self.feed(
                """
                <item><title>Episode 1</title><guid>e1</guid><link>/e1</link><description>About roofs.</description>
                <enclosure url="/1.mp3" type="audio/mpeg" length="9"/>
                <podcast:transcript url="/1.vtt" type="text/vtt"/><podcast:chapters url="/1.json" type="application/json+chapters"/></item>
                <item><title>Episode 2</title><guid>e2</guid><link>/e2</link><description>About walls.</description>
                <podcast:transcript url="/2.vtt" type="text/vtt"/></item>
                """))
        site.set("/1.vtt", "WEBVTT\n\n01:01.000 --> 01:03.000\n<v Ann>Slate lasts a hundred years.\n", type: "text/vtt")
        site.set(
            "/1.json", #"{"version":"1.2.0","chapters":[{"startTime":60,"title":"Slate"}]}"#, type: "application/json")
        let added = try await run(try await hearth.feeds.add("\(server.url)/feed"))
        #expect(added.feeds.first?.transcripts == 1)
        // No recording was asked for, and a transcript that is not there is told of once.
        #expect(!server.log.requests.contains { $0.target.hasSuffix(".mp3") })
        #expect(added.feeds.first?.notes.count == 1)
        let feed = try #require(try await hearth.feeds.list().first)
        #expect(feed.entries.map(\.spoken) == [.published, .unusable])
        let place = feed.place(of: feed.entries[0]) + "#transcript"
        let document = try #require(try await hearth.documents.document(at: place))
        let read = try await hearth.transcripts.read(document)
        #expect(read.transcript.cues == [Cue(start: 61, end: 63, speaker: "Ann", text: "Slate lasts a hundred years.")])
        let content = try #require(try await hearth.documents.content(of: document.id))
        #expect(content.text.contains("Slate\n\nAnn: Slate lasts"))
        let again = try await run(try await hearth.feeds.refresh())
        #expect(again.documents.isEmpty && server.log.requests.count { $0.target == "/1.vtt" } == 1)
        await hearth.shutdown()
        await server.stop()
    }

    @Test func `A recording goes on where it stopped, and only while it is the same`() async throws {
        let whole = (0..<1_000).map { UInt8($0 % 251) }
        let tag = Mutex("\"a\"")
        let server = try await WireServer.start { request in
            let version = tag.withLock { $0 }
            let headers = [(name: "etag", value: version), (name: "content-length", value: "1000")]
            guard let range = request.header("range"), request.header("if-range") == version,
                let start = Int(range.dropFirst(6).dropLast())
            else {
                // It breaks off in the middle.
                var response = WireResponse.http(headers: headers, body: Array(whole.prefix(400)), framing: .asGiven)
                response.steps.append(.close)
                return response
            }
            return .http(
                206,
                headers: [(name: "etag", value: version), (name: "content-range", value: "bytes \(start)-999/1000")],
                body: Array(whole[start...]))
        }
        let library = MemoryLibrary()
        let transport = LazyTransport(settings: hearth.settings, ledger: library)
        let fetcher = WebFetcher(transport: transport, ledger: library)
        let url = try #require(URL(string: "\(server.url)/1.mp3"))
        let host = try #require(WebAddress.host(of: url))
        let file = try await EpisodeDownload("key", in: folder.url).run(
            url, fetcher, hosts: AllowedHosts([host], first: host), namedBy: "The feed", progress: { _, _ in }
        ).file
        #expect(try Array(Data(contentsOf: file)) == whole)
        #expect(server.log.requests.map { $0.header("range") } == [nil, "bytes=400-"])
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/key.part"))
        #expect(try folder.mode("key.recording") == 0o600)
        await transport.shutdown()
        await server.stop()
    }

    @Test func `What is no recording is removed, so that it is asked for again`() async throws {
        try folder.write("key.recording", "#EXTM3U\n#EXTINF:1,One\nhttps://example.org/1.mp3\n")
        try folder.write("key.json", "{}")
        let file = folder.url.appendingPathComponent("key.recording")
        #expect(await failure { _ = try await EpisodeFolder.open(file) }?.code == "not-audio")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/key.json"))
    }

    @Test func `A page is kept with its address, and what is no page is told`() async throws {
        let site = Site()
        let server = try await WireServer.start { site.answer($0) }
        site.set(
            "/moss",
            "<html><head><title>Moss</title></head><body><article><p>Moss keeps the rain back for hours.</p><img src='/pixel.gif'></article></body></html>",
            type: "text/html")
        site.set("/empty", "<html><body><script>run()</script></body></html>", type: "text/html")
        let kept = try await run(try await hearth.feeds.clip("\(server.url)/moss#part", label: .private))
        #expect(kept.documents.map(\.path) == ["\(server.url)/moss"])
        let document = try #require(try await hearth.documents.document(at: "\(server.url)/moss"))
        #expect(document.label == .private)
        #expect(
            try await hearth.documents.text(of: document.id)?.contains("Address: \(server.url)/moss\nFetched: ") == true
        )
        #expect(
            await failure { _ = try await run(try await hearth.feeds.clip("\(server.url)/empty")) }?.code
                == "empty-file")
        #expect(
            await failure { _ = try await run(try await hearth.feeds.clip("\(server.url)/none")) }?.code
                == "page-not-found")
        #expect(server.log.requests.map(\.target) == ["/moss", "/empty", "/none"])
        await hearth.shutdown()
        await server.stop()
    }

    @Test func `Offline nothing is fetched, and it is said plainly`() async throws {
        let offline = try Hearth(folder: folder.url, flags: [.offline: "true"])
        let error = await failure { _ = try await run(try await offline.feeds.clip("https://example.org/a")) }
        #expect(error?.code == "refused-by-policy" && error?.message.contains("example.org was not contacted") == true)
        let records = try await offline.library().ledger(LedgerFilter()).map(\.entry)
        #expect(records.map(\.kind) == [.decision, .refusal] && records.allSatisfy { $0.purpose == "page" })
        await offline.shutdown()
    }
}
