public import HearthCore
public import HearthModels
public import HearthStore

/// Sums up a journal by day, week, month and year.
///
/// Only what changed is made anew: everything is kept under the hash of what it was made of (``RollupKey``). Each batch is
/// kept when it is done, so that a run that was interrupted goes on where it ended.
public struct JournalRollup: Sendable {
    public struct Request: Sendable {
        public var level: RollupLevel
        /// Only periods that have days from here on; `nil` for no limit.
        public var from: CivilDate?
        /// Only periods that have days up to here.
        public var to: CivilDate?
        /// The label is that of the entries; the one in here can only make it stricter.
        public var routing: RoutingChoice
        public var options: GenerationOptions

        public init(
            level: RollupLevel, from: CivilDate? = nil, to: CivilDate? = nil,
            routing: RoutingChoice = RoutingChoice(label: .public),
            options: GenerationOptions = TaskDefaults.options(for: .summarize)
        ) {
            self.level = level
            self.from = from
            self.to = to
            self.routing = routing
            self.options = options
        }

        /// One period.
        public init(_ period: JournalPeriod, routing: RoutingChoice = RoutingChoice(label: .public)) {
            self.init(level: period.level, from: period.start, to: period.end, routing: routing)
        }
    }

    /// One period, and whether it was made in this run.
    public struct Period: Hashable, Sendable {
        public var intelligence: PeriodIntelligence
        public var recomputed: Bool
    }

    /// One entry, and whether it was read in this run.
    public struct Session: Hashable, Sendable {
        public var intelligence: SessionIntelligence
        public var recomputed: Bool
    }

    /// Where a run stands.
    public struct Progress: Hashable, Sendable {
        public var level: RollupLevel
        public var done: Int
        public var total: Int
    }

    let database: HearthDatabase
    let router: ModelRouter

    public init(database: HearthDatabase, router: ModelRouter) {
        self.database = database
        self.router = router
    }

    /// The periods of a level in order of time.
    ///
    /// - Throws: `RoutingError`, and what the store and the engine throw. What was done until then is kept.
    public func periods(
        _ request: Request, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Period] {
        guard LevelPrompt.of(request.level) != nil else { return [] }
        var run = RollupRun(database: database, router: router, request: request, progress: progress)
        return try await run.periods()
    }

    /// The dated entries in order of time.
    public func sessions(
        _ request: Request, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Session] {
        var request = request
        request.level = .session
        var run = RollupRun(database: database, router: router, request: request, progress: progress)
        return try await run.sessions()
    }

    /// One entry, dated or not.
    ///
    /// - Throws: `StoreError` with the code `unknown-item` when there is none of this id.
    public func session(id: String, routing: RoutingChoice = RoutingChoice(label: .public)) async throws -> Session {
        guard try await database.journalSession(id: id) != nil else {
            throw StoreError(.unknownItem, "There is no journal entry \(id.prefix(80)).")
        }
        var run = RollupRun(
            database: database, router: router, request: Request(level: .session, routing: routing), progress: { _ in })
        let heads = try await database.journalHeads().filter { $0.id == id }
        guard let session = try await run.sessions(of: heads).first else {
            throw StoreError(.unknownItem, "There is no journal entry \(id.prefix(80)).")
        }
        return session
    }
}
