import HearthCore
import HearthExtractive
import Testing

/// A question is not told as an answer.
@Suite struct AskingTests {
    @Test func aWordMayAnswer() {
        let found = exchanges([
            ("Ann", "Are you coming to the fair on Saturday?"), ("Ben", "No."),
            ("Zoe", "I made a lemon cake with too much sugar."),
            ("Ann", "How long did the repair of the fence take?"), ("Ben", "An hour."),
            ("Zoe", "My shoes are wet because of the rain."),
            ("Ann", "We said ten o'clock at the station, didn't we?"),
            ("Ben", "Bye everyone, it was lovely to see you."),
        ])
        #expect(found.map(\.answer?.text) == ["No.", "An hour.", nil])
    }

    private func exchanges(_ lines: [(String, String)], language: String = "en") -> [SpokenExchange] {
        TranscriptHighlighter().highlights(
            of: lines.map { Cue(speaker: $0.0, text: $0.1) }, language: language
        ).questions
    }

    @Test func aQuestionInReturnIsNoAnswer() throws {
        let found = exchanges([
            ("Ana", "What will the new harbour crane cost the city next year?"),
            ("Ben", "Do you mean the harbour crane with the old engine or the new one?"),
        ])
        for exchange in found { #expect(exchange.answer == nil && exchange.confidence == 0) }
    }

    @Test func whatFollowsTheQuestionInReturnIsTheAnswer() throws {
        let found = exchanges([
            ("Ana", "What will the new harbour crane cost the city next year?"),
            ("Ben", "You mean the crane, right? The harbour crane will cost two million next year."),
        ])
        let answer = try #require(found.first?.answer)
        #expect(answer.text == "The harbour crane will cost two million next year.")
    }

    @Test func aStepIsToldWithWhatItGoesOnFrom() throws {
        let manual = """
            Water

            The main stopcock is under the kitchen sink, behind the panel. Turn it clockwise to close it; it needs eight half-turns.

            If water comes through the ceiling, open both taps of the bath.
            """
        let answer = ExtractiveAnswerer().answer(
            question: "How do I turn off the water?",
            passages: [
                AnswerPassage(id: 0, text: manual, score: 1),
                AnswerPassage(id: 1, text: "The boiler stands on the landing. It is bled from the right.", score: 0.3),
            ])
        #expect(answer.sentences.first?.text == "The main stopcock is under the kitchen sink, behind the panel.")
        #expect(answer.sentences.dropFirst().first?.text.hasPrefix("Turn it clockwise") == true)
    }

    @Test(arguments: ["How do I make the rye bread?", "How to bake rye bread?", "How long is rye bread stirred?"])
    func numberedStepsAreToldInTheirOrder(question: String) {
        let recipe = """
            Rye bread

            Makes one loaf of rye bread.

            1. Add the rye flour and the water to the sour.
            2. Stir the rye bread for five minutes. It is a paste, not a dough.
            3. Scrape it into the tin. Smooth the top of the bread.

            Wrapped in a linen cloth the rye bread keeps for nine days.
            """
        let answer = ExtractiveAnswerer().answer(
            question: question,
            passages: [
                AnswerPassage(id: 0, text: recipe, score: 1),
                AnswerPassage(id: 1, text: "1. The wheat bread is bought at the shop.", score: 0.3),
            ])
        let steps = [
            "Add the rye flour and the water to the sour.", "Stir the rye bread for five minutes.",
            "Scrape it into the tin.",
        ]
        #expect(
            (answer.sentences.map(\.text) == steps) == !question.contains("long"), "\(answer.sentences.map(\.text))")
    }

    @Test(arguments: [
        (
            "When was the boiler last serviced?",
            """
            Date of visit: 12 September 2025. Engineer: Tomasz Wilk. The burner was taken out and cleaned. The vessel of the boiler had lost its \
            charge and was pumped up to 0.75 bar. The guarantee holds.
            """, "Date of visit: 12 September 2025."
        ),
        (
            "Wann wurde die Heizung zuletzt gewartet?",
            "Datum: 3. Mai 2024. Der Brenner der Heizung wurde gereinigt. Die Dichtung der Heizung ist spröde.",
            "Datum: 3. Mai 2024."
        ),
        (
            "Quand la chaudière a-t-elle été entretenue ?",
            "Date : 3 mai 2024. Le brûleur de la chaudière est nettoyé. Le joint de la chaudière est dur.",
            "Date : 3 mai 2024."
        ),
    ])
    func whatWasDoneIsToldWithTheDateOfTheTextThatReportsIt(question: String, report: String, line: String) throws {
        let answer = ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: report, score: 1)])
        #expect(answer.sentences.first?.text == line)
    }

    @Test(arguments: [
        // What is to be done.
        (
            "When do I pay the bill for the boiler?",
            "Date: 3 May 2024. The bill for the boiler is paid by bank transfer. The boiler was cleaned.", "transfer"
        ),
        // What is told with its time of day.
        (
            "When did the meeting of the board start?",
            "Date: 3 May 2024. The meeting of the board started at half past nine. Tea was served.", "half past nine"
        ),
        // What is only called like a date.
        (
            "When was the roof repaired?",
            "Data: results of 2024. The roof was repaired by Halden and Sons. The gutter is new.", "Halden"
        ),
    ])
    func whatIsNotToldByTheDateOfATextIsNot(question: String, letter: String, told: String) throws {
        let answer = ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: letter, score: 1)])
        #expect(answer.sentences.first?.text.contains(told) == true)
    }

    @Test func theAnswererPrefersWhatIsToldToWhatIsAsked() throws {
        let passage = AnswerPassage(
            id: 0,
            text:
                "Good evening. When did the old lighthouse burn down? It was in the winter of 1911 that the lighthouse "
                + "burned down to its stones.", score: 1)
        let answer = ExtractiveAnswerer().answer(
            question: "When did the old lighthouse burn down?", passages: [passage])
        #expect(answer.sentences.first?.text.contains("1911") == true)
        #expect(answer.sentences.allSatisfy { !$0.text.contains("?") && $0.text != "Good evening." })
    }
}
