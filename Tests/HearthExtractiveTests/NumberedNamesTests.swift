import HearthCore
import Testing

@testable import HearthExtractive

/// What only a number tells from others of its kind is not taken for one of them.
@Suite struct NumberedNamesTests {
    private func tells(_ question: String, _ line: String) -> Bool? {
        NumberedNames(in: question) { ["who", "is", "the", "of", "in", "has", "now", "it", "does"].contains($0) }
            .tellsOfOther(line)
    }

    @Test(arguments: [
        ("Who is the landlord of Flat 9?", "Lease agreement, Flat 7, 22 Quarry Street", true),
        ("Who is the landlord of Flat 7?", "Lease agreement, Flat 7, 22 Quarry Street", false),
        ("Who is in room 12 now?", "Room 14 is let to a nurse.", true),
        ("Who has plot 12b?", "Plot 12a is free.", true),
        ("Who has plot 12b?", "The plots 12a and 12b are free.", false),
        ("Who is in Flat No. 9?", "Flat 7 is empty.", true),
        ("Wer wohnt in Wohnung 3?", "Wohnung Nr. 4 ist leer.", true),
    ])
    func aNumberTellsNamesApart(question: String, line: String, isOther: Bool) {
        #expect(tells(question, line) == isOther)
    }

    @Test(arguments: [
        // No name has a number.
        ("Who is the landlord?", "Lease agreement, Flat 7"), ("Who is in Flat 9?", "The rent is 700 euros."),
        // A day, a year and an amount.
        ("Who called on May 12?", "The bell rang on May 14."), ("Who won in Bergen 2019?", "Bergen 2021 was cold."),
        ("Does it take 20 minutes?", "They take 30 minutes."),
    ])
    func whatIsNoSuchNameSaysNothing(question: String, line: String) {
        #expect(tells(question, line) == nil)
    }

    private func answer(_ question: String, _ passage: AnswerPassage) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(question: question, passages: [passage])
    }

    private func bindings(_ question: String, _ passage: AnswerPassage) -> [NameBinding] {
        AnswerCandidates(
            question: question, passages: [passage], documentShare: nil, settings: AnswerSettings()
        ).candidates.map(\.binding)
    }

    @Test func aDocumentOfAnotherFlatDoesNotAnswerForThisOne() {
        let lease = AnswerPassage(
            id: 0, text: "Between Oonagh Brannigan (landlord) and Ilse Farnham (tenant).", score: 1,
            title: "Lease agreement, Flat 7")
        #expect(bindings("Who is the landlord of Flat 9?", lease) == [.other])
        #expect(bindings("Who is the landlord of Flat 7?", lease).contains(.other) == false)
        let found = answer("Who is the landlord of Flat 9?", lease)
        #expect(found.abstained || found.isUnsure)
    }

    @Test func theNearestHeadingTellsWhichIsMeant() {
        let house = AnswerPassage(
            id: 0, text: "# Flat 7\n\nThe rent is £700 a month.\n\n# Flat 9\n\nThe rent is £800 a month.", score: 1,
            headings: [TextSpan(start: 0, end: 8), TextSpan(start: 38, end: 46)])
        #expect(bindings("How much is the rent of Flat 9?", house).map { $0 == .other } == [true, false])
        #expect(answer("How much is the rent of Flat 9?", house).sentences.first?.text.contains("£800") == true)
    }
}
