public import Foundation

/// One owner's stores, whatever keeps them: an encrypted database on this machine, memory, a server that many share.
///
/// What uses a library names the parts that it needs (`any DocumentStore & SearchIndex`), and every part obeys the same rules:
///
/// - An operation happens as a whole or not at all, also after a crash. There is nothing between two operations: whoever reads,
///   computes and writes says in the write what must still hold.
/// - What belongs together goes over in one call: a store may be a round trip away. What may be long is read in pages, from the
///   last one's key on.
/// - Every read gives out what ``Reader/current`` may see, and says of the rest what it says of what is not there.
/// - Labels are computed when they are read, from sources and from the owner's words (``LabelStore``).
/// - Cancelling the task ends a read early, and a write before it has happened; never in between.
/// - Failures are ``StoreError``s, whatever their cause.
public protocol Library: DocumentStore, SearchIndex, LabelStore, ConversationStore, JournalStore,
    AnalysisStore, LedgerStore, ConsentStore, RecordStore, FolderStore, WorkStore, LibraryItems
{}

// MARK: - Analyses

/// What analyses have worked out, under keys that hold everything the values depend on.
public protocol AnalysisStore: Sendable {
    /// What was kept under each of some keys, in one read; keys without a value are left out. A value of which nothing says from
    /// which document it came is for the owner.
    func analysisNodes(_ keys: [ContentHash]) async throws -> [ContentHash: Data]
    /// Keeps values, all or none.
    ///
    /// - Parameter source: The hash of the content that the values were made of. They are removed with the document that has
    ///   it. `nil` for values that are made of other values; whoever keeps those removes them.
    func keepAnalysisNodes(_ values: [ContentHash: Data], source: ContentHash?) async throws
    /// Keeps and removes values in one step where what is kept under one key is what the caller has read: a compare-and-set. Whoever
    /// changes a value that several processes share reads it, changes it, and does so again where somebody else was quicker.
    ///
    /// What is kept is compared whoever reads; what is changed is of no document, as with ``keepAnalysisNodes(_:source:)`` without a source.
    ///
    /// - Parameters:
    ///   - values: Kept also where they are among `removed`.
    ///   - expected: What has to be kept under `key`; `nil`: nothing.
    /// - Returns: Whether it was. Otherwise nothing is changed.
    func replaceAnalysisNodes(
        _ values: [ContentHash: Data], removing removed: [ContentHash], where key: ContentHash, is expected: Data?
    ) async throws -> Bool
    /// Removes what was kept under keys.
    func removeAnalysisNodes(_ keys: [ContentHash]) async throws
    /// Removes all that was kept of a content.
    func removeAnalysisNodes(source: ContentHash) async throws
}

extension AnalysisStore {
    /// What was kept under a key; `nil` when there is nothing.
    public func analysisNode(_ key: ContentHash) async throws -> Data? { try await analysisNodes([key])[key] }
}

// MARK: - Failures

/// What the store could not do, and what to do about it.
public struct StoreError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The key does not open the database.
        case wrongKey = "wrong-key"
        /// A database is there, but the secret store has no key for it.
        case missingKey = "missing-key"
        /// The key is not 32 bytes.
        case invalidKey = "invalid-store-key"
        /// The key file can be read by others.
        case keyPermissions = "key-permissions"
        /// The place that keeps keys could not be used.
        case secretStore = "secret-store"
        /// The system does not let this build use the Keychain.
        case noKeychain = "no-keychain"
        /// The program was built without SQLCipher, so nothing would be encrypted.
        case notEncrypted = "not-encrypted"
        /// A page fails its check, or the file is no longer a database.
        case damaged
        /// The database is missing or empty, and files beside it tell that something was in it.
        case lost = "lost-database"
        /// A newer version of the program wrote the database.
        case newerSchema = "newer-schema"
        /// The database does not exist and may not be created.
        case notFound = "no-database"
        /// There is no more space, or a quota or size limit was reached.
        case diskFull = "disk-full"
        /// The folder or file may not be written.
        case readOnly = "read-only"
        /// Another process holds the database.
        case busy
        /// A file could not be opened, read or written for another reason.
        case io = "store-io"
        /// A vector that is not finite, or of another length than the model's.
        case invalidVector = "invalid-vector"
        /// An argument that contradicts itself, such as a chunk outside its document's text.
        case invalidInput = "invalid-input"
        /// A model is to be made active before all chunks have its vectors.
        case incompleteVectors = "incomplete-vectors"
        /// No such document, chunk, conversation or model.
        case unknownItem = "unknown-item"
        /// Only the owner may do that.
        case notAllowed = "not-allowed"
        /// The beginning of an id that several items share.
        case ambiguousItem = "ambiguous-item"
        /// A backup that is not a whole database of this program under this key.
        case invalidBackup = "invalid-backup"
        /// The ledger's records do not fit together, so nothing is added to it.
        case brokenLedger = "broken-ledger"
        /// The server that keeps the library cannot be reached, or the connection to it broke.
        case unreachable = "library-unreachable"
        /// The connection broke while a change was made good: it may have happened.
        case uncertain = "library-uncertain"
        /// The server does not let this account in.
        case refused = "library-refused"
        /// It took longer than was waited.
        case timedOut = "library-timeout"
        /// The way to the library, or the account, would let others read what is not theirs.
        case unsafe = "library-unsafe"
        /// The library is on another machine, and its owner did not agree to that host.
        case notAgreed = "library-not-agreed"
        /// The library is on another machine, and nothing is sent to any.
        case offline = "library-offline"
        /// What is private is to go to a library on another machine.
        case privateElsewhere = "private-elsewhere"
        /// This build lacks what speaks to the library's server.
        case noDriver = "no-library-driver"
        /// The library is the copy of another one, and not whole yet.
        case unfinishedCopy = "unfinished-copy"
        /// There is something in a library that a copy is to go to.
        case notEmpty = "library-not-empty"
        /// The library that is copied is not as it was when the copy began, or the copy is not what was copied.
        case changed = "library-changed"
        /// Whoever changes a task works on it no longer.
        case leaseLost = "lease-lost"
        /// What is asked of a task cannot follow on what became of it.
        case workState = "work-state"
        /// As many tasks wait as are kept.
        case queueFull = "work-queue-full"
        /// Something that should not happen; the cause tells more.
        case failure = "store-failure"
    }

    public let reason: Reason
    public let message: String
    /// SQLite's, PostgreSQL's or the system's own words, for a bug report. Never holds document text or a key; of a ``Reason/failure``, which
    /// a server logs, no word of what was asked either.
    public let cause: String?
    public let help: [Failure.Help]

    /// Whether the library only could not do it just now: others change it, or its server is away or has no place left. Nobody has to
    /// change anything, and nothing of what was asked is at fault.
    public var isPassing: Bool { reason == .busy || reason == .unreachable }

    public init(_ reason: Reason, _ message: String, cause: String? = nil, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.cause = cause
        self.help = help
    }
}

extension StoreError {
    /// - Parameter what: Where the records do not fit together, as the end of a sentence.
    package static func brokenLedger(_ what: String) -> StoreError {
        StoreError(
            .brokenLedger,
            """
            The ledger was changed by something else than Hearth: \(what). Nothing is added to it, so nothing that must be \
            recorded is done. Restore a backup from before.
            """, help: [.verifyLedger])
    }

    /// What is called private stays on this machine.
    ///
    /// - Parameters:
    ///   - what: What was to go there, as the beginning of a sentence: `This document`.
    ///   - host: Where the library is.
    package static func privateElsewhere(_ what: String, _ host: String) -> StoreError {
        StoreError(
            .privateElsewhere,
            """
            \(what) is private, and the library is on another machine (\(host)). Nothing of it was sent there. Keep it in a library on \
            this machine, such as that of another environment, or call it personal.
            """, help: [.setLabel])
    }

    /// A program may make nothing milder than it is.
    package static let loweredByProgram = StoreError(
        .notAllowed, "Only the owner makes a label milder.", help: [.setLabel])
}

extension StoreError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .wrongKey, .missingKey, .invalidKey, .keyPermissions, .secretStore, .noKeychain: .locked
        case .notEncrypted, .noDriver: .toolMissing
        case .unreachable: .storeUnreachable
        case .uncertain: .uncertain
        case .refused: .locked
        case .timedOut: .timedOut
        case .unsafe: .unsendable
        case .notAgreed, .offline, .privateElsewhere: .refusedByPolicy
        case .damaged, .lost, .newerSchema, .brokenLedger: .damagedData
        case .invalidBackup: .unreadable
        // No item of a store was looked for: there is no store.
        case .notFound: .nothingToRead
        case .unknownItem: .unknownItem
        case .diskFull: .diskFull
        case .readOnly, .io: .systemFailed
        case .busy, .queueFull: .busy
        case .invalidInput: .invalidInput
        case .notAllowed: .notAllowed
        case .ambiguousItem, .unfinishedCopy, .notEmpty, .changed, .leaseLost, .workState: .conflict
        // The model of vectors failed, not the one that answers, whose place another engine could take.
        case .invalidVector: .modelFailed
        case .incompleteVectors, .failure: .internal
        }
    }
}
