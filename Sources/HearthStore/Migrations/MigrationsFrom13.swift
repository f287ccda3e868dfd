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

    /// Version 14: what is to be done, and the files that it is done with.
    ///
    /// - `work` is a task as `WorkTask` has it; `report` and `failure` are JSON.
    /// - `workPart.data` is a piece of a file, of 1 MiB but for the last; they go when the task is done or cancelled.
    static func createWork(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE work (
                    id TEXT PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    requester TEXT NOT NULL,
                    title TEXT NOT NULL,
                    payload BLOB NOT NULL,
                    label TEXT NOT NULL,
                    priority INTEGER NOT NULL,
                    state TEXT NOT NULL,
                    createdAt REAL NOT NULL,
                    notBefore REAL NOT NULL,
                    attempts INTEGER NOT NULL,
                    mostAttempts INTEGER NOT NULL,
                    leaseToken TEXT,
                    leaseWorker TEXT,
                    leaseUntil REAL,
                    isCancelling INTEGER NOT NULL,
                    report BLOB,
                    failure BLOB,
                    startedAt REAL,
                    endedAt REAL
                );
                CREATE INDEX workToDo ON work(kind, priority) WHERE state IN ('queued', 'running');
                CREATE TABLE workPart (
                    task TEXT NOT NULL REFERENCES work(id) ON DELETE CASCADE,
                    file INTEGER NOT NULL,
                    part INTEGER NOT NULL,
                    data BLOB NOT NULL,
                    PRIMARY KEY (task, file, part)
                );
                """)
    }

    /// Version 15: where conversations are looked for.
    ///
    /// `conversation.pinned` is 1 for those that stand before the others; `conversation.folder` the name of the folder that one is in.
    static func createConversationPlaces(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE conversation ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE conversation ADD COLUMN folder TEXT;
                """)
    }

    /// Version 16: folders that the library is kept in step with, and what is known of their files.
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

    /// Version 17: who wrote what stands in a chunk, and when.
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
