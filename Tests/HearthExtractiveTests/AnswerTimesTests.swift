import HearthCore
import HearthTesting
import Testing

@testable import HearthExtractive

/// A date, a time of day and a length of time each answer another question.
@Suite struct AnswerTimesTests {
    @Test(arguments: [
        ("What time does work begin?", AskedTime.clock), ("Um wie viel Uhr beginnt die Arbeit?", .clock),
        ("À quelle heure ouvre le magasin ?", .clock), ("Во сколько начинается работа?", .clock),
        ("How long may guests stay?", .duration), ("Wie lange dürfen Gäste bleiben?", .duration),
        ("Hur länge får gäster stanna?", .duration), ("How long is the table?", AskedTime()),
        ("When does it end?", AskedTime()),
    ])
    func questionsSayWhichTheyWant(question: String, wanted: AskedTime) {
        #expect(AskedTime(wantedBy: question) == wanted)
    }

    @Test(arguments: [
        ("Work begins at half past eight.", true, false), ("The shop opens at 8:30.", true, false),
        ("We close at six on Sundays.", true, false), ("Ab 20 Uhr ist Ruhe.", true, false),
        ("It opens at 9am.", true, false), ("We live at nine houses.", false, false),
        ("The shop opens early on Saturdays.", false, false), ("Guests may stay up to two weeks.", false, true),
        ("A week at most.", false, true), ("It takes half an hour.", false, true),
        ("Höchstens drei Tage.", false, true),
        ("The rent is 900 euros a month.", false, false), ("We met 3 years ago.", false, false),
    ])
    func sentencesSayWhichTheyTell(text: String, hasClock: Bool, hasDuration: Bool) {
        let told = ToldTime(text, isNumber: AnswerOffer.isNumber)
        #expect(told.hasClock == hasClock && told.hasDuration == hasDuration, "\(text)")
    }

    @Test func digitsThatCountDaysAreNoDate() {
        func hasOther(_ text: String) -> Bool { ToldTime(text, isNumber: AnswerOffer.isNumber).hasOtherDigits }
        #expect(!hasOther("It ends with 10 weeks' notice."))
        #expect(hasOther("It ended 10 weeks ago.") && hasOther("It ends on 31.3.2026."))
    }

    @Test(arguments: [
        ("The vessel was pumped up to 0.75 bar.", false), ("Report 25-0918.", false), ("The rent is £1,140.", false),
        ("It rose by 12 %.", false), ("Call 020-7946-0958-12.", false), ("It costs €38.", false),
        ("It is due on the 12th.", true), ("Am 12.9. ist Markt.", true), ("In 09/2025 it was painted.", true),
        ("The winter of 2024-25 was mild.", true), ("It ran from 1914–1918.", true), ("พ.ศ. 2541", true),
    ])
    func digitsThatAreMeasuredPaidOrFiledAreNoTime(text: String, mayBeTime: Bool) {
        #expect(ToldTime(text, isNumber: AnswerOffer.isNumber).hasOtherDigits == mayBeTime, "\(text)")
    }

    private func first(_ question: String, _ text: String, finding words: String...) async throws -> String {
        let reader = ScriptedReader { _, passages in
            passages.map { passage in
                let spans = words.enumerated().compactMap { number, word -> PassageReading.Span? in
                    guard let range = passage.firstRange(of: word) else { return nil }
                    let start = passage.utf8.distance(from: passage.startIndex, to: range.lowerBound)
                    return PassageReading.Span(
                        place: TextSpan(start: start, end: start + word.utf8.count), score: 0,
                        probability: 0.95 / Double(number + 1), answerable: 0.95)
                }
                return PassageReading(
                    relevance: 0.9, answerable: 0.95, logits: nil, spans: spans, bytesRead: passage.utf8.count)
            }
        }
        let found = try await ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)], embed: nil, reader: reader)
        return try #require(found.sentences.first).text
    }

    /// A reader took what looks like an answer and is one to another question.
    @Test func whatIsOfAnotherKindComesBehindWhatIsOfTheRightOne() async throws {
        #expect(
            try await first(
                "What time does work begin?",
                "Work on the roof begins early on Mondays. It begins at half past eight. The roof is red.",
                finding: "early on Mondays"
            ).contains("half past eight"))
        #expect(
            try await first(
                "How long may guests stay?",
                "Guests may stay in the small room upstairs. The longest stay is two weeks. The room is warm.",
                finding: "in the small room upstairs"
            ).contains("two weeks"))
        #expect(
            try await first(
                "When does the lease end?",
                "The lease can be ended with three months' notice. It ends on 31 March 2026. There are four keys.",
                finding: "three months' notice", "31 March 2026"
            ).contains("2026"))
    }

    /// The heading says which lease is meant.
    @Test func aHeadingSpeaksLessForASentenceOfAnotherKind() {
        let text = "Quarry Lane lease\nThe notice period is three months. The tenancy runs until 31 March 2026."
        let found = AnswerCandidates(
            question: "When does the lease of Quarry Lane end?",
            passages: [AnswerPassage(id: 0, text: text, score: 1, headings: [TextSpan(start: 0, end: 17)])],
            documentShare: nil, settings: AnswerSettings()
        ).candidates.map { $0.evidence[.heading] }
        #expect(found.count == 2 && found[0] > 0 && found[0] < found[1])
    }
}
