import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

/// What people's programs look for: names, shapes, and what documents say.
@Suite("Other people's programs")
struct ClientTests: ClientTesting {
    // MARK: Names

    @Test func `An owner's name leads to the model that it stands for, and is listed with what could serve`()
        async throws
    {
        let names = ["gpt-4o": "scripted", "claude": "documents", "gone": "custom/down", "lost": "nowhere"]
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("hi") }), names: names)
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

    @Test func `What programs send to servers of one's own is taken: no limit, many stops, thoughts of other models`()
        async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(ClientService(model)) { server async throws in
            let stops = (1...16).map { "\"s\($0)\"" }.joined(separator: ",")
            let body = chat("auto", #","max_tokens":-1,"stop":[\#(stops)]"#)
            #expect(try await server.send("POST", path, body: body).status == 200)
            let options = try #require(model.requests.last?.options)
            #expect(options.stopSequences.count == 16)
            #expect(options.maxTokens == TaskDefaults.options(for: .chat).maxTokens)
            #expect(try await server.send("POST", path, body: chat("auto", #","max_tokens":-2"#)).status == 400)
            let response = try await server.send(
                "POST", "/v1/responses",
                body: #"""
                    {"model":"auto","input":[{"type":"reasoning","id":"rs_1","summary":[]},{"role":"user","content":"Who?"}]}
                    """#)
            #expect(response.status == 200, "\(response.body)")
            #expect(response.headers["hearth-notes"]?.contains("thought before") == true)
            #expect(model.requests.last?.messages == [Message(.user, "Who?")])
            // All that is wanted in one message of the system.
            let alone = try await server.send(
                "POST", path, body: #"{"model":"auto","messages":[{"role":"system","content":"Say hi."}]}"#)
            #expect(alone.headers["hearth-notes"]?.contains("No message is the user's") == true)
            #expect(model.requests.last?.messages == [Message(.user, "Say hi.")])
        }
    }

    @Test func `Documents answer by their name, whatever engine there is, and a model's name alone never asks them`()
        async throws
    {
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("from the model") }))
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
        try await with(ClientService(ScriptedModel())) { server async throws in
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
                        #"{"type":"file_citation","filename":"lease.md","index":20,"file_id":"d/1"}"#),
                    "\(response.body)")
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
        try await with(ClientService(ScriptedModel(), said: answer)) { server async throws in
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
        try await with(ClientService(ScriptedModel(), said: answer)) { server async throws in
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
        try await with(ClientService(ScriptedModel(), said: answer)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("documents"))
            let said = reply.json["choices"]?.arrayValue?.first?["message"]?["content"]?.stringValue
            #expect(said == "The moon is blue.\n\nNot supported by the sources: none of this was found in them.")
        }
    }

    @Test func `A client narrows the documents that are asked, and what is misspelt does not let all of them in`()
        async throws
    {
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))
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
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("hi") }), names: ["gpt-4o": "local/scripted"])
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
                #expect(try await server.send("GET", base + "/models/lost", token: nil).status == 401)
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
}
