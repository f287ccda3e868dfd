import Testing

@testable import HearthText

struct WikiMarksTests {
    @Test(arguments: [
        ("The roof was mended by [[People/Anna Berg|Anna]].", "The roof was mended by Anna."),
        ("See [[Offer]] and [[Offer#Price]].", "See Offer and Offer#Price."),
        ("In a table: [[Offer\\|the offer]].", "In a table: the offer."),
        ("It is here: ![[plan.png|300]] as drawn.", "It is here: as drawn."),
        ("It costs 920 %%ask Anna%% in all.", "It costs 920 in all."),
        ("The ==warranty lasts five years== and no more.", "The warranty lasts five years and no more."),
        ("> [!warning]- Do not walk on it", "Do not walk on it"),
        ("The boiler is checked in May. ^boiler", "The boiler is checked in May."),
        ("==**Both**== and [[A|*b*]].", "Both and b."),
        ("Straße ==für alle== [[Größe|ä]]", "Straße für alle ä"),
    ])
    func whatIsShownIsTheWords(_ written: String, _ shown: String) {
        #expect(PlainText.line(written) == shown)
    }

    @Test(arguments: [
        "a == b and c == d", "a==b, c==d", "if [[ -f x ]]; then", "[[open", "50%% of it", "10 ^6", "x^2", "=====",
        "Use [!] here", "see [!note] there", "[[]]", "==", "`[[Page|name]]` links", "``` %%a%% ==b==",
    ])
    func whatOnlyLooksLikeMarksStays(_ text: String) {
        #expect(WikiMarks.ranges(in: Array(text.utf8)).isEmpty)
    }

    @Test func placesStayPlaces() {
        let text = "# Roof\n\nMended by [[A|Anna]].\n\n%%one\ntwo%%\n\n> [!note] Mind\n> the ==tiles==. ^id1\n"
        let blanked = PlainText.blanked(text)
        #expect(blanked.utf8.count == text.utf8.count)
        #expect(
            blanked.split(whereSeparator: \.isWhitespace).joined(separator: " ") == "Mended by Anna . Mind the tiles .")
        for (a, b) in zip(text.utf8, blanked.utf8) { #expect(b == 0x20 || a == b) }
        // A remark alone is what is left of a line.
        #expect(PlainText.line("%%only a remark%%") == "%%only a remark%%")
    }

    @Test func marksWithoutEndTakeLinearTime() {
        for sign in ["[[", "![[", "%%", "==a ", "`", "[!", " ^a", "[[a|", "== "] {
            let text = String(repeating: sign, count: 20_000)
            let ranges = WikiMarks.ranges(in: Array(text.utf8))
            for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound <= b.lowerBound) }
        }
    }
}
