import HearthCore
import Testing

@testable import HearthDocuments

private let sentence = "The committee met on Tuesday to discuss the plan, and members agreed that more work was needed."
private let other = "A second report, published later in the week, came to the same result after months of interviews."
private let third = "Nobody had expected the vote to be close, but in the end a handful of members decided the matter."

private func article(_ body: String, head: String = "<title>Council delays its plan</title>") throws
    -> ExtractedDocument
{
    try HTMLReader.read(Array("<html><head>\(head)</head><body>\(body)</body></html>".utf8))
}

@Suite struct HTMLArticleTests {
    @Test func onlyTheArticleOfAPageIsKept() throws {
        let document = try article(
            """
            <header><a href=/>The Site</a></header><nav><ul><li><a href=/a>Politics</a><li><a href=/b>Sports</a></ul></nav>
            <div class="main-content"><h1>Council delays its plan</h1><p class="byline">By Jane Doe, May 4</p>
            <div class="share-bar">Share this with your friends, please.</div>
            <div class="text"><p>\(sentence)</p><p>Advertisement</p><figure><img src=x><figcaption>Members of the council, on
            Tuesday.</figcaption></figure><h2>What comes next</h2><p>\(other)</p><p><a href=/x>Read more: An older story</a></p>
            <p>\(third)</p><p>It passed.</p></div>
            <div class="related-stories"><h3>Related</h3><p>\(other) Or so it was said.</p></div></div>
            <div id="comments"><p>I do not agree, and neither should you, said a reader.</p></div>
            <footer><p>Copyright. All rights reserved, of course.</p></footer>
            """)
        #expect(document.text == [sentence, "What comes next", other, third, "It passed."].joined(separator: "\n\n"))
        #expect(document.blocks.map(\.kind) == [.paragraph, .heading(level: 2), .paragraph, .paragraph, .paragraph])
        #expect(document.title == "Council delays its plan")
        #expect(document.warnings.map(\.kind) == [.skipped])
    }

    @Test func articleIsFoundWithoutAnyNames() throws {
        let links = (1...8).map { "<div><a href=/\($0)>Another story, number \($0) of many</a></div>" }.joined()
        let document = try article(
            "<div><div>\(links)</div><div><div><p>\(sentence)</p></div><div><p>\(other)</p></div><div><p>\(third)</p></div></div>"
                + "<div><div><a href=/t>Teaser</a><p>\(sentence.prefix(60))</p></div><div>\(links)</div></div></div>")
        #expect(document.text == [sentence, other, third].joined(separator: "\n\n"))
    }

    @Test func classThatSoundsLikeASidebarButHoldsThePageIsKept() throws {
        let document = try article("<div class='content-sidebar-wrap'><p>\(sentence)</p><p>\(other)</p></div>")
        #expect(document.text == sentence + "\n\n" + other)
    }

    @Test func sectionsOfOneArticleAreKeptTogether() throws {
        let long = (1...20).map { "<p>\(sentence) Paragraph \($0).</p>" }.joined()
        let document = try article(
            "<main><div class='part'><p>\(other)</p></div><div class='part'>\(long)</div><div class='part'><p>\(third)</p></div>"
                + "</main><div class='box'><p>\(other) Elsewhere.</p></div>")
        #expect(document.text.hasPrefix(other) && document.text.hasSuffix(third))
    }

    @Test func hiddenTextIsLeftOutUnlessItIsThePage() throws {
        let visible = try article(
            "<p>\(sentence)</p><p>\(other)</p><div style='display: none'><p>Hidden, and long enough.</p></div>")
        #expect(!visible.text.contains("Hidden"))
        let hidden = try article("<div style='display:none'><p>\(sentence)</p><p>\(other)</p></div><p>Loading.</p>")
        #expect(hidden.text.contains(sentence))
    }

    @Test func listsTablesAndCodeOfAnArticleAreKept() throws {
        let document = try article(
            """
            <main><p>\(sentence)</p><ul><li>two eggs</li><li>flour</li></ul><p>\(other)</p>
            <table><tr><th>Name<th>Size<tr><td><a href=x>ACM</a><td>5</table><pre>run --it</pre></main>
            """)
        #expect(
            document.blocks.map(\.kind) == [.paragraph, .listItem, .listItem, .paragraph, .table, .code])
        #expect(document.text.hasSuffix("Name\tSize\nACM\t5\n\nrun --it"))
    }

    @Test func firstOfSeveralArticlesIsTheOneOfTheTitle() throws {
        let pages = ["Other news today", "Council delays its plan", "More news today"].map {
            "<article><h1>\($0)</h1><p>\(sentence) \($0).</p><p>\(other) \($0).</p></article>"
        }
        let document = try article(pages.joined())
        #expect(document.text.contains("Council delays its plan."))
        #expect(!document.text.contains("news today"))
    }

    @Test func listOfPostsKeepsAllOfThem() throws {
        let posts = (1...5).map {
            "<article><h2><a href=/\($0)>Post \($0)</a></h2><p>\(sentence) Week \($0).</p></article>"
        }
        let document = try article(
            "<nav><a href=/>Home</a></nav><main>\(posts.joined())</main>", head: "<title>Blog</title>")
        for number in 1...5 {
            #expect(document.text.contains("Post \(number)") && document.text.contains("Week \(number)"))
        }
    }

    @Test func discussionKeepsQuestionAndAnswers() throws {
        let answers = (1...5).map { "<div class=comment><p>\(other) Answer \($0) is mine.</p></div>" }.joined()
        let document = try article(
            "<h1>Why?</h1><div class=post><p>\(sentence)</p></div><div id=comments>\(answers)</div>")
        #expect(document.text.contains(sentence) && document.text.contains("Answer 5"))
    }

    @Test func shortPageIsKeptWithoutItsNavigation() throws {
        let document = try article("<nav><a href=/>Home</a></nav><h1>Note</h1><p>One line.</p><footer>Me</footer>")
        #expect(document.text == "Note\n\nOne line.")
        #expect(document.warnings.map(\.kind) == [.skipped])
    }

    @Test func pageOfNothingButLinksIsKept() throws {
        let links = (1...30).map { "<li><a href=/\($0)>A link with number \($0)</a>" }.joined()
        #expect(try article("<ul>\(links)</ul>").text.contains("A link with number 30"))
    }

    @Test func cookieNoticeIsLeftOutOfAPageButNotOfAnArticleAboutCookies() throws {
        let notice = "<div><p>This website uses cookies to improve your experience, as you know.</p></div>"
        #expect(try article("<p>\(sentence)</p><p>\(other)</p>\(notice)").text == sentence + "\n\n" + other)
        let subject = try article(
            "<p>Nearly every site uses cookies, a report says, and \(sentence)</p><p>It uses cookies to \(other)</p>")
        #expect(subject.text.contains("Nearly every site"))
    }

    @Test func linkedDataPointsAtTheArticle() throws {
        // Two columns alike; only the description tells which one is meant.
        let left = "<div><p>\(sentence) Left.</p><p>Left again: \(sentence) To the left.</p></div>"
        let right = "<div><p>\(third) Right.</p><p>\(other) Right, and so on.</p></div>"
        let body = "\(third) Right. \(other) Right, and so on."
        let data = "<script type='application/ld+json'>{\"@graph\": [{\"articleBody\": \"\(body)\"}]}</script>"
        let document = try article(left + right, head: data)
        #expect(document.text.contains("Right.") && !document.text.contains("Left."))
    }

    @Test func brokenLinkedDataIsIgnored() throws {
        let data = "<script type='application/ld+json'>{\"articleBody\": [</script>"
        #expect(try article("<p>\(sentence)</p><p>\(other)</p>", head: data).text == sentence + "\n\n" + other)
    }
}
