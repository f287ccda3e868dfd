import Testing

@testable import HearthExtractive

/// Questions for one page or slide.
@Suite struct PageQuestionTests {
    @Test(arguments: [
        ("What's on slide 3?", 3, true), ("What does slide 12 say?", 12, true), ("Was steht auf Folie 2?", 2, true),
        ("What is on page 4 of the report?", 4, false), ("Was steht auf Seite 7?", 7, false),
        ("Qu'est-ce qui est écrit page 2 ?", 2, false), ("¿Qué dice la página 5?", 5, false), ("slide no. 3", 3, true),
    ]) func aPageIsAskedFor(question: String, number: Int, isSlide: Bool) throws {
        let asked = try #require(PageQuestion(question, names: ["report"]))
        #expect(asked.number == number && asked.isSlide == isSlide)
    }

    @Test(arguments: [
        "What does slide 3 say about Otto?", "How many pages has the lease?", "Who wrote page one?",
        "Page 3 costs how much?",
        "Slides", "slide 0", "page 99999999999999999999", "",
    ]) func otherQuestionsAreNone(question: String) { #expect(PageQuestion(question) == nil) }
}
