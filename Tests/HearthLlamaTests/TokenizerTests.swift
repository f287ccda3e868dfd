#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct TokenizerTests {
    @Test func anEngineCountsAsItsModelDoes() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let text = String(repeating: "hello the inn, 日本 \n", count: 3_000)
        let model = try LlamaModel(path: path)
        #expect(engine.tokenizer.name == model.tokenizer.name)
        #expect(engine.tokenizer.countTokens(text) == model.tokenizer.tokenEnds(in: text).count)
        #expect(LlamaEngine.tiny(nil).tokenizer.name == "estimate")
        #expect(LlamaEngine.tiny("/nonexistent.gguf").tokenizer.name == "estimate")
        // A prompt takes what was counted and what the template adds.
        let prompt = try #require(try await engine.answer("hello the inn").response?.usage.promptTokens)
        let counted = engine.tokenizer.countTokens("hello the inn")
        let around = ContextBudget.usualTokensAroundMessage + ContextBudget.tokensAroundPrompt
        #expect(prompt > counted)
        // This vocabulary has no word tokens, so the template's own words are spelled letter by letter.
        #expect(prompt <= counted + around + 8)
    }

    private func tokenizer(_ vocabulary: TinyVocabulary) throws -> any TextTokenizer {
        try LlamaModel(path: TinyModel(vocabulary: vocabulary).write()).tokenizer
    }

    @Test(arguments: [TinyVocabulary.sentencePiece, .bytePair()])
    func endsAscendToTheEndOfTheText(_ vocabulary: TinyVocabulary) throws {
        let tokenizer = try tokenizer(vocabulary)
        for text in [
            "a", " ", "Hello world", " Hello  the\n\nworld ", "naïve café 日本語 😀", "</s><|im_end|>", "\n", "x\u{0}y",
            "in the inn of the ing, well",
        ] {
            let ends = tokenizer.tokenEnds(in: text)
            #expect(ends == ends.sorted())
            #expect(ends.last == text.utf8.count, "\(text.debugDescription)")
            #expect(ends.allSatisfy { $0 >= 0 })
        }
        #expect(tokenizer.tokenEnds(in: "").isEmpty)
    }

    @Test func endsLieWhereThePiecesEnd() throws {
        // hell|o is one token "hello", then " the", " w", "o", "r", "l", "d"
        #expect(try tokenizer(.bytePair()).tokenEnds(in: "hello the world") == [5, 9, 11, 12, 13, 14, 15])
        // ▁|Hello, ▁world
        #expect(try tokenizer(.sentencePiece).tokenEnds(in: "Hello world").last == 11)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [TinyVocabulary.sentencePiece, .bytePair()])
    func hugeTextsAreCountedInTimeThatGrowsWithThem(_ vocabulary: TinyVocabulary) throws {
        let tokenizer = try tokenizer(vocabulary)
        for unit in ["a", " ", "\n", "é", "word ", "<", "\u{0}"] {
            let text = String(repeating: unit, count: 100_000)
            let ends = tokenizer.tokenEnds(in: text)
            #expect(ends.last == text.utf8.count)
            #expect(ends == ends.sorted())
        }
    }
}
#endif
