import Testing

@testable import HearthText

/// Forms of a word that no ending tells.
@Suite struct IrregularFormTests {
    @Test(arguments: [
        ("swim", "swam", "en"), ("bought", "buy", "en"), ("teach", "taught", "en"), ("child", "children", "en"),
        ("wives", "wife", "en"), ("teaches", "taught", "en"), ("gehen", "ging", "de"), ("fangt", "gefangen", "de"),
        ("schwammen", "schwimmen", "de"), ("trinken", "getrunken", "de"),
    ])
    func formsOfAWordLeadToEachOther(word: String, other: String, language: String) {
        let stem = SearchAnalyzer(language: language).terms(in: other)[0]
        #expect(IrregularForms.stems(of: word, language: language).contains(stem))
    }

    @Test(arguments: [("table", "en"), ("swim", "fr"), ("lie", "en"), ("", "en"), ("swimswam", "en")])
    func otherWordsHaveNone(word: String, language: String) {
        #expect(IrregularForms.stems(of: word, language: language).isEmpty)
    }

    /// A list of closed classes has no word of two groups by mistake, and nothing that a search takes for grammar alone.
    @Test(arguments: ["en", "de"]) func noFormIsItsOwnOther(language: String) {
        for word in ["go", "went", "gone", "fahren", "fahrt", "took", "men"] {
            let own = SearchAnalyzer(language: language).terms(in: word)
            #expect(!IrregularForms.stems(of: word, language: language).contains { own.contains($0) })
        }
    }

    @Test func aQueryLooksForTheOtherFormsInItsOwnLanguage() {
        let words = SearchAnalyzer.words(ofQuery: "Where did we swim?", likely: "en", languages: [])
        #expect(words.last?.others.contains("swam") == true)
        // The same letters in a query of another language are another word.
        let other = SearchAnalyzer.words(ofQuery: "Wo ist der Man go?", likely: "de", languages: [])
        #expect(other.allSatisfy { $0.others.isEmpty })
    }
}
