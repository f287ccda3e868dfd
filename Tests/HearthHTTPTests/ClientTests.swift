import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

/// What people's programs look for: names, shapes, and what is said of what cannot be done.
@Suite("Other people's programs")
struct ClientTests {
    /// An owner with documents, other names for models, and an engine that does what a test says.
    private final class Service: ModelService {
        let model: ScriptedModel
        let names: [String: String]
        let said: DocumentAnswer?
        let questions = Mutex<[DocumentQuestion]>([])

        init(_ model: ScriptedModel, names: [String: String] = [:], said: DocumentAnswer? = nil) {
            self.model = model
            self.names = names
            self.said = said
        }

        func models() async throws -> [ServedModel] {
            [
                ServedModel(id: "auto"), ServedModel(id: "basic", engine: .basic),
                ServedModel(id: "documents", readsDocuments: true),
                ServedModel(id: "openai/far", engine: .openai, model: "far"),
                ServedModel(id: "custom/down", engine: .custom, model: "down", problem: "It is down."),
                ServedModel(id: "local/scripted", engine: .local, model: "scripted"),
                ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed),
            ]
        }

        func aliases() async throws -> [String: String] { names }

        func loaded() async throws -> [ModelInMemory] {
            [ModelInMemory(id: "local/scripted", bytes: 1000, contextLength: 512)]
        }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
            ModelRouter(models: [model], policy: RoutingPolicy(), configuration: .init(ledger: ForgetfulLedger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
            engine == .local ? LengthEmbedder() : nil
        }

        func answer(fromDocuments question: DocumentQuestion) async throws -> DocumentAnswer {
            questions.withLock { $0.append(question) }
            if let said { return said }
            let citation = Citation(
                index: 1, documentID: "d/1", path: "/notes/lease.md", title: "Lease", page: 2,
                span: TextSpan(start: 0, end: 5), quote: "It ends in March.", verified: true)
            return DocumentAnswer(
                text: "Ü: it ends in March [1].", citations: [citation],
                decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
        }

        func file(_ id: String) async throws -> ServedFile? {
            id == "d/1" ? ServedFile(id: id, name: "lease.md", bytes: 17, time: 5) : nil
        }

        func text(ofFile id: String) async throws -> String? { id == "d/1" ? "It ends in March." : nil }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    private func with(
        _ service: Service, _ configuration: HTTPServer.Configuration? = nil,
        _ body: @escaping @Sendable (Loopback) async throws -> Void
    ) async throws {
        let routes = OpenAIRoutes(service).routes + AnthropicRoutes(service).routes + OllamaRoutes(service).routes
        try await Loopback.with(routes, configuration: configuration) { server async throws in
            try await body(server)
        }
    }

    private func chat(_ model: String, _ more: String = "", text: String = "when") -> String {
        #"{"model":"\#(model)","messages":[{"role":"user","content":"\#(text)"}]\#(more)}"#
    }

    private func message(_ model: String, _ more: String = "") -> String {
        #"{"model":"\#(model)","max_tokens":50,"messages":[{"role":"user","content":"when"}]\#(more)}"#
    }

    private let path = "/v1/chat/completions"

    // MARK: Names

    @Test func `An owner's name leads to the model that it stands for, and is listed with what could serve`()
        async throws
    {
        let names = ["gpt-4o": "scripted", "claude": "documents", "gone": "custom/down", "lost": "nowhere"]
        let service = Service(ScriptedModel(otherwise: { _ in .text("hi") }), names: names)
        try await with(service) { server async throws in
            let reply = try await server.send("POST", path, body: chat("gpt-4o"))
            #expect(reply.status == 200 && reply.json["model"] == "local/scripted", "\(reply.body)")
            #expect(service.questions.withLock { $0.isEmpty })
            #expect(try await server.send("POST", path, body: chat("claude")).headers["hearth-engine"] == "basic")
            #expect(service.questions.withLock { $0.count } == 1)
            let list = try await server.send("GET", "/v1/models").json["data"]?.arrayValue ?? []
            let ids = list.compactMap { $0["id"]?.stringValue }
            #expect(ids == ["auto", "basic", "documents", "openai/far", "local/scripted", "claude", "gpt-4o"])
            let lost = try await server.send("GET", "/v1/models/lost")
            #expect(lost.json["problem"]?.stringValue?.contains("nowhere") == true)
        }
    }

    @Test func `Documents answer by their name, whatever engine there is, and a model's name alone never asks them`()
        async throws
    {
        let service = Service(ScriptedModel(otherwise: { _ in .text("from the model") }))
        try await with(service) { server async throws in
            for (name, engine, model) in [
                ("documents", nil, nil), ("documents/local/scripted", Engine.local, "scripted"),
                ("documents/openai", .openai, nil),
            ] as [(String, Engine?, String?)] {
                let body =
                    #"{"model":"\#(name)","messages":[{"role":"system","content":"be brief"},"#
                    + #"{"role":"user","content":"one"},{"role":"assistant","content":"two"},"#
                    + #"{"role":"user","content":"three"}]}"#
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 200, "\(reply.body)")
                #expect(reply.headers["hearth-notes"]?.contains("System messages") == true)
                let asked = try #require(service.questions.withLock { $0.last })
                #expect(asked.text == "three" && asked.history.map(\.content) == ["one", "two"])
                #expect(asked.routing.engine == engine && asked.model == model, "\(name)")
            }
            #expect(service.model.requests.isEmpty)
            let alone = try await server.send("POST", path, body: chat("local/scripted"))
            #expect(alone.body.contains("from the model"))
            #expect(service.questions.withLock { $0.count } == 3)
            let schema = try await server.send(
                "POST", path, body: chat("documents", #","response_format":{"type":"json_object"}"#))
            #expect(schema.status == 422 && schema.errorCode == "no_engine")
        }
    }

    @Test func `What documents say is cited in each interface's own way`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            for stream in [false, true] {
                let reply = try await server.send("POST", path, body: chat("documents", #","stream":\#(stream)"#))
                #expect(reply.body.contains("Sources:\\n[1] Lease, page 2"), "\(reply.body)")
                #expect(
                    reply.body.contains(
                        #""annotations":[{"type":"url_citation","url_citation":{"title":"Lease","#
                            + #""url":"http://127.0.0.1:\#(server.port)/#/documents/d%2F1?start=0&end=5","#
                            + #""start_index":20,"end_index":23}}]"#
                    ),
                    "\(reply.body)")
                let response = try await server.send(
                    "POST", "/v1/responses", body: #"{"model":"documents","input":"when","stream":\#(stream)}"#)
                #expect(
                    response.body.contains(
                        #"{"type":"file_citation","filename":"Lease","index":20,"file_id":"d/1"}"#), "\(response.body)")
                let claude = try await server.send(
                    "POST", "/v1/messages", body: message("documents", #","stream":\#(stream)"#))
                #expect(claude.body.contains(#""type":"search_result_location""#), "\(claude.body)")
                #expect(claude.body.contains(#""cited_text":"It ends in March.""#))
            }
        }
    }

    @Test func `What to know of an answer from documents is told with it, streamed or not`() async throws {
        let answer = DocumentAnswer(
            text: "It ends in March.",
            decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""),
            notes: ["It is not certain."])
        try await with(Service(ScriptedModel(), said: answer)) { server async throws in
            for stream in [false, true] {
                let own = #","zebra":true,"stream":\#(stream)"#
                for (target, body) in [
                    (path, chat("documents", own)), ("/v1/messages", message("documents", own)),
                    ("/v1/responses", #"{"model":"documents","input":"when"\#(own)}"#),
                    ("/v1/completions", #"{"model":"documents","prompt":"when"\#(own)}"#),
                    ("/api/chat", chat("documents", own)),
                ] {
                    let notes = try await server.send("POST", target, body: body).headers["hearth-notes"]
                    #expect(notes?.contains("It is not certain.") == true, "\(target) \(stream): \(notes ?? "none")")
                    // With what was asked for and is not done.
                    #expect(notes?.contains("zebra") == true, "\(target) \(stream): \(notes ?? "none")")
                }
            }
        }
    }

    @Test func `What no source supports is said and is no citation, and an answer that was cut off says so`()
        async throws
    {
        let citations = [(1, true), (2, false)].map { index, verified in
            Citation(
                index: index, documentID: "d/\(index)", path: "/notes/\(index).md", title: "Note \(index)",
                span: TextSpan(start: 0, end: 5), quote: "It ends in March.", verified: verified)
        }
        let text = "It ends in March [1]. The moon is blue [2]. So is [1]"
        let places = [TextSpan(start: 22, end: 43), TextSpan(start: 44, end: 53)]
        let answer = DocumentAnswer(
            text: text, citations: citations, unsupported: places,
            decision: RoutingDecision(task: .answer, engine: .local, model: "scripted", reason: ""),
            finishReason: .length)
        try await with(Service(ScriptedModel(), said: answer)) { server async throws in
            for stream in [false, true] {
                let own = #","stream":\#(stream)"#
                let reply = try await server.send("POST", path, body: chat("documents", own)).body
                #expect(
                    reply.contains(
                        #"\n\nSources:\n[1] Note 1\n[2] Note 2 (not verified)\n\nNot supported by the sources:\n"#
                            + #"- The moon is blue [2].\n- So is [1]"#), "\(reply)")
                #expect(reply.components(separatedBy: #""type":"url_citation""#).count == 2, "\(reply)")
                #expect(reply.contains(#""start_index":17,"end_index":20"#), "\(reply)")
                #expect(reply.contains(#""finish_reason":"length""#), "\(reply)")
                let response = try await server.send(
                    "POST", "/v1/responses", body: #"{"model":"documents","input":"when"\#(own)}"#
                ).body
                #expect(response.contains(#""reason":"max_output_tokens""#), "\(response)")
                #expect(!response.contains("d/2"), "\(response)")
                let claude = try await server.send("POST", "/v1/messages", body: message("documents", own)).body
                #expect(claude.contains(#""stop_reason":"max_tokens""#), "\(claude)")
                #expect(claude.components(separatedBy: #""type":"search_result_location""#).count == 2)
                let ollama = try await server.send("POST", "/api/chat", body: chat("documents", own)).body
                #expect(ollama.contains(#""done_reason":"length""#), "\(ollama)")
            }
        }
    }

    @Test func `Where nothing is supported, that is said once`() async throws {
        let answer = DocumentAnswer(
            text: "The moon is blue.", unsupported: [TextSpan(start: 0, end: 17)],
            decision: RoutingDecision(task: .answer, engine: .local, model: "scripted", reason: ""))
        try await with(Service(ScriptedModel(), said: answer)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("documents"))
            let said = reply.json["choices"]?.arrayValue?.first?["message"]?["content"]?.stringValue
            #expect(said == "The moon is blue.\n\nNot supported by the sources: none of this was found in them.")
        }
    }

    @Test func `What a citation names is a file that can be described and read`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            let file = try await server.send("GET", "/v1/files/d%2F1")
            #expect(
                file.body
                    == #"{"id":"d/1","object":"file","bytes":17,"filename":"lease.md","purpose":"assistants","#
                    + #""status":"processed","created_at":5}"#)
            #expect(try await server.send("GET", "/v1/files/d%2F1/content").body == "It ends in March.")
            for path in ["lost", "lost/content"] {
                let lost = try await server.send("GET", "/v1/files/\(path)")
                #expect(lost.status == 404 && lost.json["error"]?["type"] == "invalid_request_error")
                #expect(try await server.send("GET", "/v1/files/\(path)", token: nil).status == 401)
            }
        }
    }

    @Test func `A client narrows the documents that are asked, and what is misspelt does not let all of them in`()
        async throws
    {
        let service = Service(ScriptedModel(otherwise: { _ in .text("hi") }))
        try await with(service) { server async throws in
            let narrow = #","hearth":{"in":["lease.md","/notes"],"labels":["public"],"formats":["pdf","markdown"]}"#
            for (target, body) in [
                (path, chat("documents", narrow)), ("/v1/messages", message("documents", narrow)),
                ("/api/chat", chat("documents", narrow + #","stream":false"#)),
                ("/v1/responses", #"{"model":"documents","input":"when"\#(narrow)}"#),
            ] {
                let reply = try await server.send("POST", target, body: body)
                #expect(
                    reply.status == 200 && reply.headers["hearth-notes"]?.contains("hearth") != true, "\(reply.body)")
                let scope = service.questions.withLock { $0.popLast()?.scope }
                #expect(
                    scope
                        == DocumentScope(
                            places: ["lease.md", "/notes"], labels: [.public], formats: [.pdf, .markdown]), "\(target)")
            }
            #expect(try await server.send("POST", path, body: chat("documents")).status == 200)
            #expect(service.questions.withLock { $0.popLast()?.scope } == DocumentScope())
            for wrong in [
                #"{"folder":"/notes"}"#, #"{"labels":["secret"]}"#, #"{"labels":[]}"#, #"{"in":3}"#, #"{"in":[""]}"#,
                #"{"formats":["exe"]}"#, "3",
            ] {
                let reply = try await server.send("POST", path, body: chat("documents", #","hearth":\#(wrong)"#))
                #expect(reply.status == 400 && reply.body.contains("hearth"), "\(reply.body)")
            }
            // A model alone reads none, and a client that thinks otherwise is told.
            let alone = try await server.send("POST", path, body: chat("local/scripted", narrow))
            #expect(alone.status == 400 && alone.json["error"]?["param"] == "hearth", "\(alone.body)")
            #expect(service.questions.withLock { $0.isEmpty } && service.model.requests.isEmpty)
        }
    }

    @Test func `Azure's clients name a deployment, which is a model`() async throws {
        let service = Service(ScriptedModel(otherwise: { _ in .text("hi") }), names: ["gpt-4o": "local/scripted"])
        try await with(service) { server async throws in
            let key = ["api-key: \(Loopback.token)"]
            for name in ["local%2Fscripted", "gpt-4o"] {
                let at = "/openai/deployments/\(name)"
                let reply = try await server.send(
                    "POST", at + "/chat/completions?api-version=2024-10-21", headers: key, token: nil,
                    body: chat("something-else"))
                #expect(reply.status == 200 && reply.json["model"] == "local/scripted", "\(reply.body)")
                let text = try await server.send(
                    "POST", at + "/completions", headers: key, token: nil, body: #"{"prompt":"hi"}"#)
                #expect(text.json["choices"]?.arrayValue?.first?["text"] == "hi", "\(text.body)")
            }
            let vectors = try await server.send(
                "POST", "/openai/deployments/auto/embeddings", headers: key, token: nil, body: #"{"input":"hi"}"#)
            #expect(vectors.json["model"] == "local/vectors", "\(vectors.body)")
            let list = try await server.send("GET", "/openai/models?api-version=2024-10-21", headers: key, token: nil)
            #expect(list.json["object"] == "list")
            // Its newer form has a version as OpenAI's has, and names the model in the body.
            for base in ["/openai/v1", "/openai"] {
                let reply = try await server.send(
                    "POST", base + "/chat/completions", headers: key, token: nil, body: chat("gpt-4o"))
                #expect(reply.status == 200 && reply.json["model"] == "local/scripted", "\(reply.body)")
                let response = try await server.send(
                    "POST", base + "/responses?api-version=preview", headers: key, token: nil,
                    body: #"{"model":"auto","input":"when"}"#)
                #expect(response.json["status"] == "completed", "\(response.body)")
                let one = try await server.send("GET", base + "/models/local/scripted", headers: key, token: nil)
                #expect(one.json["id"] == "local/scripted", "\(one.body)")
                let lost = try await server.send("GET", base + "/models/lost", headers: key, token: nil)
                #expect(lost.status == 404 && lost.errorCode == "model_not_found", "\(lost.body)")
                #expect(try await server.send("GET", base + "/files/d%2F1", token: nil).status == 401)
            }
            let lost = try await server.send(
                "POST", "/openai/deployments/lost/chat/completions", headers: key, token: nil, body: chat("auto"))
            #expect(lost.status == 404 && lost.errorCode == "model_not_found", "\(lost.body)")
            let wrong = try await server.send(
                "POST", "/openai/deployments/auto/chat/completions", headers: ["api-key: wrong"], token: nil,
                body: chat("auto"))
            #expect(wrong.status == 401 && wrong.errorCode == "invalid_api_key", "\(wrong.body)")
        }
    }

    @Test func `A mark is a number in brackets that a citation has, and nothing else`() {
        let citations = [1, 12].map {
            Citation(
                index: $0, documentID: "a", path: "p", span: TextSpan(start: 0, end: 1), quote: "q", verified: true)
        }
        let text = "[1] x[12]] [2] [] [x1] [1 ] [[1] [99999999999999999999] é[1]"
        let marks = CitationMark.all(in: text, of: citations, origin: "")
        let scalars = Array(text.unicodeScalars)
        #expect(
            marks.map { String(String.UnicodeScalarView(scalars[$0.start..<$0.end])) } == ["[1]", "[12]", "[1]", "[1]"])
        #expect(marks.last?.end == scalars.count)
        let several = CitationMark.all(in: "[1, 12] [1,12] [12,7] [,1] [1,] [1, ]", of: citations, origin: "")
        #expect(several.map(\.citation.index) == [1, 12, 1, 12, 12])
        #expect(several.map(\.end) == [7, 7, 14, 14, 21])
    }

    // MARK: Anthropic

    @Test func `A client of Anthropic's gets lists and errors in its own words, a page at a time`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            let header = ["anthropic-version: 2023-06-01"]
            let all = try await server.send("GET", "/v1/models?limit=2", headers: header).json
            #expect(all["data"]?.arrayValue?.map { $0["type"] } == ["model", "model"])
            #expect(all["first_id"] == "auto" && all["last_id"] == "basic" && all["has_more"] == true)
            let next = try await server.send("GET", "/v1/models?after_id=basic", headers: header).json
            #expect(next["first_id"] == "documents" && next["has_more"] == false)
            let before = try await server.send("GET", "/v1/models?before_id=documents&limit=1", headers: header).json
            #expect(before["data"]?.arrayValue?.map { $0["id"] } == ["basic"] && before["has_more"] == true)
            let one = try await server.send("GET", "/v1/models/local/scripted", headers: header).json
            #expect(one["type"] == "model" && one["display_name"] == "local/scripted")
            let lost = try await server.send("GET", "/v1/models/lost", headers: header)
            #expect(lost.status == 404 && lost.json["error"]?["type"] == "not_found_error", "\(lost.body)")
            for query in ["limit=0", "limit=x", "after_id=lost"] {
                #expect(try await server.send("GET", "/v1/models?\(query)", headers: header).status == 400)
            }
            #expect(try await server.send("GET", "/v1/models").json["object"] == "list")
        }
    }

    @Test func `Tokens are counted without an answer, those of tools and the system too`() async throws {
        let model = ScriptedModel()
        try await with(Service(model)) { server async throws in
            func count(_ more: String) async throws -> Int {
                let body = #"{"model":"auto","messages":[{"role":"user","content":"hello there"}]\#(more)}"#
                let reply = try await server.send("POST", "/v1/messages/count_tokens", body: body)
                #expect(reply.status == 200 && reply.headers["hearth-notes"]?.contains("Counted") == true)
                return reply.json["input_tokens"]?.numberValue?.intValue ?? 0
            }
            let plain = try await count("")
            #expect(plain > 0)
            #expect(try await count(#","system":"Be very brief in all that you say.""#) > plain)
            #expect(try await count(#","tools":[{"name":"f","input_schema":{"type":"object"}}]"#) > plain)
            #expect(model.requests.isEmpty)
            let none = try await server.send(
                "POST", "/v1/messages/count_tokens", body: message("no/such/model"))
            #expect(none.status == 404)
        }
    }

    @Test(arguments: [
        #","output_config":{"format":{"type":"json_schema","schema":$}}"#,
        #","output_format":{"type":"json_schema","schema":$}"#,
    ])
    func `An answer follows the schema that a client of Anthropic's asks for`(_ form: String) async throws {
        let schema = #"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#
        let good = ScriptedModel(replies: [.text(#"{"name":"Ada"}"#)])
        let more = form.replacing("$", with: schema)
        try await with(Service(good)) { server async throws in
            let reply = try await server.send("POST", "/v1/messages", body: message("auto", more))
            #expect(reply.status == 200 && reply.body.contains(#"{\"name\":\"Ada\"}"#), "\(reply.body)")
        }
        try await with(Service(ScriptedModel(replies: [.text("no"), .text("no")]))) { server async throws in
            #expect(try await server.send("POST", "/v1/messages", body: message("auto", more)).status == 422)
        }
    }

    @Test func `Documents of text and results of searches that are sent are read, and no others`() async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        @Sendable func ask(_ server: Loopback, _ block: String) async throws -> Reply {
            try await server.send(
                "POST", "/v1/messages",
                body: #"{"model":"auto","max_tokens":9,"messages":[{"role":"user","content":[\#(block),"#
                    + #"{"type":"text","text":"what of it?"}]}]}"#)
        }
        try await with(Service(model)) { server async throws in
            let reply = try await ask(
                server,
                #"{"type":"document","title":"Lease","context":"of 2024","citations":{"enabled":true},"#
                    + #""source":{"type":"text","media_type":"text/plain","data":"It ends in March."}},"#
                    + #"{"type":"document","source":{"type":"content","content":[{"type":"text","text":"Rent."}]}},"#
                    + #"{"type":"search_result","source":"https://a.example","title":"A","#
                    + #""content":[{"type":"text","text":"Found."}]}"#)
            #expect(reply.status == 200, "\(reply.body)")
            #expect(reply.headers["hearth-notes"]?.contains("citations") == true)
            let sent = try #require(model.requests.last?.messages.last?.content)
            #expect(sent == "Lease\nof 2024\nIt ends in March.\nRent.\nA\nhttps://a.example\nFound.\nwhat of it?")
            let result = try await ask(
                server,
                #"{"type":"tool_result","tool_use_id":"1","content":[{"type":"search_result","source":"s","title":"t","#
                    + #""content":[{"type":"text","text":"Found."}]}]}"#)
            #expect(result.status == 200 && model.requests.last?.messages.first?.content == "t\ns\nFound.")
            for wrong in [
                #"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}"#,
                #"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"aGk="}}"#,
                #"{"type":"document"}"#,
            ] {
                #expect(try await ask(server, wrong).status == 400, "\(wrong)")
            }
        }
    }

    // MARK: What has no effect

    @Test(arguments: [
        (#","functions":[{"name":"f"}]"#, "functions"), (#","grammar":"root ::= x""#, "grammar"),
        (#","audio":{"voice":"a"}"#, "audio"), (#","modalities":["text","audio"]"#, "modalities"),
        (#","service_tier":"flex""#, "service_tier"), (#","best_of":3"#, "best_of"),
        (#","response_format":{"type":"json_object","schema":3}"#, "response_format.schema"),
    ])
    func `What would make another answer and cannot be done is refused by its name`(
        _ more: String, _ name: String
    ) async throws {
        let model = ScriptedModel()
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("auto", more))
            #expect(reply.status == 400 && reply.json["error"]?["param"]?.stringValue == name, "\(reply.body)")
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `What has no effect is named, what asks for nothing is not, and what is taken reaches the engine`()
        async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(Service(model)) { server async throws in
            let more =
                #","store":true,"reasoning_effort":"high","zebra":1,"verbosity":null,"logprobs":false,"user":"u","#
                + #""top_k":7,"min_p":0.25,"parallel_tool_calls":true"#
            let reply = try await server.send("POST", path, body: chat("auto", more))
            let notes = try #require(reply.headers["hearth-notes"])
            #expect(notes.contains("store") && notes.contains("reasoning_effort") && notes.contains("zebra"))
            #expect(!notes.contains("verbosity") && !notes.contains("user") && !notes.contains("top_k"))
            #expect(model.requests.last?.options.topK == 7 && model.requests.last?.options.minP == 0.25)
            let plain = try await server.send("POST", path, body: chat("auto", #","store":false"#))
            #expect(plain.headers["hearth-notes"] == nil)
            let effort = try await server.send(
                "POST", "/v1/messages", body: message("auto", #","output_config":{"effort":"low"},"container":"c""#))
            let told = effort.headers["hearth-notes"]
            #expect(told?.contains("output_config.effort") == true && told?.contains("container") == true)
        }
    }

    @Test func `A schema beside json_object holds`() async throws {
        let more = #","response_format":{"type":"json_object","schema":{"type":"object","required":["a"]}}"#
        try await with(Service(ScriptedModel(replies: [.text("{}"), .text("{}")]))) { server async throws in
            #expect(try await server.send("POST", path, body: chat("auto", more)).status == 422)
        }
    }

    @Test func `A text of which a part alone was embedded is told of`() async throws {
        try await with(Service(ScriptedModel(), names: ["text-embedding-3-small": "auto"])) { server async throws in
            let long = String(repeating: "many words ", count: 50)
            let reply = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"text-embedding-3-small","input":["short","\#(long)"]}"#)
            #expect(reply.status == 200 && reply.headers["hearth-notes"]?.hasPrefix("Of 1 of 2 texts") == true)
            let whole = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"auto","input":"short"}"#)
            #expect(whole.headers["hearth-notes"] == nil)
            let refused = try await server.send(
                "POST", "/api/embed", body: #"{"model":"auto","input":"\#(long)","truncate":false}"#)
            #expect(refused.status == 400 && refused.json["error"]?.stringValue?.contains("16 tokens") == true)
        }
    }
}
