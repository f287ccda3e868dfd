import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

/// What is said of what a client asks for and cannot be done, or has no effect.
@Suite("What clients ask for beside the text")
struct ClientParameterTests: ClientTesting {
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
        try await with(ClientService(model)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("auto", more))
            #expect(reply.status == 400 && reply.json["error"]?["param"]?.stringValue == name, "\(reply.body)")
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `Nobody is told that a text is harmless, since nothing here judges that`() async throws {
        let model = ScriptedModel()
        try await with(ClientService(model)) { server async throws in
            for base in ["/v1", "/openai/v1"] {
                let body = #"{"model":"omni-moderation-latest","input":"I will."}"#
                let reply = try await server.send("POST", base + "/moderations", body: body)
                #expect(reply.status == 400 && reply.json["error"]?["code"] == "unsupported_value", "\(reply.body)")
                #expect(reply.json["error"]?["param"] == "model" && reply.json["results"] == nil)
                let empty = try await server.send("POST", base + "/moderations", body: "{}")
                #expect(empty.status == 400 && empty.json["error"]?["param"] == "input", "\(empty.body)")
            }
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `What has no effect is named, what asks for nothing is not, and what is taken reaches the engine`()
        async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(ClientService(model)) { server async throws in
            let more =
                #","reasoning_effort":"high","zebra":1,"verbosity":null,"logprobs":false,"store":true,"user":"u","#
                + #""top_k":7,"min_p":0.25,"parallel_tool_calls":true"#
            let reply = try await server.send("POST", path, body: chat("auto", more))
            let notes = try #require(reply.headers["hearth-notes"])
            #expect(notes.contains("reasoning_effort") && notes.contains("zebra"))
            #expect(
                !notes.contains("store") && !notes.contains("verbosity") && !notes.contains("user")
                    && !notes.contains("top_k"))
            #expect(model.requests.last?.options.topK == 7 && model.requests.last?.options.minP == 0.25)
            let plain = try await server.send("POST", path, body: chat("auto", #","store":false"#))
            #expect(plain.headers["hearth-notes"] == nil)
            let effort = try await server.send(
                "POST", "/v1/messages", body: message("auto", #","output_config":{"effort":"low"},"container":"c""#))
            let told = effort.headers["hearth-notes"]
            #expect(told?.contains("output_config.effort") == true && told?.contains("container") == true)
        }
    }

    @Test func `What single messages have beyond is named, and calls from before there were tools are calls`()
        async throws
    {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        try await with(ClientService(model)) { server async throws in
            let body = #"""
                {"model":"auto","repetition_penalty":1.5,"messages":[{"role":"user","content":"when","name":"ada"},
                {"role":"assistant","content":null,"function_call":{"name":"look","arguments":"{\"a\":1}"}},
                {"role":"function","name":"look","content":"found"}]}
                """#
            let reply = try await server.send("POST", path, body: body)
            #expect(reply.status == 200, "\(reply.body)")
            #expect(reply.headers["hearth-notes"]?.contains("messages[0].name") == true)
            let asked = try #require(model.requests.last)
            #expect(asked.options.repetitionPenalty == 1.5)
            let call = try #require(asked.messages.dropFirst().first?.toolCalls?.first)
            #expect(call.name == "look" && call.arguments == #"{"a":1}"#)
            #expect(asked.messages.last?.toolCallID == call.id)
            let prefix = try await server.send(
                "POST", path,
                body: #"{"model":"auto","messages":[{"role":"assistant","content":"a","prefix":true}]}"#)
            #expect(prefix.status == 400 && prefix.json["error"]?["param"] == "messages[0].prefix", "\(prefix.body)")
        }
    }

    @Test func `What a response is to include and cannot is named`() async throws {
        try await with(ClientService(ScriptedModel(otherwise: { _ in .text("hi") }))) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/responses",
                body: #"""
                    {"model":"auto","input":"a","include":["reasoning.encrypted_content"],"text":{"verbosity":"low"}}
                    """#)
            let notes = try #require(reply.headers["hearth-notes"])
            #expect(notes.contains("reasoning.encrypted_content") && notes.contains("text.verbosity"))
            let several = try await server.send("POST", "/v1/responses", body: #"{"model":"auto","input":"a","n":2}"#)
            #expect(several.status == 400 && several.json["error"]?["param"] == "n")
        }
    }

    @Test func `Several answers to one prompt are requests of their own, each with its number and its seed`()
        async throws
    {
        let model = ScriptedModel(otherwise: { request in .text("seed \(request.options.seed ?? 0)") })
        try await with(ClientService(model)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("auto", #","n":6,"seed":40"#))
            let choices = try #require(reply.json["choices"]?.arrayValue)
            #expect(choices.compactMap { $0["index"]?.numberValue?.intValue } == Array(0..<6))
            #expect(choices.compactMap { $0["message"]?["content"]?.stringValue } == (40..<46).map { "seed \($0)" })
            let completions = try await server.send(
                "POST", "/v1/completions", body: #"{"model":"auto","prompt":["a","b"],"n":2,"best_of":2}"#)
            #expect(completions.json["choices"]?.arrayValue?.count == 4, "\(completions.body)")
            let stream = try await server.send("POST", path, body: chat("auto", #","n":2,"seed":7,"stream":true"#))
            #expect(
                stream.body.contains("seed 7") && stream.body.contains("seed 8") && stream.body.contains("[DONE]"))
        }
    }

    @Test func `One of several answers that fails fails them all`() async throws {
        let model = ScriptedModel(otherwise: { request in
            request.options.seed == 42 ? .failure(IncompleteResponse(engine: .local)) : .text("hi")
        })
        try await with(ClientService(model)) { server async throws in
            let reply = try await server.send("POST", path, body: chat("auto", #","n":4,"seed":40"#))
            #expect(reply.status == 502, "\(reply.body)")
        }
    }

    @Test func `A schema beside json_object holds`() async throws {
        let more = #","response_format":{"type":"json_object","schema":{"type":"object","required":["a"]}}"#
        try await with(ClientService(ScriptedModel(replies: [.text("{}"), .text("{}")]))) { server async throws in
            #expect(try await server.send("POST", path, body: chat("auto", more)).status == 422)
        }
    }

    @Test func `A text of which a part alone was embedded is told of`() async throws {
        try await with(ClientService(ScriptedModel(), names: ["text-embedding-3-small": "auto"])) {
            server async throws in
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
