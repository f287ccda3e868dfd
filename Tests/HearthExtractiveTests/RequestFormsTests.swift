import HearthCore
import Testing

@testable import HearthExtractive

/// Requests and promises that the form of a verb tells, and decisions that are only pointed at.
@Suite struct RequestFormsTests {
    private func items(_ talk: String, language: String = "en") -> [ActionItem] {
        TranscriptHighlighter().actionItems(of: Talks.dialogue(talk), language: language)
    }

    private func decisions(_ talk: String) -> [TranscriptHighlight] {
        TranscriptHighlighter().highlights(of: Talks.dialogue(talk), language: "en").decisions
    }

    @Test(
        arguments: [
            ("es", "Y tú, Marcos, llama al fontanero mañana.", "Marcos", "mañana"),
            ("es", "Marcos, manda la factura, por favor.", "Marcos", nil),
            ("de", "Jonas, schick mir bitte die Liste bis Freitag.", "Jonas", "bis Freitag"),
            ("de", "Machst du das bis Freitag, Jonas?", "Jonas", "bis Freitag"),
        ] as [(String, String, String, String?)])
    func aVerbThatIsSaidToAnotherIsARequest(language: String, said: String, owner: String, due: String?) throws {
        let found = items("Vera: \(said)\n\(owner): Hm.\nLuis: Gestern 3 Grad.", language: language)
        let task = try #require(found.first)
        #expect(task.owner == owner && task.due == due)
    }

    @Test(arguments: [
        ("es", "Marcos llama mucho a su madre."), ("de", "Wann machst du das, Jonas?"), ("de", "Weißt du das, Jonas?"),
        ("de", "Frag mich bitte nicht."),
    ]) func whatIsToldOrAskedOfAnotherIsNone(language: String, said: String) {
        #expect(items("Vera: \(said)\nJonas: Hm.\nMarcos: Hm.", language: language).isEmpty)
    }

    @Test func thePresentIsAPromiseWhereATimeIsWithIt() {
        func owners(_ said: String, _ language: String) -> [String?] {
            items("Vera: \(said)\nLuis: Hm.\nMarcos: Hm.", language: language).map(\.owner)
        }
        #expect(owners("Yo hablo con el banco el lunes.", "es") == ["Vera"])
        #expect(owners("Chiamo l'idraulico domani.", "it") == ["Vera"])
        #expect(owners("Yo hablo mucho con la gente del barrio.", "es").isEmpty)
    }

    @Test func whatAnotherWasAskedLongAgoIsNoTask() {
        #expect(items("Zoe: How was it?\nAnn: And the foreman said, can you paint? I painted for a year.").isEmpty)
        #expect(items("Zoe: I have to run in two minutes.\nAnn: It rained all day.\nBen: Indeed it did.").isEmpty)
    }

    @Test func anotherTimeThatIsOfferedIsWhenItIsDue() throws {
        let found = items(
            """
            Zoe: Ann, can you get the shelf done by Wednesday?
            Ann: Wednesday is tight, I am in Leeds. Let's say Friday.
            Ben: It rained all day.
            """)
        let task = try #require(found.first)
        #expect(found.count == 1 && task.owner == "Ann" && task.due == "Friday")
    }

    @Test func whoeverSaysThatTheyCanIsToDoIt() {
        let found = items(
            "Zoe: Could somebody write to the council?\nAnn: I can, they know me.\nBen: It rained all day.")
        #expect(found.map(\.owner) == ["Ann"])
    }

    @Test func aShortNameIsOfTheOneSpeakerWhomItBegins() {
        func owner(_ called: String) -> [String?] {
            items("Zoe: \(called), can you book the hall by Friday?\nMaximilian: Hm.\nAnna: It rained all day.")
                .map(\.owner)
        }
        #expect(owner("Maxi") == ["Maximilian"])
        // Ann does not speak, and is not Anna.
        #expect(owner("Ann") == ["Ann"])
    }

    @Test func aTimeThatStandsAloneBehindARequestIsItsTime() {
        let found = items("Zoe: Ann, can you send me the list? By Monday?\nAnn: No problem.\nBen: It rained all day.")
        #expect(found.map(\.due) == ["By Monday"])
    }

    @Test func nobodyIsGivenTheWordsOfAnother() {
        let found = decisions(
            "Ann: The blue boards cost ninety pounds.\nBen: Okay, then we'll do that.\nZoe: It rained in Leeds.")
        #expect(found.map(\.quote.text) == ["The blue boards cost ninety pounds."])
        #expect(found.map(\.quote.speaker) == ["Ann"])
        #expect(
            decisions("Ann: Nobody decent comes for sixty.\nBen: Then we'll have to talk about it.\nZoe: It rained.")
                .isEmpty)
    }

    @Test func whatWasProposedIsTakenByShortWords() {
        let found = decisions(
            """
            Ann: We could open the café on the ninth and the shop later.
            Zoe: I like that. Let's do that. Café on the ninth, shop on the sixteenth.
            Ben: It rained in Leeds.
            """)
        #expect(found.map(\.quote.text) == ["Let's do that. Café on the ninth, shop on the sixteenth."])
    }

    @Test func whatWillBeDoneIsToldBehindThem() {
        let text = "Okay, let's do that. We pay the forty pounds a night, and we tell the rest of the group next week."
        let found = decisions("Ann: I think we should, nothing else is near.\nZoe: \(text)\nBen: It rained in Leeds.")
        #expect(found.map(\.quote.text) == [text])
        // What does not say what they will do is another thing.
        let other =
            "Okay, let's do that. The cameras that the school lent us last year came back with a broken lens on one."
        #expect(
            !decisions("Ann: We should sell it.\nZoe: \(other)\nBen: It rained.").contains { $0.quote.text == other })
    }

    @Test func anAnswerEndsWhereTheNextQuestionIsAsked() {
        let said = [
            "When will the ferry to Lerwick sail again?", "The third of June. If the engine holds.", "This June?",
            "No, it was meant to be last September, and my uncle still laughs about the whole affair.",
        ]
        let cues = said.enumerated().map {
            Cue(start: Double($0) * 4, end: Double($0) * 4 + 4, speaker: nil, text: $1)
        }
        let found = TranscriptHighlighter().highlights(of: cues, language: "en").questions.first
        #expect(found?.answer?.text == "The third of June. If the engine holds.")
    }
}

@Suite struct ListedTasksTests {
    @Test func itemsBelowAHeadingAreTasksEach() {
        let text = "Rain.\n\nTo do:\n- book the ferry\n- [x] ring Ann!\n3. card for Gran (14th)\nTired."
        let listed = ListedTasks(text, language: "en")
        #expect(listed.items.map(\.text) == ["book the ferry", "ring Ann!", "card for Gran (14th)"])
        #expect(listed.items.map(\.isDone) == [false, true, false])
        #expect(listed.places.compactMap { text.text(in: $0) }.map { $0.hasPrefix("To do:") } == [true])
        for item in listed.items { #expect(text.text(in: item.span) == item.text) }
    }

    @Test(arguments: [
        "Bought today:\n- bread\n- milk", "To do:\nring Ann", "To do: ring Ann, book the ferry",
        "- bread\n- milk\n- eggs",
    ]) func otherListsAreNone(text: String) { #expect(ListedTasks(text, language: "en").items.isEmpty) }

    @Test(arguments: [
        ("en", "Need to: print tickets, hand over the folder, cancel milk.", 3),
        ("de", "Nicht vergessen: Reifen wechseln, Rezept holen.", 2),
        ("es", "Tengo que: pedir cita, renovar el DNI.", 2),
        ("en", "I need to say: rain, wind, snow.", 0),
    ]) func aDutyBeforeAColonOpensAList(language: String, text: String, count: Int) {
        #expect(TaskList.items(in: text, language: language).count == count)
    }
}
