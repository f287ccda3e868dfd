import HearthCore
import Testing

@testable import HearthExtractive

/// Words inside of words, and words that say nothing but in which measure is asked.
@Suite struct CompoundTests {
    private func likeness(_ term: String, _ word: String, _ language: String) -> Double {
        var likeness = TermLikeness([term])
        return likeness.likeness(of: word, language: language)[0]
    }

    @Test(arguments: [
        ("kaution", "mietkaution", "de"), ("termijn", "opzegtermijn", "nl"), ("hyran", "kallhyran", "sv"),
        ("vakuus", "vuokravakuuden", "fi"), ("depositum", "huslejedepositummet", "da"),
        ("εγγυηση", "χρηματοεγγυηση", "el"), ("mietkaution", "kaution", "de"),
    ])
    func aWordIsSaidByItsCompoundAndTheOtherWayRound(term: String, word: String, language: String) {
        #expect(likeness(term, word, language) >= TermLikeness.head)
    }

    @Test func theFirstPartOfACompoundSaysLess() {
        #expect(likeness("garten", "gartenbenutzung", "de") == TermLikeness.modifier)
        #expect(likeness("heizungswartung", "heizung", "de") == TermLikeness.modifier)
        #expect(likeness("schule", "schulbucherei", "de") == TermLikeness.modifier)
    }

    @Test(arguments: [
        ("kern", "modern", "de"), ("mark", "supermarketing", "nl"), ("engine", "searchengineering", "en"),
        ("haus", "rathausplatz", "de"),
    ])
    func otherWordsWithTheSameLettersSayNothing(term: String, word: String, language: String) {
        #expect(likeness(term, word, language) < TermLikeness.modifier)
    }

    @Test(arguments: [
        (
            "Wie hoch ist die Kaution?",
            "Die Kaltmiete beträgt 780 Euro im Monat. Die Mietkaution beträgt 1.200 Euro. Der Garten gehört zu der Wohnung.",
            "Der Teig ruht über Nacht im Keller. Das Brot wird bei starker Hitze gebacken.", "1.200"
        ),
        (
            "Hoe lang is de termijn?",
            "De huurder betaalt elke maand op de eerste dag. De opzegtermijn is twee maanden. De tuin hoort bij het huis.",
            "Het deeg rust een nacht in de kelder. Het brood wordt heet gebakken.", "twee maanden"
        ),
        (
            "Hur hög är hyran?",
            "Lägenheten har två rum och ett kök. Kallhyran är 8 000 kronor i månaden. Trädgården hör till huset.",
            "Degen vilar över natten i källaren. Brödet gräddas i stark hetta.", "8 000"
        ),
        (
            "Kuinka suuri on vakuus?",
            "Asunnossa on kaksi huonetta ja keittiö. Vuokravakuus on 1 500 euroa. Puutarha kuuluu taloon.",
            "Taikina lepää yön yli kellarissa. Leipä paistetaan kovassa kuumuudessa.", "1 500"
        ),
    ])
    func anAmountIsFoundByItsCompound(question: String, text: String, other: String, expected: String) throws {
        let answer = ExtractiveAnswerer().answer(
            question: question,
            passages: [AnswerPassage(id: 0, text: text, score: 2), AnswerPassage(id: 1, text: other, score: 1)])
        #expect(!answer.abstained)
        #expect(try #require(answer.sentences.first).text.contains(expected))
    }

    @Test func theWordsOfAMeasureAreKnown() {
        #expect(AskedQuestion("Wie hoch ist die Kaution?", languages: ["de"]).measures == ["hoch"])
        #expect(AskedQuestion("How expensive is the stay?", languages: ["en"]).measures == ["expensive"])
        #expect(AskedQuestion("Hur dyrt är det?", languages: ["sv"]).measures == ["dyrt"])
    }

    @Test func aSentenceWithTheNumberComesBeforeOneThatHasNoneAndSaysNoMoreOfTheQuestion() throws {
        let text = "The rent is paid by standing order. For the rent the tenants pay £780."
        let answer = ExtractiveAnswerer().answer(
            question: "How much is the rent?", passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(try #require(answer.sentences.first).text.contains("780"))
    }
}
