import GRDB

extension Migrations {
    /// Tables of version 5: the journal.
    ///
    /// - `journalSession.date` is the day as its writer called it, in ISO 8601, so that its order is the order of time; an
    ///   undated entry has none. `hash` is the digest of everything that an entry holds.
    /// - `journalNode` holds what was made of an entry (`period` is the entry's id) or of a period, by one engine. `content` is
    ///   current as long as `key`, the hash of everything that it was made of, is.
    static func createVersion5(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE journalSession (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    date TEXT,
                    time INTEGER,
                    timeZone TEXT,
                    title TEXT,
                    label TEXT NOT NULL,
                    duration REAL,
                    languages TEXT NOT NULL,
                    words INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    addedAt REAL NOT NULL,
                    changedAt REAL NOT NULL,
                    cues BLOB,
                    text BLOB NOT NULL
                );
                CREATE INDEX journalSessionByDate ON journalSession(date, time, number);
                CREATE TABLE journalNode (
                    number INTEGER PRIMARY KEY,
                    level TEXT NOT NULL,
                    period TEXT NOT NULL,
                    model TEXT NOT NULL,
                    key BLOB NOT NULL,
                    content BLOB NOT NULL,
                    UNIQUE (level, period, model)
                );
                """)
    }
}
