import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Anthropic's clients")
struct AnthropicClientTests: ClientTesting {
    @Test func `A client of Anthropic's gets lists and errors in its own words, a page at a time`() async throws {
        try await with(ClientService(ScriptedModel())) { server async throws in
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

    @Test func `A request has the name by which Anthropic's clients tell of it, also where it fails`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            for more in ["", #","stream":true"#] {
                let reply = try await server.send("POST", "/v1/messages", body: message("auto", more))
                #expect(reply.status == 200 && reply.headers["request-id"] == reply.headers["x-request-id"])
            }
            let failed = try await server.send("POST", "/v1/messages", body: message("nowhere"))
            let id = try #require(failed.headers["request-id"])
            #expect(failed.status == 404 && failed.json["request_id"]?.stringValue == id, "\(failed.body)")
            let other = try await server.send("POST", path, body: chat("nowhere"))
            #expect(other.headers["x-request-id"] != nil && other.headers["request-id"] == nil)
            #expect(other.json["request_id"] == nil)
        }
    }

    @Test(arguments: [
        ("\"no such city\"", "true", "Error: no such city"), ("\"Error: no city\"", "true", "Error: no city"),
        ("[]", "true", "Error: the tool failed, and said nothing of why."), ("\"rain\"", "false", "rain"),
    ])
    func `A model is told that a tool failed`(_ content: String, _ isError: String, _ told: String) async throws {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(ClientService(model)) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/messages",
                body: #"""
                    {"model":"auto","max_tokens":50,"messages":[{"role":"user","content":"when"},
                    {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"weather","input":{}}]},
                    {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":\#(content),
                    "is_error":\#(isError)}]}]}
                    """#)
            #expect(reply.status == 200, "\(reply.body)")
            #expect(model.requests.last?.messages.last?.content == told)
        }
    }

    @Test func `Tokens are counted without an answer, those of tools and the system too`() async throws {
        let model = ScriptedModel()
        try await with(ClientService(model)) { server async throws in
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

    @Test func `Answers of one request do not wait for the room that the others have`() async throws {
        let tokens = Budget(.init(total: 1000, each: 1000, waiting: 4, waitingOfOne: 4, patience: .milliseconds(1)))
        let reservation = Reservation(client: "a", bytes: tokens, tokens: tokens)
        let service = ClientService(ScriptedModel(replies: Array(repeating: .text("x"), count: 6)))
        let call = GenerationCall(
            model: "auto", messages: [Message(.user, "a")], options: GenerationOptions(maxTokens: 200),
            label: .personal,
            caller: .token)
        let results = try await Reservation.$current.withValue(reservation) {
            try await Generator(service: service).run(call.repeated(6)) { _, _ in }
        }
        #expect(results.count == 6 && tokens.load.used == 800)
        reservation.end()
        #expect(tokens.load.used == 0)
    }

    @Test func `Making vectors takes room as reading does`() async throws {
        let tokens = Budget(.init(total: 1000, each: 1000, waiting: 0, waitingOfOne: 0, patience: .seconds(100)))
        let reservation = Reservation(client: "a", bytes: tokens, tokens: tokens)
        _ = try await Reservation.$current.withValue(reservation) {
            try await VectorWork(service: ClientService(ScriptedModel())).vectors(
                of: [String(repeating: "word", count: 100)], RequestFields(["model": "local"]), label: .personal)
        }
        #expect(tokens.load.used == 100)
    }

    @Test func `Counting takes room as reading does, and as long`() async throws {
        let service = ClientService(ScriptedModel())
        let route = try #require(
            AnthropicRoutes(service).routes.first { $0.pattern == "/v1/messages/count_tokens" })
        #expect(route.work == .long)
        let tokens = Budget(
            .init(total: 1 << 20, each: 1 << 20, waiting: 1, waitingOfOne: 1, patience: .seconds(100)))
        let reservation = Reservation(client: "a", bytes: tokens, tokens: tokens)
        let call = GenerationCall(
            model: "auto", messages: [Message(.user, String(repeating: "word", count: 1000))],
            options: GenerationOptions(maxTokens: 500), label: .personal, caller: .token)
        _ = try await Reservation.$current.withValue(reservation) {
            try await Generator(service: service).countTokens(call)
        }
        // What could be written is not.
        #expect(tokens.load.used == 1000)
        reservation.end()
        #expect(tokens.load.used == 0)
        // Whoever has left waits for no room, and nothing is counted for them.
        let full = try await tokens.take(1 << 20, client: "a")
        let left = Task {
            try await Reservation.$current.withValue(reservation) {
                try await Generator(service: service).countTokens(call)
            }
        }
        while tokens.load.waiting == 0 { await Task.yield() }
        left.cancel()
        await #expect(throws: CancellationError.self) { try await left.value }
        tokens.giveBack(full, client: "a")
        #expect(tokens.load == (0, 0))
    }

    @Test(arguments: [
        #","output_config":{"format":{"type":"json_schema","schema":$}}"#,
        #","output_format":{"type":"json_schema","schema":$}"#,
    ])
    func `An answer follows the schema that a client of Anthropic's asks for`(_ form: String) async throws {
        let schema = #"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#
        let good = ScriptedModel(replies: [.text(#"{"name":"Ada"}"#)])
        let more = form.replacing("$", with: schema)
        try await with(ClientService(good)) { server async throws in
            let reply = try await server.send("POST", "/v1/messages", body: message("auto", more))
            #expect(reply.status == 200 && reply.body.contains(#"{\"name\":\"Ada\"}"#), "\(reply.body)")
        }
        try await with(ClientService(ScriptedModel(replies: [.text("no"), .text("no")]))) { server async throws in
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
        try await with(ClientService(model)) { server async throws in
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

    /// A body that does not say how long it is takes its room in steps. It would wait for itself where these are more than one client may have.
    @Test func `A request never waits for what it holds itself`() async throws {
        let bytes = Budget(.init(total: 24, each: 12, waiting: 4, waitingOfOne: 4, patience: .milliseconds(50)))
        let reservation = Reservation(client: "a", bytes: bytes, tokens: bytes)
        for step in [1, 1, 2, 4, 8, 16] { try await reservation.take(bytes: step) }
        #expect(bytes.load.used == 12)
        // Two of one client take turns, and neither keeps the other from ending.
        let other = Reservation(client: "a", bytes: bytes, tokens: bytes)
        await #expect(throws: ServerError.self) { try await other.take(bytes: 4) }
        reservation.end()
        try await other.take(bytes: 4)
        #expect(bytes.load.used == 4)
        other.end()
        #expect(bytes.load.used == 0)
    }
}
