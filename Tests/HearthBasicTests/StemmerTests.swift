import HearthBasic
import Testing

/// Expected stems are those of the vocabularies that the Snowball project publishes with its algorithms.
@Suite struct StemmerTests {
    @Test(arguments: [
        ("consistency", "consist"), ("consolations", "consol"), ("knightly", "knight"), ("generously", "generous"),
        ("skies", "sky"), ("dying", "die"), ("flies", "fli"), ("agreed", "agre"), ("hopping", "hop"),
        ("hoping", "hope"),
        ("relational", "relat"), ("happily", "happili"), ("national", "nation"), ("controlling", "control"),
        ("gas", "gas"),
    ])
    func english(word: String, stem: String) {
        #expect(Stemmer(language: "en").stem(word) == stem)
    }

    @Test(arguments: [
        ("aufeinanderfolgenden", "aufeinanderfolg"), ("häuser", "haus"), ("kategorischen", "kategor"),
        ("möglichkeiten", "moglich"),
    ])
    func german(word: String, stem: String) {
        #expect(Stemmer(language: "de").stem(word) == stem)
    }

    @Test(arguments: [
        ("continuellement", "continuel"), ("majestueusement", "majestu"), ("nationales", "national"),
        ("chevaux", "cheval"),
    ])
    func french(word: String, stem: String) {
        #expect(Stemmer(language: "fr").stem(word) == stem)
    }

    @Test(arguments: [
        ("chicharrones", "chicharron"), ("torneado", "torn"), ("naciones", "nacion"), ("rápidamente", "rapid"),
    ])
    func spanish(word: String, stem: String) {
        #expect(Stemmer(language: "es").stem(word) == stem)
    }

    @Test func wordsOfOtherLanguagesAndAlphabetsStay() {
        #expect(Stemmer(language: "fi").stem("Taloissa") == "taloissa")
        #expect(Stemmer(language: "de").stem("Москва") == "москва")
    }

    @Test(arguments: ["en", "de", "fr", "es"]) func noInputIsTooOdd(language: String) {
        let stemmer = Stemmer(language: language)
        for text in Hostile.texts { _ = stemmer.stem(text) }
        let pieces = [
            "", "'", "s", "e", "y", "ing", "ed", "ment", "ement", "ions", "u", "q", "gu", "yendo", "ß", "st", "niss",
        ]
        for first in pieces {
            for second in pieces {
                for third in pieces { _ = stemmer.stem(first + second + third) }
            }
        }
    }
}
