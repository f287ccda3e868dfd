import Foundation
import HearthCore
import HearthHTTP
import HearthModels
import HearthTesting
import Testing

@Suite("How likely tokens were, over OpenAI's interfaces")
struct LogprobTests {
    private struct Service: ModelService {
        let engines: [ScriptedModel]
        let ledger = Ledger()

        init(_ engines: ScriptedModel...) { self.engines = engines }

        func models() async throws -> [ServedModel] { [ServedModel(id: "auto")] }

        func router(engine: Engine?, model: String?) async throws -> ModelRouter {
            let policy = RoutingPolicy(
                consents: engines.compactMap { engine in
                    engine.host.map { Consent(id: "1", engine: engine.engine, host: $0, task: nil, grantedAt: Date()) }
                })
            return ModelRouter(models: engines, policy: policy, configuration: .init(ledger: ledger))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            DocumentAnswer(
                text: "picked for \(question.text)",
                decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
        }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    private actor Ledger: RoutingLedger {
        private var count = 0

        func append(_ entry: LedgerEntry) async throws -> Int {
            count += 1
            return count
        }
    }

    private static func model(
        _ engine: Engine = .local, logprobs: Bool = true, tools: Bool = true, replies: [ScriptedModel.Reply] = []
    ) -> ScriptedModel {
        ScriptedModel(
            engine: engine,
            capabilities: ModelCapabilities(
                offline: !engine.isRemote, contextLength: 8192, tasks: Set(TaskKind.allCases), tools: tools,
                logprobs: logprobs, structuredOutput: .constrained),
            replies: replies)
    }

    private static func token(
        _ text: String, _ logprob: Double, _ alternatives: [(String, Double)] = []
    ) -> TokenLogprob {
        TokenLogprob(
            bytes: Array(text.utf8), logprob: logprob,
            alternatives: alternatives.map { .init(text: $0, bytes: Array($0.utf8), logprob: $1) })
    }

    /// "Good" in one token, then "€5" in four bytes of three tokens, the second of which ends the character.
    private static let good = token("Good ", -0.25, [("Good ", -0.25), ("Bad ", -2)])
    private static let euro = [
        TokenLogprob(bytes: [0xE2, 0x82], logprob: -1, alternatives: [.init(text: "</s>", bytes: [], logprob: -0.5)]),
        TokenLogprob(bytes: [0xAC], logprob: -20_000), token("5", -0.0078125),
    ]
    private static let answer = ScriptedModel.Reply.tokens([good], euro)

    private func with(
        _ service: Service, _ body: @escaping @Sendable (Loopback) async throws -> Void
    ) async throws {
        try await Loopback.with(OpenAIRoutes(service).routes) { server async throws in try await body(server) }
    }

    private func chat(_ more: String, model: String = "auto") -> String {
        #"{"model":"\#(model)","messages":[{"role":"user","content":"hello"}],\#(more)}"#
    }

    /// A request that one of the interfaces takes.
    private static func body(_ path: String, model: String, _ more: String) -> String {
        let asked =
            switch path {
            case "/v1/completions": #""prompt":"x""#
            case "/v1/responses": #""input":"x""#
            default: #""messages":[{"role":"user","content":"x"}]"#
            }
        return #"{"model":"\#(model)",\#(asked),\#(more)}"#
    }

    private func logprobs(_ reply: Reply) -> JSONValue? { reply.json["choices"]?.arrayValue?.first?["logprobs"] }

    /// The first choices of a stream's chunks.
    private func choices(_ reply: Reply) -> [JSONValue] {
        reply.events.compactMap { try? JSONValue(parsing: $0) }.compactMap { $0["choices"]?.arrayValue?.first }
    }

    private func number(_ text: String) -> JSONValue { JSONNumber(text).map(JSONValue.number) ?? .null }

    // MARK: - Chat

    private func inChat() -> [JSONValue] {
        [
            [
                "token": "Good ", "logprob": number("-0.25"), "bytes": [71, 111, 111, 100, 32],
                "top_logprobs": [
                    ["token": "Good ", "logprob": number("-0.25"), "bytes": [71, 111, 111, 100, 32]],
                    ["token": "Bad ", "logprob": -2, "bytes": [66, 97, 100, 32]],
                ],
            ],
            [
                "token": #"\xe2\x82"#, "logprob": -1, "bytes": [226, 130],
                "top_logprobs": [["token": "</s>", "logprob": number("-0.5"), "bytes": nil]],
            ],
            ["token": #"\xac"#, "logprob": -9999, "bytes": [172], "top_logprobs": []],
            ["token": "5", "logprob": number("-0.0078125"), "bytes": [53], "top_logprobs": []],
        ]
    }

    @Test func `A chat tells of each token, its bytes and what else could have stood there`() async throws {
        let model = Self.model(replies: [Self.answer])
        try await with(Service(model)) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""logprobs":true,"top_logprobs":2"#))
            #expect(reply.status == 200, "\(reply.body)")
            #expect(reply.json["choices"]?.arrayValue?.first?["message"]?["content"] == "Good €5")
            #expect(logprobs(reply) == ["content": .array(inChat()), "refusal": nil])
            #expect(model.requests.first?.options.logprobs == 2)
        }
    }

    @Test func `A stream tells with each piece of its tokens, and of no others`() async throws {
        let model = Self.model(replies: [Self.answer, .text("plain")])
        try await with(Service(model)) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""logprobs":true,"stream":true"#))
            #expect(model.requests.first?.options.logprobs == 0)
            let told = choices(reply).filter { $0["logprobs"] != nil }
            #expect(told.map { $0["delta"]?["content"] } == ["Good ", "€5"])
            #expect(told.first?["logprobs"] == ["content": .array(Array(inChat().prefix(1))), "refusal": nil])
            #expect(told.last?["logprobs"] == ["content": .array(Array(inChat().dropFirst())), "refusal": nil])

            let plain = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""logprobs":false,"stream":true"#))
            #expect(model.requests.last?.options.logprobs == nil)
            #expect(!plain.body.contains("logprobs"))
        }
    }

    @Test func `Nothing is told that was not asked for`() async throws {
        let model = Self.model(replies: [.text("one"), .text("one")])
        try await with(Service(model)) { server async throws in
            for body in [chat(#""logprobs":false,"top_logprobs":0"#), chat(#""temperature":0"#)] {
                let reply = try await server.send("POST", "/v1/chat/completions", body: body)
                #expect(reply.status == 200 && logprobs(reply) == .null)
            }
            #expect(model.requests.map(\.options.logprobs) == [nil, nil])
        }
    }

    @Test(arguments: [
        ("/v1/chat/completions", #""top_logprobs":2"#, "top_logprobs"),
        ("/v1/chat/completions", #""logprobs":false,"top_logprobs":2"#, "top_logprobs"),
        ("/v1/chat/completions", #""logprobs":true,"top_logprobs":21"#, "top_logprobs"),
        ("/v1/chat/completions", #""logprobs":true,"top_logprobs":-1"#, "top_logprobs"),
        ("/v1/chat/completions", #""logprobs":3"#, "logprobs"),
        ("/v1/completions", #""logprobs":6"#, "logprobs"), ("/v1/completions", #""logprobs":true"#, "logprobs"),
        ("/v1/completions", #""logprobs":1,"echo":true"#, "logprobs"),
        ("/v1/completions", #""top_logprobs":1"#, "top_logprobs"),
        ("/v1/responses", #""logprobs":true"#, "logprobs"), ("/v1/responses", #""top_logprobs":1"#, "top_logprobs"),
    ])
    func `What cannot be asked for is refused by its name`(_ path: String, _ field: String, _ name: String) async throws
    {
        let model = Self.model(replies: [Self.answer])
        try await with(Service(model)) { server async throws in
            let body = Self.body(path, model: "auto", field)
            let reply = try await server.send("POST", path, body: body)
            #expect(reply.status == 400 && reply.json["error"]?["param"]?.stringValue == name, "\(reply.body)")
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `An answer under a schema is as the model wrote it, so that its tokens are its text`() async throws {
        let whole = [Self.token("{ ", -1), Self.token(#""a":1 }"#, -2)]
        let repaired = [Self.token("```\n", -1), Self.token(#"{"a":1}"#, -2), Self.token("\n```", -3)]
        let model = Self.model(replies: [.tokens(whole), .tokens(whole), .tokens(repaired), .tokens(whole)])
        let form = #""response_format":{"type":"json_object"}"#
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":true,\#(form)"#))
            let choice = try #require(reply.json["choices"]?.arrayValue?.first)
            #expect(choice["message"]?["content"] == #"{ "a":1 }"#)
            #expect(
                choice["logprobs"]?["content"]?.arrayValue?.compactMap { $0["token"]?.stringValue } == [
                    "{ ", #""a":1 }"#,
                ])
            let stream = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""logprobs":true,"stream":true,\#(form)"#))
            #expect(choices(stream).compactMap { $0["logprobs"]?["content"]?.arrayValue?.count } == [2])

            // What had to be made of it has no tokens.
            let other = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":true,\#(form)"#))
            #expect(other.status == 502 && other.errorCode == "malformed_response", "\(other.body)")
            let plain = try await server.send("POST", "/v1/chat/completions", body: chat(form))
            #expect(plain.json["choices"]?.arrayValue?.first?["message"]?["content"] == #"{"a":1}"#)
        }
    }

    @Test func `A call of a tool has no content, and so no tokens of it`() async throws {
        let model = Self.model(replies: [.tokens([Self.token(#"{"city":"Bonn"}"#, -1)])])
        let tool =
            #""tools":[{"type":"function","function":{"name":"w","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}],"tool_choice":"required""#
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":true,\#(tool)"#))
            #expect(reply.status == 200, "\(reply.body)")
            #expect(logprobs(reply) == ["content": [], "refusal": nil])
        }
    }

    // MARK: - Who can tell

    @Test func `The engine that can tell serves, though another comes first`() async throws {
        let first = Self.model(.apple, logprobs: false, replies: [.text("plain")])
        let second = Self.model(.local, replies: [Self.answer])
        try await with(Service(first, second)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":true"#))
            #expect(reply.headers["hearth-engine"] == "local" && logprobs(reply)?["content"]?.arrayValue?.count == 4)
            #expect(first.requests.isEmpty)
            let plain = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":false"#))
            #expect(plain.headers["hearth-engine"] == "apple")
        }
    }

    @Test(arguments: ["auto", "anthropic", "local", "basic"], ["false", "true"])
    func `Where nobody can tell, that is said by name, and nothing is asked`(_ name: String, _ stream: String)
        async throws
    {
        let local = Self.model(logprobs: false)
        let remote = Self.model(.anthropic, logprobs: false)
        try await with(Service(local, remote)) { server async throws in
            for (path, field, parameter) in [
                ("/v1/chat/completions", #""logprobs":true"#, "logprobs"),
                ("/v1/completions", #""logprobs":0"#, "logprobs"),
                ("/v1/responses", #""include":["message.output_text.logprobs"]"#, "include"),
            ] {
                let body = Self.body(path, model: name, #""stream":\#(stream),\#(field)"#)
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 400 && reply.errorCode == "unsupported_value", "\(path) \(reply.body)")
                #expect(reply.json["error"]?["param"]?.stringValue == parameter)
                #expect(reply.json["error"]?["message"]?.stringValue?.contains("A local model does") == true)
            }
            #expect(local.requests.isEmpty && remote.requests.isEmpty)
        }
    }

    @Test func `The documents do not answer in place of tokens`() async throws {
        let model = Self.model()
        model.setAvailability(.unavailable(reason: .modelMissing, message: "no file"))
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(#""logprobs":true"#))
            #expect(reply.status == 400 && reply.json["error"]?["param"] == "logprobs")
            // It is not the field's fault that a model which was named is not there.
            let named = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""logprobs":true"#, model: "local/scripted"))
            #expect(named.status == 422 && named.errorCode == "no_engine")
        }
    }

    @Test func `A server that does not tell is not answered for`() async throws {
        struct Silent: ReadableError {
            let code = "no-logprobs"
            let kind = Failure.Kind.noLogprobs
            let message = "The model does not tell."
        }
        let model = Self.model(.custom, replies: [.failure(Silent()), .failure(Silent())])
        try await with(Service(model)) { server async throws in
            for more in [#""logprobs":true"#, #""logprobs":true,"stream":true"#] {
                let reply = try await server.send("POST", "/v1/chat/completions", body: chat(more, model: "custom"))
                #expect(reply.status == 400 && reply.json["error"]?["param"] == "logprobs", "\(reply.body)")
                #expect(reply.json["error"]?["message"] == "`logprobs`: The model does not tell.")
            }
        }
    }

    // MARK: - The older and the newer interface

    @Test(arguments: [false, true])
    func `A completion tells in lists side by side, with places in characters`(_ isStream: Bool) async throws {
        let model = Self.model(replies: [Self.answer])
        try await with(Service(model)) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/completions",
                body: #"{"model":"auto","prompt":"hello","logprobs":1,"stream":\#(isStream)}"#)
            #expect(reply.status == 200, "\(reply.body)")
            #expect(model.requests.first?.options.logprobs == 1)
            let parts = (isStream ? choices(reply) : reply.json["choices"]?.arrayValue ?? [])
                .compactMap { $0["logprobs"] }.filter { $0 != .null }
            #expect(parts.count == (isStream ? 2 : 1))
            func joined(_ name: String) -> [JSONValue] { parts.flatMap { $0[name]?.arrayValue ?? [] } }
            #expect(joined("tokens") == ["Good ", #"bytes:\xe2\x82"#, #"bytes:\xac"#, "5"])
            #expect(joined("token_logprobs") == [number("-0.25"), -1, -9999, number("-0.0078125")])
            #expect(joined("text_offset") == [0, 5, 5, 6])
            #expect(
                joined("top_logprobs") == [
                    ["Good ": number("-0.25"), "Bad ": -2], ["</s>": number("-0.5"), #"bytes:\xe2\x82"#: -1],
                    [#"bytes:\xac"#: -9999], ["5": number("-0.0078125")],
                ])
        }
    }

    @Test func `A response tells of the tokens of its text`() async throws {
        let model = Self.model(replies: [Self.answer, Self.answer])
        let body = #"{"model":"auto","input":"hello","top_logprobs":2,"include":["message.output_text.logprobs"]"#
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/responses", body: body + "}")
            #expect(model.requests.first?.options.logprobs == 2 && reply.json["top_logprobs"] == 2)
            let part = reply.json["output"]?.arrayValue?.first?["content"]?.arrayValue?.first
            let told = try #require(part?["logprobs"]?.arrayValue)
            #expect(told.count == 4 && told.first == inChat().first)
            #expect(told[1]["top_logprobs"] == [["token": "</s>", "logprob": number("-0.5"), "bytes": []]])

            let stream = try await server.send("POST", "/v1/responses", body: body + #","stream":true}"#)
            let events = stream.events.compactMap { try? JSONValue(parsing: $0) }
            let deltas = events.filter { $0["type"] == "response.output_text.delta" }
            #expect(deltas.map { $0["logprobs"]?.arrayValue?.count } == [1, 3])
            #expect(
                deltas.first?["logprobs"] == [
                    [
                        "token": "Good ", "logprob": number("-0.25"),
                        "top_logprobs": [
                            ["token": "Good ", "logprob": number("-0.25")], ["token": "Bad ", "logprob": -2],
                        ],
                    ]
                ])
            let done = events.first { $0["type"] == "response.output_text.done" }
            #expect(done?["logprobs"]?.arrayValue?.count == 4)
        }
    }
}
