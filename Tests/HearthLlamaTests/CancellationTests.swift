#if Llama
import Foundation
import HearthCore
import Synchronization
import Testing
import TinyModels

@testable import HearthLlama

struct CancellationTests {
    @Test func noTokenFollowsACancellation() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything, context: 4096).write())
        let flag = Latch()
        let seen = Mutex(0)
        let request = ModelRequest(
            task: .chat, messages: [Message(.user, "hello")],
            options: .init(temperature: 0.5, maxTokens: 4000, seed: 1, grammar: "root ::= [a-z]+"))
        await #expect(throws: CancellationError.self) {
            _ = try await engine.serve(request, until: flag) { _ in
                seen.withLock { $0 += 1 }
                if seen.withLock({ $0 }) == 3 { flag.set() }
            }
        }
        #expect(seen.withLock { $0 } == 3)
        #expect(try await !engine.answer("hello").text.isEmpty)
    }

    @Test func droppingAStreamStopsTheWorkAndLeavesTheEngineUsable() async throws {
        let path = try TinyModel(context: 16_384).write()
        let engine = LlamaEngine.tiny(path, context: 16_384)
        let before = try await engine.answer("hello").text
        for _ in 0..<5 {
            let endless = ModelRequest(
                task: .chat, messages: [Message(.user, "go on")],
                options: .init(temperature: 0, maxTokens: 16_000, grammar: "root ::= [a-z]+"))
            for try await event in engine.respond(to: endless) {
                if case .text = event { break }
            }
            // Waits for the engine's thread, so the work is over; it ended long before its 16 000 tokens.
            let evaluated = await engine.evaluatedTokens
            #expect(evaluated > 0 && evaluated < 12_000)
        }
        let answer = try await engine.answer("hello")
        #expect(answer.text == before)
    }

    @Test func cancellingTheTaskEndsTheStream() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(context: 16_384).write(), context: 16_384)
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let request = ModelRequest(
                task: .chat, messages: [Message(.user, "go on")],
                options: .init(temperature: 0, maxTokens: 16_000, grammar: "root ::= [a-z]+"))
            for try await _ in engine.respond(to: request) { continuation.yield() }
        }
        for await _ in started { break }
        task.cancel()
        // And not as an answer that came to its end.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await !engine.answer("hello").text.isEmpty)
    }

    @Test func aPromptIsGivenUpWhileItIsBeingRead() throws {
        // One batch of some seconds, so that only an abort inside it can end it early.
        let model = try LlamaModel(path: TinyModel(width: 256, layers: 8, context: 4096).write())
        let session = try LlamaSession(
            model: model, configuration: .init(contextLength: 4096, threads: 1, batchSize: 4096))
        let prompt = (0..<4000).map { Int32($0 % 200) }
        let flag = Latch()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.05)
            flag.set()
        }
        #expect(throws: CancellationError.self) { _ = try session.prefill(prompt, until: flag) }
        #expect(try session.prefill(Array(prompt.prefix(20)), until: Latch()) == 0)
    }

    @Test func aRequestCancelledWhileItWaitsIsNotStarted() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let flag = Latch()
        flag.set()
        await #expect(throws: CancellationError.self) {
            _ = try await engine.serve(
                ModelRequest(task: .chat, messages: [Message(.user, "hello")]), until: flag
            ) { _ in
                Issue.record("nothing may be said")
            }
        }
    }
}
#endif
