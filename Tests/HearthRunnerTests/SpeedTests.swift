#if Llama
import Foundation
import HearthCore
import HearthLlama
import Testing
import TinyModels

@testable import HearthRunner

/// What a process of its own costs: the same requests to the same model, in turns. It measures, so it runs when it is asked to:
/// `HEARTH_MEASURE=1 scripts/test SpeedTests`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["HEARTH_MEASURE"] != nil), .serialized) struct SpeedTests {
    private func measure(_ model: any LanguageModel, round: Int) async throws -> (first: Double, speed: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        var first: Duration?
        for try await event in model.respond(to: request("round \(round)", tokens: 160)) {
            if first == nil { first = clock.now - start }
            if case .final(let response) = event {
                let all = clock.now - start
                let rest = all - (first ?? .zero)
                return (
                    (first ?? .zero) / .milliseconds(1),
                    Double(response.usage.completionTokens - 1) / rest.seconds
                )
            }
        }
        throw IncompleteResponse(engine: .local)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    @Test func generationAndTheFirstTokenInTurns() async throws {
        let path = try TinyModel(width: 256, layers: 6, context: 512).write()
        let engine = LlamaEngine.Configuration(contextLength: 512, threads: 1)
        let models = [InProcessHost() as any ModelHost, Program.host()].map {
            ModelPool(configuration: .init(engine: engine), host: $0).languageModel(path)
        }
        for model in models { _ = try await measure(model, round: 100) }
        var first: [[Double]] = [[], []]
        var speed: [[Double]] = [[], []]
        for round in 0..<21 {
            for index in round % 2 == 0 ? [0, 1] : [1, 0] {
                let found = try await measure(models[index], round: round)
                first[index].append(found.first)
                speed[index].append(found.speed)
            }
        }
        print(
            "in this process: \(median(speed[0])) tokens/s, first after \(median(first[0])) ms; "
                + "in its own: \(median(speed[1])) tokens/s, first after \(median(first[1])) ms")
        print(
            "generation \(median(speed[1]) / median(speed[0])), first token +\(median(first[1]) - median(first[0])) ms")
        #expect(median(speed[1]) > 0)
    }
}
#endif
