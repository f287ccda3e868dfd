import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// Feeds in their published forms, and what servers make of these.
struct FeedReaderTests {
    private static let url = URL(string: "https://example.org/blog/feed.xml")

    private func read(_ text: String) throws -> ParsedFeed { try FeedReader.read(Array(text.utf8), url: Self.url) }

    private func words(_ item: ParsedFeed.Item?) throws -> String {
        try FeedDocument.article(try #require(item), feed: nil).text
    }

    // MARK: The forms

    @Test func rssHasItsItemsWithTheirWholeText() throws {
        let feed = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
              xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
              xmlns:atom="http://www.w3.org/2005/Atom">
            <channel><title>Gardens &amp; roofs</title><link>https://example.org/</link>
            <atom:link rel="self" href="https://example.org/feed.xml"/>
            <image><title>Logo</title><link>https://example.org/logo</link></image>
            <item><media:title>A picture</media:title><title>Moss &lt;em&gt;grows&lt;/em&gt;</title><link>../moss?a=1&amp;b=2</link>
              <guid isPermaLink="false">tag:1</guid><dc:creator>Ann Smith</dc:creator>
              <pubDate>Tue, 14 May 2024 10:00:00 +0200</pubDate><description>Short.</description>
              <content:encoded><![CDATA[<p>Moss grows <b>slowly</b>.</p><p>Water it.</p>]]></content:encoded></item>
            <item><title>No address</title><guid>https://example.org/two</guid><author>bob@example.org (Bob Jones)</author>
              <pubDate>yesterday</pubDate><description>Caf&eacute; &amp;amp; more</description></item>
            </channel></rss>
            """)
        #expect(feed.title == "Gardens & roofs")
        #expect(feed.link?.absoluteString == "https://example.org/")
        #expect(feed.items.count == 2)
        let first = feed.items[0]
        #expect(first.id == "tag:1" && first.title == "Moss grows" && first.author == "Ann Smith")
        #expect(first.link?.absoluteString == "https://example.org/moss?a=1&b=2")
        #expect(first.date == Date(timeIntervalSince1970: 1_715_673_600))
        let document = try FeedDocument.article(first, feed: feed.title)
        #expect(
            document.pieces() == [
                "Moss grows",
                "Author: Ann Smith\nDate: 2024-05-14\nFeed: Gardens & roofs\nAddress: https://example.org/moss?a=1&b=2",
                "Moss grows slowly.", "Water it.",
            ])
        #expect(document.createdAt == first.date && document.title == "Moss grows")
        // The address is where the guid says that it is one, and what cannot be read of a date is told.
        let second = feed.items[1]
        #expect(second.link?.absoluteString == "https://example.org/two" && second.author == "Bob Jones")
        #expect(second.date == nil)
        #expect(try words(second).hasSuffix("Café & more"))
        #expect(feed.warnings.map(\.message) == ["1 item has a date that cannot be read."])
    }

    @Test func atomHasTextsInThreeFormsAndAddressesFromTheirBase() throws {
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/a/">
            <title type="html">The &amp;lt;b&amp;gt;best&lt;/b&gt;</title><link href="index.html"/><link rel="self" href="/feed"/>
            <entry xml:base="notes/"><title>1 &lt; 2</title><id>urn:1</id><link href="one"/><updated>2024-05-14T08:00:00Z</updated>
              <author><name>Ann</name><uri>https://ann.example</uri></author>
              <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>A &amp; B<br/>next <a href="x">link</a></p>
              <ul><li>one</li><li>two</li></ul></div></content></entry>
            <entry><title type="html">&lt;i&gt;Two&lt;/i&gt;</title><id>urn:2</id><published>2024-05-13T23:30:00-02:30</published>
              <updated>2024-06-01T00:00:00Z</updated><summary>plain &lt;b&gt; text</summary>
              <link rel="enclosure" type="audio/mpeg" href="https://cdn.example/2.mp3" length="99"/></entry>
            <entry><title>Elsewhere</title><id>urn:3</id><updated>2024</updated><content type="image/png" src="a.png"/></entry>
            </feed>
            """)
        #expect(feed.link?.absoluteString == "https://example.org/a/index.html")
        #expect(feed.items.map(\.title) == ["1 < 2", "Two", "Elsewhere"])
        #expect(feed.items[0].link?.absoluteString == "https://example.org/a/notes/one")
        #expect(feed.items[0].author == "Ann")
        let text = try words(feed.items[0])
        #expect(text.contains("A & B\nnext link") && text.hasSuffix("one\ntwo"))
        #expect(feed.items[1].date == Date(timeIntervalSince1970: 1_715_652_000))
        #expect(
            feed.items[1].recording
                == .init(url: try #require(URL(string: "https://cdn.example/2.mp3")), type: "audio/mpeg", byteCount: 99)
        )
        #expect(try words(feed.items[1]).hasSuffix("plain <b> text"))
        #expect(feed.items[2].content == nil)
    }

    @Test func rdfHasItsItemsBesideTheChannel() throws {
        let feed = try read(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
              xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://example.org/"><title>Old news</title><link>https://example.org/</link>
              <items><rdf:Seq><rdf:li resource="https://example.org/1"/></rdf:Seq></items></channel>
            <item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link>
              <description>Said.</description><dc:date>2004-05-14T10:00+02:00</dc:date><dc:creator>Ann</dc:creator></item>
            </rdf:RDF>
            """)
        #expect(feed.title == "Old news" && feed.items.map(\.title) == ["One"])
        #expect(feed.items[0].id == "https://example.org/1" && feed.items[0].author == "Ann")
        #expect(feed.items[0].date == Date(timeIntervalSince1970: 1_084_521_600))
    }

    @Test func jsonFeedHasItsItems() throws {
        let feed = try read(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Notes", "home_page_url": "https://example.org/",
             "items": [{"id": 7, "url": "/seven", "title": "Seven", "content_html": "<p>It is <i>seven</i>.</p>",
               "date_published": "2024-05-14T08:00:00Z", "authors": [{"name": "Ann"}, {"name": "Bob"}],
               "attachments": [{"url": "https://cdn.example/7.m4a", "mime_type": "audio/x-m4a", "duration_in_seconds": 61}]},
              {"id": "8", "content_text": "First line.\\n\\nSecond.", "tags": [1]}, {"id": "9"}, {"id": "7", "title": "Again"}]}
            """)
        #expect(feed.items.map(\.id) == ["7", "8"])
        #expect(feed.items[0].author == "Ann, Bob" && feed.items[0].link?.absoluteString == "https://example.org/seven")
        #expect(feed.items[0].recording?.duration == 61)
        let note = try FeedDocument.article(feed.items[1], feed: nil)
        #expect(note.pieces() == ["First line.", "Second."] && note.title == "First line.")
        #expect(
            feed.warnings.map(\.message) == [
                "1 item stands in the feed twice; the first is kept.",
                "1 item without title, text and recording was left out.",
            ])
    }

    @Test func podcastsNameTheirRecordingsTranscriptsAndChapters() throws {
        let feed = try read(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
              xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Talk</title>
            <item><title>Episode 1</title><guid>e1</guid><itunes:title>Short</itunes:title><itunes:author>Ann</itunes:author>
              <itunes:duration>1:02:03</itunes:duration><enclosure url="https://cdn.example/1.jpg" type="image/jpeg" length="1"/>
              <enclosure url="https://cdn.example/1.mp3" type="audio/mpeg" length="1000"/>
              <podcast:transcript url="https://cdn.example/1.html" type="text/html"/>
              <podcast:transcript url="https://cdn.example/1.vtt" type="text/vtt" language="en"/>
              <podcast:transcript url="file:///etc/passwd" type="text/vtt"/>
              <podcast:chapters url="https://cdn.example/1.json" type="application/json+chapters"/></item>
            </channel></rss>
            """)
        let item = try #require(feed.items.first)
        #expect(item.recording?.url.absoluteString == "https://cdn.example/1.mp3" && item.recording?.duration == 3_723)
        #expect(
            item.transcripts.map(\.url.absoluteString) == ["https://cdn.example/1.html", "https://cdn.example/1.vtt"])
        #expect(EpisodeFiles.best(of: item.transcripts)?.type == "text/vtt")
        #expect(item.chapters?.url.absoluteString == "https://cdn.example/1.json")
        #expect(item.title == "Episode 1" && item.author == "Ann")
    }

    // MARK: What is not as it should be

    @Test func otherEncodingsAreReadAsTheyAreDeclared() throws {
        var bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel><item><title>Caf".utf8)
        bytes += [0xE9] + Array("</title></item></channel></rss>".utf8)
        #expect(try FeedReader.read(bytes, url: nil).items.first?.title == "Café")
    }

    @Test(arguments: [
        "<html><body>No feed</body></html>", "{\"a\": 1}", "just words", "<?xml version=\"1.0\"?><a/>", "{", "<",
        "\u{0}",
    ]) func whatIsNoFeedIsToldAsSuch(_ text: String) {
        #expect(throws: DocumentError.self) { try read(text) }
    }

    @Test func aFeedThatBreaksOffGivesWhatIsBefore() throws {
        let feed = try read(
            "<rss><channel><title>T</title><item><title>One</title></item><item><title>Two</title><description>ab<b>c")
        #expect(feed.items.map(\.title) == ["One", "Two"])
        #expect(feed.warnings.map(\.kind) == [.damaged] && feed.isDamaged)
        #expect(try read("<rss><channel><item><title>One</title></channel></item></rss>").items.count == 1)
        #expect(try read("<rss><channel><item></item></item></channel></rss>").items.isEmpty)
    }

    @Test func entitiesOfTheFeedItselfBringNothingIn() throws {
        let feed = try read(
            """
            <!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "yyyyyyyy">]>
            <rss><channel><item><title>A&x;&y;B &lt;&LT;</title><guid>1</guid></item></channel></rss>
            """)
        #expect(feed.items.first?.title?.contains("root") == false)
        #expect(feed.items.first?.title?.hasPrefix("AB") == true)
    }

    @Test(arguments: [
        ("2024-05-14T10:00:00Z", 1_715_680_800.0), ("2024-05-14T12:00:00.25+02:00", 1_715_680_800),
        ("2024-05-14 10:00", 1_715_680_800), ("2024-05", 1_714_521_600),
        ("Tue, 14 May 2024 10:00:00 GMT", 1_715_680_800),
        ("14 May 24 06:00 EDT", 1_715_680_800),
    ]) func datesAreReadInTheFormsThatFeedsHave(_ text: String, _ seconds: Double) {
        #expect(FeedDate.parse(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "soon", "2024-13-01", "2024-02-30T10:00:00Z", "99999-01-01", "2024-05-14T25:00Z", "0000-00-00", "-1",
    ])
    func whatIsNoDateIsNone(_ text: String) { #expect(FeedDate.parse(text) == nil) }

    @Test(.timeLimit(.minutes(2))) func manyItemsAreReadInTimeThatGrowsWithThem() throws {
        var text = "<rss><channel><title>Many</title>"
        for number in 0..<100_000 { text += "<item><title>Item \(number)</title><guid>\(number)</guid></item>" }
        let feed = try read(text + "</channel></rss>")
        #expect(feed.items.count == FeedReader.mostItems && feed.items.last?.title == "Item 19999")
        #expect(feed.warnings.first?.message.hasPrefix("80000 items at the end") == true)
    }

    @Test(.timeLimit(.minutes(2))) func longTextsInManyPiecesAreReadInTimeThatGrowsWithThem() throws {
        let pieces = String(repeating: "<b>x</b>&amp;<!-- -->", count: 100_000)
        let feed = try read(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><content type='xhtml'><div>\(pieces)</div></content></entry></feed>"
        )
        #expect(try words(feed.items.first).hasPrefix("x&x&x&"))
        _ = try read(
            "<rss><channel><item><title>\(String(repeating: "<![CDATA[x]]>&amp;", count: 100_000))</title></item></channel></rss>"
        )
        _ = try read("<rss>" + String(repeating: "<item><guid>", count: 100_000))
    }

    @Test func addressesThatGrowWithTheirBasesAreNone() throws {
        let long = String(repeating: "a", count: 1_500)
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/\(long)/">
            <entry xml:base="\(long)/"><title>One</title><id>1</id><link href="one"/></entry>
            <entry><title>Two</title><id>2</id><link href="\(long)"/></entry>
            <entry xml:base="https://example.org/\(long)\(long)/"><title>Three</title><id>3</id><link href="three"/></entry></feed>
            """)
        // A base that is none leaves that of the element around it.
        let base = "https://example.org/\(long)/"
        #expect(feed.items.map { $0.link?.absoluteString } == [base + "one", nil, base + "three"])
        #expect(FeedAddress.resolve("https://example.org/\(long)", from: nil) != nil)
        #expect(FeedAddress.resolve("https://example.org/\(long)\(long)", from: nil) == nil)
        // Written out, each of these characters has six bytes.
        #expect(FeedAddress.resolve("https://example.org/" + String(repeating: "é", count: 500), from: nil) == nil)
    }

    @Test func theNameOfAFeedIsAsShortAsATitle() throws {
        let long = String(repeating: "x", count: 100_000)
        let items = #""items": [{"id": "1", "title": "One"}]"#
        let feed = try read(#"{"version": "https://jsonfeed.org/version/1.1", "title": "\#(long)", \#(items)}"#)
        #expect(feed.title?.count == 1_000)
        let list = #"<opml><body><outline text="\#(long)" xmlUrl="https://a.example/feed"/></body></opml>"#
        #expect(try OPML.read(Array(list.utf8)).entries.first?.title?.count == 1_000)
    }

    @Test func aPageNamesItsFeeds() throws {
        let url = try #require(URL(string: "https://example.org/a/"))
        let page = """
            <html><head><link rel="stylesheet" href="x.css"><link rel="alternate" type="text/html" href="/de">
            <link REL="alternate home" type="application/rss+xml" href="feed.xml"><link rel="alternate" type="application/atom+xml"
            href="https://other.example/atom"></head><body></body></html>
            """
        #expect(
            try FeedReader.feeds(ofPage: Array(page.utf8), url: url).map(\.absoluteString) == [
                "https://example.org/a/feed.xml", "https://other.example/atom",
            ])
    }

    // MARK: Episodes

    @Test(arguments: [
        (
            "1.vtt",
            "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>Hello there.\n\n00:04.000 --> 00:06.000\n<v Bob>And you?\n"
        ),
        ("1.srt", "1\n00:00:01,000 --> 00:00:03,000\nHello there.\n\n2\n00:00:04,000 --> 00:00:06,000\nAnd you?\n"),
        (
            "1.json",
            #"{"version":"1.0.0","segments":[{"speaker":"Ann","startTime":1,"endTime":3,"body":"Hello there."},{"speaker":"Bob","startTime":4,"endTime":6,"body":"And you?"}]}"#
        ),
        (
            "1.html",
            "<html><body><cite>Ann:</cite><time>0:01</time><p>Hello there.</p><cite>Bob:</cite>\n<time>0:04</time>\n<p>And <b>you</b>?</p></body></html>"
        ),
    ]) func transcriptsAreReadInTheirFourForms(_ name: String, _ text: String) throws {
        let transcript = try EpisodeFiles.transcript(Array(text.utf8), type: nil, name: name)
        #expect(transcript.cues.map(\.start) == [1, 4])
        // SubRip has no place for names.
        #expect(transcript.cues.compactMap(\.speaker) == (name == "1.srt" ? [] : ["Ann", "Bob"]))
        #expect(transcript.cues.map(\.text) == ["Hello there.", "And you?"])
    }

    @Test(arguments: ["<html><body><h1>Not found</h1></body></html>", "", "{\"a\": 1}"])
    func whatIsNoTranscriptIsToldAsSuch(_ text: String) {
        #expect(throws: DocumentError.self) {
            try EpisodeFiles.transcript(Array(text.utf8), type: "text/html", name: "1.html")
        }
    }

    @Test func anEpisodeHasItsChaptersAsHeadingsAndItsTimes() throws {
        let chapters = EpisodeFiles.chapters(
            Array(
                #"{"version":"1.2.0","chapters":[{"startTime":60,"title":"Roofs"},{"startTime":0,"title":"Welcome"},{"startTime":5,"toc":false,"title":"Hidden"},{"startTime":"x","title":"Bad"},{"startTime":1e300,"title":"Never"}]}"#
                    .utf8))
        #expect(chapters == [EpisodeChapter(start: 0, title: "Welcome"), EpisodeChapter(start: 60, title: "Roofs")])
        let transcript = Transcript(
            format: .vtt,
            cues: [
                Cue(start: 0.2, end: 3, speaker: "Ann", text: "Hello."),
                Cue(start: 61, end: 63, speaker: "Ann", text: "A roof."),
            ])
        let document = FeedDocument.episode(
            transcript, chapters: chapters, origin: .init(title: "Episode 1", feed: "Talk"))
        #expect(document.pieces() == ["Episode 1", "Feed: Talk", "Welcome", "Ann: Hello.", "Roofs", "A roof."])
        #expect(document.blocks.last?.startTime == 61 && document.blocks.last?.kind == .utterance)
    }

    // MARK: Lists, pages

    @Test func listsOfFeedsAreReadAndWritten() throws {
        let list = """
            <?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
            <outline text="Gardens"><outline type="rss" text="Moss &amp; co" xmlUrl="https://a.example/feed"/>
            <outline text="Again" xmlUrl="https://a.example/feed"/></outline>
            <outline text="" xmlUrl="feed://b.example/rss"/><outline xmlUrl="javascript:alert(1)"/><outline text="Folder"/></body></opml>
            """
        let (entries, unusable) = try OPML.read(Array(list.utf8))
        #expect(entries.map(\.url.absoluteString) == ["https://a.example/feed", "https://b.example/rss"])
        #expect(entries.map(\.title) == ["Moss & co", nil])
        #expect(unusable == 1)
        let again = try OPML.read(Array(OPML.write(entries, title: "A \"b\" <c>").utf8))
        #expect(again.entries.map(\.url) == entries.map(\.url))
        #expect(throws: DocumentError.self) { try OPML.read(Array("<html/>".utf8)) }
    }

    @Test func theEncodingIsReadOfAnyContentType() {
        #expect(FeedDocument.charset("text/html; Charset=\"utf-8\"; x") == "utf-8")
        // In lower case these letters are longer than they are.
        #expect(FeedDocument.charset(String(repeating: "\u{130}", count: 40) + "charset=utf-8") == "utf-8")
        #expect(FeedDocument.charset("text/html") == nil && FeedDocument.charset("charset=") == nil)
    }

    @Test func aPageIsKeptWithItsAddressAndTheDay() async throws {
        let url = try #require(URL(string: "https://example.org/moss"))
        let page = """
            <html><head><title>Moss</title></head><body><nav>Home About</nav><article><h1>Moss</h1>
            <p>Moss grows slowly, on every roof that lies in the shade, and nobody has to water it in winter.</p>
            <p>It is green all year, and it keeps the rain back for hours, which the gutters are glad of.</p></article></body></html>
            """
        let document = try await FeedDocument.page(
            Array(page.utf8), type: "text/html; charset=utf-8", url: url, fetched: "2026-11-26")
        #expect(document.title == "Moss")
        #expect(document.pieces()[1] == "Address: https://example.org/moss\nFetched: 2026-11-26")
        #expect(document.text.contains("nobody has to water it") && !document.text.contains("About"))
        await #expect(throws: DocumentError.self) {
            try await FeedDocument.page(
                Array("<html><body><script>run()</script></body></html>".utf8), type: "text/html", url: url,
                fetched: "2026-11-26")
        }
    }
}
