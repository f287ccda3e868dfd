#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

/// The self-test finds templates that belong to another model.
struct SelfTestTests {
    private static let llama3 = """
        {% for m in messages %}{{'<|start_header_id|>' + m['role'] + '<|end_header_id|>\\n\\n' + m['content'] + '<|eot_id|>'}}\
        {% endfor %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
        """

    private func findings(_ model: TinyModel) async throws -> [String] {
        try await LlamaEngine.tiny(model.write()).examine()
    }

    @Test func theRightTemplateIsFound() async throws {
        for vocabulary in [TinyVocabulary.sentencePiece, .bytePair(), .bytePair(marks: .userDefined)] {
            #expect(try await findings(TinyModel(vocabulary: vocabulary, confidence: 0.05)) == [])
        }
    }

    @Test func aTemplateOfAnotherFamilyIsSaidToBeWrong() async throws {
        let path = try TinyModel(template: Self.llama3).write()
        let engine = LlamaEngine.tiny(path)
        let found = try await engine.examine()
        #expect(found.contains { $0.contains("<|start_header_id|>") && $0.contains("not this model's") })
        #expect(!found.contains { $0.contains("<|im_start|>") })
        let answer = try await engine.answer("hello")
        #expect(answer.response?.notes.contains(found[0]) == true)
    }

    @Test func aTurnThatNothingEndsIsFound() async throws {
        // Known to llama.cpp by name and none of our families, which would bring texts to stop at; its marks are none of the
        // model's, so nothing of it ends a reply.
        let found = try await findings(TinyModel(template: "llama4"))
        #expect(found.contains { $0.contains("<|eot|>") })
        #expect(found.contains { $0.contains("may run on") })
    }

    @Test func aMarkThatIsNoEndTokenEndsAReplyWhereTheTemplateSaysSo() async throws {
        let source = """
            {% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|endturn|>\\n'}}{% endfor %}\
            {{ '<|im_start|>assistant\\n' }}
            """
        var vocabulary = TinyVocabulary.bytePair()
        vocabulary.add("<|endturn|>", .control)
        let model = try LlamaModel(path: TinyModel(vocabulary: vocabulary, template: source).write())
        let mark = try #require(vocabulary.id("<|endturn|>"))
        let test = try TemplateSelfTest(model: model, layout: ChatLayout(setting: source, model: model))
        #expect(test.vocabularyFindings() == [])
        #expect(!model.vocabulary.endsGeneration(mark))
        #expect(model.vocabulary.tokens(named: ["<|endturn|>", "hello"]) == [mark])
    }

    @Test func whatTheModelSaysFirstIsLookedAt() throws {
        let vocabulary = TinyVocabulary.bytePair()
        let model = try LlamaModel(path: TinyModel(vocabulary: vocabulary).write())
        let test = try TemplateSelfTest(model: model, layout: ChatLayout(setting: nil, model: model))
        func finding(_ best: Int32?, value: Float = 1) -> String? {
            var logits = [Float](repeating: 0, count: vocabulary.tokens.count)
            if let best { logits[Int(best)] = value }
            return logits.withUnsafeBufferPointer { test.replyFinding($0) }
        }
        #expect(finding(vocabulary.id("hello")) == nil)
        #expect(finding(vocabulary.id("<|im_end|>"))?.contains("ended its reply at once") == true)
        #expect(finding(vocabulary.id("<|im_start|>"))?.contains("<|im_start|>") == true)
        #expect(finding(vocabulary.id("hello"), value: .nan)?.contains("damaged") == true)
        #expect(finding(vocabulary.id("hello"), value: .infinity)?.contains("damaged") == true)
    }

    @Test func marksAreFoundWhereverTheyStand() {
        func marks(_ text: String) -> [String] {
            TemplateSelfTest.marks(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(marks("<|a|>x<|b|>") == ["<|a|>", "<|b|>"])
        #expect(marks("<<|a|>> <|no mark|> <|<|c|>") == ["<|a|>", "<|c|>"])
        #expect(marks("<|" + String(repeating: "x", count: 99) + "|>") == [])
        #expect(marks("<start_of_turn>user<end_of_turn>") == ["<start_of_turn>", "<end_of_turn>"])
        #expect(marks("[INST] <|") == [])
    }

    @Test func theTestIsMadeOnceForAFileAndATemplate() async throws {
        let path = try TinyModel(template: Self.llama3, confidence: 0.05).write()
        let url = URL(fileURLWithPath: TinyModel.path() + ".json")
        let file = ModelCheckFile(url: url)
        let found = try await LlamaEngine(path: path, configuration: .init(threads: 1), checks: file).examine()
        #expect(!found.isEmpty)
        // What the file says is believed, so the second engine did not test.
        let text = try String(contentsOf: url, encoding: .utf8)
        try text.replacingOccurrences(of: "not this model's", with: "REMEMBERED")
            .write(to: url, atomically: true, encoding: .utf8)
        let again = try await LlamaEngine(path: path, configuration: .init(threads: 1), checks: file).examine()
        #expect(again.contains { $0.contains("REMEMBERED") })
        let other = LlamaEngine(
            path: path, configuration: .init(threads: 1, chatTemplate: TinyModel.chatML), checks: file)
        #expect(try await other.examine() == [])
        try Data([0xFF]).write(to: url)
        #expect(try await LlamaEngine(path: path, configuration: .init(threads: 1), checks: file).examine() == found)
    }

    /// Without a template of the file, what stands in for it and why is said with what does not fit, and when asked.
    @Test func aFamilyThatDoesNotFitIsNamedWithTheReasonForIt() async throws {
        var vocabulary = TinyVocabulary.bytePair()
        for mark in ["<|im_start|>", "<|im_end|>"] {
            vocabulary.tokens[Int(try #require(vocabulary.id(mark)))] = "<|another-\(mark.count)|>"
        }
        let path = TinyModel.path("gemma-it-\(UUID().uuidString)")
        try TinyModel(vocabulary: vocabulary, template: nil).encoded().write(to: URL(fileURLWithPath: path))
        let engine = LlamaEngine.tiny(path)
        let choice = try await engine.chatTemplate()
        #expect(choice.name == "gemma-instruct" && !choice.isFromFile)
        #expect(choice.reason.contains("its name has “gemma”"))
        let found = try await engine.examine()
        #expect(found.contains { $0.contains("laid out as gemma-instruct, because") && $0.contains("<start_of_turn>") })
        let own = try await LlamaEngine.tiny(try TinyModel().write()).chatTemplate()
        #expect(own.isFromFile && own.summary.contains("the model file carries it"))
        let set = try await LlamaEngine.tiny(try TinyModel().write(), template: "phi3").chatTemplate()
        #expect(set.name == "phi-3" && set.reason.contains("setting"))
    }

    @Test func theTestLeavesNothingEvaluated() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        _ = try await engine.examine()
        #expect(await engine.evaluatedTokens == 0)
        #expect(try await engine.answer("hello").response?.usage.cachedTokens == 0)
    }
}
#endif
