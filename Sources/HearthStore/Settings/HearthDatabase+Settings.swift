import GRDB

extension HearthDatabase {
    /// The value of a setting, or `nil` when it is not set.
    public func setting(_ key: String) async throws -> String? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])?.text(0)
        }
    }

    /// Sets a setting, or removes it when `value` is `nil`.
    public func setSetting(_ key: String, to value: String?) async throws {
        try await write { db in
            if let value {
                try db.execute(
                    sql:
                        "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    arguments: [key, value.blob])
            } else {
                try db.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [key])
            }
        }
    }

    /// All settings whose key starts with `prefix`.
    public func settings(withPrefix prefix: String = "") async throws -> [String: String] {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT key, value FROM setting WHERE substr(key, 1, length(?)) = ?",
                arguments: [prefix, prefix])
            return Dictionary(
                try rows.map { ($0[0] as String, try $0.text(1) ?? "") }, uniquingKeysWith: { first, _ in first })
        }
    }
}
