import HearthBasic
import HearthCore
import Testing

@Suite struct SentenceTests {
    private func sentences(_ text: String, _ language: String? = nil) -> [String] {
        SentenceSplitter().sentences(in: text, language: language).map { text.text(in: $0) ?? "not a span" }
    }

    @Test func abbreviationsAndInitialsDoNotEndASentence() {
        #expect(
            sentences("Dr. Ada P. Lane met Mr. Berg at 5 p.m. on Sept. 3. They talked, e.g. about No. 7.", "en") == [
                "Dr. Ada P. Lane met Mr. Berg at 5 p.m. on Sept. 3.", "They talked, e.g. about No. 7.",
            ])
    }

    @Test func anAcronymEndsASentenceOnlyBeforeAWordThatStartsOne() {
        #expect(sentences("She moved to the U.S. It was cold.", "en").count == 2)
        #expect(sentences("She works for the U.S. Navy today.", "en").count == 1)
    }

    @Test func numbersAddressesAndFileNamesStayWhole() {
        let text =
            "It costs $3.50 at https://shop.example.com/a.html now. See notes.txt or write to jo.doe@example.org. Fine."
        #expect(sentences(text, "en").count == 3)
    }

    @Test func quotationsAndBracketsStayWhole() {
        #expect(sentences("\"Stop! Who is it?\" she asked. Nobody spoke.", "en").count == 2)
        #expect(sentences("He left (It was late. He was tired.) without a word.", "en").count == 1)
        #expect(sentences("She said, \"It works.\" He laughed.", "en").count == 2)
    }

    @Test func itemsOfARunningListStartAnew() {
        #expect(sentences("1. Milk 2. Bread 3. Salt", "en") == ["1. Milk", "2. Bread", "3. Salt"])
        #expect(sentences("a) one thing b) another thing", "en") == ["a) one thing", "b) another thing"])
    }

    @Test func wrappedLinesAreJoinedAndHeadingsAreNot() {
        let wrapped = """
            Introduction
            The committee met on Tuesday in the old hall to discuss the new
            Library of the town and what it would cost to keep it open for
            another year.
            """
        let found = sentences(wrapped, "en")
        #expect(found.count == 2)
        #expect(found.first == "Introduction")
    }

    @Test func aBlankLineAlwaysEndsASentence() {
        #expect(sentences("no full stop here\n\nand none here", "en").count == 2)
    }

    @Test func germanOrdinalsDoNotEndASentenceAndPageNumbersDo() {
        #expect(sentences("Am 3. Oktober begann der 2. Versuch. Er gelang.", "de").count == 2)
        #expect(sentences("Das steht auf Seite 14. Dort steht mehr.", "de").count == 2)
    }

    @Test func otherScriptsHaveTheirOwnStops() {
        #expect(sentences("今天很冷。我们在家！你呢？", "zh") == ["今天很冷。", "我们在家！", "你呢？"])
        #expect(sentences("आज ठंड थी। हम घर पर रहे।", "hi").count == 2)
        #expect(sentences("Բարև Ձեզ: Ինչպե՞ս եք:", "hy").count == 2)
        #expect(sentences("کیا حال ہے؟ سب ٹھیک ہے۔", "ur").count == 2)
    }

    @Test func theLanguageIsFoundOutWhenNotGiven() {
        #expect(sentences("Der Zug fährt, z. B. heute, um 8 Uhr ab. Wir warten am 2. Gleis.").count == 2)
    }

    @Test(arguments: Hostile.texts.indices) func spansAreOrderedAndCoverAllThatIsNotWhiteSpace(number: Int) {
        let text = Hostile.texts[number]
        let spans = SentenceSplitter().sentences(in: text)
        var end = 0
        var covered = ""
        for span in spans {
            #expect(span.start >= end && span.end > span.start)
            end = span.end
            covered += text.text(in: span) ?? "not a span"
        }
        func squeezed(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { !$0.properties.isWhitespace } }
        #expect(squeezed(covered) == squeezed(text))
    }

    @Test func timeGrowsWithTheTextAlsoWithoutAnyStop() {
        let clock = ContinuousClock()
        for unit in ["word ", "(", "\"a ", "1) ", "a. ", ". ", "。", "\n", "x", "' "] {
            let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
            let took = clock.measure { _ = SentenceSplitter().sentences(in: text, language: "en") }
            #expect(took < .seconds(10), "\(unit.debugDescription) took \(took)")
        }
        let lead = String(repeating: ",", count: 30_000) + String(repeating: "a. ", count: 15_000)
        #expect(clock.measure { _ = SentenceSplitter().sentences(in: lead, language: "en") } < .seconds(10))
    }
}
