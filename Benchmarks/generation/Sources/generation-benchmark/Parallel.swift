import Foundation
import HearthCore
import HearthLlama

/// Several requests at once against one: how much more is written in the same time.
struct Parallel {
    let model: String
    let options: Options

    func run() async throws {
        let loaded = try await LlamaModel.load(from: model)
        let requests = options["requests"]
        let engine = LlamaEngine(
            model: loaded, configuration: .init(threads: options["threads"], parallelRequests: requests))
        _ = try await tokensPerSecond(engine, requests, round: -1)
        var alone: [Double] = []
        var together: [Double] = []
        for round in 0..<options["rounds"] {
            alone.append(try await tokensPerSecond(engine, 1, round: 2 * round))
            together.append(try await tokensPerSecond(engine, requests, round: 2 * round + 1))
            print(
                "round \(round + 1), tokens/s of one / of \(requests) at once: \(text(alone[round])) / \(text(together[round]))"
            )
        }
        let ratio = median(zip(together, alone).map { $0 / $1 })
        print(
            "\(loaded.facts.summary), \(options["threads"]) threads, medians of \(options["rounds"]) rounds in turns:")
        print("  one request \(text(median(alone))) tokens/s, \(requests) at once \(text(median(together))) tokens/s")
        print("  throughput of \(requests) at once against one: median ratio \(text(ratio, 2)) (wanted: 1.8 for 4)")
    }

    /// Everything counts: short prompts, sampling, and waiting for the last one.
    private func tokensPerSecond(_ engine: LlamaEngine, _ count: Int, round: Int) async throws -> Double {
        var random = SplitMix(state: UInt64(round + 1000))
        let prompts = (0..<count).map { _ in random.letters(8) }
        let start = ContinuousClock.now
        let limit = options["generate"]
        let tokens = try await withThrowingTaskGroup(of: Int.self) { group in
            for prompt in prompts {
                group.addTask { try await engine.complete(prompt, limit: limit).usage.completionTokens }
            }
            return try await group.reduce(0, +)
        }
        return Double(tokens) / (ContinuousClock.now - start).seconds
    }
}
