public import Foundation
public import HearthCore
import Synchronization

/// A whole library in memory: for tests of what uses a library, and the second opinion on what a library must do.
///
/// It keeps the contract of ``Library`` as the encrypted database does, and passes ``StoreConformance`` with it: words by BM25F over
/// the same terms, vectors exactly, labels computed from sources, the ledger as a chain of hashes. It is written for reading, not
/// for speed: each change keeps a copy of what was before until it has happened. Every operation may throw, as it may in a store that
/// is asked over a connection.
public actor MemoryLibrary: Library {
    var state = MemoryState()
    public nonisolated let promptStateStore: any PromptStateStore
    let promptStates = MemoryPromptStates()
    nonisolated let workSignal = WorkSignal()
    /// The clock of the queue.
    let clock: @Sendable () -> Date

    public init() { self.init(clock: { Date() }) }

    /// - Parameter clock: What the queue takes for now: for tests of what happens after long pauses.
    public init(clock: @escaping @Sendable () -> Date) {
        promptStateStore = promptStates
        self.clock = clock
    }

    /// All of a change or nothing. Where text goes that a model may have read, what models have read goes as well.
    func change<Result>(_ body: (inout MemoryState) throws -> Result) throws -> Result {
        try Task.checkCancellation()
        let before = state
        do {
            let result = try body(&state)
            if state.forgetsPrompts {
                promptStates.removeAll()
                state.forgetsPrompts = false
            }
            return result
        } catch {
            state = before
            throw error
        }
    }
}

/// What models have read, as long as the program lives.
final class MemoryPromptStates: PromptStateStore {
    private struct Kept {
        var states: [String: PromptState] = [:]
        var mark = 0
    }

    private let kept = Mutex(Kept())

    let maximumStateSize = 64 << 20

    func tokens(ofConversation id: String, identity: String) -> [Int32]? {
        state(ofConversation: id, identity: identity)?.tokens
    }

    func state(ofConversation id: String, identity: String) -> PromptState? {
        kept.withLock { $0.states[id] }.flatMap { $0.identity == identity ? $0 : nil }
    }

    func mark() -> PromptStateMark { PromptStateMark("\(kept.withLock { $0.mark })") }

    func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) {
        kept.withLock { if mark.value == "\($0.mark)" { $0.states[id] = state } }
    }

    func removeState(ofConversation id: String) {
        kept.withLock {
            $0.states[id] = nil
            $0.mark += 1
        }
    }

    func removeAll() {
        kept.withLock {
            $0.states = [:]
            $0.mark += 1
        }
    }
}

/// Everything that a ``MemoryLibrary`` holds. What the parts of it say to each other is in the extensions beside.
struct MemoryState: Sendable {
    struct Document: Sendable {
        let number: Int64
        let id: String
        var new: NewDocument
        var firstChunk: Int64
        var ingestedAt: Date
        /// `nil` for one that was not copied from another library.
        var carried: CarriedDocument?

        var chunkIDs: Range<Int64> { firstChunk..<(firstChunk + Int64(new.chunks.count)) }

        func chunk(_ id: Int64) -> StoredChunk {
            StoredChunk(id: id, documentID: self.id, chunk: new.chunks[Int(id - firstChunk)].chunk)
        }
    }

    struct Source: Sendable {
        var file: SourceFile
        var document: Int64
        var seenAt: Date
        /// Its owner's word for this place; `nil` leaves it to the folder.
        var label: SensitivityLabel?
    }

    struct VectorModel: Sendable {
        let number: Int64
        let id: String
        var dimension: Int
        var isActive: Bool
        var vectors: [Int64: [Float]] = [:]
    }

    struct Talk: Sendable {
        let number: Int64
        var conversation: Conversation
        var boundary: ContextBoundary?
    }

    struct Said: Sendable {
        let conversation: Int64
        /// With the label of its own words alone.
        var message: ConversationMessage
        /// The numbers of the documents that it was made of.
        var documents: Set<Int64>
        /// The sources that held an earlier version of what it was made of.
        var places: Set<String> = []
        var carried: CarriedMessage?
    }

    struct Entry: Sendable {
        let number: Int
        var session: JournalSession
        var changedAt: Date
        /// `nil` for one that was not changed since it was added.
        var addedAt: Date?
        /// JSON, as it was written in another library.
        var carriedCues: Data?
    }

    struct NodeKey: Hashable, Sendable {
        var level: RollupLevel
        var period: String
        var model: String
    }

    // Documents
    var documents: [Int64: Document] = [:]
    var sources: [String: Source] = [:]
    var nextChunk: Int64 = 1
    var models: [VectorModel] = []
    /// By model and language.
    var familiarities: [String: [String: LanguageFamiliarity]] = [:]
    // Labels
    /// By paths that end with `/`.
    var folders: [String: SensitivityLabel] = [:]
    /// The owner's word for files that disappeared.
    var formerPlaces: [String: SensitivityLabel] = [:]
    // Conversations
    var talks: [String: Talk] = [:]
    var messages: [Int64: Said] = [:]
    var lastMessage: Int64 = 0
    var lastTalk: Int64 = 0
    // Journal
    var entries: [String: Entry] = [:]
    var lastEntry = 0
    var nodes: [NodeKey: (key: ContentHash, content: Data)] = [:]
    var people = PeopleRegister()
    /// Of a copy whose names have not come yet, without which a register keeps nobody.
    var copiedPersons: [PeopleRegister.Person] = []
    // The rest
    var analyses: [ContentHash: (value: Data, source: ContentHash?)] = [:]
    /// When each was first kept, in seconds since 1970.
    var analysisTimes: [ContentHash: Int64] = [:]
    var records: [(content: [UInt8], hash: [UInt8])] = []
    var consents: [StoredConsent] = []
    var namedRecords: [StoredRecord.Kind: [String: StoredRecord]] = [:]
    var work: [String: WorkTask] = [:]
    /// Pieces of the files of tasks.
    var workParts: [String: [WorkPart: Data]] = [:]
    /// By the name of their folder and their path.
    var watchedFiles: [String: [String: WatchedFile]] = [:]

    /// From where the library is being copied; `nil` where it is whole.
    var unfinishedCopy: String?

    /// Set by a change that takes text away which a model may have read.
    var forgetsPrompts = false

    /// The strictest label that the reader of this task may see.
    static var ceiling: SensitivityLabel { Reader.current?.ceiling ?? .private }

    /// Writes what is said of labels, in the same step as they change.
    mutating func note(_ log: LabelLog) throws {
        for entry in log.entries() { _ = try append(entry) }
        if log.rose { forgetsPrompts = true }
    }
}

extension String {
    /// By its bytes; `hasPrefix` takes letters for equal that are written in different ways.
    func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    /// In the order of bytes, as a database sorts.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// As short text is kept: each NUL becomes U+FFFD.
    var withoutNUL: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }

    /// Whether it holds a text that is in lower case, letter case aside.
    func holds(_ wanted: String) -> Bool {
        let text = Array(lowercased().precomposedStringWithCanonicalMapping.utf8)
        let wanted = Array(wanted.precomposedStringWithCanonicalMapping.utf8)
        guard !wanted.isEmpty else { return true }
        guard wanted.count <= text.count else { return false }
        return (0...(text.count - wanted.count)).contains { text[$0...].starts(with: wanted) }
    }
}
