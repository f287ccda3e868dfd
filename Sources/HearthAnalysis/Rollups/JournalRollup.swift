public import HearthCore
public import HearthModels

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
        /// Makes everything anew, also what has not changed: the entries and each level up to this one.
        public var again: Bool

        public init(
            level: RollupLevel, from: CivilDate? = nil, to: CivilDate? = nil,
            routing: RoutingChoice = RoutingChoice(label: .public),
            options: GenerationOptions = TaskDefaults.options(for: .summarize), again: Bool = false
        ) {
            self.level = level
            self.from = from
            self.to = to
            self.routing = routing
            self.options = options
            self.again = again
        }

        /// Whether an entry is in one of the periods that are asked for.
        func needs(_ head: JournalHead) -> Bool {
            guard let date = head.date else { return false }
            guard level != .session else { return from.map { $0 <= date } ?? true && to.map { $0 >= date } ?? true }
            let period = JournalPeriod(level, holding: date)
            return from.map { $0 <= period.end } ?? true && to.map { $0 >= period.start } ?? true
        }

        /// One period.
        public init(
            _ period: JournalPeriod, routing: RoutingChoice = RoutingChoice(label: .public),
            options: GenerationOptions = TaskDefaults.options(for: .summarize), again: Bool = false
        ) {
            self.init(
                level: period.level, from: period.start, to: period.end, routing: routing, options: options,
                again: again)
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

    let library: any JournalStore
    let router: ModelRouter
    let tagger: (any TaggingModel)?
    let names: JournalNames

    /// - Parameters:
    ///   - tagger: Tells names, mood and what is to be done in the languages that it knows, whatever engine writes; `nil` goes by
    ///     rules. On this machine, because it is given every entry.
    ///   - names: What was decoded before.
    public init(
        library: any JournalStore, router: ModelRouter, tagger: (any TaggingModel)? = nil,
        names: JournalNames = JournalNames()
    ) {
        self.library = library
        self.router = router
        self.tagger = tagger
        self.names = names
    }

    /// What a run would send first, and to whom, without sending it: the entries that the engine has not read as they are
    /// now, one request for each label and entry. What is then asked about days, weeks and months is made of the answers.
    ///
    /// - Throws: What a run would throw before it sends anything.
    public func preview(_ request: Request) async throws -> [OutboundPreview] {
        let heads = try await library.journalHeads(from: nil, to: nil).filter(request.needs)
        var previews: [OutboundPreview] = []
        for label in SensitivityLabel.allCases {
            let own = heads.filter { $0.label == label }
            guard !own.isEmpty else { continue }
            let routing = request.routing.request(
                .summarize, with: [label], of: Set(own.map { .entry($0.id) }))
            previews += try await router.previews(routing) { target in
                guard let model = try await router.model(target.engine, target.modelID) else { return [] }
                let name = "\(model.engine.rawValue):\(model.modelID)"
                let read = try await library.journalKeys(.session, model: name)
                let stale = own.filter {
                    request.again || read[$0.id] != RollupKey.session($0.hash, model: name, tagger: tagger?.id)
                }
                let analyst = ModelSessionAnalyst(
                    model: model, label: label, options: request.options, tagger: tagger)
                return try await library.journalSessions(ids: stale.map(\.id)).flatMap(analyst.firstRequests)
            }
        }
        return previews
    }

    /// What a run would cost, without running.
    public struct Outlook: Hashable, Sendable {
        /// Entries that the engines that would serve have not read as they are now.
        public var unread: Int
        /// Whether all of those engines run on this machine.
        public var isOnDevice: Bool
        /// Whether the basic engine alone would serve.
        public var isBasic: Bool
    }

    /// What a run would cost: so that nobody's work is begun without being asked for that takes long, or leaves this machine.
    ///
    /// - Throws: `RoutingError` where nothing may serve.
    public func outlook(_ request: Request) async throws -> Outlook {
        let heads = try await library.journalHeads(from: nil, to: nil).filter(request.needs)
        var outlook = Outlook(unread: 0, isOnDevice: true, isBasic: true)
        for label in SensitivityLabel.allCases {
            let own = heads.filter { $0.label == label }
            guard !own.isEmpty else { continue }
            let decision = try await router.explain(request.routing.request(.summarize, with: [label]))
            let name = RollupStage.name(of: decision)
            let read = try await library.journalKeys(.session, model: name)
            outlook.unread += own.count { head in
                let key = RollupKey.session(head.hash, model: name, tagger: tagger?.id)
                return read[head.id] != key && read[head.id] != RollupKey.standIn(key)
            }
            if decision.engine != .basic { outlook.isBasic = false }
            if !(decision.host.map { HostAddress.isLoopback($0) } ?? !decision.engine.isRemote) {
                outlook.isOnDevice = false
            }
        }
        return outlook
    }

    /// The periods of a level in order of time.
    ///
    /// - Throws: `RoutingError`, and what the store and the engine throw. What was done until then is kept.
    public func periods(
        _ request: Request, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Period] {
        guard LevelPrompt.of(request.level) != nil else { return [] }
        var run = RollupRun(self, request: request, progress: progress)
        return try await run.periods()
    }

    /// The dated entries in order of time.
    public func sessions(
        _ request: Request, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Session] {
        var request = request
        request.level = .session
        var run = RollupRun(self, request: request, progress: progress)
        return try await run.sessions()
    }

    /// Has the basic engine read the entries that it has not read as they are now, dated or not, so that all names are known.
    ///
    /// - Throws: What the store throws, and `CancellationError`. What was done until then is kept.
    public func readNames(progress: @escaping @Sendable (Progress) -> Void = { _ in }) async throws {
        let model = Engine.basic.rawValue
        let read = try await library.journalKeys(.session, model: model)
        let unread = try await library.journalHeads(from: nil, to: nil)
            .filter { read[$0.id] != RollupKey.session($0.hash, model: model, tagger: tagger?.id) }
        guard !unread.isEmpty else { return }
        var run = RollupRun(
            self, request: Request(level: .session, routing: RoutingChoice(engine: .basic, label: .public)),
            progress: progress)
        try await run.read(unread)
    }

    /// One entry, dated or not.
    ///
    /// - Throws: `StoreError` with the code `unknown-item` when there is none of this id.
    public func session(
        id: String, routing: RoutingChoice = RoutingChoice(label: .public),
        options: GenerationOptions = TaskDefaults.options(for: .summarize), again: Bool = false
    ) async throws -> Session {
        guard try await library.journalSession(id: id) != nil else {
            throw StoreError(.unknownItem, "There is no journal entry \(id.prefix(80)).")
        }
        var run = RollupRun(
            self, request: Request(level: .session, routing: routing, options: options, again: again),
            progress: { _ in })
        let heads = try await library.journalHeads(from: nil, to: nil).filter { $0.id == id }
        guard let session = try await run.sessions(of: heads).first else {
            throw StoreError(.unknownItem, "There is no journal entry \(id.prefix(80)).")
        }
        return session
    }
}
