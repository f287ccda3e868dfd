import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Responses that are gone on from")
struct StoredResponseTests: ClientTesting {
    private func kept(_ text: String, client: String = "token", origins: Set<LabelOrigin> = []) -> StoredResponses.Kept
    {
        .init(
            client: client, messages: [Message(.user, text)], response: ["text": .string(text)], label: .personal,
            origins: origins)
    }

    @Test func `The oldest go, by number, by bytes and by age`() {
        let start = ContinuousClock.now
        let few = StoredResponses(limits: .init(count: 2, bytes: 1 << 20, age: .seconds(10)))
        for name in ["a", "b", "c"] { few.keep(name, kept(name), now: start) }
        #expect(few.find("a", for: "token", now: start) == nil)
        #expect(few.find("c", for: "token", now: start)?.messages.first?.content == "c")
        #expect(few.find("c", for: "token", now: start.advanced(by: .seconds(11))) == nil)
        let small = StoredResponses(limits: .init(count: 100, bytes: 3000, age: .seconds(10)))
        let long = String(repeating: "x", count: 1000)
        for name in ["a", "b"] { small.keep(name, kept(long), now: start) }
        #expect(small.find("a", for: "token", now: start) == nil && small.find("b", for: "token", now: start) != nil)
        // What is larger than all may be takes nobody's place.
        small.keep("c", kept(long + long), now: start)
        #expect(small.find("c", for: "token", now: start) == nil && small.find("b", for: "token", now: start) != nil)
    }

    @Test func `One is for whoever asked for it, and its documents are told whenever it is used`() {
        let book = StoredResponses()
        book.keep("a", kept("mine", client: "s1", origins: [.document("d")]))
        #expect(book.find("a", for: "token") == nil && !book.remove("a", for: "token"))
        let provenance = Provenance()
        Provenance.$current.withValue(provenance) { #expect(book.find("a", for: "s1") != nil) }
        #expect(provenance.origins == [.document("d")])
        #expect(book.remove("a", for: "s1") && book.find("a", for: "s1") == nil)
    }

    @Test func `What was said up to a response is listed, in pages, to whoever asked for it`() async throws {
        let model = ScriptedModel(replies: [.text("Rain.")])
        try await with(ClientService(model)) { server async throws in
            let made = try await server.send(
                "POST", "/v1/responses",
                body: #"""
                    {"model":"auto","instructions":"Be brief.","input":[
                    {"role":"user","content":"Weather?"},
                    {"type":"function_call","call_id":"c1","name":"weather","arguments":"{}"},
                    {"type":"function_call_output","call_id":"c1","output":"rain"}]}
                    """#)
            let id = try #require(made.json["id"]?.stringValue)
            let path = "/v1/responses/\(id)/input_items"
            let all = try await server.send("GET", path + "?order=asc").json
            let items = try #require(all["data"]?.arrayValue)
            // Instructions hold for one response and are no item; the answer is output.
            #expect(
                items.map { $0["type"]?.stringValue } == ["message", "function_call", "function_call_output"], "\(all)")
            #expect(items[0]["role"] == "user" && items[0]["content"]?.arrayValue?.first?["type"] == "input_text")
            #expect(items[1]["call_id"] == "c1" && items[2]["output"] == "rain" && all["has_more"] == false)
            // The newest first, where nothing is said.
            let first = try await server.send("GET", path + "?limit=1").json
            #expect(first["first_id"] == items[2]["id"] && first["has_more"] == true)
            let after = try #require(first["last_id"]?.stringValue)
            let next = try await server.send("GET", path + "?after=\(after)").json
            #expect(next["data"]?.arrayValue?.map { $0["id"] } == [items[1]["id"], items[0]["id"]])
            for wrong in ["?limit=0", "?limit=x", "?order=up", "?after=msg_1"] {
                #expect(try await server.send("GET", path + wrong).status == 400, "\(wrong)")
            }
            #expect(try await server.send("GET", "/v1/responses/resp_none/input_items").status == 404)
            // It is there already, and a client that is told so need not try again.
            #expect(try await server.send("POST", "/v1/responses/\(id)/cancel", body: "{}").status == 400)
            #expect(try await server.send("POST", "/v1/responses/resp_none/cancel", body: "{}").status == 404)
        }
    }

    @Test func `A response goes on from another one, with instructions of its own`() async throws {
        let model = ScriptedModel(replies: [.text("Ada."), .text("Yes."), .text("Hm.")])
        try await with(ClientService(model)) { server async throws in
            let first = try await server.send(
                "POST", "/v1/responses",
                body: #"{"model":"auto","input":"Who?","instructions":"Be brief.","metadata":{"a":"b"}}"#)
            let id = try #require(first.json["id"]?.stringValue)
            #expect(first.json["store"] == true && first.json["metadata"] == ["a": "b"], "\(first.body)")
            let second = try await server.send(
                "POST", "/v1/responses",
                body: #"{"model":"auto","input":"Sure?","previous_response_id":"\#(id)","stream":true}"#)
            #expect(second.body.contains(#""previous_response_id":"\#(id)""#), "\(second.body)")
            #expect(
                model.requests[1].messages == [
                    Message(.user, "Who?"), Message(.assistant, "Ada."), Message(.user, "Sure?"),
                ])
            let again = try await server.send("GET", "/v1/responses/\(id)")
            #expect(again.json["output"] == first.json["output"])
            let gone = try await server.send("DELETE", "/v1/responses/\(id)")
            #expect(gone.json["deleted"] == true)
            #expect(try await server.send("GET", "/v1/responses/\(id)").status == 404)
            let lost = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"auto","input":"And?","previous_response_id":"\#(id)"}"#)
            #expect(lost.status == 404 && lost.json["error"]?["param"] == "previous_response_id", "\(lost.body)")
            let unkept = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"auto","input":"a","store":false}"#)
            let other = try #require(unkept.json["id"]?.stringValue)
            #expect(unkept.json["store"] == false && unkept.headers["hearth-notes"] == nil)
            #expect(try await server.send("GET", "/v1/responses/\(other)").status == 404)
        }
    }

    @Test func `What an earlier response gave out may be named by its id, and is as private as that response`()
        async throws
    {
        let call = ToolCall(id: "c1", name: "weather", arguments: "{}")
        let model = ScriptedModel(replies: [.text("Ada."), .calls([call]), .text("Yes."), .text("So.")])
        try await with(ClientService(model)) { server async throws in
            @Sendable func ask(_ input: String, _ headers: [String] = []) async throws -> Reply {
                try await server.send(
                    "POST", "/v1/responses", headers: headers,
                    body: #"{"model":"auto","input":[{"role":"user","content":"Who?"},\#(input)]}"#)
            }
            let first = try await ask(#"{"role":"user","content":"Say."}"#, ["hearth-label: private"])
            let said = try #require(first.json["output"]?.arrayValue?.first?["id"]?.stringValue)
            let second = try await server.send(
                "POST", "/v1/responses",
                body: #"{"model":"auto","input":"Weather?","tools":[{"type":"function","name":"weather"}]}"#)
            let called = try #require(second.json["output"]?.arrayValue?.last?["id"]?.stringValue)
            let next = try await ask(
                #"{"type":"item_reference","id":"\#(said)"},{"type":"item_reference","id":"\#(called)"},"#
                    + #"{"type":"function_call_output","call_id":"c1","output":"rain"}"#)
            #expect(next.status == 200, "\(next.body)")
            let sent = try #require(model.requests.last)
            #expect(sent.messages.map(\.role) == [.user, .assistant, .tool])
            #expect(sent.messages[1].content == "Ada." && sent.messages[1].toolCalls == [call])
            #expect(sent.label == .private)
            let lost = try await ask(#"{"type":"item_reference","id":"msg_lost"}"#)
            #expect(lost.status == 404 && lost.json["error"]?["param"] == "input[1].id", "\(lost.body)")
        }
    }

    @Test func `Only whoever got an item may name it`() throws {
        let book = StoredResponses()
        var mine = kept("mine", client: "s1", origins: [.document("d")])
        mine.response = ["output": [["type": "message", "id": "msg_1"]]]
        book.keep("a", mine)
        #expect(book.item("msg_1", for: "token") == nil && book.item("msg_2", for: "s1") == nil)
        let provenance = Provenance()
        Provenance.$current.withValue(provenance) { #expect(book.item("msg_1", for: "s1")?.item["id"] == "msg_1") }
        #expect(provenance.origins == [.document("d")])
    }

    @Test func `What was called private stays so for whoever goes on from it`() async throws {
        let model = ScriptedModel(replies: [.text("Ada."), .text("Yes.")])
        try await with(ClientService(model)) { server async throws in
            let first = try await server.send(
                "POST", "/v1/responses", headers: ["hearth-label: private"], body: #"{"model":"auto","input":"Who?"}"#)
            let id = try #require(first.json["id"]?.stringValue)
            _ = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"auto","input":"Sure?","previous_response_id":"\#(id)"}"#)
            #expect(model.requests.map(\.label) == [.private, .private])
        }
    }

    @Test func `Documents that an answer came from hold for the next one, and are told when it is given again`()
        async throws
    {
        var said = DocumentAnswer(
            text: "In March.", decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: "")
        )
        said.origins = [.document("d")]
        let service = ClientService(ScriptedModel(), said: said)
        try await with(service) { server async throws in
            let first = try await server.send("POST", "/v1/responses", body: #"{"model":"documents","input":"When?"}"#)
            let id = try #require(first.json["id"]?.stringValue)
            _ = try await server.send("GET", "/v1/responses/\(id)")
            let second = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"documents","input":"Sure?","previous_response_id":"\#(id)"}"#
            )
            #expect(second.status == 200, "\(second.body)")
            #expect(service.questions.withLock { $0.map(\.routing.origins) } == [[], [.document("d")]])
            #expect(service.given.withLock { $0 } == [[], [.document("d")], [.document("d")]])
        }
    }

    @Test func `Tokens of a request are counted without an answer`() async throws {
        let model = ScriptedModel()
        try await with(ClientService(model)) { server async throws in
            let counted = try await server.send(
                "POST", "/v1/responses/input_tokens", body: #"{"model":"auto","input":"some words to count"}"#)
            #expect(counted.status == 200 && (counted.json["input_tokens"]?.numberValue?.intValue ?? 0) > 3)
            #expect(model.requests.isEmpty)
        }
    }
}
