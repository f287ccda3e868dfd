import HearthCore
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

    /// English and German, with the length behind, before and in words of its own.
    @Test(
        arguments: [
            ("summarize the mails in 20 words", "the mails", 20),
            ("summarize notes.md in three sentences", "notes.md", 60),
            ("summarize notes.md to at most 50 words", "notes.md", 50), ("briefly summarize notes.md", "notes.md", 60),
            ("give me a summary of the lease in 5 sentences", "the lease", 100),
            ("a 50-word summary of notes.md", "notes.md", 50), ("summarize the file notes.md", "notes.md", nil),
            ("fasse die Mails in 20 Wörtern zusammen", "die Mails", 20), ("fasse notes.md zusammen", "notes.md", nil),
            ("Fass die Datei notizen.txt kurz zusammen", "notizen.txt", 60),
            ("Zusammenfassung von bericht.pdf in 100 Wörtern", "bericht.pdf", 100),
            ("kannst du notes.md zusammenfassen?", "notes.md", nil),
            // Numbers that are part of what is meant.
            ("summarize the plan to cut costs in 3 years", "the plan to cut costs in 3 years", nil),
            ("summarize x in 9223372036854775807 sentences", "x", 100_000),
        ] as [(String, String, Int?)])
    func aSummaryIsAsLongAsTheWishSays(wish: String, argument: String, words: Int?) {
        #expect(intent(wish) == Intent(command: "summarize", argument: argument, words: words))
    }

    @Test(
        arguments: [
            ("find the 3 best passages about heat pumps", "heat pumps", 3, []),
            ("search for boiler in notes.md", "boiler", nil, ["notes.md"]),
            ("find everything about taxes in ~/papers/tax", "taxes", nil, ["~/papers/tax"]),
            ("search my documents for the warranty", "the warranty", nil, []),
            ("suche in meinen Dokumenten nach Heizung", "Heizung", nil, []),
            ("finde alles über Steuern", "Steuern", nil, []),
            ("list documents about tax", "tax", nil, []),
            ("which documents mention the boiler?", "the boiler", nil, []),
            ("find the boiler warranty in the lease", "the boiler warranty in the lease", nil, []),
            ("find 3 eggs", "3 eggs", nil, []),
        ] as [(String, String, Int?, [String])])
    func aSearchKnowsWhereToLookAndHowMuchIsWanted(wish: String, argument: String, count: Int?, places: [String]) {
        #expect(intent(wish) == Intent(command: "search", argument: argument, count: count, places: places))
    }

    @Test(arguments: [
        ("what did I write in March", "2026-03"), ("what did I write in December?", "2025-12"),
        ("show my journal from 2024", "2024"), ("journal March 2025", "2025-03"),
        ("sum up my journal of March", "2026-03"),
        ("what did I write yesterday", "yesterday"), ("show me what I wrote last week", "weeks"),
        ("was habe ich im März geschrieben", "2026-03"), ("zeig mein Tagebuch vom März", "2026-03"),
        ("Fasse meine Woche zusammen", "week"), ("Fasse das letzte Jahr zusammen", "years"),
    ])
    func aStretchOfTimeIsThatOfTheJournal(wish: String, period: String) throws {
        let today = try #require(CivilDate(year: 2026, month: 11, day: 23))
        #expect(IntentRules(today: today).intent(of: wish) == Intent(command: "journal", argument: period))
    }

    @Test(arguments: [
        ("write in my journal: today I planted 5 trees", "today I planted 5 trees"),
        ("note that I called mum", "I called mum"),
        ("schreib in mein Tagebuch: heute hat es geregnet", "heute hat es geregnet"),
        ("schreibe in mein Tagebuch, dass es geregnet hat", "es geregnet hat"), ("journal: March", "March"),
    ])
    func whatIsToBeKeptIsKeptAsItWasSaid(wish: String, entry: String) {
        #expect(intent(wish) == Intent(command: "journal", argument: entry))
    }

    @Test(
        arguments: [
            ("rewrite mail.txt more politely", "mail.txt", "more politely"),
            ("shorten letter.txt", "letter.txt", "shorter"),
            ("translate letter.txt into German", "letter.txt", "translated into German"),
            ("make letter.txt friendlier", "letter.txt", "friendlier"), ("schreibe mail.txt um", "mail.txt", nil),
            ("formuliere mail.txt höflicher", "mail.txt", "höflicher"), ("kürze brief.txt", "brief.txt", "kürzer"),
            ("make this text shorter: I am going to the shop", "I am going to the shop", "shorter"),
            ("rewrite: Note: bring bread", "Note: bring bread", nil),
            ("rewrite Dear Anna: I am late", "Dear Anna: I am late", nil),
        ] as [(String, String, String?)])
    func aTextIsWordedAsTheWishSays(wish: String, text: String, manner: String?) {
        #expect(intent(wish) == Intent(command: "rewrite", argument: text, manner: manner))
    }

    @Test(arguments: [
        ("add the folder ~/notes", "ingest", "~/notes"), ("read in the folder notes", "ingest", "notes"),
        ("lies den Ordner ~/Dokumente ein", "ingest", "~/Dokumente"),
        ("füge bericht.pdf hinzu", "ingest", "bericht.pdf"),
        ("transcribe the recording in ~/talk.wav", "transcribe", "~/talk.wav"),
        ("analyze meeting.vtt", "transcript", "meeting.vtt"), ("show all my files", "documents", ""),
        ("how many documents do I have?", "documents", ""), ("zeig mir meine Dokumente", "documents", ""),
        ("check that everything works", "doctor", ""), ("test me on chapter 3", "quiz", "chapter 3"),
        ("frage mich über Brot ab", "quiz", "Brot"), ("find out when the lease ends", "ask", "when the lease ends"),
    ])
    func aThingIsNamedAsPeopleNameIt(wish: String, command: String, argument: String) {
        #expect(intent(wish) == Intent(command: command, argument: argument))
    }

    @Test func questionsAreMadeOfAFileThatIsNamed() {
        for wish in [
            "create 10 flashcards from biology.md", "mach mir 10 Fragen zu biology.md", "10 questions on biology.md",
        ] {
            #expect(intent(wish) == Intent(command: "quiz", argument: "", count: 10, places: ["biology.md"]), "\(wish)")
        }
    }

    @Test(arguments: ["remove the note about bread", "please delete notes.md", "lösche die Notiz", "entferne notes.md"])
    func whatAsksToRemoveIsKnownAndNoCommand(wish: String) {
        #expect(intent(wish) == nil && IntentRules().asksToRemove(wish))
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
        ("transcribe the interview", "transcribe"), ("make it shorter", "rewrite"), ("translate this", "rewrite"),
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

    @Test(arguments: [
        "make me a sandwich", "write a questionable letter", "give me a break", "transcribe", "",
        "make the boiler warmer",
        "add bread to the shopping list", "read me a story", "in 20 words",
    ])
    func whatFitsNothingIsNotGuessedAt(wish: String) {
        #expect(intent(wish) == nil)
    }
}
