import Foundation
import HearthCore
import HearthLlama

// Measures Hearth's local engine against llama-bench, on one file, in turns, so that whatever else the machine does
// hits both alike.
//
//   generation make-model FILE             writes a model of 240 million random weights
//   generation compare FILE LLAMA-BENCH [--rounds N] [--prompt LETTERS] [--generate N] [--threads N]

@main
struct Generation {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch (arguments.first, arguments.count) {
            case ("make-model", 2): try RandomModel().write(to: arguments[1])
            case ("compare", 3...): try await Comparison(arguments: arguments).run()
            default:
                print("usage: generation make-model FILE")
                print(
                    "       generation compare FILE LLAMA-BENCH [--rounds N] [--prompt LETTERS] [--generate N] [--threads N]"
                )
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("generation: \(error)\n".utf8))
            exit(1)
        }
    }
}

/// Tokens a second.
struct Speed {
    var prompt: Double
    var generation: Double
}

struct Comparison {
    let model: String
    let bench: String
    var options = ["rounds": 5, "prompt": 512, "generate": 64, "threads": ProcessInfo.processInfo.activeProcessorCount]

    init(arguments: [String]) throws {
        model = arguments[1]
        bench = arguments[2]
        var rest = arguments.dropFirst(3)
        while let name = rest.popFirst() {
            let key = String(name.drop { $0 == "-" })
            guard options[key] != nil, let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw LlamaBenchError(message: "unknown option \(name)")
            }
            options[key] = value
        }
    }

    private func option(_ name: String) -> Int { options[name] ?? 0 }

    func run() async throws {
        let loaded = try await LlamaModel.load(from: model)
        let engine = LlamaEngine(model: loaded, configuration: .init(threads: option("threads")))
        // A first round that does not count, and that tells how many tokens the letters of the prompt are to this model.
        let tokens = try await hearth(engine, round: -1).promptTokens
        var ours: [Speed] = []
        var theirs: [Speed] = []
        for round in 0..<option("rounds") {
            theirs.append(try llamaBench(promptTokens: tokens))
            ours.append(try await hearth(engine, round: round).speed)
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
    }

    /// Two requests: a long prompt with a short answer, and the other way round. Prompts differ from the first letter on,
    /// from round to round, so that nothing is reused.
    private func hearth(_ engine: LlamaEngine, round: Int) async throws -> Measured {
        var random = SplitMix(state: UInt64(round + 2))
        let letters = (0..<option("prompt")).map { _ in Character(UnicodeScalar(UInt8(97 + random.next() % 26))) }
        let long = try await answer(engine, String(letters), limit: 1)
        let short = try await answer(engine, String(letters.reversed().prefix(3)), limit: option("generate"))
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

    private func answer(_ engine: LlamaEngine, _ text: String, limit: Int) async throws -> ModelResponse {
        let request = ModelRequest(
            task: .textCompletion, messages: [Message(.user, text)],
            options: GenerationOptions(temperature: 0, maxTokens: limit))
        for try await event in engine.respond(to: request) {
            if case .final(let response) = event { return response }
        }
        throw LlamaBenchError(message: "the engine gave no final event")
    }

    /// `llama-bench` prints one JSON object for each test.
    private func llamaBench(promptTokens: Int) throws -> Speed {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: bench)
        process.arguments = [
            "-m", model, "-p", "\(promptTokens)", "-n", "\(option("generate"))", "-t", "\(option("threads"))", "-r",
            "1",
            "-o", "json",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
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
        else { throw LlamaBenchError(message: "llama-bench gave no result") }
        return Speed(prompt: prompt.avgTs, generation: generation.avgTs)
    }
}

struct LlamaBenchError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

private func text(_ value: Double, _ digits: Int = 1) -> String { String(format: "%.\(digits)f", value) }
