import Foundation
import HearthCore
import HearthLlama

/// Several requests at once against one: how much more is written in the same time, beside what the C library's own tool for
/// batches gains on the same file.
struct Parallel {
    let model: String
    /// The path of `llama-batched-bench`.
    let bench: String
    let options: Options

    func run() async throws {
        let loaded = try await LlamaModel.load(from: model)
        let requests = options["requests"]
        let engine = LlamaEngine(
            model: loaded, configuration: .init(threads: options["threads"], parallelRequests: requests))
        _ = try await tokensPerSecond(engine, requests, round: -1)
        var alone: [Measured] = []
        var together: [Measured] = []
        var theirs: [Double] = []
        for round in 0..<options["rounds"] {
            alone.append(try await tokensPerSecond(engine, 1, round: 2 * round))
            together.append(try await tokensPerSecond(engine, requests, round: 2 * round + 1))
            theirs.append(try batchedBench(requests))
            print(
                "round \(round + 1), tokens/s of one / of \(requests) at once: \(text(alone[round].wall)) /",
                "\(text(together[round].wall)); by processor time \(text(alone[round].processor)) /",
                text(together[round].processor) + "; llama-batched-bench gains", text(theirs[round], 2))
        }
        func ratio(_ part: KeyPath<Measured, Double>) -> String {
            text(median(zip(together, alone).map { $0[keyPath: part] / $1[keyPath: part] }), 2)
        }
        print(
            "\(loaded.facts.summary), \(options["threads"]) threads, medians of \(options["rounds"]) rounds in turns:")
        print(
            "  one request \(text(median(alone.map(\.wall)))) tokens/s, \(requests) at once",
            "\(text(median(together.map(\.wall)))) tokens/s")
        print("  throughput of \(requests) at once against one: median ratio \(ratio(\.wall)) (wanted: 1.8 for 4)")
        print("  the same by processor time, which a busy machine disturbs less: \(ratio(\.processor))")
        print("  llama-batched-bench, which samples nothing: median ratio \(text(median(theirs), 2))")
    }

    /// By how much the tool generates faster with several sequences than with one.
    private func batchedBench(_ requests: Int) throws -> Double {
        let data = try output(
            of: bench,
            [
                "-m", model, "-t", "\(options["threads"])", "-c", "2048", "-npp", "8", "-ntg", "\(options["generate"])",
                "-npl", "1,\(requests)", "--output-format", "jsonl",
            ])
        struct Line: Decodable {
            var pl: Int
            var speed_tg: Double
        }
        let lines = data.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(Line.self, from: $0)
        }
        guard let one = lines.first(where: { $0.pl == 1 }), let many = lines.first(where: { $0.pl == requests }) else {
            throw BenchmarkError(message: "llama-batched-bench gave no result")
        }
        return many.speed_tg / one.speed_tg
    }

    /// Tokens for each second that went by, and for each second that the processor worked for this program.
    private struct Measured {
        var wall: Double
        var processor: Double
    }

    /// Everything counts: short prompts, sampling, and waiting for the last one.
    private func tokensPerSecond(_ engine: LlamaEngine, _ count: Int, round: Int) async throws -> Measured {
        var random = SplitMix(state: UInt64(round + 1000))
        let prompts = (0..<count).map { _ in random.letters(8) }
        let (start, work) = (ContinuousClock.now, ProcessorTime.own)
        let limit = options["generate"]
        let tokens = try await withThrowingTaskGroup(of: Int.self) { group in
            for prompt in prompts {
                group.addTask { try await engine.complete(prompt, limit: limit).usage.completionTokens }
            }
            return try await group.reduce(0, +)
        }
        return Measured(
            wall: Double(tokens) / (ContinuousClock.now - start).seconds,
            processor: Double(tokens) / (ProcessorTime.own - work))
    }
}
