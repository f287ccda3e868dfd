import HearthCore
import Testing

@testable import HearthExtractive

/// Answers from calendars and address books, whose headings say what an entry is of, and when.
@Suite struct EntryAnswerTests {
    /// Each entry is a passage of its own, as it is a page of its file.
    private static func entry(_ id: Int, _ heading: String, _ lines: String = "") -> AnswerPassage {
        AnswerPassage(
            id: id, text: lines.isEmpty ? heading : "\(heading)\n\n\(lines)", score: 1 / Double(1 + id),
            headings: [TextSpan(start: 0, end: heading.utf8.count)], title: "Home", isEntry: true)
    }

    private static let calendar = [
        entry(0, "Optician Mira · 2026-03-04 10:00–10:30, Europe/Berlin", "Where: Quay Street 2"),
        entry(1, "Optician Mira · 2026-12-09 08:15–08:45, Europe/Berlin", "Where: Quay Street 2"),
        entry(2, "Optician Mira · 2026-11-30 08:15–08:45, Europe/Berlin", "Status: cancelled"),
        entry(
            3, "Rowing practice · 2026-09-02 18:00–19:30",
            "Repeats: every week on Wednesday\nFirst dates: 2026-09-02, 2026-09-09, 2026-09-16 and later\nWhere: Boat house"
        ),
        entry(4, "To do: Return the library books · due 2026-12-01"),
    ]

    private func answer(_ question: String, _ passages: [AnswerPassage] = calendar) -> ExtractiveAnswer {
        ExtractiveAnswerer().asked(on: CivilDate("2026-11-28"))
            .answer(question: question, passages: passages)
    }

    @Test(arguments: [
        ("When is my next optician appointment?", "Optician Mira · 2026-12-09 08:15–08:45, Europe/Berlin"),
        ("When was Mira last at the optician?", "Optician Mira · 2026-03-04 10:00–10:30, Europe/Berlin"),
        ("When do the library books have to be returned?", "To do: Return the library books · due 2026-12-01"),
    ]) func anEventSaysWhenItIs(question: String, told: String) throws {
        let first = try #require(answer(question).sentences.first)
        #expect((first.shown ?? first.text) == told)
    }

    @Test func whatComesAgainIsToldSo() {
        #expect(
            answer("When is the rowing practice?").sentences.first?.shown
                == "Rowing practice · 2026-09-02 18:00–19:30 · Repeats: every week on Wednesday")
    }

    @Test func aLineOfAnEntryIsToldWithWhatItIsOf() throws {
        let first = try #require(answer("Where is the rowing practice?").sentences.first)
        #expect(first.shown == "Rowing practice · 2026-09-02 18:00–19:30 · Where: Boat house")
        // The quote stays what the file has.
        #expect(first.text == "Where: Boat house")
    }

    // MARK: Numbers to call

    private static let people = [
        entry(0, "Nils Aker", "Phone (work): 0551 3001 22\nPhone (cell): 0171 4400 913\nEmail: nils@example.org"),
        entry(1, "Rosa Lind", "Birthday: 1984-09-17"),
        AnswerPassage(id: 2, text: "Call the tiler.\nHis number is 0160 2222 481.", score: 0.3, title: "Things to do"),
    ]

    @Test(arguments: [
        ("What is Nils Aker's mobile number?", "Nils Aker · Phone (cell): 0171 4400 913"),
        ("What is the work phone of Nils Aker?", "Nils Aker · Phone (work): 0551 3001 22"),
        ("Handynummer von Nils Aker", "Nils Aker · Phone (cell): 0171 4400 913"),
    ]) func aNumberIsThatOfWhomItIsAsked(question: String, told: String) {
        #expect(answer(question, Self.people).sentences.first?.shown == told)
    }

    @Test func anothersNumberIsNoAnswer() {
        #expect(answer("What is Rosa Lind's phone number?", Self.people).abstained)
        #expect(answer("What is the phone number of Olga Brandt?", Self.people).abstained)
        let tiler = answer("What is the number of the tiler?", Self.people)
        #expect(tiler.sentences.first?.text == "His number is 0160 2222 481.")
    }
}
