import Foundation
import HearthCore
import HearthText

/// Who is who in a journal, for those who may read its entries up to a label.
///
/// It is made of the names in those entries alone, and of what the owner said of names. That two names are one person's, or that one is no
/// person's, holds at every label; a word is given only where it stands in an entry up to that label, or is a name that its owner gave and that is
/// no more private.
struct PeopleView: Sendable {
    /// Somebody, with all names.
    struct Person: Sendable {
        var id: String
        /// The name that is shown.
        var name: String
        /// The keys of all names with how they are written, the one used most first.
        var names: [(key: String, name: String)]
        /// Whether something is said of any of the names.
        var isCorrected: Bool
    }

    /// What a name in an entry is counted as.
    struct Meaning: Hashable, Sendable {
        var kind: NamedEntity.Kind
        /// The name under which it is counted.
        var name: String
        /// The number of the person among ``PeopleView/people``.
        var person: Int?
    }

    private(set) var people: [Person] = []
    /// By names as they stand in entries.
    private var meanings: [String: Meaning] = [:]
    /// By keys.
    private var persons: [String: Int] = [:]
    private var ids: [String: Int] = [:]
    /// What the names are that are no person's, by keys.
    private(set) var things: [String: NamedEntity.Kind] = [:]
    /// By the keys of names that are shown.
    private var shown: [String: Int] = [:]

    init(_ entries: [NamedEntry], register: PeopleRegister = PeopleRegister(), upTo label: SensitivityLabel = .private)
    {
        var tally = NameTally()
        for entry in entries where entry.label <= label { tally.add(entry) }
        let said = Dictionary(register.names.map { ($0.key, $0) }) { first, _ in first }
        var keys = tally.counts.filter { key, count in
            said[key].map { $0.saidPerson != nil } ?? (count.kind == .person)
        }.map(\.key)
        // Names of entries that are gone, or more private.
        if label == .private {
            keys += register.names.filter { $0.saidPerson != nil && tally.counts[$0.key] == nil }.map(\.key)
        }
        keys.sort()
        let names = keys.map { key -> PeopleJoining.Name in
            let name = PersonName(tally.counts[key]?.name ?? said[key]?.name ?? key)
            let language = tally.counts[key]?.language ?? ""
            return .init(
                name: name, person: said[key]?.saidPerson,
                parent: name.words.count == 1 && name.title == nil
                    ? KinNames.parent(tally.counts[key]?.name ?? "", language: language) : nil)
        }
        let called = Dictionary(register.persons.map { ($0.id, $0) }) { first, _ in first }
        var joining = PeopleJoining(names)
        let groups = joining.groups()
        // Whoever was corrected has the id that was given then.
        let given = Set(names.compactMap(\.person))
        for group in groups {
            let used = group.map { (key: keys[$0], count: tally.counts[keys[$0]]) }.sorted { a, b in
                let (x, y) = (a.count?.mentions ?? 0, b.count?.mentions ?? 0)
                // Called as the writer calls them most; of equals by the longest, which says most.
                return x != y ? x > y : (b.key.count, a.key) < (a.key.count, b.key)
            }
            let spelled = used.map { (key: $0.key, name: $0.count?.name ?? said[$0.key]?.name ?? $0.key) }
            guard let first = spelled.first else { continue }
            let id = group.lazy.compactMap { names[$0].person }.first
            let own = id.flatMap { called[$0] }.flatMap {
                $0.label <= label || tally.counts[PersonName($0.name).key] != nil ? $0.name : nil
            }
            for name in spelled { persons[name.key] = people.count }
            people.append(
                Person(
                    id: id ?? Self.id(of: first.key, besides: given), name: own ?? first.name, names: spelled,
                    isCorrected: group.contains { said[keys[$0]] != nil }))
        }
        for (index, person) in people.enumerated() {
            ids[person.id] = index
            let key = PersonName(person.name).key
            shown[key] = shown[key] ?? index
        }
        for (name, key) in tally.keys {
            let kind = said[key]?.saidThing.map(NamedEntity.Kind.init) ?? tally.counts[key]?.kind ?? .other
            if let person = persons[key] {
                meanings[name] = Meaning(kind: .person, name: people[person].name, person: person)
            } else {
                meanings[name] = Meaning(kind: kind, name: name, person: nil)
                things[key] = kind
            }
        }
    }

    /// What a name of an entry is counted as.
    func meaning(of entity: NamedEntity) -> Meaning {
        meanings[entity.name] ?? Meaning(kind: entity.kind, name: entity.name, person: nil)
    }

    /// The number of the person who has this id, or one of whose names this is, or who is shown by it. Also by the id that follows from one of the
    /// names: whoever was told it before the person was corrected still asks by it.
    func person(_ text: String) -> Int? {
        let key = PersonName(text).key
        if let known = ids[text] ?? persons[key] ?? shown[key] { return known }
        guard text.utf8.count == Self.idLength, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        return persons.first { Self.id(of: $0.key) == text }?.value
    }

    private static let idLength = 32

    /// The id of somebody of whom nothing is said: it follows from the name, so that it is the same tomorrow. Each reader's follows from what that
    /// reader may see; it is stored nowhere.
    static func id(of key: String) -> String {
        String(ContentHash(of: Data("person\0\(key)".utf8)).hex.prefix(idLength))
    }

    /// An id of somebody of whom nothing is said that is none of those that were given.
    private static func id(of key: String, besides given: Set<String>) -> String {
        let id = id(of: key)
        return given.contains(id) ? Self.id(of: key + "\0") : id
    }

    // MARK: - What entries make of it

    /// Names under which people and things are counted, in the order in which they come.
    func entities(_ names: [NamedEntity]) -> [NamedEntity] {
        var counted: [NamedEntity] = []
        var places: [Meaning: Int] = [:]
        for entity in names {
            let meaning = meaning(of: entity)
            if let place = places[meaning] {
                counted[place].count += entity.count
            } else {
                places[meaning] = counted.count
                counted.append(NamedEntity(name: meaning.name, kind: meaning.kind, count: entity.count))
            }
        }
        return counted
    }

    /// A digest of who is who among the names of some entries: what is counted of them follows from it, but for how a person of whom nothing is
    /// said is called, which changes with every other mention.
    func digest(of entries: [NamedEntry]) -> String {
        let names = Set(entries.flatMap(\.names).map(\.name)).sorted()
        var first: [Int: String] = [:]
        var data = Data()
        for name in names {
            guard let meaning = meanings[name] else { continue }
            var parts = [name, meaning.kind.rawValue]
            if let person = meaning.person {
                let one = first[person] ?? name
                first[person] = one
                parts.append(one)
                if people[person].isCorrected { parts.append(meaning.name) }
            }
            for part in parts {
                data.append(contentsOf: part.utf8)
                data.append(0)
            }
            data.append(1)
        }
        return ContentHash(of: data).hex
    }
}

extension NamedEntity.Kind {
    init(_ kind: PeopleRegister.NotPerson) {
        self =
            switch kind {
            case .place: .location
            case .organization: .organization
            case .other: .other
            }
    }
}

/// Counts how often names are written, and as what.
private struct NameTally {
    struct Count {
        var mentions = 0
        fileprivate var kinds: [NamedEntity.Kind: Int] = [:]
        fileprivate var spellings: [String: Int] = [:]
        fileprivate var languages: [String: Int] = [:]

        /// What it names in most of its mentions: one entry may take a town for a person; all of them together seldom do. Of equals a
        /// person, who comes into a diary more often than a place. A mention that tells no kind speaks against none,
        /// unless there are many more of them.
        var kind: NamedEntity.Kind {
            let told = kinds.filter { $0.key != .other }
                .max { ($0.value, Self.rank($0.key)) < ($1.value, Self.rank($1.key)) }
            guard let told, kinds[.other, default: 0] <= 2 * told.value else { return .other }
            return told.key
        }

        private static func rank(_ kind: NamedEntity.Kind) -> Int {
            switch kind {
            case .person: 2
            case .location: 1
            default: 0
            }
        }
        /// As it is written mostly; of equals with its capitals.
        var name: String { spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "" }
        /// The language of most of its mentions.
        var language: String { languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "" }
    }

    /// By keys.
    private(set) var counts: [String: Count] = [:]
    /// By names as they stand in entries.
    private(set) var keys: [String: String] = [:]
    private var bares: [String: String] = [:]

    mutating func add(_ entry: NamedEntry) {
        for entity in entry.names {
            // A spelling is taken apart once, however often it comes.
            let bare = bares[entity.name] ?? PersonName.bare(entity.name)
            let key = keys[entity.name] ?? PersonName(entity.name).key
            guard !key.isEmpty else { continue }
            (keys[entity.name], bares[entity.name]) = (key, bare)
            counts[key, default: Count()].mentions += entity.count
            counts[key, default: Count()].kinds[entity.kind, default: 0] += entity.count
            counts[key, default: Count()].spellings[bare, default: 0] += entity.count
            counts[key, default: Count()].languages[entry.language, default: 0] += entity.count
        }
    }
}

// Not inlined: with optimization, Swift 6.3's compiler ends with an error of its own where what these ask stands in a longer function.
extension PeopleRegister.Name {
    /// The id of the person whose name it is.
    @inline(never) var saidPerson: String? { personID }
    /// What it names instead of a person.
    @inline(never) var saidThing: PeopleRegister.NotPerson? { notPerson }
}
