#if canImport(CPostgres)
public import HearthCore

extension PostgresLibrary {
    public func peopleRegister() async throws -> PeopleRegister {
        guard Reader.labels.isOwner else { return PeopleRegister() }
        return try await read(Self.peopleRegister)
    }

    public func storePeopleRegister(_ register: PeopleRegister, over earlier: PeopleRegister) async throws {
        guard Reader.current == nil else { throw PeopleRegister.ownersOnly }
        try register.validate()
        for person in register.persons { try refusePrivate(person.label, "The name of \(person.id)") }
        try await write { db in
            guard try Self.peopleRegister(db) == earlier else { throw PeopleRegister.changedMeanwhile }
            try db.change("DELETE FROM journal_name WHERE owner_id = $1")
            try db.change("DELETE FROM journal_person WHERE owner_id = $1")
            for person in register.persons {
                try db.change(
                    "INSERT INTO journal_person (owner_id, id, name, label) VALUES ($1, $2, $3, $4)", person.id,
                    person.name, person.label.rawValue)
            }
            for name in register.names {
                try db.change(
                    "INSERT INTO journal_name (owner_id, key, name, person, kind) VALUES ($1, $2, $3, $4, $5)",
                    name.key, name.name, name.personID, name.notPerson?.rawValue)
            }
        }
    }

    private static func peopleRegister(_ db: Transaction) throws -> PeopleRegister {
        let persons = try db.rows("SELECT id, name, label FROM journal_person WHERE owner_id = $1").map {
            PeopleRegister.Person(
                id: try $0["id"], name: try $0["name"], label: SensitivityLabel(stored: try $0["label"]))
        }
        let names = try db.rows("SELECT key, name, person, kind FROM journal_name WHERE owner_id = $1").map { row in
            let (person, kind): (String?, String?) = (try row["person"], try row["kind"])
            // A kind that this version does not know names no person either.
            let meaning: PeopleRegister.Meaning =
                person.map { .person($0) } ?? .notPerson(kind.flatMap(PeopleRegister.NotPerson.init) ?? .other)
            return PeopleRegister.Name(key: try row["key"], name: try row["name"], meaning: meaning)
        }
        return PeopleRegister(persons: persons, names: names)
    }
}
#endif
