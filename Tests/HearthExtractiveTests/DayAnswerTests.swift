import HearthCore
import Testing

@testable import HearthExtractive

/// Answers from texts that are of a day each, as entries of a journal are.
@Suite struct DayAnswerTests {
    private static func entry(_ id: Int, _ day: String, _ text: String) -> AnswerPassage {
        AnswerPassage(
            id: id, text: text, score: 1 / Double(1 + id), title: "Journal, \(day)", day: CivilDate(day))
    }

    private static let diary = [
        entry(
            0, "2026-05-18",
            "Doctor says it's the knee and I mustn't run for three weeks. The Borough Run's on 13 June. Gutted."),
        entry(1, "2026-03-21", "Running with Otto and, for the first time, Freya, who lasted eleven minutes. Frost."),
        entry(2, "2026-02-21", "Ran again with Otto. He wants us to do the Borough Run in June."),
        entry(3, "2026-05-20", "Told Otto. He says he'll run it for both of us, badly."),
        entry(4, "2026-02-06", "Went running at the quay with Otto!! The rain was in my ears."),
        entry(5, "2026-05-09", "Ran along the canal with Otto, 1500 metres. My knee hurts."),
        entry(6, "2026-04-29", "Worried about the survey. Everything could still go wrong."),
    ]

    private func answer(_ question: String, _ passages: [AnswerPassage] = diary) -> ExtractiveAnswer {
        ExtractiveAnswerer().asked(on: CivilDate("2026-11-28")).answer(question: question, passages: passages)
    }

    @Test(arguments: [
        ("When did I last run?", "2026-05-09 · Ran along the canal with Otto, 1500 metres."),
        ("When did I first run?", "2026-02-06 · Went running at the quay with Otto!!"),
        ("When was I last at the quay?", "2026-02-06 · Went running at the quay with Otto!!"),
        (
            "When did I last see Freya?",
            "2026-03-21 · Running with Otto and, for the first time, Freya, who lasted eleven minutes."
        ),
    ]) func anEntrySaysWhenItWas(question: String, told: String) throws {
        let found = answer(question)
        let first = try #require(found.sentences.first)
        #expect(first.shown == told)
        #expect(!found.abstained)
        // One time of several is one answer.
        #expect(found.sentences.count == 1)
    }

    @Test func whatIsAskedOfATimeIsToldOfIt() throws {
        let found = answer("What was I worried about in April?")
        #expect(!found.abstained)
        #expect(try #require(found.sentences.first).text == "Worried about the survey.")
    }

    @Test func ofAnotherMonthNothingIsTold() {
        // Nothing that was in March is told of May, though "run" is said there more.
        let found = answer("Where did I run in March?")
        #expect(found.sentences.first?.passage == 1)
    }

    /// A day that a sentence names itself is the one that counts.
    @Test func anEntrysDayIsNotThatOfWhatItNames() throws {
        let first = try #require(answer("When is the Borough Run?").sentences.first)
        #expect(first.shown == nil && first.text == "The Borough Run's on 13 June.")
    }

    /// Without a list of the past of each language: because nothing in the question is of what is, or will be.
    @Test(arguments: [
        ("pl", "Kiedy pływałem w jeziorze?", "Pływałem w jeziorze z Anią.", true),
        ("it", "Quando ho nuotato nel lago?", "Ho nuotato nel lago con Anna.", true),
        ("fi", "Milloin uin järvessä?", "Uin järvessä Annan kanssa.", true),
        ("ja", "いつ湖で泳ぎましたか？", "アンナと湖で泳いだ。", true),
        ("ko", "언제 호수에서 수영했어요?", "안나와 호수에서 수영했다.", true),
        ("pl", "Kiedy muszę zapłacić czynsz?", "Muszę zapłacić czynsz w piątek.", false),
    ]) func inEveryLanguageADiaryTellsTheDay(language: String, question: String, text: String, isTold: Bool) {
        let found = answer(question, [Self.entry(0, "2026-03-02", text)])
        #expect(found.sentences.first?.shown?.hasPrefix("2026-03-02 · ") ?? false == isTold, "\(found)")
    }

    @Test(arguments: [
        ("What must I still do?", true), ("Was muss ich noch erledigen?", true),
        ("Qu’est-ce que je dois encore faire ?", true),
        ("Co muszę jeszcze zrobić?", true), ("まだ何をしなければなりませんか？", true), ("What's on my to-do list?", true),
        ("What must I do when the boiler fails?", false), ("What did I do yesterday?", false),
        ("Was muss ich tun, wenn es brennt?", false),
    ]) func whatIsStillToBeDoneIsAsked(question: String, isOne: Bool) {
        #expect(TaskQuestion.isOne(question) == isOne)
    }
}
