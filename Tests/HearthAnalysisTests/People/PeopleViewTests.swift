import Foundation
import HearthCore
import HearthText
import Testing

@testable import HearthAnalysis

/// Names that are one person's by themselves.
@Suite struct PeopleViewTests {
    private static func entry(
        _ id: String, _ names: [(String, Int)], language: String = "en", label: SensitivityLabel = .private,
        kind: NamedEntity.Kind = .person
    ) -> NamedEntry {
        NamedEntry(
            id: id, date: CivilDate("2026-03-01"), label: label, language: language,
            names: names.map { NamedEntity(name: $0.0, kind: kind, count: $0.1) })
    }

    /// The names of each person, in the order of the alphabet.
    private static func groups(_ names: [String], language: String = "en") -> Set<Set<String>> {
        let view = PeopleView([entry("a", names.map { ($0, 1) }, language: language)])
        return Set(view.people.map { Set($0.names.map(\.name)) })
    }

    @Test func aFirstNameIsTheOnePersonWhoHasIt() {
        let view = PeopleView([
            Self.entry("a", [("Priya", 5), ("Priya N.", 1), ("Priya Natarajan", 1), ("Jonas", 2)])
        ])
        #expect(Set(view.people.map(\.name)) == ["Priya", "Jonas"])
        let priya = view.person("priya natarajan").map { view.people[$0] }
        #expect(priya?.names.map(\.name) == ["Priya", "Priya Natarajan", "Priya N."])
    }

    @Test func twoOfOneFirstNameStayTwo() {
        #expect(Self.groups(["Anna", "Anna Keller", "Anna Lopez"]).count == 3)
        // An initial tells which of them is meant.
        #expect(Self.groups(["Anna", "Anna K.", "Anna Keller", "Anna Lopez"]).contains(["Anna K.", "Anna Keller"]))
        #expect(Self.groups(["Anna", "Anna K.", "Anna Keller", "Anna Kohl"]).count == 4)
    }

    @Test(arguments: [("Li", "Lin Wu"), ("Anna", "Annabel Smith"), ("A", "Anna Smith"), ("Smith", "Anna Smith")])
    func onlyWholeWordsFromTheBeginningAreTheSame(short: String, long: String) {
        #expect(!PersonName(short).isShort(for: PersonName(long)))
        #expect(Self.groups([short, long]).count == 2)
    }

    @Test(arguments: [
        (["José", "Jose", "JOSE", "José’s"], "es"), (["Zoë", "Zoe's"], "en"), (["Søren", "Soren"], "da"),
        (["J. K. Rowling", "J.K. Rowling"], "en"),
    ])
    func spellingsOfOneNameAreOne(names: [String], language: String) {
        #expect(PeopleView([Self.entry("a", names.map { ($0, 1) }, language: language)]).people.count == 1)
    }

    @Test func marksThatMakeOtherLettersStay() {
        #expect(PersonName("がく").key != PersonName("かく").key)
    }

    @Test func theWritersMotherIsOneWhateverSheIsCalled() {
        #expect(Self.groups(["Mum", "Mom", "Mother", "Dad"]) == [["Mum", "Mom", "Mother"], ["Dad"]])
        let view = PeopleView([
            Self.entry("a", [("Mama", 2)], language: "de"), Self.entry("b", [("Mum", 3)]),
            Self.entry("c", [("Papi", 1), ("Papa", 1)], language: "fr"),
        ])
        // In French, Papi is a grandfather.
        #expect(Set(view.people.map { Set($0.names.map(\.name)) }) == [["Mama", "Mum"], ["Papi"], ["Papa"]])
    }

    @Test func grandmothersAreTwo() {
        #expect(Self.groups(["Grandma", "Nan"]).count == 2)
    }

    @Test func anAuntIsWhoHasTheName() {
        #expect(Self.groups(["Aunt Rosa", "Rosa", "Auntie Rosa"]).count == 1)
        #expect(Self.groups(["Aunt Rosa", "Rosa", "Grandma Rosa"]).count == 3)
        #expect(Self.groups(["Mr. Keller", "Mrs. Keller", "Miss Keller"]).count == 3)
        #expect(Self.groups(["Primo Ana", "Prima Ana"], language: "es").count == 2)
    }

    @Test(arguments: [
        ("Mr. Martin", "Martin Keller"), ("Dr. Simon", "Simon Baker"), ("Aunt Rosa", "Rosa Klein"),
    ])
    func aTitleBeforeAFamilysNameMakesNobodyOfThatFirstName(titled: String, long: String) {
        #expect(!PersonName(titled).isShort(for: PersonName(long)))
        #expect(Self.groups([titled, long]).count == 2)
    }

    @Test func whatIsMostlyATownIsNoPerson() {
        let view = PeopleView([
            Self.entry("a", [("Austin", 1)]), Self.entry("b", [("Austin", 4)], kind: .location),
        ])
        #expect(view.people.isEmpty)
        #expect(view.meaning(of: NamedEntity(name: "Austin", kind: .person, count: 1)).kind == .location)
    }

    @Test func whoIsOncePersonOncePlaceAndOnceUntoldIsAPerson() {
        let once = [
            Self.entry("a", [("Sunniva", 1)], kind: .location), Self.entry("b", [("Sunniva", 1)]),
            Self.entry("c", [("Sunniva", 1)], kind: .other),
        ]
        #expect(PeopleView(once).people.map(\.name) == ["Sunniva"])
        // What can mostly not be told is nobody all the same.
        #expect(PeopleView(once + [Self.entry("d", [("Sunniva", 2)], kind: .other)]).people.isEmpty)
    }

    @Test func aCorrectionWinsOverEveryRule() {
        let entries = [
            Self.entry("a", [("Priya", 5), ("Priya N.", 2), ("Priya Natarajan", 1), ("Mum", 3), ("Paris", 1)])
        ]
        let register = PeopleRegister(
            persons: [
                .init(id: "one", name: "Priya"), .init(id: "two", name: "Priya Nolan"),
                .init(id: "mum", name: "Ingrid"),
            ],
            names: [
                .init(key: "priya", name: "Priya", meaning: .person("one")),
                .init(key: "priya natarajan", name: "Priya Natarajan", meaning: .person("one")),
                .init(key: "priya n", name: "Priya N.", meaning: .person("two")),
                .init(key: "mum", name: "Mum", meaning: .person("mum")),
                .init(key: "paris", name: "Paris", meaning: .notPerson(.place)),
            ])
        let view = PeopleView(entries, register: register)
        #expect(Set(view.people.map(\.name)) == ["Priya", "Priya Nolan", "Ingrid"])
        #expect(
            view.entities(entries[0].names).first { $0.name == "Paris" }
                == NamedEntity(name: "Paris", kind: .location, count: 1))
        // A new way of naming her mother joins the one that was corrected.
        let more = PeopleView(entries + [Self.entry("b", [("Mom", 1)])], register: register)
        #expect(more.person("Mom") == more.person("Mum"))
    }

    @Test func twoWhoAreSaidToBeTwoShareNoThird() {
        let register = PeopleRegister(
            persons: [.init(id: "a", name: "Mum"), .init(id: "b", name: "Mom")],
            names: [
                .init(key: "mum", name: "Mum", meaning: .person("a")),
                .init(key: "mom", name: "Mom", meaning: .person("b")),
            ])
        let view = PeopleView([Self.entry("x", [("Mum", 1), ("Mom", 1), ("Mother", 1)])], register: register)
        #expect(view.people.count == 3)
        let aunts = PeopleRegister(
            persons: [.init(id: "a", name: "Aunt Rosa"), .init(id: "b", name: "Tante Rosa")],
            names: [
                .init(key: "aunt rosa", name: "Aunt Rosa", meaning: .person("a")),
                .init(key: "tante rosa", name: "Tante Rosa", meaning: .person("b")),
            ])
        let named = [Self.entry("x", [("Aunt Rosa", 1), ("Tante Rosa", 1), ("Auntie Rosa", 1)])]
        #expect(PeopleView(named, register: aunts).people.count == 3)
    }

    /// All ways of saying mother are one person, who may be only one of those who are said to be others.
    @Test func whoIsJoinedFirstIsTheSameOnEveryRun() {
        for words in [["Mum", "Mom", "Mam", "Mummy", "Mommy", "Mama", "Mother"], ["Dad", "Daddy", "Papa", "Father"]] {
            let register = PeopleRegister(
                persons: words.map { .init(id: "id of \($0)", name: "\($0) Holm") },
                names: words.map {
                    .init(key: "\($0.lowercased()) holm", name: "\($0) Holm", meaning: .person("id of \($0)"))
                })
            let view = PeopleView(
                [Self.entry("a", words.flatMap { [($0, 1), ("\($0) Holm", 1)] })], register: register)
            #expect(
                words.map { view.person($0).map { view.people[$0].id } }
                    == words.map { _ in words.min().map { "id of \($0)" } })
        }
    }

    @Test func noTwoHaveOneID() throws {
        // What an earlier version stored.
        let id = PeopleView.id(of: "anna")
        let register = PeopleRegister(
            persons: [.init(id: id, name: "Lena")], names: [.init(key: "lena", name: "Lena", meaning: .person(id))])
        let entries = [Self.entry("a", [("Anna", 1), ("Lena", 1)])]
        let view = PeopleView(entries, register: register)
        #expect(Set(view.people.map(\.id)).count == 2)
        #expect(view.person(id) == view.person("Lena"))
        let anna = try #require(view.person("Anna"))
        #expect(view.person(view.people[anna].id) == anna)
        #expect(view.people[anna].id == PeopleView(entries, register: register).people[anna].id)
    }

    @Test func somebodyIsFoundByTheNameThatIsShownThoughNoEntryHasItAsAPersons() {
        let register = PeopleRegister(
            persons: [.init(id: "mum", name: "Paris")], names: [.init(key: "mum", name: "Mum", meaning: .person("mum"))]
        )
        let view = PeopleView(
            [Self.entry("a", [("Mum", 1)]), Self.entry("b", [("Paris", 2)], kind: .location)], register: register)
        #expect(view.person("Paris") != nil && view.person("Paris") == view.person("Mum"))
        #expect(view.meaning(of: NamedEntity(name: "Paris", kind: .location, count: 1)).kind == .location)
    }

    @Test func noWordOfMorePrivateEntriesIsToldToThoseWhoMayNotReadThem() {
        let entries = [
            Self.entry("open", [("Priya", 1), ("Mum", 1)], label: .personal),
            Self.entry("secret", [("Priya", 3), ("Priya Natarajan", 9), ("Lena", 1)], label: .private),
        ]
        let register = PeopleRegister(
            persons: [
                .init(id: "mum", name: "Ingrid", label: .private),
                .init(id: "lena", name: "Lena Holm", label: .private),
            ],
            names: [
                .init(key: "mum", name: "Mum", meaning: .person("mum")),
                .init(key: "ingrid", name: "Ingrid", meaning: .person("mum")),
                .init(key: "lena", name: "Lena", meaning: .person("lena")),
            ])
        let view = PeopleView(entries, register: register, upTo: .personal)
        #expect(Set(view.people.flatMap { [$0.name] + $0.names.map(\.name) }) == ["Priya", "Mum"])
        var told = register.persons
        told[1].label = .personal
        let open = PeopleView(
            entries, register: PeopleRegister(persons: told, names: register.names), upTo: .personal)
        #expect(open.person("Mum").map { open.people[$0].name } == "Ingrid")
    }

    /// One who is hostile writes twenty thousand names that begin alike.
    @Test func manyNamesTakeNoLongTime() {
        let names = (0..<20_000).map { ("Anna X\($0)", 1) }
        let clock = ContinuousClock()
        let took = clock.measure { #expect(PeopleView([Self.entry("a", names)]).people.count == names.count) }
        #expect(took < .seconds(30))
    }
}

@Suite struct OwnParentsTests {
    private static func found(_ text: String, _ language: String) -> [String] {
        KinNames.parents(in: text, language: language).map(\.text)
    }

    @Test func parentsAreNamedByWhatTheyAreToTheWriter() {
        #expect(Self.found("I called my mother, and my Dad's boat is sold.", "en") == ["Mother", "Dad"])
        #expect(Self.found("Meine Mutter hat angerufen.", "de") == ["Mutter"])
        #expect(Self.found("Avec ma mère au marché.", "fr") == ["Mère"])
        #expect(Self.found("my mother", "ja") == [])
    }

    @Test func othersAreNotTheWritersParents() {
        #expect(Self.found("His mother came. My mother-in-law too, and my mother in law.", "en") == [])
        // That name's affair.
        #expect(Self.found("I called my mother Ingrid.", "en") == [])
    }
}
