import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

/// The ways in which servers that imitate OpenAI differ from it, as streams that they send.
@Suite struct CompatibleServerTests {
    static func answer(
        _ body: String, engine: Engine = .custom, contentType: String = "text/event-stream", stops: [String] = []
    ) async throws -> ModelResponse {
        let transport = ScriptedTransport([.init(body, contentType: contentType)])
        let url = try #require(URL(string: "http://localhost:8080/v1"))
        let model: any LanguageModel =
            engine == .custom
            ? CustomModel(modelID: "m", baseURL: url, transport: transport)
            : OpenAIModel(baseURL: url, transport: transport, key: { Secret("sk-test-0123456789") })
        var request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
        request.ledgerRecord = 1
        request.options.stopSequences = stops
        return try await LanguageModelConformance.checkStream(of: model, request: request)
    }

    static func code(_ body: String, engine: Engine = .custom) async throws -> String {
        do {
            _ = try await answer(body, engine: engine)
            return "none"
        } catch let error as any ReadableError {
            return error.code
        }
    }

    static let hello = #"data: {"choices":[{"delta":{"content":"Hello"},"index":0}]}"# + "\n\n"
    static let stop = #"data: {"choices":[{"delta":{},"index":0,"finish_reason":"stop"}]}"# + "\n\n"

    @Test func oneEndMarkOfTwoIsEnoughForThemButNotForOpenAI() async throws {
        #expect(try await Self.answer(Self.hello + Self.stop).text == "Hello")
        #expect(try await Self.answer(Self.hello + "data: [DONE]\n\n").text == "Hello")
        #expect(try await Self.answer(Self.hello + "data: [DONE]").text == "Hello")
        #expect(try await Self.code(Self.hello) == "incomplete-response")
        #expect(try await Self.code(Self.hello + Self.stop, engine: .openai) == "incomplete-response")
        #expect(try await Self.code(Self.hello + "data: [DONE]\n\n", engine: .openai) == "incomplete-response")
        #expect(try await Self.code(Self.hello + Self.stop + "data: [DONE]\n\n", engine: .openai) == "none")
    }

    /// As vLLM and SGLang say it; a number is that of a token.
    @Test(
        arguments: [
            (#""stop_reason":"END""#, "END"), (#""matched_stop":"END""#, "END"), (#""stop_reason":"ELSE""#, nil),
            (#""stop_reason":null"#, nil), (#""matched_stop":128009"#, nil),
        ] as [(String, String?)])
    func whichStopSequenceEndedTheAnswerIsTold(_ field: String, _ told: String?) async throws {
        let end = #"data: {"choices":[{"delta":{},"index":0,"finish_reason":"stop",\#(field)}]}"# + "\n\n"
        #expect(try await Self.answer(Self.hello + end, stops: ["END"]).stopSequence == told)
        let cut = end.replacing(#""finish_reason":"stop""#, with: #""finish_reason":"length""#)
        #expect(try await Self.answer(Self.hello + cut, stops: ["END"]).stopSequence == nil)
    }

    @Test func missingUsageIsEstimatedAndSaid() async throws {
        let response = try await Self.answer(Self.hello + Self.stop)
        #expect(response.usage.completionTokens > 0)
        #expect(response.usage.promptTokens > 0)
        #expect(response.notes.contains { $0.contains("estimated") })
    }

    @Test func absurdUsageDoesNotTrap() async throws {
        let usage = #"data: {"choices":[],"usage":{"prompt_tokens":-5,"completion_tokens":1e400}}"# + "\n\n"
        let response = try await Self.answer(Self.hello + Self.stop + usage)
        #expect(response.usage.promptTokens == 0)
        // No number of tokens: as if the server had said none.
        #expect(response.usage.completionTokens == 0)
    }

    @Test(arguments: [
        (#"data: {"error":{"message":"boom","type":"server_error","code":500}}"#, "provider-failed"),
        (#"data: {"error":"model 'x' crashed"}"#, "provider-failed"),
        (#"data: {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#, "provider-failed"),
        (#"data: {"object":"error","message":"too long","type":"BadRequestError","code":400}"#, "bad-request"),
        (
            #"data: {"error":{"code":400,"message":"m","type":"exceed_context_size_error","n_ctx":4096}}"#,
            "context-too-long"
        ),
        (#"{"error":{"message":"model 'x' not found","type":"not_found_error"}}"#, "unknown-model"),
    ])
    func errorsWithStatus200AreErrors(body: String, code: String) async throws {
        #expect(try await Self.code(body + "\n\n") == code)
        #expect(try await Self.code(Self.hello + (body.hasPrefix("data") ? body : "data: " + body) + "\n\n") == code)
    }

    @Test func reasoningUnderEitherNameIsKeptApart() async throws {
        for name in ["reasoning_content", "reasoning"] {
            let thought = "data: {\"choices\":[{\"delta\":{\"\(name)\":\"Hm.\",\"content\":null}}]}\n\n"
            let response = try await Self.answer(thought + Self.hello + Self.stop)
            #expect(response.reasoning == "Hm.")
            #expect(response.text == "Hello")
        }
    }

    @Test func callsWithoutNumbersOrIdsOrWithObjectsAsArgumentsAreRead() async throws {
        let calls = """
            data: {"choices":[{"delta":{"tool_calls":[{"id":"a","index":0,"function":{"name":"f","arguments":"{\\"x\\":1}"}}]}}]}

            data: {"choices":[{"delta":{"tool_calls":[{"id":"b","index":0,"function":{"name":"g","arguments":{"y":2}}}]}}]}

            data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"h"},"index":5}]},"finish_reason":"stop"}]}


            """
        let response = try await Self.answer(calls)
        #expect(
            response.toolCalls == [
                ToolCall(id: "a", name: "f", arguments: #"{"x":1}"#),
                ToolCall(id: "b", name: "g", arguments: #"{"y":2}"#),
                ToolCall(id: "call_2", name: "h", arguments: "{}"),
            ])
        #expect(response.finishReason == .toolCalls)
    }

    @Test func endlessCallsAndCallsWithoutANameAreMalformed() async throws {
        let many = (0..<200).map { #"{"index":\#($0),"id":"c\#($0)","function":{"name":"f","arguments":""}}"# }
        let flood = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[\(many.joined(separator: ","))]}}]}\n\n"
        #expect(try await Self.code(flood + Self.stop) == "malformed-response")
        let nameless = #"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a"}]}}]}"# + "\n\n"
        #expect(try await Self.code(nameless + Self.stop) == "malformed-response")
    }

    @Test func anEndThatIsNotUTF8IsMalformedAndNotLeftOut() async throws {
        let cut: [UInt8] = Array("data: {\"choices\":[{\"delta\":{\"content\":\"".utf8) + [0xFF, 0x22]
        let transport = ScriptedTransport([
            .init(headers: [("content-type", "text/event-stream")], pieces: [Array(Self.hello.utf8), cut])
        ])
        let url = try #require(URL(string: "http://localhost:8080/v1"))
        let model = CustomModel(modelID: "m", baseURL: url, transport: transport)
        var request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
        request.ledgerRecord = 1
        var code: String?
        do { _ = try await model.response(to: request) } catch let error as any ReadableError { code = error.code }
        #expect(code == "malformed-response")
    }

    @Test func aPlainAnswerNeedsNoEventStream() async throws {
        let body = """
             {"choices":[{"message":{"role":"assistant","content":"Hello","reasoning_content":"Hm."},"finish_reason":"length"}],
              "usage":{"prompt_tokens":4,"completion_tokens":2}}
            """
        for type in ["application/json", "text/event-stream", "text/plain"] {
            let response = try await Self.answer(body, contentType: type)
            #expect(response.text == "Hello")
            #expect(response.reasoning == "Hm.")
            #expect(response.finishReason == .length)
            #expect(response.usage == TokenUsage(promptTokens: 4, completionTokens: 2))
        }
    }

    @Test func anAnswerCutByContentRulesSaysSo() async throws {
        let end = #"data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}"# + "\n\n"
        #expect(try await Self.answer(Self.hello + end).finishReason == .contentFilter)
    }

    @Test func anAnswerSpentOnThinkingSaysSo() async throws {
        let end = #"data: {"choices":[{"delta":{"reasoning":"…"},"finish_reason":"length"}]}"# + "\n\n"
        #expect(try await Self.answer(end).notes.contains { $0.contains("maxTokens") })
    }
}
