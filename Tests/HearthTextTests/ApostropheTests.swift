import Testing

@testable import HearthText

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
