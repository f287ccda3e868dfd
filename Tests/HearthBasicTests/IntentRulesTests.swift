import HearthBasic
import Testing

@Suite struct IntentRulesTests {
    private func intent(_ wish: String) -> Intent? { IntentRules().intent(of: wish) }

    @Test(arguments: [
        ("transcribe memo.m4a", "transcribe", "memo.m4a"), ("Transkribiere aufnahme.wav", "transcribe", "aufnahme.wav"),
        ("summarize the transcript meeting.vtt", "transcript", "meeting.vtt"),
        ("what was said in council.srt", "transcript", "council.srt"),
        ("transcript talk.vtt", "transcript", "talk.vtt"),
        ("journal: walked to the sea", "journal", "walked to the sea"),
        ("add to my journal: slept badly", "journal", "slept badly"), ("show my journal", "journal", "today"),
        ("show my journal for this week", "journal", "week"), ("show my journal of last month", "journal", "months"),
        ("zeige mein Tagebuch dieser Woche", "journal", "week"), ("journal this week", "journal", "week"),
        ("add a journal entry that I slept well", "journal", "I slept well"),
        ("write in my journal that it rained", "journal", "it rained"), ("add ~/notes", "ingest", "~/notes"),
        ("summarize notes.txt", "summarize", "notes.txt"), ("search for boiler", "search", "boiler"),
    ])
    func openingsNameTheCommand(wish: String, command: String, argument: String) {
        #expect(intent(wish) == Intent(command: command, argument: argument))
    }

    @Test(
        arguments: [
            ("make 5 questions about bread", "bread", 5),
            ("Give me ten quiz questions on cell division!", "cell division", 10),
            ("create a quiz about rivers", "rivers", nil),
            ("Write some study questions from lecture.md", "lecture.md", nil),
            ("make 3 questions", "", 3), ("erstelle fünf Fragen über Brot", "Brot", 5),
            ("crée 4 questions sur le pain", "le pain", 4), ("haz tres preguntas sobre el pan", "el pan", 3),
        ] as [(String, String, Int?)])
    func questionsAreMadeHoweverTheWishIsWorded(wish: String, topic: String, count: Int?) {
        #expect(intent(wish) == Intent(command: "quiz", argument: topic, count: count))
    }

    @Test(arguments: [
        "What was said in the council about the shed?", "when does the lease end", "¿Dónde está la llave?",
    ])
    func aQuestionStaysAQuestion(wish: String) {
        #expect(intent(wish)?.command == "ask")
    }

    @Test(arguments: ["make me a sandwich", "write a questionable letter", "give me a break", "transcribe", ""])
    func whatFitsNothingIsNotGuessedAt(wish: String) {
        #expect(intent(wish) == nil)
    }
}
