import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: ConsentStore {
    /// All consents that were ever given, also those that were revoked: records of the ledger refer to them.
    public func consentHistory() async throws -> [StoredConsent] {
        try await read { db in
            guard try db.tableExists("consent") else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT id, engine, host, task, grantedAt, revokedAt FROM consent ORDER BY number"
            ).map(Self.consent)
        }
    }

    /// Keeps a consent. Throws `invalid-input` when its id is taken or its host is empty; a consent that was revoked is not
    /// taken up again, because the ledger would then say that it held all the time.
    public func add(_ consent: Consent) async throws {
        let granted = try CanonicalRecord.micros(consent.grantedAt.timeIntervalSince1970)
        guard !consent.id.isEmpty, !consent.host.isEmpty else {
            throw StoreError(.invalidInput, "A consent needs an id and names the host that it is given for.")
        }
        try await write { db in
            let id = consent.id.withoutNUL
            let taken = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM consent WHERE id = ?)", arguments: [id])
            guard taken == false else {
                throw StoreError(.invalidInput, "There is, or was, a consent \(id) already; give a new one a new id.")
            }
            try db.execute(
                sql: "INSERT INTO consent (id, engine, host, task, grantedAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    id, consent.engine.rawValue, consent.host.withoutNUL, consent.task?.rawValue, granted,
                ])
        }
    }

    /// Revokes a consent, which takes effect for the next decision; returns whether there was one that held.
    public func removeConsent(id: String) async throws -> Bool {
        let now = try CanonicalRecord.micros(Date().timeIntervalSince1970)
        return try await write { db in
            try db.execute(
                sql: "UPDATE consent SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL", arguments: [now, id])
            return db.changesCount > 0
        }
    }

    private static func consent(_ row: Row) throws -> StoredConsent {
        let task = row["task"] as String?
        // A consent whose words are not known may not be taken for a wider one, such as one for every task.
        guard let engine = Engine(rawValue: row["engine"]), task == nil || task.flatMap(TaskKind.init) != nil else {
            throw StoreError(.newerSchema, "A consent is for something that this version does not know. Update Hearth.")
        }
        return StoredConsent(
            consent: Consent(
                id: row["id"], engine: engine, host: row["host"], task: task.flatMap(TaskKind.init),
                grantedAt: date(row["grantedAt"])), revokedAt: (row["revokedAt"] as Int?).map(date))
    }

    private static func date(_ micros: Int) -> Date { Date(timeIntervalSince1970: Double(micros) / 1e6) }
}
