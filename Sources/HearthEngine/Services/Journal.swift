import Foundation
public import HearthAnalysis
public import HearthCore
public import HearthModels

extension Hearth {
    /// The journal: entries, and what is made of them by day, week, month and year.
    public struct Journal: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Journal {
    // MARK: Entries

    /// Bytes of the longest id that an entry can have.
    public static var longestID: Int { JournalSession.longestID }

    /// Stores entries, all or none. One whose id is there is replaced; storing the very same again changes nothing.
    ///
    /// - Parameters:
    ///   - embeds: False leaves the vectors of the entries to a later ``embed(progress:)``, which is for many batches.
    ///   - lowersLabels: Whether its owner says so that an entry becomes less private than it was; otherwise it stays as
    ///     private.
    ///   - keepsDates: Whether an entry without a date takes over that of the entry that it replaces.
    /// - Returns: What became of each, in their order.
    /// - Throws: `StoreError` with the code `invalid-input`, or `EmptyTextError`, for an entry that cannot be kept.
    @discardableResult
    public func add(
        _ sessions: [JournalSession], embeds: Bool = true, lowersLabels: Bool = false, keepsDates: Bool = false
    ) async throws -> [JournalChange] {
        try await pipeline().add(sessions, embeds: embeds, lowersLabels: lowersLabels, keepsDates: keepsDates)
    }

    /// Gives vectors to the entries that have none, so that search finds them by what they mean. Does nothing where there is
    /// no embedding model.
    ///
    /// - Parameter progress: Is told how many passages have got theirs.
    /// - Throws: What the embedding model and the store throw, and `CancellationError`. What was done until then is kept.
    public func embed(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        try await pipeline().embed(progress: progress)
    }

    /// Removes an entry, everything that was made of it, and what search knows of it.
    ///
    /// - Returns: False when there was none of this id.
    @discardableResult
    public func remove(id: String) async throws -> Bool { try await pipeline().remove(id: id) }

    /// Entries in order of time, undated ones last, without their texts. With a first or last day, only dated ones.
    public func heads(from: CivilDate? = nil, to: CivilDate? = nil) async throws -> [JournalHead] {
        try await hearth.library().journalHeads(from: from, to: to)
    }

    /// The entry whose id is `id`, or the only one whose id begins with it.
    ///
    /// - Throws: `StoreError` with the code `unknown-item`, also for a beginning of fewer than 4 characters, or `ambiguous-item`.
    public func find(_ id: String) async throws -> JournalSession {
        let found = try await pipeline().session(id)
        try Abbreviation.check(id, of: found.id, help: .see(.entries))
        return found
    }

    /// The entry of that whole id; `nil` where there is none.
    public func entry(id: String) async throws -> JournalSession? {
        try await hearth.library().journalSession(id: id)
    }

    /// The days in a row, up to today or yesterday, on which something was written.
    ///
    /// A day counts until it is over: whoever has not written today has not broken the row yet.
    public func currentStreak(today: CivilDate) async throws -> Int {
        try await pipeline().currentStreak(today: today)
    }

    // MARK: Periods

    /// Summaries of entries and periods, made with the engines that are configured now. See `JournalRollup`.
    public var rollup: JournalRollup {
        get async throws {
            let resources = try await hearth.current()
            return try await JournalRollup(
                library: resources.library(), router: resources.router(), tagger: resources.tagger(),
                names: hearth.journalNames)
        }
    }

    /// What earlier runs have made of the periods of a level and is kept, by the period's name; of one period there may be what
    /// several engines made. Nothing is made anew.
    public func keptPeriods(_ level: RollupLevel) async throws -> [String: [PeriodIntelligence]] {
        let decoder = JSONDecoder()
        return try await hearth.library().keptJournalContents(level).mapValues { contents in
            // What another version wrote is made anew with the next run.
            contents.compactMap { try? decoder.decode(PeriodIntelligence.self, from: $0) }
        }
    }

    /// What a year's page needs, of which what is stale is made anew; `nil` when the year has no dated entries.
    ///
    /// - Throws: As a run of ``rollup``.
    public func wrapped(
        _ year: JournalPeriod, routing: RoutingChoice,
        options: GenerationOptions = TaskDefaults.options(for: .summarize)
    ) async throws -> WrappedPage? {
        try await WrappedPage(of: year, in: pipeline(), routing: routing, options: options)
    }

    // MARK: People

    /// Who is in the entries: names that are one person's are joined, and what the owner corrected holds.
    ///
    /// - Parameters:
    ///   - reads: Whether entries whose names are not known yet are read first, by the basic engine; false takes those that were read.
    ///   - progress: How far the reading is.
    public func people(
        reads: Bool = true, progress: @escaping @Sendable (JournalRollup.Progress) -> Void = { _ in }
    ) async throws -> JournalPeople.List {
        if reads { try await rollup.readNames(progress: progress) }
        return try await JournalPeople(library: hearth.library(), names: hearth.journalNames).list()
    }

    /// The ids of the entries that were read and name somebody.
    ///
    /// - Parameter person: An id, or one of the person's names.
    /// - Throws: `StoreError` with the code `unknown-item` where there is nobody of that name.
    public func entries(naming person: String) async throws -> Set<String> {
        try await JournalPeople(library: hearth.library(), names: hearth.journalNames).entries(naming: person)
    }

    /// Corrects who is who. What is made of the periods that name them is made anew with the next run; nothing is read again.
    ///
    /// - Throws: `EngineError` with the code `owner-only` for a program; what ``JournalPeople`` throws.
    public func correctPeople<Result: Sendable>(
        _ change: @Sendable (JournalPeople) async throws -> Result
    ) async throws -> Result {
        try Reader.requireOwner(for: "Correcting who is who in the journal", of: .library)
        try await rollup.readNames()
        return try await change(JournalPeople(library: hearth.library(), names: hearth.journalNames))
    }

    /// A digest of what the owner said of names.
    package func peopleDigest() async throws -> [UInt8] {
        try await JournalPeople(library: hearth.library(), names: hearth.journalNames).digest()
    }

    private func pipeline() async throws -> JournalPipeline {
        let resources = try await hearth.current()
        return try await JournalPipeline(
            library: resources.library(), router: resources.router(), tokenizer: resources.tokenizer(),
            embedder: resources.usableEmbedder().model, tagger: resources.tagger())
    }
}
