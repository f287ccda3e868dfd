import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting

/// A journal in a library of its own.
struct JournalFixture {
    let library = MemoryLibrary()
    let journal: JournalPipeline

    init(models: [any RoutableEngine] = [BasicEngine()], policy: RoutingPolicy = RoutingPolicy()) {
        journal = JournalPipeline(
            library: library,
            router: ModelRouter(models: models, policy: policy, configuration: .init(ledger: library)),
            tokenizer: EstimatedTokenizer())
    }

    func periods(_ level: RollupLevel) async throws -> [JournalRollup.Period] {
        try await journal.rollup.periods(.init(level: level))
    }

    /// The names of the periods that were made anew.
    func recomputed(_ level: RollupLevel) async throws -> [String] {
        try await periods(level).filter(\.recomputed).map(\.intelligence.period)
    }

    /// Entries about a few people and places, the same on every run.
    static func entries(from first: String, days: Int, seed: UInt64 = 1, share: Double = 0.9) -> [JournalSession] {
        var random = SeededGenerator(seed: seed)
        let people = ["Anna Keller", "Tom Baker", "Maria Lopez", "John Smith"]
        let places = ["London", "Berlin", "Paris"]
        let themes = ["the garden wall", "a violin lesson", "the old harbour", "my new novel", "the tax office"]
        let feelings = ["I was very happy about it.", "I felt sad and tired.", "I hope it will last!", "It rained."]
        guard let start = CivilDate(first) else { return [] }
        var entries: [JournalSession] = []
        for offset in 0..<days {
            guard Double.random(in: 0..<1, using: &random) < share, let date = start.adding(days: offset) else {
                continue
            }
            for number in 0..<(Int.random(in: 0..<8, using: &random) == 0 ? 2 : 1) {
                var sentences: [String] = []
                for _ in 0..<Int.random(in: 2..<6, using: &random) {
                    let person = people[Int.random(in: 0..<people.count, using: &random)]
                    let place = places[Int.random(in: 0..<places.count, using: &random)]
                    let theme = themes[Int.random(in: 0..<themes.count, using: &random)]
                    sentences.append("In the afternoon I met \(person) in \(place) and we talked about \(theme).")
                    sentences.append(feelings[Int.random(in: 0..<feelings.count, using: &random)])
                }
                entries.append(
                    JournalSession(
                        id: "\(date)-\(number)", date: date,
                        text: sentences.joined(separator: number == 0 ? " " : "\n\n"),
                        duration: offset % 3 == 0 ? Double(60 + offset % 500) : nil, languages: ["en"]))
            }
        }
        return entries
    }
}
