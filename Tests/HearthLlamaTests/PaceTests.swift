#if Llama
import HearthCore
import Synchronization
import Testing
import TinyModels

@testable import HearthLlama

/// A slow reader slows its own answer, and no other.
struct PaceTests {
    private func request(_ text: String, tokens: Int) -> ModelRequest {
        ModelRequest(
            task: .chat, messages: [Message(.user, text)], options: GenerationOptions(temperature: 0, maxTokens: tokens)
        )
    }

    @Test(arguments: [1, 4])
    func anAnswerWhoseReaderIsBehindWaitsAndOthersGoOn(window: Int) async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let expected = try await engine.answer(request("hello", tokens: 60))
        let taken = Mutex<[String]>([])
        let pace = AnswerPace(window: window) { Task { await engine.wake() } }
        let slow = Task {
            try await engine.serve(request("hello", tokens: 60), until: Latch(), pace: pace) { event in
                guard case .text(let text) = event else { return }
                pace.took()
                taken.withLock { $0.append(text) }
            }
        }
        // As many steps as the slow one would need to be done.
        let other = try await engine.answer(request("there", tokens: 120))
        #expect(other.response?.usage.completionTokens ?? 0 > 100)
        // A token can make two pieces: what was held back, and its own.
        #expect(taken.withLock(\.count) <= window + 1)
        var read = 0
        while read < expected.pieces.count {
            let count = taken.withLock(\.count)
            if count > read { pace.read(count - read) }
            read = max(read, count)
            await Task.yield()
        }
        #expect(try await slow.value.text == expected.text)
        #expect(taken.withLock { $0.joined() } == expected.text)
    }

    @Test func anAnswerThatWaitsForItsReaderCanBeGivenUp() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let flag = Latch()
        let pace = AnswerPace(window: 1) {}
        let slow = Task {
            try await engine.serve(request("hello", tokens: 300), until: flag, pace: pace) { _ in pace.took() }
        }
        _ = try await engine.answer(request("there", tokens: 60))
        flag.set()
        await engine.wake()
        await #expect(throws: CancellationError.self) { _ = try await slow.value }
        await engine.unload()
    }
}
#endif
