#if Llama
import Foundation
import HearthCore
import HearthLlama
import Testing
import TinyModels

@testable import HearthRunner

/// A model in a process of its own does what one in this process does.
struct AnswerTests {
    private static let engine = LlamaEngine.Configuration(contextLength: 512, threads: 1, batchSize: 64)

    private func both(_ path: String) -> [any LanguageModel] {
        [ModelPool(configuration: .init(engine: Self.engine)), Program.pool()].map { $0.languageModel(path) }
    }

    @Test func answersAndTheirProbabilitiesAreTheSame() async throws {
        for vocabulary in [TinyVocabulary.bytePair(), .sentencePiece] {
            let models = both(try TinyModel(vocabulary: vocabulary).write())
            let inside = try await events(models[0], request("hello there", logprobs: 3))
            let child = try await events(models[1], request("hello there", logprobs: 3))
            #expect(inside.pieces == child.pieces)
            #expect(inside.response.text == child.response.text && !child.response.text.isEmpty)
            #expect(inside.response.logprobs == child.response.logprobs)
            #expect(inside.response.usage == child.response.usage)
            #expect(inside.response.finishReason == child.response.finishReason)
            #expect(inside.response.notes == child.response.notes)
        }
    }

    @Test func anAnswerUnderASchemaIsAValueThere() async throws {
        let root = try JSONValue(
            parsing:
                #"{"type":"object","properties":{"a":{"enum":["x","y"]}},"required":["a"],"additionalProperties":false}"#
        )
        var asked = request("choose", tokens: 60)
        asked.schema = GenerationSchema(name: "choice", root: root)
        let answer = try await events(Program.pool().languageModel(TinyModel().write()), asked)
        #expect(answer.response.structured != nil, "\(answer.response.text)")
    }

    @Test func toolsAreCalledThereAsHere() async throws {
        let template = """
            {% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}{{ m.content }}{% endfor %}{# <tool_call> #}
            """
        let models = both(try TinyModel(template: template).write())
        var asked = request("go", tokens: 200)
        asked.tools = [
            ToolDefinition(
                name: "pick", description: "Picks one.",
                parameters: [
                    "type": "object", "properties": ["a": ["enum": ["x", "y"]]], "required": ["a"],
                    "additionalProperties": false,
                ])
        ]
        asked.toolChoice = ToolChoice(isRequired: true, allowsSeveral: false)
        let inside = try await events(models[0], asked)
        let child = try await events(models[1], asked)
        #expect(child.response.finishReason == .toolCalls && child.response.toolCalls.count == 1)
        #expect(child.response.toolCalls.map(\.arguments) == inside.response.toolCalls.map(\.arguments))
        #expect(child.pieces == inside.pieces && child.pieces.first == "0 pick ")
    }

    @Test func requestsAreAnsweredSideBySide() async throws {
        let path = try TinyModel().write()
        let models = both(path)
        let texts = (0..<6).map { "question \($0)" }
        for text in texts {
            _ = try await events(models[0], request(text))
        }
        let pool = Program.pool()
        let lease = try await pool.lease(path)
        let answers = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for text in texts { group.addTask { (text, try await events(lease.engine, request(text)).response.text) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(Set(answers.keys) == Set(texts) && answers.values.allSatisfy { !$0.isEmpty })
    }

    @Test func tokensAreCountedThereBeforeAndAfterLoading() async throws {
        let path = try TinyModel().write()
        let models = both(path)
        let text = "hello the world\nwith größe and 漢字 " + String(repeating: "hello ", count: 4000)
        let expected = models[0].tokenizer
        let before = models[1].tokenizer
        #expect(before.name == expected.name)
        #expect(before.countTokens(text) == expected.countTokens(text))
        #expect(before.tokenEnds(in: text) == expected.tokenEnds(in: text))
        var prompt = request(text)
        prompt.tools = [ToolDefinition(name: "find", description: "Finds.", parameters: ["type": "object"])]
        let whole = try #require(models[0].countTokens(of: prompt))
        #expect(models[1].countTokens(of: prompt) == whole && whole > expected.countTokens(text))
        _ = try await events(models[1], request("hello"))
        #expect(models[1].countTokens(of: prompt) == whole)
        #expect(models[1].tokenizer.tokenEnds(in: text) == expected.tokenEnds(in: text))
    }

    @Test func whatAModelReadsIsLookedAtThereAsHere() async throws {
        for vocabulary in [TinyVocabulary.bytePair(), .sentencePiece] {
            let models = both(try TinyModel(vocabulary: vocabulary).write()).compactMap { $0 as? any InspectableModel }
            try #require(models.count == 2)
            let text = "hello the <|im_end|> world\nwith größe and 漢字 " + String(repeating: "hello ", count: 4000)
            for listing in [
                TokenListing(), TokenListing(addsSpecials: true, namesSpecials: true, withBytes: true),
                TokenListing(withBytes: true),
            ] {
                let inside = try await models[0].tokens(of: text, listing)
                #expect(try await models[1].tokens(of: text, listing) == inside)
                let ids = inside.map(\.id)
                #expect(try await models[1].bytes(ofTokens: ids) == models[0].bytes(ofTokens: ids))
            }
            #expect(try await models[1].prompt(of: request("hi")) == models[0].prompt(of: request("hi")))
            #expect(try await models[1].template() == models[0].template())
            #expect(models[1].parallelRequests == models[0].parallelRequests)
            for model in models {
                #expect(await code { _ = try await model.bytes(ofTokens: [1 << 30]) } == "unknown-token")
            }
            // Nor has what was refused ended the process.
            #expect(try await models[1].tokens(of: "", TokenListing()).isEmpty)
        }
    }

    @Test func theSelfTestAndTheTemplateAreToldOver() async throws {
        let path = try TinyModel(template: nil).write()
        let inside = LlamaEngine(path: path, configuration: Self.engine)
        let lease = try await Program.pool().lease(path)
        #expect(try await lease.engine.examine() == inside.examine())
        #expect(try await lease.engine.chatTemplate() == inside.chatTemplate())
        #expect(lease.model.facts == (try LlamaModel(path: path)).facts)
    }

    @Test func whatIsWrongWithARequestOrAFileIsSaidAsInThisProcess() async throws {
        let path = try TinyModel().write()
        let models = both(path)
        var long = request(String(repeating: "hello ", count: 3000))
        for model in models { #expect(await code { _ = try await events(model, long) } == "context-overflow") }
        long.messages = []
        for model in models { #expect(await code { _ = try await events(model, long) } == "empty-prompt") }
        let strange = both(try Data(TinyModel(architecture: "nonesuch").encoded()).written())
        for model in strange {
            #expect(await code { _ = try await events(model, request("x")) } == "unsupported-architecture")
        }
        let encoder = both(try TinyEncoder().write())
        for model in encoder {
            #expect(await code { _ = try await events(model, request("x")) } == "wrong-kind-of-model")
        }
    }

    @Test func aTemplateInAFileReachesTheModel() async throws {
        let path = try TinyModel().write()
        let template = TinyModel.path() + ".jinja"
        try "{% for m in messages %}{{ m['content'] }}{% endfor %}".write(
            toFile: template, atomically: true, encoding: .utf8)
        var engine = Self.engine
        engine.chatTemplate = template
        let pool = ModelPool(configuration: .init(engine: engine), host: Program.host())
        let choice = try await pool.lease(path).engine.chatTemplate()
        #expect(choice.name == template)
        let inside = ModelPool(configuration: .init(engine: engine))
        let usage = try await events(pool.languageModel(path), request("hello")).response.usage
        #expect(usage == (try await events(inside.languageModel(path), request("hello"))).response.usage)
    }

    @Test func whatWasEvaluatedOfAConversationIsKeptAcrossProcesses() async throws {
        let path = try TinyModel(context: 512).write()
        let states = MemoryStates()
        func turn(_ host: any ModelHost) async throws -> ModelResponse {
            let pool = ModelPool(configuration: .init(engine: Self.engine), host: host)
            let setup = ModelPool.Setup(engine: Self.engine, states: states, owner: "one")
            var asked = request(String(repeating: "the hello world ", count: 6), tokens: 8)
            asked.conversationID = "the secret name"
            return try await events(pool.languageModel(path, setup: setup), asked).response
        }
        let first = try await turn(Program.host())
        #expect(first.usage.cachedTokens == 0)
        #expect(states.names == ["the secret name"])
        // Another process takes it up, and so does this one.
        for host in [Program.host() as any ModelHost, InProcessHost()] {
            let next = try await turn(host)
            #expect(next.usage.cachedTokens > 60)
            #expect(next.text == first.text)
        }
    }

    @Test func aDroppedAnswerIsGivenUpInTheChild() async throws {
        // One answer at a time, and a reader that never reads: the second one's turn comes only when the first one has gone.
        let pool = Program.pool(window: 1, requests: 1)
        let path = try TinyModel().write()
        let lease = try await pool.lease(path)
        do {
            var iterator = lease.engine.respond(to: request("hello", tokens: 400)).makeAsyncIterator()
            _ = try await iterator.next()
        }
        #expect(try await !events(lease.engine, request("there")).response.text.isEmpty)
        let task = Task { try await events(lease.engine, request("hello", tokens: 400)) }
        task.cancel()
        #expect(await code { _ = try await task.value } != nil)
        #expect(try await !events(lease.engine, request("there")).response.text.isEmpty)
    }

    @Test func anEndedLeaseEndsTheProcess() async throws {
        let pool = Program.pool()
        let path = try TinyModel().write()
        var lease: ModelLease? = try await pool.lease(path)
        let process = try #require(lease).process
        #expect(!process.isGone)
        lease = nil
        #expect(try await pool.unload(path))
        #expect(process.isGone)
    }

    @Test func rankingIsDoneThereToo() async throws {
        let path = try TinyEncoder(pooling: 4, hasRankingHead: true).write()
        let inside = try await InProcessHost().rerankingModel(path, configuration: .init(threads: 1))
        let child = try await Program.host().rerankingModel(path, configuration: .init(threads: 1))
        let texts = ["the garden", "a bank of the river", "money"]
        #expect(try await child.scores(query: "bank", texts: texts) == inside.scores(query: "bank", texts: texts))
        #expect(await code { _ = try await child.scores(query: "", texts: texts) } == "empty-query")
    }

    @Test func vectorsAreMadeThereToo() async throws {
        let path = try TinyEncoder().write()
        let inside = try await InProcessHost().embeddingModel(path, configuration: .init(threads: 1))
        let child = try await Program.host().embeddingModel(path, configuration: .init(threads: 1))
        #expect((child.id, child.dimension, child.maxTokens) == (inside.id, inside.dimension, inside.maxTokens))
        // More than are sent at once.
        let texts = (0..<130).map { "the garden by the bank of the river \($0)" } + [""]
        #expect(try await child.embed(texts) == inside.embed(texts))
        #expect(try await child.embed([]).isEmpty)
        #expect(child.tokenizer.countTokens("the garden") == inside.tokenizer.countTokens("the garden"))
    }

    @Test func aModelThatMakesNoVectorsSaysSo() async throws {
        let path = try TinyEncoder(pooling: 4, hasRankingHead: true).write()
        #expect(
            await code { _ = try await Program.host().embeddingModel(path, configuration: .init(threads: 1)) }
                == "wrong-kind-of-model")
    }
}

extension Data {
    func written() throws -> String {
        let path = TinyModel.path()
        try write(to: URL(fileURLWithPath: path))
        return path
    }
}
#endif
