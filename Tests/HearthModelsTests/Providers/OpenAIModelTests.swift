import Foundation
import HearthCore
import HearthSchema
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct OpenAIModelTests {
    static let key = Secret("sk-test-4fb1c0a9d8e7f6b5")
    static let done = ScriptedTransport.Reply(
        headers: [("content-type", "text/event-stream")],
        pieces: [OpenAIDialect().text(["ok"], usage: TokenUsage(promptTokens: 1), finish: .stop)])

    /// What is sent for a request.
    static func sent(
        _ request: ModelRequest, model id: String = "gpt-4o-mini", engine: Engine = .openai
    ) async throws -> (request: HTTPRequest, body: JSONValue, response: ModelResponse) {
        let transport = ScriptedTransport([done])
        let model: any LanguageModel =
            engine == .openai
            ? OpenAIModel(modelID: id, transport: transport, key: { key })
            : CustomModel(
                modelID: id, baseURL: try #require(URL(string: "http://127.0.0.1:11434")), transport: transport)
        var request = request
        request.ledgerRecord = request.ledgerRecord ?? 3
        let response = try await model.response(to: request)
        let first = try #require(transport.requests.first)
        return (first, try JSONValue(parsing: first.body), response)
    }

    static func request(_ options: GenerationOptions = GenerationOptions()) -> ModelRequest {
        ModelRequest(task: .chat, messages: [Message(.user, "Hi")], options: options)
    }

    @Test func asksForAStreamWithItsUsage() async throws {
        let options = GenerationOptions(
            temperature: 0.7, topP: 0.9, presencePenalty: 1, frequencyPenalty: -2, maxTokens: 99,
            stopSequences: ["END"], seed: 5)
        let (request, body, _) = try await Self.sent(Self.request(options))
        #expect(request.url.absoluteString == "https://api.openai.com/v1/chat/completions")
        #expect(request.method == .post)
        #expect(request.ledgerRecord == 3)
        #expect(request.purpose == "chat")
        #expect(!request.followsRedirects)
        #expect(request.credential?.header == "Authorization")
        #expect(request.credential?.prefix == "Bearer ")
        #expect(request.credential?.key == Self.key)
        #expect(request.credential?.origin.description == "https://api.openai.com:443")
        #expect(!request.headers.contains { $0.value.contains("sk-test") })
        #expect(
            body == [
                "model": "gpt-4o-mini", "messages": [["role": "user", "content": "Hi"]], "max_tokens": 99,
                "stream": true, "stream_options": ["include_usage": true],
                "temperature": .number(try #require(JSONNumber("0.7"))),
                "top_p": .number(try #require(JSONNumber("0.9"))), "seed": 5, "stop": ["END"],
                "presence_penalty": .number(try #require(JSONNumber("1"))),
                "frequency_penalty": .number(try #require(JSONNumber("-2"))),
            ])
    }

    @Test(arguments: ["o3", "o4-mini", "o1-2024-12-17", "gpt-5", "gpt-5-mini-2025-08-07", "gpt-5.1"])
    func modelsThatReasonTakeNoSampling(id: String) async throws {
        let options = GenerationOptions(temperature: 0.7, topP: 0.9, maxTokens: 99, stopSequences: ["END"], seed: 5)
        let (_, body, _) = try await Self.sent(Self.request(options), model: id)
        #expect(body["max_completion_tokens"] == 99)
        for field in ["max_tokens", "temperature", "top_p", "seed", "stop"] { #expect(body[field] == nil) }
    }

    @Test(arguments: ["gpt-4o", "gpt-4.1", "gpt-3.5-turbo", "gpt-5-chat-latest", "ft:gpt-4o:me", "omni", "o", ""])
    func otherModelsDoNotReason(id: String) { #expect(!OpenAIModel.reasons(id)) }

    @Test func stopSequencesThatCannotBeSentAreWatchedForHere() async throws {
        let transport = ScriptedTransport([
            .init(pieces: [
                OpenAIDialect().text(["one ", "tw", "o thr", "ee"], usage: TokenUsage(), finish: .stop)
            ])
        ])
        let model = OpenAIModel(modelID: "o3", transport: transport, key: { Self.key })
        var request = Self.request(GenerationOptions(stopSequences: ["two"]))
        request.ledgerRecord = 1
        let response = try await LanguageModelConformance.checkStream(of: model, request: request)
        #expect(response.text == "one ")
        #expect(response.finishReason == .stop)
        #expect(transport.openBodies == 0)
    }

    @Test func aSchemaInTheStrictPartIsStrict() async throws {
        var request = Self.request()
        let strict: JSONValue = [
            "type": "object", "properties": ["a": ["type": "string"]], "required": ["a"],
            "additionalProperties": false,
        ]
        request.schema = GenerationSchema(name: "my answer!", description: "What it is.", root: strict)
        let (_, body, _) = try await Self.sent(request)
        #expect(
            body["response_format"] == [
                "type": "json_schema",
                "json_schema": [
                    "name": "my_answer_", "description": "What it is.", "schema": strict, "strict": true,
                ],
            ])
        let loose: JSONValue = ["type": "object", "properties": ["a": ["type": "string", "minLength": 3]]]
        request.schema = GenerationSchema(name: "x", root: loose)
        let (_, second, _) = try await Self.sent(request)
        #expect(second["response_format"]?["json_schema"]?["strict"] == false)
    }

    @Test func aSchemaThatIsNoObjectIsWrappedAndTheAnswerUnwrapped() async throws {
        let root: JSONValue = [
            "type": "array", "items": ["$ref": "#/$defs/n"], "$defs": ["n": ["type": "integer"]],
        ]
        let transport = ScriptedTransport([
            .init(pieces: [
                OpenAIDialect().text([#"{"val"#, #"ue": [1, 2]}"#], usage: TokenUsage(), finish: .stop)
            ])
        ])
        let model = OpenAIModel(transport: transport, key: { Self.key })
        var request = Self.request()
        request.ledgerRecord = 1
        request.schema = GenerationSchema(name: "numbers", root: root)
        let response = try await LanguageModelConformance.checkStream(of: model, request: request)
        #expect(response.text == "[1,2]")
        #expect(response.structured == GeneratedContent([1, 2]))
        let body = try JSONValue(parsing: try #require(transport.requests.first).body)
        let sent = try #require(body["response_format"]?["json_schema"]?["schema"])
        #expect(sent["properties"]?["value"]?["items"]?["$ref"] == "#/properties/value/$defs/n")
        let rules = try JSONSchema(sent)
        #expect(try rules.isValid(["value": [1, 2]]))
        #expect(try !rules.isValid(["value": ["one"]]))
    }

    @Test func olderModelsGetTheSchemaInThePrompt() async throws {
        var request = Self.request()
        request.schema = GenerationSchema(name: "x", root: ["type": "object"])
        let (_, body, _) = try await Self.sent(request, model: "gpt-4-turbo")
        #expect(body["response_format"] == ["type": "json_object"])
        #expect(body["messages"]?.arrayValue?.count == 2)
        request.messages.insert(Message(.system, #"Use the schema {"type":"object"} for your JSON."#), at: 0)
        let (_, again, _) = try await Self.sent(request, model: "gpt-4-turbo")
        #expect(again["messages"]?.arrayValue?.count == 2)
    }

    @Test func toolsAndTheirResultsAreSentInOpenAIsForm() async throws {
        var request = Self.request()
        request.tools = [ToolDefinition(name: "now", description: "The time.", parameters: ["type": "object"])]
        request.messages += [
            Message(.assistant, "", toolCalls: [ToolCall(id: "c1", name: "now", arguments: "{}")]),
            Message(.tool, "12:00", toolCallID: "c1"),
        ]
        let (_, body, _) = try await Self.sent(request)
        #expect(
            body["tools"] == [
                [
                    "type": "function",
                    "function": ["name": "now", "description": "The time.", "parameters": ["type": "object"]],
                ]
            ])
        let messages = try #require(body["messages"]?.arrayValue)
        #expect(
            messages[1] == [
                "role": "assistant", "content": nil,
                "tool_calls": [["id": "c1", "type": "function", "function": ["name": "now", "arguments": "{}"]]],
            ])
        #expect(messages[2] == ["role": "tool", "content": "12:00", "tool_call_id": "c1"])
        #expect(body["parallel_tool_calls"] == nil)
        request.toolChoice.allowsSeveral = false
        #expect(try await Self.sent(request).body["parallel_tool_calls"] == false)
        request.tools = []
        #expect(try await Self.sent(request).body["parallel_tool_calls"] == nil)
    }

    @Test func theLimitOfTheModelIsKeptAndSaid() async throws {
        let (_, body, response) = try await Self.sent(
            Self.request(GenerationOptions(maxTokens: 20_000)), model: "gpt-4-turbo")
        #expect(body["max_tokens"] == 4096)
        #expect(response.notes.contains { $0.contains("4096") })
    }

    @Test func anUnknownModelWorksWithoutAnEntry() async throws {
        let (_, body, response) = try await Self.sent(Self.request(), model: "gpt-99")
        #expect(body["model"] == "gpt-99")
        #expect(response.text == "ok")
    }

    @Test func customServersGetPlainNamesAndNoKey() async throws {
        let options = GenerationOptions(
            maxTokens: 10, stopSequences: ["a", "b", "c", "d", "e"], grammar: "root ::= \"x\"")
        let (request, body, _) = try await Self.sent(Self.request(options), model: "gpt-5", engine: .custom)
        #expect(request.url.absoluteString == "http://127.0.0.1:11434/v1/chat/completions")
        #expect(request.credential == nil)
        #expect(body["max_tokens"] == 10)
        #expect(body["stop"]?.arrayValue?.count == 5)
        #expect(body["grammar"] == "root ::= \"x\"")
    }

    @Test func hostNamesAPortOnlyWhereItIsNotTheUsualOne() throws {
        for (address, host) in [
            ("https://api.openai.com/v1", "api.openai.com"), ("http://127.0.0.1:11434", "127.0.0.1:11434"),
            ("https://[::1]:8080/v1", "[::1]:8080"), ("http://box/v1", "box"),
        ] {
            let url = try #require(URL(string: address))
            #expect(CustomModel(modelID: "m", baseURL: url, transport: ScriptedTransport()).host == host)
        }
    }

    @Test(arguments: ["ftp://host/v1", "file:///v1", "https://user:secret@host/v1"])
    func addressesThatCannotBeUsedAreNotAvailable(address: String) async throws {
        let url = try #require(URL(string: address))
        let transport = ScriptedTransport([Self.done])
        let model = CustomModel(modelID: "m", baseURL: url, transport: transport)
        guard case .unavailable(.notConfigured, let message) = await model.availability() else {
            Issue.record("it is available")
            return
        }
        #expect(!message.contains("secret"))
        var request = Self.request()
        request.ledgerRecord = 1
        let error = await #expect(throws: ProviderError.self) { try await model.response(to: request) }
        #expect(error?.code == "not-configured")
        #expect(transport.requests.isEmpty)
    }

    @Test func toolNamesAreChecked() async throws {
        let model = OpenAIModel(transport: ScriptedTransport(), key: { Self.key })
        for tools in [["a b"], [""], [String(repeating: "x", count: 65)], ["same", "same"], ["ü"]] {
            var request = Self.request()
            request.ledgerRecord = 1
            request.tools = tools.map { ToolDefinition(name: $0, description: "", parameters: ["type": "object"]) }
            let error = await #expect(throws: ProviderError.self) { try await model.response(to: request) }
            #expect(error?.code == "bad-tool")
        }
    }

    @Test func aProbeListsModelsAndSaysWhenTheKeyIsBad() async throws {
        let transport = ScriptedTransport([
            .init(#"{"object":"list","data":[{"id":"gpt-4o"},{"id":"o3"},{"no":"id"}]}"#),
            .init(status: 401, #"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#),
        ])
        let model = OpenAIModel(transport: transport, key: { Self.key })
        #expect(try await model.availableModels(ledgerRecord: 9) == ["gpt-4o", "o3"])
        #expect(transport.requests.first?.url.absoluteString == "https://api.openai.com/v1/models")
        #expect(transport.requests.first?.method == .get)
        #expect(transport.requests.first?.purpose == "probe")
        let error = await #expect(throws: ProviderError.self) { try await model.availableModels(ledgerRecord: 9) }
        #expect(error?.code == "invalid-key")
    }
}
