import HearthCore
import Testing

@testable import HearthExtractive

/// Questions that a journal answers by its days.
@Suite struct DiaryQuestionTests {
    private func read(_ question: String, _ language: String = "en", after earlier: String = "") -> DiaryQuestion? {
        CivilDate("2026-11-28").flatMap {
            DiaryQuestion(question, after: earlier, languages: [language], asked: language, today: $0)
        }
    }

    @Test(arguments: [
        ("What did I do on 12 March?", "en", "2026-03-12", "2026-03-12"),
        ("What happened last May?", "en", "2026-05-01", "2026-05-31"),
        ("What happened in December?", "en", "2025-12-01", "2025-12-31"),
        ("What did I do in the first week of May?", "en", "2026-05-01", "2026-05-07"),
        ("What did I do in the last week of May?", "en", "2026-05-25", "2026-05-31"),
        ("How was I in late April?", "en", "2026-04-21", "2026-04-30"),
        ("What did I write yesterday?", "en", "2026-11-27", "2026-11-27"),
        ("What did we do on Monday?", "en", "2026-11-23", "2026-11-23"),
        // Today is a Saturday.
        ("What did I do on Saturday?", "en", "2026-11-21", "2026-11-21"),
        ("What happened in 2024?", "en", "2024-01-01", "2024-12-31"),
        ("Was habe ich am 3. April gemacht?", "de", "2026-04-03", "2026-04-03"),
        ("Was ist Ende Mai passiert?", "de", "2026-05-21", "2026-05-31"),
        ("Qu'est-ce que j'ai fait en mars ?", "fr", "2026-03-01", "2026-03-31"),
        ("¿Qué hice el 5 de mayo?", "es", "2026-05-05", "2026-05-05"),
        ("我3月12日做了什么？", "zh", "2026-03-12", "2026-03-12"),
        ("3月12日に何をしましたか。", "ja", "2026-03-12", "2026-03-12"),
    ]) func whatWasIsAskedOfDays(question: String, language: String, first: String, last: String) throws {
        let found = try #require(read(question, language))
        #expect(found.days.map { "\($0.lowerBound) \($0.upperBound)" } == ["\(first) \(last)"])
        #expect(found.isOpen)
    }

    @Test(arguments: [
        ("How many metres did I run in May?", "en"), ("What did Anna say in March?", "en"),
        ("Was hat Anna im März gesagt?", "de"), ("我3月12日跟小明吃了什么菜？", "zh"),
    ]) func whatNamesAMatterIsNotOpen(question: String, language: String) throws {
        #expect(try !#require(read(question, language)).isOpen)
    }

    @Test func howItFeltIsAsked() throws {
        #expect(try #require(read("How was I feeling in March?")).asksForFeeling)
        #expect(try #require(read("Wie war meine Stimmung im März?", "de")).asksForFeeling)
        #expect(try !#require(read("What did I do in March?")).asksForFeeling)
    }

    @Test(arguments: [
        ("When did I last run?", "en", DiaryQuestion.Turn.last), ("When was the first time I ran?", "en", .first),
        ("Wann war ich zuletzt bei Oma?", "de", .last), ("Quand l'ai-je vue pour la dernière fois ?", "fr", .last),
        ("我上次什么时候游泳？", "zh", .last),
    ]) func oneTimeOfSeveralIsAskedFor(question: String, language: String, turn: DiaryQuestion.Turn) throws {
        #expect(try #require(read(question, language)).turn == turn)
    }

    @Test(arguments: [
        "What does the lease say?", "What will I do in 2031?", "When does it last longest?", "Who lasted?",
        "What's on Monday?", "When do we meet on Friday?",
    ])
    func otherQuestionsAreNone(question: String) { #expect(read(question) == nil) }

    @Test func whatGoesOnFromAQuestionAsksTheSame() throws {
        #expect(try #require(read("And in April?", after: "What did I do in March?")).isOpen)
        #expect(try !#require(read("And in April?", after: "How many metres did I run in March?")).isOpen)
    }
}
