import HearthCore
import HearthText
import Testing

@testable import HearthKnowledge

@Suite struct CitationMarksTests {
    private func read(_ text: String) -> [CitationMarks.Sentence] {
        CitationMarks.read(text, sentences: SentenceSplitter().sentences(in: text))
    }

    @Test func marksBeforeTheFullStopBelongToTheirSentence() {
        let found = read("The lease ends in May [1]. The rent is 900 euros [2, 3].")
        #expect(found.map(\.sources) == [[1], [2, 3]])
        #expect(found.map(\.plain) == ["The lease ends in May.", "The rent is 900 euros."])
    }

    @Test func marksAfterTheFullStopBelongToTheSentenceBefore() {
        let text = "The lease ends in May. [1] The rent is 900 euros. [2]"
        let found = read(text)
        #expect(found.map(\.sources) == [[1], [2]])
        #expect(
            found.map { text.text(in: $0.span) } == ["The lease ends in May. [1]", "The rent is 900 euros. [2]"])
    }

    @Test func bracketsThatAreNoMarksStayText() {
        let found = read("See [appendix A] and [12345] and [ ].")
        #expect(found.flatMap(\.sources).isEmpty)
        #expect(found.first?.plain.contains("[appendix A]") == true)
    }

    @Test func anyTextIsReadWithoutATrap() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("[]0129, .ab\n你é")
        for _ in 0..<2000 {
            let text = String(
                (0..<Int.random(in: 0...30, using: &generator)).map { _ in alphabet.randomElement() ?? "x" })
            for sentence in read(text) {
                #expect(sentence.span.start >= 0 && sentence.span.end <= text.utf8.count)
            }
        }
    }
}

@Suite struct CitationVerifierTests {
    private let source = """
        The boiler was serviced on 12 May 2024 by Ms Okafor. She replaced the pressure valve for 185 euros. \
        The next service is due in two years. The tenants were not at home.
        """

    private func support(_ sentence: String) async throws -> CitationVerifier.Support? {
        try await CitationVerifier().support(for: sentence, in: source)
    }

    @Test func aSentenceInTheWordsOfTheSourceIsSupportedByExactlyItsSentence() async throws {
        let support = try #require(try await support("Ms Okafor serviced the boiler on 12 May 2024."))
        #expect(support.verified)
        #expect(source.text(in: support.span) == "The boiler was serviced on 12 May 2024 by Ms Okafor.")
    }

    @Test(arguments: [
        "Ms Okafor serviced the boiler on 13 May 2024.",
        "She replaced the pressure valve for 285 euros.",
        "The boiler was serviced on 12 May 2025 by Ms Okafor.",
    ])
    func aWrongNumberIsNeverVerified(sentence: String) async throws {
        #expect(try await support(sentence)?.verified != true)
    }

    @Test func aDenialOfTheSourceIsNotVerified() async throws {
        #expect(try await support("The pressure valve was not replaced for 185 euros.")?.verified != true)
    }

    @Test func unrelatedTextHasNoSupport() async throws {
        #expect(try await support("Whales migrate along coastlines every winter.")?.verified != true)
    }

    @Test func numbersAgreeAcrossSeparators() {
        let verifier = CitationVerifier()
        #expect(verifier.numbers("1,200 and 3.5, then 7.") == ["1200", "3.5", "7"])
    }
}
