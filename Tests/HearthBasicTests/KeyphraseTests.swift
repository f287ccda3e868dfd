import HearthBasic
import Testing

@Suite struct KeyphraseTests {
    private let abstract = """
        Adaptive irrigation control for small farms. We present an irrigation controller that uses soil moisture sensors and a \
        weather forecast. The irrigation controller was tested on three farms. Soil moisture was measured every hour, and water \
        consumption fell by a fifth.
        """

    @Test func nounPhrasesOfTheSubjectComeFirst() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 5, language: "en").map {
            $0.text.lowercased()
        }
        #expect(phrases.contains("irrigation controller"))
        #expect(phrases.contains("soil moisture sensors") || phrases.contains("soil moisture"))
    }

    @Test func scoresFallAndTheLimitHolds() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 4)
        #expect(phrases.count == 4)
        #expect(zip(phrases, phrases.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(KeyphraseExtractor().keyphrases(in: abstract, limit: 0).isEmpty)
    }

    @Test func stopWordsAndVerbsNeverMakeAPhrase() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 50).map { $0.text.lowercased() }
        for word in ["we", "the", "present", "that", "uses", "was", "every"] { #expect(!phrases.contains(word)) }
    }

    @Test func aPhraseStandsInTheText() {
        for phrase in KeyphraseExtractor().keyphrases(in: abstract, limit: 50) {
            #expect(abstract.lowercased().contains(phrase.text.lowercased()))
        }
    }

    @Test func namesStandApartInFrench() {
        let text =
            "Le ministre Jean Valmont a visité Lyon. Jean Valmont a parlé de la réforme du logement. La réforme du logement est contestée."
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: 5, language: "fr").map(\.text)
        #expect(phrases.contains("Jean Valmont"))
    }

    @Test func theSameTextGivesTheSamePhrases() {
        let first = KeyphraseExtractor().keyphrases(in: abstract)
        #expect((0..<5).allSatisfy { _ in KeyphraseExtractor().keyphrases(in: abstract) == first })
    }

    @Test(arguments: Hostile.texts.indices) func anyTextIsSurvived(number: Int) {
        let text = Hostile.texts[number]
        for language in ["en", "de", "fr", "zh", nil] {
            #expect(KeyphraseExtractor().keyphrases(in: text, limit: 5, language: language).count <= 5)
        }
    }
}
