import HearthCore
import Testing

@testable import HearthExtractive

/// Words of a question that no answer repeats: they may be missing where a sentence has the form that they ask for, and only there.
@Suite struct AskingVerbTests {
    private static let manual = """
        Error codes

        E1 - door not closed
        E4 - water inlet blocked
        E7 - pump overheated, let it cool for 20 minutes
        F12 - sensor fault

        Clean the filter once a week. Do not run the machine when it is empty.
        """
    /// A text beside the one that is asked about, so that not all is said everywhere.
    private static let bread = "The dough rests over night. The bread is baked in a hot oven for fifty minutes."

    private func answer(_ question: String, _ text: String) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(
            question: question,
            passages: [
                AnswerPassage(id: 0, text: text, score: 2), AnswerPassage(id: 1, text: Self.bread, score: 1),
            ])
    }

    private func text(_ question: String, _ text: String) -> String {
        let found = answer(question, text)
        return found.abstained ? "" : found.sentences.first?.text ?? ""
    }

    // MARK: - Whose number it is

    @Test(arguments: [
        ("What is the plumber's phone number?", "Plumber Nowak: 976 550 172"),
        ("¿Cuál es el teléfono del fontanero?", "Fontanero Nowak: 976 550 172"),
        ("Wie ist die Telefonnummer vom Klempner?", "Klempner Nowak: 040 555 0172"),
    ]) func aNumberBesideItsOwnerIsTheirs(question: String, note: String) {
        #expect(text(question, note) == note)
        // Of somebody else nothing is told.
        #expect(
            text(
                question.replacing("lempner", with: "ahnarzt").replacing("plumber", with: "dentist").replacing(
                    "fontanero", with: "dentista"), note
            ).isEmpty)
    }

    // MARK: - What is needed

    @Test(arguments: [
        (
            "Wie viel Zucker brauche ich?", "400 g Mehl\n80 g Zucker\n75 g Butter\n6 Eier\n\nDer Teig geht über Nacht.",
            "80 g Zucker"
        ),
        (
            "Combien de sucre faut-il ?",
            "400 g de farine\n80 g de sucre\n75 g de beurre\n\nLa pâte repose toute la nuit.", "80 g de sucre"
        ),
        ("Ile cukru potrzebuję?", "400 g mąki\n80 g cukru\n75 g masła\n\nCiasto odpoczywa przez noc.", "80 g cukru"),
    ]) func whatIsNeededIsToldWithoutTheWord(question: String, recipe: String, line: String) {
        #expect(text(question, recipe) == line)
    }

    @Test(arguments: [
        (
            "À quelle heure est le départ ?",
            "Le départ est prévu à 6 h 45 devant l'école. Prévoyez un pique-nique pour midi."
        ),
        ("O której godzinie jest wyjazd?", "Wyjazd jest o 6:45 sprzed szkoły. Proszę zabrać drugie śniadanie."),
        ("Hánykor indul a busz?", "A busz reggel 7.45-kor indul az iskola elől. A díjat áprilisig kérjük."),
        ("V kolik hodin odjíždí autobus?", "Autobus odjíždí v 6:45 od školy. Vezměte si prosím svačinu."),
    ]) func theHourIsToldWithoutTheWord(question: String, mail: String) {
        #expect(text(question, mail).contains("45"))
    }

    // MARK: - What a code means

    @Test(arguments: [
        ("What does E4 mean?", "E4 - water inlet blocked"), ("What does F12 stand for?", "F12 - sensor fault"),
        ("What is the meaning of E1?", "E1 - door not closed"),
    ])
    func aCodeIsExplainedByTheLineThatBeginsWithIt(question: String, line: String) {
        #expect(text(question, Self.manual) == line)
    }

    @Test(arguments: ["E4: water inlet blocked", "E4\twater inlet blocked", "E4 = water inlet blocked"])
    func whateverMarkPartsThem(line: String) {
        #expect(
            text("What does E4 mean?", "Codes of the machine\n\n\(line)\nE5: drain blocked\n").contains("water inlet"))
    }

    @Test func whatIsNamedAndNotExplainedIsRefused() {
        #expect(answer("What does E9 mean?", Self.manual).abstained)
        #expect(
            answer(
                "What does thistle mean?",
                "The gardener pulled a thistle out of the lawn on Monday. Rain fell all day on the roofs."
            ).abstained)
    }

    // MARK: - What is paid

    @Test(arguments: [
        ("Wie viel Miete zahlen wir?", "Die monatliche Miete beträgt 850 Euro. Der Vertrag läuft zwei Jahre.", "850"),
        ("Combien coûte la cotisation ?", "La cotisation annuelle est de 120 euros. Le club a une piscine.", "120"),
        ("¿Cuánto cuesta la fianza?", "La fianza asciende a 1.500 euros. El contrato empieza en mayo.", "1.500"),
        ("Quanto costa la cauzione?", "La cauzione ammonta a 2.100 euro. Il contratto comincia a giugno.", "2.100"),
        ("Hoeveel huur betalen we?", "De huur bedraagt 950 euro per maand. Het contract begint in juni.", "950"),
        ("Ile płacimy za czynsz?", "Czynsz wynosi 2400 zł miesięcznie. Umowa zaczyna się w marcu.", "2400"),
        ("How much does the course cost?", "The course is £80 for ten evenings. Bring a towel.", "£80"),
        ("What does the course cost?", "The course is £80 for ten evenings. Bring a towel.", "£80"),
    ])
    func whatIsPaidIsToldByAnAmount(question: String, source: String, amount: String) {
        #expect(text(question, source).contains(amount))
    }

    @Test(arguments: [
        ("How much does the course cost?", "The course has 12 places and lasts ten evenings. Bring a towel."),
        ("Wie viel Miete zahlen wir?", "Die Miete ist am dritten Werktag fällig. Der Vertrag läuft 2 Jahre."),
        ("How much does Anna pay?", "Anna earns £42,000 a year. She works in a warehouse."),
        ("How much does the parking cost?", "The course is £80 for ten evenings. Bring a towel."),
    ])
    func anotherNumberIsNoAmount(question: String, source: String) {
        #expect(answer(question, source).abstained)
    }

    @Test func turkishQuestionsOfSeveralWordsAsk() {
        let source =
            "Aylık kira bedeli 12.000 TL'dir. Site toplantısı her ayın ilk pazartesi günü saat 19:00'da yapılır."
        #expect(text("Toplantı ne zaman?", source).contains("19:00"))
        #expect(text("Kira ne kadar?", source).contains("12.000"))
    }

    // MARK: - Irregular forms

    @Test(arguments: [
        ("Where did we swim?", "Last summer we swam in the lake every morning.", "lake"),
        ("What did my sister buy?", "My sister bought a bicycle. The weather was fine.", "bicycle"),
        ("Who teaches maths?", "Mrs Okafor taught maths at the village school. It was cold.", "Okafor"),
        ("Wo schwammen die Kinder?", "Die Kinder schwimmen im Freibad. Der Hund schläft im Garten.", "Freibad"),
    ])
    func irregularFormsAreTheWord(question: String, source: String, answer: String) {
        #expect(text(question, source).contains(answer))
    }

    // MARK: - Everyday relations

    private static let contract = """
        Employment contract

        Position: warehouse clerk
        Salary: £42,000 a year
        Holiday: 25 days a year
        """

    @Test func whatOneEarnsIsTheSalary() {
        let told = "Your salary is £42,000 a year."
        #expect(text("How much do I earn?", told) == told)
        // Of a list, where nothing else speaks for it, it is the likeliest, but no sure answer.
        #expect(answer("How much do I earn?", Self.contract).confidence > 0.1)
    }

    @Test(arguments: [
        // The salary is named, and no amount.
        ("How much do I earn?", "The salary is paid on the last day of the month. The office is closed on Sundays."),
        ("How much do I owe?", contract), ("When was I born?", contract),
    ])
    func aRelatedWordAloneAnswersNothing(question: String, source: String) {
        #expect(answer(question, source).abstained)
    }

    @Test func anotherVerbForTheSameTime() {
        let source = "Der Schwimmkurs für Anfänger fängt am 4. September um 18 Uhr an. Im Juli ist das Bad geschlossen."
        #expect(text("Wann beginnt der Schwimmkurs?", source).contains("4. September"))
    }
}

/// What sentences hold by their form.
@Suite struct AnswerShapeTests {
    private func shapes(_ text: String, asked: String = "") -> AnswerShape {
        text.withBytesForTests { bytes in
            let span = TextSpan(start: 0, end: bytes.count)
            let offer = AnswerOffer(span.range, bytes, asked: [])
            return AnswerShape(span, bytes, offer: offer, wanted: .definition) {
                String(decoding: bytes[$0.range], as: UTF8.self) == asked
            }
        }
    }

    @Test(arguments: [
        "It is £80.", "80 €", "1.500 euros", "12.000 TL'dir", "20,– €", "CHF 30", "2400 zł", "5000円", "five pounds",
    ])
    func amounts(text: String) { #expect(shapes(text).contains(.money)) }

    @Test(arguments: ["It has 80 seats.", "a pound of flour", "Europe has 44 countries.", "", "€"])
    func noAmounts(text: String) { #expect(!shapes(text).contains(.money)) }

    @Test(arguments: [
        "at 19:00", "um 18 Uhr", "at 7pm", "à 19h30", "saat 9", "on 04/09/2024", "2024-09-04", "am 4.9.2024",
    ])
    func moments(text: String) { #expect(shapes(text).contains(.moment)) }

    @Test(arguments: ["a ratio of 3/4", "12 members", "in room 101"])
    func noMoments(text: String) { #expect(!shapes(text).contains(.moment)) }

    @Test func definitions() {
        #expect(shapes("E4 - water inlet blocked", asked: "E4").contains(.definition))
        #expect(shapes("AAM is the annual meeting.", asked: "AAM").contains(.definition))
        #expect(shapes("the annual accounts meeting (AAM)", asked: "AAM").contains(.definition))
        #expect(!shapes("E4 was fixed in May.", asked: "E4").contains(.definition))
        #expect(!shapes("The well-known E4", asked: "well").contains(.definition))
        #expect(!shapes("E4", asked: "E4").contains(.definition))
    }

    @Test func numbersToCall() {
        #expect(shapes("Tel. 020 7946 0321").contains(.phone))
        #expect(!shapes("12 of 34 came").contains(.phone))
    }
}

extension String {
    fileprivate func withBytesForTests<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var copy = self
        return copy.withUTF8(body)
    }
}
