import Foundation
import HearthCore
import HearthHTTP
import NIOCore
import Synchronization
import Testing

@Suite("What is too much")
struct LimitTests {
    private let echo = ServerRoute(.post, "/echo", bodyLimit: 1000) { request in
        ServerResponse(.ok, content: .bytes(try await request.body.collect()))
    }

    @Test func `An address that is not this machine's is said in words`() async throws {
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        // Set aside for documentation (RFC 5737), so that no machine has it.
        configuration.address = "203.0.113.1"
        do {
            try await HTTPServer(configuration, routes: []).run()
            Issue.record("it listens at an address that is not here")
        } catch let error as ServerError {
            #expect(error.code == "cannot-listen" && error.message.contains("no such address"), "\(error.message)")
        }
    }

    @Test func `A body over the limit is refused before it is read`() async throws {
        try await Loopback.with([echo]) { server async throws in
            let big = String(repeating: "x", count: 1001)
            let reply = try await server.send("POST", "/echo", body: big)
            #expect(reply.status == 413)
            #expect(reply.errorCode == "too-large")
            #expect(try await server.send("POST", "/echo", body: String(big.dropLast())).status == 200)
            // Announced only: nothing of it was sent, and nothing is waited for.
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let announced = try Reply(try await server.raw(head + "Content-Length: 999999999999\r\n\r\n"))
            #expect(announced.status == 413)
            let expecting = try Reply(
                try await server.raw(head + "Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n"))
            #expect(expecting.status == 413)
        }
    }

    /// Sends a body of so many pieces of 256 KiB to where 1,000 bytes are taken, and returns what comes back.
    ///
    /// - Throws: What sending throws: a client that is cut off while it sends never looks at the answer.
    private func overflow(_ server: Loopback, pieces: Int, _ headers: String = "") async throws -> String {
        let head =
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\(headers)"
            + "Content-Length: \(pieces << 18)\r\n\r\n"
        return try await server.connect(staysAtEnd: true) { inbound, outbound in
            try await outbound.write(ByteBuffer(string: head))
            let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 18)
            for _ in 0..<pieces { try await outbound.write(piece) }
            var text = ""
            for try await piece in inbound { text += String(buffer: piece) }
            return text
        }
    }

    @Test(arguments: ["", "Connection: close\r\n"])
    func `A client that sends on after it was refused still reads why`(_ headers: String) async throws {
        var limits = HTTPServer.Limits()
        // On a machine that is busy with something else, too.
        limits.lingerTimeout = .seconds(20)
        try await Loopback.with([echo], limits: limits) { server async throws in
            let reply = try Reply(try await overflow(server, pieces: 32, headers))
            #expect(reply.status == 413 && reply.headers["connection"] == "close")
        }
    }

    @Test func `A client that never stops sending is cut off, and nothing that it sends is taken as a request`()
        async throws
    {
        let asked = Mutex(0)
        let counting = ServerRoute(.post, "/echo", bodyLimit: 1000) { _ in
            asked.withLock { $0 += 1 }
            return ServerResponse(.noContent)
        }
        var limits = HTTPServer.Limits()
        limits.lingerBytes = 1 << 20
        try await Loopback.with([counting], limits: limits) { server async throws in
            await #expect(throws: (any Error).self) { _ = try await overflow(server, pieces: 4096) }
            // What follows a refused body on its connection is thrown away with it.
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let whole = head + "Content-Length: 1\r\n\r\na"
            let text = try await server.raw(
                head + "Content-Length: 2000\r\n\r\n" + String(repeating: "x", count: 2000) + whole)
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2 && text.hasPrefix("HTTP/1.1 413"))
            #expect(asked.withLock { $0 } == 0)
        }
    }

    @Test func `A chunked body over the limit is refused when it gets there`() async throws {
        try await Loopback.with([echo]) { server async throws in
            let chunk = "3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n"
            let head =
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
            let found = try Reply(try await server.raw(head + chunk + chunk + "0\r\n\r\n"))
            #expect(found.status == 413)
        }
    }

    @Test func `A body that does not come is given up`() async throws {
        var limits = HTTPServer.Limits()
        limits.bodyTimeout = .milliseconds(200)
        try await Loopback.with([echo], limits: limits) { server async throws in
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let reply = try Reply(try await server.raw(head + "Content-Length: 10\r\n\r\nabc"))
            #expect(reply.status == 408)
            #expect(reply.errorCode == "too-slow")
        }
    }

    @Test func `A request whose head never ends loses its connection`() async throws {
        var limits = HTTPServer.Limits()
        limits.idleTimeout = .milliseconds(300)
        try await Loopback.with([echo], limits: limits) { server async throws in
            // Returns, because the server closes.
            let text = try await server.raw("GET /echo HTTP/1.1\r\nHost: local")
            #expect(text.isEmpty || text.contains("400"))
        }
    }

    /// Says something, and then the same again and again until the server ends the connection; returns what it answered.
    private static func trickle(
        _ beginning: String, then piece: String, into server: Loopback
    ) async throws -> String {
        try await server.connect { inbound, outbound in
            let talking = Task {
                try await outbound.write(ByteBuffer(string: beginning))
                while !Task.isCancelled {
                    try await outbound.write(ByteBuffer(string: piece))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { talking.cancel() }
            var text = ""
            do {
                for try await piece in inbound { text += String(buffer: piece) }
            } catch {
                // A reset is an end like another.
            }
            return text
        }
    }

    @Test func `A head that trickles in for ever loses its connection, and a long body does not`() async throws {
        var limits = HTTPServer.Limits()
        limits.headTimeout = .milliseconds(400)
        try await Loopback.with([echo], limits: limits) { server async throws in
            // Never silent: only a clock of its own ends it.
            let answer = try await Self.trickle(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ", then: "a", into: server)
            #expect(!answer.hasPrefix("HTTP/1.1 200"))
            // Two requests on one connection, with a body that takes longer than a head may.
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let slow = try await server.connect { inbound, outbound in
                try await outbound.write(ByteBuffer(string: head + "Content-Length: 40\r\n\r\n"))
                for _ in 0..<40 {
                    try await outbound.write(ByteBuffer(string: "b"))
                    try await Task.sleep(for: .milliseconds(20))
                }
                try await outbound.write(
                    ByteBuffer(string: head + "Connection: close\r\nContent-Length: 1\r\n\r\nc"))
                var text = ""
                for try await piece in inbound { text += String(buffer: piece) }
                return text
            }
            #expect(slow.components(separatedBy: "HTTP/1.1 200").count == 3)
        }
    }

    @Test func `An empty line before a request neither begins one nor keeps the connection for good`() async throws {
        var limits = HTTPServer.Limits()
        limits.headTimeout = .milliseconds(400)
        limits.idleTimeout = .seconds(60)
        try await Loopback.with([echo], limits: limits) { server async throws in
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let kept = try await server.connect { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "\r\n" + head + "Content-Length: 1\r\n\r\na"))
                var text = ""
                var iterator = inbound.makeAsyncIterator()
                while !text.contains("HTTP/1.1 200"), let piece = try await iterator.next() {
                    text += String(buffer: piece)
                }
                // What old clients send after a body; then nothing, for longer than a head may take.
                try await outbound.write(ByteBuffer(string: "\r"))
                try await outbound.write(ByteBuffer(string: "\n"))
                try await Task.sleep(for: .milliseconds(1200))
                try? await outbound.write(
                    ByteBuffer(string: head + "Connection: close\r\nContent-Length: 1\r\n\r\nb"))
                while let piece = try await iterator.next() { text += String(buffer: piece) }
                return text
            }
            #expect(kept.components(separatedBy: "HTTP/1.1 200").count == 3)
            // Empty lines without end, and a head after one that does not come: both are ended.
            for slow in ["\r\n", "G"] {
                let answer = try await Self.trickle("\r\n", then: slow, into: server)
                #expect(!answer.hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    @Test func `Headers beyond all measure are refused`() async throws {
        try await Loopback.with([echo]) { server async throws in
            let many = (0..<500).map { "X-H\($0): 1" }
            #expect(try await server.send("GET", "/healthz", headers: many).status >= 400)
            let long = "X-Long: " + String(repeating: "a", count: 100_000)
            let reply = try await server.raw(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(long)\r\n\r\n")
            #expect(!reply.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: +5",
        "Content-Length: -1", "Content-Length: 5, 5", "Content-Length: 0x5", "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: xchunked", "Transfer-Encoding : chunked", " Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "X: a\nY: b", "X: a\rY: b", "X\u{0}: a",
        "X: \u{0}",
    ])
    func `Shapes that two readers could read in two ways end the connection`(_ shape: String) async throws {
        try await Loopback.with([echo]) { server async throws in
            // A second request hides behind the first. It must never be answered as one of its own.
            #expect(try await !Self.isSecondAnswered(behind: shape, server))
        }
    }

    @Test func `What follows a request that can be read in one way is answered as one of its own`() async throws {
        try await Loopback.with([echo]) { server async throws in
            #expect(try await Self.isSecondAnswered(behind: "Transfer-Encoding: chunked", server))
        }
    }

    /// Whether the server answers a request that stands behind one with these headers and what may be the end of a body.
    private static func isSecondAnswered(behind headers: String, _ server: Loopback) async throws -> Bool {
        let both =
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\(headers)\r\n\r\n"
            + "0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            + "Connection: close\r\n\r\n"
        let text = try await server.raw(both) { $0.contains("hearth_http_running") || $0.count > 20_000 }
        return text.contains("hearth_http_running")
    }

    @Test func `More long requests than are taken at a time are told to wait`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let wait = ServerRoute(.get, "/wait", work: .long) { _ in
            start.yield()
            await gate.wait()
            return .text("done")
        }
        var limits = HTTPServer.Limits()
        limits.longRequests = 2
        try await Loopback.with([wait], limits: limits) { server async throws in
            try await withThrowingTaskGroup(of: Int.self) { group in
                var began = started.makeAsyncIterator()
                for _ in 0..<2 {
                    group.addTask { try await server.send("GET", "/wait").status }
                    _ = await began.next()
                }
                let third = try await server.send("GET", "/wait")
                #expect(third.status == 429)
                #expect(third.headers["retry-after"] == "1")
                #expect(try await server.send("GET", "/healthz").status == 200)
                gate.open()
                for try await status in group { #expect(status == 200) }
                let fourth = try await server.send("GET", "/wait")
                #expect(fourth.status == 200)
            }
        }
    }

    @Test func `A client that leaves stops the work for it`() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let wait = ServerRoute(.get, "/wait", work: .long) { _ in
            start.yield()
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                end.yield(error is CancellationError)
                throw error
            }
            return .text("done")
        }
        try await Loopback.with([wait]) { server async throws in
            try await server.connect { _, outbound in
                var began = started.makeAsyncIterator()
                try await outbound.write(
                    ByteBuffer(
                        string:
                            "GET /wait HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\r\n"))
                _ = await began.next()
            }
            var iterator = ended.makeAsyncIterator()
            #expect(await iterator.next() == true)
        }
    }
}

/// Lets everybody who waits go on at once.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
