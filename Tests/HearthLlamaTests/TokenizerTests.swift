#if Llama
import Foundation
import HearthCore
import Testing

@testable import HearthLlama

struct TokenizerTests {
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

    @Test(.timeLimit(.minutes(2)), arguments: [TinyVocabulary.sentencePiece, .bytePair()])
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
