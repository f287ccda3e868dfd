#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct GrammarTests {
    private static let object = #"""
        root   ::= "{\"name\": \"" letter letter? letter? "\", \"age\": " [1-9] [0-9]? ", \"tags\": [" (tag (", " tag)?)? "]}"
        tag    ::= "\"" letter letter? "\""
        letter ::= [a-zäöü]
        """#

    private struct Person: Decodable {
        var name: String
        var age: Int
        var tags: [String]
    }

    @Test(arguments: [TinyVocabulary.sentencePiece, .bytePair()])
    func answersFollowTheGrammar(_ vocabulary: TinyVocabulary) async throws {
        let engine = LlamaEngine.tiny(try TinyModel(vocabulary: vocabulary, favourite: .anything).write())
        var texts: Set<String> = []
        for seed in 0..<12 {
            let options = GenerationOptions(
                temperature: seed == 0 ? 0 : 1, maxTokens: 200, seed: UInt32(seed), grammar: Self.object)
            let answer = try await engine.answer("someone", options: options)
            let person = try JSONDecoder().decode(Person.self, from: Data(answer.text.utf8))
            #expect((1...3).contains(person.name.count))
            #expect((1...99).contains(person.age))
            #expect(answer.response?.finishReason == .stop)
            texts.insert(answer.text)
        }
        #expect(texts.count > 3)
    }

    @Test func aGrammarThatCannotBeReadIsRefused() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        for grammar in ["root ::= (", "root ::= missing", "nothing here", "other ::= \"a\"", "root ::= root \"a\""] {
            let error = await #expect(throws: LlamaError.self) {
                _ = try await engine.answer("hello", options: .init(temperature: 0, grammar: grammar))
            }
            #expect(error?.code == "bad-grammar", "\(grammar)")
        }
        #expect(try await !engine.answer("hello").text.isEmpty)
    }
}
#endif
