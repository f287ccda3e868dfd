import HearthCore
import Testing

@testable import HearthText

/// What a person sees of a text that was written with marks.
struct ShownTextTests {
    @Test(arguments: [
        ("- [ ] Pay the fee of **£46** to [Dana](mailto:d@example.org)", "☐ Pay the fee of £46 to Dana"),
        ("- [x] Return the key of plot ==17B== ^key", "☑ Return the key of plot 17B"),
        ("Hens need `consent`; ~~cockerels~~ are not allowed.", "Hens need consent; cockerels are not allowed."),
        ("The shed stays locked[^1] with the code in [[Safe]].", "The shed stays locked with the code in Safe."),
        ("[^1]: Since the break-in.", "Since the break-in."),
        ("Ask <b>Dana</b> for it&nbsp;again:<br/>A&amp;B, 3 &lt; 5.", "Ask Dana for it again: A&B, 3 < 5."),
        ("See <https://example.org/a_b_c> and ![the map](map.png).", "See https://example.org/a_b_c and the map."),
        ("| 12 | **Ivo Marsh** | £46 |", "12 · Ivo Marsh · £46"),
        ("| gas \\| power | [[Lena Ortiz\\|Lena]] |", "gas | power · Lena"),
        ("## What to bring", "What to bring"),
        ("[![licence](https://img.example/l.svg)](LICENSE) is free", "licence is free"),
        ("*[the page](https://example.org/_a_/*b)* is new", "the page is new"),
        ("It is **very *cold*** here", "It is very cold here"),
    ])
    func marksAreNotShown(_ written: String, _ shown: String) {
        #expect(PlainText.line(written) == shown)
    }

    @Test(arguments: [
        "2 * 3 * 4 = 24", "file_name_here.txt", "It takes ~5 minutes, ~6 at most.", "#garden is nice", "a < b > c",
        "if (a | b) then",
        "AT&T", "[1] Smith, J.", "x[i] = y[j]", "<name> is asked", "Anna <anna@example.org>", "**", "R&B; more",
    ])
    func whatIsNoMarkStays(_ text: String) {
        #expect(PlainText.line(text) == text)
    }

    @Test func notesOfATranscriberAloneSayNothing() {
        #expect(PlainText.line("[laughter]") == "")
        #expect(PlainText.line("Well {vocalsound}, it is **done** (laughs).") == "Well, it is done.")
        #expect(PlainText.line("%%only a remark%%") == "%%only a remark%%")
    }

    @Test func codeKeepsItsSigns() {
        #expect(PlainText.line("Type `a**b**c [x](y) &amp;` **now**.") == "Type a**b**c [x](y) &amp; now.")
    }

    @Test func linesOfAQuoteHaveTheirOwnMarks() {
        let quote = """
            > The **water butt** is filled on *Fridays*.

            - [ ] Pay the fee
            * Key at [Dana's](x)
            > [!tip] Mind
            > the step

            | Plot | Fee |
            |------|----:|
            | 12 | £46 |
            ---
            """
        #expect(
            ShownText(quote).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                == "The water butt is filled on Fridays. ☐ Pay the fee Key at Dana's Mind the step Plot · Fee 12 · £46")
    }

    @Test func placesAreWhereTheirWordsAre() throws {
        let quote =
            "- The **lease** ends [on the *28th*](x \"y\") of ==February== – for [[Anna|her]]<br>&nbsp;all.\n| a | b |"
        let shown = ShownText(quote)
        #expect(shown.text == "The lease ends on the 28th of February – for her  all.\n a · b ")
        for word in ["lease", "28th", "February", "her", "all", "b"] {
            let range = try #require(quote.firstRange(of: word == "b" ? "b |" : word))
            let start = quote.utf8.distance(from: quote.startIndex, to: range.lowerBound)
            let span = shown.moved(TextSpan(start: start, end: start + word.utf8.count))
            #expect(shown.text.text(in: span) == word)
        }
        // Places that are not shown come to stand where they were left out.
        #expect(shown.moved(TextSpan(start: 0, end: 2)) == TextSpan(start: 0, end: 0))
        let plain = ShownText("Nothing of it is marked.")
        #expect(plain.moved(TextSpan(start: 3, end: 9)) == TextSpan(start: 3, end: 9))
    }

    @Test func marksWithoutEndTakeLinearTime() {
        for sign in [
            "**a ", "[", "[^", "<b", "&amp", "~~", "`", "|", "[![", "| a\n", "- [ ] ", "*_~", "<https://", "_a",
        ] {
            let text = String(repeating: sign, count: 20_000)
            let shown = ShownText(text)
            let end = shown.moved(TextSpan(start: 0, end: text.utf8.count)).end
            #expect(end == shown.text.utf8.count)
        }
    }

    @Test func aHeadingBeginsWithItsWords() {
        #expect(ShownText("# House manual\n\nKeys").text == "House manual\n\nKeys")
    }

    @Test(arguments: ["x = p*q*r", "2**3**2 = 512", "let names: Set<S> = []", "List<a> of it"])
    func formulasAndCodeStay(_ written: String) {
        #expect(ShownText(written).text == written)
    }

    @Test func wordsWithoutSpacesMayBeMarked() {
        #expect(ShownText("这是**重点**内容").text == "这是重点内容")
    }
}
