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

/// Keeps consents. Revoking takes effect for the next decision.
public protocol ConsentStore: Sendable {
    func consents() async throws -> [Consent]
    func add(_ consent: Consent) async throws
    /// Returns whether there was one.
    func removeConsent(id: String) async throws -> Bool
}
