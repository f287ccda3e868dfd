import Foundation
import HearthCore
import HearthHTTP
import Synchronization
import Testing

@Suite("What is under way for a browser that is signed out", .timeLimit(.minutes(10)))
struct SessionStreamTests {
    /// Sends a piece, and another one when it is let go, or after a while.
    private final class Pieces: Sendable {
        private let begun = AsyncStream.makeStream(of: Void.self)
        private let state = Mutex((mayGoOn: false, stopped: 0))

        /// How many ended before they were let go.
        var stopped: Int { state.withLock { $0.stopped } }

        func next() { state.withLock { $0.mayGoOn = true } }
        func hasBegun() async { for await _ in begun.stream { break } }

        func work() async throws {
            begun.continuation.yield()
            let end = ContinuousClock.now + .seconds(60)
            do {
                while ContinuousClock.now < end, !state.withLock({ $0.mayGoOn }) {
                    try await Task.sleep(for: .milliseconds(2))
                }
            } catch {
                state.withLock { $0.stopped += 1 }
                throw error
            }
        }

        func send(to sink: EventSink) async throws {
            try await sink.send(data: "before")
            try await work()
            try await sink.send(data: "after")
        }

        var routes: [ServerRoute] {
            [
                ServerRoute(.get, "/api/events", work: .long) { _ in .events { try await self.send(to: $0) } },
                ServerRoute(.get, "/api/file", work: .long) { _ in
                    ServerResponse(
                        .ok, headers: [("content-type", "text/plain")],
                        content: .stream(.raw) { try await self.send(to: $0) })
                },
                ServerRoute(.post, "/api/answer", work: .long) { _ in
                    try await self.work()
                    return .text("after")
                },
            ]
        }
    }

    private func signIn(_ server: Loopback) async throws -> [String] {
        let origin = "Origin: http://127.0.0.1:\(server.port)"
        let reply = try await server.send(
            "POST", "/api/session", headers: [origin], token: nil, body: "{\"token\":\"\(Loopback.token)\"}")
        return ["hearth-session: \(try #require(reply.json["key"]?.stringValue))", origin]
    }

    @Test func `A stream ends when its browser signs out, and so does the work on it`() async throws {
        let pieces = Pieces()
        try await Loopback.with(pieces.routes) { server async throws in
            let page = try await signIn(server)
            async let reply = server.send("GET", "/api/events", headers: page, token: nil)
            await pieces.hasBegun()
            #expect(try await server.send("DELETE", "/api/session", headers: page, token: nil).status == 204)
            let answer = try await reply
            // What was handed over before may not have gone out yet: then that, too, goes to nobody.
            #expect(answer.status == 200)
            #expect(answer.events.last?.contains("unauthorized") == true)
            #expect(answer.events.dropLast().allSatisfy { $0 == "before" })
            while pieces.stopped < 1 { await Task.yield() }
        }
    }

    @Test func `Signing the others out ends their streams and answers, and none of one's own`() async throws {
        let pieces = Pieces()
        try await Loopback.with(pieces.routes) { server async throws in
            let (own, other) = (try await signIn(server), try await signIn(server))
            async let theirs = server.send("POST", "/api/answer", headers: other, token: nil, body: "{}")
            await pieces.hasBegun()
            let ended = try await server.send("DELETE", "/api/sessions", headers: own, token: nil)
            #expect(ended.json["ended"] == 1)
            let refused = try await theirs
            #expect(refused.status == 401 && refused.errorCode == "unauthorized")
            async let ours = server.send("GET", "/api/events", headers: own, token: nil)
            await pieces.hasBegun()
            // There is nobody left to sign out.
            #expect(try await server.send("DELETE", "/api/sessions", headers: own, token: nil).json["ended"] == 0)
            pieces.next()
            #expect(try await ours.events == ["before", "after"])
        }
    }

    @Test func `A download by a ticket breaks off with its session`() async throws {
        let pieces = Pieces()
        try await Loopback.with(pieces.routes) { server async throws in
            let page = try await signIn(server)
            let made = try await server.send(
                "POST", "/api/tickets", headers: page, token: nil, body: "{\"target\":\"/api/file\"}")
            let url = try #require(made.json["url"]?.stringValue)
            async let text = server.raw("GET \(url) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
            await pieces.hasBegun()
            #expect(try await server.send("DELETE", "/api/session", headers: page, token: nil).status == 204)
            let got = try await text
            #expect(got.hasPrefix("HTTP/1.1 200") && !got.contains("after"))
            // Without the last chunk, so that nobody takes it for the whole file.
            #expect(!got.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `No piece goes to a browser that another program signed out`() async throws {
        let pieces = Pieces()
        let store = MemorySessionStore()
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        configuration.sessions = store
        try await Loopback.with(pieces.routes, configuration: configuration) { server async throws in
            let page = try await signIn(server)
            async let reply = server.send("GET", "/api/events", headers: page, token: nil)
            await pieces.hasBegun()
            // As `hearth sessions end` does it, beside the server.
            try store.update { $0.removeAll() }
            pieces.next()
            let answer = try await reply
            // What was handed over before may not have gone out yet: then that, too, goes to nobody.
            #expect(answer.status == 200)
            #expect(answer.events.last?.contains("unauthorized") == true)
            #expect(answer.events.dropLast().allSatisfy { $0 == "before" })
        }
    }

    @Test func `Whoever knows the token has no session that could end`() async throws {
        let pieces = Pieces()
        try await Loopback.with(pieces.routes) { server async throws in
            async let reply = server.send("GET", "/api/events")
            await pieces.hasBegun()
            #expect(try await server.send("DELETE", "/api/sessions").status == 200)
            pieces.next()
            #expect(try await reply.events == ["before", "after"])
        }
    }
}
