public import HearthCore

#if canImport(CPostgres)
extension PostgresLibrary {
    /// Looks at a library, over one connection, and changes nothing: no table, no extension and no owner is made.
    ///
    /// - Throws: ``StoreError`` as ``open(_:)``, but for an account that may read past the protection of rows: that is a fault.
    public static func examine(_ configuration: Configuration) async throws -> LibraryCondition {
        try await BlockingWork.run(on: "hearth.library") {
            do {
                let connection = try PostgresConnection.open(configuration)
                let (condition, owner) = try condition(connection, configuration)
                if let owner {
                    try record(connection, configuration, owner)
                } else if let attempt = connection.attempt {
                    // There is no ledger yet. It is told of in the one that is made.
                    let reason: StoreError.Reason = condition.faults.isEmpty ? .notFound : .unsafe
                    configuration.gate?.failed(attempt, code: reason.rawValue)
                }
                return condition
            } catch let failure as PostgresFailure {
                throw StoreError(failure, to: configuration.address)
            }
        }
    }

    /// With the number of the owner; `nil` where there is none of that name, or no ledger that this program can write into.
    private static func condition(
        _ connection: PostgresConnection, _ configuration: Configuration
    ) throws -> (LibraryCondition, owner: Int64?) {
        func text(_ sql: String) throws -> String? { try connection.rows(sql, []).first?["value"] }
        let schema = try PostgresMigrations.version(connection, configuration)
        var condition = LibraryCondition(
            server: try text("SELECT split_part(current_setting('server_version'), ' ', 1) AS value") ?? "",
            schema: Int(schema), newestSchema: PostgresMigrations.all.count, role: configuration.address.user)
        condition.encryption = connection.encryption
        condition.vectorExtension = try text("SELECT extversion AS value FROM pg_extension WHERE extname = 'vector'")
        guard condition.isCurrent else { return (condition, nil) }
        let vectors = try VectorSupport(connection, configuration, changes: false)
        condition.vectorNote = vectors.note
        do {
            try prepare(connection, configuration)
        } catch let error as StoreError where error.reason == .unsafe {
            // Nothing of the library is read or written as that account.
            condition.faults = [error.message]
            return (condition, nil)
        }
        condition.role = try text("SELECT current_user::text AS value") ?? condition.role
        let open = try connection.rows(
            """
            SELECT relname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = $1 AND relkind IN ('r', 'p') AND relname <> 'migration' AND NOT row_security_active(pg_class.oid)
            ORDER BY relname
            """, [configuration.schema.parameter]
        ).map { try $0["name"] as String }
        if !open.isEmpty {
            condition.faults = [
                """
                Row-level security is not in force for \(condition.role) in \(open.joined(separator: ", ")): who uses this database \
                could read there what is another's.
                """
            ]
        }
        return (condition, try owner(connection, configuration))
    }

    private static func owner(_ connection: PostgresConnection, _ configuration: Configuration) throws -> Int64? {
        let name = configuration.address.owner.parameter
        try connection.script("BEGIN")
        defer { try? connection.script("ROLLBACK") }
        _ = try connection.rows("SELECT set_config('hearth.owner_name', $1, true)", [name])
        return try connection.rows("SELECT owner_id FROM owner WHERE name = $1", [name]).first?["owner_id"]
    }
}
#else
extension PostgresLibrary {
    /// - Throws: ``StoreError`` with the code `no-library-driver`: this build has no libpq.
    public static func examine(_ configuration: Configuration) async throws -> LibraryCondition {
        _ = try await open(configuration)
        return LibraryCondition(server: "", schema: 0, newestSchema: 0, role: "")
    }
}
#endif
