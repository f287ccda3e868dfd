import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthModels

/// What a custom endpoint is sent, what it refuses, and what it says of itself.
@Suite struct CustomServerTests {
    static let root = "http://127.0.0.1:8080"
    static let done = ScriptedTransport.Reply(
        headers: [("content-type", "text/event-stream")],
        pieces: [OpenAIDialect().text([#"{"age":7}"#], usage: TokenUsage(promptTokens: 1), finish: .stop)])
    static let refusal = ScriptedTransport.Reply(
        status: 400, #"{"error":{"message":"unknown field","type":"invalid_request_error"}}"#)
    static let schema = GenerationSchema(
        name: "person",
        root: [
            "type": "object", "properties": ["age": ["type": "integer"]], "required": ["age"],
            "additionalProperties": false,
        ])
    static let tool = ToolDefinition(
        name: "weather", description: "The weather.",
        parameters: ["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]])

    static func text(_ text: String) -> ScriptedTransport.Reply {
        ScriptedTransport.Reply(
            headers: [("content-type", "text/event-stream")],
            pieces: [OpenAIDialect().text([text], usage: TokenUsage(promptTokens: 1), finish: .stop)])
    }

    static func model(
        _ transport: ScriptedTransport, _ servers: CustomServers = CustomServers(), id: String = "m"
    ) throws -> CustomModel {
        CustomModel(
            modelID: id, baseURL: try #require(URL(string: root + "/v1")), transport: transport, servers: servers)
    }

    static func request(tools: [ToolDefinition] = []) -> ModelRequest {
        var request = ModelRequest(task: .chat, messages: [Message(.user, "How old is Ada?")], tools: tools)
        request.ledgerRecord = 1
        return request
    }

    static func bodies(_ transport: ScriptedTransport) throws -> [JSONValue] {
        try transport.requests.map { try JSONValue(parsing: $0.body) }
    }

    // MARK: - Fields and their refusal

    @Test func aTypedAnswerIsAskedForInItsField() async throws {
        let transport = ScriptedTransport([Self.done])
        let model = try Self.model(transport)
        #expect(model.capabilities.structuredOutput == .constrained)
        let answer = try await StructuredGeneration(model: model).response(to: Self.request(), schema: Self.schema)
        #expect(answer.value.value == ["age": 7])
        let body = try #require(try Self.bodies(transport).first)
        #expect(body["response_format"]?["type"] == "json_schema")
        #expect(body["response_format"]?["json_schema"]?["schema"] == Self.schema.root)
    }

    @Test func aServerThatRefusesTheFieldIsToldInWordsOnceAndFromThenOnAtOnce() async throws {
        let transport = ScriptedTransport([Self.refusal, Self.done, Self.done, Self.done])
        let servers = CustomServers()
        var request = Self.request()
        request.schema = Self.schema
        let first = try await Self.model(transport, servers).response(to: request)
        #expect(first.structured?.value == ["age": 7])
        #expect(first.notes.contains { $0.contains("does not take a schema") })
        // Another model over the same server, as one is made for each request.
        let again = try Self.model(transport, servers)
        #expect(again.capabilities.structuredOutput == .prompted)
        _ = try await again.response(to: request)
        // Another model of the server may take it.
        let other = try Self.model(transport, servers, id: "other")
        #expect(other.capabilities.structuredOutput == .constrained)
        _ = try await other.response(to: request)
        let bodies = try Self.bodies(transport)
        #expect(bodies.map { $0["response_format"] != nil } == [true, false, false, true])
        let words = Self.schema.root.description
        #expect(
            bodies.map { $0["messages"]?.description.contains("JSON Schema") == true } == [false, true, true, false])
        #expect(bodies[1]["messages"]?.arrayValue?.first?["content"]?.stringValue?.contains(words) == true)
    }

    @Test func whatTheServerRefusesEitherWayIsTheFirstRefusalAndNothingIsRemembered() async throws {
        let transport = ScriptedTransport([Self.refusal, Self.refusal])
        let servers = CustomServers()
        var request = Self.request()
        request.schema = Self.schema
        let error = await #expect(throws: ProviderError.self) {
            try await Self.model(transport, servers).response(to: request)
        }
        #expect(error?.reason == .badRequest)
        #expect(transport.requests.count == 2)
        #expect(try Self.model(transport, servers).capabilities.structuredOutput == .constrained)
    }

    @Test func aPlainRequestThatIsRefusedIsNotRepeated() async throws {
        let transport = ScriptedTransport([Self.refusal, Self.done])
        await #expect(throws: ProviderError.self) { try await Self.model(transport).response(to: Self.request()) }
        #expect(transport.requests.count == 1)
    }

    @Test func aRefusalIsForgottenAfterAWhile() async throws {
        let clock = TestInstant()
        let servers = CustomServers(now: { clock.now })
        let transport = ScriptedTransport([Self.refusal, Self.done])
        var request = Self.request()
        request.schema = Self.schema
        let model = try Self.model(transport, servers)
        _ = try await model.response(to: request)
        #expect(model.capabilities.structuredOutput == .prompted)
        clock.advance(CustomServers.refusalHolds + .seconds(1))
        #expect(model.capabilities.structuredOutput == .constrained)
    }

    @Test func toolsGoInTheirFieldWithTheirChoice() async throws {
        let transport = ScriptedTransport([Self.done])
        var request = Self.request(tools: [Self.tool])
        request.toolChoice = ToolChoice(isRequired: true)
        _ = try await Self.model(transport).response(to: request)
        let body = try #require(try Self.bodies(transport).first)
        #expect(body["tools"]?.arrayValue?.first?["function"]?["name"] == "weather")
        #expect(body["tool_choice"] == "required")
    }

    @Test func callsAreReadFromTheTextOfAServerThatRefusesTools() async throws {
        let call = #"<tool_call>{"name": "weather", "arguments": {"city": "Kyiv"}}</tool_call>"#
        let transport = ScriptedTransport([Self.refusal, Self.text("I look. " + call), Self.text("Sunny.")])
        let servers = CustomServers()
        var request = Self.request(tools: [Self.tool])
        let model = try Self.model(transport, servers)
        let response = try await LanguageModelConformance.checkStream(of: model, request: request)
        let expected = ToolCall(id: "call_0", name: "weather", arguments: #"{"city":"Kyiv"}"#)
        #expect(response.toolCalls == [expected])
        #expect(response.text == "I look. ")
        #expect(response.finishReason == .toolCalls)
        request.messages += [
            Message(.assistant, response.text, toolCalls: response.toolCalls),
            Message(.tool, "24 °C", toolCallID: "call_0"),
        ]
        let end = try await model.response(to: request)
        #expect(end.text == "Sunny." && end.toolCalls.isEmpty && end.finishReason == .stop)
        let bodies = try Self.bodies(transport)
        #expect(bodies.map { $0["tools"] != nil } == [true, false, false])
        let messages = try #require(bodies[2]["messages"]?.arrayValue)
        #expect(messages.map { $0["role"]?.stringValue } == ["system", "user", "assistant", "user"])
        #expect(messages[2]["content"]?.stringValue?.contains("<tool_call>") == true)
        #expect(messages[2]["tool_calls"] == nil)
        #expect(messages[3]["content"]?.stringValue?.contains("24 °C") == true)
    }

    @Test func whatIsNoCallOfAKnownToolStaysText() {
        let told = ToldTools([Self.tool])
        for text in [
            #"<tool_call>{"name": "rm", "arguments": {}}</tool_call>"#, "<tool_call>nothing</tool_call> so",
            #"<tool_call>{"name": "weather", "arguments": "Kyiv"}</tool_call>"#, "no call", "",
        ] {
            let read = told.read(text)
            #expect(read.text == text && read.calls.isEmpty)
        }
        // A model may end without the mark, or leave the arguments out.
        #expect(told.read(#"<tool_call>{"name": "weather"}"#).calls.map(\.arguments) == ["{}"])
        #expect(told.read("<tool_call>{}</tool_call>").calls.isEmpty)
    }

    // MARK: - What a server says of itself

    @Test func windowsAndAbilitiesAreReadFromWhatEachKindOfServerOffers() async throws {
        let models = "GET /v1/models"
        let vllm = Answers([models: #"{"data":[{"id":"m","owned_by":"vllm","max_model_len":16384}]}"#])
        #expect(try await vllm.learned() == Learned(window: 16_384, requiredTools: true))
        #expect(vllm.asked == [models])

        let llama = Answers([
            models: #"{"data":[{"id":"x.gguf","owned_by":"llamacpp","meta":{"n_ctx_train":131072}}]}"#,
            "GET /props": #"{"default_generation_settings":{"n_ctx":4096},"total_slots":1}"#,
        ])
        #expect(try await llama.learned() == Learned(window: 4096, requiredTools: true))
        #expect(llama.asked == [models, "GET /props"])

        let gateway = Answers([models: #"{"data":[{"id":"n"},{"id":"m","context_length":32000}]}"#])
        #expect(try await gateway.learned() == Learned(window: 32_000))
    }

    @Test func ollamasWindowIsTheOpenOneElseTheSetOneElseItsUsualOne() async throws {
        let models = #"{"data":[{"id":"m","owned_by":"library"}]}"#
        func answers(_ show: String, _ running: String? = nil) -> Answers {
            var all = ["GET /v1/models": models, "POST /api/show": show]
            all["GET /api/ps"] = running
            return Answers(all)
        }
        let info = #""model_info":{"llama.context_length":131072}"#
        let usual = answers("{\(info)}")
        #expect(try await usual.learned() == Learned(window: 4096))
        #expect(usual.asked == ["GET /v1/models", "POST /api/show", "GET /api/ps"])
        let set = #""parameters":"stop \"x\"\nnum_ctx                        8000""#
        #expect(try await answers("{\(info),\(set)}").learned() == Learned(window: 8000))
        let running = #"{"models":[{"name":"other","context_length":512},{"name":"m:latest","context_length":6000}]}"#
        #expect(try await answers("{\(info),\(set)}", running).learned() == Learned(window: 6000))
        let small = #"{"model_info":{"bert.context_length":512},"capabilities":["completion"]}"#
        #expect(try await answers(small).learned() == Learned(window: 512))
    }

    @Test func aModelThatTakesNoToolsByItsServersWordIsToldThem() async throws {
        let answers = Answers([
            "GET /v1/models": #"{"data":[{"id":"m","owned_by":"library"}]}"#,
            "POST /api/show": #"{"model_info":{},"capabilities":["completion"]}"#,
            "POST /v1/chat/completions": String(decoding: Self.done.pieces.joined(), as: UTF8.self),
        ])
        let model = try answers.model()
        try await model.learn(ledgerRecord: 1) {}
        let response = try await model.response(to: Self.request(tools: [Self.tool]))
        #expect(response.notes.contains { $0.contains("does not take tools") })
        let bodies = answers.requests.filter { $0.url.path().hasSuffix("completions") }.map(\.body)
        #expect(bodies.count == 1)
        #expect(try bodies.map { try JSONValue(parsing: $0)["tools"] } == [nil])
    }

    @Test func absurdWordsOfAServerAreNotBelieved() async throws {
        for value in ["-1", "0", "1e400", "\"many\"", "null", "99999999999"] {
            let answers = Answers(["GET /v1/models": "{\"data\":[{\"id\":\"m\",\"context_length\":\(value)}]}"])
            #expect(try await answers.learned() == Learned(window: CustomModel.assumedContextLength))
        }
        for body in ["", "[]", "data: {}", "{\"data\":{}}", String(repeating: "[", count: 100_000)] {
            let answers = Answers(["GET /v1/models": body, "GET /props": body, "POST /api/show": body])
            #expect(try await answers.learned() == Learned(window: CustomModel.assumedContextLength))
        }
    }

    @Test func aServerIsAskedOnceInAWhileAndNotBeyondAClosedDoor() async throws {
        let clock = TestInstant()
        let servers = CustomServers(now: { clock.now })
        let answers = Answers(["GET /v1/models": #"{"data":[{"id":"m","max_model_len":2048}]}"#])
        for _ in 0..<3 { _ = try await answers.learned(servers) }
        #expect(answers.asked.count == 1)
        clock.advance(CustomServers.factsHold + .seconds(1))
        #expect(try await answers.learned(servers) == Learned(window: 2048))
        #expect(answers.asked.count == 2)

        let closed = Answers([:], status: 401)
        _ = try await closed.learned()
        #expect(closed.asked == ["GET /v1/models"])
        let silent = Answers([:])
        _ = try await silent.learned()
        #expect(silent.asked == ["GET /v1/models", "GET /props", "POST /api/show"])
    }

    @Test func questionsAreShortAndBelongToTheDecision() async throws {
        let answers = Answers([:])
        try await answers.model().learn(ledgerRecord: 7) {}
        for request in answers.requests {
            #expect(request.ledgerRecord == 7 && request.purpose == "probe" && request.engine == .custom)
            #expect(!request.mayRetry && request.mayLeave != nil)
            #expect(request.timeLimit == .seconds(5) && request.maximumResponseBytes <= 8 << 20)
        }
        // A consent that was revoked in between ends it.
        let refused = Answers([:])
        try await refused.model().learn(ledgerRecord: 7) { throw ScriptedTransport.Failed(code: "revoked") }
        #expect(refused.asked.isEmpty)
    }

    @Test func aDecisionThatAllowsARequestAsksTheServerOfItselfAndNothingElseDoes() async throws {
        let answers = Answers(["GET /v1/models": #"{"data":[{"id":"m","max_model_len":2048}]}"#])
        let model = try answers.model()
        let host = try #require(model.host)
        let ledger = MemoryLedger()
        func router(_ consents: [Consent]) -> ModelRouter {
            ModelRouter(
                models: [model], policy: RoutingPolicy(consents: consents), configuration: .init(ledger: ledger))
        }
        let request = RoutingRequest(task: .chat, engine: .custom)
        await #expect(throws: RoutingError.self) { _ = try await router([]).route(request) }
        let consenting = router([.of(.custom, host, task: .chat)])
        _ = try await consenting.explain(request)
        #expect(answers.asked.isEmpty)
        let route = try await consenting.route(request)
        #expect(try route.model.capabilities.contextLength == 2048)
        #expect(answers.requests.map(\.ledgerRecord) == [route.decision.ledgerRecord])
    }

    @Test func whatTheOwnerWroteOfAModelNeedsNoQuestion() async throws {
        let catalogue = try RemoteModelCatalogue(
            parsing: Array(#"{"models":[{"id":"m","provider":"custom","contextWindow":5000}]}"#.utf8))
        let answers = Answers(["GET /v1/models": #"{"data":[{"id":"m","max_model_len":2048}]}"#])
        let model = try answers.model(catalogue: catalogue)
        try await model.learn(ledgerRecord: 1) {}
        #expect(model.capabilities.contextLength == 5000 && answers.asked.isEmpty)
    }
}

private struct Learned: Equatable {
    var window: Int?
    var requiredTools = false
}

/// A server that answers by method and path, and says with a status that it has nothing elsewhere.
private final class Answers: HTTPTransport {
    private let answers: [String: String]
    private let status: Int
    private let seen = Mutex<[HTTPRequest]>([])

    init(_ answers: [String: String], status: Int = 404) {
        self.answers = answers
        self.status = status
    }

    var requests: [HTTPRequest] { seen.withLock { $0 } }
    var asked: [String] { requests.map(Self.place) }

    private static func place(_ request: HTTPRequest) -> String { "\(request.method.rawValue) \(request.url.path())" }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await request.mayLeave?()
        seen.withLock { $0.append(request) }
        let answer = answers[Self.place(request)]
        let bytes = Array((answer ?? "{}").utf8)
        return HTTPResponse(
            status: answer == nil ? status : 200, headers: [],
            body: HTTPBody(EventStream { emit in try await emit(bytes) }))
    }

    func model(
        _ servers: CustomServers = CustomServers(), catalogue: RemoteModelCatalogue = .builtIn
    ) throws -> CustomModel {
        CustomModel(
            modelID: "m", baseURL: try #require(URL(string: CustomServerTests.root + "/v1")), catalogue: catalogue,
            transport: self, servers: servers)
    }

    /// What is known of the server after a decision let it be asked.
    func learned(_ servers: CustomServers = CustomServers()) async throws -> Learned {
        let model = try model(servers)
        try await model.learn(ledgerRecord: 1) {}
        return Learned(window: model.capabilities.contextLength, requiredTools: model.capabilities.requiredTools)
    }
}

/// A time that moves when a test says so.
private final class TestInstant: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }
    func advance(_ time: Duration) { instant.withLock { $0 += time } }
}
