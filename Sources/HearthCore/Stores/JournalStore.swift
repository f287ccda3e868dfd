public import Foundation

/// The entries of a journal, and what engines made of entries and periods.
public protocol JournalStore: Sendable {
    /// Stores entries: all or nothing. An entry whose id is there replaces it; what was made of the old one, and of the periods
    /// that it was in, goes with it, so that no sentence of it outlives it.
    ///
    /// - Parameters:
    ///   - lowersLabels: Whether an entry may become milder than it was; otherwise it stays as private as it was. A change of a
    ///     label is written to the ledger.
    ///   - document: Makes the document by which search finds an entry; it is stored in the same step, and made only where the
    ///     entry is new or another. A pure function, which may be called more than once.
    /// - Throws: `invalid-input` for an entry without text or with an id that cannot be one; `not-allowed` where a program would
    ///   replace an entry that it may not read.
    @discardableResult
    func storeJournal(
        _ sessions: [JournalSession], lowersLabels: Bool,
        document: (@Sendable (JournalSession) throws -> Ingestion)?
    ) async throws -> [JournalChange]
    /// Entries in order of time, undated ones last, without their texts.
    ///
    /// - Parameters:
    ///   - from: The first day, `nil` for no limit. With a limit, undated entries are left out.
    ///   - to: The last day.
    func journalHeads(from: CivilDate?, to: CivilDate?) async throws -> [JournalHead]
    /// Entries with their texts in the order of their ids; those that are not there are left out.
    func journalSessions(ids: [String]) async throws -> [JournalSession]
    /// The id that is `text`, or the only one that begins with it.
    ///
    /// - Throws: `unknown-item`, or `ambiguous-item` when several begin like that.
    func journalID(matching text: String) async throws -> String
    /// Removes an entry with everything that was made of it, also in the periods that it was in; false when it is not there.
    ///
    /// - Parameter source: The path of the document by which search found it; it goes in the same step.
    @discardableResult
    func removeJournalSession(id: String, source: String?) async throws -> Bool

    // MARK: What engines made

    /// What is kept of each period of a level, by each of the models that made something of it, in the order of their names.
    func keptJournalContents(_ level: RollupLevel) async throws -> [String: [Data]]
    /// The keys of what one engine made at a level, by the names of the periods or the ids of the entries.
    func journalKeys(_ level: RollupLevel, model: String) async throws -> [String: ContentHash]
    /// What one engine made of these periods or entries, as far as it is there.
    func journalContents(_ level: RollupLevel, model: String, periods: [String]) async throws -> [String: Data]
    /// Keeps what was made, all or nothing, in place of what the same engine made of the same periods before.
    ///
    /// One that was made of an entry which was removed, changed or called something else meanwhile is left out, at every level:
    /// what was made of it must not come back, nor be milder than it is. So is one that names no entry.
    func storeJournalNodes(_ nodes: [JournalNode]) async throws
    /// Removes what was made of periods in which no entry is left.
    func removeJournalNodes(_ level: RollupLevel, periods: [String]) async throws

    // MARK: Who is who

    /// What the owner said of the names in the journal. It is the owner's: for a program that may not read everything it is empty.
    func peopleRegister() async throws -> PeopleRegister
    /// Puts a register in the place of the one that was read.
    ///
    /// - Parameter earlier: The one that was read; names that were corrected meanwhile must not be taken back unseen.
    /// - Throws: `busy` where the register is another one by now; `invalid-input` for one that cannot be kept; `not-allowed` for a
    ///   program.
    func storePeopleRegister(_ register: PeopleRegister, over earlier: PeopleRegister) async throws
}

extension JournalStore {
    /// One entry with its text, or `nil` when there is none of this id.
    public func journalSession(id: String) async throws -> JournalSession? {
        try await journalSessions(ids: [id]).first
    }
}

/// An entry of the journal without its text.
public struct JournalHead: Hashable, Sendable {
    public let id: String
    /// `nil` for an undated entry.
    public let date: CivilDate?
    /// Seconds after midnight on the writer's clock.
    public let time: Int?
    public let title: String?
    public let label: SensitivityLabel
    /// Seconds.
    public let duration: Double?
    /// Runs of characters that are not white space.
    public let words: Int
    /// The digest of everything that the entry holds.
    public let hash: ContentHash
    public let changedAt: Date

    public init(
        id: String, date: CivilDate?, time: Int?, title: String?, label: SensitivityLabel, duration: Double?,
        words: Int,
        hash: ContentHash, changedAt: Date
    ) {
        self.id = id
        self.date = date
        self.time = time
        self.title = title
        self.label = label
        self.duration = duration
        self.words = words
        self.hash = hash
        self.changedAt = changedAt
    }
}

/// The effect of storing an entry.
public enum JournalChange: String, Codable, Sendable {
    case added
    case updated
    /// The very same entry was there.
    case unchanged
}

/// The result of one engine for an entry or a period.
public struct JournalNode: Hashable, Sendable {
    public var level: RollupLevel
    /// The name of a period, or the id of an entry.
    public var period: String
    public var model: String
    /// The hash of everything that the content was made of.
    public var key: ContentHash
    public var content: Data
    /// The entries that it was made of, by id, with their digests when they were read; each of its period or, at the level
    /// `session`, the one entry.
    public var entries: [String: ContentHash]

    public init(
        level: RollupLevel, period: String, model: String, key: ContentHash, content: Data,
        entries: [String: ContentHash]
    ) {
        self.level = level
        self.period = period
        self.model = model
        self.key = key
        self.content = content
        self.entries = entries
    }
}
