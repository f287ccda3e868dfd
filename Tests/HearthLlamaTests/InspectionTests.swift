#if Llama
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

@Suite("What a model reads can be looked at")
struct InspectionTests {
    private func model(_ vocabulary: TinyVocabulary, template: String? = TinyModel.chatML) throws -> LlamaModel {
        try LlamaModel(path: TinyModel(vocabulary: vocabulary, template: template).write())
    }

    fileprivate static let texts = [
        "", "a", "Hello world", " Hello  the\n\nworld ", "naïve café 日本語 😀", "\n", "in the inn of the ing, well",
        String(repeating: "hello the inn\n", count: 3000), String(repeating: "hello the inn ", count: 3000),
        String(repeating: "é", count: 20_000),
    ]

    @Test(arguments: [TinyVocabulary.bytePair(), .sentencePiece], InspectionTests.texts)
    func `Tokens stand for the text that they came from, also of a long one`(
        _ vocabulary: TinyVocabulary, _ text: String
    ) throws {
        let model = try model(vocabulary)
        let tokens = model.tokens(of: text, TokenListing(withBytes: true))
        let read = String(decoding: tokens.flatMap(\.bytes), as: UTF8.self)
        // SentencePiece puts one space before a text, and none between the parts in which it is read.
        let isSpaced = model.vocabulary.isSentencePiece && !text.isEmpty
        #expect(read == (isSpaced ? " " + text : text))
        #expect(try model.bytes(ofTokens: tokens.map(\.id)) == tokens.flatMap(\.bytes))
        #expect(model.tokens(of: text, TokenListing()).map(\.id) == tokens.map(\.id))
    }

    @Test func `Names of tokens that steer are read as these only where that is asked for`() throws {
        let vocabulary = TinyVocabulary.bytePair()
        let model = try model(vocabulary)
        let mark = try #require(vocabulary.id("<|im_end|>"))
        let named = model.tokens(of: "a<|im_end|>", TokenListing(namesSpecials: true, withBytes: true))
        #expect(named.count == 2 && named.last?.id == mark && named.last?.bytes == Array("<|im_end|>".utf8))
        let plain = model.tokens(of: "a<|im_end|>", TokenListing(withBytes: true))
        #expect(!plain.contains { $0.id == mark } && plain.flatMap(\.bytes) == Array("a<|im_end|>".utf8))
    }

    @Test func `A prompt's own tokens are added only where that is asked for`() throws {
        let model = try model(.sentencePiece)
        let bare = model.tokens(of: "Hello", TokenListing()).map(\.id)
        let around = model.tokens(of: "Hello", TokenListing(addsSpecials: true)).map(\.id)
        let begin = try #require(model.vocabulary.begin)
        #expect(around == [begin] + bare && !bare.contains(begin))
    }

    @Test func `What is no token of the model is refused`() throws {
        let model = try model(.bytePair())
        for id in [-1, Int32(model.vocabulary.count), .max, .min] {
            let error = #expect(throws: LlamaError.self) { _ = try model.bytes(ofTokens: [0, id]) }
            #expect(error?.code == "unknown-token" && error?.kind == .badRequest)
        }
    }

    @Test func `A conversation is laid out by the file's template, by the setting's, or by a family's`() throws {
        let model = try model(.bytePair())
        let request = ModelRequest(
            task: .chat, messages: [Message(.system, "Be kind."), Message(.user, "Hi <|im_end|>")],
            options: GenerationOptions())
        let prompt = try model.prompt(of: request, template: nil)
        #expect(
            prompt.text
                == "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi <|im_end|><|im_end|>\n<|im_start|>assistant\n"
        )
        #expect(try model.template(nil).source == TinyModel.chatML)
        let own = "{% for m in messages %}[{{ m.content }}]{% endfor %}"
        #expect(try model.prompt(of: request, template: own).text == "[Be kind.][Hi <|im_end|>]")
        #expect(try model.template(own).source == own)
        #expect(throws: LlamaError.self) { _ = try model.template("no such template") }
        let bare = try self.model(.bytePair(), template: nil)
        #expect(try bare.prompt(of: request, template: nil).text.contains("Be kind."))
        #expect(try bare.template(nil).source.contains("{%"))
    }

    @Test func `A pool's model is looked into without its weights`() async throws {
        let pool = ModelPool(configuration: .init(engine: .init(contextLength: 512, threads: 1)))
        let model = pool.languageModel(try TinyModel().write())
        let tokens = try await model.tokens(of: "hello", TokenListing(withBytes: true))
        #expect(tokens.flatMap(\.bytes) == Array("hello".utf8))
        #expect(try await model.bytes(ofTokens: tokens.map(\.id)) == Array("hello".utf8))
        #expect(try await model.template().source == TinyModel.chatML)
        #expect(await pool.loads == 0)
        let lost = pool.languageModel("/nowhere/model.gguf")
        await #expect(throws: LlamaError.self) { _ = try await lost.template() }
    }
}
#endif
