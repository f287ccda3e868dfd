import GRDB
public import HearthCore

extension HearthDatabase {
    /// What the owner said of the names in the journal; empty for a program that may not read everything.
    public func peopleRegister() async throws -> PeopleRegister {
        guard Reader.labels.isOwner else { return PeopleRegister() }
        return try await read(Self.peopleRegister)
    }

    /// Puts a register in the place of the one that was read, in one transaction.
    ///
    /// - Throws: `busy` where the register is another one by now; `invalid-input`, or `not-allowed` for a program.
    public func storePeopleRegister(_ register: PeopleRegister, over earlier: PeopleRegister) async throws {
        guard Reader.current == nil else { throw PeopleRegister.ownersOnly }
        try register.validate()
        try await write { db in
            guard try Self.peopleRegister(db) == earlier else { throw PeopleRegister.changedMeanwhile }
            try db.execute(sql: "DELETE FROM journalName")
            try db.execute(sql: "DELETE FROM journalPerson")
            for person in register.persons {
                try db.cachedStatement(sql: "INSERT INTO journalPerson (id, name, label) VALUES (?, ?, ?)")
                    .execute(arguments: [person.id, person.name, person.label.rawValue])
            }
            for name in register.names {
                try db.cachedStatement(sql: "INSERT INTO journalName (key, name, person, kind) VALUES (?, ?, ?, ?)")
                    .execute(arguments: [name.key, name.name, name.personID, name.notPerson?.rawValue])
            }
        }
    }

    private static func peopleRegister(_ db: Database) throws -> PeopleRegister {
        // A backup of before is read without being brought on.
        guard try db.tableExists("journalPerson") else { return PeopleRegister() }
        let persons = try Row.fetchAll(db, sql: "SELECT id, name, label FROM journalPerson").map {
            PeopleRegister.Person(id: $0["id"], name: $0["name"], label: SensitivityLabel(stored: $0["label"]))
        }
        let names = try Row.fetchAll(db, sql: "SELECT key, name, person, kind FROM journalName").map { row in
            // A kind that this version does not know names no person either.
            let meaning: PeopleRegister.Meaning =
                (row["person"] as String?).map { .person($0) }
                ?? .notPerson((row["kind"] as String?).flatMap(PeopleRegister.NotPerson.init) ?? .other)
            return PeopleRegister.Name(key: row["key"], name: row["name"], meaning: meaning)
        }
        return PeopleRegister(persons: persons, names: names)
    }
}
