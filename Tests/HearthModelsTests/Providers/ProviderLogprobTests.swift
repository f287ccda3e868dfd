import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

/// How likely tokens were, asked of services and read from their answers.
@Suite struct ProviderLogprobTests {
    private static func model(
        _ body: String, engine: Engine = .custom, id: String = "m"
    ) throws -> (model: any LanguageModel, transport: ScriptedTransport) {
        let isStream = body.hasPrefix("data")
        let transport = ScriptedTransport([
            .init(body, contentType: isStream ? "text/event-stream" : "application/json")
        ])
        let url = try #require(URL(string: "http://localhost:8080/v1"))
        let key: @Sendable () async throws -> Secret? = { Secret("sk-test-0123456789") }
        switch engine {
        case .openai: return (OpenAIModel(modelID: id, transport: transport, key: key), transport)
        case .anthropic: return (AnthropicModel(transport: transport, key: key), transport)
        default: return (CustomModel(modelID: id, baseURL: url, transport: transport), transport)
        }
    }

    private static func request(_ logprobs: Int?, stops: [String] = [], schema: GenerationSchema? = nil) -> ModelRequest
    {
        var request = ModelRequest(
            task: .chat, messages: [Message(.user, "Hi")],
            options: GenerationOptions(stopSequences: stops, logprobs: logprobs), schema: schema)
        request.ledgerRecord = 1
        return request
    }

    private static func answer(
        _ body: String, logprobs: Int? = 1, engine: Engine = .custom
    ) async throws -> ModelResponse {
        try await LanguageModelConformance.checkStream(
            of: model(body, engine: engine).model, request: request(logprobs))
    }

    private static func event(_ choice: String) -> String { "data: {\"choices\":[{\"index\":0,\(choice)}]}\n\n" }

    private static func chunk(_ text: String, _ tokens: String?) -> String {
        let logprobs = tokens.map { ",\"logprobs\":{\"content\":[\($0)],\"refusal\":null}" } ?? ",\"logprobs\":null"
        return event("\"delta\":{\"content\":\"\(text)\"}" + logprobs)
    }

    private static let end = event(#""delta":{},"finish_reason":"stop","logprobs":null"#) + "data: [DONE]\n\n"
    private static let hello =
        #"{"token":"Hello","logprob":-0.5,"bytes":[72,101,108,108,111],"top_logprobs":[{"token":"Hello","logprob":-0.5,"bytes":[72,101,108,108,111]},{"token":"Oh","logprob":-1.25,"bytes":[79,104]}]}"#

    private static func body(_ transport: ScriptedTransport) throws -> JSONValue {
        try JSONValue(parsing: try #require(transport.requests.first).body)
    }

    // MARK: - Asking

    @Test(arguments: [Engine.openai, .custom])
    func theServiceIsAskedForWhatWasAskedFor(_ engine: Engine) async throws {
        for (count, expected) in [(nil, nil), (0, nil), (7, 7)] as [(Int?, Int?)] {
            let (model, transport) = try Self.model(
                Self.chunk("Hello", Self.hello) + Self.end, engine: engine, id: "gpt-4o-mini")
            _ = try await model.response(to: Self.request(count))
            let body = try Self.body(transport)
            #expect(body["logprobs"] == (count == nil ? nil : true))
            #expect(body["top_logprobs"] == expected.map { .number(JSONNumber($0)) })
        }
    }

    @Test func whoCannotTellSaysSoAndIsNotAsked() async throws {
        for (engine, id) in [(Engine.openai, "o3-mini"), (.openai, "gpt-5.1"), (.anthropic, "")] {
            let (model, transport) = try Self.model("data: [DONE]\n\n", engine: engine, id: id)
            #expect(!model.capabilities.logprobs)
            let error = await #expect(throws: ProviderError.self) { _ = try await model.response(to: Self.request(0)) }
            #expect(error?.code == "no-logprobs" && transport.requests.isEmpty)
        }
        #expect(try Self.model("", engine: .openai, id: "gpt-4o-mini").model.capabilities.logprobs)
        #expect(try Self.model("").model.capabilities.logprobs)
    }

    @Test func whatTheTokensOfTheServiceAreNotTheAnswersOfIsRefused() async throws {
        let list = GenerationSchema(name: "list", root: ["type": "array", "items": ["type": "string"]])
        for request in [
            Self.request(21), Self.request(-1), Self.request(1, stops: ["a", "b", "c", "d", "e"]),
            Self.request(1, schema: list),
        ] {
            let (model, transport) = try Self.model("data: [DONE]\n\n", engine: .openai)
            let error = await #expect(throws: ProviderError.self) { _ = try await model.response(to: request) }
            #expect(error?.code == "bad-option" && transport.requests.isEmpty)
        }
    }

    // MARK: - Reading

    @Test func tokensAreReadWithTheirBytesAndAsManyAlternativesAsWereAskedFor() async throws {
        let response = try await Self.answer(Self.chunk("Hello", Self.hello) + Self.end)
        #expect(
            response.logprobs == [
                TokenLogprob(
                    text: "Hello", bytes: Array("Hello".utf8), logprob: -0.5,
                    alternatives: [.init(text: "Hello", bytes: Array("Hello".utf8), logprob: -0.5)])
            ])
        let none = try await Self.answer(Self.chunk("Hello", Self.hello) + Self.end, logprobs: 0)
        #expect(none.logprobs?.first?.alternatives == [])
    }

    @Test func tokensOfOneCharacterComeWithItsText() async throws {
        let parts = [
            #"{"token":"\\xe2\\x82","logprob":-1,"bytes":[226,130]}"#, #"{"token":"\\xac","logprob":-2,"bytes":[172]}"#,
        ]
        let response = try await Self.answer(
            Self.chunk("", parts[0]) + Self.chunk("€", parts[1])
                + Self.chunk("x", #"{"token":"x","logprob":-3,"bytes":null,"top_logprobs":[]}"#) + Self.end)
        #expect(response.text == "€x")
        #expect(response.logprobs?.map(\.bytes) == [[226, 130], [172], [120]])
        #expect(response.logprobs?.map(\.text) == [#"\xe2\x82"#, #"\xac"#, "x"])
    }

    @Test func tokensOfWhatIsNotShownAreLeftOut() async throws {
        let last = Self.event(
            #""delta":{},"finish_reason":"stop","logprobs":{"content":[{"token":"</s>","logprob":-0.1,"bytes":[60]}]}"#)
        let thought = Self.event(
            #""delta":{"reasoning_content":"Hm"},"logprobs":{"content":[{"token":"Hm","logprob":-0.1}]}"#)
        let response = try await Self.answer(thought + Self.chunk("Hello", Self.hello) + last + "data: [DONE]\n\n")
        #expect(response.reasoning == "Hm" && response.logprobs?.map(\.text) == ["Hello"])
    }

    @Test func anAnswerThatIsNotStreamedIsReadToo() async throws {
        let response = try await Self.answer(
            #"{"choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"logprobs":{"content":["#
                + Self.hello + #"]},"finish_reason":"stop"}]}"#)
        #expect(response.text == "Hello" && response.logprobs?.count == 1)
    }

    @Test func nothingIsReadThatWasNotAskedFor() async throws {
        #expect(try await Self.answer(Self.chunk("Hello", Self.hello) + Self.end, logprobs: nil).logprobs == nil)
        #expect(try await Self.answer(Self.chunk("Hello", #"{"token":5}"#) + Self.end, logprobs: nil).logprobs == nil)
    }

    @Test func aServerThatDoesNotTellIsAnErrorBeforeItsTextIsShown() async throws {
        for chunk in [Self.chunk("Hello", nil), Self.event(#""delta":{"content":"Hello"}"#), Self.chunk("Hello", "")] {
            let (model, _) = try Self.model(chunk + Self.end)
            var heard = ""
            let error = await #expect(throws: ProviderError.self) {
                for try await event in model.respond(to: Self.request(0)) {
                    if case .text(let piece) = event { heard += piece }
                }
            }
            #expect(error?.code == "no-logprobs" && heard.isEmpty)
        }
    }

    @Test(arguments: [
        #"{"token":5,"logprob":-1}"#, #"{"token":"a"}"#, #"{"token":"a","logprob":"-1"}"#, #""a""#,
        #"{"token":"a","logprob":-1,"bytes":[256]}"#, #"{"token":"a","logprob":-1,"bytes":["a"]}"#,
        #"{"token":"a","logprob":-1,"top_logprobs":[{"token":"b"}]}"#,
    ])
    func tokensThatAreNoneAreAnError(_ token: String) async throws {
        let error = await #expect(throws: ProviderError.self) {
            _ = try await Self.answer(Self.chunk("a", token) + Self.end)
        }
        #expect(error?.code == "malformed-response")
    }

    @Test func anAnswerOfACallHasNoTokens() async throws {
        let call = Self.event(
            #""delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]},"logprobs":null"#)
        let response = try await Self.answer(
            call + Self.event(#""delta":{},"finish_reason":"tool_calls""#) + "data: [DONE]\n\n")
        #expect(response.toolCalls.count == 1 && response.logprobs == [])
    }
}

/// Who may serve a request that asks for them.
@Suite struct LogprobRoutingTests {
    @Test func onlyWhoTellsServes() async throws {
        let router = ModelRouter(models: [ScriptedEngine(.apple), ScriptedEngine(.local, logprobs: true)])
        let decision = try await router.explain(RoutingRequest(task: .chat, requiresLogprobs: true))
        #expect(decision.engine == .local)
        #expect(decision.rejected.contains { $0.engine == .apple && $0.reason == RoutingPolicy.noLogprobs })
        #expect(try await router.explain(RoutingRequest(task: .chat)).engine == .apple)
    }

    @Test func aRequestsOptionsSayThatTheyAreNeeded() async throws {
        let router = ModelRouter(models: [ScriptedEngine(.apple)])
        var request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
        request.options.logprobs = 0
        let error = await #expect(throws: RoutingError.self) {
            for try await _ in router.respond(to: request) {}
        }
        #expect(error?.code == "no-engine")
    }

    @Test func anotherEngineStandsInForOneThatProvesNotToTell() async throws {
        let silent = ScriptedEngine(
            .apple, logprobs: true, pieces: [], failure: ScriptedEngine.Failure(.noLogprobs))
        let router = ModelRouter(models: [silent, ScriptedEngine(.local, logprobs: true)])
        var decisions: [Engine] = []
        for try await event in router.respond(to: ModelRequest(task: .chat, messages: [Message(.user, "Hi")])) {
            if case .routed(let decision) = event { decisions.append(decision.engine) }
        }
        #expect(decisions == [.apple, .local])
    }
}
