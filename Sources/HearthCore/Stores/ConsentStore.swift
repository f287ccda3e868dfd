public import Foundation

/// A user's explicit word that a remote engine may see personal prompts of one kind of task.
public struct Consent: Hashable, Codable, Sendable, Identifiable {
    public var id: String
    public var engine: Engine
    /// The host that it was given for; a changed base URL needs a new one.
    public var host: String
    /// `nil` means every task.
    public var task: TaskKind?
    public var grantedAt: Date

    public init(id: String, engine: Engine, host: String, task: TaskKind?, grantedAt: Date) {
        self.id = id
        self.engine = engine
        self.host = host
        self.task = task
        self.grantedAt = grantedAt
    }
}

/// A consent as it is kept, also after it was revoked.
public struct StoredConsent: Hashable, Sendable, Identifiable {
    public var consent: Consent
    /// `nil` while it holds.
    public var revokedAt: Date?

    public init(consent: Consent, revokedAt: Date? = nil) {
        self.consent = consent
        self.revokedAt = revokedAt
    }

    public var id: String { consent.id }
}

/// Keeps consents. Revoking takes effect for the next decision.
public protocol ConsentStore: Sendable {
    /// The consents that hold, oldest first.
    func consents() async throws -> [Consent]
    /// All consents that were ever given, also those that were revoked, oldest first: records of the ledger refer to them.
    func consentHistory() async throws -> [StoredConsent]
    /// Keeps a consent.
    ///
    /// - Throws: `invalid-input` when its id is taken, also by one that was revoked, or when it names no host.
    func add(_ consent: Consent) async throws
    /// Revokes a consent; returns whether there was one that held.
    func removeConsent(id: String) async throws -> Bool
}

extension ConsentStore {
    public func consents() async throws -> [Consent] {
        try await consentHistory().filter { $0.revokedAt == nil }.map(\.consent)
    }
}
