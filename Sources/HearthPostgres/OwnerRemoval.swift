#if canImport(CPostgres)
public import HearthCore

extension PostgresLibrary: RemovableLibrary {
    /// Removes every row of the owner, and the owner. The library is closed; whoever opens one of this name again begins anew.
    ///
    /// The role that the program works under may remove no record of the ledger, so that nothing does by mistake: this is done under the account
    /// itself, which may where the tables are its own.
    public func removeAll() async throws -> LibraryRemoval {
        let (configuration, owner) = (configuration, owner)
        close()
        return try await BlockingWork.run(on: "hearth.library") {
            do {
                let connection = try PostgresConnection.open(configuration)
                // Written down before anything is said over it, also for where the removal fails, or the ledger stays.
                try Self.record(connection, configuration, owner)
                return try Self.remove(owner, configuration, connection)
            } catch let failure as PostgresFailure {
                throw StoreError(failure, to: configuration.address)
            }
        }
    }

    private static func remove(
        _ owner: Int64, _ configuration: Configuration, _ connection: PostgresConnection
    ) throws -> LibraryRemoval {
        // There may be millions of rows.
        try connection.script("BEGIN; SET LOCAL statement_timeout = 0")
        _ = try connection.rows(
            "SELECT set_config('hearth.owner_name', $1, true), set_config('hearth.owner', $2, true)",
            [configuration.address.owner.parameter, "\(owner)".parameter])
        // What refers to another table stands behind it in the list.
        let tables = PostgresMigrations.tables.reversed()
        let kept: Set<String> = ["ledger_record", "ledger_head"]
        for table in tables where !kept.contains(table) {
            _ = try connection.change("DELETE FROM \(table) WHERE owner_id = $1", [owner.parameter])
        }
        for table in tables where !kept.contains(table) {
            let left = try connection.rows("SELECT 1 FROM \(table) WHERE owner_id = $1 LIMIT 1", [owner.parameter])
            guard left.first == nil else {
                throw StoreError(
                    .failure, "Rows of \(table) are left in the library's database. Nothing was removed.")
            }
        }
        try connection.script("SAVEPOINT ledger")
        do {
            // Triggers keep each record from whoever only uses the tables. Others wait for the end of this: they look at the head before they
            // add a record, so that whoever has the head to themselves waits for nobody who waits for them.
            try connection.script("LOCK TABLE ledger_head IN ACCESS EXCLUSIVE MODE")
            for (table, trigger) in [("ledger_record", "record_stays"), ("ledger_head", "head_stays")] {
                try connection.script("ALTER TABLE \(table) DISABLE TRIGGER \(trigger)")
                _ = try connection.change("DELETE FROM \(table) WHERE owner_id = $1", [owner.parameter])
                try connection.script("ALTER TABLE \(table) ENABLE TRIGGER \(trigger)")
            }
            _ = try connection.change("DELETE FROM owner WHERE owner_id = $1", [owner.parameter])
        } catch let failure as PostgresFailure where failure.state == notAllowed {
            try connection.script("ROLLBACK TO SAVEPOINT ledger; COMMIT")
            return .allButLedger
        }
        try connection.script("COMMIT")
        return .whole
    }

    /// `insufficient_privilege`.
    private static let notAllowed = "42501"
}
#endif
