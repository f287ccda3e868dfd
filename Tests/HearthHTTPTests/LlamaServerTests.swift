import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("What llama-server answers beside OpenAI's interface")
struct LlamaServerTests {
    /// A model whose tokens are the bytes of texts, and the last of which steers it.
    private final class Glass: InspectableModel {
        let base = ScriptedModel(modelID: "glass")
        let asked = Mutex<[ModelRequest]>([])

        var engine: Engine { base.engine }
        var modelID: String { base.modelID }
        var capabilities: ModelCapabilities { base.capabilities }
        let parallelRequests = 3

        func availability() async -> Availability { .available }
        func respond(to request: ModelRequest) -> EventStream<ResponseEvent> { base.respond(to: request) }

        func usualOptions(_ options: GenerationOptions) -> GenerationOptions {
            var options = options
            options.topK = 7
            return options
        }

        func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
            var tokens = text.utf8.map { ModelToken(id: Int32($0), bytes: [$0]) }
            if listing.namesSpecials, text.hasSuffix("<end>") {
                tokens = tokens.dropLast(5) + [ModelToken(id: 256, bytes: Array("<end>".utf8))]
            }
            if listing.addsSpecials { tokens.insert(ModelToken(id: 257, bytes: Array("<begin>".utf8)), at: 0) }
            return tokens.map { ModelToken(id: $0.id, bytes: listing.withBytes ? $0.bytes : []) }
        }

        func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] {
            guard ids.allSatisfy({ $0 < 258 }) else { throw NoToken() }
            return ids.map { UInt8(truncatingIfNeeded: $0) }
        }

        private struct NoToken: ReadableError {
            let code = "unknown-token"
            let kind = Failure.Kind.badRequest
            let message = "It is no token of the model."
        }

        func prompt(of request: ModelRequest) async throws -> LaidOutPrompt {
            asked.withLock { $0.append(request) }
            return LaidOutPrompt(
                text: request.messages.map { "[\($0.role.rawValue)]\($0.content)" }.joined(), notes: ["laid out"])
        }

        func template() async throws -> ModelTemplate {
            ModelTemplate(source: "{{ messages }}", begin: "<begin>", end: "<end>")
        }
    }

    private struct Service: ModelService {
        let engines: [any RoutableEngine]

        func models() async throws -> [ServedModel] {
            [ServedModel(id: "auto"), ServedModel(id: "local/glass", engine: .local, model: "glass")]
        }

        func router(engine: Engine?, model: String?) async throws -> ModelRouter {
            let consent = Consent(
                id: "all", engine: .openai, host: "openai.test", task: nil, grantedAt: .init(timeIntervalSince1970: 0))
            return ModelRouter(
                models: engines, policy: RoutingPolicy(order: [.openai, .local], consents: [consent]),
                configuration: .init(ledger: Ledger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }
        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }
        func aliases() async throws -> [String: String] { ["mirror": "local/glass"] }
        var build: String { "hearth-test" }
        var transcriber: (any AudioTranscriber)? { nil }
    }

    /// Nothing of this is written down.
    private struct Ledger: RoutingLedger {
        func append(_ entry: LedgerEntry) async throws -> Int {
            Issue.record("a record was written: \(entry)")
            return 1
        }
    }

    private func with(
        _ models: [any RoutableEngine] = [Glass()], _ configuration: HTTPServer.Configuration? = nil,
        _ body: @Sendable (Loopback) async throws -> Void
    ) async throws {
        try await Loopback.with(
            LlamaServerRoutes(Service(engines: models)).routes, configuration: configuration, body)
    }

    @Test func `Its addresses are those of its routes, and errors are told as in OpenAI's interface`() async throws {
        let routes = LlamaServerRoutes(Service(engines: [])).routes
        #expect(Set(routes.map(\.pattern)) == LlamaServerRoutes.paths)
        try await with { server async throws in
            let reply = try await server.send("POST", "/tokenize", body: "{}")
            #expect(reply.status == 400 && reply.json["error"]?["param"] == "content")
            #expect(try await server.send("GET", "/tokenize").status == 405)
        }
    }

    @Test func `A text is listed by its tokens, and what is no text by its bytes`() async throws {
        try await with { server async throws in
            let plain = try await server.send("POST", "/tokenize", body: #"{"content":"aä"}"#)
            #expect(plain.body == #"{"tokens":[97,195,164]}"# && plain.headers["hearth-model"] == "glass")
            let pieces = try await server.send(
                "POST", "/tokenize", body: #"{"content":"a\"ä","with_pieces":true,"add_special":true}"#)
            #expect(
                pieces.json["tokens"] == [
                    ["id": 257, "piece": "<begin>"], ["id": 97, "piece": "a"], ["id": 34, "piece": "\""],
                    ["id": 195, "piece": [195]], ["id": 164, "piece": [164]],
                ])
            // As there, names of tokens that steer are read as these where nothing else is said.
            let named = try await server.send("POST", "/tokenize", body: #"{"content":"a<end>"}"#)
            #expect(named.json["tokens"] == [97, 256])
            let text = try await server.send(
                "POST", "/tokenize", body: #"{"content":"a<end>","parse_special":false,"surprise":1}"#)
            #expect(text.json["tokens"]?.arrayValue?.count == 6)
            #expect(text.headers["hearth-notes"]?.contains("surprise") == true)
            #expect(try await server.send("POST", "/tokenize", body: #"{"content":""}"#).json["tokens"] == [])
        }
    }

    /// As llama-server's `tokenize_mixed` has it.
    @Test
    func `A list may have texts and tokens, in order, and what is put around a prompt is put around a first text`()
        async throws
    {
        try await with { server async throws in
            func tokens(_ body: String) async throws -> JSONValue? {
                let reply = try await server.send("POST", "/tokenize", body: body)
                #expect(reply.status == 200, "\(reply.body)")
                return reply.json["tokens"]
            }
            #expect(try await tokens(#"{"content":[256,"ab",7,"c"]}"#) == [256, 97, 98, 7, 99])
            #expect(try await tokens(#"{"content":["a",7,"b"],"add_special":true}"#) == [257, 97, 7, 98])
            #expect(try await tokens(#"{"content":[7,"b"],"add_special":true}"#) == [7, 98])
            #expect(try await tokens(#"{"content":[]}"#) == [])
            #expect(
                try await tokens(#"{"content":[65,"a",65],"with_pieces":true}"#) == [
                    ["id": 65, "piece": "A"], ["id": 97, "piece": "a"], ["id": 65, "piece": "A"],
                ])
            for more in ["", #","with_pieces":true"#] {
                let none = try await server.send("POST", "/tokenize", body: #"{"content":["a",300]\#(more)}"#)
                #expect(none.status == 400 && none.errorCode == "unknown_token", "\(none.body)")
            }
        }
    }

    @Test func `Tokens are put together, also to what is not whole`() async throws {
        try await with { server async throws in
            let whole = try await server.send("POST", "/detokenize", body: #"{"tokens":[97,195,164]}"#)
            #expect(whole.json == ["content": "aä"])
            let half = try await server.send("POST", "/detokenize", body: #"{"tokens":[97,195]}"#)
            #expect(half.json == ["content": "a\u{FFFD}"])
            #expect(try await server.send("POST", "/detokenize", body: #"{"tokens":[]}"#).json == ["content": ""])
        }
    }

    @Test func `What does not fit is refused by its name, before it takes anything`() async throws {
        let long = String(repeating: "a", count: LlamaServerRoutes.mostBytes + 1)
        let many = String(repeating: "1,", count: LlamaServerRoutes.mostTokens) + "1"
        let texts = String(repeating: "\"\",", count: MixedContent.mostTexts) + "\"\""
        let different = (0...MixedContent.mostNamed).map(String.init).joined(separator: ",")
        try await with { server async throws in
            for (path, body, parameter) in [
                ("/tokenize", #"{"content":{}}"#, "content"), ("/tokenize", #"{"content":["a",-1]}"#, "content"),
                ("/tokenize", #"{"content":["a",1.5]}"#, "content"), ("/tokenize", #"{"content":[["a"]]}"#, "content"),
                ("/tokenize", #"{"content":[null]}"#, "content"), ("/tokenize", "{\"content\":[\(many)]}", "content"),
                ("/tokenize", #"{"content":["\#(long)"]}"#, "content"),
                ("/tokenize", "{\"content\":[\(texts)]}", "content"),
                ("/tokenize", "{\"content\":[\(different)],\"with_pieces\":true}", "content"),
                ("/tokenize", #"{"content":"\#(long)"}"#, "content"),
                ("/tokenize", #"{"content":"a","with_pieces":"yes"}"#, "with_pieces"),
                ("/detokenize", "{}", "tokens"), ("/detokenize", #"{"tokens":"a"}"#, "tokens"),
                ("/detokenize", #"{"tokens":[-1]}"#, "tokens"), ("/detokenize", #"{"tokens":[1.5]}"#, "tokens"),
                ("/detokenize", #"{"tokens":[4294967296]}"#, "tokens"),
                ("/detokenize", #"{"tokens":["a"]}"#, "tokens"), ("/detokenize", "{\"tokens\":[\(many)]}", "tokens"),
                ("/apply-template", "{}", "messages"), ("/apply-template", #"{"messages":[]}"#, "messages"),
                ("/apply-template", #"{"messages":[{"role":"x","content":""}]}"#, "messages[0].role"),
                (
                    "/apply-template",
                    #"{"messages":[{"role":"user","content":"a"}],"add_generation_prompt":false}"#,
                    "add_generation_prompt"
                ),
            ] as [(String, String, String)] {
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 400 && reply.json["error"]?["param"]?.stringValue == parameter, "\(path)")
            }
        }
    }

    @Test func `A conversation is laid out with its tools`() async throws {
        let glass = Glass()
        try await with([glass]) { server async throws in
            let body = """
                {"messages":[{"role":"developer","content":"Be kind."},{"role":"user","content":[{"type":"text","text":"hi"}]}],
                "tools":[{"type":"function","function":{"name":"look"}}],"tool_choice":"required","chat_template_kwargs":{"a":1}}
                """
            let reply = try await server.send("POST", "/apply-template", body: body)
            #expect(reply.json == ["prompt": "[system]Be kind.[user]hi"], "\(reply.body)")
            #expect(reply.headers["hearth-notes"]?.contains("laid out") == true)
            #expect(reply.headers["hearth-notes"]?.contains("chat_template_kwargs") == true)
        }
        let request = try #require(glass.asked.withLock { $0.first })
        #expect(request.tools.map(\.name) == ["look"] && request.toolChoice.isRequired)
    }

    @Test func `A model is described as llama-server does it, without where it lies`() async throws {
        try await with { server async throws in
            let props = try await server.send("GET", "/props").json
            #expect(props["default_generation_settings"]?["n_ctx"] == 8192)
            #expect(props["default_generation_settings"]?["params"]?["top_k"] == 7)
            #expect(props["total_slots"] == 3 && props["chat_template"] == "{{ messages }}")
            #expect(props["model_path"] == "local/glass" && props["model_alias"] == "local/glass")
            #expect(props["modalities"] == ["vision": false, "audio": false])
            #expect(props["build_info"] == "hearth-test" && props["bos_token"] == "<begin>")
            #expect(try await server.send("GET", "/props?model=mirror").json["model_path"] == "local/glass")
        }
    }

    @Test func `A model that cannot be looked into is refused, and so is one that is not there`() async throws {
        let far = ScriptedModel(engine: .openai, modelID: "far", host: "openai.test")
        try await with([far, Glass()]) { server async throws in
            // Who names none means the one that runs here, whoever comes first for others.
            #expect(try await server.send("POST", "/tokenize", body: #"{"content":"a"}"#).status == 200)
            for name in ["auto", "openai/far", "documents", "documents/local/glass", "basic"] {
                let reply = try await server.send(
                    "POST", "/tokenize", body: #"{"content":"a","model":"\#(name)"}"#)
                #expect(reply.status == 400 && reply.json["error"]?["param"] == "model", "\(name): \(reply.body)")
            }
            let lost = try await server.send("POST", "/tokenize", body: #"{"content":"a","model":"lost"}"#)
            #expect(lost.status == 404 && lost.errorCode == "model_not_found")
        }
        try await with([ScriptedModel()]) { server async throws in
            #expect(try await server.send("GET", "/props").status == 400)
        }
        try await with([]) { server async throws in
            #expect(try await server.send("GET", "/props").status == 422)
        }
    }

    @Test func `Who has no token is let in where models may be used without one`() async throws {
        var open = HTTPServer.Configuration(token: Secret(Loopback.token))
        open.opensModels = true
        let far = ScriptedModel(engine: .openai, modelID: "far", host: "openai.test")
        try await with([far, Glass()]) { server async throws in
            for path in LlamaServerRoutes.paths {
                let method = path == "/props" ? "GET" : "POST"
                #expect(try await server.send(method, path, token: nil).status == 401)
            }
        }
        try await with([far, Glass()], open) { server async throws in
            #expect(try await server.send("GET", "/props", token: nil).json["model_path"] == "local/glass")
            let body = #"{"content":"a","model":"openai/far"}"#
            let refused = try await server.send("POST", "/tokenize", token: nil, body: body)
            #expect((400..<500).contains(refused.status))
        }
    }
}
