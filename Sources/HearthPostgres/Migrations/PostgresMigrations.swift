import HearthCore

/// The versions of the schema, in order. Append only: a released migration never changes.
///
/// Programs of the version before may still be at work while one of the next brings the tables on: a migration adds, and what it
/// takes away was not used by the version before. A program that is started later refuses what is newer than itself.
enum PostgresMigrations {
    /// The role that row-level security holds for, without an account of its own.
    static let role = "hearth_app"

    /// By their numbers, from 1 on.
    static let all: [(name: String, sql: String)] = [
        ("documents, search, labels", documents),
        ("conversations, journal, analyses", conversations),
        ("ledger, consents", ledger),
        ("feeds", feeds),
        ("people of the journal", people),
        ("unfinished copies", unfinishedCopies),
        ("work", work),
        ("places of conversations", conversationPlaces),
        ("watched folders", watchedFolders),
        ("origins of chunks", chunkOrigins),
    ]

    /// Tables whose rows are an owner's.
    static let tables = [
        "library", "document", "document_text", "source", "chunk", "chunk_origin", "chunk_terms", "posting",
        "vector_model",
        "chunk_vector",
        "language_familiarity", "folder_label", "place_label", "conversation", "message", "conversation_context",
        "message_source", "message_place", "journal_session", "journal_node", "analysis_node", "ledger_record",
        "ledger_head",
        "consent", "feed", "journal_person", "journal_name", "work", "work_part", "watched_folder", "watched_file",
    ]
}

#if canImport(CPostgres)
extension PostgresMigrations {
    /// Brings the tables to this version. Programs that are started at the same time wait for each other.
    ///
    /// - Throws: ``StoreError`` with the code `newer-schema`; `no-database` where there are no tables and none may be made.
    static func run(_ connection: PostgresConnection, _ configuration: PostgresLibrary.Configuration) throws {
        let schema = configuration.schema
        // Another program may be at it, and there may be much to bring on.
        try connection.script("SET statement_timeout = 0; SET lock_timeout = 0")
        // "Hear" and "th", as two numbers: a lock that is ours among those of other programs in this database.
        try connection.script("SELECT pg_advisory_lock(1214603634, 29800)")
        // The connection itself goes with the lock where this fails.
        defer { try? connection.script("SELECT pg_advisory_unlock(1214603634, 29800)") }
        let last = try version(connection, configuration)
        guard last < Int64(all.count) else { return }
        guard configuration.migrates else {
            throw StoreError(
                .notFound,
                "There is no library in this database, or one of an older version. Let Hearth make its tables.")
        }
        try connection.script("CREATE SCHEMA IF NOT EXISTS \(schema)")
        for (index, migration) in all.enumerated() where Int64(index) >= last {
            try connection.script("BEGIN")
            do {
                if index == 0 { try connection.script("CREATE TABLE migration (\(Self.migrationColumns))") }
                try connection.script(migration.sql)
                _ = try connection.change(
                    "INSERT INTO migration (number, name) VALUES ($1, $2)",
                    [Int64(index + 1).parameter, migration.name.parameter])
                try connection.script("COMMIT")
            } catch {
                try? connection.script("ROLLBACK")
                throw error
            }
        }
        try protect(connection, schema)
    }

    /// How many of the migrations are done; 0 where there are no tables.
    ///
    /// - Throws: ``StoreError`` with the code `newer-schema`.
    static func version(_ connection: PostgresConnection, _ configuration: PostgresLibrary.Configuration) throws
        -> Int64
    {
        let schema = configuration.schema
        let isThere =
            try connection.rows(
                "SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'migration'", [schema.parameter]
            ).first != nil
        let last: Int64 =
            try isThere
            ? connection.rows("SELECT coalesce(max(number), 0) AS last FROM \(schema).migration", []).first?["last"]
                ?? 0 : 0
        guard last <= Int64(all.count) else {
            throw StoreError(
                .newerSchema, "A newer version of Hearth wrote this library. Update Hearth; nothing was changed.")
        }
        return last
    }

    private static let migrationColumns =
        "number bigint PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now()"

    /// Row-level security for every table of owners' rows, and a role that may do no more than what the program does: it changes no
    /// table, and no record of the ledger.
    private static func protect(_ connection: PostgresConnection, _ schema: String) throws {
        for table in tables {
            try connection.script(
                """
                ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
                ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
                DROP POLICY IF EXISTS of_owner ON \(table);
                CREATE POLICY of_owner ON \(table) USING (owner_id = current_owner()) WITH CHECK (owner_id = current_owner());
                """)
        }
        try connection.script(
            """
            ALTER TABLE owner ENABLE ROW LEVEL SECURITY;
            ALTER TABLE owner FORCE ROW LEVEL SECURITY;
            DROP POLICY IF EXISTS of_owner ON owner;
            CREATE POLICY of_owner ON owner USING (name = current_setting('hearth.owner_name', true));
            """)
        let others = tables.filter { $0 != "ledger_record" }
        // An account that may make no role goes without: then the tables' owner is held by FORCE.
        try connection.script(
            """
            DO $$
            BEGIN
                IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(role)') THEN
                    CREATE ROLE \(role) NOLOGIN NOINHERIT NOBYPASSRLS;
                END IF;
                EXECUTE format('GRANT \(role) TO %I', session_user);
            EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
            END $$;
            DO $$
            BEGIN
                IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(role)') THEN
                    GRANT USAGE ON SCHEMA \(schema) TO \(role);
                    GRANT SELECT, INSERT, UPDATE, DELETE ON \(others.joined(separator: ", ")) TO \(role);
                    GRANT SELECT, INSERT ON ledger_record, owner TO \(role);
                    GRANT SELECT ON migration TO \(role);
                    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA \(schema) TO \(role);
                END IF;
            END $$;
            """)
    }
}
#endif
