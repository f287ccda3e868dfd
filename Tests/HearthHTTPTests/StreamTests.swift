import Foundation
import HearthCore
import NIOCore
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Streams")
struct StreamTests {
    @Test func `Events are sent while they are made, and the stream ends`() async throws {
        let count = ServerRoute(.get, "/count", work: .long) { _ in
            .events(headers: [("x-kind", "count")]) { sink in
                for number in 1...3 { try await sink.send(event: "number", data: String(number)) }
                try await sink.send(data: "two\nlines")
            }
        }
        try await Loopback.with([count]) { server async throws in
            let reply = try await server.send("GET", "/count")
            #expect(reply.status == 200 && reply.headers["x-kind"] == "count")
            #expect(reply.headers["content-type"]?.hasPrefix("text/event-stream") == true)
            #expect(reply.events == ["1", "2", "3", "two", "lines"])
            #expect(reply.body.hasSuffix("\n\n"))
        }
    }

    @Test func `A failure before the first event has a status of its own`() async throws {
        let fail = ServerRoute(.get, "/fail", work: .long) { _ in
            .events { _ in throw ServerError(.noEngine, "There is no engine.") }
        }
        try await Loopback.with([fail]) { server async throws in
            let reply = try await server.send("GET", "/fail")
            #expect(reply.status == 422 && reply.errorCode == "no-engine")
        }
    }

    @Test func `A failure in the middle is the last event`() async throws {
        struct Private: Error { let text = "a secret of the prompt" }
        let fail = ServerRoute(.get, "/fail", work: .long) { _ in
            .events { sink in
                try await sink.send(data: "\"first\"")
                throw Private()
            }
        }
        try await Loopback.with([fail]) { server async throws in
            let reply = try await server.send("GET", "/fail")
            #expect(reply.status == 200)
            #expect(reply.body.contains("event: error"))
            #expect(reply.events.last?.contains("internal-error") == true)
            #expect(!reply.body.contains("secret"))
        }
    }

    @Test func `When the server stops, a stream ends with an error and the connection closes`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let endless = ServerRoute(.get, "/endless", work: .long) { _ in
            .events { sink in
                try await sink.send(data: "\"first\"")
                start.yield()
                try await Task.sleep(for: .seconds(600))
            }
        }
        try await Loopback.with([endless]) { server async throws in
            async let reply = server.send("GET", "/endless")
            var began = started.makeAsyncIterator()
            _ = await began.next()
            await server.server.stop()
            let ended = try await reply
            #expect(ended.events.count == 2)
            #expect(ended.events.last?.contains("stopping") == true)
        }
    }

    @Test func `A silent stream is kept open by comments`() async throws {
        var limits = HTTPServer.Limits()
        limits.keepAlive = .milliseconds(50)
        let quiet = ServerRoute(.get, "/quiet", work: .long) { _ in
            .events { sink in
                sink.start()
                try await Task.sleep(for: .seconds(600))
            }
        }
        try await Loopback.with([quiet], limits: limits) { server async throws in
            let head = "GET /quiet HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\r\n"
            let text = try await server.raw(head) { $0.components(separatedBy: ": \n\n").count > 3 }
            #expect(text.contains(": \n\n"))
        }
    }

    @Test func `What a slow client has got is not kept`() async throws {
        let sink = EventSink()
        let piece = [UInt8](repeating: 0x78, count: 1000)
        try await sink.send(raw: piece)
        _ = await sink.next()
        var most = 0
        for _ in 0..<20_000 {
            // Always one behind, so that there is never a moment when nothing waits.
            try await sink.send(raw: piece)
            _ = await sink.next()
            most = max(most, sink.heldBytes)
        }
        #expect(most <= 2 * piece.count)
    }

    @Test func `A stream that is shorter than it said ends its connection`() async throws {
        let short = ServerRoute(.get, "/short") { _ in
            ServerResponse(
                .ok, headers: [("content-type", "text/plain"), ("content-length", "100")],
                content: .stream(.raw) { sink in try await sink.send(raw: Array("only this".utf8)) })
        }
        let whole = ServerRoute(.get, "/whole") { _ in
            ServerResponse(
                .ok, headers: [("content-type", "text/plain"), ("content-length", "4")],
                content: .stream(.raw) { sink in try await sink.send(raw: Array("this".utf8)) })
        }
        try await Loopback.with([short, whole]) { server async throws in
            let ask = { (path: String) in
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\r\n"
            }
            // Without a limit of its own this returns only when the server closes the connection.
            let broken = try await server.raw(ask("/short") + ask("/short"))
            #expect(broken.hasSuffix("only this") && broken.components(separatedBy: "HTTP/1.1 200").count == 2)
            let kept = try await server.raw(ask("/whole") + ask("/whole")) {
                $0.components(separatedBy: "HTTP/1.1 200").count == 3 && $0.hasSuffix("this")
            }
            #expect(kept.components(separatedBy: "HTTP/1.1 200").count == 3)
            // A HEAD request is told the length, and gets nothing.
            let head = try await server.send("HEAD", "/whole")
            #expect(head.headers["content-length"] == "4" && head.body.isEmpty)
        }
    }

    @Test func `A client that does not read slows the producer down`() async throws {
        // More than the buffers of both ends hold.
        let (piece, all) = (String(repeating: "x", count: 50_000), 4_000)
        let sent = Mutex(0)
        let much = ServerRoute(.get, "/much", work: .long) { _ in
            .events { sink in
                for _ in 0..<all {
                    try await sink.send(data: piece)
                    sent.withLock { $0 += 1 }
                }
            }
        }
        try await Loopback.with([much]) { server async throws in
            let most = try await server.connect { inbound, outbound in
                let head = "GET /much HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\r\n"
                try await outbound.write(ByteBuffer(string: head))
                var iterator = inbound.makeAsyncIterator()
                _ = try await iterator.next()
                // Until it stands still, or has come to its end.
                var before = -1
                while case let now = sent.withLock({ $0 }), now != before, now < all {
                    before = now
                    try await Task.sleep(for: .milliseconds(500))
                }
                return sent.withLock { $0 }
            }
            #expect(most > 0 && most < all)
        }
    }

    @Test func `A client gets everything of an answer that is longer than what may wait for it`() async throws {
        let piece = String(repeating: "x", count: 50_000)
        let much = ServerRoute(.get, "/much", work: .long) { _ in
            .events { sink in for _ in 0..<100 { try await sink.send(data: piece) } }
        }
        try await Loopback.with([much]) { server async throws in
            let reply = try await server.send("GET", "/much")
            #expect(reply.events.count == 100)
            #expect(reply.events.allSatisfy { $0.utf8.count == 50_000 })
        }
    }
}
