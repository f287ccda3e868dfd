import Foundation
import HearthCore
import HearthLlama

/// Tokens a second.
struct Speed {
    var prompt: Double
    var generation: Double
}

/// One request at a time, in this process and in one of its own, against llama.cpp's own bench tool.
struct Comparison {
    let model: String
    let bench: String
    let options: Options

    /// First tokens in each place and round; the median of them counts.
    private static let firstTokens = 9

    private func option(_ name: String) -> Int { options[name] }

    func run() async throws {
        let places = [Place.thisProcess, try Place.ownProcess()]
        let (summary, tokens) = try await warmUp()
        var theirs: [Speed] = []
        var ours: [[Speed]] = [[], []]
        var first: [[Double]] = [[], []]
        for round in 0..<option("rounds") {
            theirs.append(try llamaBench(promptTokens: tokens))
            var models: [Int: any HostedModel] = [:]
            // Each is first every other time.
            for index in round % 2 == 0 ? [0, 1] : [1, 0] {
                let model = try await places[index].load(model)
                ours[index].append(try await measure(model, round: round).speed)
                models[index] = model
            }
            for (index, time) in try await firstTokens(models, round: round) { first[index].append(time) }
            func all(_ part: KeyPath<Speed, Double>) -> String {
                ([theirs[round]] + ours.map { $0[round] }).map { text($0[keyPath: part]) }.joined(separator: " / ")
            }
            print("round \(round + 1), llama-bench / here / own process:", terminator: " ")
            print("prompt \(all(\.prompt)) tokens/s, generation \(all(\.generation)) tokens/s;", terminator: " ")
            print("first token here / own process: \(text(first[0][round], 2)) / \(text(first[1][round], 2)) ms")
        }
        print("\(summary), \(option("threads")) threads, medians of \(option("rounds")) rounds in turns:")
        for (name, part) in [
            ("prompt of \(tokens) tokens", \Speed.prompt),
            ("generation of \(option("generate"))", \Speed.generation),
        ] {
            print("  \(name): llama-bench \(text(median(theirs.map { $0[keyPath: part] }))) tokens/s")
            for (place, speeds) in zip(places, ours) {
                let ratio = median(zip(speeds, theirs).map { $0[keyPath: part] / $1[keyPath: part] })
                print(
                    "    \(place.name): \(text(median(speeds.map { $0[keyPath: part] }))) tokens/s,",
                    "median ratio \(text(ratio, 3)) (wanted: 0.97)")
            }
        }
        let difference = median(zip(first[1], first[0]).map { $0 - $1 })
        print(
            "  first token of a short prompt: \(places[0].name) \(text(median(first[0]), 2)) ms,",
            "\(places[1].name) \(text(median(first[1]), 2)) ms; median difference \(text(difference, 2)) ms (wanted: 2 at most)"
        )
    }

    /// A round that does not count, which tells how many tokens the letters of the prompt are to this model, and the comparison by
    /// processor time. That comes before any process of our own: what those worked is added to what `llama-bench` did when they end.
    private func warmUp() async throws -> (summary: String, tokens: Int) {
        let loaded = try await Place.thisProcess.load(model)
        let tokens = try await measure(loaded, round: -1).promptTokens
        try await compareProcessorTime(loaded, tokens: tokens)
        return (loaded.facts.summary, tokens)
    }

    /// Milliseconds until something of an answer to three letters is there, in turns; the median for each place.
    private func firstTokens(_ models: [Int: any HostedModel], round: Int) async throws -> [Int: Double] {
        var engines: [Int: any HostedEngine] = [:]
        for (index, model) in models { engines[index] = try await model.freshEngine(threads: option("threads")) }
        var random = SplitMix(state: UInt64(round + 9000))
        var times: [Int: [Double]] = [:]
        for turn in 0..<Self.firstTokens {
            let letters = random.letters(3)
            for index in engines.keys.sorted(by: turn % 2 == 0 ? (<) : (>)) {
                guard let answer = try await engines[index]?.timed(letters, limit: 4) else { continue }
                times[index, default: []].append(answer.first * 1_000)
            }
        }
        return times.mapValues(median)
    }

    /// The same by processor time. Threads that wait for each other count as working, so it means most with one thread.
    private func compareProcessorTime(_ loaded: any HostedModel, tokens: Int) async throws {
        var prompt: [Double] = []
        var generation: [Double] = []
        let count = option("generate")
        for round in 0..<option("rounds") {
            var random = SplitMix(state: UInt64(round + 5000))
            func work(_ letters: Int, limit: Int) async throws -> Double {
                let text = random.letters(letters)
                let engine = try await loaded.freshEngine(threads: option("threads"))
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

    /// Two requests: a long prompt with a short answer, and the other way round. Prompts differ from the first letter on,
    /// from round to round, so that nothing is reused.
    private func measure(_ loaded: any HostedModel, round: Int) async throws -> Measured {
        var random = SplitMix(state: UInt64(round + 2))
        let letters = random.letters(option("prompt"))
        let threads = option("threads")
        let long = try await loaded.freshEngine(threads: threads).timed(letters, limit: 1)
        let short = try await loaded.freshEngine(threads: threads).timed(
            String(letters.reversed().prefix(3)), limit: option("generate"))
        let evaluated = long.response.usage.promptTokens - long.response.usage.cachedTokens
        return Measured(
            speed: Speed(
                prompt: Double(evaluated) / long.whole,
                // The first token comes from the prompt's evaluation, which takes as long there as here.
                generation: Double(short.response.usage.completionTokens - 1)
                    / (short.whole - short.response.timings.prompt)),
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
