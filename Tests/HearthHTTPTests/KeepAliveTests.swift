import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("How long models stay for Ollama's clients")
struct KeepAliveTests {
    /// A model that was used a while ago, and what was asked of it.
    private final class Memory: Sendable {
        /// What is answered, one after the other, before the model is out.
        private let uses: Mutex<[Date]>
        private let asked = Mutex<[String]>([])

        init(uses: [Date] = []) { self.uses = Mutex(uses) }

        var unloads: [String] { asked.withLock { $0 } }

        func unload(_ id: String) -> Date? {
            asked.withLock { $0.append(id) }
            return uses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    private struct Service: ModelService {
        let model: ScriptedModel
        let memory: Memory

        func models() async throws -> [ServedModel] {
            [
                ServedModel(id: "auto"), ServedModel(id: "local/scripted", engine: .local, model: "scripted"),
                ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed),
            ]
        }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
            ModelRouter(models: [model], policy: RoutingPolicy(), configuration: .init(ledger: ForgetfulLedger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
            engine == .local ? LengthEmbedder(dimension: 2, maxTokens: 100) : nil
        }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw ServerError.invalid("model", "There are no documents.")
        }

        func unload(_ id: String, unusedSince moment: Date) async throws -> Date? { memory.unload(id) }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    private func with(
        _ memory: Memory = Memory(), open: Bool = false,
        _ body: @escaping @Sendable (Loopback, IdleModels) async throws -> Void
    ) async throws {
        let service = Service(model: ScriptedModel(otherwise: { _ in .text("yes") }), memory: memory)
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        configuration.opensModels = open
        let ollama = OllamaRoutes(service)
        try await Loopback.with(ollama.routes, configuration: configuration) { server async throws in
            try await body(server, ollama.idle)
        }
    }

    private func hello(_ keepAlive: String, stream: Bool = false) -> String {
        #"{"model":"local/scripted","messages":[{"role":"user","content":"hi"}],"stream":\#(stream),"keep_alive":\#(keepAlive)}"#
    }

    @Test(
        arguments: [
            ("5", .unused(.seconds(5))), ("0", .unused(.zero)), ("1.5", .unused(.seconds(1.5))),
            (#""5m""#, .unused(.seconds(300))), (#""1h30m""#, .unused(.seconds(5400))),
            (#""250ms""#, .unused(.milliseconds(250))), (#""0""#, .unused(.zero)), (#""0s""#, .unused(.zero)),
            (#""90""#, .unused(.seconds(90))), ("-1", .whileThereIsRoom), (#""-1""#, .whileThereIsRoom),
            (#""-5m""#, .whileThereIsRoom), ("1e300", .whileThereIsRoom), (#""99999999h""#, .whileThereIsRoom),
        ] as [(String, OllamaKeepAlive)])
    func `Seconds and durations are read`(_ text: String, _ expected: OllamaKeepAlive) throws {
        let fields = try RequestFields(try JSONValue(parsing: "{\"keep_alive\":\(text)}"))
        #expect(try OllamaKeepAlive.read(fields) == expected)
    }

    @Test(arguments: [
        #""""#, #""soon""#, #""5x""#, #""m""#, #""-""#, #""1.2.3s""#, #""inf""#, "true", "[]", #""0x10""#,
    ])
    func `What is no duration is refused`(_ text: String) async throws {
        try await with { server, _ async throws in
            let reply = try await server.send("POST", "/api/chat", body: hello(text))
            #expect(reply.status == 400, "\(reply.body)")
            #expect(reply.json["error"]?.stringValue?.hasPrefix("`keep_alive` has to be") == true, "\(reply.body)")
        }
    }

    @Test func `Zero takes the model out when it has answered, whole or as a stream`() async throws {
        for stream in [false, true] {
            let memory = Memory()
            try await with(memory) { server, idle async throws in
                let reply = try await server.send("POST", "/api/chat", body: hello("0", stream: stream))
                #expect(reply.status == 200 && memory.unloads == ["local/scripted"], "\(reply.body)")
                #expect(await idle.waitingCount == 0, "there is nothing left to let go")
                #expect(reply.headers["hearth-notes"]?.contains("keep_alive") != true)
            }
        }
    }

    /// Waits until no model is to be let go any more, for ten seconds at most.
    private func settle(_ idle: IdleModels) async throws {
        for _ in 0..<500 {
            guard await idle.waitingCount > 0 else { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func `A model that is in use is looked at again`() async throws {
        let memory = Memory(uses: [.now, .now])
        try await with(memory) { server, idle async throws in
            _ = try await server.send("POST", "/api/chat", body: hello("0"))
            #expect(await idle.waitingCount == 1)
            let end = try #require(await idle.ends["local/scripted"])
            #expect(abs(end.timeIntervalSinceNow) < 10)
            try await settle(idle)
            #expect(memory.unloads.count == 3)
            #expect(await idle.waitingCount == 0)
        }
    }

    @Test func `A while takes it out later`() async throws {
        let memory = Memory()
        try await with(memory) { server, idle async throws in
            _ = try await server.send("POST", "/api/chat", body: hello(#""100ms""#))
            try await settle(idle)
            #expect(memory.unloads == ["local/scripted"])
            #expect(await idle.waitingCount == 0)
        }
    }

    @Test func `What is said last of a model holds`() async throws {
        let memory = Memory()
        try await with(memory) { server, idle async throws in
            _ = try await server.send("POST", "/api/chat", body: hello("3600"))
            #expect(await idle.waitingCount == 1, "it is to go in an hour")
            _ = try await server.send("POST", "/api/chat", body: hello("1800"))
            #expect(await idle.waitingCount == 1, "in half an hour, and not twice")
            _ = try await server.send("POST", "/api/chat", body: hello("null"))
            #expect(await idle.waitingCount == 1, "who says nothing of it changes nothing")
            _ = try await server.send("POST", "/api/chat", body: hello("-1"))
            #expect(await idle.waitingCount == 0, "it stays")
            _ = try await server.send("POST", "/api/chat", body: hello("3600"))
            _ = try await server.send("POST", "/api/chat", body: hello("0"))
            #expect(memory.unloads == ["local/scripted"], "it is out at once")
            #expect(await idle.waitingCount == 0, "and not to go in an hour, too")
        }
    }

    @Test func `A request without anything to say takes it out`() async throws {
        let memory = Memory()
        try await with(memory) { server, idle async throws in
            let reply = try await server.send(
                "POST", "/api/generate", body: #"{"model":"local/scripted","keep_alive":0}"#)
            #expect(reply.json["done_reason"] == "unload" && memory.unloads == ["local/scripted"], "\(reply.body)")
            _ = try await server.send(
                "POST", "/api/generate", body: #"{"model":"local/scripted","keep_alive":"1h"}"#)
            #expect(await idle.waitingCount == 1, "or later")
        }
    }

    @Test func `Who comes without the token has no say in it`() async throws {
        let memory = Memory()
        try await with(memory, open: true) { server, idle async throws in
            let reply = try await server.send("POST", "/api/chat", token: nil, body: hello("0"))
            #expect(reply.status == 200 && memory.unloads.isEmpty, "\(reply.body)")
            #expect(reply.headers["hearth-notes"]?.contains("keep_alive") == true)
            _ = try await server.send("POST", "/api/chat", token: nil, body: hello("3600"))
            #expect(await idle.waitingCount == 0)
        }
    }

    @Test func `The model for vectors stays, and it is said`() async throws {
        let memory = Memory()
        try await with(memory) { server, idle async throws in
            for (path, field) in [("/api/embed", "input"), ("/api/embeddings", "prompt")] {
                let reply = try await server.send(
                    "POST", path, body: "{\"model\":\"local\",\"\(field)\":\"a\",\"keep_alive\":0}")
                #expect(reply.status == 200 && memory.unloads.isEmpty, "\(reply.body)")
                #expect(reply.headers["hearth-notes"]?.contains("keep_alive: the model for vectors stays") == true)
            }
            #expect(await idle.waitingCount == 0)
        }
    }
}
