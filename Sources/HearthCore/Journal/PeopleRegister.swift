/// What a person said of the names in a journal: which of them are one person's, what that person is called, and which were taken
/// for a person wrongly.
///
/// It holds corrections alone. Who is in the journal, how often and when follows from the entries and these words together, and is
/// computed (`PeopleView` in HearthAnalysis); so a correction outlives what was made of entries, and the entries themselves.
public struct PeopleRegister: Hashable, Sendable {
    /// A person in a journal whose names were corrected.
    public struct Person: Hashable, Sendable {
        /// Stays the same when the person is called something else.
        public var id: String
        /// The name that is shown.
        public var name: String
        /// How private the name is: in what may be given to others it is used where it stands in their entries, or where this allows it.
        public var label: SensitivityLabel

        public init(id: String, name: String, label: SensitivityLabel = .private) {
            self.id = id
            self.name = name
            self.label = label
        }
    }

    /// What a name stands for.
    public enum Meaning: Hashable, Sendable {
        /// The person with this id, and nobody else.
        case person(String)
        /// No person.
        case notPerson(NotPerson)
    }

    /// The kind of thing that a name stands for when it was wrongly taken for a person.
    public enum NotPerson: String, Hashable, Codable, Sendable, CaseIterable {
        case place, organization
        /// Anything else, or somebody who is not to be counted.
        case other
    }

    /// One name.
    public struct Name: Hashable, Sendable {
        /// The normalized form of the name: spellings with equal keys are one name. Unique in the register.
        public var key: String
        /// As it is written.
        public var name: String
        public var meaning: Meaning

        public init(key: String, name: String, meaning: Meaning) {
            self.key = key
            self.name = name
            self.meaning = meaning
        }
    }

    /// In the order of their ids' bytes.
    public private(set) var persons: [Person]
    /// In the order of their keys' bytes.
    public private(set) var names: [Name]

    /// Of two persons with one id, and two names with one key, the last holds. A person without a name of its own is left out.
    public init(persons: [Person] = [], names: [Name] = []) {
        let said = Dictionary(names.map { ($0.key, $0) }) { $1 }
        let meant = Set(said.values.compactMap(\.personID))
        self.persons = Dictionary(persons.map { ($0.id, $0) }) { $1 }.values.filter { meant.contains($0.id) }
            .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        self.names = said.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    public var isEmpty: Bool { persons.isEmpty && names.isEmpty }
}

extension PeopleRegister.Name {
    /// The id of the person whose name it is; `nil` where it is no person's.
    public var personID: String? { if case .person(let id) = meaning { id } else { nil } }
    /// What it names instead of a person; `nil` where it names one.
    public var notPerson: PeopleRegister.NotPerson? { if case .notPerson(let kind) = meaning { kind } else { nil } }
}

extension PeopleRegister {
    /// Longest name of a person, in bytes.
    public static let longestName = 200
    /// Names of which something may be said. A life has fewer; what computes with them takes a moment for as many.
    public static let mostNames = 20_000

    /// Refuses what no store keeps.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input`.
    public func validate() throws {
        guard names.count <= Self.mostNames else {
            throw StoreError(
                .invalidInput,
                "There are more than \(Self.mostNames) corrected names. Forget some corrections before you make others."
            )
        }
        let ids = Set(persons.map(\.id))
        guard persons.allSatisfy({ Self.isText($0.id) && Self.isText($0.name) }),
            names.allSatisfy({ Self.isText($0.key) && Self.isText($0.name) })
        else {
            throw StoreError(
                .invalidInput,
                "A person's name has 1 to \(Self.longestName) bytes in one line. Write another one.")
        }
        guard names.allSatisfy({ $0.personID.map(ids.contains) ?? true }) else {
            throw StoreError(.invalidInput, "A name is said to be that of a person who is not in the register.")
        }
    }

    private static func isText(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The error of a store when the register was changed by another writer since it was read.
    public static let changedMeanwhile = StoreError(
        .busy, "The people of the journal were corrected elsewhere meanwhile. Look again, then do it again.")
    /// The error of a store when a program, and not the owner, tries to correct people.
    public static let ownersOnly = StoreError(
        .notAllowed,
        "Only the owner corrects who is who in the journal.")
}
