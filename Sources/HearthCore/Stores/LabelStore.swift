public import Foundation

/// How private things are: the owner's words for places and folders, and what follows from them.
///
/// A label belongs to a source, or to the nearest folder above it. A document is as private as the strictest of its places, and
/// what was made of documents and messages as the strictest of these, when it is asked for. A change is in the ledger, in the same
/// step; what models have read is forgotten where anything becomes stricter. Only the owner makes anything milder.
public protocol LabelStore: LabelSource {
    /// How private a text is known to be: the strictest label among the documents with this content, the one that was read from
    /// this path, and the folders that the path lies in; `nil` when the store knows none of them.
    ///
    /// - Parameter path: Absolute, without symbolic links; `nil` for a text that is no file.
    func label(ofContent hash: ContentHash, path: String?) async throws -> SensitivityLabel?
    /// The label that a file at this path has, or would have; `nil` where nobody said anything.
    func label(ofPath path: String) async throws -> SensitivityLabel?
    /// The folders that have labels, by path; each ends with `/`.
    func folderLabels() async throws -> [String: SensitivityLabel]

    /// Sets how private a document is, in all its places; what was made of it follows at once.
    ///
    /// - Throws: `unknown-item` when there is no such document; `not-allowed` when a program would make it milder.
    func setLabel(_ label: SensitivityLabel, ofDocument id: String) async throws
    /// Labels a folder: what is in it, and what will be.
    ///
    /// - Parameters:
    ///   - path: Absolute, without symbolic links, or another beginning of names such as `uploads/notes`.
    ///   - lowers: Whether that may make anything milder. Otherwise what is stricter stays so.
    func setLabel(_ label: SensitivityLabel, ofFolder path: String, lowers: Bool) async throws
    /// Labels one place, of which the file was looked at again. The same content in another place may have been called stricter
    /// for a reason, and then stays so.
    func setLabel(_ label: SensitivityLabel, ofSource path: String, lowers: Bool) async throws
}

/// Labels that one step of a store changes, and what the ledger says of them.
package struct LabelLog: Sendable {
    package let reader: Reader?
    private var changes: [(what: String, from: SensitivityLabel?, to: SensitivityLabel)] = []

    /// - Parameter reader: The program that changes them; `nil` for the owner.
    package init(reader: Reader?) { self.reader = reader }

    package mutating func add(_ what: String, from: SensitivityLabel?, to: SensitivityLabel) {
        if from != to { changes.append((what, from, to)) }
    }

    /// Whether anything is more private than before, so that what models have read is to be forgotten.
    package var rose: Bool { changes.contains { $0.to > $0.from ?? .personal } }
    /// Whether anything is milder than before.
    package var lowered: Bool { changes.contains { $0.to < $0.from ?? .personal } }

    /// The records of them, to be written in the same step.
    package func entries(at time: Date = Date()) -> [LedgerEntry] {
        changes.map { change in
            LedgerEntry(
                kind: .label, time: time, host: reader?.name, purpose: reader?.interface.rawValue ?? "owner",
                label: change.to,
                text: "\(change.what): \(change.from?.rawValue ?? "no label") to \(change.to.rawValue)")
        }
    }
}

// MARK: - Consents

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
