import HearthCore
import Testing

@testable import HearthExtractive

/// Of a topic alone something is told, and not its name again.
@Suite struct TopicAnswerTests {
    private func best(_ topic: String, _ texts: [String]) -> String? {
        let passages = texts.enumerated().map { AnswerPassage(id: $0, text: $1, score: Double(9 - $0)) }
        return ExtractiveAnswerer().answer(question: topic, passages: passages).sentences.first?.text
    }

    @Test func aHeadingIsNoAnswerToItsTopic() {
        let contract =
            "2. Fees\n\n2.1 The Client pays £640 for each visit within 30 days of the invoice.\n\n3. Term\n\n3.1 The agreement runs for three years."
        #expect(best("fees", [contract, "The library opens at nine."])?.contains("£640") == true)
    }

    @Test func aLineOfAFormIsNone() {
        let recipe =
            "Lentil soup with lemon\n\nServes: 4 lentil eaters\n\nAdd the lentils and a litre of stock and simmer the soup for 25 minutes."
        #expect(best("lentil soup", [recipe, "The library opens at nine."])?.hasPrefix("Add the lentils") == true)
    }

    @Test func whatHasNoSentenceKeepsItsLine() {
        #expect(best("sleeping bags", ["- Tent\n- Two sleeping bags\n- Stove"])?.contains("Two sleeping bags") == true)
        // What stands below an item of a list is not about it.
        #expect(best("stove", ["- Tent\n- Stove\n\nThe bus leaves at nine."])?.contains("bus") == false)
    }
}
