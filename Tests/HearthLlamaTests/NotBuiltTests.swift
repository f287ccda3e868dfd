import HearthCore
import Testing

@testable import HearthLlama

#if !Llama
/// Shows in the list of tests that the others were left out.
@Suite(.disabled("Built without llama.cpp: run scripts/setup, then test again."))
struct LlamaTests {
    @Test func everythingThatNeedsLlama() {}
}

struct NotBuiltTests {
    @Test func theEngineSaysThatItIsNotBuiltAndWhatToDo() async {
        let engine = LlamaEngine(path: "/nowhere/model.gguf")
        guard case .unavailable(let reason, let message) = await engine.availability() else {
            Issue.record("an engine that is not built must be unavailable")
            return
        }
        #expect(reason == .notBuilt)
        #expect(message == LlamaError.notBuilt.message && LlamaError.notBuilt.help == [.rebuild])
    }

    @Test func requestsEndInAnError() async {
        await #expect(throws: LlamaError.notBuilt) { _ = try await LlamaEngine(path: nil).answer("hello") }
        #expect(throws: LlamaError.notBuilt) { _ = try LlamaModel(path: "/nowhere/model.gguf") }
    }
}
#endif
