import Foundation
import HearthCore
import HearthLlama

/// Tokens a second.
struct Speed {
    var prompt: Double
    var generation: Double
}

struct Comparison {
    let model: String
    let bench: String
    let options: Options

    private func option(_ name: String) -> Int { options[name] }

    func run() async throws {
        let loaded = try await LlamaModel.load(from: model)
        // A first round that does not count, and that tells how many tokens the letters of the prompt are to this model.
        let tokens = try await hearth(loaded, round: -1).promptTokens
        var ours: [Speed] = []
        var theirs: [Speed] = []
        for round in 0..<option("rounds") {
            theirs.append(try llamaBench(promptTokens: tokens))
            // Read again each time, as `llama-bench` does: where the memory happens to lie makes up to a tenth of the speed.
            ours.append(try await hearth(LlamaModel.load(from: model), round: round).speed)
            let (our, their) = (ours[round], theirs[round])
            print("round \(round + 1), tokens/s of hearth / llama-bench:", terminator: " ")
            print("prompt \(text(our.prompt)) / \(text(their.prompt)),", terminator: " ")
            print("generation \(text(our.generation)) / \(text(their.generation))")
        }
        print("\(loaded.facts.summary), \(option("threads")) threads, medians of \(option("rounds")) rounds in turns:")
        for (name, part) in [
            ("prompt of \(tokens) tokens", \Speed.prompt),
            ("generation of \(option("generate"))", \Speed.generation),
        ] {
            let (our, their) = (median(ours.map { $0[keyPath: part] }), median(theirs.map { $0[keyPath: part] }))
            let ratios = median(zip(ours, theirs).map { $0[keyPath: part] / $1[keyPath: part] })
            print(
                "  \(name): hearth \(text(our)), llama-bench \(text(their)) tokens/s; median ratio \(text(ratios, 3))")
        }
        try await compareProcessorTime(loaded, tokens: tokens)
    }

    /// The same by processor time. Threads that wait for each other count as working, so it means most with one thread.
    private func compareProcessorTime(_ loaded: LlamaModel, tokens: Int) async throws {
        var prompt: [Double] = []
        var generation: [Double] = []
        let count = option("generate")
        for round in 0..<option("rounds") {
            var random = SplitMix(state: UInt64(round + 5000))
            func work(_ letters: Int, limit: Int) async throws -> Double {
                let text = random.letters(letters)
                let engine = try await fresh(loaded)
                let before = ProcessorTime.own
                _ = try await engine.complete(text, limit: limit)
                return ProcessorTime.own - before
            }
            let long = try await work(option("prompt"), limit: 1)
            let one = try await work(3, limit: 1)
            let many = try await work(3, limit: count)
            prompt.append(try benchWork(prompt: tokens, generate: 0) / long)
            generation.append(
                try benchWork(prompt: 0, generate: count) / Double(count) / ((many - one) / Double(count - 1)))
            print(
                "round \(round + 1), by processor time: prompt \(text(prompt[round], 3)), generation",
                text(generation[round], 3))
        }
        print(
            "  the same by processor time: prompt \(text(median(prompt), 3)), generation \(text(median(generation), 3))"
        )
    }

    /// What one repetition takes `llama-bench`, in seconds of the processor: of three repetitions what one takes less, since
    /// loading and warming up count in both.
    private func benchWork(prompt: Int, generate: Int) throws -> Double {
        func seconds(_ repetitions: Int) throws -> Double {
            let before = ProcessorTime.children
            _ = try llamaBench(["-p", "\(prompt)", "-n", "\(generate)", "-r", "\(repetitions)"])
            return ProcessorTime.children - before
        }
        return try (seconds(3) - seconds(1)) / 2
    }

    /// An engine whose context is there and holds next to nothing, as that of `llama-bench` before each test: what an engine keeps
    /// of earlier requests is in the same store, and every token is compared with all of it.
    private func fresh(_ loaded: LlamaModel) async throws -> LlamaEngine {
        let engine = LlamaEngine(model: loaded, configuration: .init(threads: option("threads")))
        _ = try await engine.complete("a", limit: 1)
        return engine
    }

    /// Two requests: a long prompt with a short answer, and the other way round. Prompts differ from the first letter on,
    /// from round to round, so that nothing is reused.
    private func hearth(_ loaded: LlamaModel, round: Int) async throws -> Measured {
        var random = SplitMix(state: UInt64(round + 2))
        let letters = random.letters(option("prompt"))
        let long = try await fresh(loaded).complete(letters, limit: 1)
        let short = try await fresh(loaded).complete(String(letters.reversed().prefix(3)), limit: option("generate"))
        let evaluated = long.usage.promptTokens - long.usage.cachedTokens
        return Measured(
            speed: Speed(
                prompt: Double(evaluated) / long.timings.prompt,
                // The first token comes from the prompt's evaluation.
                generation: Double(short.usage.completionTokens - 1) / short.timings.generation),
            promptTokens: evaluated)
    }

    private struct Measured {
        var speed: Speed
        var promptTokens: Int
    }

    private func llamaBench(_ arguments: [String]) throws -> Data {
        try output(of: bench, ["-m", model, "-t", "\(option("threads"))", "-o", "json"] + arguments)
    }

    /// `llama-bench` prints one JSON object for each test.
    private func llamaBench(promptTokens: Int) throws -> Speed {
        let data = try llamaBench(["-p", "\(promptTokens)", "-n", "\(option("generate"))", "-r", "1"])
        struct Test: Decodable {
            var nPrompt: Int
            var nGen: Int
            var avgTs: Double
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let tests = try decoder.decode([Test].self, from: data)
        guard let prompt = tests.first(where: { $0.nGen == 0 }),
            let generation = tests.first(where: { $0.nPrompt == 0 })
        else { throw BenchmarkError(message: "llama-bench gave no result") }
        return Speed(prompt: prompt.avgTs, generation: generation.avgTs)
    }
}
