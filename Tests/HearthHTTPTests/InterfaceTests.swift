import Foundation
import HearthCore
import HearthHTTP
import HearthModels
import HearthTesting
import NIOCore
import Synchronization
import Testing

@Suite("Interfaces for other programs")
struct InterfaceTests {
    /// Hearth, as far as these interfaces see it, with an engine that does what a test says.
    final class Service: ModelService {
        let model: ScriptedModel
        let ledger = Ledger()
        let policy: RoutingPolicy

        init(_ model: ScriptedModel, policy: RoutingPolicy = RoutingPolicy()) {
            self.model = model
            self.policy = policy
        }

        func models() async throws -> [ServedModel] {
            [
                ServedModel(id: "auto"),
                ServedModel(id: "openai/far", engine: .openai, model: "far", problem: "No key is set."),
                ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed),
                ServedModel(
                    id: "\(model.engine.rawValue)/\(model.modelID)", engine: model.engine, model: model.modelID),
            ]
        }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
            ModelRouter(models: [model], policy: policy, configuration: .init(ledger: ledger))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
            engine == .local ? LengthEmbedder(id: "tiny") : nil
        }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            DocumentAnswer(
                text: "picked for \(question.text)",
                decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
        }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    final class Ledger: RoutingLedger {
        let entries = Mutex<[LedgerEntry]>([])

        func append(_ entry: LedgerEntry) async throws -> Int {
            entries.withLock { entries in
                entries.append(entry)
                return entries.count
            }
        }
    }

    func with(
        _ service: Service, _ body: @escaping @Sendable (Loopback) async throws -> Void
    ) async throws {
        try await Loopback.with(OpenAIRoutes(service).routes + AnthropicRoutes(service).routes) { server async throws in
            try await body(server)
        }
    }

    let hello = #"{"model":"auto","messages":[{"role":"user","content":"hello"}]}"#

    @Test func `An answer says which engine gave it, in its head, its model and the ledger`() async throws {
        let service = Service(ScriptedModel(replies: [.text("good ", "day")]))
        try await with(service) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: hello)
            #expect(reply.status == 200)
            #expect(reply.headers["hearth-engine"] == "local" && reply.headers["hearth-model"] == "scripted")
            #expect(reply.json["model"] == "local/scripted")
            let record = try #require(reply.headers["hearth-ledger-record"].flatMap { Int($0) })
            let entry = service.ledger.entries.withLock { $0[record - 1] }
            #expect(entry.kind == .decision && entry.engine == .local && entry.label == .personal)
        }
    }

    @Test func `A prompt that no engine can take is refused before anything reads it`() async throws {
        let service = Service(ScriptedModel(otherwise: { _ in .text("read") }))
        try await with(service) { server async throws in
            let long = String(repeating: "words of a long prompt ", count: 10_000)
            for model in ["auto", "local/scripted"] {
                let reply = try await server.send(
                    "POST", "/v1/chat/completions",
                    body: hello.replacing("auto", with: model).replacing("hello", with: long))
                #expect(
                    reply.status == 400 && reply.errorCode?.hasPrefix("context") == true, "\(reply.body.prefix(300))")
            }
            #expect(service.model.requests.isEmpty)
            // What may well fit is for the engine to judge: it counts its own tokens.
            let near = hello.replacing("hello", with: String(long.prefix(100_000)))
            #expect(try await server.send("POST", "/v1/chat/completions", body: near).status == 200)
        }
    }

    @Test func `A label can be made stricter, and never milder`() async throws {
        let service = Service(ScriptedModel(replies: [.text("one")]))
        try await with(service) { server async throws in
            let strict = try await server.send(
                "POST", "/v1/chat/completions", headers: ["Hearth-Label: private"], body: hello)
            #expect(strict.status == 200)
            #expect(service.model.requests.first?.label == .private)
            for label in ["public", "secret", ""] {
                let mild = try await server.send(
                    "POST", "/v1/chat/completions", headers: ["Hearth-Label: \(label)"], body: hello)
                #expect(mild.status == 400)
            }
            #expect(service.model.requests.count == 1)
        }
    }

    @Test func `What the policy refuses is refused, and not given to another`() async throws {
        let service = Service(ScriptedModel(engine: .openai, replies: [.text("never")]))
        try await with(service) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: hello)
            #expect(reply.status == 403 && reply.errorCode == "refused_by_policy")
            let anthropic = try await server.send(
                "POST", "/v1/messages",
                body: #"{"model":"auto","max_tokens":5,"messages":[{"role":"user","content":"x"}]}"#)
            #expect(anthropic.status == 403 && anthropic.json["error"]?["type"] == "permission_error")
            #expect(service.model.requests.isEmpty)
        }
    }

    @Test func `Where no engine can chat, the documents answer; a model that was named has no stand-in`() async throws {
        let model = ScriptedModel()
        model.setAvailability(.unavailable(reason: .modelMissing, message: "no file"))
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: hello)
            #expect(reply.headers["hearth-engine"] == "basic")
            #expect(reply.json["choices"]?.arrayValue?.first?["message"]?["content"] == "picked for hello")
            let named = try await server.send(
                "POST", "/v1/chat/completions", body: hello.replacing("auto", with: "local/scripted"))
            #expect(named.status == 422 && named.errorCode == "no_engine")
            let form = hello.dropLast() + #","response_format":{"type":"json_object"}}"#
            #expect(try await server.send("POST", "/v1/chat/completions", body: String(form)).status == 422)
        }
    }

    private struct Fault: PassingError {
        var code: String { kind.rawValue }
        var kind: Failure.Kind
        let message = "It did not work."
        var secondsToWait: Double?
    }

    /// Clients repeat what ends with 409, 429 and 5xx, three times and more.
    @Test(
        arguments: [
            (.invalidOutput, 422, nil, nil), (.refusedByModel, 422, nil, nil), (.noEngine, 422, nil, nil),
            (.notConfigured, 422, nil, nil), (.refusedByPolicy, 403, nil, nil), (.unknownModel, 404, nil, nil),
            (.unusableModel, 422, nil, nil), (.badKey, 502, "false", nil), (.modelFailed, 503, nil, nil),
            (.quotaExceeded, 429, "false", nil), (.rateLimited, 429, nil, "7"), (.overloaded, 429, nil, "7"),
            (.providerFailed, 502, nil, nil), (.timedOut, 504, nil, nil), (.unsupportedTask, 501, "false", nil),
            (.badRequest, 400, nil, nil), (.unusableTemplate, 422, nil, nil), (.unreadable, 422, nil, nil),
            (.modelEnded, 503, "false", nil), (.diskFull, 507, "false", nil), (.wrongAddress, 502, "false", nil),
            (.unsendable, 422, nil, nil), (.internal, 500, nil, nil),
        ] as [(Failure.Kind, Int, String?, String?)])
    func `What a repetition does not cure is told so, and what waiting cures tells how long`(
        _ kind: Failure.Kind, _ status: Int, _ again: String?, _ wait: String?
    ) async throws {
        let fault = Fault(kind: kind, secondsToWait: 6.2)
        for path in ["/v1/chat/completions", "/v1/messages"] {
            try await with(Service(ScriptedModel(replies: [.failure(fault)]))) { server async throws in
                let reply = try await server.send(
                    "POST", path,
                    body: #"{"model":"local/scripted","max_tokens":9,"messages":[{"role":"user","content":"hello"}]}"#)
                #expect(reply.status == status, "\(kind) \(reply.body)")
                #expect(reply.headers["x-should-retry"] == again, "\(kind)")
                #expect(reply.headers["retry-after"] == wait, "\(kind)")
            }
        }
    }

    private func extended(_ more: String) -> String { String(hello.dropLast()) + more }

    @Test func `JSON that was cut off at its limit is an answer that says so`() async throws {
        let form =
            #","response_format":{"type":"json_schema","json_schema":{"name":"p","schema":"#
            + #"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}}"#
        let cut = ScriptedModel.Reply.text(#"{"na"#, finishReason: .length)
        for stream in [false, true] {
            try await with(Service(ScriptedModel(replies: [cut]))) { server async throws in
                let reply = try await server.send(
                    "POST", "/v1/chat/completions",
                    body: extended(#","stream":\#(stream)"# + form))
                #expect(reply.status == 200, "\(reply.body)")
                #expect(reply.body.contains(#""finish_reason":"length""#), "\(reply.body)")
            }
        }
        // Half a call is no call.
        let tool =
            #","tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","required":["name"],"#
            + #""properties":{"name":{"type":"string"}}}}}],"tool_choice":"required"}"#
        let model = ScriptedModel(replies: [.text(#"{"na"#, finishReason: .length)])
        try await with(Service(model)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: extended(tool))
            #expect(reply.status == 200 && reply.body.contains(#""finish_reason":"length""#), "\(reply.body)")
            #expect(!reply.body.contains("tool_calls"))
        }
        // One that came to its end and does not follow is none.
        let wrong = ScriptedModel(replies: [.text("no"), .text("no")])
        try await with(Service(wrong)) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: extended(form))
            #expect(reply.status == 422 && reply.errorCode == "invalid_structured_output")
        }
    }

    @Test func `Only what could answer is listed, and vectors apart`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            func ids(_ path: String) async throws -> [String] {
                try await server.send("GET", path).json["data"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
            }
            #expect(try await ids("/v1/models") == ["auto", "local/scripted"])
            #expect(try await ids("/v1/models?task=embed") == ["local/vectors"])
            #expect(try await server.send("GET", "/v1/models?task=dance").status == 400)
            // By its name it says why it could not.
            let known = try await server.send("GET", "/v1/models/openai/far")
            #expect(known.status == 200 && known.json["problem"] == "No key is set.")
        }
    }

    @Test func `Tokens that were read from the cache are not counted twice`() async throws {
        let usage = TokenUsage(promptTokens: 100, completionTokens: 5, cachedTokens: 80)
        try await with(Service(ScriptedModel(replies: [.text("yes", usage: usage)]))) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/messages",
                body: #"{"model":"auto","max_tokens":5,"messages":[{"role":"user","content":"x"}]}"#)
            #expect(reply.json["usage"]?["input_tokens"] == 20)
            #expect(reply.json["usage"]?["cache_read_input_tokens"] == 80)
        }
    }

    @Test func `An address that takes other methods names them`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            let post = try await server.send("GET", "/v1/completions")
            #expect(post.status == 405 && post.headers["allow"] == "POST")
            let get = try await server.send("DELETE", "/v1/models")
            #expect(get.status == 405 && get.headers["allow"] == "GET, HEAD")
            #expect(try await server.send("PROPFIND", "/v1/models").headers["allow"]?.contains("GET") == true)
        }
    }

    @Test func `A stream that fails in the middle ends with an error, and not with its end`() async throws {
        struct Broken: ReadableError {
            let code = "provider-failed"
            let kind = Failure.Kind.providerFailed
            let message = "It fell over."
        }
        let service = Service(ScriptedModel(replies: [.failure(Broken(), after: "half ")]))
        try await with(service) { server async throws in
            let body = String(hello.dropLast()) + #","stream":true}"#
            let reply = try await server.send("POST", "/v1/chat/completions", body: body)
            #expect(reply.status == 200)
            #expect(reply.events.last?.contains("It fell over.") == true)
            #expect(!reply.events.contains("[DONE]"))
        }
    }

    // MARK: - Tools that have to be called

    let tools = #"""
        [{"type":"function","function":{"name":"weather-now","description":"The weather.","parameters":
        {"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}},
        {"type":"function","function":{"name":"time","parameters":
        {"type":"object","properties":{"zone":{"type":"string"}},"required":["zone"],"additionalProperties":false}}}]
        """#

    func chat(_ more: String) -> String { String(hello.dropLast()) + ",\(more)}" }

    @Test func `A tool that was named is called, with arguments that follow its schema`() async throws {
        let service = Service(ScriptedModel(replies: [.text(#"{"city":"Bonn"}"#), .text(#"{"city":"Bonn"}"#)]))
        try await with(service) { server async throws in
            let choice = #""tool_choice":{"type":"function","function":{"name":"weather-now"}}"#
            let reply = try await server.send(
                "POST", "/v1/chat/completions", body: chat(#""tools":\#(tools),\#(choice)"#))
            let first = reply.json["choices"]?.arrayValue?.first
            let call = first?["message"]?["tool_calls"]?.arrayValue?.first
            #expect(reply.status == 200, "\(reply.body)")
            #expect(
                call?["function"]?["name"] == "weather-now" && call?["function"]?["arguments"] == #"{"city":"Bonn"}"#)
            #expect(first?["finish_reason"] == "tool_calls" && first?["message"]?["content"] == .null)
            let request = try #require(service.model.requests.first)
            // The schema is enforced where the engine can, and told where it cannot; the tool itself is not offered.
            #expect(request.schema != nil || request.messages.contains { $0.content.contains("\"city\"") })
            #expect(request.tools.isEmpty)
            #expect(
                request.messages.first?.role == .system && request.messages.first?.content.contains("weather") == true)

            let anthropic = try await server.send(
                "POST", "/v1/messages",
                body: #"""
                    {"model":"auto","max_tokens":50,"messages":[{"role":"user","content":"x"}],"tool_choice":
                    {"type":"tool","name":"w"},"tools":[{"name":"w","input_schema":{"type":"object","properties":
                    {"city":{"type":"string"}},"required":["city"]}}]}
                    """#)
            let use = anthropic.json["content"]?.arrayValue?.first
            #expect(use?["type"] == "tool_use" && use?["name"] == "w" && use?["input"]?["city"] == "Bonn")
            #expect(anthropic.json["stop_reason"] == "tool_use")
        }
    }

    @Test func `Of several tools one is called where one is required`() async throws {
        let said = #"{"name":"time","arguments":{"zone":"UTC"}}"#
        let service = Service(ScriptedModel(replies: [.text(said), .text(said)]))
        try await with(service) { server async throws in
            let asked = #""tools":\#(tools),"tool_choice":"required""#
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(asked))
            let calls = reply.json["choices"]?.arrayValue?.first?["message"]?["tool_calls"]?.arrayValue
            #expect(calls?.count == 1 && calls?.first?["function"]?["name"] == "time")
            #expect(calls?.first?["function"]?["arguments"] == #"{"zone":"UTC"}"#)
            let stream = try await server.send(
                "POST", "/v1/chat/completions", body: chat(asked + #","stream":true"#))
            #expect(stream.events.contains { $0.contains("tool_calls") && $0.contains("zone") })
            #expect(stream.events.last == "[DONE]")
        }
    }

    @Test func `What the schemas of tools refer to is found when one of several tools is required`() async throws {
        let tools = #"""
            [{"type":"function","function":{"name":"ping","parameters":{"type":"object","properties":{}}}},
            {"type":"function","function":{"name":"plan","parameters":{"$defs":{"Stop":{"type":"object","properties":
            {"place":{"type":"string"},"next":{"$ref":"#/$defs/Stop"}},"required":["place"],
            "additionalProperties":false}},"type":"object","properties":{"first":{"$ref":"#/$defs/Stop"},
            "back":{"$ref":"#"}},"required":["first"],"additionalProperties":false}}}]
            """#
        let right = #"{"first":{"place":"Bonn","next":{"place":"Ulm"}},"back":{"first":{"place":"Ulm"}}}"#
        let wrong = #"{"first":{"place":"Bonn","next":{"place":7}}}"#
        let said = [wrong, right].map { ScriptedModel.Reply.text(#"{"name":"plan","arguments":\#($0)}"#) }
        let service = Service(ScriptedModel(replies: said))
        try await with(service) { server async throws in
            let asked = #""tools":\#(tools),"tool_choice":"required""#
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(asked))
            let call = reply.json["choices"]?.arrayValue?.first?["message"]?["tool_calls"]?.arrayValue?.first
            #expect(reply.status == 200, "\(reply.body)")
            #expect(call?["function"]?["name"] == "plan" && call?["function"]?["arguments"]?.stringValue == right)
            // The first answer broke a rule that stands behind a reference.
            #expect(service.model.requests.count == 2)
        }
    }

    @Test(arguments: [
        (#""logprobs":true"#, "logprobs"), (#""logprobs":true,"top_logprobs":3"#, "logprobs"),
        (#""top_logprobs":3"#, "top_logprobs"), (#""logit_bias":{"5":1}"#, "logit_bias"),
        (#""presence_penalty":3"#, "presence_penalty"), (#""frequency_penalty":"much""#, "frequency_penalty"),
        (#""tool_choice":"required""#, "tools"), (#""tool_choice":"sometimes""#, "tool_choice"),
        (#""tool_choice":{"type":"function","function":{"name":"other"}}"#, "tool_choice"), (#""n":17"#, "n"),
        (#""n":2,"best_of":4"#, "best_of"),
    ])
    func `What cannot be done is refused by its name`(_ field: String, _ name: String) async throws {
        let service = Service(ScriptedModel(replies: [.text("never")]))
        try await with(service) { server async throws in
            let reply = try await server.send("POST", "/v1/chat/completions", body: chat(field))
            #expect(reply.status == 400 && reply.json["error"]?["param"]?.stringValue == name, "\(reply.body)")
            #expect(service.model.requests.isEmpty)
        }
    }

    @Test func `Penalties reach the engine, and what asks for nothing is let through`() async throws {
        let service = Service(ScriptedModel(replies: [.text("one")]))
        try await with(service) { server async throws in
            let reply = try await server.send(
                "POST", "/v1/chat/completions",
                body: chat(#""presence_penalty":0.5,"frequency_penalty":-1,"logprobs":false,"top_logprobs":0"#))
            #expect(reply.status == 200)
            let options = try #require(service.model.requests.first?.options)
            #expect(options.presencePenalty == 0.5 && options.frequencyPenalty == -1)
        }
    }

    @Test func `Embeddings are the same as numbers and as bytes, and can be cut`() async throws {
        try await with(Service(ScriptedModel())) { server async throws in
            let floats = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"auto","input":["abc","d"]}"#)
            #expect(floats.json["data"]?.arrayValue?.count == 2)
            #expect(
                floats.json["data"]?.arrayValue?.first?["embedding"]?.arrayValue?.map(\.description) == [
                    "3", "0.5", "-1", "0",
                ])
            let bytes = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"auto","input":"abc","encoding_format":"base64"}"#)
            let text = try #require(bytes.json["data"]?.arrayValue?.first?["embedding"]?.stringValue)
            let data = try #require(Data(base64Encoded: text))
            let numbers = data.withUnsafeBytes { raw in
                (0..<4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
            }
            #expect(numbers == [3, 0.5, -1, 0])
            let cut = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"auto","input":"abc","dimensions":1}"#)
            #expect(cut.json["data"]?.arrayValue?.first?["embedding"]?.arrayValue == [1])
            #expect(cut.headers["hearth-notes"] != nil)
            for wrong in [
                #"{"model":"auto"}"#, #"{"model":"auto","input":[]}"#, #"{"model":"auto","input":[1,2]}"#,
                #"{"model":"other","input":"a"}"#, #"{"model":"auto","input":"a","dimensions":5}"#,
            ] {
                let reply = try await server.send("POST", "/v1/embeddings", body: wrong)
                #expect(reply.status == 400 || reply.status == 404)
            }
            // What one engine has stands in for no other.
            let none = try await server.send("POST", "/v1/embeddings", body: #"{"model":"basic","input":"a"}"#)
            #expect(none.status == 422)
        }
    }

    @Test(arguments: [
        ("/v1/chat/completions", #"{"model":"auto","messages":[]}"#, "at least one message"),
        ("/v1/messages", #"{"model":"auto","max_tokens":9,"messages":[]}"#, "at least one message"),
        ("/v1/responses", #"{"model":"auto","input":5}"#, "a string, or a list"),
        ("/v1/responses", #"{"model":"auto","input":[]}"#, "a message of the user"),
        ("/v1/responses", #"{"model":"auto"}"#, "is missing"),
        ("/v1/embeddings", #"{"model":"basic"}"#, "is missing"),
        ("/v1/embeddings", #"{"model":"basic","input":[]}"#, "is an empty list"),
        ("/v1/rerank", #"{"query":"q","documents":[]}"#, "is an empty list"),
        ("/v1/completions", #"{"model":"auto","prompt":[]}"#, "is an empty list"),
    ])
    func `What is there and wrong is not called missing`(_ path: String, _ body: String, _ words: String) async throws {
        try await with(Service(ScriptedModel(otherwise: { _ in .text("x") }))) { server async throws in
            let reply = try await server.send("POST", path, body: body)
            #expect(reply.status == 400 && reply.body.contains(words), "\(reply.body)")
        }
    }

    @Test func `Two thousand requests that mean nothing are refused, and change nothing`() async throws {
        let service = Service(ScriptedModel(otherwise: { _ in .text("x") }))
        try await with(service) { server async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var random = SeededGenerator(seed: UInt64(worker))
                        for _ in 0..<25 { try await server.fuzz(10, &random) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.send("GET", "/healthz").status == 200)
        }
    }
}

extension Loopback {
    /// Sends requests that are broken in one way or another, on one connection each.
    fileprivate func fuzz(_ count: Int, _ random: inout SeededGenerator) async throws {
        let seeds = [
            #"{"model":"auto","messages":[{"role":"user","content":"hello"}],"stop":["a"],"stream":true}"#,
            #"{"model":"auto","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}"#,
            #"{"model":"auto","input":["a","b"],"encoding_format":"base64","dimensions":2}"#,
            #"{"model":"auto","input":[{"role":"user","content":[{"type":"input_text","text":"x"}]}]}"#,
        ]
        let targets = [
            "/v1/chat/completions", "/v1/messages", "/v1/embeddings", "/v1/responses", "/v1/completions",
            "/v1/models/%41",
            "/api/session", "/sign-in?code=%25", "/v1/audio/transcriptions",
        ]
        for _ in 0..<count {
            var body = Array(seeds.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0..<max(1, body.count), using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body.insert(UInt8.random(in: 0...255, using: &random), at: min(place, body.count))
                case 1 where !body.isEmpty: body.remove(at: min(place, body.count - 1))
                case 2: body += body.prefix(place)
                default:
                    if !body.isEmpty { body[min(place, body.count - 1)] = UInt8.random(in: 0...255, using: &random) }
                }
            }
            var head = "POST \(targets.randomElement(using: &random)!) HTTP/1.1\r\nHost: localhost\r\n"
            if Bool.random(using: &random) { head += "Authorization: Bearer \(Loopback.token)\r\n" }
            let types = ["application/json", "multipart/form-data; boundary=x", "text/plain", "multipart/form-data"]
            head += "Content-Type: \(types.randomElement(using: &random)!)\r\n"
            head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
            let text = String(decoding: try await raw(Array(head.utf8) + body), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 "))
            #expect(!text.hasPrefix("HTTP/1.1 500"), "\(text.prefix(300))")
            #expect(!text.contains(Loopback.token))
        }
    }

    fileprivate func raw(_ bytes: [UInt8]) async throws -> [UInt8] {
        try await connect { inbound, outbound in
            try? await outbound.write(ByteBuffer(bytes: bytes))
            var answer: [UInt8] = []
            do {
                for try await piece in inbound { answer += Array(buffer: piece) }
            } catch {
                // A reset after the answer is an end like another.
            }
            return answer
        }
    }
}
