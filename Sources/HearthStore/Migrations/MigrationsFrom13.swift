import GRDB

extension Migrations {
    /// Version 13: what a person said of the names in the journal.
    ///
    /// - `journalPerson.name` is the name that is shown, `label` how private that name is.
    /// - `journalName.key` is the name as spellings of it are the same; it is that of one person, or (`kind`) no person's. Both outlive
    ///   the entries that have the name.
    static func createPeople(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE journalPerson (
                    id TEXT PRIMARY KEY NOT NULL,
                    name TEXT NOT NULL,
                    label TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE journalName (
                    key TEXT PRIMARY KEY NOT NULL,
                    name TEXT NOT NULL,
                    person TEXT REFERENCES journalPerson(id) ON DELETE CASCADE,
                    kind TEXT,
                    CHECK ((person IS NULL) <> (kind IS NULL))
                ) WITHOUT ROWID;
                CREATE INDEX journalNameOfPerson ON journalName(person);
                """)
    }

    /// Version 14: where conversations are looked for.
    ///
    /// `conversation.pinned` is 1 for those that stand before the others; `conversation.folder` the name of the folder that one is in.
    static func createConversationPlaces(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE conversation ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE conversation ADD COLUMN folder TEXT;
                """)
    }
}
