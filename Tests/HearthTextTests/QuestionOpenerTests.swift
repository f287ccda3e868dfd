import Testing

@testable import HearthText

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
