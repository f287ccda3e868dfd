import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

private func read(_ html: String, wholeBody: Bool = true) throws -> ExtractedDocument {
    try HTMLReader.read(Array(html.utf8), options: .init(wholeBody: wholeBody))
}

/// The blocks as (kind, text), which shows at once that the spans are right.
private func blocks(_ html: String) throws -> [String] {
    let document = try read(html)
    return document.blocks.map { "\($0.kind): \(document.text.text(in: $0.span) ?? "BROKEN SPAN")" }
}

/// What the type promises for every input.
private func brokenRule(_ document: ExtractedDocument) -> String? {
    var end = 0
    for block in document.blocks {
        if block.span.start < end || block.span.isEmpty { return "order of \(block.span)" }
        let bytes = Array(document.text.utf8)
        let gap = bytes[end..<block.span.start]
        if !gap.allSatisfy(\.isHTMLSpace) { return "text outside of blocks" }
        guard let text = document.text.text(in: block.span) else { return "span \(block.span) outside of the text" }
        if text.utf8.elementsEqual(bytes[block.span.range]) == false { return "span \(block.span) cuts a character" }
        if text.utf8.last?.isHTMLSpace == true { return "white space at the end of \(block.span)" }
        end = block.span.end
    }
    return end == document.text.utf8.count ? nil : "text behind the last block"
}

@Suite struct HTMLReaderTests {
    @Test func paragraphsHeadingsAndListsBecomeBlocks() throws {
        let html = """
            <h1>Title</h1><p>One  <b>bold</b>\n word.</p>loose text<ul><li>a<li>b<ul><li>c</ul></ul><blockquote><p>Said.</p>
            </blockquote>
            """
        #expect(
            try blocks(html) == [
                "heading(level: 1): Title", "paragraph: One bold word.", "paragraph: loose text", "listItem: a",
                "listItem: b",
                "listItem: c", "quote: Said.",
            ])
        #expect(try read(html).text == "Title\n\nOne bold word.\n\nloose text\n\na\nb\nc\n\nSaid.")
    }

    @Test func tableIsOneBlockWithARowALine() throws {
        let html =
            "<table><caption>Sizes</caption><tr><th>Name<th>Value</tr><tr><td>a <i>b</i><td><p>1</p><p>2</p></table>after"
        #expect(try blocks(html) == ["table: Sizes\nName\tValue\na b\t1 2", "paragraph: after"])
    }

    @Test func tableThatLaysOutAPageIsReadAsBlocks() throws {
        let html = "<table><tr><td><h2>Menu</h2><td><p>Text one.</p><p>Text two.</p></table>"
        #expect(try blocks(html) == ["heading(level: 2): Menu", "paragraph: Text one.", "paragraph: Text two."])
    }

    @Test func preformattedTextKeepsItsSpace() throws {
        #expect(
            try blocks("<pre>\n\n  if a {\n    b &lt; c\r\n  }\n\n</pre><p>x</p>") == [
                "code:   if a {\n    b < c\n  }", "paragraph: x",
            ])
    }

    @Test func lineBreaksKeepLinesAndTwoMakeParagraphs() throws {
        #expect(try blocks("<div>one<br>two<br><br>three<br/></div>") == ["paragraph: one\ntwo", "paragraph: three"])
    }

    @Test func wordsInNeighbouringBlocksDoNotRunTogether() throws {
        #expect(try read("<div>a</div><div>b</div>c<p>d<p>e").text == "a\n\nb\n\nc\n\nd\n\ne")
        #expect(try read("<table><td>a<td>b</table>").text == "a\n\nb")
    }

    @Test func programsStylesAndControlsAreNotText() throws {
        let html = """
            <style>p{}</style><script>"<p>no</p>"</script><noscript><p>no</p></noscript><template><p>no</p></template><p>yes</p>
            <select><option>no</select><textarea>no</textarea><svg><title>no</title><text>no</text></svg><!-- no --><p>also</p>
            """
        #expect(try read(html).text == "yes\n\nalso")
    }

    @Test func characterReferencesAreResolved() throws {
        #expect(
            try read("&lt;&amp;&copy;&eacute;&hellip;&#8217;&#x1F600;&CounterClockwiseContourIntegral;").text
                == "<&©é…’😀∳")
        // Windows-1252 numbers, names without a semicolon, and what is no reference.
        #expect(
            try read("&#150;&#x92; &copy2 &notit; &unknown; AT&T & &#0; &#xD800; &#1114112; &#x;").text
                == "–’ ©2 ¬it; &unknown; AT&T & \u{FFFD} \u{FFFD} \u{FFFD} &#x;")
        #expect(try read("<a href=\"?a=1&copy=2&amp;b\">x</a>").text == "x")
    }

    @Test func unclosedAndMisnestedTagsAreMended() throws {
        #expect(
            try blocks("<p>one<p>two<div>three</p>four</div>five") == [
                "paragraph: one", "paragraph: two", "paragraph: three", "paragraph: four", "paragraph: five",
            ])
        #expect(
            try blocks("<b><p>one</b> two</p><h2>three</h3>four") == [
                "paragraph: one two", "heading(level: 2): three", "paragraph: four",
            ])
        #expect(
            try blocks("<dl><dt>Term<dd>Meaning<dt>Other</dl>") == [
                "listItem: Term: Meaning", "listItem: Other",
            ])
    }

    @Test func aTermAndWhatItMeansAreOneLine() throws {
        #expect(
            try blocks("<dl><div><dt>Deposit</dt> <dd>£1,315</dd></div><dt>Rent:<dd><p>£920</p><p>a month</p></dl>")
                == [
                    "listItem: Deposit: £1,315", "listItem: Rent: £920", "listItem: a month",
                ])
        #expect(
            try blocks("<dl><dt>Gas<dt>Power<dd>Included.<dd>Since May<dd>For now</dl><p>More") == [
                "listItem: Gas, Power: Included. Since May; For now", "paragraph: More",
            ])
        #expect(try blocks("<dl><dt>May I?<dd>Yes.</dl>") == ["listItem: May I? Yes."])
    }

    @Test func listsInsideOfADefinitionStayWithTheirTerms() throws {
        #expect(
            try blocks(
                "<dl><dt>Costs<dd><dl><dt>Rent<dd>£920<dt>Gas<dd>£40</dl><dt>Bins<dd>Out on<ul><li>Monday</ul></dl>")
                == [
                    "listItem: Costs", "listItem: Rent: £920", "listItem: Gas: £40", "listItem: Bins: Out on",
                    "listItem: Monday",
                ])
        #expect(try blocks("<dl><dt>A</dt>loose<dd>B</dl>") == ["listItem: A", "paragraph: loose", "listItem: B"])
        #expect(try blocks("<dl><dt><dd>Only<dt>Code<dd><pre>a\n b</pre></dl>").count == 3)
    }

    @Test func emptyCellsKeepTheirPlaces() throws {
        let html = """
            <table><tr><td><td>Morning<td>Evening<tr><td>Mon<td><td>Ben<tr><td>Tue<td>Carl</table>
            """
        #expect(try blocks(html) == ["table: Morning\tEvening\nMon\t\tBen\nTue\tCarl"])
    }

    @Test func cellsOverSeveralRowsAndColumnsMoveTheOthersOn() throws {
        let html = """
            <table><tr><th>Day<th>Who<th>When<tr><td rowspan=2>Mon<td>Ben<td>9<tr><td>Ann<td>10<tr><td colspan=2>Tue<td>8</table>
            """
        #expect(try blocks(html) == ["table: Day\tWho\tWhen\nMon\tBen\t9\n\tAnn\t10\nTue\t\t8"])
        let hostile =
            "<table><tr><td colspan=99999999>a<td rowspan=-4>b<tr><td rowspan=999999999999999999999>c<td>d</table>"
        #expect(try read(hostile).text.utf8.count < 1_000)
    }

    @Test func lessThanSignsInTextStay() throws {
        #expect(try read("a < b and 1<2 and x <- y, 3 <> 4").text == "a < b and 1<2 and x <- y, 3 <> 4")
    }

    @Test func titleComesFromOpenGraphThenTitleThenHeading() throws {
        let all = "<title> Page &amp; Site </title><meta property=og:title content='The &quot;Page&quot;'><h1>Head</h1>"
        #expect(try read(all).title == "The \"Page\"")
        #expect(try read("<title> Page &amp;\n Site </title><h1>Head</h1>").title == "Page & Site")
        #expect(try read("<h1>Head <i>line</i></h1>").title == "Head line")
        #expect(try read("<p>x").title == nil)
        #expect(try read("<svg><title>icon</title></svg><p>x").title == nil)
    }

    @Test func declaredAndGuessedEncodingsAreRead() throws {
        let french =
            Array("Le th".utf8) + [0xE9] + Array(" est servi dans le caf".utf8) + [0xE9] + Array(" du coin.".utf8)
        #expect(try HTMLReader.read(french).text == "Le thé est servi dans le café du coin.")
        let meta = Array("<meta charset=windows-1251><p>".utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        #expect(try HTMLReader.read(meta, options: .init(wholeBody: true)).text == "Привет")
        let http =
            Array("<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>".utf8) + [
                0x93, 0xFA, 0x96, 0x7B,
            ]
        #expect(try HTMLReader.read(http, options: .init(wholeBody: true)).text == "日本")
        #expect(
            try HTMLReader.read([0xC0, 0xC1], options: .init(wholeBody: true, declaredEncoding: "windows-1251")).text
                == "АБ")
        // UTF-8 that calls itself Latin-1.
        #expect(try read("<meta charset=iso-8859-1><p>naïve — 日本").text == "naïve — 日本")
        #expect(try HTMLReader.read([0xFF, 0xFE, 0x61, 0x00, 0xE9, 0x00]).text == "aé")
    }

    @Test func unclosedCommentGivesAWarning() throws {
        let document = try read("<p>before<!-- after")
        #expect(document.text == "before")
        #expect(document.warnings.map(\.kind) == [.damaged])
    }

    @Test func declarationsCountWhereTheStandardLooksForThem() {
        func declared(_ page: String) -> String? { HTMLEncoding.declaredName(in: Array(page.utf8)) }
        #expect(declared("<!-- <meta charset=koi8-r> --><META Charset = 'Latin2'>") == "iso-8859-2")
        #expect(declared("<p title='<meta charset=koi8-r>'><meta charset=big5>") == "big5")
        #expect(declared("<meta content='text/html; charset=\"gbk\"' http-equiv=content-type>") == "gb18030")
        // Without http-equiv the content is about something else; programs that read UTF-16 do not see this at all.
        #expect(declared("<meta name=x content='charset=koi8-r'>") == nil)
        #expect(declared("<meta charset=utf-16>") == "utf-8")
        #expect(declared("<meta charset=unknown><meta charset=sjis>") == "shift_jis")
    }

    @Test func encodingsThatOnlyADeclarationTellsAreRead() throws {
        for (label, bytes, text) in [
            ("iso-8859-2", [0xB1, 0xA9], "ąŠ"), ("koi8-u", [0xC4, 0xC1, 0xA4], "дає"), ("iso-8859-15", [0xA4], "€"),
            ("macintosh", [0x8E], "é"), ("x-mac-cyrillic", [0x80], "А"),
        ] as [(String, [UInt8], String)] {
            // Bytes that are no UTF-8, which would outrank a declaration.
            let page = Array("<meta charset=\(label)><p>".utf8) + bytes
            #expect(try HTMLReader.read(page, options: .init(wholeBody: true)).text == text, "\(label)")
        }
    }

    @Test func textThatCannotStandInATableGoesBeforeIt() throws {
        #expect(
            try blocks("<table>lost<tr><td>a<td>b</tr><p>found</p><tr><td>c<td>d</table>") == [
                "paragraph: lost", "paragraph: found", "table: a\tb\nc\td",
            ])
    }

    @Test func whatIsLeftOpenInNoscriptTakesInNothing() throws {
        #expect(try read("<p>a</p><noscript><div><iframe></noscript><p>b</p>").text == "a\n\nb")
        #expect(try read("<head><noscript><p>no</noscript><title>T</title></head><p>b").title == "T")
    }

    @Test func elementsOfXHTMLCanCloseThemselves() throws {
        let chapter = """
            <html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/><style/></head>
            <body><p>one<a id="p2"/> two</p><p/><div/><![CDATA[three < 4]]><svg><g/></svg><iframe/><p>five</p></body></html>
            """
        let text = "one two\n\nthree < 4\n\nfive"
        #expect(try read("<?xml version='1.0'?>" + chapter).text == text)
        #expect(
            try HTMLReader.read(Array(chapter.utf8), options: .init(wholeBody: true, isXHTML: true)).text == text)
        // In HTML the slash means nothing, and a title goes on to its end tag.
        #expect(try read(chapter).text != text)
    }

    @Test func emptyInputIsAnEmptyDocument() throws {
        let document = try HTMLReader.read([])
        #expect(document.text.isEmpty && document.blocks.isEmpty && document.warnings.isEmpty)
    }

    @Test func deepNestingKeepsItsTextAndCostsNoStack() throws {
        let depth = 20_000
        for tag in ["div", "b", "ul><li", "table><tr><td", "svg", "blockquote", "x-y"] {
            let open = "<\(tag)>"
            for wholeBody in [true, false] {
                let document = try read(String(repeating: open, count: depth) + "deep text", wholeBody: wholeBody)
                #expect(document.text == (tag == "svg" ? "" : "deep text"), "\(tag)")
            }
        }
        let crossed =
            String(repeating: "<b><div><i>", count: depth) + "deep" + String(repeating: "</b></i>", count: depth)
        #expect(try read(crossed).text == "deep")
    }

    @Test func hostileInputTakesLinearTime() throws {
        let patterns = [
            "<", "<!", "<!--", "&", "&a", "</a>", "<a ", "<a b='", "<p>", "<li>", "</div><div>", "<td>", "&#x",
            "<b><p></b>",
            // Formatting elements that are opened again in each block, each with another attribute; markers that stay; what
            // cannot stand in a table; a scope without end; names that differ; attributes that are compared.
            "<p><b id=%>x", "<i><p>x</i>", "<a href=%><div>", "<div><object></div>", "<nobr><table><tr>", "<table>x<b>",
            "<table><a href=%>", "<select><option><optgroup>", "<p><button><div>", "<x%></y%>", "<html a%=1>",
            "<a b%=1 ",
            "<svg><desc><p>", "<math><mi><b>", "<template><tr>", "<!--<script", "<script><!--<script>", "<form><p>",
            "<h1><b></h2>", "<dd><b id=%></dl>", "&CounterClockwiseContourIntegra", "<![CDATA[", "<?a><!b></ >",
        ]
        for pattern in patterns {
            var html = ""
            var number = 0
            while html.utf8.count < 50_000 {
                html += pattern.replacing("%", with: String(number))
                number += 1
            }
            let start = ContinuousClock.now
            _ = try read(html, wholeBody: false)
            // A few seconds at most, even unoptimized and on a busy machine; quadratic work takes many minutes.
            #expect(ContinuousClock.now - start < .seconds(30), "\(pattern)")
        }
    }

    @Test func pageKeepsItsTextBeyondTheLimitOfDepth() throws {
        let depth = HTMLTreeBuilder.depthLimit + 300
        let html =
            String(repeating: "<div>", count: depth) + "<p>deep</p><ul><li>item</ul><script>no</script>"
            + String(repeating: "</div>", count: depth) + "<h2>Behind</h2>"
        // Beyond the limit there is no structure, but nothing runs together, and what follows stands where it should.
        #expect(try blocks(html) == ["paragraph: deep", "paragraph: item", "heading(level: 2): Behind"])
    }

    @Test func attributesOfATagAreLimited() throws {
        let many = (0..<10_000).map { "a\($0)=1" }.joined(separator: " ")
        let tree = try HTMLTreeBuilder.build(Array("<p \(many)>x".utf8)).tree
        #expect(tree.attributes.count == HTMLTokenizer.attributeLimit)
        #expect(try read("<p \(many)>x").text == "x")
    }

    @Test func formattingElementsAreOpenedAgainOnlySoManyAtOnce() throws {
        let fonts = (0..<500).map { "<font size=\($0)>" }.joined()
        let paragraphs = String(repeating: "<p>x", count: 100)
        let tree = try HTMLTreeBuilder.build(Array("<p>\(fonts)\(paragraphs)".utf8)).tree
        #expect(tree.nodes.count < 100 * 80)
        #expect(try blocks("<p>\(fonts)\(paragraphs)").count == 100)
    }

    /// Trees of text made at random hold together: children lie in their parents, and text and attributes in the bytes.
    @Test(arguments: 0..<40) func treesOfRandomMarkupHoldTogether(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ 1_000)
        let names = [
            "a", "b", "p", "div", "table", "tr", "td", "tbody", "caption", "col", "select", "option", "template", "svg",
            "math", "mi", "desc", "foreignObject", "annotation-xml", "button", "li", "ul", "h1", "form", "nobr",
            "object",
            "script", "title", "textarea", "frameset", "html", "body", "head", "ruby", "rt", "br", "p", "x-y",
            "plaintext",
        ]
        for _ in 0..<50 {
            var html = ""
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                let name = names[Int.random(in: 0..<names.count, using: &random)]
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1, 2: html += "<\(name)>"
                case 3: html += "<\(name) class='x' type=hidden/>"
                case 4, 5: html += "</\(name)>"
                case 6: html += ["x", " ", "&lt;", "\0", "\r\n"][Int.random(in: 0..<5, using: &random)]
                default:
                    html +=
                        ["<!--", "-->", "<![CDATA[", "]]>", "<!doctype html>", "<"][
                            Int.random(in: 0..<6, using: &random)]
                }
            }
            let tree = try HTMLTreeBuilder.build(Array(html.utf8)).tree
            let isWhole = tree.nodes.enumerated().allSatisfy { index, node in
                let bound = node.tag == .text || node.tag == .comment ? tree.text.count : tree.attributes.count
                return Int(node.end) > index && node.end <= tree.nodes[Int(node.parent)].end
                    && (index == 0 || Int(node.parent) < index) && node.from <= node.to && Int(node.to) <= bound
            }
            #expect(isWhole, "\(html.debugDescription)")
            #expect(try brokenRule(read(html)) == nil, "\(html.debugDescription)")
        }
    }

    @Test(arguments: 0..<300) func damagedPagesStillGiveExactSpans(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(Self.page.utf8)
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array("<&>\"'/=- ".utf8).shuffled(using: &random).prefix(3), at: place)
            default:
                let other = Int.random(in: 0..<bytes.count, using: &random)
                bytes.insert(
                    contentsOf: bytes[min(place, other)..<min(max(place, other), min(place, other) + 50)], at: place)
            }
        }
        for wholeBody in [true, false] {
            let document = try HTMLReader.read(bytes, options: .init(wholeBody: wholeBody))
            #expect(brokenRule(document) == nil)
        }
    }

    static let page = """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page &mdash; Site</title>
        <script type="application/ld+json">{"@type": "Article", "articleBody": "Body text of the article, long enough."}</script>
        </head><body class="page"><nav><ul><li><a href="/">Home</a><li><a href="/news">News</a></ul></nav>
        <article><h1>A page</h1><p class='lead'>Café — 日本語 and <em>emphasis</em>, with &eacute;ntities &#x1F600;.</p>
        <pre><code>let a = 1\n</code></pre><table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>1</td></tr></table>
        <ul><li>one</li><li>two<br>lines</li></ul><blockquote>Quote, “quoted”.</blockquote><p>Last paragraph of it, said she.</p>
        </article><aside><p>Aside.</p></aside><footer>&copy; 2020</footer><!-- end --></body></html>
        """
}
