import Foundation
import HearthCore
import HearthModels

/// One run over the levels, from the entries up.
struct RollupRun {
    let library: any JournalStore
    let router: ModelRouter
    let tagger: (any TaggingModel)?
    let names: JournalNames
    let request: JournalRollup.Request
    let progress: @Sendable (JournalRollup.Progress) -> Void

    /// Dated entries in order of time: those that the run needs, and all.
    private var heads: [JournalHead] = []
    private var all: [JournalHead] = []
    /// The engine that each label may go to, by the name under which its results are kept.
    private var models: [SensitivityLabel: String] = [:]
    private var nodes: [RollupLevel: [String: Node]] = [:]
    private var loaded = LoadedIntelligence()
    private var people = DiaryPeople()

    /// What is known of an entry or a period of this run.
    struct Node: Sendable {
        var key: ContentHash
        var model: String
        var recomputed: Bool
        /// Whether the basic engine made it because the model failed.
        var isStandIn = false
    }

    init(
        _ rollup: JournalRollup, request: JournalRollup.Request,
        progress: @escaping @Sendable (JournalRollup.Progress) -> Void
    ) {
        (library, router, tagger, names) = (rollup.library, rollup.router, rollup.tagger, rollup.names)
        self.request = request
        self.progress = progress
    }

    mutating func sessions() async throws -> [JournalRollup.Session] {
        try await sessions(of: library.journalHeads(from: request.from, to: request.to).filter { $0.date != nil })
    }

    /// Has entries read that were not, and tells nothing of them: that would need the names of the whole diary.
    mutating func read(_ heads: [JournalHead]) async throws {
        self.heads = heads
        try await readSessions()
    }

    mutating func sessions(of heads: [JournalHead]) async throws -> [JournalRollup.Session] {
        try await read(heads)
        let known = nodes[.session] ?? [:]
        loaded = try await loaded.loading(sessions: heads.map(\.id), nodes: known, from: library)
        people = try await DiaryPeople.of(library, names, for: Set(heads.map(\.label)))
        return heads.compactMap { head in
            guard var session = loaded.sessions[head.id] else { return nil }
            // Kept as the text has them, told as the register knows them.
            session.entities = people.view(upTo: head.label).entities(session.entities)
            return .init(intelligence: session, recomputed: known[head.id]?.recomputed ?? false)
        }
    }

    mutating func periods() async throws -> [JournalRollup.Period] {
        all = try await library.journalHeads(from: nil, to: nil).filter { $0.date != nil }
        let level = request.level
        heads = all.filter(request.needs)
        try await readSessions()
        people = try await DiaryPeople.of(library, names, for: Set(heads.map(\.label)))
        for step in Self.chain(to: level) { try await writePeriods(step) }
        let wanted = Self.groups(heads, by: level).map(\.period)
        let known = nodes[level] ?? [:]
        loaded = try await loaded.loading(level, periods: wanted.map(\.name), nodes: known, from: library)
        return wanted.compactMap { period in
            loaded.periods[level]?[period.name].map {
                .init(intelligence: $0, recomputed: known[period.name]?.recomputed ?? false)
            }
        }
    }

    /// The levels between the entries and a level, from below.
    static func chain(to level: RollupLevel) -> [RollupLevel] {
        var chain: [RollupLevel] = []
        var next: RollupLevel? = level
        while let current = next, current != .session, current != .chunk {
            chain.insert(current, at: 0)
            next = current.below
        }
        return chain
    }

    /// The periods of a level with their entries, in order of time.
    static func groups(
        _ heads: [JournalHead], by level: RollupLevel
    ) -> [(period: JournalPeriod, heads: [JournalHead])] {
        var groups: [(period: JournalPeriod, heads: [JournalHead])] = []
        for head in heads {
            guard let date = head.date else { continue }
            if let last = groups.last, last.period.contains(date) {
                groups[groups.count - 1].heads.append(head)
            } else {
                groups.append((JournalPeriod(level, holding: date), [head]))
            }
        }
        return groups
    }

    // MARK: - Entries

    private mutating func readSessions() async throws {
        let tagger = tagger
        for label in SensitivityLabel.allCases {
            let items = heads.filter { $0.label == label }.map { head in
                RollupStage.Item(name: head.id, label: label, entries: [head.id: head.hash]) {
                    RollupKey.session(head.hash, model: $0, tagger: tagger?.id)
                }
            }
            let result = try await stage(.session).run(items, label: label, model: model(for: label)) {
                [library, tagger, options = request.options] names, route in
                let sessions = try await library.journalSessions(ids: names)
                let made =
                    switch route.worker {
                    case .extractive:
                        try await Concurrency.map(sessions, isBasic: true) {
                            [basic = BasicSessionAnalyst(tagger: tagger)] session in
                            ModelSessionAnalyst.Reading(intelligence: try await basic.analyze(session))
                        }
                    case .model(let model):
                        try await Concurrency.map(sessions, isBasic: false) {
                            try await ModelSessionAnalyst(model: model, label: label, options: options, tagger: tagger)
                                .analyze($0)
                        }
                    }
                return RollupStage.Output(
                    sessions: Dictionary(
                        made.map { ($0.intelligence.entryID, $0.intelligence) }, uniquingKeysWith: { first, _ in first }
                    ),
                    standIns: Set(made.filter(\.isStandIn).map(\.intelligence.entryID)))
            }
            nodes[.session, default: [:]].merge(result.nodes) { _, new in new }
            loaded.sessions.merge(result.sessions) { _, new in new }
        }
    }

    // MARK: - Periods

    private mutating func writePeriods(_ level: RollupLevel) async throws {
        let groups = Self.groups(heads, by: level)
        guard let below = level.below else { return }
        let children = nodes[below] ?? [:]
        let plans = plans(of: groups, from: below)
        for label in SensitivityLabel.allCases {
            let items = groups.compactMap { plans[$0.period.name] }.filter { $0.label == label }.map { plan in
                RollupStage.Item(name: plan.period.name, label: label, entries: plan.entries) { model in
                    RollupKey.period(
                        plan.period, model: model, children: plan.children.compactMap { children[$0]?.key },
                        people: plan.people)
                }
            }
            let result = try await stage(level).run(items, label: label, model: model(for: label)) {
                [
                    library, people = people.view(upTo: label), known = loaded, sessionNodes = nodes[.session] ?? [:],
                    options = request.options
                ] names, route
                in
                let plans = names.compactMap { plans[$0] }
                var loaded = try await known.loading(
                    sessions: plans.flatMap(\.sessions), nodes: sessionNodes, from: library)
                if below != .session {
                    loaded = try await loaded.loading(
                        below, periods: plans.flatMap(\.children), nodes: children, from: library)
                }
                let materials = plans.map { [loaded] in $0.material(from: loaded, below: below) }
                let writer: ModelPeriodWriter? =
                    switch route.worker {
                    case .extractive: nil
                    case .model(let model): ModelPeriodWriter(model: model, label: label, options: options)
                    }
                let made = try await Concurrency.map(materials, isBasic: writer == nil) {
                    try await Self.write($0, by: writer, people: people, decision: route.decision)
                }
                return RollupStage.Output(
                    sessions: loaded.sessions,
                    periods: Dictionary(made.map { ($0.period.period, $0.period) }) { first, _ in first },
                    standIns: Set(made.filter(\.isStandIn).map(\.period.period)))
            }
            nodes[level, default: [:]].merge(result.nodes) { _, new in new }
            loaded.sessions.merge(result.sessions) { _, new in new }
            loaded.periods[level, default: [:]].merge(result.periods) { _, new in new }
        }
        try await forgetEmptyPeriods(level)
    }

    /// What each period of a level is made of, by its name.
    private func plans(
        of groups: [(period: JournalPeriod, heads: [JournalHead])], from below: RollupLevel
    ) -> [String: PeriodPlan] {
        Dictionary(
            groups.map { group in
                let names =
                    below == .session
                    ? group.heads.map(\.id) : Self.groups(group.heads, by: below).map(\.period.name)
                return (
                    group.period.name,
                    PeriodPlan(
                        period: group.period, sessions: group.heads.map(\.id), children: names,
                        label: group.heads.map(\.label).max() ?? .private,
                        entries: Dictionary(group.heads.map { ($0.id, $0.hash) }) { first, _ in first },
                        people: people.digest(of: group.heads))
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Writes one period: the numbers are counted, the narrative is the model's, or the basic engine's where no model serves.
    ///
    /// - Returns: The period, and whether the basic engine stood in for a model that failed.
    private static func write(
        _ material: PeriodMaterial, by writer: ModelPeriodWriter?, people: PeopleView, decision: RoutingDecision
    ) async throws -> (period: PeriodIntelligence, isStandIn: Bool) {
        let numbers = PeriodCounter(period: material.period, sessions: material.sessions, people: people).numbers()
        let narrative =
            try await writer?.narrative(material, numbers: numbers)
            ?? BasicPeriodWriter().narrative(material, numbers: numbers)
        let period = PeriodComposer.compose(
            material, numbers: numbers, narrative: narrative,
            engine: (narrative.isByModel ? decision.engine : .basic).rawValue,
            model: narrative.isByModel ? decision.model : RoutingDecision.basicModel, people: material.people)
        return (period, narrative.isStandIn)
    }

    /// What was made of periods in which no entry is left must not outlive the entries.
    private func forgetEmptyPeriods(_ level: RollupLevel) async throws {
        let present = Set(Self.groups(all, by: level).map(\.period.name))
        var gone: Set<String> = []
        for model in Set(models.values) {
            gone.formUnion(try await library.journalKeys(level, model: model).keys.filter { !present.contains($0) })
        }
        try await library.removeJournalNodes(level, periods: gone.sorted())
    }

    // MARK: - Engines

    private func stage(_ level: RollupLevel) -> RollupStage {
        RollupStage(
            level: level, library: library, router: router, routing: request.routing, isAnew: request.again,
            progress: progress)
    }

    /// The name of the engine that would serve, so that nothing is routed, and written into the ledger, for work that is done.
    private mutating func model(for label: SensitivityLabel) async throws -> String {
        if let known = models[label] { return known }
        guard heads.contains(where: { $0.label == label }) else { return "" }
        let decision = try await router.explain(request.routing.request(.summarize, with: [label]))
        let name = RollupStage.name(of: decision)
        models[label] = name
        return name
    }
}

/// A period that is to be written, and what it is made of.
struct PeriodPlan: Sendable {
    var period: JournalPeriod
    var sessions: [String]
    var children: [String]
    var label: SensitivityLabel
    /// The digests of the sessions when they were listed.
    var entries: [String: ContentHash]
    /// Who is who among their names; see ``PeopleView/digest(of:)``.
    var people: String

    func material(from loaded: LoadedIntelligence, below: RollupLevel) -> PeriodMaterial {
        let sessions = sessions.compactMap { loaded.sessions[$0] }
        let parts: [PeriodMaterial.Part] =
            below == .session
            ? sessions.map {
                .init(
                    name: $0.date?.description ?? "", title: $0.title, insights: $0.keyInsights,
                    origins: $0.insightOrigins ?? [], themes: $0.mainThemes)
            }
            : children.compactMap { loaded.periods[below]?[$0] }.map {
                .init(
                    name: $0.period, title: $0.headline ?? $0.mainThemes.prefix(3).joined(separator: ", "),
                    insights: $0.keyInsights, origins: $0.insightOrigins ?? [], themes: $0.mainThemes)
            }
        return PeriodMaterial(period: period, sessions: sessions, parts: parts, label: label, people: people)
    }
}

/// What was made before, or in this run, as far as it has been read.
struct LoadedIntelligence: Sendable {
    var sessions: [String: SessionIntelligence] = [:]
    var periods: [RollupLevel: [String: PeriodIntelligence]] = [:]

    /// With these entries' intelligence.
    func loading(
        sessions ids: [String], nodes: [String: RollupRun.Node], from library: any JournalStore
    ) async throws -> LoadedIntelligence {
        var result = self
        let found: [String: SessionIntelligence] = try await Self.load(
            .session, ids.filter { sessions[$0] == nil }, nodes, library)
        result.sessions.merge(found) { _, new in new }
        return result
    }

    /// With these periods' intelligence.
    func loading(
        _ level: RollupLevel, periods names: [String], nodes: [String: RollupRun.Node], from library: any JournalStore
    ) async throws -> LoadedIntelligence {
        var result = self
        let found: [String: PeriodIntelligence] = try await Self.load(
            level, names.filter { periods[level]?[$0] == nil }, nodes, library)
        result.periods[level, default: [:]].merge(found) { _, new in new }
        return result
    }

    private static func load<Value: Decodable & Sendable>(
        _ level: RollupLevel, _ names: [String], _ nodes: [String: RollupRun.Node], _ library: any JournalStore
    ) async throws -> [String: Value] {
        guard !names.isEmpty else { return [:] }
        var byModel: [String: [String]] = [:]
        for name in names { if let model = nodes[name]?.model { byModel[model, default: []].append(name) } }
        var found: [String: Value] = [:]
        for (model, names) in byModel {
            let contents = try await library.journalContents(level, model: model, periods: names)
            let values = try await Concurrency.map(names, isBasic: true) { name -> Value? in
                try contents[name].map { try JSONDecoder().decode(Value.self, from: $0) }
            }
            for (name, value) in zip(names, values) { found[name] = value }
        }
        return found
    }
}

/// Work on many things at once, in order.
enum Concurrency {
    /// Maps in order. The basic engine works on all cores; a model on one thing after the other, because it takes all there
    /// is for each.
    static func map<Item: Sendable, Value: Sendable>(
        _ items: [Item], isBasic: Bool, _ body: @escaping @Sendable (Item) async throws -> Value
    ) async throws -> [Value] {
        let width = isBasic ? max(1, ProcessInfo.processInfo.activeProcessorCount) : 1
        guard items.count > 1, width > 1 else {
            var values: [Value] = []
            for item in items {
                try Task.checkCancellation()
                values.append(try await body(item))
            }
            return values
        }
        return try await withThrowingTaskGroup(of: (Int, [Value]).self) { group in
            let size = max(1, min(16, items.count / (width * 2)))
            var results: [Int: [Value]] = [:]
            var next = 0
            func add() {
                guard next < items.count else { return }
                let start = next
                next = min(items.count, next + size)
                let slice = items[start..<next]
                group.addTask {
                    var values: [Value] = []
                    for item in slice {
                        try Task.checkCancellation()
                        values.append(try await body(item))
                    }
                    return (start, values)
                }
            }
            for _ in 0..<width { add() }
            while let (start, values) = try await group.next() {
                results[start] = values
                add()
            }
            return results.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }
}
