import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Fields that clients count on")
struct ClientFieldTests: ClientTesting {
    private func lines(_ reply: Reply) -> [JSONValue] {
        reply.body.split(separator: "\n").map { (try? JSONValue(parsing: String($0))) ?? .null }
    }

    private func thinking(_ count: Int) -> ScriptedModel {
        let response = ModelResponse(
            text: "Yes.", reasoning: "Is it so?", usage: TokenUsage(promptTokens: 7, completionTokens: 3),
            timings: Timings(), finishReason: .stop)
        return ScriptedModel(replies: Array(repeating: .response(response), count: count))
    }

    // MARK: - Ollama

    @Test func `Models have digests by which Ollama's clients tell them apart, as long as they cut them`() async throws
    {
        try await with(ClientService(ScriptedModel())) { server async throws in
            let listed = try await server.send("GET", "/api/tags").json["models"]?.arrayValue ?? []
            let digests = listed.compactMap { $0["digest"]?.stringValue }
            #expect(digests.count == listed.count && Set(digests).count == listed.count && listed.count > 2)
            #expect(digests.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
            let loaded = try await server.send("GET", "/api/ps").json["models"]?.arrayValue?.first
            let same = listed.first(where: { $0["name"] == "local/scripted" })
            #expect(loaded?["digest"] == same?["digest"] && same != nil)
        }
    }

    @Test func `A model that is here need not be pulled, and none is fetched`() async throws {
        try await with(ClientService(ScriptedModel())) { server async throws in
            for name in ["local/scripted", "scripted:latest", "local/vectors"] {
                let pulled = try await server.send("POST", "/api/pull", body: #"{"model":"\#(name)"}"#)
                #expect(pulled.status == 200 && pulled.headers["content-type"] == "application/x-ndjson")
                #expect(lines(pulled) == [["status": "success"]], "\(pulled.body)")
            }
            let whole = try await server.send("POST", "/api/pull", body: #"{"name":"scripted","stream":false}"#)
            #expect(whole.json == ["status": "success"], "\(whole.body)")
            for path in ["/api/pull", "/api/blobs/sha256:ab"] {
                let reply = try await server.send("POST", path, body: #"{"model":"llama3"}"#)
                #expect(reply.status == 404 && reply.json["error"]?.stringValue != nil, "\(reply.body)")
            }
        }
    }

    @Test func `Tools are offered whatever choice of them is sent over an interface that has none`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(ClientService(model)) { server async throws in
            let tools = #","stream":false,"tools":[{"type":"function","function":{"name":"look"}}]"#
            for choice in [#""required""#, #""none""#, "5"] {
                let reply = try await server.send(
                    "POST", "/api/chat", body: chat("auto", tools + #","tool_choice":\#(choice)"#))
                #expect(reply.status == 200, "\(reply.body)")
                #expect(model.requests.last?.tools.map(\.name) == ["look"])
                #expect(reply.headers["hearth-notes"]?.contains("tool_choice") == true)
            }
        }
    }

    @Test func `Ollama's clients are told how likely tokens were, where they ask`() async throws {
        let capabilities = ModelCapabilities(
            offline: true, contextLength: 8192, tasks: Set(TaskKind.allCases), tools: true, logprobs: true)
        let token = TokenLogprob(
            bytes: Array("hi".utf8), logprob: -0.5,
            alternatives: [.init(text: "ho", bytes: Array("ho".utf8), logprob: -2)])
        let model = ScriptedModel(
            capabilities: capabilities, otherwise: { $0.options.logprobs == nil ? .text("hi") : .tokens([token]) })
        let half = JSONValue.number(try #require(JSONNumber("-0.5")))
        let told: JSONValue = [
            [
                "token": "hi", "logprob": half, "bytes": [104, 105],
                "top_logprobs": [["token": "ho", "logprob": -2, "bytes": [104, 111]]],
            ]
        ]
        try await with(ClientService(model)) { server async throws in
            let asked = #","logprobs":true,"top_logprobs":1"#
            let whole = try await server.send("POST", "/api/chat", body: chat("auto", asked + #","stream":false"#))
            #expect(whole.json["logprobs"] == told, "\(whole.body)")
            #expect(model.requests.last?.options.logprobs == 1)
            let pieces = lines(try await server.send("POST", "/api/chat", body: chat("auto", asked)))
            #expect(pieces.first?["logprobs"] == told && pieces.last?["logprobs"] == nil, "\(pieces)")
            let plain = try await server.send("POST", "/api/chat", body: chat("auto", #","stream":false"#))
            #expect(model.requests.last?.options.logprobs == nil && !plain.body.contains("logprobs"))
        }
    }

    @Test func `What a model thought is told, unless a client says that it does not look for it`() async throws {
        try await with(ClientService(thinking(4))) { server async throws in
            for (more, isTold) in [(#","think":true"#, true), (#","think":false"#, false)] {
                let whole = try await server.send("POST", "/api/chat", body: chat("auto", more + #","stream":false"#))
                #expect((whole.json["message"]?["thinking"] == "Is it so?") == isTold, "\(whole.body)")
                #expect(whole.json["message"]?["content"] == "Yes.")
                let pieces = try await server.send("POST", "/api/chat", body: chat("auto", more))
                #expect(pieces.body.contains("Is it so?") == isTold, "\(pieces.body)")
            }
        }
    }

    @Test func `Nothing to make vectors of asks whether the model is there`() async throws {
        try await with(ClientService(ScriptedModel())) { server async throws in
            for body in [
                #"{"model":"local/vectors"}"#, #"{"model":"auto","input":[]}"#, #"{"model":"auto","input":""}"#,
            ] {
                let reply = try await server.send("POST", "/api/embed", body: body)
                #expect(reply.status == 200 && reply.json["embeddings"] == [], "\(reply.body)")
            }
            let one = try await server.send("POST", "/api/embeddings", body: #"{"model":"auto","prompt":""}"#)
            #expect(one.status == 200 && one.json == ["embedding": []], "\(one.body)")
            for path in ["/api/embed", "/api/embeddings"] {
                #expect(try await server.send("POST", path, body: #"{"model":"lost"}"#).status == 404)
            }
        }
    }

    // MARK: - OpenAI

    private static let tools = ["look", "find"]
    private static let nested = tools.map { #"{"type":"function","function":{"name":"\#($0)"}}"# }
    private static let flat = tools.map { #"{"type":"function","name":"\#($0)"}"# }

    @Test func `Of the tools that are left, one has to be called where the choice says so`() throws {
        let choice = #"{"type":"allowed_tools","mode":"required","tools":[\#(Self.flat[1])]}"#
        let fields = try RequestFields(
            JSONValue(parsing: #"{"tools":[\#(Self.flat.joined(separator: ","))],"tool_choice":\#(choice)}"#))
        let tools = try OpenAIFields.tools(fields, isNested: false)
        #expect(tools.offered.isEmpty && tools.forced.map(\.name) == ["find"])
    }

    @Test(arguments: [
        ("/v1/chat/completions", #"{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[$]}}"#),
        ("/v1/responses", #"{"type":"allowed_tools","mode":"auto","tools":[$]}"#),
    ])
    func `A choice may leave some of the tools`(_ path: String, _ choice: String) async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let isChat = path != "/v1/responses"
        let listed = isChat ? Self.nested : Self.flat
        let said = isChat ? #""messages":[{"role":"user","content":"hi"}]"# : #""input":"hi""#
        try await with(ClientService(model)) { server async throws in
            @Sendable func ask(_ choice: String) async throws -> Reply {
                let tools = listed.joined(separator: ",")
                return try await server.send(
                    "POST", path, body: #"{"model":"auto",\#(said),"tools":[\#(tools)],"tool_choice":\#(choice)}"#)
            }
            let reply = try await ask(choice.replacing("$", with: listed[1]))
            #expect(reply.status == 200 && model.requests.last?.tools.map(\.name) == ["find"], "\(reply.body)")
            for wrong in [
                choice.replacing("$", with: listed[1].replacing("find", with: "lost")),
                choice.replacing("$", with: ""), choice.replacing("$", with: #"{"type":"web_search"}"#),
                choice.replacing("$", with: listed[1]).replacing(#""auto""#, with: #""perhaps""#),
            ] {
                let refused = try await ask(wrong)
                #expect(refused.status == 400, "\(wrong) \(refused.body)")
                #expect(refused.json["error"]?["param"]?.stringValue?.hasPrefix("tool_choice.") == true)
            }
        }
    }

    @Test func `Tokens in the place of texts are refused with what to do`() async throws {
        try await with(ClientService(ScriptedModel())) { server async throws in
            let reply = try await server.send("POST", "/v1/embeddings", body: #"{"model":"auto","input":[[1,2],[3]]}"#)
            #expect(reply.status == 400 && reply.json["error"]?["param"] == "input")
            #expect(reply.body.contains("check_embedding_ctx_length=False"), "\(reply.body)")
        }
    }

    // MARK: - Anthropic

    @Test func `Thoughts are a block of their own for clients that want them, and for others none`() async throws {
        try await with(ClientService(thinking(5))) { server async throws in
            let wanted = #","thinking":{"type":"enabled","budget_tokens":1024}"#
            let whole = try await server.send("POST", "/v1/messages", body: message("auto", wanted))
            let content = whole.json["content"]?.arrayValue ?? []
            #expect(content.first == ["type": "thinking", "thinking": "Is it so?", "signature": ""], "\(whole.body)")
            #expect(content.count == 2 && content.last?["text"] == "Yes.")
            for more in [
                "", #","thinking":{"type":"disabled"}"#, #","thinking":{"type":"adaptive","display":"omitted"}"#,
            ] {
                let plain = try await server.send("POST", "/v1/messages", body: message("auto", more))
                #expect(plain.json["content"]?.arrayValue?.map { $0["type"] } == ["text"], "\(plain.body)")
            }
            let streamed = try await server.send(
                "POST", "/v1/messages", body: message("auto", #","thinking":{"type":"adaptive"},"stream":true"#))
            let events = try streamed.events.map { try JSONValue(parsing: $0) }
            #expect(
                events.compactMap { $0["type"]?.stringValue } == [
                    "message_start", "content_block_start", "content_block_delta", "content_block_delta",
                    "content_block_stop", "content_block_start", "content_block_delta", "content_block_stop",
                    "message_delta", "message_stop",
                ], "\(streamed.body)")
            #expect(events[1]["content_block"] == ["type": "thinking", "thinking": "", "signature": ""])
            #expect(events[2]["delta"] == ["type": "thinking_delta", "thinking": "Is it so?"])
            #expect(events[3]["delta"] == ["type": "signature_delta", "signature": ""])
            #expect(events[5]["index"] == 1 && events[5]["content_block"]?["type"] == "text")
            let wrong = try await server.send(
                "POST", "/v1/messages", body: message("auto", #","thinking":{"type":"loud"}"#))
            #expect(wrong.status == 400 && wrong.body.contains("thinking.type"), "\(wrong.body)")
        }
    }
}
