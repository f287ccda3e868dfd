import GRDB

extension Migrations {
    /// Tables of version 7: numbers that are given once.
    ///
    /// - `sequence.last` is the highest number that was ever given to a message. SQLite gives the number of a removed last row
    ///   again, and what a page or a program remembers under it would then be another message.
    static func createVersion7(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE sequence (
                    name TEXT PRIMARY KEY NOT NULL,
                    last INTEGER NOT NULL
                ) WITHOUT ROWID;
                INSERT INTO sequence SELECT 'message', coalesce(max(number), 0) FROM message;
                """)
    }
}
