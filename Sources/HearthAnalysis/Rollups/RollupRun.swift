import Foundation
import HearthCore
import HearthModels
import HearthStore

/// One run over the levels, from the entries up.
struct RollupRun {
    let database: HearthDatabase
    let router: ModelRouter
    let request: JournalRollup.Request
    let progress: @Sendable (JournalRollup.Progress) -> Void

    /// Dated entries in order of time: those that the run needs, and all.
    private var heads: [JournalHead] = []
    private var all: [JournalHead] = []
    /// The engine that each label may go to, by the name under which its results are kept.
    private var models: [SensitivityLabel: String] = [:]
    private var nodes: [RollupLevel: [String: Node]] = [:]
    private var readings = Readings()

    /// What is known of an entry or a period of this run.
    struct Node: Sendable {
        var key: ContentHash
        var model: String
        var recomputed: Bool
        /// Whether the basic engine made it because the model failed.
        var isStandIn = false
    }

    init(
        database: HearthDatabase, router: ModelRouter, request: JournalRollup.Request,
        progress: @escaping @Sendable (JournalRollup.Progress) -> Void
    ) {
        self.database = database
        self.router = router
        self.request = request
        self.progress = progress
    }

    mutating func sessions() async throws -> [JournalRollup.Session] {
        try await sessions(of: database.journalHeads(from: request.from, to: request.to).filter { $0.date != nil })
    }

    mutating func sessions(of heads: [JournalHead]) async throws -> [JournalRollup.Session] {
        self.heads = heads
        try await readSessions()
        let known = nodes[.session] ?? [:]
        readings = try await readings.loading(sessions: heads.map(\.id), nodes: known, from: database)
        return heads.compactMap { head in
            readings.sessions[head.id].map { .init(intelligence: $0, recomputed: known[head.id]?.recomputed ?? false) }
        }
    }

    mutating func periods() async throws -> [JournalRollup.Period] {
        all = try await database.journalHeads().filter { $0.date != nil }
        let level = request.level
        heads = all.filter(request.needs)
        try await readSessions()
        for step in Self.chain(to: level) { try await writePeriods(step) }
        let wanted = Self.groups(heads, by: level).map(\.period)
        let known = nodes[level] ?? [:]
        readings = try await readings.loading(level, periods: wanted.map(\.name), nodes: known, from: database)
        return wanted.compactMap { period in
            readings.periods[level]?[period.name].map {
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
        for label in SensitivityLabel.allCases {
            let items = heads.filter { $0.label == label }.map { head in
                RollupStage.Item(name: head.id, label: label, entries: [head.id: head.hash]) {
                    RollupKey.session(head.hash, model: $0)
                }
            }
            let result = try await stage(.session).run(items, label: label, model: model(for: label)) {
                [database, options = request.options] names, route in
                let sessions = try await database.journalSessions(ids: names)
                let basic = BasicSessionAnalyst()
                let writer = ModelSessionAnalyst(model: route.model, label: label, options: options)
                let isBasic = route.decision.engine == .basic
                let made = try await Concurrency.map(sessions, isBasic: isBasic) { session in
                    isBasic
                        ? ModelSessionAnalyst.Reading(intelligence: basic.analyze(session))
                        : try await writer.analyze(session)
                }
                return RollupStage.Made(
                    sessions: Dictionary(
                        made.map { ($0.intelligence.entryID, $0.intelligence) }, uniquingKeysWith: { first, _ in first }
                    ),
                    standIns: Set(made.filter(\.isStandIn).map(\.intelligence.entryID)))
            }
            nodes[.session, default: [:]].merge(result.nodes) { _, new in new }
            readings.sessions.merge(result.sessions) { _, new in new }
        }
    }

    // MARK: - Periods

    private mutating func writePeriods(_ level: RollupLevel) async throws {
        let groups = Self.groups(heads, by: level)
        guard let below = level.below else { return }
        let children = nodes[below] ?? [:]
        let plans = Dictionary(
            groups.map { group in
                let names =
                    below == .session
                    ? group.heads.map(\.id) : Self.groups(group.heads, by: below).map(\.period.name)
                return (
                    group.period.name,
                    Plan(
                        period: group.period, sessions: group.heads.map(\.id), children: names,
                        label: group.heads.map(\.label).max() ?? .private,
                        entries: Dictionary(group.heads.map { ($0.id, $0.hash) }) { first, _ in first })
                )
            }, uniquingKeysWith: { first, _ in first })
        for label in SensitivityLabel.allCases {
            let items = groups.compactMap { plans[$0.period.name] }.filter { $0.label == label }.map { plan in
                RollupStage.Item(name: plan.period.name, label: label, entries: plan.entries) { model in
                    RollupKey.period(
                        plan.period, model: model, children: plan.children.compactMap { children[$0]?.key })
                }
            }
            let result = try await stage(level).run(items, label: label, model: model(for: label)) {
                [database, readings, sessionNodes = nodes[.session] ?? [:], options = request.options] names, route in
                let plans = names.compactMap { plans[$0] }
                var loaded = try await readings.loading(
                    sessions: plans.flatMap(\.sessions), nodes: sessionNodes, from: database)
                if below != .session {
                    loaded = try await loaded.loading(
                        below, periods: plans.flatMap(\.children), nodes: children, from: database)
                }
                let materials = plans.map { [loaded] in $0.material(from: loaded, below: below) }
                let isBasic = route.decision.engine == .basic
                let writer = ModelPeriodWriter(model: route.model, label: label, options: options)
                let made = try await Concurrency.map(materials, isBasic: isBasic) {
                    material -> (period: PeriodIntelligence, isStandIn: Bool) in
                    let numbers = PeriodCounter(period: material.period, sessions: material.sessions).numbers()
                    let narrative =
                        isBasic
                        ? BasicPeriodWriter().narrative(material, numbers: numbers)
                        : try await writer.narrative(material, numbers: numbers)
                    let period = PeriodComposer.compose(
                        material, numbers: numbers, narrative: narrative,
                        engine: (narrative.isByModel ? route.decision.engine : .basic).rawValue,
                        model: narrative.isByModel ? route.decision.model : RoutingDecision.basicModel)
                    return (period, narrative.isStandIn)
                }
                return RollupStage.Made(
                    sessions: loaded.sessions,
                    periods: Dictionary(made.map { ($0.period.period, $0.period) }) { first, _ in first },
                    standIns: Set(made.filter(\.isStandIn).map(\.period.period)))
            }
            nodes[level, default: [:]].merge(result.nodes) { _, new in new }
            readings.sessions.merge(result.sessions) { _, new in new }
            readings.periods[level, default: [:]].merge(result.periods) { _, new in new }
        }
        try await forgetEmptyPeriods(level)
    }

    /// What was made of periods in which no entry is left must not outlive the entries.
    private func forgetEmptyPeriods(_ level: RollupLevel) async throws {
        let present = Set(Self.groups(all, by: level).map(\.period.name))
        var gone: Set<String> = []
        for model in Set(models.values) {
            gone.formUnion(try await database.journalKeys(level, model: model).keys.filter { !present.contains($0) })
        }
        try await database.removeJournalNodes(level, periods: gone.sorted())
    }

    // MARK: - Engines

    private func stage(_ level: RollupLevel) -> RollupStage {
        RollupStage(
            level: level, database: database, router: router, routing: request.routing, isAnew: request.again,
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
struct Plan: Sendable {
    var period: JournalPeriod
    var sessions: [String]
    var children: [String]
    var label: SensitivityLabel
    /// The digests of the sessions when they were listed.
    var entries: [String: ContentHash]

    func material(from readings: Readings, below: RollupLevel) -> PeriodMaterial {
        let sessions = sessions.compactMap { readings.sessions[$0] }
        let parts: [PeriodMaterial.Part] =
            below == .session
            ? sessions.map {
                .init(
                    name: $0.date?.description ?? "", title: $0.title, insights: $0.keyInsights, themes: $0.mainThemes)
            }
            : children.compactMap { readings.periods[below]?[$0] }.map {
                .init(
                    name: $0.period, title: $0.headline ?? $0.mainThemes.prefix(3).joined(separator: ", "),
                    insights: $0.keyInsights, themes: $0.mainThemes)
            }
        return PeriodMaterial(period: period, sessions: sessions, parts: parts, label: label)
    }
}
