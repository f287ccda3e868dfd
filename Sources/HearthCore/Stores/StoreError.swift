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
        /// Something that should not happen; the cause tells more.
        case failure = "store-failure"
    }

    public let reason: Reason
    public let message: String
    /// SQLite's or the system's own words, for a bug report. Never holds document text or a key.
    public let cause: String?
    public let help: [Failure.Help]

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

    /// A program may make nothing milder than it is.
    package static let loweredByProgram = StoreError(
        .notAllowed, "Only the owner makes a label milder.", help: [.setLabel])
}

extension StoreError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .wrongKey, .missingKey, .invalidKey, .keyPermissions, .secretStore, .noKeychain: .locked
        case .notEncrypted: .toolMissing
        case .damaged, .newerSchema, .brokenLedger: .damagedData
        case .invalidBackup: .unreadable
        // No item of a store was looked for: there is no store.
        case .notFound: .nothingToRead
        case .unknownItem: .unknownItem
        case .diskFull: .diskFull
        case .readOnly, .io: .systemFailed
        case .busy: .busy
        case .invalidInput: .invalidInput
        case .notAllowed: .notAllowed
        case .ambiguousItem: .conflict
        // The model of vectors failed, not the one that answers, whose place another engine could take.
        case .invalidVector: .modelFailed
        case .incompleteVectors, .failure: .internal
        }
    }
}
