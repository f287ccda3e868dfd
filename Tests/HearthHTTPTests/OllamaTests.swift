import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Ollama's interface")
struct OllamaTests {
    private struct Service: ModelService {
        let model: ScriptedModel

        func models() async throws -> [ServedModel] {
            [
                ServedModel(id: "auto"), ServedModel(id: "documents", readsDocuments: true),
                ServedModel(id: "openai/far", engine: .openai, model: "far"),
                ServedModel(id: "local/scripted", engine: .local, model: "scripted"),
                ServedModel(id: "local/off", engine: .local, model: "off", problem: "It is damaged."),
                ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed),
            ]
        }

        func loaded() async throws -> [ModelInMemory] {
            [ModelInMemory(id: "local/scripted", bytes: 1000, contextLength: 512)]
        }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
            ModelRouter(models: [model], policy: RoutingPolicy(), configuration: .init(ledger: ForgetfulLedger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
            engine == .local ? LengthEmbedder(dimension: 2, maxTokens: 100) : nil
        }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            DocumentAnswer(
                text: "from documents",
                decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
        }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    private func with(
        _ model: ScriptedModel, _ configuration: HTTPServer.Configuration? = nil,
        _ body: @escaping @Sendable (Loopback) async throws -> Void
    ) async throws {
        let service = Service(model: model)
        let routes = OllamaRoutes(service).routes + OpenAIRoutes(service).routes
        let others = [ServerRoute(.get, "/api/about") { _ in .text("own") }]
        try await Loopback.with(routes + others, configuration: configuration) { server async throws in
            try await body(server)
        }
    }

    private func lines(_ reply: Reply) -> [JSONValue] {
        reply.body.split(separator: "\n").map { (try? JSONValue(parsing: String($0))) ?? .null }
    }

    @Test func `Its routes are those by which errors are told in its way`() {
        let routes = OllamaRoutes(Service(model: ScriptedModel())).routes
        #expect(Set(routes.map(\.pattern)) == OllamaRoutes.paths)
        for path in OllamaRoutes.paths { #expect(ErrorStyle(path: path).isOfOthers) }
        #expect(!ErrorStyle(path: "/api/models").isOfOthers && !ErrorStyle(path: "/api/chats").isOfOthers)
    }

    @Test func `A chat comes in lines, the last of which says that it ended and how much was read and written`()
        async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("good ", "day") })
        try await with(model) { server async throws in
            let body =
                #"{"model":"local/scripted:latest","messages":[{"role":"user","content":"hi"}],"#
                + #""options":{"temperature":0.5,"num_predict":9,"top_k":3,"stop":["x"],"num_ctx":4096},"keep_alive":"5m"}"#
            let reply = try await server.send("POST", "/api/chat", body: body)
            #expect(reply.status == 200 && reply.headers["content-type"] == "application/x-ndjson", "\(reply.body)")
            let lines = lines(reply)
            #expect(lines.dropLast().compactMap { $0["message"]?["content"]?.stringValue } == ["good ", "day"])
            #expect(lines.dropLast().allSatisfy { $0["done"] == false && $0["model"] == "local/scripted" })
            let last = try #require(lines.last)
            #expect(last["done"] == true && last["done_reason"] == "stop")
            #expect(last["prompt_eval_count"] == 7 && last["eval_count"] == 3)
            let options = try #require(model.requests.first?.options)
            #expect(options.temperature == 0.5 && options.maxTokens == 9 && options.topK == 3)
            #expect(options.stopSequences == ["x"])
            let notes = reply.headers["hearth-notes"]
            #expect(notes?.contains("options.num_ctx") == true && notes?.contains("keep_alive") == false)

            let whole = try await server.send(
                "POST", "/api/generate",
                body: #"{"model":"auto","prompt":"hi","system":"be brief","stream":false}"#)
            #expect(whole.json["response"] == "good day" && whole.json["done"] == true, "\(whole.body)")
            #expect(model.requests.last?.messages.map(\.role) == [.system, .user])
            let asked = try await server.send("POST", "/api/generate", body: #"{"model":"auto"}"#)
            #expect(asked.json["done_reason"] == "load")
        }
    }

    @Test func `An answer follows the schema of its format`() async throws {
        let model = ScriptedModel(replies: [.text(#"{"a":1}"#)])
        try await with(model) { server async throws in
            let body =
                #"{"model":"auto","stream":false,"messages":[{"role":"user","content":"hi"}],"#
                + #""format":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}}"#
            let reply = try await server.send("POST", "/api/chat", body: body)
            #expect(reply.json["message"]?["content"] == #"{"a":1}"#, "\(reply.body)")
            let wrong = try await server.send(
                "POST", "/api/chat", body: #"{"model":"auto","messages":[],"format":"yaml"}"#)
            #expect(wrong.status == 400)
        }
    }

    @Test
    func `Calls of tools come whole, before the line that ends the answer, and results go back under the tool's name`()
        async throws
    {
        let call = ToolCall(id: "call-1", name: "weather", arguments: #"{"city":"Bonn"}"#)
        let model = ScriptedModel(otherwise: { request in
            guard !request.messages.contains(where: { $0.role == .tool }) else { return .text("sunny") }
            return .response(
                ModelResponse(
                    text: "", toolCalls: [call], usage: TokenUsage(), timings: Timings(), finishReason: .toolCalls))
        })
        try await with(model) { server async throws in
            let tools =
                #""tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object"}}}]"#
            let asked = #"{"role":"user","content":"hi"}"#
            let reply = try await server.send(
                "POST", "/api/chat", body: #"{"model":"auto",\#(tools),"messages":[\#(asked)]}"#)
            let lines = lines(reply)
            #expect(lines.count == 2 && lines.last?["done"] == true, "\(reply.body)")
            let function = lines.first?["message"]?["tool_calls"]?.arrayValue?.first?["function"]
            #expect(function?["name"] == "weather" && function?["arguments"]?["city"] == "Bonn")
            let whole = try await server.send(
                "POST", "/api/chat", body: #"{"model":"auto","stream":false,\#(tools),"messages":[\#(asked)]}"#)
            #expect(whole.json["message"]?["tool_calls"]?.arrayValue?.count == 1, "\(whole.body)")
            let called = ["Bonn", "Rome"].map { #"{"function":{"name":"weather","arguments":{"city":"\#($0)"}}}"# }
            let back =
                #"{"role":"assistant","tool_calls":[\#(called.joined(separator: ","))]},"#
                + #"{"role":"tool","tool_name":"weather","content":"sunny"},{"role":"tool","content":"hot"}"#
            let next = try await server.send(
                "POST", "/api/chat",
                body: #"{"model":"auto","stream":false,\#(tools),"messages":[\#(asked),\#(back)]}"#)
            #expect(next.json["message"]?["content"] == "sunny", "\(next.body)")
            let sent = try #require(model.requests.last?.messages)
            #expect(sent.map(\.role) == [.user, .assistant, .tool, .tool])
            #expect(sent[1].toolCalls?.first?.arguments == #"{"city":"Bonn"}"#)
            // Engines know calls by ids, which this interface has not.
            let ids = sent[1].toolCalls?.map(\.id) ?? []
            #expect(Set(ids).count == 2 && sent[2...].compactMap(\.toolCallID) == ids)
            #expect(sent[2...].map(\.content) == ["sunny", "hot"])
        }
    }

    @Test func `A failure in the middle is the last line, and one before it a status`() async throws {
        struct Broken: ReadableError {
            let code = "provider-failed"
            let kind = Failure.Kind.providerFailed
            let message = "It fell over."
        }
        let model = ScriptedModel(replies: [.failure(Broken(), after: "half ")])
        try await with(model) { server async throws in
            let reply = try await server.send(
                "POST", "/api/chat", body: #"{"model":"local/scripted","messages":[{"role":"user","content":"hi"}]}"#)
            #expect(reply.status == 200)
            #expect(lines(reply).last?["error"]?.stringValue?.contains("It fell over.") == true, "\(reply.body)")
            let lost = try await server.send(
                "POST", "/api/chat", body: #"{"model":"lost","messages":[{"role":"user","content":"hi"}]}"#)
            #expect(lost.status == 404 && lost.json["error"]?.stringValue?.contains("lost") == true)
            for body in [
                #"{"messages":[]}"#, #"{"model":"auto","prompt":"x","raw":true,"system":"s"}"#,
                #"{"model":"auto","prompt":"x","images":["aGk="]}"#, #"{"model":"auto","prompt":"x","suffix":"y"}"#,
            ] {
                let refused = try await server.send("POST", "/api/generate", body: body)
                #expect(refused.status == 400 && refused.json["error"]?.stringValue != nil, "\(body)")
            }
        }
    }

    @Test func `A raw prompt is gone on with as it stands`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(model) { server async throws in
            let reply = try await server.send(
                "POST", "/api/generate", body: #"{"model":"auto","prompt":"def f(","raw":true,"stream":false}"#)
            #expect(reply.status == 200 && reply.json["response"] == "hi", "\(reply.body)")
            #expect(reply.headers["hearth-notes"]?.contains("raw") == true)
            let asked = try #require(model.requests.last)
            #expect(asked.task == .textCompletion && asked.messages == [Message(.user, "def f(")])
        }
    }

    @Test func `Models are listed, shown and told of while they are loaded, and vectors made`() async throws {
        try await with(ScriptedModel()) { server async throws in
            let tags = try await server.send("GET", "/api/tags").json["models"]?.arrayValue ?? []
            #expect(
                tags.compactMap { $0["name"]?.stringValue }
                    == ["auto", "documents", "openai/far", "local/scripted", "local/vectors"])
            let shown = try await server.send("POST", "/api/show", body: #"{"model":"scripted:latest"}"#).json
            #expect(shown["capabilities"]?.arrayValue?.first == "completion", "\(shown)")
            #expect(shown["details"]?["format"] == "gguf")
            let vectors = try await server.send("POST", "/api/show", body: #"{"name":"local/vectors"}"#).json
            #expect(vectors["capabilities"] == ["embedding"])
            #expect(try await server.send("POST", "/api/show", body: #"{"model":"lost"}"#).status == 404)
            let running = try await server.send("GET", "/api/ps").json["models"]?.arrayValue
            #expect(running?.first?["context_length"] == 512)
            #expect(running?.first?["expires_at"] == "9999-12-31T23:59:59Z")
            #expect(try await server.send("GET", "/api/version").json["version"]?.stringValue != nil)
            let made = try await server.send("POST", "/api/embed", body: #"{"model":"auto","input":["a","bb"]}"#)
            #expect(made.body.contains(#""embeddings":[[1.0,0.5],[2.0,0.5]]"#), "\(made.body)")
            let one = try await server.send("POST", "/api/embeddings", body: #"{"model":"auto","prompt":"abc"}"#)
            #expect(one.body == #"{"embedding":[3.0,0.5]}"#, "\(one.body)")
        }
    }

    @Test(arguments: ["local/scripted", "Local/Scripted", "SCRIPTED:LATEST", "scripted", "local/scripted:Latest"])
    func `A model is the same in all routes, however its name is spelt`(_ name: String) async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(model) { server async throws in
            let shown = try await server.send("POST", "/api/show", body: #"{"model":"\#(name)"}"#)
            #expect(shown.status == 200 && shown.json["details"]?["format"] == "gguf", "\(shown.body)")
            for body in [
                #"{"model":"\#(name)","stream":false,"messages":[{"role":"user","content":"hi"}]}"#,
                #"{"model":"\#(name)","messages":[]}"#,
            ] {
                let reply = try await server.send("POST", "/api/chat", body: body)
                #expect(reply.status == 200, "\(reply.body)")
            }
            let said = try await server.send(
                "POST", "/api/generate", body: #"{"model":"\#(name)","prompt":"hi","stream":false}"#)
            #expect(said.json["response"] == "hi", "\(said.body)")
            let vectors = name.replacing("scripted", with: "vectors").replacing("Scripted", with: "Vectors")
                .replacing("SCRIPTED", with: "VECTORS")
            let made = try await server.send("POST", "/api/embed", body: #"{"model":"\#(vectors)","input":"a"}"#)
            #expect(made.json["model"] == "local/vectors", "\(made.body)")
            let running = try await server.send("GET", "/api/ps").json["models"]?.arrayValue
            #expect(running?.compactMap { $0["name"]?.stringValue } == ["local/scripted"])
        }
    }

    @Test func `A name as it is listed stands before one that is spelt alike, and tags of others' models are theirs`() {
        let names = ModelNames([
            ServedModel(id: "auto"),
            ServedModel(id: "documents/local/a", engine: .local, model: "a", readsDocuments: true),
            ServedModel(id: "local/A", engine: .local, model: "A"),
            ServedModel(id: "local/a", engine: .local, model: "a"),
            ServedModel(id: "custom/llama3.2:latest", engine: .custom, model: "llama3.2:latest"),
            ServedModel(id: "custom/qwen:4b", engine: .custom, model: "qwen:4b"),
        ])
        for (name, id) in [
            ("local/a", "local/a"), ("a", "local/a"), ("A:latest", "local/A"), ("LLAMA3.2", "custom/llama3.2:latest"),
            ("custom/llama3.2:latest", "custom/llama3.2:latest"), ("Qwen:4B", "custom/qwen:4b"), ("qwen", nil),
            ("Documents/Local/A", "documents/local/a"), (":latest", nil), ("", nil),
        ] as [(String, String?)] {
            #expect(names.model(name)?.id == id, "\(name)")
        }
    }

    // MARK: - Who may come in

    private func configuration(open: Bool = false, origins: Set<String> = []) -> HTTPServer.Configuration {
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        configuration.opensModels = open
        configuration.origins = origins
        return configuration
    }

    private let hello = #"{"model":"auto","stream":false,"messages":[{"role":"user","content":"hi"}]}"#

    /// `curl -d` calls whatever it sends a form, and so does a page's form, which is sent anywhere without asking first.
    @Test func `A program's JSON is taken by the name that curl gives it, and a page's is not`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let form = "application/x-www-form-urlencoded"
        for open in [false, true] {
            let configuration = configuration(open: open, origins: ["https://chat.example"])
            try await with(model, configuration) { server async throws in
                func post(
                    _ type: String?, _ headers: [String] = [], token: String? = Loopback.token, body: String? = nil
                ) async throws -> Int {
                    try await server.send(
                        "POST", "/api/chat", headers: headers, token: token, body: body ?? hello, type: type
                    ).status
                }
                for type in [form, "\(form); charset=UTF-8", nil] {
                    #expect(try await post(type) == 200, "\(type ?? "none")")
                    #expect(try await post(type, token: nil) == (open ? 200 : 401), "\(type ?? "none")")
                }
                #expect(try await post(form, body: "model=auto&prompt=hi") == 400)
                for type in ["text/plain", "multipart/form-data; boundary=x"] { #expect(try await post(type) == 415) }
                let before = model.requests.count
                for origin in ["null", "https://evil.example"] {
                    #expect(try await post(form, ["Origin: \(origin)"]) == 403)
                    #expect(try await post(form, ["Origin: \(origin)"], token: nil) == 403)
                }
                #expect(try await post(form, ["Sec-Fetch-Site: cross-site"]) == 403)
                #expect(try await post(form, ["Sec-Fetch-Site: same-site"], token: nil) == 401)
                // Also of a page that may come in: what it writes by itself is called what it is.
                #expect(try await post(form, ["Origin: https://chat.example"]) == 415)
                #expect(try await post(form, ["Sec-Fetch-Site: same-origin"]) == 415)
                #expect(model.requests.count == before)
            }
        }
    }

    @Test func `Without a token nothing is served, unless the owner lets models be used so`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(model) { server async throws in
            #expect(try await server.send("POST", "/api/chat", token: nil, body: hello).status == 401)
            #expect(try await server.send("GET", "/v1/models", token: nil).status == 401)
            let azure = try await server.send(
                "POST", "/v1/chat/completions", headers: ["api-key: \(Loopback.token)"], token: nil, body: hello)
            #expect(azure.status == 200)
        }
        try await with(model, configuration(open: true)) { server async throws in
            for token in [nil, "ollama"] as [String?] {
                let reply = try await server.send("POST", "/api/chat", token: token, body: hello)
                #expect(reply.status == 200 && model.requests.last?.label == .private, "\(reply.body)")
                #expect(try await server.send("GET", "/api/about", token: token).status == 401)
                let ids = try await server.send("GET", "/v1/models", token: token).json["data"]?.arrayValue
                #expect(ids?.compactMap { $0["id"]?.stringValue } == ["auto", "local/scripted"])
                // Not even by its name, or by the list of an error.
                for name in ["openai/far", "documents", "lost"] {
                    let shown = try await server.send(
                        "POST", "/api/show", token: token, body: #"{"model":"\#(name)"}"#)
                    #expect(shown.status == 404 && !shown.body.contains("auto, doc"), "\(shown.body)")
                    #expect(try await server.send("GET", "/v1/models/\(name)", token: token).status == 404)
                }
                let lost = try await server.send(
                    "POST", "/v1/chat/completions", token: token, body: hello.replacing("auto", with: "lost"))
                #expect(lost.status == 404 && !lost.body.contains("openai/far"), "\(lost.body)")
                #expect(try await server.send("GET", "/v1/responses/a", token: token).status == 401)
                for name in ["documents", "basic", "documents/local/scripted"] {
                    let refused = try await server.send(
                        "POST", "/v1/chat/completions", token: token, body: hello.replacing("auto", with: name))
                    #expect(refused.status == 403 && !refused.body.contains("from documents"), "\(refused.body)")
                }
            }
            // A page of whatever origin is not a program of this machine.
            for header in ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"] {
                #expect(try await server.send("GET", "/v1/models", headers: [header], token: nil).status == 401)
            }
            let page = try await server.send(
                "POST", "/api/chat", headers: ["Origin: https://evil.example"], token: nil, body: hello)
            #expect(page.status == 403)
            // A tunnel of this machine asks for people anywhere.
            for header in ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9", "Via: 1.1 tunnel"] {
                let passed = try await server.send("POST", "/api/chat", headers: [header], token: nil, body: hello)
                #expect(passed.status == 401, "\(header)")
                #expect(try await server.send("POST", "/api/chat", headers: [header], body: hello).status == 200)
            }
            // Who has the token has what the token gives.
            let own = try await server.send(
                "POST", "/v1/chat/completions", body: hello.replacing("auto", with: "documents"))
            #expect(own.status == 200)
        }
    }

    @Test func `A page needs the token, also one that the owner allows where programs need none`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let origin = "Origin: https://chat.example"
        try await with(model, configuration(open: true, origins: ["https://chat.example"])) { server async throws in
            let refused = try await server.send("POST", "/api/chat", headers: [origin], token: nil, body: hello)
            #expect(refused.status == 401 && model.requests.isEmpty)
            #expect(try await server.send("POST", "/api/chat", headers: [origin], body: hello).status == 200)
            #expect(try await server.send("POST", "/api/chat", token: nil, body: hello).status == 200)
        }
    }

    @Test func `Without a model, nobody without a token is answered from documents`() async throws {
        let model = ScriptedModel()
        model.setAvailability(.unavailable(reason: .modelMissing, message: "no file"))
        try await with(model, configuration(open: true)) { server async throws in
            let reply = try await server.send("POST", "/api/chat", token: nil, body: hello)
            #expect(reply.status == 422 && !reply.body.contains("from documents"), "\(reply.body)")
            #expect(try await server.send("POST", "/api/chat", body: hello).body.contains("from documents"))
        }
    }

    @Test func `Where the server can be reached from elsewhere, models need the token all the same`() async throws {
        var configuration = configuration(open: true)
        configuration.address = "0.0.0.0"
        try await with(ScriptedModel(), configuration) { server async throws in
            #expect(try await server.send("GET", "/v1/models", token: nil).status == 401)
        }
    }

    @Test func `Pages of an origin that the owner allows may use what other programs use, with the token`() async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let origin = "Origin: https://chat.example"
        try await with(model, configuration(origins: ["https://chat.example"])) { server async throws in
            let asked = try await server.send(
                "OPTIONS", "/v1/chat/completions",
                headers: [
                    origin, "Access-Control-Request-Method: POST", "Sec-Fetch-Site: cross-site",
                    "Access-Control-Request-Headers: authorization,x-stainless-os, b@d",
                ], token: nil)
            #expect(asked.status == 204 && asked.headers["access-control-allow-origin"] == "https://chat.example")
            #expect(asked.headers["access-control-allow-headers"] == "authorization, x-stainless-os")
            let reply = try await server.send(
                "POST", "/v1/chat/completions", headers: [origin, "Sec-Fetch-Site: cross-site"], body: hello)
            #expect(reply.status == 200 && reply.headers["vary"] == "Origin")
            #expect(reply.headers["access-control-allow-origin"] == "https://chat.example")
            // A page can read why it was refused.
            let refused = try await server.send("POST", "/api/chat", headers: [origin], token: nil, body: hello)
            #expect(refused.status == 401 && refused.headers["access-control-allow-origin"] != nil)
            // Nothing of Hearth's own, and nobody else.
            let own = try await server.send("GET", "/api/about", headers: [origin])
            #expect(own.status == 403 && own.headers["access-control-allow-origin"] == nil)
            let other = try await server.send(
                "POST", "/api/chat", headers: ["Origin: https://other.example"], body: hello)
            #expect(other.status == 403 && other.headers["access-control-allow-origin"] == nil)
            let preflight = try await server.send(
                "OPTIONS", "/api/about", headers: [origin, "Access-Control-Request-Method: DELETE"], token: nil)
            #expect(preflight.status == 403)
        }
    }
}
