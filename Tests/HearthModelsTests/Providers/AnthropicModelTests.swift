import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct AnthropicModelTests {
    static let key = Secret("sk-ant-test-4fb1c0a9d8e7f6b5")

    static func reply(_ body: [UInt8]) -> ScriptedTransport.Reply {
        .init(headers: [("content-type", "text/event-stream")], pieces: [body])
    }

    static func answer(
        _ request: ModelRequest, body: [UInt8] = AnthropicDialect().text(["ok"], usage: TokenUsage(), finish: .stop),
        model id: String = AnthropicModel.defaultModelID
    ) async throws -> (request: HTTPRequest, body: JSONValue, response: ModelResponse) {
        let transport = ScriptedTransport([reply(body)])
        let model = AnthropicModel(modelID: id, transport: transport, key: { key })
        var request = request
        request.ledgerRecord = 3
        let response = try await LanguageModelConformance.checkStream(of: model, request: request)
        let first = try #require(transport.requests.first)
        return (first, try JSONValue(parsing: first.body), response)
    }

    static func request(_ messages: Message...) -> ModelRequest { ModelRequest(task: .chat, messages: messages) }

    @Test func sendsTheVersionAndTheKeyInItsOwnHeader() async throws {
        let (request, body, _) = try await Self.answer(Self.request(Message(.user, "Hi")))
        #expect(request.url.absoluteString == "https://api.anthropic.com/v1/messages")
        #expect(request.headers.contains { $0.name == "anthropic-version" && $0.value == "2023-06-01" })
        #expect(request.credential?.header == "x-api-key")
        #expect(request.credential?.prefix == "")
        #expect(request.credential?.origin.host == "api.anthropic.com")
        #expect(
            body == [
                "model": .string(AnthropicModel.defaultModelID), "max_tokens": 512, "stream": true,
                "temperature": .number(try #require(JSONNumber("0.3"))),
                "messages": [["role": "user", "content": [["type": "text", "text": "Hi"]]]],
            ])
    }

    @Test func systemPromptsStandApartAndNeighboursOfOneRoleBecomeOne() async throws {
        let (_, body, _) = try await Self.answer(
            Self.request(
                Message(.system, "One."), Message(.assistant, "Before. \n"), Message(.user, "A"), Message(.user, ""),
                Message(.user, "B"), Message(.system, "Two."),
                Message(.assistant, "", toolCalls: [ToolCall(id: "t1", name: "f", arguments: #"{"x":1}"#)]),
                Message(.tool, "r1", toolCallID: "t1"), Message(.user, "C")))
        #expect(body["system"] == "One.\n\nTwo.")
        #expect(
            body["messages"] == [
                ["role": "user", "content": [["type": "text", "text": "…"]]],
                ["role": "assistant", "content": [["type": "text", "text": "Before."]]],
                ["role": "user", "content": [["type": "text", "text": "A"], ["type": "text", "text": "B"]]],
                [
                    "role": "assistant",
                    "content": [["type": "tool_use", "id": "t1", "name": "f", "input": ["x": 1]]],
                ],
                [
                    "role": "user",
                    "content": [
                        ["type": "tool_result", "tool_use_id": "t1", "content": "r1"],
                        ["type": "text", "text": "C"],
                    ],
                ],
            ])
    }

    @Test func aSchemaForcesATool() async throws {
        var request = Self.request(Message(.user, "Hi"))
        request.schema = GenerationSchema(name: "person", description: "A person.", root: ["type": "object"])
        let value: JSONValue = ["name": "Zoë"]
        let wire = AnthropicDialect().structured(value, schema: try #require(request.schema), usage: TokenUsage())
        let (_, body, response) = try await Self.answer(request, body: wire)
        #expect(body["tool_choice"] == ["type": "tool", "name": "person"])
        #expect(
            body["tools"] == [
                ["name": "person", "description": "A person.", "input_schema": ["type": "object"]]
            ])
        #expect(response.structured?.value == value)
        #expect(response.text == value.description)
        #expect(response.finishReason == .stop)
        #expect(response.toolCalls.isEmpty)
    }

    @Test func oneToolAtATimeIsAskedForWhereNoMoreAreWanted() async throws {
        var request = Self.request(Message(.user, "Hi"))
        request.tools = [ToolDefinition(name: "now", description: "", parameters: ["type": "object"])]
        let (_, free, _) = try await Self.answer(request)
        #expect(free["tool_choice"] == nil)
        request.toolChoice.allowsSeveral = false
        let (_, single, _) = try await Self.answer(request)
        #expect(single["tool_choice"] == ["type": "auto", "disable_parallel_tool_use": true])
    }

    @Test func besideOtherToolsAnyMayBeUsedAndNamesDoNotClash() async throws {
        var request = Self.request(Message(.user, "Hi"))
        request.schema = GenerationSchema(name: "person", root: ["type": "object"])
        request.tools = [ToolDefinition(name: "person", description: "Looks one up.", parameters: ["type": "object"])]
        let calls = [ToolCall(id: "t", name: "person", arguments: #"{"id":3}"#)]
        let (_, body, response) = try await Self.answer(
            request, body: AnthropicDialect().toolCalls(calls, usage: TokenUsage()))
        #expect(body["tool_choice"] == ["type": "any"])
        #expect(body["tools"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["person", "person_"])
        #expect(response.toolCalls == calls)
        #expect(response.finishReason == .toolCalls)
        #expect(response.structured == nil)
    }

    @Test func limitsOfTheInterfaceAreKept() async throws {
        var request = Self.request(Message(.user, "Hi"))
        request.options = GenerationOptions(temperature: 1.5, maxTokens: 500_000, stopSequences: ["\n", "END"])
        let (_, body, response) = try await Self.answer(request)
        // What the catalogue says of the default model.
        #expect(body["max_tokens"] == 64000)
        #expect(body["temperature"] == 1)
        #expect(body["stop_sequences"] == ["END"])
        #expect(response.notes.count == 2)
        let (_, unknown, _) = try await Self.answer(request, model: "claude-unheard-of")
        #expect(unknown["max_tokens"] == 4096)
    }

    @Test func aStreamOfTheKindThatIsRecordedInTheField() async throws {
        // Made up, in the form of recorded streams: a field that is new, pings, an empty first piece of arguments.
        let body = """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,"usage":{"input_tokens":300,"cache_creation_input_tokens":20,"cache_read_input_tokens":57,"output_tokens":1,"service_tier":"standard"}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: ping
            data: {"type": "ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Let me look."}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01","name":"get_weather","caller":{"type":"direct"},"input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"locati"}}

            event: something_new
            data: {"type":"something_new","index":99}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"on\\": \\"Bern\\"}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":65}}

            event: message_stop
            data: {"type":"message_stop"}


            """
        let (_, _, response) = try await Self.answer(Self.request(Message(.user, "Hi")), body: Array(body.utf8))
        #expect(response.text == "Let me look.")
        #expect(
            response.toolCalls == [ToolCall(id: "toolu_01", name: "get_weather", arguments: #"{"location": "Bern"}"#)])
        #expect(response.usage == TokenUsage(promptTokens: 377, completionTokens: 65, cachedTokens: 57))
        #expect(response.finishReason == .toolCalls)
    }

    @Test func whichStopSequenceEndedTheAnswerIsTold() async throws {
        var request = Self.request(Message(.user, "Hi"))
        request.options.stopSequences = ["END", "\n\n"]
        for (said, told) in [("END", "END"), ("ELSE", nil)] as [(String, String?)] {
            let body = """
                data: {"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1}}}

                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"One"}}

                data: {"type":"content_block_stop","index":0}

                data: {"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"\(said)"},"usage":{"output_tokens":2}}

                data: {"type":"message_stop"}


                """
            let (_, _, response) = try await Self.answer(request, body: Array(body.utf8))
            #expect(response.finishReason == .stop && response.stopSequence == told)
        }
        // White space alone is not sent, and is looked for here.
        let blank = AnthropicDialect().text(["One.", "\n\nTwo."], usage: TokenUsage(), finish: .stop)
        let (_, _, response) = try await Self.answer(request, body: blank)
        #expect(response.text == "One." && response.stopSequence == "\n\n")
        let (_, _, whole) = try await Self.answer(request)
        #expect(whole.text == "ok" && whole.stopSequence == nil)
    }

    @Test func theEmptyLineAfterTheLastEventMayBeMissing() async throws {
        let body = AnthropicDialect().text(["ok"], usage: TokenUsage(), finish: .stop)
        for missing in [1, 2] {
            let (_, _, response) = try await Self.answer(
                Self.request(Message(.user, "Hi")), body: Array(body.dropLast(missing)))
            #expect(response.text == "ok")
        }
        let error = await #expect(throws: ProviderError.self) {
            try await Self.answer(Self.request(Message(.user, "Hi")), body: Array(body.dropLast(3)))
        }
        #expect(error?.code == "incomplete-response")
    }

    @Test(arguments: [
        (#"{"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"x"}}"#, "malformed-response"),
        (#"{"type":"content_block_start","index":-1,"content_block":{"type":"text"}}"#, "malformed-response"),
        (#"{"type":"content_block_start","index":1e99,"content_block":{"type":"text"}}"#, "malformed-response"),
        (#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use"}}"#, "malformed-response"),
        (#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, "overloaded"),
        (#"{"type":"error"}"#, "provider-failed"),
        (#"{"type":"message_stop"}"#, "incomplete-response"),
        (#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#, "incomplete-response"),
    ])
    func brokenStreamsAreErrors(event: String, code: String) async throws {
        let body = Array("data: \(event)\n\n".utf8)
        let error = await #expect(throws: (any Error).self) {
            try await Self.answer(Self.request(Message(.user, "Hi")), body: body)
        }
        #expect((error as? any ReadableError)?.code == code)
    }
}
