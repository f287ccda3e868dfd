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

    @Test(arguments: [
        ("The share rose by 3,5 percent.", "The share rose by 3.5 percent.", true),
        ("Der Anteil stieg um 35 Prozent.", "Der Anteil stieg um 3,5 Prozent.", false),
        ("Die Miete beträgt 1.200 Euro.", "The rent is 1,200 euros.", true),
        ("Le loyer est de 1 200 euros.", "Le loyer est de 1\u{202F}200 euros.", false),
        ("Le loyer est de 1200 euros.", "Le loyer est de 1\u{202F}200 euros.", true),
        ("كلفت ٥٠٠ دينار", "كلفت ٦٠٠ دينار", false), ("कीमत ५०० रुपये है", "कीमत 500 रुपये है", true),
        ("It cost 3.50 euros.", "It cost 3.5 euros.", true), ("Version 1.2.3 is out.", "Version 1.2.4 is out.", false),
        ("It is 1.200,50 in all.", "It is 1,200.50 in all.", true),
    ])
    func numbersAreComparedByWhatTheyMayMean(sentence: String, quote: String, stand: Bool) {
        #expect(CitationVerifier().numbersStand(of: sentence, in: quote) == stand, "\(sentence)")
    }

    @Test(arguments: [
        (
            "Il contratto di locazione non permette animali in casa.",
            "Il contratto di locazione permette animali in casa."
        ),
        (
            "Договор аренды не разрешает держать животных в квартире.",
            "Договор аренды разрешает держать животных в квартире."
        ),
        (
            "O contrato de locação não permite animais no apartamento.",
            "O contrato de locação permite animais no apartamento."
        ),
        ("租赁合同不允许在公寓里养动物。", "租赁合同允许在公寓里养动物。"),
        (
            "Umowa najmu nie pozwala trzymać zwierząt w mieszkaniu.",
            "Umowa najmu pozwala trzymać zwierzęta w mieszkaniu."
        ),
    ])
    func aDenialInAnyLanguageIsNotVerified(denied: String, source: String) async throws {
        let verifier = CitationVerifier()
        #expect(try await verifier.support(for: denied, in: source)?.verified != true)
        #expect(try await verifier.support(for: source, in: source)?.verified == true)
    }

    @Test func numbersAgreeAcrossSeparators() {
        let verifier = CitationVerifier()
        #expect(verifier.numbersStand(of: "1200 and 3,5 and 7", in: "1,200 and 3.5, then 7."))
    }
}
