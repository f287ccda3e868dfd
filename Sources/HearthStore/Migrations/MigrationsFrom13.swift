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

    /// Version 14: folders that the library is kept in step with, and what is known of their files.
    ///
    /// - `watchedFolder.value` is the record of whoever keeps it; `version` grows with each change.
    /// - `watchedFile.modified` is in nanoseconds since 1970; `isElsewhere` says that a file lies on another disk than its folder.
    static func createWatchedFolders(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE watchedFolder (
                    name TEXT PRIMARY KEY NOT NULL,
                    version INTEGER NOT NULL,
                    value BLOB NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE watchedFile (
                    folder TEXT NOT NULL REFERENCES watchedFolder(name) ON DELETE CASCADE,
                    path TEXT NOT NULL,
                    size INTEGER NOT NULL,
                    modified INTEGER NOT NULL,
                    inode INTEGER NOT NULL,
                    isElsewhere INTEGER NOT NULL,
                    state TEXT NOT NULL,
                    code TEXT,
                    message TEXT,
                    PRIMARY KEY (folder, path)
                ) WITHOUT ROWID;
                """)
    }
}
