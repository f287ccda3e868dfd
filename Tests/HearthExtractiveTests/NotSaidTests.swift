import Testing

@testable import HearthExtractive

@Suite struct NotSaidTests {
    @Test(arguments: [
        ("Wie viel kostet die Reparatur des Daches?", "Die Dokumente sagen dazu nichts."),
        ("Combien coûte la réparation du toit de la maison ?", "Les documents ne le disent pas."),
        ("Сколько стоит ремонт крыши дома?", "В документах об этом не сказано."),
        ("屋根の修理はいくらですか？", "文書には書かれていません。"), ("How much is the repair of the roof?", "The documents do not say."),
        ("Xyzzy", "The documents do not say."), ("", "The documents do not say."),
    ])
    func whatIsNotSaidIsToldInTheLanguageOfTheQuestion(question: String, told: String) {
        #expect(NotSaid.told(by: .documents, to: question) == told)
    }

    @Test func aTranscriptIsCalledOne() {
        #expect(
            NotSaid.told(by: .transcript, to: "¿Cuánto cuesta la reparación del tejado?")
                == "La transcripción no lo dice.")
    }
}
