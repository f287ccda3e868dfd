#if Llama
import Foundation
import HearthCore
import HearthSchema
import HearthTemplates
import Testing
import TinyModels

@testable import HearthLlama

/// Models of random weights call tools: whatever they would like to write, a call is one of what was offered.
struct ToolAnswerTests {
    /// Everything has an end, because such a model has none in mind.
    private static let tools = try? [
        #"{"name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string","maxLength":8},"days":{"type":"integer","minimum":1,"maximum":14}},"required":["city","days"],"additionalProperties":false}}"#,
        #"{"name":"get_weather_of","parameters":{"properties":{"unit":{"enum":["°C","°F",null]}},"required":["unit"],"additionalProperties":false}}"#,
        #"{"name":"now","parameters":{"type":"object","properties":{},"additionalProperties":false}}"#,
        ##"{"name":"move","parameters":{"type":"object","properties":{"to":{"$ref":"#/$defs/p"},"tags":{"type":"array","items":{"type":"string","maxLength":3},"maxItems":2}},"required":["to"],"additionalProperties":false,"$defs":{"p":{"type":"object","properties":{"x":{"type":"integer","minimum":-9,"maximum":9},"y":{"type":"boolean"}},"required":["x","y"],"additionalProperties":false}}}}"##,
        #"{"name":"note.add-1","parameters":{"anyOf":[{"properties":{"a":{"const":1}},"required":["a"],"additionalProperties":false},{"properties":{"b":{"type":"string","pattern":"^[a-c]{1,3}$"}},"required":["b"],"additionalProperties":false}]}}"#,
    ].map { text in
        let value = try JSONValue(parsing: text)
        return ToolDefinition(
            name: value["name"]?.stringValue ?? "", description: "What it does.", parameters: value["parameters"] ?? [:]
        )
    }

    /// As Qwen's: tools in the system message, calls between marks.
    private static let hermes = """
        {% if tools %}<|im_start|>system
        {% for tool in tools %}{{ tool | tojson }}
        {% endfor %}<|im_end|>
        {% endif %}{% for m in messages %}<|im_start|>{{ m.role }}
        {{ m.content }}{% for c in m.tool_calls %}
        <tool_call>
        {"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
        </tool_call>{% endfor %}<|im_end|>
        {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
        {% endif %}
        """

    /// A template that shows the tools, and by these marks how its model calls them.
    private static func template(naming marks: [String]) -> String {
        """
        {% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}{{ m.content }}{% endfor %}\
        {# \(marks.joined(separator: " ")) #}
        """
    }

    private static func vocabulary(_ marks: [String], _ kind: TinyVocabulary.Kind = .control) -> TinyVocabulary {
        var vocabulary = TinyVocabulary.bytePair()
        for mark in marks { vocabulary.add(mark, kind) }
        return vocabulary
    }

    private static func engine(
        _ template: String = ToolAnswerTests.hermes, marks: [String] = ["<tool_call>", "</tool_call>"],
        _ kind: TinyVocabulary.Kind = .control
    ) throws -> LlamaEngine {
        let model = TinyModel(
            vocabulary: vocabulary(marks, kind), template: template, favourite: .anything, context: 4_096,
            confidence: 0.05)
        return LlamaEngine.tiny(try model.write())
    }

    private static func request(
        _ choice: ToolChoice, seed: Int = 0, tokens: Int = 900, temperature: Double = 1,
        _ messages: [Message] = [Message(.user, "go")]
    ) throws -> ModelRequest {
        var request = ModelRequest(
            task: .chat, messages: messages,
            options: GenerationOptions(
                temperature: temperature, topK: 0, topP: 1, minP: 0, maxTokens: tokens, seed: UInt32(seed)),
            tools: try #require(tools))
        request.toolChoice = choice
        return request
    }

    /// Each call is of a tool that was offered, with arguments that follow its schema, and was told of as it is.
    private static func check(_ answer: Answer, _ comment: Comment) throws -> ModelResponse {
        let response = try #require(answer.response, comment)
        #expect(answer.pieces.joined() == response.text, comment)
        let told = Array(answer.calls.prefix(response.toolCalls.count))
        #expect(told == response.toolCalls, comment)
        #expect(Set(response.toolCalls.map(\.id)).count == response.toolCalls.count, comment)
        for call in response.toolCalls {
            let offered = tools?.first { $0.name == call.name }
            let tool = try #require(offered, comment)
            let judge = try JSONSchema(tool.parameters)
            let value = try JSONValue(parsing: call.arguments)
            let failures = try judge.failures(of: value)
            #expect(failures.isEmpty, comment)
            #expect(value.objectValue != nil, comment)
        }
        return response
    }

    @Test func aPromptWithToolsIsCountedAsItIsRead() async throws {
        for (template, marks) in [
            (Self.hermes, ["<tool_call>", "</tool_call>"]), (Self.hermes, []), (TinyModel.chatML, []),
        ] {
            let path = try TinyModel(
                vocabulary: Self.vocabulary(marks), template: template, favourite: .anything, context: 4_096
            ).write()
            let engine = LlamaEngine.tiny(path)
            var request = try Self.request(ToolChoice(), tokens: 1)
            let read = try #require(try await engine.answer(request).response?.usage.promptTokens)
            #expect(engine.countTokens(of: request) == read)
            // Also before its weights are loaded.
            #expect(ModelPool().languageModel(path).countTokens(of: request) == read)
            request.tools = []
            #expect(engine.countTokens(of: request) ?? .max < read)
            request.messages = []
            #expect(engine.countTokens(of: request) == nil)
        }
    }

    @Test func everyCallOfARandomModelIsValidUnderItsToolsSchema() async throws {
        var names: Set<String> = []
        var count = 0
        for engine in [
            try Self.engine(), try Self.engine(Self.hermes, .userDefined),
            // The marks are spelled out, or the template knows of no tools.
            try Self.engine(Self.hermes, marks: []), try Self.engine(TinyModel.chatML, marks: []),
        ] {
            for seed in 0..<50 {
                let choice = ToolChoice(isRequired: true, allowsSeveral: seed % 2 == 0)
                let answer = try await engine.answer(Self.request(choice, seed: seed))
                let response = try Self.check(answer, "seed \(seed)")
                #expect(response.finishReason == .toolCalls && !response.toolCalls.isEmpty)
                #expect(choice.allowsSeveral || response.toolCalls.count == 1)
                #expect(response.text.isEmpty && answer.calls == response.toolCalls)
                names.formUnion(response.toolCalls.map(\.name))
                count += response.toolCalls.count
            }
        }
        #expect(count >= 200)
        #expect(names.count == 5, "the model is to have a choice")
    }

    /// Of each arrangement: a list, names without quotes, objects without marks, and names and arguments with marks around them.
    @Test(arguments: [
        ["[TOOL_CALLS]"], ["[TOOL_CALLS]", "[ARGS]"], ["<|python_tag|>"],
        ["<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "```json"],
    ])
    func callsAreValidInEveryFormat(_ marks: [String]) async throws {
        let engine = try Self.engine(Self.template(naming: marks), marks: marks.filter { $0 != "```json" })
        for seed in 0..<10 {
            let answer = try await engine.answer(Self.request(ToolChoice(isRequired: true), seed: seed, tokens: 2_000))
            let response = try Self.check(answer, "\(marks), seed \(seed)")
            // A list of a random model may be longer than its limit.
            #expect(!response.toolCalls.isEmpty && response.text.isEmpty)
        }
    }

    @Test func textIsFreeUntilAMarkOpensACall() async throws {
        let engine = try Self.engine()
        var calls = 0
        var texts = 0
        for seed in 0..<400 where calls < 3 || texts < 3 {
            let answer = try await engine.answer(
                Self.request(ToolChoice(), seed: seed, tokens: 300, temperature: 4))
            let response = try Self.check(answer, "seed \(seed)")
            #expect(!response.text.contains("<tool_call>"))
            #expect(response.toolCalls.isEmpty || response.finishReason != .stop)
            if !response.text.isEmpty { texts += 1 }
            calls += response.toolCalls.count
        }
        #expect(calls >= 3 && texts >= 3)
    }

    @Test func anAnswerUnderASchemaFollowsItOrCalls() async throws {
        let engine = try Self.engine()
        let schema = try GenerationSchema(
            name: "answer",
            root: JSONValue(
                parsing:
                    #"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#
            ))
        var calls = 0
        var values = 0
        for seed in 0..<400 where calls == 0 || values == 0 {
            var request = try Self.request(ToolChoice(), seed: seed, tokens: 600, temperature: 8)
            request.schema = schema
            let response = try Self.check(try await engine.answer(request), "seed \(seed)")
            calls += response.toolCalls.count
            if response.finishReason == .stop {
                #expect(response.structured != nil && response.toolCalls.isEmpty, "\(response.text)")
                values += 1
            } else if response.finishReason == .toolCalls, !response.text.isEmpty {
                // What follows a call follows the schema, as far as it comes.
                var json = PartialJSON()
                let isBeginning = (try? json.append(response.text)) != nil
                #expect(isBeginning, "\(response.text)")
            }
        }
        #expect(calls > 0 && values > 0)
    }

    /// A list of calls may begin with a mark of its own, which opens none yet.
    @Test func aMarkAroundCallsEndsNoAnswerUnderASchema() async throws {
        let marks = [
            "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>",
        ]
        let engine = try Self.engine(Self.template(naming: marks), marks: marks)
        let schema = try GenerationSchema(
            name: "answer",
            root: JSONValue(
                parsing:
                    #"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#
            ))
        var calls = 0
        for seed in 0..<60 {
            var request = try Self.request(ToolChoice(), seed: seed, tokens: 600, temperature: 8)
            request.schema = schema
            let response = try Self.check(try await engine.answer(request), "seed \(seed)")
            #expect(response.finishReason != .stop || response.structured != nil, "seed \(seed): \(response.text)")
            calls += response.toolCalls.count
        }
        #expect(calls > 0)
    }

    /// A program may ask which tool it should use, and a model of this kind calls by an object without a mark.
    @Test func anObjectThatNamesAToolIsTheAnswerWhereASchemaAsksForIt() async throws {
        let engine = try Self.engine(Self.template(naming: ["<|python_tag|>"]), marks: ["<|python_tag|>"])
        let schema = try GenerationSchema(
            name: "answer",
            root: JSONValue(
                parsing:
                    #"{"type":"object","properties":{"name":{"const":"now"},"sure":{"type":"boolean"}},"required":["name","sure"],"additionalProperties":false}"#
            ))
        var values = 0
        for seed in 0..<200 where values < 3 {
            var request = try Self.request(ToolChoice(), seed: seed, tokens: 600, temperature: 8)
            request.schema = schema
            let response = try Self.check(try await engine.answer(request), "seed \(seed)")
            guard response.finishReason == .stop else { continue }
            #expect(response.toolCalls.isEmpty && response.structured != nil, "\(response.text)")
            values += 1
        }
        #expect(values == 3)
    }

    @Test func aModelThatThinksCallsAfterIt() async throws {
        let template = Self.hermes + "{{ '<think>\\n' }}"
        let engine = try Self.engine(template, marks: ["<tool_call>", "</tool_call>", "<think>", "</think>"])
        var called = 0
        for seed in 0..<10 {
            let answer = try await engine.answer(
                Self.request(ToolChoice(isRequired: true, allowsSeveral: false), seed: seed, tokens: 1_200))
            let response = try Self.check(answer, "seed \(seed)")
            #expect(response.text.isEmpty, "seed \(seed)")
            // Thoughts, or a call, may take all that the answer may have; half a call is none.
            guard response.finishReason != .length else {
                #expect(response.toolCalls.isEmpty, "seed \(seed)")
                continue
            }
            #expect(response.toolCalls.count == 1 && response.finishReason == .toolCalls, "seed \(seed)")
            called += 1
        }
        #expect(called > 4)
    }

    @Test func aLimitIsKeptAndHalfACallIsNone() async throws {
        let engine = try Self.engine()
        var cut = 0
        for tokens in [1, 2, 10, 24, 30, 40, 60] {
            let answer = try await engine.answer(
                Self.request(ToolChoice(isRequired: true), seed: 3, tokens: tokens))
            let response = try Self.check(answer, "\(tokens) tokens")
            #expect(response.usage.completionTokens <= tokens)
            if response.toolCalls.isEmpty {
                #expect(response.finishReason == .length && response.text.isEmpty)
                cut += 1
            }
        }
        #expect(cut >= 4)
    }

    @Test func aConversationWithCallsAndResultsGoesOn() async throws {
        let history = [
            Message(.user, "go"), Message(.assistant, "", toolCalls: [ToolCall(id: "x", name: "now", arguments: "{}")]),
            Message(.tool, "noon", toolCallID: "x"),
        ]
        for engine in [try Self.engine(), try Self.engine(TinyModel.chatML, marks: [])] {
            let answer = try await engine.answer(Self.request(ToolChoice(isRequired: true), history))
            let called = try Self.check(answer, "with a history")
            #expect(!called.toolCalls.isEmpty)
            // Without tools to call any more there is text.
            var request = try Self.request(ToolChoice(), tokens: 12, history)
            request.tools = []
            let response = try #require(try await engine.answer(request).response)
            #expect(response.toolCalls.isEmpty && response.finishReason != .toolCalls)
        }
    }

    @Test func severalRequestsWithToolsAreAnsweredSideBySide() async throws {
        let engine = try Self.engine()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<8 {
                group.addTask {
                    let answer = try await engine.answer(
                        Self.request(ToolChoice(isRequired: true, allowsSeveral: false), seed: seed))
                    let response = try Self.check(answer, "seed \(seed)")
                    #expect(response.toolCalls.count == 1)
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: - What is refused

    @Test(arguments: [
        (#"{"name":"two words"}"#, "bad-option"), (#"{"name":""}"#, "bad-option"), (#"{"name":"größe"}"#, "bad-option"),
        (#"{"name":"now"}"#, "bad-option"), (#"{"name":"f","parameters":7}"#, "bad-option"),
        (#"{"name":"f","parameters":{"type":"array"}}"#, "bad-option"),
        (#"{"name":"f","parameters":{"type":"object","properties":7}}"#, "malformed-schema"),
        (#"{"name":"f","parameters":{"properties":{"a":{"$ref":"https://example.org/x"}}}}"#, "unresolved-reference"),
    ])
    func whatIsNoToolIsRefusedByName(_ text: String, _ code: String) async throws {
        let value = try JSONValue(parsing: text)
        var request = try Self.request(ToolChoice())
        request.tools.append(
            ToolDefinition(
                name: value["name"]?.stringValue ?? "", description: "", parameters: value["parameters"] ?? [:]))
        let engine = try Self.engine()
        let asked = request
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer(asked) }
        #expect(error?.code == code && error?.kind == .badRequest)
    }

    @Test func toolsThatDoNotFitAreRefusedBeforeTheyAreLaidOut() async throws {
        let engine = try Self.engine()
        // Some kilobytes are counted, some megabytes need not be.
        for length in [6_000, 3_000_000] {
            var request = try Self.request(ToolChoice())
            request.tools[0].description = String(repeating: "x", count: length)
            let asked = request
            let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer(asked) }
            #expect(error?.code == "context-overflow")
        }
        let fitting = try await engine.answer(Self.request(ToolChoice(isRequired: true), tokens: 20))
        #expect(fitting.response?.finishReason == .length)
    }

    @Test func logprobsAndToolsExcludeEachOther() async throws {
        var request = try Self.request(ToolChoice())
        request.options.logprobs = 1
        let engine = try Self.engine()
        let asked = request
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer(asked) }
        #expect(error?.code == "bad-option")
    }

    /// A hundred tools of which one has a schema beyond any grammar: the others are kept to theirs, and this one to JSON.
    @Test func aSchemaThatNoGrammarCanSayIsLoosenedAndANoteSaysSo() async throws {
        let engine = try Self.engine()
        for schema in [
            #"{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"uniqueItems":true}}}"#,
            #"{"type":"object","properties":{"a":{"type":"string","minLength":3000,"maxLength":4000}},"required":["a"]}"#,
        ] {
            var request = try Self.request(ToolChoice(isRequired: true, allowsSeveral: false), tokens: 60)
            request.tools = [
                ToolDefinition(name: "odd", description: "", parameters: try JSONValue(parsing: schema))
            ]
            let answer = try await engine.answer(request)
            let response = try #require(answer.response)
            // Any JSON of a random model has hardly an end.
            for call in response.toolCalls {
                let value = try JSONValue(parsing: call.arguments)
                #expect(value.objectValue != nil)
            }
            #expect(response.finishReason == .length || response.finishReason == .toolCalls)
            let isLoosened = response.notes.contains { $0.hasPrefix("The arguments of odd are kept to JSON") }
            #expect(isLoosened || !schema.contains("uniqueItems"))
        }
        // Of a tool that is not called nothing is said.
        let response = try #require(
            try await engine.answer(Self.request(ToolChoice(isRequired: true, allowsSeveral: false))).response)
        #expect(!response.notes.contains { $0.contains("kept to JSON") })
    }

    @Test func theCapabilitiesSaySo() throws {
        let capabilities = LlamaEngine(path: nil).capabilities
        #expect(capabilities.tools && capabilities.requiredTools)
    }
}
#endif
