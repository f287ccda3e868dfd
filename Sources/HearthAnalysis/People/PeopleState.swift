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
        guard text != person.id, key != PersonName(person.name).key else { return person.names }
        return person.names.filter { $0.key == key }
    }

    /// The name of which it is said that it is no person's.
    func excluded(_ text: String) -> PeopleRegister.Name? {
        said[PersonName(text).key].flatMap { $0.notPerson == nil ? nil : $0 }
    }

    // MARK: - What is said

    mutating func say(_ names: [(key: String, name: String)], are id: String) {
        for name in names { said[name.key] = .init(key: name.key, name: name.name, meaning: .person(id)) }
    }

    mutating func call(_ id: String, _ name: String, _ label: SensitivityLabel) {
        persons[id] = .init(id: id, name: name, label: label)
    }

    /// Says of somebody what holds by itself so far: that these are the names, and which is shown.
    mutating func keep(
        _ person: PeopleView.Person, as name: String? = nil, _ names: [(key: String, name: String)]? = nil
    ) {
        let name = name ?? person.name
        say(names ?? person.names, are: person.id)
        // A name that the owner gave stays as private as it was.
        if persons[person.id]?.name == name { return }
        call(person.id, name, label(ofKey: PersonName(name).key))
    }

    /// An id that nobody has.
    func newID(_ key: String) -> String {
        let id = PeopleView.id(of: key)
        let isTaken = persons[id] != nil || view.people.contains { $0.id == id }
        return isTaken ? UUID().uuidString.lowercased() : id
    }

    // MARK: - How private it is

    /// The mildest label of an entry that names somebody: who may read that entry knows of the person.
    func label(of person: PeopleView.Person) -> SensitivityLabel {
        person.names.map { label(ofKey: $0.key) }.min() ?? .private
    }

    /// The mildest label of an entry that has a name.
    func label(ofKey key: String) -> SensitivityLabel { labels[key] ?? .private }
}
