import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthAnalysis

/// What an owner corrects of the people of a journal, and what follows from it.
@Suite struct JournalPeopleTests {
    private struct Diary {
        let fixture = JournalFixture()
        var library: MemoryLibrary { fixture.library }
        var people: JournalPeople { JournalPeople(library: fixture.library) }

        static let rows: [(day: String, text: String)] = [
            ("2026-03-01", "Told Mum about the boat. Anna Keller came."),
            ("2026-03-02", "Mom was on the telephone. Anna Keller and Maria Lopez walked with me."),
            ("2026-04-05", "Sailed with Tom Baker all day long."),
        ]

        init() async throws {
            try await write()
            try await fixture.journal.rollup.readNames()
        }

        func write() async throws {
            try await fixture.journal.add(
                Self.rows.map {
                    JournalSession(id: $0.day, date: CivilDate($0.day), text: $0.text, languages: ["en"])
                })
        }

        func add(_ id: String, _ text: String, label: SensitivityLabel = .private) async throws {
            let date = CivilDate(id) ?? CivilDate("2026-07-01")
            try await fixture.journal.add([
                JournalSession(id: id, date: date, text: text, languages: ["en"], label: label)
            ])
            try await fixture.journal.rollup.readNames()
        }

        func counted(_ level: RollupLevel) async throws -> [String: Int] {
            let periods = try await fixture.periods(level).map(\.intelligence)
            return Dictionary(
                periods.flatMap(\.numbers.people).map { ($0.name, $0.mentions) }, uniquingKeysWith: +)
        }
    }

    @Test func peopleAreCountedOverTheWholeDiary() async throws {
        let found = try await Diary().people.list().people
        let mother = try #require(found.first { $0.names.contains("Mum") })
        #expect(Set(mother.names) == ["Mum", "Mom"] && mother.mentions == 2 && mother.entries == 2)
        #expect(mother.first == CivilDate("2026-03-01") && mother.last == CivilDate("2026-03-02"))
        #expect(found.first { $0.name == "Anna Keller" }?.mentions == 2)
        #expect(found.allSatisfy { !$0.isCorrected })
    }

    @Test func aCorrectionMakesAnewThePeriodsThatHaveTheNamesAndNoOthers() async throws {
        let diary = try await Diary()
        for level in [RollupLevel.day, .month, .year] { _ = try await diary.fixture.periods(level) }
        #expect(try await diary.fixture.recomputed(.day) == [])
        let person = try await diary.people.merge("Mom", into: "Maria Lopez")
        #expect(person.name == "Maria Lopez" && person.isCorrected && person.mentions == 3)
        #expect(try await diary.fixture.recomputed(.day) == ["2026-03-01", "2026-03-02"])
        #expect(try await diary.fixture.recomputed(.month) == ["2026-03"])
        #expect(try await diary.fixture.recomputed(.year) == ["2026"])
        #expect(try await diary.counted(.year)["Maria Lopez"] == 3)
        // Nothing is read again.
        let read = try await diary.fixture.journal.rollup.sessions(.init(level: .session))
        #expect(read.allSatisfy { !$0.recomputed })
        #expect(read.first?.intelligence.entities.contains { $0.name == "Maria Lopez" } == true)
    }

    @Test func aCorrectionOutlivesEntriesAndNewRollups() async throws {
        let diary = try await Diary()
        try await diary.people.rename("Mum", to: "Ingrid")
        for row in Diary.rows { try await diary.fixture.journal.remove(id: row.day) }
        let gone = try await diary.people.list().people
        #expect(gone.map(\.name) == ["Ingrid"] && gone.first?.mentions == 0)
        try await diary.write()
        _ = try await diary.fixture.journal.rollup.periods(.init(level: .year, again: true))
        #expect(try await diary.counted(.year)["Ingrid"] == 2)
        #expect(try await diary.people.list().people.first { $0.name == "Ingrid" }?.mentions == 2)
    }

    @Test func aNameThatIsSplitStaysApart() async throws {
        let diary = try await Diary()
        let mom = try await diary.people.split("Mom")
        #expect(mom.names == ["Mom"])
        let found = try await diary.people.list().people
        #expect(found.first { $0.name == "Mum" }?.names == ["Mum"])
        #expect(Set(found.map(\.id)).count == found.count)
        await #expect(throws: StoreError.self) { try await diary.people.split("Mom") }
        // And together again.
        #expect(Set(try await diary.people.merge("Mom", into: "Mum").names) == ["Mum", "Mom"])
    }

    @Test func theShownNameCanBeSplitOff() async throws {
        let diary = try await Diary()
        let before = try #require(try await diary.people.list().people.first { $0.names.contains("Mom") })
        let apart = try await diary.people.split(before.name)
        #expect(apart.names == [before.name])
        let rest = try #require(
            try await diary.people.list().people.first { !$0.names.contains(before.name) && $0.isCorrected })
        #expect(rest.names == before.names.filter { $0 != before.name } && rest.id != apart.id)
    }

    @Test func whatIsNoPersonIsCountedAsWhatItIs() async throws {
        let diary = try await Diary()
        let names = try await diary.people.exclude("Anna Keller", as: .organization)
        #expect(names == [.init(name: "Anna Keller", kind: .organization)])
        #expect(try await diary.counted(.year)["Anna Keller"] == nil)
        let found = try await diary.people.list()
        #expect(found.notPeople == names && !found.people.contains { $0.name == "Anna Keller" })
        #expect(try await diary.people.exclude("anna keller", as: .place).first?.kind == .place)
        // Taken back, all is as it was.
        #expect(try await diary.people.forget("Anna Keller") == ["Anna Keller"])
        #expect(try await diary.counted(.year)["Anna Keller"] == 2)
        #expect(try await diary.library.peopleRegister().isEmpty)
    }

    @Test func anotherNameOfSomebodyIsMeantAlone() async throws {
        let diary = try await Diary()
        try await diary.people.rename("Mum", to: "Ingrid")
        #expect(try await diary.people.exclude("Mom", as: .other).map(\.name) == ["Mom"])
        #expect(try await diary.people.list().people.first { $0.name == "Ingrid" }?.mentions == 1)
        #expect(try await diary.people.forgetAll() == 3)
        #expect(try await diary.library.peopleRegister().isEmpty)
    }

    @Test func anIdIsGivenWithTheFirstCorrectionAndStays() async throws {
        let diary = try await Diary()
        let mother = try #require(try await diary.people.list().people.first { $0.names.contains("Mum") })
        let renamed = try await diary.people.rename(mother.id, to: "Ingrid")
        // It tells no name to whoever tries names.
        let stored = try #require(try await diary.library.peopleRegister().persons.first)
        #expect(stored.id == renamed.id && UUID(uuidString: stored.id) != nil)
        #expect(try await diary.people.rename("Ingrid", to: "Ingrid S.").id == renamed.id)
        #expect(try await diary.people.split("Mom").id != renamed.id)
        #expect(try await diary.people.merge("Mom", into: renamed.id).id == renamed.id)
        #expect(try await diary.people.entries(naming: renamed.id) == ["2026-03-01", "2026-03-02"])
        // Whoever still asks by the id from before finds the same person, with all names.
        #expect(try await diary.people.entries(naming: mother.id) == ["2026-03-01", "2026-03-02"])
        #expect(try await diary.people.rename(mother.id, to: "Ingrid").id == renamed.id)
        #expect(try await diary.people.forget(mother.id).contains("Mum"))
        #expect(try await diary.library.peopleRegister().isEmpty)
    }

    @Test func oneNameThatIsSomebodyElsesTakesNoOtherAlong() async throws {
        let diary = try await Diary()
        try await diary.add("2026-06-01", "Mum wrote. Mum called, and Mum laughed.")
        let mother = try #require(try await diary.people.list().people.first { $0.names.contains("Mum") })
        #expect(mother.name == "Mum")
        let tom = try await diary.people.merge("Mom", into: "Tom Baker")
        #expect(Set(tom.names) == ["Tom Baker", "Mom"])
        let rest = try #require(try await diary.people.list().people.first { $0.name == "Mum" })
        #expect(rest.names == ["Mum"] && rest.id != tom.id && rest.mentions == mother.mentions - 1)
        // All names together go by the one that is shown.
        #expect(try await diary.people.merge("Mom", into: "Mum").names.count == 2)
        #expect(try await diary.people.merge("Mum", into: "Tom Baker").names.count == 3)
    }

    @Test func aShortNameThatIsSomebodyElsesLeavesTheLongOne() async throws {
        let diary = try await Diary()
        try await diary.add("2026-06-01", "Walked with Tom again.")
        let person = try #require(try await diary.people.list().people.first { $0.name == "Tom Baker" })
        #expect(Set(person.names) == ["Tom Baker", "Tom"])
        #expect(Set(try await diary.people.merge("Tom", into: "Maria Lopez").names) == ["Maria Lopez", "Tom"])
        #expect(try await diary.people.list().people.first { $0.name == "Tom Baker" }?.names == ["Tom Baker"])
    }

    @Test func aPlaceStaysOneWhenSomebodyIsShownByItsName() async throws {
        let diary = try await Diary()
        try await diary.add("2026-06-01", "We flew to Paris. Paris was cold, and I like Paris.")
        let renamed = try await diary.people.rename("Mum", to: "Paris")
        #expect(renamed.name == "Paris" && Set(renamed.names) == ["Mum", "Mom"] && renamed.mentions == 2)
        // By that name all of the person's names are meant.
        #expect(Set(try await diary.people.forget("Paris")) == ["Mum", "Mom"])
        #expect(try await diary.people.list().people.allSatisfy { !$0.names.contains("Paris") })
        _ = try await diary.people.exclude("Anna Keller", as: .organization)
        let refused = await #expect(throws: StoreError.self) { try await diary.people.rename("Mum", to: "Anna Keller") }
        #expect(refused?.reason == .invalidInput)
        #expect(try await diary.people.list().notPeople.map(\.name) == ["Anna Keller"])
    }

    @Test func whatCouldNotBeToldIsThePersonWhoIsCalledSo() async throws {
        let diary = try await Diary()
        try await diary.add("2026-06-01", "Then I asked Quillon about it.")
        let session = try await diary.fixture.journal.rollup.session(id: "2026-06-01").intelligence
        #expect(session.entities.contains(NamedEntity(name: "Quillon", kind: .other, count: 1)))
        #expect(try await diary.people.rename("Mum", to: "Quillon").mentions == 3)
    }

    /// A name that was shown to others because an entry had it is not shown any more when that entry is private.
    @Test func aNameOfEntriesIsNoMorePublicThanTheEntriesAreNow() async throws {
        let diary = try await Diary()
        try await diary.add("open", "Lunch with Tom Baker.", label: .personal)
        try await diary.add("other", "Mum was there.", label: .personal)
        try await diary.people.merge("Mum", into: "Tom Baker")
        func told() async throws -> [String] {
            try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .personal)) {
                try await diary.people.list().people.map(\.name)
            }
        }
        #expect(try await told() == ["Tom Baker"])
        try await diary.fixture.journal.remove(id: "open")
        #expect(try await told() == ["Mum"])
        #expect(try await diary.library.peopleRegister().persons.map(\.label) == [.private])
        // A name that is given, and that private entries have, is theirs.
        try await diary.people.rename("Tom Baker", to: "Mom")
        #expect(try await told() == ["Mum"])
    }

    @Test func whatCannotBeCorrectedIsRefusedInWords() async throws {
        let diary = try await Diary()
        func reason(_ work: (JournalPeople) async throws -> Void) async -> StoreError.Reason? {
            do {
                try await work(diary.people)
                return nil
            } catch { return (error as? StoreError)?.reason }
        }
        #expect(await reason { try await $0.rename("Nobody", to: "X") } == .unknownItem)
        #expect(await reason { try await $0.rename("Mum", to: "Anna Keller") } == .invalidInput)
        #expect(await reason { try await $0.rename("Mum", to: " \n") } == .invalidInput)
        #expect(await reason { try await $0.rename("Mum", to: String(repeating: "x", count: 300)) } == .invalidInput)
        #expect(await reason { try await $0.merge("Mum", into: "Mom") } == .invalidInput)
        #expect(await reason { try await $0.split("Anna Keller") } == .invalidInput)
        #expect(await reason { _ = try await $0.forget("Mum") } == .unknownItem)
        #expect(await reason { _ = try await $0.entries(naming: "Nobody") } == .unknownItem)
        #expect(try await diary.library.peopleRegister().isEmpty)
        let message = await #expect(throws: StoreError.self) { try await diary.people.rename("Ana Keller", to: "X") }
        #expect(message?.message.contains("Anna Keller") == true)
    }

    @Test func aProgramLearnsOfThoseWhomItMayReadAndCorrectsNobody() async throws {
        let diary = try await Diary()
        try await diary.fixture.journal.add([
            JournalSession(
                id: "open", date: CivilDate("2026-05-01"), text: "Lunch with Tom Baker.", languages: ["en"],
                label: .personal)
        ])
        try await diary.fixture.journal.rollup.readNames()
        try await diary.people.rename("Mum", to: "Ingrid")
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .personal)) {
            let found = try await diary.people.list()
            #expect(found.people.map(\.name) == ["Tom Baker"] && found.people.first?.mentions == 1)
            await #expect(throws: StoreError.self) { try await diary.people.rename("Tom Baker", to: "X") }
        }
    }

    /// A month that a program may read is counted as it is for the owner, and made once.
    @Test func periodsAreTheSameWhoeverHasThemMade() async throws {
        let diary = try await Diary()
        try await diary.fixture.journal.add([
            JournalSession(
                id: "open", date: CivilDate("2026-05-01"), text: "Lunch with Tom Baker.", languages: ["en"],
                label: .personal)
        ])
        try await diary.fixture.journal.rollup.readNames()
        try await diary.people.rename("Tom Baker", to: "Pete")
        _ = try await diary.fixture.periods(.month)
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .personal)) {
            let months = try await diary.fixture.periods(.month)
            #expect(months.map(\.intelligence.period) == ["2026-05"] && months.allSatisfy { !$0.recomputed })
            // A person who is known from a personal entry is called as the owner says.
            #expect(months.first?.intelligence.numbers.people.map(\.name) == ["Pete"])
        }
    }

    @Test func aRelativeIsNamedAlsoBehindTheFirstWordOfASentence() async throws {
        let session = JournalSession(
            id: "kin", date: CivilDate("2026-03-01"),
            text: "Told Mum about the boat. Asked Mum again. Great Grandma came with Anna Keller.", languages: ["en"])
        let people = try await BasicSessionAnalyst(tagger: nil).analyze(session).entities.filter { $0.kind == .person }
        #expect(people.contains(NamedEntity(name: "Mum", kind: .person, count: 2)), "\(people)")
        #expect(Set(people.map(\.name)) == ["Mum", "Great Grandma", "Anna Keller"], "\(people)")
    }

    @Test func thoseWhoSpeakInARecordingArePeople() async throws {
        let session = JournalSession(
            id: "spoken", date: CivilDate("2026-03-01"), text: "Good morning. It rained all night.",
            cues: [
                Cue(start: 0, end: 1, speaker: "Ruth Adler", text: "Good morning."),
                Cue(start: 1, end: 2, speaker: "Speaker 2", text: "It rained all night."),
            ], languages: ["en"])
        let read = try await BasicSessionAnalyst(tagger: nil).analyze(session)
        #expect(read.entities.filter { $0.kind == .person }.map(\.name) == ["Ruth Adler"])
    }
}
