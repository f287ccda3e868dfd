import HearthCore
import HearthTesting
import Testing

/// Calls of engines that make them themselves, over every interface.
extension InterfaceTests {
    private static let calls = [
        ToolCall(id: "call_1", name: "weather-now", arguments: #"{"city":"Bonn"}"#),
        ToolCall(id: "call_2", name: "time", arguments: #"{"zone":"UTC"}"#),
    ]

    /// An engine that tells of calls while it writes them, and can be kept to making one, as local models can.
    private func caller(_ replies: ScriptedModel.Reply...) -> Service {
        var capabilities = ModelCapabilities(
            offline: true, contextLength: 8192, tasks: Set(TaskKind.allCases), tools: true)
        capabilities.requiredTools = true
        return Service(ScriptedModel(capabilities: capabilities, replies: replies))
    }

    /// Bodies that offer the same two tools over each interface.
    private func offering(_ more: String = "", stream: Bool = false) -> [(path: String, body: String)] {
        func list(_ tool: (_ name: String, _ schema: String) -> String) -> String {
            let tools = [("weather-now", "city"), ("time", "zone")].map { name, member in
                tool(
                    name,
                    #"{"type":"object","properties":{"\#(member)":{"type":"string"}},"required":["\#(member)"]}"#)
            }
            return "[\(tools.joined(separator: ","))]"
        }
        let nested = list { #"{"type":"function","function":{"name":"\#($0)","parameters":\#($1)}}"# }
        let flat = list { #"{"type":"function","name":"\#($0)","parameters":\#($1)}"# }
        let bare = list { #"{"name":"\#($0)","input_schema":\#($1)}"# }
        let tail = more + #","stream":\#(stream)}"#
        return [
            ("/v1/chat/completions", String(hello.dropLast()) + #","tools":\#(nested)"# + tail),
            ("/v1/responses", #"{"model":"auto","input":"hello","tools":\#(flat)"# + tail),
            ("/v1/messages", String(hello.dropLast()) + #","max_tokens":50,"tools":\#(bare)"# + tail),
        ]
    }

    private func events(_ reply: Reply) throws -> [JSONValue] {
        try reply.events.filter { $0 != "[DONE]" }.map { try JSONValue(parsing: $0) }
    }

    @Test func `Text and several calls stand in one answer, over every interface`() async throws {
        let said = ScriptedModel.Reply.calls(Self.calls, after: "Let me see.")
        let service = caller(said, said, said)
        try await with(service) { server async throws in
            var bodies: [JSONValue] = []
            for (path, body) in offering() {
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 200, "\(path) \(reply.body)")
                bodies.append(reply.json)
            }
            let choice = bodies[0]["choices"]?.arrayValue?.first
            let calls = choice?["message"]?["tool_calls"]?.arrayValue ?? []
            #expect(choice?["finish_reason"] == "tool_calls" && choice?["message"]?["content"] == "Let me see.")
            #expect(calls.map { $0["id"] } == ["call_1", "call_2"])
            #expect(calls.last?["function"] == ["name": "time", "arguments": #"{"zone":"UTC"}"#])
            let items = bodies[1]["output"]?.arrayValue ?? []
            #expect(items.map { $0["type"] } == ["message", "function_call", "function_call"])
            #expect(items.last?["call_id"] == "call_2" && items.last?["arguments"] == #"{"zone":"UTC"}"#)
            let blocks = bodies[2]["content"]?.arrayValue ?? []
            #expect(blocks.map { $0["type"] } == ["text", "tool_use", "tool_use"])
            #expect(blocks.last?["input"] == ["zone": "UTC"] && bodies[2]["stop_reason"] == "tool_use")
            #expect(service.model.requests.count == 3)
            for request in service.model.requests {
                #expect(request.tools.map(\.name) == ["weather-now", "time"])
                try #require(request.tools.count == 2)
                #expect(request.tools[1].parameters["properties"]?["zone"] == ["type": "string"])
                #expect(request.toolChoice == ToolChoice())
            }
        }
    }

    @Test func `Calls are streamed while they are written: chat completions`() async throws {
        try await with(caller(.calls(Self.calls, after: "Let me see."))) { server async throws in
            let (path, body) = offering(stream: true)[0]
            let reply = try await server.send("POST", path, body: body)
            let choices = try events(reply).compactMap { $0["choices"]?.arrayValue?.first }
            let pieces = choices.compactMap { $0["delta"]?["tool_calls"]?.arrayValue?.first }
            #expect(pieces.count == 6)
            #expect(pieces.compactMap { $0["id"]?.stringValue } == ["call_1", "call_2"])
            #expect(pieces.compactMap { $0["function"]?["name"]?.stringValue } == ["weather-now", "time"])
            for (index, call) in Self.calls.enumerated() {
                let own = pieces.filter { $0["index"]?.numberValue?.intValue == index }
                #expect(own.compactMap { $0["function"]?["arguments"]?.stringValue }.joined() == call.arguments)
            }
            #expect(choices.compactMap { $0["delta"]?["content"]?.stringValue }.joined() == "Let me see.")
            #expect(choices.last?["finish_reason"] == "tool_calls")
            #expect(reply.events.last == "[DONE]")
        }
    }

    @Test func `Calls are streamed while they are written: responses`() async throws {
        try await with(caller(.calls(Self.calls, after: "Let me see."), .calls(Self.calls))) { server async throws in
            let (path, body) = offering(stream: true)[1]
            for first in [1, 0] {
                let events = try events(try await server.send("POST", path, body: body))
                func of(_ type: String) -> [JSONValue] {
                    events.filter { $0["type"]?.stringValue == "response." + type }
                }
                let added = of("output_item.added").filter { $0["item"]?["type"] == "function_call" }
                try #require(added.count == 2)
                #expect(added.map { $0["output_index"]?.numberValue?.intValue } == [first, first + 1])
                #expect(added.map { $0["item"]?["call_id"]?.stringValue } == ["call_1", "call_2"])
                #expect(added.allSatisfy { $0["item"]?["arguments"] == "" && $0["item"]?["status"] == "in_progress" })
                for (index, call) in Self.calls.enumerated() {
                    let id = try #require(added[index]["item"]?["id"]?.stringValue)
                    let pieces = of("function_call_arguments.delta").filter { $0["item_id"]?.stringValue == id }
                    #expect(pieces.count == 2)
                    #expect(pieces.compactMap { $0["delta"]?.stringValue }.joined() == call.arguments)
                    let done = of("function_call_arguments.done").first { $0["item_id"]?.stringValue == id }
                    #expect(
                        done?["arguments"]?.stringValue == call.arguments && done?["name"]?.stringValue == call.name)
                }
                let output = of("completed").first?["response"]?["output"]?.arrayValue ?? []
                let types = Array(repeating: "message", count: first) + ["function_call", "function_call"]
                #expect(output.compactMap { $0["type"]?.stringValue } == types)
                #expect(output.allSatisfy { $0["status"] == "completed" })
                #expect(
                    events.compactMap { $0["sequence_number"]?.numberValue?.intValue } == Array(events.indices))
            }
        }
    }

    @Test func `Calls are streamed while they are written: messages`() async throws {
        try await with(caller(.calls(Self.calls, after: "Let me see."))) { server async throws in
            let (path, body) = offering(stream: true)[2]
            let events = try events(try await server.send("POST", path, body: body))
            let begun = events.filter { $0["type"] == "content_block_start" }
            #expect(begun.compactMap { $0["content_block"]?["type"]?.stringValue } == ["text", "tool_use", "tool_use"])
            #expect(begun.compactMap { $0["content_block"]?["name"]?.stringValue } == ["weather-now", "time"])
            for (index, call) in Self.calls.enumerated() {
                let own = events.filter { $0["index"]?.numberValue?.intValue == index + 1 }
                #expect(own.compactMap { $0["delta"]?["partial_json"]?.stringValue }.joined() == call.arguments)
                #expect(own.last?["type"] == "content_block_stop")
            }
            #expect(events.first { $0["type"] == "message_delta" }?["delta"]?["stop_reason"] == "tool_use")
        }
    }

    @Test func `An engine that can be kept to calling is, and what several tools are asked for it decides itself`()
        async throws
    {
        let service = caller(.calls(Self.calls), .calls([Self.calls[1]]), .calls([Self.calls[1]]))
        try await with(service) { server async throws in
            let several = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""tools":\#(tools),"tool_choice":"required""#))
            let calls = several.json["choices"]?.arrayValue?.first?["message"]?["tool_calls"]?.arrayValue
            #expect(several.status == 200 && calls?.count == 2, "\(several.body)")
            let named = #"{"type":"function","function":{"name":"time"}}"#
            _ = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""tools":\#(tools),"tool_choice":\#(named),"stream":true"#))
            _ = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""tools":\#(tools),"parallel_tool_calls":false"#))
            let requests = service.model.requests
            try #require(requests.count == 3)
            #expect(requests.map(\.tools.count) == [2, 1, 2])
            #expect(
                requests.map(\.toolChoice) == [
                    ToolChoice(isRequired: true), ToolChoice(isRequired: true, allowsSeveral: false),
                    ToolChoice(allowsSeveral: false),
                ])
            // No words about the tools: the engine tells its model as that has learned it.
            #expect(requests.allSatisfy { $0.messages.count == 1 && $0.schema == nil })
        }
    }

    @Test func `Half a call is none, also where it was begun in a stream`() async throws {
        let cut = ScriptedModel.Reply.calls([Self.calls[0]], cut: Self.calls[1])
        try await with(caller(cut, cut, cut, cut)) { server async throws in
            let whole = try await server.send("POST", offering()[0].path, body: offering()[0].body)
            let choice = whole.json["choices"]?.arrayValue?.first
            #expect(choice?["finish_reason"] == "length")
            #expect(choice?["message"]?["tool_calls"]?.arrayValue?.count == 1)
            let streams = offering(stream: true)
            let chat = try events(try await server.send("POST", streams[0].path, body: streams[0].body))
            #expect(chat.last?["choices"]?.arrayValue?.first?["finish_reason"] == "length")
            let responses = try events(try await server.send("POST", streams[1].path, body: streams[1].body))
            let ended = responses.filter { $0["type"] == "response.output_item.done" }
            #expect(ended.compactMap { $0["item"]?["status"]?.stringValue } == ["completed", "incomplete"])
            #expect(responses.last?["type"] == "response.incomplete")
            #expect(responses.last?["response"]?["output"]?.arrayValue?.compactMap { $0["call_id"] } == ["call_1"])
            let messages = try events(try await server.send("POST", streams[2].path, body: streams[2].body))
            #expect(messages.first { $0["type"] == "message_delta" }?["delta"]?["stop_reason"] == "max_tokens")
            #expect(messages.count { $0["type"] == "content_block_start" } == 2)
            #expect(messages.count { $0["type"] == "content_block_stop" } == 2)
        }
    }

    @Test func `An answer under a schema may call a tool first`() async throws {
        let form =
            #","response_format":{"type":"json_schema","json_schema":{"name":"p","schema":{"type":"object","#
            + #""properties":{"name":{"type":"string"}},"required":["name"]}}}"#
        for stream in [false, true] {
            let service = caller(.calls([Self.calls[1]]))
            try await with(service) { server async throws in
                let (path, body) = offering(form, stream: stream)[0]
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 200 && reply.body.contains(#""finish_reason":"tool_calls""#), "\(reply.body)")
                #expect(reply.body.contains("call_2") && reply.body.contains("zone"))
                #expect(service.model.requests.count == 1)
            }
        }
    }

    @Test func `What an earlier answer called and what came of it reach the engine`() async throws {
        let service = caller(.text("one"), .text("two"), .text("three"))
        try await with(service) { server async throws in
            let chat = #"""
                {"model":"auto","messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[
                {"id":"a","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}},
                {"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},
                {"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"2"}]}
                """#
            let responses = #"""
                {"model":"auto","input":[{"role":"user","content":"x"},
                {"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":1}"},
                {"type":"function_call","call_id":"b","name":"g","arguments":"{}"},
                {"type":"function_call_output","call_id":"a","output":"1"},
                {"type":"function_call_output","call_id":"b","output":"2"}]}
                """#
            let messages = #"""
                {"model":"auto","max_tokens":5,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[
                {"type":"tool_use","id":"a","name":"f","input":{"n":1}},{"type":"tool_use","id":"b","name":"g","input":{}}]},
                {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},
                {"type":"tool_result","tool_use_id":"b","content":"2"}]}]}
                """#
            for (path, body) in [
                ("/v1/chat/completions", chat), ("/v1/responses", responses), ("/v1/messages", messages),
            ] {
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 200, "\(path) \(reply.body)")
            }
            #expect(service.model.requests.count == 3)
            for request in service.model.requests {
                #expect(request.messages.map(\.role) == [.user, .assistant, .tool, .tool])
                try #require(request.messages.count == 4)
                #expect(
                    request.messages[1].toolCalls == [
                        ToolCall(id: "a", name: "f", arguments: #"{"n":1}"#),
                        ToolCall(id: "b", name: "g", arguments: "{}"),
                    ])
                #expect(request.messages[2].toolCallID == "a" && request.messages[3].content == "2")
            }
        }
    }

    @Test func `A result in parts reaches the engine, and a response repeats what was asked of calls`() async throws {
        let service = caller(.text("one"), .text("two"))
        let input = #"""
            [{"role":"user","content":"x"},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},
            {"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"1"},
            {"type":"input_text","text":"2"}]}]
            """#
        try await with(service) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/responses", body: #"{"model":"auto","parallel_tool_calls":false,"input":\#(input)}"#)
            #expect(reply.status == 200 && reply.json["parallel_tool_calls"] == false, "\(reply.body)")
            let result = service.model.requests.first?.messages.last
            #expect(result?.role == .tool && result?.content == "1\n2" && result?.toolCallID == "a")
            let usual = try await server.send("POST", "/v1/responses", body: #"{"model":"auto","input":"x"}"#)
            #expect(usual.json["parallel_tool_calls"] == true)
            let without = #"{"model":"auto","input":[{"type":"function_call_output","call_id":"a"}]}"#
            let refused = try await server.send("POST", "/v1/responses", body: without)
            #expect(refused.status == 400 && refused.body.contains("output"))
        }
    }

    @Test func `A response that was withheld halfway is not complete`() async throws {
        let withheld = ScriptedModel.Reply.text("Let me", finishReason: .contentFilter)
        try await with(caller(withheld, withheld)) { server async throws in
            let whole = try await server.send("POST", "/v1/responses", body: #"{"model":"auto","input":"x"}"#).json
            #expect(whole["status"] == "incomplete" && whole["output"]?.arrayValue?.first?["status"] == "incomplete")
            #expect(whole["incomplete_details"] == ["reason": "content_filter"])
            let streamed = try events(
                try await server.send("POST", "/v1/responses", body: #"{"model":"auto","input":"x","stream":true}"#))
            #expect(streamed.last?["type"] == "response.incomplete")
            #expect(streamed.last?["response"]?["incomplete_details"] == ["reason": "content_filter"])
        }
    }

    /// A schema that says nothing of its type would let an answer be a call whose arguments are a word.
    @Test func `The arguments of a call that is insisted on are an object`() async throws {
        let capabilities = ModelCapabilities(
            offline: true, contextLength: 8192, tasks: Set(TaskKind.allCases), structuredOutput: .constrained)
        let service = Service(
            ScriptedModel(
                capabilities: capabilities,
                replies: [.text("{}"), .text(#"{"name":"g","arguments":{}}"#)]))
        try await with(service) { server async throws in
            let tools = ["f", "g"].map { #"{"type":"function","function":{"name":"\#($0)","parameters":{}}}"# }
            for offered in [[tools[0]], tools] {
                let reply = try await server.send(
                    "POST", "/v1/chat/completions",
                    body: chat(#""tools":[\#(offered.joined(separator: ","))],"tool_choice":"required""#))
                #expect(reply.status == 200, "\(reply.body)")
            }
            let roots = service.model.requests.compactMap { $0.schema?.root }
            try #require(roots.count == 2)
            #expect(roots[0]["type"] == "object")
            let choices = roots[1]["anyOf"]?.arrayValue ?? []
            #expect(choices.count == 2)
            #expect(choices.allSatisfy { $0["properties"]?["arguments"]?["type"] == "object" })
        }
    }

    @Test func `What is no tool is refused over every interface, whoever would serve`() async throws {
        let service = caller()
        try await with(service) { server async throws in
            for (right, wrong) in [
                // Two of one name, no name, a schema that is none, and one of something that is no object.
                (#""name":"time""#, #""name":"weather-now""#), (#""name":"time""#, #""name":"""#),
                (#"{"type":"object","properties":{"zone":{"type":"string"}}"#, #"{"type":"array","properties":{}"#),
            ] {
                for (path, body) in offering() {
                    #expect(body.contains(right))
                    let reply = try await server.send("POST", path, body: body.replacing(right, with: wrong))
                    #expect(reply.status == 400 && reply.body.contains("tools"), "\(path) \(wrong) \(reply.body)")
                }
            }
            #expect(service.model.requests.isEmpty)
        }
    }
}
