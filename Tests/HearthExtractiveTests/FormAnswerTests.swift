import HearthCore
import Testing

@testable import HearthExtractive

/// Answers from forms, lists and letters, as a household has them.
@Suite struct FormAnswerTests {
    private static let report = """
        FENLAND HEATING LTD                        Reg. No. 771204

        Job ref .............. FH/24/17
        Date of visit ........ 3 March 2024   (arr. 09:20, dep. 11:05)
        Engineer ............. Lena Brandt     (ID card 4471902)
        Customer ............. Mr O Fielding

        Boiler found locked out with code E7 in the morning.

        The lockouts were caused by a frozen pipe, which was wrapped.

        Vet: none        Pets: one dog
        """

    private func answer(_ question: String, _ text: String, title: String? = nil, fileName: String? = nil)
        -> ExtractiveAnswer
    {
        ExtractiveAnswerer().answer(
            question: question,
            passages: [
                AnswerPassage(id: 0, text: text, score: 1, title: title, fileName: fileName),
                AnswerPassage(id: 1, text: "The ferry leaves at nine. The tickets are sold on board.", score: 0.4),
            ])
    }

    @Test func aFieldIsOneThingAndIsToldWithItsLabel() throws {
        let found = try #require(answer("When was the date of visit?", Self.report).sentences.first)
        #expect(found.shown == "Date of visit: 3 March 2024 (arr. 09:20, dep. 11:05)")
        #expect(found.text.hasPrefix("Date of visit ...."))
    }

    @Test func whoDidItIsNotWhoItWasDoneFor() throws {
        let found = answer("Who looked at the boiler that was locked out?", Self.report)
        #expect(found.sentences.first?.shown == "Engineer: Lena Brandt (ID card 4471902)")
        let customer = answer("Who is the customer?", Self.report)
        #expect(customer.sentences.first?.shown == "Customer: Mr O Fielding")
    }

    @Test func whoDidItIsToldWhereFieldsShareALine() {
        let report = """
            Boiler service report
            Customer: E. and J. Brandt, 14 Linden Row
            Date of visit: 12 September 2025. Engineer: Tomasz Wilk. Report 25-0918.

            The burner of the boiler was taken out and cleaned. The next service is due in a year.
            """
        #expect(answer("Who serviced the boiler?", report).sentences.first?.text == "Engineer: Tomasz Wilk.")
    }

    @Test func aReasonLeadsWhereItIsAskedWhy() {
        #expect(
            answer("Why was the boiler locked out in the morning?", Self.report).sentences.first?.text
                == "The lockouts were caused by a frozen pipe, which was wrapped.")
        let notice = "On Sunday the trains run slower. That is why the return takes an hour longer than usual."
        #expect(
            answer("Why does the return take longer?", notice).sentences.first?.text
                == "On Sunday the trains run slower.")
    }

    @Test(arguments: [("为什么关闭？", true), ("这种数称为什么？", false), ("新实体将被命名为什么?", false)])
    func whatSomethingIsCalledIsNotWhy(question: String, isWhy: Bool) {
        #expect(AskedQuestion(question, languages: ["zh"]).kind.contains(.reason) == isWhy)
    }

    @Test func anItemDoesNotAnswerForItsNeighbour() throws {
        let will = """
            Gifts

            - To Ella: the sapphire ring of her grandmother.
            - To Jack: £5,000, held until he is 21.
            """
        let found = answer("How much is the sapphire ring worth?", will)
        #expect(found.abstained || found.sentences.first?.text.contains("ring") == true)
    }

    @Test func whatAFileIsCalledSaysWhatItIsAbout() {
        let plan = "The quotation is valid for 90 days. You can pay in six instalments without interest."
        let question = "Can I pay the dentist in instalments?"
        let called = answer(question, plan, title: "Treatment plan", fileName: "dentist")
        #expect(called.sentences.first?.text.hasPrefix("You can pay") == true)
        #expect(called.confidence > answer(question, plan, title: "Treatment plan").confidence)
    }

    @Test(arguments: [
        ("What is Mr Fielding's phone number?", "Mr Fielding lives next door at number 43."),
        ("How much did the book about lighthouses cost?", "The book about lighthouses has 368 pages."),
        (
            "Wat is het telefoonnummer van Ruud Kramer?",
            "Ruud Kramer was aanwezig op de vergadering en bood aan om de notulen van de vereniging te schrijven."
        ),
    ])
    func whatHasNotTheFormThatIsAskedForIsNoAnswer(question: String, text: String) {
        #expect(answer(question, text).abstained)
    }

    @Test(arguments: [
        (
            "Darf ich zum Entkalken Essig nehmen?", "Schalten Sie die Maschine aus. Verwenden Sie keinen Essig.",
            "Verwenden Sie keinen Essig."
        ),
        ("Kan ik azijn gebruiken?", "Zet de machine uit. Gebruik geen azijn.", "Gebruik geen azijn."),
    ])
    func aNoIsARule(question: String, text: String, rule: String) {
        #expect(answer(question, text).sentences.first?.text == rule)
    }

    @Test func aSentenceIsToldInItsOwnWords() {
        let letter = "Wait.... I will bring the ladder on Friday.\nThe   ladder of Tom is in the shed behind the house."
        for sentence in answer("Where is the ladder?", letter).sentences { #expect(sentence.shown == nil) }
    }

    @Test func whoIsServedIsToldWhereNobodyDoesAnything() {
        let lease = "Landlord: Cara Lopez\nTenant: Ana Weber\n\nThe kitchen was painted."
        #expect(answer("Who rents the flat as tenant?", lease).sentences.first?.text == "Tenant: Ana Weber")
    }

    @Test func severalThingsAreToldAsAList() {
        let letter = """
            Before you come

            - Eat a light breakfast.
            - Take your tablets as normal.
            - Bring the signed form.

            We look forward to your visit.
            """
        let told = answer("What do I have to do before I come with the signed form?", letter).sentences.map(\.text)
        #expect(told == ["Eat a light breakfast.", "Take your tablets as normal.", "Bring the signed form."])
    }
}

@Suite struct FieldLinesTests {
    private func pieces(_ text: String) -> [String] {
        FieldLines.apart(text, TextSpan(start: 0, end: text.utf8.count + 5)).compactMap { piece in
            text.text(in: piece.span).map { piece.isField ? "<\($0)>" : $0 }
        }
    }

    @Test func fieldsAreApart() {
        #expect(
            pieces("Plan      Flex 60\nData      60 GB\n\nText.") == [
                "<Plan      Flex 60>", "<Data      60 GB>", "\n\nText.",
            ])
        #expect(pieces("Vet: Fiona        Nurse: Callum") == ["<Vet: Fiona>", "<Nurse: Callum>"])
        #expect(pieces("Room .... 6") == ["<Room .... 6>"])
        #expect(pieces("时间:两点半\n地点:书店") == ["时间:两点半\n", "地点:书店"])
    }

    @Test(arguments: [
        "The plan goes on monthly and can be ended with 30 days'\nnotice by text: send LEAVE to 65075.",
        "He came at 10:29 and left.", "See http://a.example/b for more.", "- Chess: Mondays\n- Choir: Tuesdays",
        "Wait ... what?", "Wait.... I will\ncome.", "",
    ])
    func proseIsLeftAsItIs(text: String) {
        #expect(pieces(text).joined() == text && !pieces(text).contains { $0.hasPrefix("<") })
    }

    @Test func aLineThatNamesColumnsIsAHead() {
        let text =
            "Code    Meaning           Remedy\nE10     No water in       Open the tap\nE20     No water out      Clean the pump"
        let found = FieldLines.apart(text, TextSpan(start: 0, end: text.utf8.count))
        #expect(found.map(\.isHead) == [true, false, false])
    }

    @Test func aFieldIsTold() {
        #expect(FieldLines.told("Engineer ........ Darren Okafor   (card 4)") == "Engineer: Darren Okafor (card 4)")
        #expect(FieldLines.told("Net:          349.90") == "Net: 349.90")
        #expect(FieldLines.told("Engineer: Darren Okafor") == nil)
        #expect(FieldLines.told("One sentence, and no more.") == nil)
    }

    @Test(arguments: [
        "Customer": FieldParty.served, "Engineer": .doing, "Tierarzt": .doing, "Prepared by": .doing,
        "Πελάτης": .served,
    ])
    func partiesAreKnownByTheirLabels(label: String, party: FieldParty) {
        #expect(FieldParty(ofLabel: label) == party)
        #expect(FieldParty(ofLabel: "Date of visit") == nil)
    }
}
