#if canImport(CPostgres)
public import Foundation
public import HearthCore

extension PostgresLibrary: AnalysisStore {
    public func analysisNodes(_ keys: [ContentHash]) async throws -> [ContentHash: Data] {
        guard !keys.isEmpty else { return [:] }
        let readable = Reader.labels
        // What says of no document that it came from it is for the owner.
        let condition =
            readable.isOwner
            ? "1 = 1"
            : """
            EXISTS (SELECT 1 FROM document WHERE document.owner_id = $1 AND document.content_hash = source
                AND \(readable.allow("document.label")))
            """
        return try await read { db in
            try db.rows(
                "SELECT key, value FROM analysis_node WHERE owner_id = $1 AND key = ANY($2) AND \(condition)",
                keys.map { Data($0.bytes) }
            ).reduce(into: [:]) { found, row in
                if let key = ContentHash(bytes: Array(try row["key"] as Data)) { found[key] = try row["value"] as Data }
            }
        }
    }

    public func keepAnalysisNodes(_ values: [ContentHash: Data], source: ContentHash? = nil) async throws {
        guard !values.isEmpty else { return }
        try await write { db in
            if let source {
                try db.refusePrivate(
                    try
                        (db.first(
                            "SELECT label FROM document WHERE owner_id = $1 AND content_hash = $2", Data(source.bytes))?[
                            "label"]
                        as String?).map(SensitivityLabel.init(stored:)), "What was made of this document")
            }
            try Self.keepAnalyses(values, source: source, db)
        }
    }

    /// Each change of an owner's waits for the one before (``Transaction/write(_:owner:_:_:)``), so that what is compared stays so until it
    /// is replaced, also where there is no row yet that could be locked.
    public func replaceAnalysisNodes(
        _ values: [ContentHash: Data], removing removed: [ContentHash], where key: ContentHash, is expected: Data?
    ) async throws -> Bool {
        try await write { db in
            let row = try db.first(
                "SELECT value FROM analysis_node WHERE owner_id = $1 AND key = $2", Data(key.bytes))
            let kept: Data? = try row?["value"]
            guard kept == expected else { return false }
            try Self.removeAnalyses(removed, db)
            try Self.keepAnalyses(values, source: nil, db)
            return true
        }
    }

    public func removeAnalysisNodes(_ keys: [ContentHash]) async throws {
        guard !keys.isEmpty else { return }
        try await write { db in try Self.removeAnalyses(keys, db) }
    }

    public func removeAnalysisNodes(source: ContentHash) async throws {
        try await write { db in
            try db.change("DELETE FROM analysis_node WHERE owner_id = $1 AND source = $2", Data(source.bytes))
        }
    }

    private static func keepAnalyses(
        _ values: [ContentHash: Data], source: ContentHash?, _ db: Transaction
    ) throws {
        guard !values.isEmpty else { return }
        let (keys, contents) = (values.keys.map { Data($0.bytes) }, Array(values.values))
        try db.change(
            """
            INSERT INTO analysis_node (owner_id, key, value, source, created_at)
            SELECT $1, new.key, new.value, $4, $5 FROM unnest($2::bytea[], $3::bytea[]) AS new (key, value)
            ON CONFLICT (owner_id, key) DO UPDATE SET value = excluded.value, source = excluded.source
            """, keys, contents, source.map { Data($0.bytes) }, Int64(Date().timeIntervalSince1970))
    }

    private static func removeAnalyses(_ keys: [ContentHash], _ db: Transaction) throws {
        guard !keys.isEmpty else { return }
        try db.change("DELETE FROM analysis_node WHERE owner_id = $1 AND key = ANY($2)", keys.map { Data($0.bytes) })
    }
}

// MARK: - Consents

extension PostgresLibrary: ConsentStore {
    public func consentHistory() async throws -> [StoredConsent] {
        try await read { db in
            try db.rows(
                "SELECT id, engine, host, task, granted_at, revoked_at FROM consent WHERE owner_id = $1 ORDER BY number"
            ).map(Self.consent)
        }
    }

    public func add(_ consent: Consent) async throws {
        let granted = try CanonicalRecord.micros(consent.grantedAt.timeIntervalSince1970)
        guard !consent.id.isEmpty, !consent.host.isEmpty else {
            throw StoreError(.invalidInput, "A consent needs an id and names the host that it is given for.")
        }
        let id = consent.id.withoutNUL
        try await write { db in
            // One that was revoked is not taken up again: the ledger would then say that it held all the time.
            guard try db.first("SELECT 1 FROM consent WHERE owner_id = $1 AND id = $2", id) == nil else {
                throw StoreError(.invalidInput, "There is, or was, a consent \(id) already; give a new one a new id.")
            }
            try db.change(
                "INSERT INTO consent (owner_id, number, id, engine, host, task, granted_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                try db.next(\.lastConsent), id, consent.engine.rawValue, consent.host.withoutNUL,
                consent.task?.rawValue, granted)
        }
    }

    public func removeConsent(id: String) async throws -> Bool {
        let now = try CanonicalRecord.micros(Date().timeIntervalSince1970)
        return try await write { db in
            try db.change(
                "UPDATE consent SET revoked_at = $2 WHERE owner_id = $1 AND id = $3 AND revoked_at IS NULL", now,
                id.withoutNUL) > 0
        }
    }

    private static func consent(_ row: Row) throws -> StoredConsent {
        let task: String? = try row["task"]
        // A consent whose words are not known may not be taken for a wider one, such as one for every task.
        guard let engine = Engine(rawValue: try row["engine"]), task == nil || task.flatMap(TaskKind.init) != nil else {
            throw StoreError(.newerSchema, "A consent is for something that this version does not know. Update Hearth.")
        }
        return StoredConsent(
            consent: Consent(
                id: try row["id"], engine: engine, host: try row["host"], task: task.flatMap(TaskKind.init),
                grantedAt: date(try row["granted_at"])), revokedAt: try (row["revoked_at"] as Int?).map(date))
    }

    private static func date(_ micros: Int) -> Date { Date(timeIntervalSince1970: Double(micros) / 1e6) }
}
#endif
