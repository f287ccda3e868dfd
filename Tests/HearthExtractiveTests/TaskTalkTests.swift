import HearthCore
import Testing

@testable import HearthExtractive

/// Who takes what on, in talk between people.
@Suite struct TaskTalkTests {
    private func items(_ talk: String, language: String = "en") -> [ActionItem] {
        TranscriptHighlighter().actionItems(of: Talks.dialogue(talk), language: language)
    }

    @Test func aRequestAndItsAcceptanceAreOneTask() throws {
        let found = items(
            """
            Ben: Can you send the report to Carla, Ann?
            Ann: Sure, I'll send it by Friday.
            Carla: The weather is fine here.
            """)
        let task = try #require(found.first)
        #expect(found.count == 1)
        #expect(task.quote.text == "Can you send the report to Carla, Ann?")
        #expect(task.owner == "Ann" && task.due == "by Friday")
    }

    @Test func anAnswerThatTakesOnSomethingElseIsATaskOfItsOwn() {
        let found = items(
            """
            Ben: Can you send the report, Ann?
            Ann: Yes. I'll also call the landlord about the broken window tomorrow.
            """)
        #expect(found.map(\.owner) == ["Ann", "Ann"])
        #expect(found.map(\.due) == [nil, "tomorrow"])
    }

    @Test func whoTakesARequestOnOwnsIt() {
        let found = items(
            """
            Ben: Could you order the lamps, please?
            Carla: Will do.
            Ann: The old ones are broken.
            """)
        #expect(found.map(\.owner) == ["Carla"])
    }

    /// Whatever the verb is, and wherever its second word stands.
    @Test(arguments: [
        "I'll turn the heating off at dusk.", "I'll pick the cake up from the bakery.",
        "I'll sort that out with the bank.",
        "I'll take care of the flowers.", "I'll let the neighbours know.", "I'll give Tom the money.",
        "I'll handle the catering.",
        "I'll forward you the invoice.", "I'll make sure the door is locked.",
        "I'll send it to Duke Street, is that still right?",
    ]) func whatIsPromisedOfAThingIsATask(said: String) {
        let found = items("Ben: The trains stood still near Wakefield.\nAnn: \(said)\nCarla: The soup was good.")
        #expect(found.map(\.owner) == ["Ann"], "\(found)")
    }

    @Test(arguments: [
        "I'll give you an example.", "I'll tell you a story about the old hall.", "I'll repeat the question.",
        "I'll never forget the view.",
        "What would you like to order?", "When would you send it?", "Would you like to write to us?",
        "I'll skip the details.",
    ]) func howPeopleTalkIsNone(said: String) {
        #expect(items("Ben: The trains stood still near Wakefield.\nAnn: \(said)\nCarla: The soup was good.").isEmpty)
    }

    @Test func whoSaysThatTheyWillIsToDoIt() {
        let found = items("Carla: Ben, will you do the photos?\nBen: I will.\nAnn: Can you see my screen?\nCarla: Yes.")
        #expect(found.map(\.quote.text) == ["Ben, will you do the photos?"])
        #expect(found.map(\.owner) == ["Ben"])
    }

    /// What somebody writes down for themselves.
    @Test(arguments: [
        ("fr", "Je dois payer le loyer.", 1), ("pl", "Muszę zadzwonić do dentysty.", 1),
        ("fi", "Muista maksaa vuokra.", 1),
        ("ja", "歯医者に電話しなければならない。", 1), ("ko", "치과에 전화해야 한다.", 1), ("he", "לא לשכוח לשלם שכר דירה.", 1),
        ("de", "Ich muss sagen, es war schön.", 0), ("es", "Hoy no tengo que trabajar.", 0),
        ("fr", "Nous avons mangé au bord du lac.", 0),
    ]) func dutiesOfADiaryAreTasks(language: String, said: String, count: Int) {
        let found = TranscriptHighlighter().actionItems(of: [Cue(text: said)], language: language)
        #expect(found.count == count, "\(found)")
    }

    @Test func whateverIsAskedForIsATaskWhereSomebodyTakesItOnByATime() {
        let found = items(
            """
            Leila: Jamal, can you make a poster about the trip?
            Jamal: OK, I'll make one before half-term.
            Mei: Someone has to update the runbook by the first of December.
            Leila: I'll do that as well.
            """)
        #expect(found.map(\.owner) == ["Jamal", "Leila"])
        #expect(found.map(\.due) == ["before half-term", "by the first of December"])
        #expect(found.first?.quote.text == "Jamal, can you make a poster about the trip?")
    }

    @Test(
        arguments: [
            ("I promise I'll drive him on the ninth.", "Ann", "on the ninth"),
            ("I'll do it myself tonight.", "Ann", "tonight"),
            ("I'm going to ring the plumber on Monday.", "Ann", "on Monday"),
            ("I'll send the list over on Monday.", "Ann", "on Monday"),
            ("I'm supposed to check the insurance.", "Ann", nil),
            ("Don't forget to water the plants.", nil, nil),
            ("Somebody has to call the school.", nil, nil),
            ("I'd like you to measure it twice a day.", "Zoe", nil),
            // Ben does not speak, and Zoe was not asked.
            ("Ben, can you book the hall by Friday?", "Ben", "by Friday"),
            ("Could somebody please bring a ladder?", nil, nil),
        ] as [(String, String?, String?)])
    func whatIsPromisedOrAskedForIsATask(said: String, owner: String?, due: String?) throws {
        let found = items("Zoe: The garden was soaked.\nAnn: \(said)\nZoe: It was lovely last summer, though.")
        let task = try #require(found.first)
        #expect(found.count == 1 && task.owner == owner && task.due == due)
    }

    @Test(arguments: ["Let's not decide that now.", "I'll see you tomorrow.", "I'm going to bed tonight."])
    func whatIsOnlySaidIsNone(said: String) {
        #expect(items("Zoe: The garden was soaked.\nAnn: \(said)\nZoe: It was lovely, though.").isEmpty)
    }

    @Test func whatAnotherAgreesToIsDecided() {
        func decisions(_ talk: String, language: String = "en") -> [String] {
            TranscriptHighlighter().highlights(of: Talks.dialogue(talk), language: language).decisions.map(\.quote.text)
        }
        let put = "We'll open an hour later from the first of May. Everybody fine with that?"
        #expect(decisions("Ann: \(put)\nBen: Fine by me.\nZoe: The rain was heavy.") == [put])
        #expect(decisions("Ann: \(put)\nBen: I would rather think about it for a week.").isEmpty)
        #expect(
            decisions(
                "Ann: Wir nehmen die zweite Firma.\nBen: Alle dafür.\nAnn: Dann ist das beschlossen.", language: "de"
            )
            .contains { $0.contains("zweite Firma") || $0.contains("Alle dafür.") })
    }

    @Test func ofTwoTheOtherOneIsAsked() {
        let found = items(
            """
            Ben: I cannot find the offer.
            Ann: Please send me an invitation for Monday.
            """)
        #expect(found.map(\.owner) == ["Ben"])
    }

    @Test func whoPromisesOwnsItAndNotWhoGetsIt() {
        let found = items(
            """
            Carla: The results are in.
            Ben: I'll send the results to Carla by Tuesday.
            """)
        #expect(found.map(\.owner) == ["Ben"])
    }

    @Test func requestsAndAnswersMeetInOtherLanguages() {
        let german = items(
            """
            Karl: Jonas, kannst du die Band fragen?
            Jonas: Ja, ich frage sie bis Ende nächster Woche.
            """, language: "de")
        #expect(german.map(\.owner) == ["Jonas"] && german.map(\.due) == ["bis Ende nächster Woche"])
        let spanish = items(
            """
            Ana: ¿Puedes pedir el presupuesto, Rafael?
            Rafael: Sí, lo pediré antes del viernes.
            """, language: "es")
        #expect(spanish.map(\.owner) == ["Rafael"] && spanish.map(\.due) == ["antes del viernes"])
    }

    @Test(arguments: [
        "Let's keep this short and send each other no mails.", "Can you hear me at the back?",
        "Maybe we should ask the railway company.",
        "Thank you for coming, please check the door.", "I'll be at home by six.",
    ]) func whatIsSaidToGoOnTalkingIsNoTask(sentence: String) {
        #expect(items("Ben: \(sentence)\nAnn: The weather is fine.").isEmpty)
    }

    @Test(arguments: [
        ("en", "Must book the train to Carlisle before the weekend.", "before the weekend"),
        ("de", "Muss bis Ende nächster Woche die Steuererklärung abgeben.", "bis Ende nächster Woche"),
    ]) func aDiaryNeedsNoI(language: String, sentence: String, due: String) {
        let found = TranscriptHighlighter().actionItems(of: [Cue(text: sentence)], language: language)
        #expect(found.map(\.due) == [due])
    }

    private func decisions(_ talk: String, language: String = "en") -> [String] {
        TranscriptHighlighter().highlights(of: Talks.dialogue(talk), language: language).decisions.map(\.quote.text)
    }

    @Test(arguments: [
        "Okay, so we go with the blue one.", "Agreed: a failed payment test blocks the release.",
        "Good, the 27th it is.",
        "Then we'll take the annual plan for the office.", "And the demo is moved to Wednesday.",
        "So the rent goes up by five pounds.",
    ]) func whatIsSettledIsADecision(sentence: String) {
        #expect(decisions("Ben: \(sentence)\nAnn: The weather is fine in Leeds.") == [sentence])
    }

    @Test(arguments: [
        "Maybe we go with the blue one.", "I suggest that we go with the blue one.",
        "Let's keep this short, the painter waits.",
        "Is it agreed that we take the blue one?", "We could say that the matter is settled.",
    ]) func whatIsOnlySuggestedIsNone(sentence: String) {
        #expect(decisions("Ben: \(sentence)\nAnn: The weather is fine in Leeds.").isEmpty)
    }

    @Test func greetingsAreNoMoments() {
        let found = TranscriptHighlighter().highlights(
            of: Talks.dialogue(
                """
                Ann: Welcome, Professor Berg, and thank you for taking the time to talk to us about bogs.
                Berg: A drained bog gives off as much carbon in a year as a car that drives round the earth.
                """), language: "en")
        #expect(!found.keyMoments.map(\.quote.text).contains { $0.hasPrefix("Welcome") })
        #expect(found.bestQuote?.quote.text.hasPrefix("A drained bog") == true)
    }

    @Test func titlesNameNoDays() {
        let phrases = SpokenPhrases(language: "en").phrases(
            in: "On Thursday the harbour opens, on the 27th of July, good evening.")
        #expect(
            phrases.map(\.text) == ["harbour"]
                || !phrases.contains { ["Thursday", "27th", "July", "good evening"].contains($0.text) })
    }

    // MARK: Notes of one person

    @Test(arguments: [
        (
            "en", "To do: call Santander about the mortgage, buy Dad's present, and finally cancel the gym.",
            ["call Santander about the mortgage", "buy Dad's present", "finally cancel the gym"]
        ),
        (
            "en", "My to-do list for Monday: water the plants; pay the rent, if it is due",
            ["water the plants", "pay the rent, if it is due"]
        ),
        (
            "de", "Zu erledigen: Miete überweisen, Oma anrufen und Karten kaufen, und die Heizung prüfen.",
            ["Miete überweisen", "Oma anrufen und Karten kaufen", "die Heizung prüfen"]
        ),
        ("zh", "待办：给银行打电话，预约牙医，退掉健身房。", ["给银行打电话", "预约牙医", "退掉健身房"]),
    ])
    func whatIsListedAsToBeDoneIsATaskEach(_ language: String, _ text: String, _ expected: [String]) {
        #expect(TaskList.items(in: text, language: language) == expected)
    }

    @Test func listsInADiaryAreTasksAndWhatIsNoListStaysWhole() {
        func found(_ text: String) -> [String] {
            TranscriptHighlighter().actionItems(of: [Cue(text: text)], language: "en").map(\.quote.text)
        }
        #expect(found("Rain again. To do: call the bank, book the dentist.") == ["call the bank", "book the dentist"])
        #expect(found("To do: call the bank about the mortgage.") == ["To do: call the bank about the mortgage."])
        #expect(found("She says I should call my parents and I'd rather eat my own foot.").isEmpty)
    }

    @Test(arguments: [
        "Read Grace's talk.", "Worried about the survey.", "Finally painted the fence.", "Put the bins out.",
    ])
    func whatADiaryTellsIsDone(_ text: String) {
        let words = SpokenWords(text, limit: 60, language: "en")
        #expect(TaskMarkers.tellsOfDone(words.words, language: "en"))
    }

    @Test(arguments: ["Call the bank.", "Feed the cat.", "Need to read it.", "Ask Ann about the survey."])
    func whatADiaryAsksForIsNotDone(_ text: String) {
        #expect(!TaskMarkers.tellsOfDone(SpokenWords(text, limit: 60, language: "en").words, language: "en"))
    }
}
