import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Chats that are stored")
struct StoredChatTests: ClientTesting {
    private func stored(_ server: Loopback, _ more: String = "", text: String = "when") async throws -> String {
        let made = try await server.send("POST", path, body: chat("auto", #","store":true\#(more)"#, text: text))
        #expect(made.status == 200, "\(made.body)")
        return try #require(made.json["id"]?.stringValue)
    }

    private func ids(_ reply: JSONValue) -> [String] {
        (reply["data"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    }

    @Test func `One that is to be stored is told again as it was, with what it was asked for`() async throws {
        try await with(ClientService(ScriptedModel(replies: [.text("Rain.")]))) { server async throws in
            let made = try await server.send(
                "POST", path, body: chat("auto", #","store":true,"metadata":{"for":"tests"},"seed":7,"user":"u""#))
            let id = try #require(made.json["id"]?.stringValue)
            let told = try await server.send("GET", "\(path)/\(id)").json
            for name in ["id", "object", "created", "model", "choices", "usage", "system_fingerprint"] {
                #expect(told[name] == made.json[name], "\(name)")
            }
            #expect(told["metadata"] == ["for": "tests"] && told["seed"] == 7 && told["input_user"] == "u")
            #expect(told["tools"] == .null && told["response_format"] == .null)
            #expect(made.headers["hearth-notes"] == nil)
        }
    }

    @Test func `One that nobody asked to store is not kept, and neither is one of a client without a token`()
        async throws
    {
        var open = HTTPServer.Configuration(token: Secret(Loopback.token))
        open.opensModels = true
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") })), open) { server async throws in
            let made = try await server.send("POST", path, body: chat("auto"))
            let id = try #require(made.json["id"]?.stringValue)
            let missing = try await server.send("GET", "\(path)/\(id)")
            #expect(missing.status == 404 && missing.json["error"]?["param"] == "completion_id", "\(missing.body)")
            let nobody = try await server.send(
                "POST", path, token: nil, body: chat("local/scripted", #","store":true"#))
            #expect(nobody.status == 200 && nobody.headers["hearth-notes"]?.contains("store") == true, "\(nobody.body)")
            #expect(try await server.send("GET", path, token: nil).status == 401)
            #expect(ids(try await server.send("GET", path).json).isEmpty)
        }
    }

    /// Tokens have ceilings of their own: what was said with one is not told to whoever has another.
    @Test func `What is kept is of the token with which it was sent`() {
        let person = Person(id: "p", name: "Mira", role: .member)
        func token(_ id: String) -> Caller {
            .person(PersonCaller(person, by: .token(id: id, scope: .ask, ceiling: .personal)))
        }
        let session = Caller.person(PersonCaller(person, by: .session(id: "s", until: 0)))
        let all: [Caller] = [.nobody, .token, .program, .session(id: "s", until: 0), token("a"), token("b"), session]
        #expect(Set(all.map(\.keeper)).count == all.count)
        // Of the server's budgets all that somebody has open takes one share.
        #expect(token("a").client == session.client && Caller.program.client == Caller.token.client)
    }

    @Test func `A stream is stored when it has ended, as what it was`() async throws {
        try await with(ClientService(ScriptedModel(replies: [.text("Rain.")]))) { server async throws in
            let made = try await server.send("POST", path, body: chat("auto", #","store":true,"stream":true"#))
            #expect(made.body.contains("[DONE]"))
            let list = try await server.send("GET", path).json
            let id = try #require(ids(list).first)
            #expect(made.body.contains(#""id":"\#(id)""#))
            let message = list["data"]?.arrayValue?.first?["choices"]?.arrayValue?.first?["message"]
            #expect(message?["content"] == "Rain.")
        }
    }

    @Test func `They are listed in pages, the oldest first, and narrowed by model and metadata`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            var all: [String] = []
            for number in 0..<3 {
                all.append(try await stored(server, #","metadata":{"n":"\#(number)","for":"tests"}"#))
            }
            #expect(ids(try await server.send("GET", path).json) == all)
            #expect(ids(try await server.send("GET", path + "?order=desc").json) == all.reversed())
            let first = try await server.send("GET", path + "?limit=2").json
            #expect(ids(first) == Array(all.prefix(2)) && first["has_more"] == true && first["object"] == "list")
            #expect(first["first_id"]?.stringValue == all[0] && first["last_id"]?.stringValue == all[1])
            #expect(ids(try await server.send("GET", path + "?limit=2&after=\(all[1])").json) == [all[2]])
            let narrowed = try await server.send("GET", path + "?metadata[for]=tests&metadata%5Bn%5D=1").json
            #expect(ids(narrowed) == [all[1]])
            #expect(ids(try await server.send("GET", path + "?metadata[for]=nothing").json).isEmpty)
            #expect(ids(try await server.send("GET", path + "?model=auto").json) == all)
            #expect(ids(try await server.send("GET", path + "?model=other").json).isEmpty)
            for wrong in ["?limit=0", "?order=up", "?after=chatcmpl-1"] {
                #expect(try await server.send("GET", path + wrong).status == 400, "\(wrong)")
            }
        }
    }

    @Test func `Metadata can be replaced, and a completion can be removed`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            let id = try await stored(server, #","metadata":{"a":"1","b":"2"}"#)
            let changed = try await server.send("POST", "\(path)/\(id)", body: #"{"metadata":{"a":"3"}}"#)
            #expect(changed.status == 200 && changed.json["metadata"] == ["a": "3"], "\(changed.body)")
            #expect(try await server.send("GET", "\(path)/\(id)").json["metadata"] == ["a": "3"])
            #expect(ids(try await server.send("GET", path + "?metadata[b]=2").json).isEmpty)
            for wrong in [#"{}"#, #"{"metadata":{"a":1}}"#, #"{"metadata":"a"}"#] {
                #expect(try await server.send("POST", "\(path)/\(id)", body: wrong).status == 400, "\(wrong)")
            }
            let gone = try await server.send("DELETE", "\(path)/\(id)")
            #expect(gone.json == ["id": .string(id), "object": "chat.completion.deleted", "deleted": true])
            #expect(try await server.send("DELETE", "\(path)/\(id)").status == 404)
            #expect(try await server.send("POST", "\(path)/\(id)", body: #"{"metadata":{}}"#).status == 404)
            #expect(try await server.send("GET", "\(path)/\(id)/messages").status == 404)
        }
    }

    @Test func `What was sent is told message by message, as it was sent`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            let made = try await server.send(
                "POST", path,
                body: #"""
                    {"model":"auto","store":true,"messages":[
                    {"role":"system","content":"Be brief."},
                    {"role":"user","name":"ada","content":[{"type":"text","text":"When"},{"type":"text","text":"then?"}]},
                    {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
                    {"role":"tool","tool_call_id":"c1","content":"rain"}]}
                    """#)
            let id = try #require(made.json["id"]?.stringValue)
            let all = try await server.send("GET", "\(path)/\(id)/messages").json
            let items = try #require(all["data"]?.arrayValue)
            #expect(items.map { $0["role"] } == ["system", "user", "assistant", "tool"], "\(all)")
            #expect(items.map { $0["id"] } == (0..<4).map { .string("\(id)-\($0)") })
            #expect(items[0]["content"] == "Be brief." && items[0]["content_parts"] == .null)
            #expect(items[1]["content"] == "When\nthen?" && items[1]["name"] == "ada")
            #expect(items[1]["content_parts"]?.arrayValue?.count == 2)
            #expect(items[2]["content"] == .null && items[2]["tool_calls"]?.arrayValue?.count == 1)
            #expect(items[3]["tool_call_id"] == "c1")
            let last = try await server.send("GET", "\(path)/\(id)/messages?order=desc&limit=1").json
            #expect(ids(last) == ["\(id)-3"] && last["has_more"] == true)
            #expect(ids(try await server.send("GET", "\(path)/\(id)/messages?after=\(id)-1").json).count == 2)
            #expect(try await server.send("GET", "\(path)/\(id)/messages?after=\(id)-9").status == 400)
        }
    }

    @Test func `A response is no chat, and a chat is no response to go on from`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            let id = try await stored(server)
            let response = try await server.send("POST", "/v1/responses", body: #"{"model":"auto","input":"a"}"#)
            let other = try #require(response.json["id"]?.stringValue)
            #expect(try await server.send("GET", "/v1/responses/\(id)").status == 404)
            #expect(try await server.send("DELETE", "/v1/responses/\(id)").status == 404)
            let next = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"auto","input":"a","previous_response_id":"\#(id)"}"#)
            #expect(next.status == 404, "\(next.body)")
            #expect(try await server.send("GET", "\(path)/\(other)").status == 404)
            #expect(ids(try await server.send("GET", path).json) == [id])
        }
    }

    @Test
    func `What documents one came from is told when it is given, and it is not listed where they may not be read`()
        async throws
    {
        var said = DocumentAnswer(
            text: "In March.", decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: "")
        )
        said.origins = [.document("d")]
        let service = ClientService(ScriptedModel(), said: said)
        try await with(service) { server async throws in
            let made = try await server.send("POST", path, body: chat("documents", #","store":true"#))
            let id = try #require(made.json["id"]?.stringValue)
            service.given.withLock { $0 = [] }
            #expect(ids(try await server.send("GET", path).json) == [id])
            _ = try await server.send("GET", "\(path)/\(id)")
            _ = try await server.send("GET", "\(path)/\(id)/messages")
            #expect(service.given.withLock { $0 } == Array(repeating: [.document("d")], count: 3))
            service.secret.withLock { $0 = [.document("d")] }
            #expect(ids(try await server.send("GET", path).json).isEmpty)
        }
    }

    @Test func `One that is changed is kept no longer, and takes the room that it then has`() {
        let start = ContinuousClock.now
        let book = StoredResponses(limits: .init(count: 10, bytes: 3000, age: .seconds(10)))
        func kept(_ client: String) -> StoredResponses.Kept {
            .init(
                client: client, chat: .init(model: "auto", messages: ["hello"]), messages: [], response: ["a": "b"],
                label: .personal, origins: [])
        }
        book.keep("a", kept("token"), now: start)
        book.keep("b", kept("s1"), now: start)
        let later = start.advanced(by: .seconds(9))
        let long = JSONValue.string(String(repeating: "x", count: 2500))
        #expect(book.change("b", .chat, for: "token", now: later) { $0 = long } == nil)
        #expect(book.change("a", .response, for: "token", now: later) { $0 = long } == nil)
        #expect(book.change("a", .chat, for: "token", now: later) { $0 = long }?.response == long)
        #expect(book.all(.chat, of: "token", now: later).map(\.id) == ["a"])
        #expect(book.all(.chat, of: "token", now: start.advanced(by: .seconds(11))).isEmpty)
        // There is room for what comes, when the oldest has gone for it.
        book.keep("c", kept("token"), now: later)
        book.keep(
            "d",
            .init(
                client: "token", messages: [], response: long, label: .personal, origins: []), now: later)
        #expect(book.find("a", .chat, for: "token", now: later) == nil)
        #expect(book.find("d", for: "token", now: later) != nil)
    }
}
