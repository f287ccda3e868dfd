import Foundation
import HearthCore
import HearthStore

/// What was made before, or in this run, as far as it has been read.
struct Readings: Sendable {
    var sessions: [String: SessionIntelligence] = [:]
    var periods: [RollupLevel: [String: PeriodIntelligence]] = [:]

    /// With these entries' intelligence.
    func loading(
        sessions ids: [String], nodes: [String: RollupRun.Node], from database: HearthDatabase
    ) async throws -> Readings {
        var result = self
        let found: [String: SessionIntelligence] = try await Self.load(
            .session, ids.filter { sessions[$0] == nil }, nodes, database)
        result.sessions.merge(found) { _, new in new }
        return result
    }

    /// With these periods' intelligence.
    func loading(
        _ level: RollupLevel, periods names: [String], nodes: [String: RollupRun.Node], from database: HearthDatabase
    ) async throws -> Readings {
        var result = self
        let found: [String: PeriodIntelligence] = try await Self.load(
            level, names.filter { periods[level]?[$0] == nil }, nodes, database)
        result.periods[level, default: [:]].merge(found) { _, new in new }
        return result
    }

    private static func load<Value: Decodable & Sendable>(
        _ level: RollupLevel, _ names: [String], _ nodes: [String: RollupRun.Node], _ database: HearthDatabase
    ) async throws -> [String: Value] {
        guard !names.isEmpty else { return [:] }
        var byModel: [String: [String]] = [:]
        for name in names { if let model = nodes[name]?.model { byModel[model, default: []].append(name) } }
        var found: [String: Value] = [:]
        for (model, names) in byModel {
            let contents = try await database.journalContents(level, model: model, periods: names)
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
