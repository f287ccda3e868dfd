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

    /// Version 14: who wrote what stands in a chunk, and when.
    ///
    /// Of chunks of which nothing is known there is no row. `senders` has a name on each line.
    static func createChunkOrigins(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE chunkOrigin (
                    chunk INTEGER PRIMARY KEY NOT NULL REFERENCES chunk(id) ON DELETE CASCADE,
                    document INTEGER NOT NULL,
                    firstAt REAL,
                    lastAt REAL,
                    senders TEXT NOT NULL
                );
                CREATE INDEX chunkOriginOfDocument ON chunkOrigin(document);
                """)
    }
}
