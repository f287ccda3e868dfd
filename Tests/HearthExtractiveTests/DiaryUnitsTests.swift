import HearthCore
import HearthText
import Testing

@testable import HearthExtractive

/// The parts of an entry that are told alone, and what they are worth.
@Suite struct DiaryUnitsTests {
    private func units(_ text: String, _ language: String = "en") -> [(text: String, weight: Double)] {
        let spans = SentenceSplitter().sentences(in: text, language: language)
        return DiaryUnits(text, spans: spans, language: language).units.map {
            (text.text(in: $0.span) ?? "", $0.weight)
        }
    }

    @Test func whatIsSaidInAWordIsToldWithWhatFollows() {
        #expect(
            units("KEYS. We sat on the floor of the empty house. The pear tree has one pear on it.").map(\.text) == [
                "KEYS. We sat on the floor of the empty house.", "The pear tree has one pear on it.",
            ])
    }

    @Test func whatLeansOnASentenceIsToldWithIt() {
        #expect(
            units(
                "Took Nan to the orchid house. She told me they have found something. Dad drove us home through the rain."
            ).map(\.text) == [
                "Took Nan to the orchid house. She told me they have found something.",
                "Dad drove us home through the rain.",
            ])
    }

    @Test func whatIsTooShortAtTheEndBelongsToWhatStandsBefore() {
        #expect(
            units("Ran eight hundred metres without stopping. Proud.").map(\.text) == [
                "Ran eight hundred metres without stopping. Proud."
            ])
    }

    @Test func nothingIsToldOverAnEmptyLine() {
        #expect(units("Gratitude\n\nThe neighbours brought us a whole cake today.").count == 2)
    }

    @Test func everyUnitIsTheTextByteForByte() {
        let text = "Müde.  Sehr müde!\nDann kam Jörg. Er brachte Brot.\n\n今日は雨。よかった。"
        let spans = SentenceSplitter().sentences(in: text, language: "de")
        let units = DiaryUnits(text, spans: spans, language: "de").units
        #expect(zip(units, units.dropFirst()).allSatisfy { $0.span.end <= $1.span.start })
        #expect(units.allSatisfy { text.text(in: $0.span)?.isEmpty == false })
    }

    @Test(arguments: [
        ("Nan died this morning at five. Bought oats and milk at the corner shop.", "en"),
        ("BENIGN. Benign, benign, she said so. Bought oats and milk at the corner shop.", "en"),
        ("They have said yes to us!!! Bought oats and milk at the corner shop.", "en"),
        ("Oma ist heute früh gestorben. Am Nachmittag habe ich noch Milch und Hafer gekauft.", "de"),
        ("Mamie est morte ce matin à cinq heures. Acheté du lait et du pain au coin de la rue.", "fr"),
    ]) func whatChangesALifeIsWorthMore(text: String, language: String) throws {
        let found = units(text, language)
        let (first, last) = (try #require(found.first), try #require(found.last))
        // More than for being the first alone.
        #expect(found.count >= 2 && first.weight > last.weight + 0.35)
    }
}
