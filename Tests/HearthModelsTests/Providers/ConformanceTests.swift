import HearthCore
import HearthModels
import HearthTesting
import Testing

/// Every provider against the public suite, without a connection.
@Suite struct ConformanceTests {
    static let stage = InMemoryStage()

    static let openAI = LanguageModelConformance(wire: OpenAIDialect(), stage: stage) { url, transport, key in
        OpenAIModel(baseURL: url, transport: transport, key: { key })
    }
    static let anthropic = LanguageModelConformance(wire: AnthropicDialect(), stage: stage) { url, transport, key in
        AnthropicModel(baseURL: url, transport: transport, key: { key })
    }
    static let custom = LanguageModelConformance(wire: OpenAIDialect(), stage: stage) { url, transport, key in
        CustomModel(modelID: "qwen", baseURL: url, transport: transport, key: { key })
    }
    static let sloppy = LanguageModelConformance(
        wire: OpenAIDialect(isSloppy: true), stage: stage, seed: 2
    ) { url, transport, key in
        CustomModel(modelID: "qwen", baseURL: url, transport: transport, key: { key })
    }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func openAIConforms(check: LanguageModelConformance.Check) async throws { try await Self.openAI.run(check) }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func anthropicConforms(check: LanguageModelConformance.Check) async throws { try await Self.anthropic.run(check) }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func compatibleServersConform(check: LanguageModelConformance.Check) async throws {
        try await Self.custom.run(check)
    }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func sloppyServersConform(check: LanguageModelConformance.Check) async throws { try await Self.sloppy.run(check) }

    @Test func theScriptedModelKeepsTheRulesOfTheStream() async throws {
        let model = ScriptedModel(replies: [.text("Hello", " ", "there")])
        let request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
        let response = try await LanguageModelConformance.checkStream(of: model, request: request)
        #expect(response.text == "Hello there")
        #expect(model.openStreams == 0)
        #expect(model.requests.count == 1)
    }

    @Test func aModelThatEndsTwiceOrNeverIsFound() async throws {
        let request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
        let silent = ScriptedModel(replies: [.silence(after: "Well")])
        await #expect(throws: (any Error).self) {
            try await LanguageModelConformance.checkStream(of: silent, request: request)
        }
        let response = ModelResponse(text: "other", usage: TokenUsage(), timings: Timings(), finishReason: .stop)
        let liar = Liar(events: [.text("one"), .final(response)])
        await #expect(throws: (any Error).self) {
            try await LanguageModelConformance.checkStream(of: liar, request: request)
        }
        let twice = Liar(events: [.text("other"), .final(response), .final(response)])
        await #expect(throws: (any Error).self) {
            try await LanguageModelConformance.checkStream(of: twice, request: request)
        }
    }
}

/// Gives out just these events, right or wrong.
private struct Liar: LanguageModel {
    let engine = Engine.custom
    let modelID = "liar"
    let capabilities = ModelCapabilities(offline: true, contextLength: nil, tasks: [.chat])
    let events: [ResponseEvent]

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in for event in events { try await emit(event) } }
    }
}
