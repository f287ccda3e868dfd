#if Llama
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

/// A text with a gap is laid out with the model's own tokens for it, and with nothing that the text could write itself.
struct InfillTests {
    private static let marks = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"]

    private static func vocabulary(of base: TinyVocabulary) -> TinyVocabulary {
        var made = base
        for mark in marks { made.add(mark, .control) }
        return made
    }

    private func prompt(_ model: LlamaModel, _ before: String, _ after: String?) throws -> [Int32] {
        var request = ModelRequest(task: .textCompletion, messages: [Message(.user, before)])
        request.suffix = after
        return try Prompt(
            request, model: model, layout: ChatLayout(setting: nil, model: model), context: 4096
        ).tokens
    }

    @Test(arguments: [0, 1]) func aTextWithAGapStandsBetweenItsMarks(_ base: Int) throws {
        let vocabulary = Self.vocabulary(of: base == 0 ? .bytePair() : .sentencePiece)
        let model = try LlamaModel(path: TinyModel(vocabulary: vocabulary).write())
        let marks = Self.marks.compactMap(vocabulary.id)
        let begin = model.vocabulary.begin.map { [$0] } ?? []
        func plain(_ text: String) -> [Int32] {
            text.isEmpty ? [] : model.vocabulary.plainTokens(Array(text.utf8))
        }
        for (before, after) in [("a b", "c d"), ("", "c"), ("a", "")] {
            var expected: [Int32] = begin
            expected.append(marks[0])
            expected += plain(before)
            expected.append(marks[1])
            expected += plain(after)
            expected.append(marks[2])
            #expect(try prompt(model, before, after) == expected)
        }
        // Names of the marks in the text are text.
        let named = try prompt(model, Self.marks.joined(), Self.marks.joined())
        #expect(named.filter(marks.contains) == marks)
        #expect(try !prompt(model, "a", nil).contains(where: marks.contains))
    }

    @Test func aModelWithoutSuchTokensRefuses() async throws {
        let path = try TinyModel().write()
        let model = try LlamaModel(path: path)
        let error = #expect(throws: LlamaError.self) { try prompt(model, "a", "b") }
        #expect(error?.reason == .noInfill && error?.kind == .unsupportedOption)
        // So does the engine, which goes on to serve.
        let engine = LlamaEngine.tiny(path)
        var request = ModelRequest(
            task: .textCompletion, messages: [Message(.user, "a")], options: .init(temperature: 0, maxTokens: 3))
        request.suffix = "b"
        await #expect(throws: LlamaError.self) { _ = try await engine.answer(request) }
        #expect(try await !engine.answer("a", task: .textCompletion).text.isEmpty)
    }

    @Test func anEngineFillsAGap() async throws {
        let path = try TinyModel(vocabulary: Self.vocabulary(of: .bytePair())).write()
        var request = ModelRequest(
            task: .textCompletion, messages: [Message(.user, "one ")], options: .init(temperature: 0, maxTokens: 8))
        let engine = LlamaEngine.tiny(path)
        let free = try await engine.answer(request)
        request.suffix = " three"
        let filled = try await engine.answer(request)
        let tokens = try #require(free.response?.usage.promptTokens)
        #expect(filled.response?.usage.promptTokens ?? 0 > tokens + 3)
        #expect(!filled.text.isEmpty)
    }
}
#endif
