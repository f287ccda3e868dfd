import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Tools of the owner's servers, for programs")
struct ServerToolTests: ClientTesting {
    /// A server that the owner lets programs use.
    private final class Box: ToolBox {
        let label: SensitivityLabel
        let text: String
        let isError: Bool
        let calls = Mutex<[(call: ToolCall, label: SensitivityLabel)]>([])
        let closed = Mutex(0)

        init(gives text: String = "rain", isError: Bool = false, label: SensitivityLabel = .personal) {
            (self.text, self.isError, self.label) = (text, isError, label)
        }

        var tools: [ToolDefinition] {
            ["look", "drop"].map {
                ToolDefinition(name: "files__\($0)", description: "It does \($0).", parameters: ["type": "object"])
            }
        }

        func run(
            _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
        ) async throws -> ToolOutcome {
            let label = try await labelNow()
            calls.withLock { $0.append((call, label)) }
            return ToolOutcome(text: text, isError: isError, label: max(label, self.label), note: "Done.")
        }

        var served: ServedTools {
            ServedTools(
                box: self,
                tools: tools.map {
                    .init(
                        server: "files", name: String($0.name.dropFirst("files__".count)), about: $0.description,
                        changesNothing: $0.name == "files__look", definition: $0)
                }
            ) { [self] in closed.withLock { $0 += 1 } }
        }
    }

    private static let wanted =
        #""tools":[{"type":"mcp","server_label":"files","require_approval":"never"}]"#

    private static let calling = ToolCall(id: "c1", name: "files__look", arguments: #"{"at":"Bonn"}"#)

    private func ask(_ server: Loopback, _ more: String, _ headers: [String] = []) async throws -> Reply {
        try await server.send(
            "POST", "/v1/responses", headers: headers, body: #"{"model":"auto","input":"Weather?",\#(more)}"#)
    }

    private func items(_ response: JSONValue) -> [JSONValue] { response["output"]?.arrayValue ?? [] }

    @Test func `A model calls what it is offered until it answers, and each step is an item`() async throws {
        let box = Box()
        let model = ScriptedModel(replies: [.calls([Self.calling]), .text("It rains.")])
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let reply = try await ask(server, Self.wanted)
            #expect(reply.status == 200, "\(reply.body)")
            let all = items(reply.json)
            #expect(all.map { $0["type"] } == ["mcp_list_tools", "mcp_call", "message"], "\(reply.body)")
            #expect(all[0]["server_label"] == "files")
            #expect(all[0]["tools"]?.arrayValue?.map { $0["name"] } == ["look", "drop"])
            #expect(all[1]["name"] == "look" && all[1]["arguments"] == #"{"at":"Bonn"}"#)
            #expect(all[1]["output"] == "rain" && all[1]["error"] == .null && all[1]["status"] == "completed")
            #expect(all[2]["content"]?.arrayValue?.first?["text"] == "It rains.")
            // What the tool gave reached the model, as private as it is; and what was started is ended.
            #expect(model.requests.count == 2 && model.requests[1].messages.last?.content == "rain")
            #expect(model.requests.allSatisfy { $0.label == .personal })
            #expect(box.calls.withLock { $0.map(\.call.arguments) } == [#"{"at":"Bonn"}"#])
            #expect(box.closed.withLock { $0 } == 1)
            // The calls are no part of what was said before the response, and of what is gone on from.
            let id = try #require(reply.json["id"]?.stringValue)
            let before = try await server.send("GET", "/v1/responses/\(id)/input_items").json
            #expect(before["data"]?.arrayValue?.count == 1)
        }
    }

    @Test func `A stream tells of each step when it is there`() async throws {
        let model = ScriptedModel(replies: [.calls([Self.calling]), .text("It rains.")])
        try await with(ClientService(model, tools: Box().served)) { server async throws in
            let reply = try await ask(server, Self.wanted + #","stream":true"#)
            let names = reply.body.components(separatedBy: "\n").filter { $0.hasPrefix("event: ") }
                .map { String($0.dropFirst(7)) }
            #expect(names.first == "response.created" && names.last == "response.completed", "\(reply.body)")
            for name in [
                "response.mcp_list_tools.completed", "response.mcp_call_arguments.done", "response.mcp_call.completed",
                "response.output_text.delta",
            ] {
                #expect(names.filter { $0 == name }.count == 1, "\(name)")
            }
        }
    }

    @Test func `Only the tools that a program wants are offered, and no other one is called`() async throws {
        for allowed in [#"["look"]"#, #"{"read_only":true}"#, #"{"tool_names":["look"]}"#] {
            let box = Box()
            let wish = ToolCall(id: "c1", name: "files__drop", arguments: "{}")
            let model = ScriptedModel(replies: [.calls([wish]), .text("No.")])
            try await with(ClientService(model, tools: box.served)) { server async throws in
                let tools =
                    #""tools":[{"type":"mcp","server_label":"files","require_approval":"never","allowed_tools":\#(allowed)}]"#
                let reply = try await ask(server, tools)
                #expect(items(reply.json).map { $0["type"] } == ["mcp_list_tools", "message"], "\(reply.body)")
                #expect(model.requests.first?.tools.map(\.name) == ["files__look"])
                #expect(box.calls.withLock { $0.isEmpty })
            }
        }
    }

    @Test func `A call that fails is told to the model, and ends nothing`() async throws {
        let box = Box(gives: "It may not.", isError: true)
        let model = ScriptedModel(replies: [.calls([Self.calling]), .text("Sorry.")])
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let call = items(try await ask(server, Self.wanted).json)[1]
            #expect(call["status"] == "failed" && call["error"] == "It may not." && call["output"] == nil)
        }
    }

    @Test func `What is called private is so for the tools, and what they give for whoever goes on from it`()
        async throws
    {
        let box = Box(label: .private)
        let model = ScriptedModel(replies: [.calls([Self.calling]), .text("It rains."), .text("Yes.")])
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let first = try await ask(server, Self.wanted)
            // Before any call nothing private is known; the engine is chosen for what may come.
            #expect(box.calls.withLock { $0.map(\.label) } == [.personal])
            let id = try #require(first.json["id"]?.stringValue)
            _ = try await ask(server, #""previous_response_id":"\#(id)""#)
            #expect(model.requests.map(\.label) == [.private, .private, .private])
        }
    }

    @Test func `A model that only calls is made to answer`() async throws {
        let box = Box()
        let model = ScriptedModel(otherwise: { request in
            request.tools.isEmpty ? .text("Enough.") : .calls([Self.calling])
        })
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let reply = try await ask(server, Self.wanted)
            #expect(items(reply.json).last?["content"]?.arrayValue?.first?["text"] == "Enough.", "\(reply.body)")
            #expect(box.calls.withLock { $0.count } == ToolLimits.mostRounds)
        }
    }

    @Test(arguments: [
        (#"{"type":"mcp","server_label":"files"}"#, "require_approval"),
        (#"{"type":"mcp","server_label":"files","require_approval":"always"}"#, "require_approval"),
        (#"{"type":"mcp","server_label":"a","require_approval":{"never":{"tool_names":["a"]}}}"#, "require_approval"),
        (#"{"type":"mcp","require_approval":"never"}"#, "server_label"),
        (#"{"type":"mcp","server_label":"a","server_url":"https://a.b","require_approval":"never"}"#, "server_url"),
        (#"{"type":"mcp","server_label":"a","connector_id":"c","require_approval":"never"}"#, "connector_id"),
        (#"{"type":"mcp","server_label":"a","headers":{"a":"b"},"require_approval":"never"}"#, "headers"),
    ])
    func `What would ask elsewhere, or ask somebody, is refused by name`(_ tool: String, _ name: String) async throws {
        let (model, box) = (ScriptedModel(), Box())
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let reply = try await ask(server, #""tools":[\#(tool)]"#)
            #expect(reply.status == 400, "\(reply.body)")
            #expect(reply.json["error"]?["param"]?.stringValue == "tools[0].\(name)")
            #expect(model.requests.isEmpty && box.closed.withLock { $0 } == 0)
        }
    }

    private static func wanted(beside function: String) -> String {
        wanted.dropLast() + #",{"type":"function","name":"\#(function)","parameters":{"type":"object"}}]"#
    }

    @Test func `Servers' tools are called here, functions are handed to the program, which goes on with both results`()
        async throws
    {
        let box = Box()
        let function = ToolCall(id: "c2", name: "tell", arguments: #"{"who":"Ada"}"#)
        let model = ScriptedModel(replies: [.calls([Self.calling, function], after: "Wait."), .text("She knows.")])
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let tools = Self.wanted(beside: "tell")
            let first = try await ask(server, tools)
            let all = items(first.json)
            #expect(
                all.map { $0["type"] } == ["mcp_list_tools", "message", "mcp_call", "function_call"], "\(first.body)")
            #expect(all[2]["output"] == "rain" && first.json["status"] == "completed")
            #expect(all[3]["call_id"] == "c2" && all[3]["name"] == "tell" && all[3]["arguments"] == #"{"who":"Ada"}"#)
            // Only the server's tool was run, and the model was asked once.
            #expect(box.calls.withLock { $0.map(\.call.name) } == ["files__look"] && model.requests.count == 1)
            #expect(model.requests[0].tools.map(\.name) == ["tell", "files__look", "files__drop"])
            #expect(box.closed.withLock { $0 } == 1)

            let id = try #require(first.json["id"]?.stringValue)
            let output = #"[{"type":"function_call_output","call_id":"c2","output":"told"}]"#
            let second = try await server.send(
                "POST", "/v1/responses",
                body: #"{"model":"auto","previous_response_id":"\#(id)","input":\#(output),\#(tools)}"#)
            #expect(items(second.json).last?["content"]?.arrayValue?.first?["text"] == "She knows.", "\(second.body)")
            // The model has both results behind both calls.
            let said = try #require(model.requests.last?.messages)
            #expect(said.map(\.role) == [.user, .assistant, .tool, .tool])
            #expect(said[1].toolCalls?.map(\.id) == ["c1", "c2"])
            #expect(said[2...].map(\.content) == ["rain", "told"] && said[2...].map(\.toolCallID) == ["c1", "c2"])
        }
    }

    @Test func `A stream hands a function over with its arguments, behind what was called here`() async throws {
        let function = ToolCall(id: "c2", name: "tell", arguments: #"{"who":"Ada"}"#)
        let model = ScriptedModel(replies: [.calls([Self.calling]), .calls([function])])
        try await with(ClientService(model, tools: Box().served)) { server async throws in
            let reply = try await ask(server, Self.wanted(beside: "tell") + #","stream":true"#)
            let names = reply.body.components(separatedBy: "\n").filter { $0.hasPrefix("event: ") }
                .map { String($0.dropFirst(7)) }
            let called = try #require(names.firstIndex(of: "response.mcp_call.completed"), "\(reply.body)")
            #expect(
                Array(names[called...]) == [
                    "response.mcp_call.completed", "response.output_item.done", "response.output_item.added",
                    "response.function_call_arguments.delta", "response.function_call_arguments.done",
                    "response.output_item.done", "response.completed",
                ])
        }
    }

    @Test func `A model that may not call servers any more may still call a function`() async throws {
        let box = Box()
        let function = ToolCall(id: "c2", name: "tell", arguments: "{}")
        let model = ScriptedModel(otherwise: { request in
            request.tools.count == 1 ? .calls([Self.calling, function]) : .calls([Self.calling])
        })
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let reply = try await ask(server, Self.wanted(beside: "tell"))
            #expect(items(reply.json).last?["type"] == "function_call", "\(reply.body)")
            #expect(box.calls.withLock { $0.count } == ToolLimits.mostRounds)
        }
    }

    @Test func `A function with a server tool's name is refused, and where no tool is to be used none is opened`()
        async throws
    {
        let (model, box) = (ScriptedModel(otherwise: { _ in .text("Hm.") }), Box())
        try await with(ClientService(model, tools: box.served)) { server async throws in
            let same = try await ask(server, Self.wanted(beside: "files__look"))
            #expect(same.status == 400 && same.json["error"]?["param"] == "tools", "\(same.body)")
            #expect(box.closed.withLock { $0 } == 1 && model.requests.isEmpty)
            #expect(try await ask(server, Self.wanted + #","tool_choice":"required""#).status == 400)
            let none = try await ask(server, Self.wanted + #","tool_choice":"none""#)
            #expect(none.status == 200 && items(none.json).map { $0["type"] } == ["message"], "\(none.body)")
            #expect(box.closed.withLock { $0 } == 1)
            let chat = try await server.send("POST", path, body: self.chat("auto", "," + Self.wanted))
            #expect(chat.status == 400, "\(chat.body)")
        }
    }

    @Test func `A server that is not for programs is not there`() async throws {
        try await with(ClientService(ScriptedModel())) { server async throws in
            #expect(try await ask(server, Self.wanted).status == 404)
        }
    }
}
