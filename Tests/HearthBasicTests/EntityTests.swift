import HearthBasic
import HearthCore
import Testing

@Suite struct EntityTests {
    private func names(_ text: String, _ language: String? = "en") -> [String] {
        EntityRecognizer().entities(in: text, language: language).map(\.text)
    }

    @Test func capitalsInsideASentenceMarkNames() {
        #expect(
            names("Yesterday the engineers of Brontel Systems met Ilse Varga in Lisbon.") == [
                "Brontel Systems", "Ilse Varga", "Lisbon",
            ])
    }

    @Test func aCommonWordAtTheStartOfASentenceIsNoName() {
        #expect(names("Nobody came. However, the meeting went on. Tables were moved.").isEmpty)
    }

    @Test func anUnknownWordAtTheStartIsAName() {
        #expect(names("Varga joined the firm in spring.").contains("Varga"))
    }

    @Test func smallWordsInsideANameBelongToIt() {
        #expect(names("She studied at the University of Vienna for a year.") == ["University of Vienna"])
    }

    @Test func daysMonthsTagsAndAddressesAreNoNames() {
        #expect(names("See you on Monday in October, #Winning @Somebody https://Example.com/Path now.").isEmpty)
    }

    @Test func knownNamesAreFoundWithoutCapitals() {
        #expect(names("lol i saw emma in london").contains("emma"))
        #expect(names("lol i saw emma in london").contains("london"))
    }

    @Test func shoutingIsNoEvidence() {
        #expect(names("STOP DOING THIS RIGHT NOW PLEASE").isEmpty)
    }

    @Test func kindsFollowFromListsEndingsAndContext() {
        let found = EntityRecognizer().entities(
            in: "We met Maria Holt of Nordwind GmbH near Lake Orrin, in Japan.", language: "en")
        let kinds = Dictionary(found.map { ($0.text, $0.type) }) { first, _ in first }
        #expect(kinds["Maria Holt"] == .person)
        #expect(kinds["Nordwind GmbH"] == .organization)
        #expect(kinds["Lake Orrin"] == .location)
        #expect(kinds["Japan"] == .location)
    }

    @Test func thePossessiveIsNoPartOfTheName() {
        #expect(names("They read Varga's letter in the garden.") == ["Varga"])
    }

    @Test(arguments: Hostile.texts.indices) func spansAreOrderedAndHoldTheText(number: Int) {
        let text = Hostile.texts[number]
        var end = 0
        for entity in EntityRecognizer().entities(in: text) {
            #expect(entity.span.start >= end)
            #expect(text.text(in: entity.span) == entity.text)
            end = entity.span.end
        }
    }
}
