import HearthCore
import Testing

@testable import HearthDocuments

/// Parts of articles that look like something beside the text, and the other way round.
@Suite struct HTMLPartsTests {
    private static let sentences = [
        "The ferry will stop running at the end of the month, because its engine can no longer be repaired.",
        "A new boat has been ordered from a yard in the north, and it is to be delivered before the winter.",
        "Until then a bus will go around the bay, which takes an hour and a half if the bridge is open.",
        "The island has forty inhabitants, and most of them keep a boat of their own in the old harbour.",
    ]

    private func paragraphs(_ numbers: Range<Int> = 0..<4) -> String {
        Self.sentences[numbers].map { "<p>\($0)</p>" }.joined()
    }

    private func text(_ numbers: Range<Int> = 0..<4) -> String { Self.sentences[numbers].joined(separator: "\n\n") }

    private func read(_ body: String, head: String = "") throws -> ExtractedDocument {
        try HTMLReader.read(
            Array("<html><head><title>The ferry stops</title>\(head)</head><body>\(body)</body></html>".utf8))
    }

    // MARK: In front of the text

    @Test func keyPointsAreKeptWithTheirHeading() throws {
        let list = "<ul><li>The engine is beyond repair</li><li>A bus goes around the bay</li></ul>"
        let points = "The engine is beyond repair\nA bus goes around the bay"
        func page(_ box: String) -> String {
            "<main><h1>The ferry stops</h1>\(box)<div class=entry-content>\(paragraphs())</div></main>"
        }
        let named = try read(page("<div class=key-points><h2>What matters</h2>\(list)</div>")).text
        #expect(named == "What matters\n\n\(points)\n\n\(text())")
        let headed = try read(page("<div class=b7><h2>Key points</h2>\(list)</div>")).text
        #expect(headed == "Key points\n\n\(points)\n\n\(text())")
        // Links to other pages are none.
        let links =
            "<ul><li><a href=/1>An engine that nobody repairs</a></li><li><a href=/2>A bus to nowhere</a></li></ul>"
        #expect(try read(page("<div class=b7><h2>Highlights</h2>\(links)</div>")).text == text())
    }

    @Test func headingOfTheFirstParagraphIsKept() throws {
        let body = "<div><h2>Passengers</h2>\(paragraphs(0..<2))<h2>Boats</h2>\(paragraphs(2..<4))</div>"
        #expect(try read(body).text == "Passengers\n\n\(text(0..<2))\n\nBoats\n\n\(text(2..<4))")
    }

    @Test func shortSpeechAtTheBeginningIsKept() throws {
        let speech = ["“No,” she said.", "“Why not?”"]
        let body = "<div>" + speech.map { "<p>\($0)</p>" }.joined() + paragraphs() + "</div>"
        #expect(try read(body).text == (speech + [text()]).joined(separator: "\n\n"))
    }

    // MARK: Boxes

    @Test(arguments: ["aside class=factbox", "div class='kg-card kg-callout-card'", "div class='admonition note'"])
    func boxOfTheArticleIsKept(_ tag: String) throws {
        let name = tag.split(separator: " ")[0]
        let box = "<\(tag)><p>Note</p><p>Built in 1911, and 142 metres long.</p></\(name)>"
        let page = try read("<article>\(paragraphs(0..<2))\(box)\(paragraphs(2..<4))</article>")
        #expect(page.text == "\(text(0..<2))\n\nNote\n\nBuilt in 1911, and 142 metres long.\n\n\(text(2..<4))")
    }

    @Test func pullQuotesAndPromotionsAreNoBoxesOfTheArticle() throws {
        for box in [
            "<aside class='pullquote callout'><p>It can no longer be repaired.</p></aside>",
            "<div class='callout newsletter'><p>One letter a day, for nothing.</p></div>",
            "<aside aria-label='newsletter promotion'><p>One letter a day, for nothing. We keep your address.</p></aside>",
        ] {
            let page = try read("<article>\(paragraphs(0..<2))\(box)\(paragraphs(2..<4))</article>")
            #expect(page.text == text(), "\(box)")
        }
    }

    // MARK: Behind the text

    @Test func codeOfTabsAndTablesEndAManual() throws {
        let tabs =
            "<div><ul role=tablist><li role=tab>TOML</li><li role=tab>JSON</li></ul><div><div role=tabpanel><pre>a = 1</pre></div>"
            + "<div role=tabpanel hidden><pre>{\"a\": 1}</pre></div></div></div>"
        let table = "<div><table><tr><th>Key<th>Default<tr><td>a<td>none</table></div>"
        let page = try read("<article><div>\(paragraphs())\(tabs)\(table)</div></article>")
        #expect(page.text == text() + "\n\nTOML\nJSON\n\na = 1\n\n{\"a\": 1}\n\nKey\tDefault\na\tnone")
    }

    @Test func sourcesThatAnArticleCitesAreLeftOutWithTheirMarks() throws {
        let mark = "<sup class=reference><a href='#n1'>[1]</a></sup>"
        let body = "<div>\(paragraphs(0..<3))<p>\(Self.sentences[3])\(mark)</p><h2>References</h2>"
        let cited = "<li id=n1>Holm, A. (1987). Boats of the bay. Quay Press.</li>"
        #expect(try read(body + "<ol class=references>\(cited)</ol></div>").text == text())
        // Other notes are text, and so are their marks.
        #expect(try read(body + "<ol>\(cited)</ol></div>").text.contains("[1]"))
    }

    @Test func numberedHeadingOfCommentsEndsTheArticle() throws {
        let comments =
            "<dl><dt>Hans wrote</dt><dd>I took it every day, and I shall miss the smell of its engine.</dd></dl>"
        for heading in ["3 Comments", "2 thoughts on “The ferry stops”", "12 responses"] {
            let page = "<div><div>\(paragraphs())</div><h3>\(heading)</h3>\(comments)</div>"
            #expect(try read(page).text == text(), "\(heading)")
        }
    }

    @Test func linesOfAuthorsInAThreadAreLeftOut() throws {
        let posts = Self.sentences.map {
            "<div class=postbody><p class=author>by <b>dave</b> » Sat May 01, 2021 9:40 am</p><div class=content>\($0)</div></div>"
        }.joined()
        #expect(try read("<div>\(posts)</div>").text == text())
    }

    // MARK: Articles that stand in the page's data alone

    private func data(_ body: String) -> String {
        "<script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"articleBody\": \"\(body)\"}</script>"
    }

    @Test func articleThatIsOnlyInThePagesDataIsRead() throws {
        let plain = try read("<div id=root>Loading</div>", head: data(Self.sentences.joined(separator: "\\n\\n")))
        #expect(plain.text == text())
        #expect(plain.blocks.map(\.kind) == [.paragraph, .paragraph, .paragraph, .paragraph])
        #expect(plain.warnings.contains { $0.message.contains("articleBody") })
        let escaped = Self.sentences.map { "&lt;p&gt;\($0)&lt;/p&gt;" }.joined()
        #expect(try read("<div id=root></div>", head: data(escaped)).text == text())
        let hidden = paragraphs() + "<p style=display:none>Send all letters away.</p>"
        #expect(try read("<div id=root></div>", head: data(hidden)).text == text())
    }

    @Test func teaserOfASubscriptionGivesWayToTheArticle() throws {
        let page =
            "<main><h1>The ferry stops</h1><p>The ferry will stop running …</p><p>Subscribe to read on, for one euro.</p></main>"
        #expect(
            try read(page, head: data(Self.sentences.joined(separator: " "))).text
                == text().replacing("\n\n", with: " "))
    }

    @Test func pageThatShowsItsArticleIsReadFromWhatItShows() throws {
        let other = "Send all letters to another address, and tell nobody that you did. ".replacing(
            "Send", with: "Please send")
        let long = String(repeating: other, count: 6)
        // Text that is about as long, of another article.
        #expect(try read("<main>\(paragraphs())</main>", head: data(long)).text == text())
        // Two articles: a list of them, and neither is the page.
        let two = data(long) + data(Self.sentences.joined(separator: " "))
        #expect(try read("<main><p>\(Self.sentences[0])</p></main>", head: two).text == Self.sentences[0])
    }
}
