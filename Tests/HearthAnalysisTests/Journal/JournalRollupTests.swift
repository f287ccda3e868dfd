import Foundation
import HearthAnalysis
import HearthCore
import HearthModels
import HearthTesting
import Testing

@Suite struct JournalRollupTests {
    private static let levels = [RollupLevel.day, .week, .month, .year, .yearWrap]

    private static func entry(_ id: String, _ day: String?, _ text: String) -> JournalSession {
        JournalSession(id: id, date: day.flatMap { CivilDate($0) }, text: text, languages: ["en"])
    }

    @Test func nothingIsMadeAgainWhenNothingChanged() async throws {
        let fixture = JournalFixture()
        let entries = JournalFixture.entries(from: "2024-12-20", days: 40)
        #expect(try await fixture.journal.add(entries).allSatisfy { $0 == .added })
        for level in Self.levels { #expect(try await !fixture.recomputed(level).isEmpty) }
        var before: [RollupLevel: [PeriodIntelligence]] = [:]
        for level in Self.levels { before[level] = try await fixture.periods(level).map(\.intelligence) }
        #expect(try await fixture.journal.add(entries).allSatisfy { $0 == .unchanged })
        for level in Self.levels {
            #expect(try await fixture.recomputed(level).isEmpty)
            #expect(try await fixture.periods(level).map(\.intelligence) == before[level])
        }
    }

    @Test func anEditMakesOnlyItsAncestorsAnew() async throws {
        let fixture = JournalFixture()
        // Week 1 of 2025 has days of both years.
        try await fixture.journal.add(JournalFixture.entries(from: "2024-11-01", days: 120, share: 1))
        for level in Self.levels { _ = try await fixture.periods(level) }
        try await fixture.journal.add([Self.entry("2024-12-31-0", "2024-12-31", "I stayed at home with Anna Keller.")])
        #expect(try await fixture.recomputed(.day) == ["2024-12-31"])
        #expect(try await fixture.recomputed(.week) == ["2025-W01"])
        #expect(try await fixture.recomputed(.month) == ["2024-12"])
        #expect(try await fixture.recomputed(.year) == ["2024"])
        #expect(try await fixture.recomputed(.yearWrap) == ["2024"])
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session))
        #expect(sessions.allSatisfy { !$0.recomputed })
    }

    @Test func movingAnEntryMakesBothPlacesAnew() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add([
            Self.entry("a", "2024-02-29", "A leap day in the garden."),
            Self.entry("b", "2024-02-28", "The day before it."),
            Self.entry("c", "2025-05-05", "Another year by the sea."),
        ])
        for level in Self.levels { _ = try await fixture.periods(level) }
        try await fixture.journal.add([Self.entry("a", "2025-05-05", "A leap day in the garden.")])
        #expect(try await fixture.periods(.day).map(\.intelligence.period) == ["2024-02-28", "2025-05-05"])
        #expect(try await fixture.recomputed(.month) == ["2024-02", "2025-05"])
        #expect(try await fixture.periods(.year).map(\.intelligence.numbers.entries) == [1, 2])
    }

    @Test func aRemovedEntryLeavesNoTraceInAnyPeriod() async throws {
        let fixture = JournalFixture()
        let secret = "The secret word is Xylophonium, said my neighbour."
        try await fixture.journal.add([
            Self.entry("a", "2026-03-01", secret), Self.entry("b", "2026-03-08", "A quiet walk along the river."),
        ])
        for level in Self.levels { _ = try await fixture.periods(level) }
        #expect(try await fixture.journal.remove(id: "a"))
        // Before anything is made anew, too.
        for level in RollupLevel.allCases {
            let periods = try await fixture.library.journalKeys(level, model: "basic").keys.sorted()
            for content in try await fixture.library.journalContents(level, model: "basic", periods: periods).values {
                #expect(!String(decoding: content, as: UTF8.self).contains("Xylophonium"))
            }
        }
        #expect(try await fixture.periods(.day).map(\.intelligence.period) == ["2026-03-08"])
        #expect(try await fixture.periods(.year).first?.intelligence.numbers.entries == 1)
        #expect(try await fixture.journal.remove(id: "a") == false)
        #expect(try await fixture.library.documents().count == 1)
    }

    @Test func twoEntriesOfOneDayAreKeptInTheOrderOfTheirTimes() async throws {
        let fixture = JournalFixture()
        var late = Self.entry("late", "2026-03-01", "In the evening I went to the theatre.")
        late.time = 79_200
        var early = Self.entry("early", "2026-03-01", "In the morning I swam in the lake.")
        early.time = 25_200
        try await fixture.journal.add([late, early])
        let day = try #require(try await fixture.periods(.day).first).intelligence
        #expect(day.numbers.entries == 2)
        #expect(Set(day.quotes.map(\.entryID)) == ["early", "late"])
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session))
        #expect(sessions.map(\.intelligence.entryID) == ["early", "late"])
    }

    @Test func anUndatedEntryIsKeptAndEntersNoRollup() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add([
            Self.entry("u", nil, "Somewhere, some time, by the sea."),
            Self.entry("d", "2026-03-01", "A day of its own."),
        ])
        #expect(try await fixture.journal.heads().map(\.id) == ["d", "u"])
        for level in Self.levels {
            #expect(try await fixture.periods(level).map(\.intelligence.numbers.entries) == [1])
        }
        let alone = try await fixture.journal.rollup.session(id: "u")
        #expect(alone.intelligence.quotes.first?.text == "Somewhere, some time, by the sea.")
    }

    @Test(arguments: [
        "x", "Ok.", "[…]", "今日は海へ行った。とても楽しかった。", "🙂🙂🙂", "no full stop and no capital anywhere here",
        "line one\nline two\n\nline three", "a\0b with a NUL in it, kept as it is.",
        "\u{202E}evil text that turns around", String(repeating: "longword", count: 400),
    ])
    func anyEntryHasAQuoteOfItsOwn(text: String) async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add([JournalSession(id: "e", date: CivilDate("2026-03-01"), text: text)])
        for level in Self.levels {
            let period = try #require(try await fixture.periods(level).first).intelligence
            let quote = try #require(period.quotes.first)
            #expect(Array(text.utf8).firstRange(of: Array(quote.text.utf8)) != nil && !quote.text.isEmpty)
            #expect(!period.summary.isEmpty)
        }
        let stored = try await fixture.journal.session("e")
        #expect(Array(stored.text.utf8) == Array(text.utf8))
    }

    @Test func entriesThatCannotBeKeptAreRefusedAsAWhole() async throws {
        let fixture = JournalFixture()
        for bad in [Self.entry("", nil, "x"), Self.entry("a\0b", nil, "x")] {
            await #expect(throws: StoreError.self) {
                try await fixture.journal.add([Self.entry("good", nil, "text"), bad])
            }
        }
        await #expect(throws: EmptyTextError.self) {
            try await fixture.journal.add([Self.entry("good", nil, "text"), Self.entry("e", nil, " \n\t")])
        }
        #expect(try await fixture.journal.heads().isEmpty)
    }

    @Test func entriesAreFoundLikeDocuments() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add([Self.entry("a", "2026-03-01", "We planted a quince tree behind the house.")])
        let document = try #require(try await fixture.library.documents().first)
        #expect(document.paths == ["journal:a"])
        #expect(document.label == .private)
        try await fixture.journal.add([Self.entry("a", "2026-03-01", "We planted a pear tree.")])
        let documents = try await fixture.library.documents()
        #expect(documents.count == 1)
        #expect(try await fixture.library.text(ofDocument: documents[0].id) == "We planted a pear tree.")
    }

    @Test func daysInARowCountUntilTheDayIsOver() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add(
            ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"].map { Self.entry($0, $0, "Something happened.") })
        let journal = fixture.journal
        #expect(try await journal.currentStreak(today: #require(CivilDate("2026-03-01"))) == 4)
        #expect(try await journal.currentStreak(today: #require(CivilDate("2026-03-02"))) == 4)
        #expect(try await journal.currentStreak(today: #require(CivilDate("2026-03-03"))) == 0)
    }
}
