#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct ConcurrencyTests {
    @Test func eightStreamsAtOnceGiveTheAnswersOfEightInTurn() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let questions = (0..<8).map { "question \($0)" }
        var expected: [String] = []
        for question in questions { expected.append(try await LlamaEngine.tiny(path).answer(question).text) }
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask { (index, try await engine.answer(question).text) }
            }
            var answers = [String](repeating: "", count: questions.count)
            for try await (index, text) in group { answers[index] = text }
            return answers
        }
        #expect(answers == expected)
    }

    @Test func theExecutorEndsItsThreadAndRunsWhatItWasGiven() async throws {
        actor Counter {
            let executor = ThreadExecutor(name: "test")
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
            var count = 0
            func add() { count += 1 }
        }
        for _ in 0..<50 {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { await counter.add() } }
            }
            #expect(await counter.count == 20)
        }
    }

    #if os(Linux)
    private func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * 4096
    }

    @Test func contextsGiveTheirMemoryBack() throws {
        let model = try LlamaModel(path: TinyModel(width: 256, context: 8192).write())
        func use() throws {
            let session = try LlamaSession(
                model: model, configuration: .init(contextLength: 8192, threads: 1, batchSize: 64))
            _ = try session.prefill([1, 2, 3], until: Latch())
        }
        for _ in 0..<20 { try use() }
        let before = try residentBytes()
        for _ in 0..<200 { try use() }
        // Each context has a cache of 8 MB, which it clears, so 200 kept would be 1600 MB. Other tests run meanwhile.
        #expect(try residentBytes() - before < 400 << 20)
    }
    #endif
}
#endif
