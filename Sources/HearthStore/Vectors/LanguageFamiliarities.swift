import GRDB
public import HearthCore

/// How well embedding models know the library's languages; see ``LanguageFamiliarity``.
extension HearthDatabase {
    /// How many chunks there are in each language; documents whose language is not known are left out.
    public func chunksByLanguage() async throws -> [String: Int] {
        let readable = Reader.labels.allow("label")
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT language, sum(chunkCount) FROM document
                    WHERE language > '' AND chunkCount > 0 AND \(readable) GROUP BY language
                    """)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }

    /// What was measured of a model, in the order of the languages.
    public func familiarities(modelID: String) async throws -> [LanguageFamiliarity] {
        try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("languageFamiliarity") else { return [] }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT language, value, chunks, measure FROM languageFamiliarity WHERE model = ? ORDER BY language
                    """)
            return try Row.fetchAll(statement, arguments: [modelID]).map {
                LanguageFamiliarity(language: $0[0], value: $0[1], chunks: $0[2], measure: $0[3])
            }
        }
    }

    /// Keeps what was measured of a model; each replaces what was known of its language.
    public func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws {
        guard !values.isEmpty else { return }
        try await write { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO languageFamiliarity (model, language, value, chunks, measure)
                    VALUES (?, ?, ?, ?, ?)
                    """)
            for value in values {
                try statement.execute(
                    arguments: [modelID, value.language, value.value, value.chunks, value.measure])
            }
        }
    }
}
