import GRDB

extension Migrations {
    /// Tables of version 4: what analyses of transcripts and the journal have worked out.
    ///
    /// - `key` is the hash of everything that the value depends on, so a row is never wrong, only unused.
    /// - `source` is the hash of the content that the value was made of, where there is one: when that content is deleted, the
    ///   value goes with it, since it may quote it.
    static func createVersion4(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE analysisNode (
                    key BLOB PRIMARY KEY NOT NULL,
                    value BLOB NOT NULL,
                    source BLOB,
                    createdAt INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX analysisNodeOfSource ON analysisNode (source) WHERE source IS NOT NULL;
                """)
    }
}
