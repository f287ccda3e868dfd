import Foundation
import HearthCore
import HearthEngine
import HearthMCP
import HearthStore
import HearthTesting
import Testing

@testable import HearthHTTP
@testable import HearthServer

/// Work for a program takes time, and what it was begun with may be called private before its answer goes out.
@Suite struct GivenTests {
    private typealias Raise = @Sendable () async throws -> Void

    private static let words = "The combination of the safe is 4711."

    /// A library with one document that a program may read, and what calls it private.
    private func library(
        _ body: (_ hearth: Hearth, _ id: String, _ raise: @escaping Raise) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-given-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth = try Hearth(folder: folder)
        let database = try await hearth.database()
        let samples = SampleDocuments()
        let document = samples.document(1)
        let id = try await database.replaceSource(samples.source("/safe.txt", of: document), with: document).documentID
        try await body(hearth, id) {
            try await Reader.$current.withValue(nil) { try await database.setLabel(.private, ofDocument: id) }
        }
        await hearth.shutdown()
    }

    private func request(_ path: String) -> ServerRequest { ServerRequest(method: .get, path: path, caller: .token) }

    @Test func anAnswerIsHeldAgainstTheLabelsOfWhenItGoesOut() async throws {
        for removes in [false, true] {
            try await library { hearth, id, raise async throws in
                let route = ServerRoute(.get, "/slow") { _ in
                    try await hearth.privacy.willGive([.document(id)])
                    try await raise()
                    // Nothing tells by then what it was called last.
                    if removes { try await hearth.database().removeSources(paths: ["/safe.txt"]) }
                    return .text(Self.words)
                }
                let error = await #expect(throws: EngineError.self) {
                    _ = try await HearthServer.limited(route, hearth).handle(request("/slow"))
                }
                #expect(error?.code == "above-ceiling")
            }
        }
    }

    @Test func namesAreHeldAgainstThemToo() async throws {
        try await library { hearth, id, raise async throws in
            let route = ServerRoute(.get, "/names") { _ in
                try await hearth.privacy.willName([.document(id)])
                try await raise()
                return .text("safe.txt")
            }
            await #expect(throws: EngineError.self) {
                _ = try await HearthServer.limited(route, hearth).handle(request("/names"))
            }
        }
    }

    @Test func aStreamEndsWithThePieceBeforeItsSourceWasRaised() async throws {
        try await library { hearth, id, raise async throws in
            let route = ServerRoute(.get, "/stream") { _ in
                .events { sink in
                    try await hearth.privacy.willGive([.document(id)])
                    try await sink.send(data: "The combination of the safe")
                    try await raise()
                    try await sink.send(data: "is 4711.")
                }
            }
            let response = try await HearthServer.limited(route, hearth).handle(request("/stream"))
            guard case .stream(_, let produce) = response.content else {
                Issue.record("It is no stream.")
                return
            }
            let sink = EventSink()
            let error = await #expect(throws: EngineError.self) { try await produce(sink) }
            #expect(error?.code == "above-ceiling")
            sink.finish(error)
            var sent = ""
            reading: while true {
                switch await sink.next() {
                case .head: break
                case .bytes(let bytes): sent += String(decoding: bytes, as: UTF8.self)
                case .failed, .end: break reading
                }
            }
            #expect(sent.contains("combination") && !sent.contains("4711"))
        }
    }

    @Test func theResultOfAToolIsHeldAgainstThem() async throws {
        try await library { hearth, id, raise async throws in
            let tool = MCPTool(
                name: "slow", title: "Slow", description: "Takes its time.", inputSchema: ["type": "object"]
            ) { _, _ in
                try await hearth.privacy.willGive([.document(id)])
                try await raise()
                return ToolResult(Self.words)
            }
            let reply = await MCPSession(.hearth(hearth, tools: [tool])).handle(
                [
                    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": [
                        "name": "slow", "arguments": [:],
                        "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
                    ],
                ], notify: { _ in })
            #expect(reply?["result"]?["isError"] == true)
            #expect(reply?.description.contains("4711") == false)
        }
    }

    @Test func theOwnerIsToldWhateverItIsCalled() async throws {
        try await library { hearth, id, raise async throws in
            let route = ServerRoute(.get, "/slow") { _ in
                try await hearth.privacy.willGive([.document(id)])
                try await raise()
                return .text(Self.words)
            }
            let owner = ServerRequest(method: .get, path: "/slow", caller: .session(id: "s", until: .max))
            #expect(try await HearthServer.limited(route, hearth).handle(owner).status == .ok)
        }
    }
}
