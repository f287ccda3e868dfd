import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// Whole pages of different kinds, each with the lines that a reader would keep of it.
@Suite struct HTMLPagesTests {
    @Test(arguments: [
        "01-news", "02-forum", "03-docs", "04-wiki", "05-shop", "06-recipe", "07-amp", "08-faq", "09-columns",
        "10-blog",
    ])
    func pageGivesWhatAReaderWouldKeep(_ name: String) throws {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/Pages")
        let page = try Data(contentsOf: folder.appendingPathComponent(name + ".html"))
        let wanted = try String(contentsOf: folder.appendingPathComponent(name + ".txt"), encoding: .utf8)
        let document = try HTMLReader.read(Array(page))
        document.checkSpans()
        #expect(document.text.split(separator: "\n") == wanted.split(separator: "\n"))
    }

    private static let paragraphs = (1...4).map {
        "<p>The \($0). harbour pilot said that the channel was narrower than the charts have it, and nobody replied.</p>"
    }.joined()

    private func text(_ body: String) throws -> String {
        try HTMLReader.read(Array("<html><head><title>Pilots</title></head><body>\(body)</body></html>".utf8)).text
    }

    @Test func commentsAreTheTextOfAPageThatIsADiscussion() throws {
        let comments = (1...3).map {
            "<div itemscope itemtype='https://schema.org/Comment'><p>I was aboard on day \($0), and the pilot was right about it.</p></div>"
        }.joined()
        #expect(try !text("<article>\(Self.paragraphs)</article>\(comments)").contains("aboard"))
        let thread =
            "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'>\(Self.paragraphs)\(comments)</div>"
        #expect(try text(thread).contains("aboard on day 3"))
    }

    @Test func regionsAreJudgedByTheirNamesOnlyWhereTheNameIsAll() throws {
        let region = { (label: String) in
            "<div>\(Self.paragraphs)</div><div aria-label='\(label)'><p>One more sentence stands here, of the pilot and of his boat. It was never painted again, they say.</p></div>"
        }
        #expect(try !text(region("Newsletter")).contains("of his boat"))
        #expect(try !text(region("Related articles")).contains("of his boat"))
        #expect(try text("<div>" + region("Cookies of the cook") + "</div>").contains("of his boat"))
    }

    @Test func aPageThatIsAFormKeepsItsText() throws {
        let page = "<form action=/><input name=q>\(Self.paragraphs)</form>"
        #expect(try text(page).contains("The 4. harbour pilot"))
    }

    @Test func captionsAreTheTextOfAPageOfPictures() throws {
        let pictures = (1...6).map {
            "<figure><img src=\($0)><figcaption>Picture \($0) shows the pilots of the port, as they were on that day in May.</figcaption></figure>"
        }.joined()
        #expect(try text("<main>\(pictures)</main>").contains("Picture 6 shows"))
        #expect(
            try !text(
                "<main>\(Self.paragraphs)<figure><img><figcaption>A pilot, in his boat, last May.</figcaption></figure></main>"
            )
            .contains("last May"))
    }

    @Test func linksInAHeadingThatAreNoWordsGoAndOthersStay() throws {
        let page =
            "<main>\(Self.paragraphs)<h2><a href=#a>#</a> The <a href=/c>channel</a> itself</h2>\(Self.paragraphs.replacing("The", with: "That"))</main>"
        #expect(try text(page).contains("\n\nThe channel itself\n\n"))
    }

    @Test func teasersNextToAnArticleGoAndAListOfPostsStays() throws {
        let card = { (number: Int) in
            "<div class='item post-\(number)'><h3><a href=/\(number)>The lock at kilometre \(number)</a></h3>"
                + "<p>It was opened last year, after a delay of \(number) months.</p></div>"
        }
        let cards = "<div>\((1...3).map(card).joined())</div>"
        let text = try text("<main>\(Self.paragraphs)\(Self.paragraphs.replacing("The", with: "That"))\(cards)</main>")
        #expect(text.contains("That 4. harbour pilot") && !text.contains("lock") && !text.contains("opened last year"))
        let list = try self.text("<main>\((1...12).map(card).joined())</main>")
        #expect(list.contains("The lock at kilometre 1\n") && list.contains("a delay of 12 months"))
        // Sections of one page that can be linked to.
        let sections = cards.replacing("href=/", with: "href=#s")
        #expect(try self.text("<main>\(Self.paragraphs)\(sections)</main>").contains("opened last year"))
    }

    @Test func aLineOfNamesAndNumbersAtTheEndsGoes() throws {
        let line = "<p>By Jane Doe, Chief Correspondent of The Daily Harbour, May 4, 2020, 10:30 AM</p>"
        let text = try text("<div>\(line)\(Self.paragraphs)\(line.replacing("Jane", with: "Ann"))</div>")
        #expect(text.hasPrefix("The 1. harbour pilot") && text.hasSuffix("nobody replied."))
    }

    /// A page of data with hardly anything beside it: what is needed and when somebody is there is what it is read for.
    @Test func aPageThatSomebodyWroteKeepsItsListsAndTables() throws {
        let frame = "<header><nav><ul><li><a href=/>Home</a><li><a href=/r>Recipes</a></ul></nav></header>"
        let end = "<footer><p>© 2026 <a href=/i>Imprint</a></p></footer>"
        let steps = (1...4).map {
            "<li>Step \($0): stir the dough well, and let it rest for \($0)0 minutes in a warm place.</li>"
        }.joined()
        let list = "<p>Serves 4</p><h2>You need</h2><ul><li>160 g semolina</li><li>12 small plums</li></ul>"
        for wrapper in ["article", "div"] {
            let text = try text(
                "\(frame)<\(wrapper)><h1>Pilots</h1>\(list)<h2>Method</h2><ol>\(steps)</ol></\(wrapper)>\(end)")
            #expect(
                text.contains("You need\n\n160 g semolina\n12 small plums\n\nMethod\n\nStep 1"),
                "\(wrapper)")
            #expect(!text.contains("Home") && !text.contains("Imprint"))
        }
        let hours =
            "<div class=box><h2>Open</h2><table><tr><td>Monday</td><td>8–12</td></tr><tr><td>Friday</td><td>8–10</td></tr></table></div>"
        let contact = "<div class=box><h2>Reach us</h2><p>Harbour Lane 4<br>Tel. 0555 0777</p></div>"
        let page = try text(
            "\(frame)<div><h1>Pilots</h1>\(hours)\(contact)<div class=box>\(Self.paragraphs)</div></div>\(end)")
        #expect(
            page.hasPrefix("Open\n\nMonday\t8–12\nFriday\t8–10\n\nReach us\n\nHarbour Lane 4\nTel. 0555 0777")
                && page.hasSuffix("nobody replied."))
        // A publisher's frame: what stands beside the text is named for it.
        let names = ["share", "related", "newsletter", "promo", "sidebar", "comments"]
        let boxes = names.map { "<div class='\($0)'><p>More of this.</p></div>" }.joined()
        let published = try text(
            "\(frame)<div><h1>Pilots</h1>\(hours)<div class=text>\(Self.paragraphs)</div>\(boxes)</div>\(end)")
        #expect(!published.contains("Monday"))
    }

    @Test func manyCommentsBelowALongArticleAreLeftOut() throws {
        let paragraphs = (1...24).map {
            "<p>The \($0). harbour pilot said that the channel was narrower than the charts have it, and left.</p>"
        }
        let comments = (1...30).map {
            "<div><p>I was aboard on day \($0) of that month, and the pilot was quite right about it.</p></div>"
        }
        let page = { (count: Int) in
            "<main>\(paragraphs.prefix(count).joined())<div id=comments>\(comments.joined())</div></main>"
        }
        let text = try text(page(24))
        #expect(text.contains("The 24. harbour pilot") && !text.contains("aboard"))
        // Below a short text they are what the page is for.
        #expect(try self.text(page(2)).contains("aboard on day 30"))
    }

    @Test func whatAnElementHasOrLacksItIsNot() throws {
        let comments = (1...12).map {
            "<p>I was aboard on day \($0) of that week, and the pilot was quite right about it.</p>"
        }
        let page = { (name: String) in
            "<div><div class='\(name)'>\(Self.paragraphs)</div><div class=thread>\(comments.joined())</div></div>"
        }
        #expect(try !text(page("comments")).contains("harbour pilot"))
        for name in ["no-comments", "layout has-sidebar", "hasSidebar", "with-share-bar"] {
            #expect(try text(page(name)).contains("harbour pilot"), "\(name)")
        }
    }

    @Test(arguments: [
        "今天港口很安静吗？大家都这样说！谁也没有回答。", "हर नाविक ने यह बात सुनी। किसी ने भी कोई जवाब नहीं दिया।",
        "قال الربان إن القناة ضيقة؟ ولم يجب أحد من الحاضرين على ذلك۔",
    ])
    func sentencesAreKnownByTheStopsOfTheirScript(_ line: String) throws {
        let tree = try HTMLTreeBuilder.build(Array("<p>\(line)</p>".utf8)).tree
        let leaves = tree.leaves(isLeftOut: [Bool](repeating: false, count: tree.nodes.count))
        #expect(leaves.map(\.isProse) == [true] && leaves.map(\.endsWithStop) == [true])
        #expect(leaves[0].stops >= 2 && leaves[0].letters > 20)
    }

    @Test func shortLinesInOtherScriptsAreNoCaptions() throws {
        let line = "Он не ответил:"
        let first = "<p>Лоцман сказал, что канал уже, чем на карте, и никто ему не возразил в тот вечер.</p>"
        let page = "<main>\(first)<p>\(line)</p>\(first.replacing("вечер", with: "день"))</main>"
        #expect(try text(page).contains(line))
    }
}
