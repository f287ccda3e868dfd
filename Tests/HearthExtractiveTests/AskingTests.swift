import HearthCore
import HearthExtractive
import Testing

/// A question is not told as an answer.
@Suite struct AskingTests {
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
