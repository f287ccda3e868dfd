#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct PrefixReuseTests {
    private let options = GenerationOptions(temperature: 0, maxTokens: 16)

    @Test func whatAnEarlierRequestEvaluatedIsNotEvaluatedAgain() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let first = try await engine.answer("the same question", options: options)
        let again = try await engine.answer("the same question", options: options)
        let prompt = try #require(first.response?.usage.promptTokens)
        #expect(first.response?.usage.cachedTokens == 0)
        // The last token is always evaluated: only that gives something to sample from.
        #expect(again.response?.usage.cachedTokens == prompt - 1)
        #expect(again.text == first.text)
    }

    @Test func aConversationPaysForItsNewTurnOnly() async throws {
        let path = try TinyModel(vocabulary: .sentencePiece).write()
        let engine = LlamaEngine.tiny(path)
        var messages = [Message(.system, "Be brief."), Message(.user, "Hello")]
        let first = try await engine.answer(ModelRequest(task: .chat, messages: messages, options: options))
        messages += [Message(.assistant, first.text), Message(.user, "and the world?")]
        let request = ModelRequest(task: .chat, messages: messages, options: options)
        let second = try await engine.answer(request)
        let fresh = try await LlamaEngine.tiny(path).answer(request)
        #expect((second.response?.usage.cachedTokens ?? 0) >= (first.response?.usage.promptTokens ?? .max) - 1)
        #expect(fresh.response?.usage.cachedTokens == 0)
        #expect(second.text == fresh.text)
        #expect(second.response?.usage.promptTokens == fresh.response?.usage.promptTokens)
    }

    @Test func aPromptThatPartsFromTheLastOneKeepsTheCommonBeginning() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let long = String(repeating: "the inn ", count: 20)
        _ = try await engine.answer(long + "first", options: options)
        let second = try await engine.answer(long + "other", options: options)
        let cached = try #require(second.response?.usage.cachedTokens)
        #expect(cached > 40 && cached < (second.response?.usage.promptTokens ?? 0))
        #expect(second.text == (try await LlamaEngine.tiny(path).answer(long + "other", options: options).text))
    }

    @Test func smallBatchesGiveTheSameAnswer() async throws {
        let path = try TinyModel().write()
        let text = String(repeating: "in the inn ", count: 12)
        let whole = try await LlamaEngine.tiny(path).answer(text, options: options)
        let small = try await LlamaEngine.tiny(path, batch: 7).answer(text, options: options)
        #expect(small.text == whole.text)
    }
}
#endif
