import Foundation
import HearthCore
import HearthLlama

/// The next turn of a long conversation: how long until its first token, in an engine that goes on from what it evaluated
/// and in one that begins anew.
struct FollowUp {
    let model: String
    let options: Options

    func run() async throws {
        let loaded = try await LlamaModel.load(from: model)
        let warm = LlamaEngine(model: loaded, configuration: .init(threads: options["threads"]))
        let cold = LlamaEngine(model: loaded, configuration: .init(threads: options["threads"]))
        var ratios: [Double] = []
        // Reading a long conversation takes its time, so there are fewer rounds.
        let rounds = max(1, (options["rounds"] + 1) / 2)
        for round in 0..<rounds {
            var random = SplitMix(state: UInt64(round + 50))
            let conversation = random.letters(options["conversation"])
            let answer = try await warm.complete(conversation, limit: 8)
            let next = conversation + answer.text + random.letters(30)
            // Together with its first token; each is asked for one.
            let kept = try await warm.complete(next, limit: 1)
            let anew = try await cold.complete(next, limit: 1)
            guard anew.usage.cachedTokens < 64 else { throw BenchmarkError(message: "the cold engine was warm") }
            ratios.append(anew.timings.prompt / kept.timings.prompt)
            print(
                "round \(round + 1), \(anew.usage.promptTokens) tokens, \(kept.usage.cachedTokens) of them kept: first token after",
                "\(text(kept.timings.prompt, 3)) s / \(text(anew.timings.prompt, 3)) s without")
        }
        print(
            "  a follow-up turn starts sooner by: median ratio \(text(median(ratios))) (wanted: 10 at 4,000 tokens)")
    }
}
