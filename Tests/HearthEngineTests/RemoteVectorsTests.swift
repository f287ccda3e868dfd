import HearthCore
import HearthModels
import HearthStore
import HearthTesting
import Testing

@testable import HearthEngine

/// Vectors and rankings by the user's own endpoint: the same policy, consent and ledger as for every other request.
@Suite struct RemoteVectorsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func server() async throws -> WireServer {
        try await WireServer.start { request in
            let body =
                request.target.hasSuffix("/rerank")
                ? #"{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}"#
                : #"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,0]}]}"#
            return .http(headers: [("content-type", "application/json")], body: Array(body.utf8))
        }
    }

    private func hearth(_ server: WireServer) throws -> Hearth {
        try folder.write("settings.json", #"{"custom-url": "\#(server.url)/v1", "custom-model": "tiny"}"#)
        return try Hearth(folder: folder.url)
    }

    @Test func withoutConsentNothingIsSentAndTheRefusalIsInTheLedger() async throws {
        let server = try await Self.server()
        let hearth = try hearth(server)
        let model = try await hearth.remoteEmbedder(engine: .custom, modelID: "bge", dimension: 2)
        let error = await #expect(throws: RoutingError.self) { try await model.embed(["a", "b"]) }
        #expect(error?.code == "refused-by-policy")
        #expect(server.log.connections.isEmpty)
        let records = try await hearth.database().ledger()
        #expect(records.map(\.entry.kind) == [.refusal] && records.first?.entry.task == .embed)
        await hearth.shutdown()
        await server.stop()
    }

    @Test func withConsentVectorsComeInOrderAndEachRequestIsDecided() async throws {
        let server = try await Self.server()
        let hearth = try hearth(server)
        let consent = try await hearth.grantConsent(to: .custom, for: .embed)
        let model = try await hearth.remoteEmbedder(engine: .custom, modelID: "bge", dimension: 2)
        #expect(try await model.embed(["a", "b"]) == [[1, 0], [0, 1]])
        _ = try await hearth.database().removeConsent(id: consent.id)
        await #expect(throws: RoutingError.self) { try await model.embed(["c", "d"]) }
        #expect(server.log.requests.map(\.target) == ["/v1/embeddings"])
        let kinds = try await hearth.database().ledger().map(\.entry.kind)
        #expect(kinds.filter { $0 == .decision }.count == 1 && kinds.contains(.connection) && kinds.contains(.refusal))
        await hearth.shutdown()
        await server.stop()
    }

    @Test func privateTextIsRefusedWithConsentToo() async throws {
        let server = try await Self.server()
        let hearth = try hearth(server)
        _ = try await hearth.grantConsent(to: .custom)
        let model = try await hearth.remoteReranker(modelID: "bge", routing: RoutingChoice(label: .private))
        await #expect(throws: RoutingError.self) { try await model.scores(query: "q", texts: ["a", "b"]) }
        #expect(server.log.connections.isEmpty)
        let open = try await hearth.remoteReranker(modelID: "bge")
        #expect(try await open.scores(query: "q", texts: ["a", "b"]) == [0.1, 0.9])
        await hearth.shutdown()
        await server.stop()
    }

    /// The endpoint is busy; before it is asked again, the consent is taken back.
    @Test func anAttemptThatIsRepeatedIsAskedForAgain() async throws {
        let server = try await WireServer.start(script: [.http(503, headers: [("Retry-After", "3")])])
        let hearth = try hearth(server)
        let consent = try await hearth.grantConsent(to: .custom, for: .embed)
        let model = try await hearth.remoteEmbedder(engine: .custom, modelID: "bge", dimension: 2)
        let work = Task { try await model.embed(["a", "b"]) }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        #expect(try await hearth.database().removeConsent(id: consent.id))
        await #expect(throws: RoutingError.self) { try await work.value }
        #expect(server.log.requests.count == 1)
        let records = try await hearth.database().ledger().map(\.entry)
        #expect(records.count { $0.kind == .decision } == 1 && records.count { $0.kind == .connection } == 1)
        #expect(records.last { $0.kind == .outcome }?.errorCode == "refused-by-policy")
        await hearth.shutdown()
        await server.stop()
    }

    @Test func anEngineWithoutSuchAServiceIsNamed() async throws {
        let hearth = try Hearth(folder: folder.url)
        for engine in [Engine.anthropic, .local, .custom] {
            let error = await #expect(throws: EngineError.self) {
                _ = try await hearth.remoteEmbedder(engine: engine, modelID: "m", dimension: 2)
            }
            #expect(error?.code == "usage")
        }
    }
}
