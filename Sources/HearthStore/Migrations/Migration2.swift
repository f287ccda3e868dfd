import GRDB

extension Migrations {
    /// Tables of version 2: the ledger and the consents.
    ///
    /// - `ledgerRecord.content` is the record in its canonical form, see ``CanonicalRecord``; `time`, `kind` and `engine`
    ///   repeat what a filter asks for and are compared with the content when the ledger is verified.
    /// - The triggers keep our own code, too, from changing what was written: a record is only ever added, at the end, and
    ///   the head only moves on. `INSERT OR REPLACE` would delete without a trigger, so the number is checked first.
    /// - A consent that was revoked stays, because records of the ledger refer to it.
    static func createVersion2(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE ledgerRecord (
                    number INTEGER PRIMARY KEY,
                    time INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    engine TEXT,
                    content BLOB NOT NULL,
                    hash BLOB NOT NULL,
                    seal BLOB NOT NULL
                );
                CREATE TABLE ledgerHead (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    count INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    seal BLOB NOT NULL
                );
                CREATE TRIGGER ledgerRecordIsAddedAtTheEnd BEFORE INSERT ON ledgerRecord
                WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM ledgerRecord)
                BEGIN SELECT RAISE(ABORT, 'a ledger record is added at the end'); END;
                CREATE TRIGGER ledgerRecordNeverChanges BEFORE UPDATE ON ledgerRecord
                BEGIN SELECT RAISE(ABORT, 'a ledger record never changes'); END;
                CREATE TRIGGER ledgerRecordStays BEFORE DELETE ON ledgerRecord
                BEGIN SELECT RAISE(ABORT, 'a ledger record is never removed'); END;
                CREATE TRIGGER ledgerHeadMovesOn BEFORE UPDATE ON ledgerHead
                WHEN NEW.count <= OLD.count OR NEW.id <> OLD.id
                BEGIN SELECT RAISE(ABORT, 'the head of the ledger only moves on'); END;
                CREATE TRIGGER ledgerHeadIsOne BEFORE INSERT ON ledgerHead
                WHEN EXISTS (SELECT 1 FROM ledgerHead)
                BEGIN SELECT RAISE(ABORT, 'the ledger has one head'); END;
                CREATE TRIGGER ledgerHeadStays BEFORE DELETE ON ledgerHead
                BEGIN SELECT RAISE(ABORT, 'the head of the ledger is never removed'); END;
                CREATE TABLE consent (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    engine TEXT NOT NULL,
                    host TEXT NOT NULL,
                    task TEXT,
                    grantedAt INTEGER NOT NULL,
                    revokedAt INTEGER
                );
                """)
    }
}
