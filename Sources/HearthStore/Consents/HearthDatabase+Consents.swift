public import Foundation
import GRDB
public import HearthCore

/// A consent as it is kept, also after it was revoked.
public struct StoredConsent: Hashable, Sendable, Identifiable {
    public var consent: Consent
    /// `nil` while it holds.
    public var revokedAt: Date?

    public var id: String { consent.id }
}

extension HearthDatabase: ConsentStore {
    /// The consents that hold, oldest first.
    public func consents() async throws -> [Consent] {
        try await consentHistory().filter { $0.revokedAt == nil }.map(\.consent)
    }

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
        let task = row[3] as String?
        // A consent whose words are not known may not be taken for a wider one, such as one for every task.
        guard let engine = Engine(rawValue: row[1]), task == nil || task.flatMap(TaskKind.init) != nil else {
            throw StoreError(.newerSchema, "A consent is for something that this version does not know. Update Hearth.")
        }
        return StoredConsent(
            consent: Consent(
                id: row[0], engine: engine, host: row[2], task: task.flatMap(TaskKind.init), grantedAt: date(row[4])),
            revokedAt: (row[5] as Int?).map(date))
    }

    private static func date(_ micros: Int) -> Date { Date(timeIntervalSince1970: Double(micros) / 1e6) }
}
