import HearthCore
import Testing

@testable import HearthExtractive

@Suite("Cloze questions")
struct ClozeMakerTests {
    static let text = """
        The Treaty of Lagern was signed in 1893 by Helena Brandt and the envoys of three cantons. It ended a dispute over \
        the water rights of the upper valley that had lasted for decades. The cantons agreed to build a common reservoir \
        near Oberwil, which still supplies 40,000 households today. Why did it take so long? Historians name the mistrust \
        between the mill owners and the farmers as the main reason for the delay. The reservoir was enlarged in 1931.
        """

    @Test("each question is its sentence with the answer taken out, word for word")
    func questionsAreVerbatim() throws {
        let questions = ClozeMaker().questions(in: Self.text, limit: 4)
        #expect(questions.count >= 3)
        for question in questions {
            let sentence = try #require(Self.text.text(in: question.sentence))
            #expect(Self.text.text(in: question.blank) == question.answer)
            #expect(question.question.replacing(ClozeQuestion.gap, with: question.answer) == sentence)
            #expect(question.sentence.start <= question.blank.start && question.blank.end <= question.sentence.end)
        }
    }

    @Test("no answer is asked for twice, and a question of the text is not made into one")
    func answersDiffer() {
        let questions = ClozeMaker().questions(in: Self.text, limit: 10)
        #expect(Set(questions.map { $0.answer.lowercased() }).count == questions.count)
        #expect(!questions.contains { $0.question.hasSuffix("?") })
    }

    @Test("a line break inside a sentence becomes a space, and the spans still hold")
    func lineBreaks() throws {
        let text = Self.text.replacing("signed in 1893", with: "signed\nin 1893")
        let questions = ClozeMaker().questions(in: text, limit: 10)
        #expect(!questions.isEmpty)
        for question in questions {
            #expect(!question.question.contains("\n"))
            #expect(text.text(in: question.blank) == question.answer)
        }
    }

    @Test("the mark of a list is no part of a question", arguments: ["- ", "* ", "• ", "- [ ] ", "> "])
    func marksOfLists(_ mark: String) {
        let text = """
            \(mark)The Treaty of Lagern was signed in 1893 by Helena Brandt and the envoys of three cantons.
            \(mark)The cantons agreed to build a common reservoir near Oberwil for 40,000 households.
            """
        let questions = ClozeMaker().questions(in: text, limit: 5, language: "en")
        #expect(!questions.isEmpty)
        for question in questions {
            #expect(question.question.hasPrefix("The ") || question.question.hasPrefix(ClozeQuestion.gap))
            #expect(text.text(in: question.sentence)?.hasPrefix("The ") == true)
        }
    }

    @Test("nothing comes of nothing", arguments: ["", "   \n", "Yes.", "?????", "42"])
    func emptyTexts(_ text: String) {
        #expect(ClozeMaker().questions(in: text, limit: 5).isEmpty)
        #expect(ClozeMaker().questions(in: Self.text, limit: 0).isEmpty)
    }

    @Test("Chinese text gives questions too")
    func chinese() {
        let text = "1893年，海伦娜·布兰特与三个州的使节签署了拉根条约。条约结束了持续数十年的上游水权争端。各州同意在奥伯维尔附近修建一座公共水库，至今仍为40000户家庭供水。"
        let questions = ClozeMaker().questions(in: text, limit: 3)
        #expect(!questions.isEmpty)
        #expect(questions.allSatisfy { $0.question.contains(ClozeQuestion.gap) })
    }

    private func answers(_ text: String, _ language: String = "en") -> [String] {
        ClozeMaker().questions(in: text, limit: 10, language: language).map(\.answer)
    }

    @Test(
        "a gap holds no verb",
        arguments: [
            ("The landlord repairs the roof and the outside drains.", ["landlord repairs", "repairs"]),
            ("The tenants repair what costs less than the deposit.", ["tenants repair", "repair"]),
            ("Where the two papers differ, the lease holds.", ["lease holds", "holds"]),
            ("Seven members in a room are enough to decide things.", ["decide things", "decide"]),
            ("The notes are written so that whoever minds the house can find the key.", ["whoever minds", "minds"]),
            (
                "The frost of April killed the dahlias that stood outside in the bed.",
                ["stood outside", "dahlias that stood"]
            ),
            ("The old lighthouse lamp stood on the shelf below the stairs.", ["lighthouse lamp stood", "lamp stood"]),
        ])
    func noVerbs(text: String, verbs: [String]) {
        for answer in answers(text) { #expect(!verbs.contains(answer), "\(answer)") }
    }

    @Test("a gap in a phrase follows an article or a preposition, and is not half of a word or a possessor")
    func nounPhrases() {
        func gap(_ text: String, _ phrase: String, _ language: String, isRepeated: Bool = false) -> String? {
            let gaps = ClozeGaps(text: text, language: language)
            guard let range = text.firstRange(of: phrase) else { return nil }
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let span = TextSpan(start: start, end: start + phrase.utf8.count)
            return gaps.nounPhrase(span, isRepeated: isRepeated).flatMap { text.text(in: $0) }
        }
        #expect(gap("The landlord repairs the roof.", "landlord repairs", "en") == "landlord")
        #expect(gap("The roots of the onion grow in spring.", "onion grow", "en") == "onion")
        #expect(gap("Offers for the shed roof came in.", "shed roof", "en") == "shed roof")
        #expect(gap("These shed roofs are new.", "shed roofs", "en") == "shed roofs")
        #expect(gap("The recipe is my grandmother's own.", "grandmother", "en") == nil)
        #expect(gap("They close it at night.", "close", "en") == nil)
        #expect(gap("La pression de l’eau est trop forte.", "eau", "fr") == "eau")
        #expect(gap("Les voisins ferment la vanne.", "ferment", "fr") == nil)
        #expect(gap("De huurder onderhoudt de tuin.", "onderhoudt", "nl") == nil)
        #expect(gap("De huurder onderhoudt de tuin.", "tuin", "nl") == "tuin")
        #expect(gap("Die Mieter zahlen am ersten Werktag.", "ersten Werktag", "de") == "ersten Werktag")
        #expect(gap("Рыбаки построили маяк.", "построили", "ru") == nil)
        #expect(gap("Рыбаки построили маяк.", "маяк", "ru", isRepeated: true) == "маяк")
    }

    private func questions(_ text: String, _ language: String = "en") -> [ClozeQuestion] {
        ClozeMaker().questions(in: text, limit: 10, language: language)
    }

    @Test(
        "what begins a sentence because something is to be done is no gap",
        arguments: [
            ("Scrape it into the greased long tin and prick it with a skewer.", "Scrape", "en"),
            ("Whisk the cream with the sugar until the bowl is cold.", "Whisk", "en"),
            ("Gießen Sie die Tomaten im Juli zweimal am Tag mit Regenwasser.", "Gießen Sie", "de"),
            ("Nehmen Sie morgens das Mittel mit einem Glas Wasser.", "Nehmen Sie", "de"),
        ])
    func noCommands(text: String, command: String, language: String) {
        #expect(!questions(text, language).contains { $0.answer.hasPrefix(command) })
    }

    @Test(
        "a gap for a number holds the sign or the unit that belongs to it",
        arguments: [
            ("The doctor began with a dose of 25 mg in the second week of May.", "25 mg"),
            ("The annual service of the boiler in the cellar costs £120 with the parts.", "£120"),
            ("Interest is charged at 14.2% per year on the outstanding balance.", "14.2%"),
            ("The dough is left for the night at 35 °C beside the stove.", "35 °C"),
            ("The cellar keeps the wine best at temperatures of 10–12 °C all year.", "10–12 °C"),
            ("The train to the coast runs at 120 km/h between the two bridges.", "120 km/h"),
        ])
    func wholeMeasures(text: String, measure: String) {
        let answers = answers(text)
        #expect(answers.contains(measure) || !answers.contains { $0.contains(where: \.isNumber) })
        let found = ClozeGaps(text: text, language: "en")
        let digits = String(measure.drop { !$0.isNumber }.prefix { $0.isNumber || ".–".contains($0) })
        guard let range = text.firstRange(of: digits) else { return }
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let span = found.measure(TextSpan(start: start, end: start + digits.utf8.count))
        #expect(span.flatMap { text.text(in: $0) } == measure)
    }

    @Test(
        "a part of a name, a word, a date or a number to call is no gap",
        arguments: [
            "The 19-year-old oak beside the chapel fell in the storm of last winter.",
            "Call 020-7946-0321 before nine to reach the practice of the dentist.",
            "The booster against COVID-19 was given on 2024-10-03 at the surgery.",
        ])
    func noHalves(text: String) {
        let halves: Set<String> = ["19", "020", "7946", "0321", "2024", "10", "03"]
        #expect(answers(text).allSatisfy { !halves.contains($0) })
    }

    @Test("a word for a unit stays: it says what is asked for")
    func namedUnits() {
        #expect(answers("The loaf needs 90 minutes in the oven.").contains("90"))
    }

    @Test("a gap holds both halves of a compound, and no adjective")
    func compounds() {
        func gap(_ text: String, _ phrase: String) -> String? {
            guard let range = text.firstRange(of: phrase) else { return nil }
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return ClozeGaps(text: text, language: "en")
                .nounPhrase(TextSpan(start: start, end: start + phrase.utf8.count), isRepeated: false)
                .flatMap { text.text(in: $0) }
        }
        #expect(gap("She wrote it on the back of a seed catalogue.", "catalogue") == "seed catalogue")
        #expect(gap("Stir it with a wet spoon.", "spoon") == "spoon")
        #expect(gap("They met in the annual meeting.", "meeting") == "meeting")
        #expect(gap("Let the fruit cool in the pot overnight.", "pot overnight") == "pot")
    }

    @Test(
        "a sentence that leans on another one, or is none, is not asked about",
        arguments: [
            ("It was signed in 1893 by Helena Brandt in Lagern.", "en"),
            ("The second was 2,400 without the boards of Helena Brandt.", "en"),
            ("Let them cool for 45 minutes in the hall of Helena Brandt.", "en"),
            ("And Helena Brandt signed it in 1893 in Lagern.", "en"),
            ("Customer: Helena Brandt, 14 Linden Row, in Lagern since 1893", "en"),
            ("danke für eure Karte von 1893 aus dem schönen Lagern.", "de"),
            ("Sie wurde 1893 von Helena Brandt in Lagern unterschrieben.", "de"),
            ("Elle fut signée en 1893 par Helena Brandt à Lagern.", "fr"),
        ])
    func wholeSentences(text: String, language: String) {
        #expect(ClozeMaker().questions(in: text, limit: 5, language: language).isEmpty)
    }

    @Test("a number is asked for as a whole, and a name of two words never by half")
    func wholesAreAskedFor() {
        let czech = "Zůstatek na účtu je dnes 18 940 korun podle výpisu, a z toho se platí opravy."
        let answers = ClozeMaker().questions(in: czech, limit: 5, language: "cs").map(\.answer)
        #expect(answers.contains { $0.hasPrefix("18 940") }, "\(answers)")
        let talk = """
            Welcome to Salt and Smoke, the show about people who make food the slow way in the north. The team of Salt and Smoke visits the island of \
            Vaeroy every winter for the fish. Your blood pressure today is 148 over 92 and it should come down in spring.
            """
        for question in ClozeMaker().questions(in: talk, limit: 10, language: "en") {
            #expect(!["Salt", "Smoke", "148", "92"].contains(question.answer), "\(question)")
        }
    }
}
