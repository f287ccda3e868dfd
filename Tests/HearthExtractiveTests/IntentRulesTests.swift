import HearthExtractive
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
        ("sum up my week", "journal", "week"), ("summarize the journal of this week", "journal", "week"),
        ("summarize my journal of last month", "journal", "months"), ("summarize my journal", "journal", "today"),
        ("summarize the week in review.md", "summarize", "the week in review.md"),
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
            ("Could you please make me 5 questions about bread?", "bread", 5),
            ("quiz me on bread with 3 questions, please", "bread", 3), ("make 3 questions", "", 3),
            ("erstelle fünf Fragen über Brot", "Brot", 5),
            ("crée 4 questions sur le pain", "le pain", 4), ("haz tres preguntas sobre el pan", "el pan", 3),
        ] as [(String, String, Int?)])
    func questionsAreMadeHoweverTheWishIsWorded(wish: String, topic: String, count: Int?) {
        #expect(intent(wish) == Intent(command: "quiz", argument: topic, count: count))
    }

    @Test(arguments: [
        ("please summarize notes.md", "summarize", "notes.md"),
        ("Could you summarize notes.md, please?", "summarize", "notes.md"),
        ("could you find the boiler warranty?", "search", "the boiler warranty"),
        ("hey Hearth, look up boiler warranty for me, thanks!", "search", "boiler warranty"),
        ("I’d like you to summarize the lease", "summarize", "the lease"),
        ("transcribe talk.mp3 please", "transcribe", "talk.mp3"),
        ("please ingest ~/Documents for me", "ingest", "~/Documents"),
        ("would you show me my documents", "documents", ""), ("kindly rewrite letter.txt", "rewrite", "letter.txt"),
        ("please tell me when the lease ends", "ask", "when the lease ends"),
        ("Can you give me a summary of notes.md?", "summarize", "notes.md"),
        ("bitte suche nach Heizung", "search", "Heizung"),
        ("peux-tu chercher la chaudière ?", "search", "la chaudière"),
        ("por favor busca la caldera, gracias", "search", "la caldera"),
        // What is to be written down is kept as it was said.
        ("please add to my journal: I told Anna thanks", "journal", "I told Anna thanks"),
        // They are what it is about.
        ("search for thank you letters", "search", "thank you letters"),
    ])
    func wordsOfPolitenessAreNoPartOfTheWish(wish: String, command: String, argument: String) {
        #expect(intent(wish) == Intent(command: command, argument: argument))
    }

    @Test(arguments: ["please", "could you", "thanks", "could you please, thanks", "please me"])
    func politenessAloneIsNoWish(wish: String) {
        #expect(intent(wish) == nil)
    }

    @Test(arguments: [
        "Could you swim in the lake?", "Can I find the lease in the drawer?",
        "What was said in the council about the shed?", "when does the lease end", "¿Dónde está la llave?",
    ])
    func aQuestionStaysAQuestion(wish: String) {
        #expect(intent(wish)?.command == "ask")
    }

    @Test(arguments: [
        ("summarize", "summarize"), ("Summarize this, please!", "summarize"), ("please rewrite it", "rewrite"),
        ("search", "search"), ("could you find", "search"), ("transcribe", "transcribe"), ("ingest", "ingest"),
        ("ask", "ask"), ("add to my journal", "journal"), ("transkribiere das", "transcribe"),
    ])
    func aWishThatDoesNotSayWhatItIsAboutIsKnownAsOne(wish: String, command: String) {
        #expect(intent(wish) == nil && IntentRules().unfinished(wish) == command)
    }

    @Test(arguments: [
        "summarize notes.md", "make me a sandwich", "please", "", "when does the lease end?", "summarize my week",
        "rewrite this is a text", "quiz",
    ])
    func aWishThatSaysItOrNamesNoCommandIsNotAskedBack(wish: String) {
        #expect(IntentRules().unfinished(wish) == nil)
    }

    @Test(arguments: ["make me a sandwich", "write a questionable letter", "give me a break", "transcribe", ""])
    func whatFitsNothingIsNotGuessedAt(wish: String) {
        #expect(intent(wish) == nil)
    }
}
