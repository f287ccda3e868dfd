import HearthCore
import HearthTesting
import Testing

@testable import HearthExtractive

/// What stands above a text says what it is about, and is hardly its answer.
@Suite struct LineRoleTests {
    private func candidates(_ question: String, _ text: String) -> [AnswerCandidates.Candidate] {
        AnswerCandidates(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)], documentShare: nil,
            settings: AnswerSettings()
        ).candidates
    }

    private let guide = """
        House guide

        How long may guests stay?
        Up to two weeks in a row.

        Error codes

        E3 means that the filter is blocked. Clean the filter then.

        The key is under the pot

        Bins: Tuesday

        Nothing else is to be done here.
        """
    private let mail = """
        From: Carla Brandt <carla@example.org>
        To: Tim Olsen
        Subject: Lake house in August
        Date: 3 June 2025

        Dear Tim,

        we have the lake house from 9 to 23 August. The key is with the neighbour, Mrs Holt.

        Carla
        """

    @Test func titlesAndQuestionsAreKnownByTheirShape() {
        let roles = candidates("What does E3 mean?", guide).map(\.role)
        // What has a verb or a colon says something.
        #expect(roles == [.title, .question, .text, .title, .text, .text, .text, .text, .text])
    }

    @Test func theBeginningOfAMailIsKnown() {
        let found = candidates("Where is the key of the lake house?", mail)
        #expect(found.prefix(4).map(\.role) == [.header(.people), .header(.people), .header(.subject), .header(.date)])
        #expect(found.dropFirst(4).allSatisfy { $0.role == .text })
        // Minutes have lines like these, and are from nobody.
        let minutes = candidates("Who was absent?", "Date: 3 June 2025\nAbsent: Jonas and Mia\n\nThe roof is new.")
        #expect(minutes.allSatisfy { $0.role == .text })
    }

    @Test(arguments: [
        ("Where is the key of the lake house?", [false, false, false, false]),
        ("When do we have the lake house?", [false, false, false, false]),
        ("Who sent the mail?", [true, true, false, false]), ("When was the mail sent?", [false, false, false, true]),
        ("What is the mail from Carla about?", [false, false, true, false]),
    ])
    func whatAsksAboutTheMailIsAnsweredByItsBeginning(question: String, isWanted: [Bool]) {
        #expect(candidates(question, mail).prefix(4).map(\.isWantedRole) == isWanted)
    }

    private func read(_ question: String, _ text: String, finding words: String) async throws -> String {
        let found = try await ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)], embed: nil,
            reader: ScriptedReader(finding: words))
        return try #require(found.sentences.first).text
    }

    @Test func aReaderThatTakesTheSubjectForTheAnswerIsHardlyBelieved() async throws {
        let first = try await read("Where is the key of the lake house?", mail, finding: "Lake house in August")
        #expect(first.contains("neighbour"))
    }

    /// Nothing is closer in meaning to a question than the question.
    @Test func aQuestionIsNoAnswerToItself() async throws {
        let question = "How long may guests stay?"
        let found = try await ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: guide, score: 1)]
        ) { texts in
            texts.map { $0.hasSuffix(question) ? [1, 0] : [0.1, 0.995] }
        }
        #expect(try #require(found.sentences.first).text == "Up to two weeks in a row.")
        #expect(found.sentences.allSatisfy { !$0.text.contains("?") })
    }

    @Test func aQuoteStopsAtTheNextTitle() throws {
        let found = ExtractiveAnswerer().answer(
            question: "How long may guests stay?", passages: [AnswerPassage(id: 0, text: guide, score: 1)])
        let first = try #require(found.sentences.first)
        #expect(guide.text(in: first.quote) == "Up to two weeks in a row.")
    }

    @Test(arguments: [
        ("Dear Ilse,", true), ("Sehr geehrte Frau Dr. Haddow,", true), ("Με αγάπη,", true), ("عزيزتي سلمى،", true),
        ("When it rains on Monday 5,", false), ("The key is here,", false), ("Dear Ilse", false),
    ])
    func aShortLineWithACommaGreets(line: String, greets: Bool) {
        let text = "Leeds, in May\n\n\(line)\n\nThe boat is sold."
        let start = "Leeds, in May\n\n".utf8.count
        let span = TextSpan(start: start, end: start + line.utf8.count)
        #expect(LineRoles.isGreeting(span, in: text) == greets)
        // In the middle of a text it is none.
        #expect(!LineRoles.isGreeting(TextSpan(start: 0, end: line.utf8.count), in: "\(line) the boat is sold."))
    }

    @Test func aGreetingDoesNotLead() throws {
        let text = "Dear Ilse,\n\nThe boat went to the grandson of old Macrae.\n\nYours sincerely,\nFergus\n"
        let found = ExtractiveAnswerer().answer(
            question: "What does Ilse have of the boat?", passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(found.sentences.allSatisfy { !$0.text.contains("Dear") && !$0.text.contains("sincerely") })
    }

    @Test func linesThatOnlySayWhoSpeaksStandAboveTheWords() {
        let talk = "Ann Lee  0:05\nThe pharmacy is on Duke Street.\n\nBo de Wit  0:12\nThe new one?\n"
        #expect(TurnHeads.spans(in: talk).map { talk.text(in: $0) } == ["Ann Lee  0:05", "Bo de Wit  0:12"])
        // A list of times is none, nor is one line of a note, nor times that run back.
        #expect(TurnHeads.spans(in: "Breakfast 8:00\nLunch 12:30\nDinner 18:00\n").isEmpty)
        #expect(TurnHeads.spans(in: "Lunch 12:30\nWe meet at the door.").isEmpty)
        #expect(TurnHeads.spans(in: "Ann 5:00\nWords.\nBo 2:00\nMore words.").isEmpty)
    }
}
