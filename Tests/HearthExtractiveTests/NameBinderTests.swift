import HearthCore
import HearthTesting
import Testing

@testable import HearthExtractive

/// A sentence about somebody else does not answer, whatever it holds.
@Suite struct NameBinderTests {
    private func candidates(_ question: String, _ text: String, title: String? = nil) -> AnswerCandidates {
        AnswerCandidates(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1, title: title)],
            documentShare: nil, settings: AnswerSettings())
    }

    private func bindings(_ question: String, _ text: String, title: String? = nil) -> [NameBinding] {
        candidates(question, text, title: title).candidates.map(\.binding)
    }

    private let people = """
        Tom's phone number is 555 0142. Anna plays the cello in the town orchestra. She has two brothers. Ben works as a \
        carpenter in the harbour.
        """

    @Test func namesAndPronounsBind() {
        #expect(bindings("What is Anna's phone number?", people) == [.other, .own, .own, .other])
        #expect(bindings("What is Tom's phone number?", people) == [.own, .other, .other, .other])
        // Nobody is named.
        #expect(bindings("What is the phone number?", people) == [.open, .open, .open, .open])
    }

    @Test func namesBindWhereEveryNounHasACapital() {
        let text = "Die Telefonnummer von Tom ist 555 0142. Anna spielt im Orchester der Stadt Cello."
        #expect(bindings("Wie ist die Telefonnummer von Anna?", text) == [.other, .own])
    }

    @Test func aSurnameIsNotTheWholeName() {
        let text = "Tom Marsh was born in 1950. Sofia Marsh was born in 1984. Mrs Marsh teaches chess in the school."
        #expect(bindings("When was Sofia Marsh born?", text) == [.other, .own, .own])
        #expect(bindings("When was Marsh born?", text) == [.own, .own, .own])
    }

    @Test func headingsAndTitlesBind() {
        let text = "# Tom\n\nThe phone number is 555 0142.\n\n# Anna\n\nThe favourite drink is black tea."
        #expect(bindings("What is Anna's phone number?", text) == [.other, .own])
        let sentence = "The phone number is 555 0142."
        #expect(bindings("What is Anna's phone number?", sentence, title: "Anna") == [.own])
        #expect(bindings("What is Anna's phone number?", sentence) == [.open])
    }

    @Test func whoIsAskedForHasAnotherName() throws {
        let text = "Sofia grew up in Bergen. Her father Karl was a baker. Tom's father was a smith in the old town."
        let question = "Who was Sofia's father?"
        #expect(bindings(question, text)[1] != .other)
        let answer = ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(try #require(answer.sentences.first).text.contains("Karl"))
    }

    @Test func scriptsWithoutSpacesAreNotBound() {
        #expect(bindings("小红的电话号码是多少？", "小明的电话号码是5550142。小红会拉大提琴。").allSatisfy { $0 == .open })
    }

    private func read(_ question: String, _ text: String, finding words: String) async throws -> ExtractiveAnswer {
        try await ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)], embed: nil,
            reader: ScriptedReader(finding: words))
    }

    /// A reader knows what a telephone number looks like.
    @Test(arguments: [
        (
            "What is Anna's phone number?",
            "Tom's phone number is 555 0142. Anna plays the cello in the town orchestra. She has two brothers.",
            "555 0142"
        ),
        (
            "When did Sofia marry?",
            "Sofia was born in Bergen. Sofia plays chess on Mondays. Paul married in 2011. Ben repaired the roof.",
            "2011"
        ),
    ])
    func whatIsToldOfAnotherIsNotBelieved(question: String, text: String, words: String) async throws {
        let found = try await read(question, text, finding: words)
        #expect(try #require(found.sentences.first).text.contains(words) == false)
        #expect(found.abstained || found.isUnsure)
        #expect(found.sentences.allSatisfy { $0.words == nil })
    }

    @Test(arguments: [
        ("What is Tom's phone number?", "Tom's phone number is 555 0142. Anna plays the cello.", "555 0142"),
        ("When did Sofia move?", "Sofia works at the library. She moved to Bergen in May 2019.", "May 2019"),
    ])
    func whatIsToldOfThemIsAsSureAsEver(question: String, text: String, words: String) async throws {
        let found = try await read(question, text, finding: words)
        #expect(try #require(found.sentences.first).text.contains(words))
        #expect(!found.abstained && !found.isUnsure)
    }

    /// Much is told of Ben, and not what is asked.
    @Test func aNameAloneMakesNoAnswerSure() async throws {
        let text =
            "Ben has lived in the yellow house since 2015. Ben's sister Mara is a nurse. Ben repaired the roof in June."
        let found = try await read("What is Ben's surname?", text, finding: "sister Mara")
        #expect(found.abstained || found.isUnsure)
    }

    /// A contract names whose it is once, and tells of the salary without a name.
    @Test func whatAnotherIsNamedForIsNotSure() async throws {
        let text = "Mara Field manages the workshop. The salary is £38,400 a year. The week has 37 hours."
        let own = try await read("What is Mara's salary?", text, finding: "£38,400")
        #expect(try #require(own.sentences.first).text.contains("£38,400"))
        let other = try await read("What is Anna's salary?", text, finding: "£38,400")
        #expect(other.abstained || other.isUnsure)
        #expect(other.confidence < own.confidence)
    }
}
