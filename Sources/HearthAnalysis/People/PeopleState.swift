import Foundation
import HearthCore

/// The people of a journal while their owner corrects them.
struct PeopleState {
    /// The mildest label of an entry that has a name, by the name's key.
    private let labels: [String: SensitivityLabel]
    let view: PeopleView
    /// What is said of names, by their keys.
    var said: [String: PeopleRegister.Name]
    private var persons: [String: PeopleRegister.Person]

    init(entries: [NamedEntry], register: PeopleRegister) {
        var labels: [String: SensitivityLabel] = [:]
        for entry in entries {
            for name in entry.names {
                let key = PersonName(name.name).key
                labels[key] = min(labels[key] ?? .private, entry.label)
            }
        }
        self.labels = labels
        view = PeopleView(entries, register: register)
        said = Dictionary(register.names.map { ($0.key, $0) }) { first, _ in first }
        persons = Dictionary(register.persons.map { ($0.id, $0) }) { first, _ in first }
    }

    var register: PeopleRegister { PeopleRegister(persons: Array(persons.values), names: Array(said.values)) }

    // MARK: - Who is meant

    func person(_ text: String) throws -> PeopleView.Person {
        guard let index = view.person(text) else { throw Self.unknown(text, view) }
        return view.people[index]
    }

    static func unknown(_ text: String, _ view: PeopleView) -> StoreError {
        let near = NearestName.of(text, among: view.people.prefix(5_000).flatMap { $0.names.map(\.name) })
        let hint = near.map { " Did you mean \($0)?" } ?? " The list of people has the names."
        return StoreError(.unknownItem, "Nobody in the journal is called \(text.prefix(80)).\(hint)")
    }

    /// All names of somebody, or one where that one was named and is not the one that is shown.
    func names(_ text: String, of person: PeopleView.Person) -> [(key: String, name: String)] {
        let key = PersonName(text).key
        let one = person.names.filter { $0.key == key }
        return one.isEmpty || text == person.id || key == PersonName(person.name).key ? person.names : one
    }

    /// The name of which it is said that it is no person's.
    func excluded(_ text: String) -> PeopleRegister.Name? {
        said[PersonName(text).key].flatMap { $0.saidThing == nil ? nil : $0 }
    }

    // MARK: - What is said

    mutating func say(_ names: [(key: String, name: String)], are id: String) {
        for name in names { said[name.key] = .init(key: name.key, name: name.name, meaning: .person(id)) }
    }

    mutating func call(_ id: String, _ name: String, _ label: SensitivityLabel) {
        persons[id] = .init(id: id, name: name, label: label)
    }

    /// Says of somebody what holds by itself so far: that these are the names, and which is shown.
    ///
    /// - Returns: The id of the person.
    @discardableResult
    mutating func keep(
        _ person: PeopleView.Person, as name: String? = nil, _ names: [(key: String, name: String)]? = nil
    ) -> String {
        let name = name ?? person.name
        let id = id(of: person)
        say(names ?? person.names, are: id)
        // A name that the owner gave stays as private as it was.
        if persons[id]?.name != name { callByOwnName(id, name) }
        return id
    }

    /// Shows somebody by a name that entries have. It is used where it stands in the entries that may be read then, and nowhere else: what is stored
    /// of it must not outlive them.
    mutating func callByOwnName(_ id: String, _ name: String) { call(id, name, .private) }

    /// The id of somebody of whom something is said now. Until something is, the id follows from a name; one that did would tell that name to whoever
    /// tries names, where the name itself is not told.
    func id(of person: PeopleView.Person) -> String { persons[person.id] == nil ? Self.newID() : person.id }

    static func newID() -> String { UUID().uuidString.lowercased() }

    // MARK: - How private it is

    /// The mildest label of an entry that names somebody: who may read that entry knows of the person.
    func label(of person: PeopleView.Person) -> SensitivityLabel {
        person.names.compactMap { labels[$0.key] }.min() ?? .private
    }

    /// Whether any entry has a name, as whatever.
    func isWritten(_ key: String) -> Bool { labels[key] != nil }
}
