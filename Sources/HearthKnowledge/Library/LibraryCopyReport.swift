public import HearthCore

/// How far a copy of a library is.
public struct LibraryCopyProgress: Hashable, Sendable {
    public enum Step: String, Sendable {
        /// Rows are read and written, or found written already.
        case copying
        /// The index of words is made anew.
        case indexing
        /// Both libraries are read once more and compared.
        case comparing
    }

    public var step: Step
    public var kind: LibraryRow.Kind
    public var done: Int
    public var total: Int

    public init(step: Step, kind: LibraryRow.Kind, done: Int, total: Int) {
        self.step = step
        self.kind = kind
        self.done = done
        self.total = total
    }
}

/// What a copy of a library holds: the same as the library that was copied.
public struct LibraryCopyReport: Hashable, Sendable {
    /// All rows of a kind, which are the same at both ends.
    public struct Kind: Hashable, Sendable {
        public var kind: LibraryRow.Kind
        public var count: Int
        /// The SHA-256 digest of the rows in the order of their keys.
        public var hash: ContentHash

        public init(kind: LibraryRow.Kind, count: Int, hash: ContentHash) {
            self.kind = kind
            self.count = count
            self.hash = hash
        }
    }

    public var kinds: [Kind]
    /// Whether an earlier attempt was gone on with.
    public var isResumed: Bool
    /// How many of the documents are private.
    public var privateDocuments: Int
    /// Of the copy, held against the last record of the library that was copied.
    public var ledger: LedgerVerification

    public init(
        kinds: [Kind] = [], isResumed: Bool, privateDocuments: Int = 0,
        ledger: LedgerVerification = LedgerVerification(valid: false, records: 0)
    ) {
        self.kinds = kinds
        self.isResumed = isResumed
        self.privateDocuments = privateDocuments
        self.ledger = ledger
    }

    /// How many rows of a kind there are.
    public func count(of kind: LibraryRow.Kind) -> Int { kinds.first { $0.kind == kind }?.count ?? 0 }
}

extension LibraryRow.Kind {
    /// The name with spaces, for a person.
    public var words: String { rawValue.replacing("-", with: " ") }
}
