public import HearthCore

/// The people of a journal, and what their owner corrects of them.
public struct JournalPeople: Sendable {
    /// Somebody in the journal.
    public struct Person: Hashable, Codable, Sendable, Identifiable {
        public var id: String
        /// The name that is shown.
        public var name: String
        /// All names, the one used most first.
        public var names: [String]
        /// Entries that name the person.
        public var entries: Int
        /// How often the person is named in all.
        public var mentions: Int
        /// The first and the last day of an entry that names the person; `nil` where all are undated.
        public var first: CivilDate?
        public var last: CivilDate?
        /// Whether the owner said something of any of the names.
        public var isCorrected: Bool
    }

    /// A name of which the owner said that it is no person's.
    public struct Excluded: Hashable, Codable, Sendable {
        public var name: String
        public var kind: PeopleRegister.NotPerson
    }

    /// All of a journal, as whoever asks may know it.
    public struct List: Hashable, Sendable {
        /// Those who are named most often first.
        public var people: [Person]
        /// In the order of the alphabet.
        public var notPeople: [Excluded]
        /// The ids of the entries that have these names.
        public var entries: Set<String>
    }

    private let library: any JournalStore
    private let names: JournalNames

    /// - Parameter names: What was decoded before; it is shared by those who ask one after the other.
    package init(library: any JournalStore, names: JournalNames = JournalNames()) {
        self.library = library
        self.names = names
    }

    // MARK: - Reading

    /// Who is in the entries that were read.
    public func list() async throws -> List {
        list(of: try await NamedEntry.all(in: library, names), try await corrections())
    }

    private func list(of entries: [NamedEntry], _ register: PeopleRegister) -> List {
        let view = known(entries, register)
        var people = view.people.map { person in
            Person(
                id: person.id, name: person.name, names: person.names.map(\.name), entries: 0, mentions: 0,
                first: nil, last: nil, isCorrected: person.isCorrected)
        }
        var naming: Set<String> = []
        for entry in entries {
            var seen: Set<Int> = []
            for entity in entry.names {
                guard let person = view.meaning(of: entity).person else { continue }
                people[person].mentions += entity.count
                naming.insert(entry.id)
                guard seen.insert(person).inserted else { continue }
                people[person].entries += 1
                guard let date = entry.date else { continue }
                people[person].first = min(people[person].first ?? date, date)
                people[person].last = max(people[person].last ?? date, date)
            }
        }
        people.sort { a, b in
            a.mentions != b.mentions ? a.mentions > b.mentions : a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
        }
        // What an owner wrote is shown to others where it stands in what they may read.
        let written = isOwner ? [] : Set(Set(entries.flatMap(\.names).map(\.name)).map { PersonName($0).key })
        let excluded = register.names.compactMap { name in
            name.saidThing.flatMap { kind in
                isOwner || written.contains(name.key) ? Excluded(name: name.name, kind: kind) : nil
            }
        }
        return List(people: people, notPeople: excluded, entries: naming)
    }

    /// The ids of the entries that name somebody.
    ///
    /// - Parameter text: An id, or one of the person's names.
    /// - Throws: `unknown-item` where there is nobody of that name.
    public func entries(naming text: String) async throws -> Set<String> {
        let entries = try await NamedEntry.all(in: library, names)
        let view = known(entries, try await corrections())
        guard let person = view.person(text) else { throw PeopleState.unknown(text, view) }
        return Set(entries.filter { $0.names.contains { view.meaning(of: $0).person == person } }.map(\.id))
    }

    /// A digest of all corrections: what is made of the journal is to be looked at anew when it is another.
    package func digest() async throws -> [UInt8] {
        let register = try await corrections()
        return register.persons.flatMap { Array("\($0.id)\0\($0.name)\0".utf8) }
            + register.names.flatMap {
                Array("\($0.key)\0\($0.saidPerson ?? "")\0\($0.saidThing?.rawValue ?? "")\0".utf8)
            }
    }

    private var isOwner: Bool { Reader.labels.isOwner }

    /// What was corrected holds whoever asks; see ``DiaryPeople``.
    private func corrections() async throws -> PeopleRegister {
        try await Reader.$current.withValue(nil) { try await library.peopleRegister() }
    }

    private func known(_ entries: [NamedEntry], _ register: PeopleRegister) -> PeopleView {
        PeopleView(entries, register: register, upTo: Reader.current?.ceiling ?? .private)
    }

    // MARK: - Correcting

    /// Calls somebody something else. Names that are joined with that person now stay joined.
    ///
    /// - Parameter text: An id, or one of the person's names.
    /// - Throws: `unknown-item`; `invalid-input` for a name that cannot be one, that is somebody else's, or of which it was said that it is no person's.
    @discardableResult
    public func rename(_ text: String, to name: String) async throws -> Person {
        let name = try Self.checked(name)
        return try await change { state in
            let person = try state.person(text)
            if let other = state.view.person(name), state.view.people[other].id != person.id {
                throw StoreError(
                    .invalidInput,
                    "\(name) is somebody else in the journal. Say that they are the same person, or take another name.")
            }
            if let excluded = state.excluded(name) {
                throw StoreError(
                    .invalidInput,
                    "You said of \(excluded.name) that it is no person. Take that back, or take another name.")
            }
            let (id, key) = (state.id(of: person), PersonName(name).key)
            // What the entries have as a place stays one, though somebody is shown by that word. What could not be told there is told now.
            let isThing = state.view.things[key].map { $0 != .other } ?? false
            state.say(person.names + (isThing ? [] : [(key, name)]), are: id)
            if state.isWritten(key) {
                state.callByOwnName(id, name)
            } else {
                state.call(id, name, max(.personal, state.label(of: person)))
            }
            return id
        }
    }

    /// Says that somebody is the same person as another, under whose name both are counted.
    ///
    /// - Parameters:
    ///   - text: An id or the name that is shown, for all of that person's names; another of the names for that name alone.
    ///   - other: Who it is: an id, or one of the names.
    @discardableResult
    public func merge(_ text: String, into other: String) async throws -> Person {
        try await change { state in
            let (one, two) = (try state.person(text), try state.person(other))
            guard one.id != two.id else {
                throw StoreError(.invalidInput, "\(text) and \(other) are one person already.")
            }
            let moved = state.names(text, of: one)
            let rest = one.names.filter { name in !moved.contains { $0.key == name.key } }
            // Where one name goes alone, no rule may send the others after it.
            if !rest.isEmpty { state.keep(one, rest) }
            let id = state.keep(two)
            state.say(moved, are: id)
            return id
        }
    }

    /// Says that one name is somebody else than those with whom it was joined.
    @discardableResult
    public func split(_ text: String) async throws -> Person {
        try await change { state in
            let person = try state.person(text)
            let key = PersonName(text).key
            let rest = person.names.filter { $0.key != key }
            guard let name = person.names.first(where: { $0.key == key }) else {
                throw StoreError(
                    .invalidInput, "Write the name that is somebody else: one of \(Self.listed(person.names)).")
            }
            guard let first = rest.first else {
                throw StoreError(.invalidInput, "\(name.name) is a person alone, and joined with no other name.")
            }
            // Who is shown by the name that goes is called by another.
            let isShown = PersonName(person.name).key == key
            state.keep(person, as: isShown ? first.name : person.name, rest)
            let id = PeopleState.newID()
            state.say([name], are: id)
            state.callByOwnName(id, name.name)
            return id
        }
    }

    /// Says that a name was taken for a person's wrongly, or that somebody is not to be counted.
    ///
    /// - Parameter text: An id or the name that is shown, for all of that person's names; another of the names for that name alone. Also a name of
    ///   which this was said before.
    /// - Returns: The names.
    @discardableResult
    public func exclude(_ text: String, as kind: PeopleRegister.NotPerson) async throws -> [Excluded] {
        var names: [Excluded] = []
        try await edit { state in
            let found: [(key: String, name: String)]
            if let known = state.excluded(text) {
                found = [(known.key, known.name)]
            } else {
                found = state.names(text, of: try state.person(text))
            }
            for name in found {
                state.said[name.key] = .init(key: name.key, name: name.name, meaning: .notPerson(kind))
            }
            names = found.map { Excluded(name: $0.name, kind: kind) }
        }
        return names
    }

    /// Takes back what was said of a name, or of all names of somebody: they are joined by rules again.
    ///
    /// - Parameter text: An id or the name that is shown, for all of that person's names; another name for that name alone.
    /// - Returns: The names.
    /// - Throws: `unknown-item` where nothing was said of it.
    @discardableResult
    public func forget(_ text: String) async throws -> [String] {
        var forgotten: [String] = []
        try await edit { state in
            let names: [(key: String, name: String)]
            if let known = state.excluded(text) {
                names = [(known.key, known.name)]
            } else {
                names = state.names(text, of: try state.person(text))
            }
            let said = names.filter { state.said[$0.key] != nil }
            guard !said.isEmpty else {
                throw StoreError(.unknownItem, "Nothing was corrected of \(text.prefix(80)).")
            }
            for name in said { state.said[name.key] = nil }
            forgotten = said.map(\.name)
        }
        return forgotten
    }

    /// Takes back everything that was said of names.
    ///
    /// - Returns: Of how many names something had been said.
    @discardableResult
    public func forgetAll() async throws -> Int {
        let register = try await library.peopleRegister()
        guard !register.isEmpty else { return 0 }
        try await library.storePeopleRegister(PeopleRegister(), over: register)
        return register.names.count
    }

    // MARK: -

    private static func listed(_ names: [(key: String, name: String)]) -> String {
        names.prefix(10).map(\.name).joined(separator: ", ")
    }

    private static func checked(_ name: String) throws -> String {
        let name = name.singleSpaced
        guard !PersonName(name).key.isEmpty, name.utf8.count <= PeopleRegister.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw StoreError(
                .invalidInput,
                "A person's name has 1 to \(PeopleRegister.longestName) bytes in one line. Write another one.")
        }
        return name
    }

    /// - Returns: The entries, and the corrections as they are now.
    @discardableResult
    private func edit(
        _ body: (inout PeopleState) throws -> Void
    ) async throws -> (entries: [NamedEntry], register: PeopleRegister) {
        let (entries, former) = (try await NamedEntry.all(in: library, names), try await library.peopleRegister())
        var state = PeopleState(entries: entries, register: former)
        try body(&state)
        let register = state.register
        try await library.storePeopleRegister(register, over: former)
        return (entries, register)
    }

    /// - Parameter body: Gives the id of the person that is told.
    private func change(_ body: (inout PeopleState) throws -> String) async throws -> Person {
        var id = ""
        let (entries, register) = try await edit { id = try body(&$0) }
        guard let person = list(of: entries, register).people.first(where: { $0.id == id }) else {
            throw PeopleRegister.changedMeanwhile
        }
        return person
    }
}
