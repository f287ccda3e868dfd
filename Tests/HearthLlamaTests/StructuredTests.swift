#if Llama
import Foundation
import HearthCore
import HearthSchema
import Testing
import TinyModels

@testable import HearthLlama

struct StructuredTests {
    /// Forms of answers that a program may ask for. Everything has an end, because a model of random weights has none in mind.
    static let schemas = [
        #"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#,
        #"{"type":"object","properties":{"name":{"type":"string","maxLength":8},"age":{"type":"integer","minimum":0,"maximum":150}},"required":["name","age"],"additionalProperties":false}"#,
        #"{"type":"array","items":{"type":"integer","minimum":-9,"maximum":9},"minItems":1,"maxItems":4}"#,
        #"{"enum":["red","green",7,null,{"x":[1]}]}"#,
        #"{"const":{"a":"ü","b":[true]}}"#,
        #"{"type":"string","pattern":"^[a-c]{2,5}[0-9]$"}"#,
        #"{"type":"string","format":"date"}"#,
        #"{"type":"string","minLength":3,"maxLength":6}"#,
        #"{"type":"integer","multipleOf":5,"minimum":0,"maximum":95}"#,
        #"{"type":"null"}"#,
        #"{"type":["boolean","null"]}"#,
        #"{"type":"array","prefixItems":[{"type":"boolean"},{"enum":["x","y"]}],"items":false,"minItems":2}"#,
        #"{"type":"array","items":{"enum":["a","b","c"]},"maxItems":3,"uniqueItems":true}"#,
        #"{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"integer","minimum":1,"maximum":99}},"required":["kind","radius"],"additionalProperties":false}"#,
        #"{"anyOf":[{"type":"object","properties":{"case":{"const":"a"},"n":{"type":"integer","minimum":0,"maximum":9}},"required":["case","n"],"additionalProperties":false},{"type":"object","properties":{"case":{"const":"b"}},"required":["case"],"additionalProperties":false}]}"#,
        ##"{"type":"object","properties":{"tree":{"$ref":"#/$defs/leaf"}},"required":["tree"],"additionalProperties":false,"$defs":{"leaf":{"type":"object","properties":{"v":{"enum":[1,2,3]}},"required":["v"],"additionalProperties":false}}}"##,
        #"{"type":"object","properties":{"note":{"type":["string","null"],"maxLength":5},"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}"#,
        #"{"type":"object","additionalProperties":{"type":"boolean"},"propertyNames":{"pattern":"^[xyz]$"},"maxProperties":2}"#,
        #"{"type":"array","items":{"type":"array","items":{"type":"boolean"},"maxItems":2},"minItems":2,"maxItems":2}"#,
        #"{"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":10},"tags":{"type":"array","items":{"type":"string","maxLength":4},"maxItems":3},"score":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.25},"done":{"type":"boolean"}},"required":["title","tags","score","done"],"additionalProperties":false}"#,
    ]

    private static func request(_ schema: String, seed: Int = 0, tokens: Int = 700) throws -> ModelRequest {
        ModelRequest(
            task: .chat, messages: [Message(.user, "go")],
            options: GenerationOptions(
                temperature: 1, topK: 0, topP: 1, minP: 0, maxTokens: tokens, seed: UInt32(seed)),
            schema: GenerationSchema(name: "answer", root: try JSONValue(parsing: schema)))
    }

    @Test func everyAnswerOfARandomModelIsValidUnderItsSchema() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything, context: 1_024).write())
        var texts: Set<String> = []
        for schema in Self.schemas {
            let judge = try JSONSchema(JSONValue(parsing: schema))
            for seed in 0..<10 {
                let answer = try await engine.answer(Self.request(schema, seed: seed))
                let response = try #require(answer.response)
                let value = try JSONValue(parsing: answer.text)
                #expect(try judge.failures(of: value, formats: true) == [], "\(schema): \(answer.text)")
                #expect(response.finishReason == .stop)
                #expect(response.structured == GeneratedContent(value))
                #expect(answer.pieces.joined() == answer.text)
                texts.insert(answer.text)
            }
        }
        #expect(Self.schemas.count == 20)
        #expect(texts.count > 80, "the model is to have a choice")
    }

    @Test func anAnswerWithoutEnoughTokensSaysSoAndHasNoValue() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything).write())
        let response = try #require(try await engine.answer(Self.request(Self.schemas[1], tokens: 3)).response)
        #expect(response.finishReason == .length)
        #expect(response.structured == nil)
    }

    @Test func whatNoGrammarCanSayIsRefusedByName() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        for (schema, code, name) in [
            (#"{"type":"array","uniqueItems":true}"#, "not-expressible", "uniqueItems"),
            (#"{"type":3}"#, "malformed-schema", "type"),
            (#"{"$ref":"https://example.org/x"}"#, "unresolved-reference", ""),
        ] {
            let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer(Self.request(schema)) }
            #expect(error?.code == code)
            #expect(name.isEmpty || error?.message.contains(name) == true)
        }
        let both = await #expect(throws: LlamaError.self) {
            var request = try Self.request(Self.schemas[0])
            request.options.grammar = "root ::= \"a\""
            _ = try await engine.answer(request)
        }
        #expect(both?.code == "bad-option")
    }

    @Test(arguments: [
        #"{"type":"string","minLength":3000,"maxLength":4000}"#, #"{"type":"array","minItems":900000}"#,
        #"{"type":"array","minItems":9000000}"#,
        #"{"type":"string","pattern":"^((a{1,500}){1,500}){1,500}$"}"#,
        ##"{"$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"},"minItems":2}},"$ref":"#/$defs/t"}"##,
        ##"{"$defs":{"t":{"allOf":[{"$ref":"#/$defs/t"}]}},"$ref":"#/$defs/t"}"##,
        ##"{"$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"}}},"$ref":"#/$defs/t"}"##,
    ])
    func hugeCountsAndDeepRecursionEndInAnAnswerOrInAClearError(_ schema: String) async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything).write())
        do {
            let response = try #require(try await engine.answer(Self.request(schema, tokens: 60)).response)
            #expect(response.finishReason == .length || response.structured != nil)
        } catch let error as LlamaError {
            #expect(
                ["not-expressible", "too-costly", "malformed-schema", "grammar-dead-end", "unsatisfiable"].contains(
                    error.code))
        }
    }

    // MARK: - Reasoning

    /// A vocabulary with marks of reasoning, in the two ways in which models declare them.
    private static func thinking(_ kind: TinyVocabulary.Kind) -> TinyVocabulary {
        var vocabulary = TinyVocabulary.bytePair()
        vocabulary.add("<think>", kind)
        vocabulary.add("</think>", kind)
        return vocabulary
    }

    private static let opening = TinyModel.chatML + "{{ '<think>\\n' }}"

    @Test(arguments: [TinyVocabulary.Kind.control, .userDefined])
    func aConstrainedAnswerBeginsAfterTheReasoningThatTheTemplateOpens(_ kind: TinyVocabulary.Kind) async throws {
        let model = TinyModel(vocabulary: Self.thinking(kind), template: Self.opening, favourite: .anything)
        let engine = LlamaEngine.tiny(try model.write())
        var thoughts = 0
        for seed in 0..<20 {
            var streamed = ""
            var final: ModelResponse?
            let request = try Self.request(Self.schemas[0], seed: seed, tokens: 120)
            for try await event in engine.respond(to: request) {
                switch event {
                case .reasoning(let piece):
                    streamed += piece
                    #expect(final == nil)
                case .text, .logprobs, .toolCall: break
                case .final(let response): final = response
                }
            }
            let response = try #require(final)
            #expect(response.structured != nil, "\(response.text)")
            #expect(response.reasoning ?? "" == streamed)
            #expect(!response.text.contains("think>") && !streamed.contains("</think>"))
            if response.reasoning != nil { thoughts += 1 }
        }
        #expect(thoughts > 10)
    }

    @Test func aModelMayOpenItsReasoningItself() async throws {
        // The template only names the marks, as those do that leave old reasoning out.
        let template = "{# <think> </think> #}" + TinyModel.chatML
        let model = TinyModel(vocabulary: Self.thinking(.control), template: template, favourite: .anything)
        let engine = LlamaEngine.tiny(try model.write())
        var thoughts = 0
        for seed in 0..<1_000 where thoughts == 0 {
            var request = try Self.request(Self.schemas[9], seed: seed, tokens: 80)
            request.options.temperature = 8
            let response = try #require(try await engine.answer(request).response)
            #expect(response.text == "null")
            if response.reasoning != nil { thoughts += 1 }
        }
        #expect(thoughts > 0)
    }

    @Test func freeAnswersKeepReasoningApartToo() async throws {
        let model = TinyModel(vocabulary: Self.thinking(.control), template: Self.opening, favourite: .anything)
        let engine = LlamaEngine.tiny(try model.write())
        var request = try Self.request(Self.schemas[0], seed: 3, tokens: 40)
        request.schema = nil
        let response = try #require(try await engine.answer(request).response)
        #expect(response.reasoning?.isEmpty == false)
    }
}
#endif
