import HearthCore
import Testing

@testable import HearthText

@Suite struct WordTests {
    private func words(_ text: String) -> [String] {
        WordSplitter().words(in: text).compactMap { text.text(in: $0.span) }
    }

    @Test func wordsKeepApostrophesNumbersAndAcronymsWhole() {
        #expect(
            words("Don't pay $1,234.5 in the U.S.A. today.") == [
                "Don't", "pay", "1,234.5", "in", "the", "U.S.A", "today",
            ])
    }

    @Test func aMissingSpaceAfterASentenceDoesNotJoinWords() {
        #expect(words("the end.Next one") == ["the", "end", "Next", "one"])
    }

    @Test func chineseCharactersStandAlone() {
        #expect(words("我爱Swift语言") == ["我", "爱", "Swift", "语", "言"])
    }
}

@Suite struct LongTextTests {
    /// Generous bounds that a debug build on a busy machine keeps, and that quadratic work would exceed by far.
    @Test(arguments: ["word ", "Name ", "x", "中", "a-", "1,", "'", "The Of ", "ing ", "@a ", "Ab. "])
    func everyToolTakesTimeInProportionToTheText(unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let took = ContinuousClock().measure {
            _ = WordSplitter().words(in: text)
            _ = SearchAnalyzer().terms(in: text)
            _ = EntityRecognizer().entities(in: text, language: "en")
            _ = KeyphraseExtractor().keyphrases(in: text, limit: .max, language: "en")
            _ = LanguageIdentifier().identify(text)
        }
        #expect(took < .seconds(20))
    }
}

@Suite struct QuestionOpenerTests {
    @Test(arguments: [
        ("Ποιος πληρώνει το ενοίκιο;", "el"), ("Πόσο κοστίζει η επισκευή;", "el"), ("Кто платит за квартиру?", "ru"),
        ("Kto płaci czynsz?", "pl"), ("¿Quién paga la renta?", "es"), ("Hvem betaler husleien?", "nb"),
    ])
    func aWordThatOpensAQuestionIsNoName(text: String, language: String) {
        #expect(EntityRecognizer().entities(in: text, language: language).isEmpty)
    }

    @Test(arguments: ["In future", "in future", "In future we pay."])
    func aShortPhraseIsNotToldLatin(text: String) {
        #expect(LanguageIdentifier().identify(text).language != "la")
    }

    @Test func latinIsStillKnown() {
        #expect(LanguageIdentifier().identify("Gallia est omnis divisa in partes tres.").language == "la")
    }
}

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

/// Words with apostrophes, in key phrases.
@Suite struct ApostropheTests {
    @Test(
        arguments: [
            ("I'll", "en", nil), ("I’ll", "en", nil), ("don’t", "en", nil), ("they’re", "en", nil),
            ("We've", "en", nil),
            ("landlord’ll", "en", "landlord"), ("landlord's", "en", "landlord"), ("O’Brien", "en", "O’Brien"),
            ("rock’n’roll", "en", "rock’n’roll"), ("l'eau", "fr", "eau"), ("D’immeuble", "fr", "immeuble"),
            ("qu'il", "fr", nil),
            ("aujourd’hui", "fr", "aujourd’hui"), ("dell’edificio", "it", "edificio"), ("un'altra", "it", "altra"),
            ("water", "en", "water"), ("Anna’s", "de", "Anna"), ("İstanbul’da", "tr", "İstanbul’da"),
        ] as [(String, String, String?)])
    func whatAWordWithAnApostropheSays(word: String, language: String, expected: String?) {
        let part = Apostrophes.content(of: word, language: language)
        #expect(part.map { range in word.withBytes { $0.string(range) } } == expected)
    }

    @Test func noHalfOfAContractionIsInAKeyPhrase() {
        let text = """
            I’ll write to the landlord. We’ve asked the landlord twice. The landlord’ll pay for the roof. Don’t pay him. I'll write \
            again. They’re cheaper than O’Brien.
            """
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: 20, language: "en").map { $0.text.lowercased() }
        #expect(phrases.contains { $0.contains("landlord") })
        for phrase in phrases {
            let words = phrase.split(separator: " ").map(String.init)
            #expect(
                Set(words).isDisjoint(with: ["ll", "ve", "re", "t", "don", "don’t", "they’re", "brien"]), "\(phrase)")
        }
    }

    @Test func elidedArticlesAreNoPartOfAKeyPhrase() {
        let french = KeyphraseExtractor().keyphrases(
            in: "L’eau de l'immeuble est froide. L’immeuble n’a qu'une chaudière.", limit: 10, language: "fr"
        ).map(\.text)
        #expect(french.contains("immeuble") && french.allSatisfy { !$0.contains("’") && !$0.contains("'") })
        let italian = KeyphraseExtractor().keyphrases(
            in: "L'acqua dell’edificio è fredda. L’edificio è vecchio.", limit: 10, language: "it"
        ).map(\.text)
        #expect(italian.contains("edificio") && italian.allSatisfy { !$0.contains("’") && !$0.contains("'") })
    }

    @Test func aWholeClauseOfThaiIsNoKeyPhrase() {
        let clause = "สัญญาเช่าบ้านหลังนี้ทำขึ้นระหว่างผู้ให้เช่าและผู้เช่าที่สำนักงานเทศบาล"
        let phrases = KeyphraseExtractor().keyphrases(in: "\(clause) เงินประกัน 12,000 บาท เงินประกัน", limit: 10)
        #expect(!phrases.contains { $0.text.contains(clause) })
        #expect(phrases.contains { $0.text == "เงินประกัน" })
    }
}
