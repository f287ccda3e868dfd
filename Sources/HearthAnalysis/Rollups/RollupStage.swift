import Foundation
import HearthCore
import HearthModels
import HearthPrompts

/// One level of a run, for the entries of one label: finds what is stale, has it made by the engine that the router allows for
/// this label, and keeps each batch.
struct RollupStage: Sendable {
    /// An entry or a period.
    struct Item: Sendable {
        var name: String
        var label: SensitivityLabel
        /// The entries that it is made of, with their digests when they were listed.
        var entries: [String: ContentHash]
        /// Its key, when this model makes it.
        var key: @Sendable (_ model: String) -> ContentHash
    }

    /// What was made, and what was read on the way.
    struct Output: Sendable {
        var sessions: [String: SessionIntelligence] = [:]
        var periods: [String: PeriodIntelligence] = [:]
        /// Those that the basic engine made because the model failed.
        var standIns: Set<String> = []
    }

    struct Result: Sendable {
        var nodes: [String: RollupRun.Node] = [:]
        var sessions: [String: SessionIntelligence] = [:]
        var periods: [String: PeriodIntelligence] = [:]
    }

    let level: RollupLevel
    let library: any JournalStore
    let router: ModelRouter
    let routing: RoutingChoice
    /// Whether nothing that was made before counts as done.
    let isAnew: Bool
    let progress: @Sendable (JournalRollup.Progress) -> Void

    /// What stands in for a model's result is tried again in each run, so that it goes when the model works: until this many
    /// failed once more, since a model that fails with everything takes as long for it as one that works.
    private static let mostFailures = 3

    /// The name under which an engine's results are kept.
    static func name(of decision: RoutingDecision) -> String {
        decision.engine == .basic ? decision.engine.rawValue : "\(decision.engine.rawValue):\(decision.model)"
    }

    func run(
        _ items: [Item], label: SensitivityLabel, model: String,
        make: @escaping @Sendable (_ names: [String], _ route: Route) async throws -> Output
    ) async throws -> Result {
        guard !items.isEmpty else { return Result() }
        let result = try await current(items, model: model)
        let isComplete = result.nodes.count == items.count
        if isComplete, !result.nodes.values.contains(where: \.isStandIn) { return result }
        let origins = Set(items.flatMap(\.entries.keys).map(LabelOrigin.entry))
        let request = routing.request(.summarize, with: [label], of: origins)
        do {
            return try await router.run(request, delivery: .whole) { route in
                let name = Self.name(of: route.decision)
                // Where the model is not there, what stands in for it is as good as another engine's result.
                if isComplete, name != model { return result }
                return try await complete(items, model: name, route: route, make: make)
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // What was there before it was tried again still is.
            guard isComplete else { throw error }
            return result
        }
    }

    /// - Parameter model: The engine that serves, which may be another than the one that was foreseen.
    private func complete(
        _ items: [Item], model name: String, route: Route,
        make: @escaping @Sendable (_ names: [String], _ route: Route) async throws -> Output
    ) async throws -> Result {
        var result = try await current(items, model: name)
        let stale = items.filter { result.nodes[$0.name] == nil }
        let retries = items.filter { result.nodes[$0.name]?.isStandIn == true }
        // A model works for minutes on what the basic engine does in a moment: what it has done is kept at once.
        let size =
            switch route.worker {
            case .extractive: 256
            case .model: 1
            }
        if !stale.isEmpty { progress(.init(level: level, done: 0, total: stale.count)) }
        for start in stride(from: 0, to: stale.count, by: size) {
            try Task.checkCancellation()
            let batch = stale[start..<min(stale.count, start + size)]
            let made = try await make(batch.map(\.name), route)
            try await keep(batch, made, model: name, in: &result)
            progress(.init(level: level, done: min(stale.count, start + size), total: stale.count))
        }
        var failures = 0
        // The latest first, which is looked at.
        for (index, item) in retries.reversed().enumerated() where failures < Self.mostFailures {
            try Task.checkCancellation()
            let made = try await make([item.name], route)
            if made.standIns.contains(item.name) {
                failures += 1
            } else {
                try await keep([item], made, model: name, in: &result)
            }
            progress(.init(level: level, done: index + 1, total: retries.count))
        }
        return result
    }

    /// The items that this model has made of what is there now.
    private func current(_ items: [Item], model: String) async throws -> Result {
        var result = Result()
        guard !isAnew else { return result }
        let stored = try await library.journalKeys(level, model: model)
        for item in items {
            let key = item.key(model)
            let standIn = RollupKey.standIn(key)
            if stored[item.name] == key {
                result.nodes[item.name] = .init(key: key, model: model, recomputed: false)
            } else if stored[item.name] == standIn {
                result.nodes[item.name] = .init(key: standIn, model: model, recomputed: false, isStandIn: true)
            }
        }
        return result
    }

    private func keep(_ batch: ArraySlice<Item>, _ made: Output, model: String, in result: inout Result) async throws {
        let level = level
        @Sendable func key(_ item: Item) -> ContentHash {
            made.standIns.contains(item.name) ? RollupKey.standIn(item.key(model)) : item.key(model)
        }
        let nodes = try await Concurrency.map(Array(batch), isBasic: true) { item -> JournalNode? in
            let encoder = JSONEncoder()
            let content: Data
            if let period = made.periods[item.name], level != .session {
                content = try encoder.encode(period)
            } else if let session = made.sessions[item.name], level == .session {
                content = try encoder.encode(session)
            } else {
                return nil
            }
            return JournalNode(
                level: level, period: item.name, model: model, key: key(item), content: content, entries: item.entries)
        }
        try await library.storeJournalNodes(nodes.compactMap { $0 })
        for item in batch {
            result.nodes[item.name] = .init(
                key: key(item), model: model, recomputed: true, isStandIn: made.standIns.contains(item.name))
        }
        result.sessions.merge(made.sessions) { _, new in new }
        result.periods.merge(made.periods) { _, new in new }
    }
}

/// The keys of what is made of a journal: hashes of everything that goes in.
///
/// An entry's key is the hash of the entry, of the prompt's version, its schema, the model and the tagger; a period's that of the keys
/// below it, of who is who among its names, and of the same. So a change of one entry changes the keys of its day, week, month and year, and
/// another only where it shows that two names are one person's, or that they are not; and what a person corrects, those that have the names.
enum RollupKey {
    /// - Parameter tagger: Who tells names and mood, whatever engine writes; `nil` where rules do.
    static func session(_ hash: ContentHash, model: String, tagger: String?) -> ContentHash {
        key([recipe(.session), model, hash.hex] + (tagger.map { [$0] } ?? []))
    }

    /// - Parameters:
    ///   - children: The keys of the level below, in order of time.
    ///   - people: Who is who among the names of its entries (``PeopleView/digest(of:)``).
    static func period(
        _ period: JournalPeriod, model: String, children: [ContentHash], people: String
    ) -> ContentHash {
        key([recipe(period.level), period.name, model, people] + children.map(\.hex))
    }

    /// The key under which the basic engine's result is kept where a model failed whose result would have this key. It stands
    /// until the model gives one: then the key changes, and with it those of the periods above.
    static func standIn(_ key: ContentHash) -> ContentHash { self.key(["stands in", key.hex]) }

    /// The versions of prompt, schema and code.
    static func recipe(_ level: RollupLevel) -> String { recipes[level] ?? level.rawValue }

    private static let recipes: [RollupLevel: String] = Dictionary(
        uniqueKeysWithValues: RollupLevel.allCases.map { level in
            let (version, schema): (String, GenerationSchema) =
                if let prompt = LevelPrompt.of(level) {
                    ("\(prompt.version)", prompt.schema)
                } else {
                    (
                        "\(JournalSessionPrompt.version).\(JournalChunkPrompt.version)",
                        JournalSessionAnswer.generationSchema
                    )
                }
            let code = level == .session ? BasicSessionAnalyst.version : BasicPeriodWriter.version
            return (level, "\(level.rawValue) \(version) \(code) \(key([schema.root.description]).hex)")
        })

    private static func key(_ parts: [String]) -> ContentHash {
        var data = Data()
        for part in parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: part.utf8)
        }
        return ContentHash(of: data)
    }
}
