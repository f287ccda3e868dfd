import Foundation
import HearthCore
import HearthTesting
import NIOCore
import Testing

@testable import HearthHTTP

@Suite("Room for work", .timeLimit(.minutes(10)))
struct AdmissionTests {
    private func budget(
        total: Int = 100, each: Int = 60, waiting: Int = 4, waitingOfOne: Int = 2, patience: Duration = .seconds(100)
    ) -> Budget {
        Budget(.init(total: total, each: each, waiting: waiting, waitingOfOne: waitingOfOne, patience: patience))
    }

    /// Until so many wait; they do as soon as their tasks have run.
    private func waits(_ count: Int, for budget: Budget) async {
        while budget.load.waiting < count { await Task.yield() }
    }

    /// A body that says nothing of its length may have no end.
    @Test func `Whether a body is empty is told by its first piece`() async throws {
        let endless = ServerRequestBody(limit: 10, announced: nil, timeout: .seconds(60)) {
            ServerRequestBody.Pieces { [1, 2, 3] }
        }
        #expect(try await !endless.isEmpty())
        let none = ServerRequestBody(limit: 10, announced: nil, timeout: .seconds(60)) {
            ServerRequestBody.Pieces { nil }
        }
        #expect(try await none.isEmpty())
    }

    @Test func `One client waits for itself, and does not keep others waiting`() async throws {
        let budget = budget()
        let first = try await budget.take(50, client: "a")
        let second = Task { try await budget.take(50, client: "a") }
        await waits(1, for: budget)
        // Behind it in the queue, and before it all the same.
        let other = try await budget.take(40, client: "b")
        #expect(budget.load.used == 90 && budget.load.waiting == 1)
        budget.giveBack(first, client: "a")
        #expect(try await second.value == 50)
        budget.giveBack(50, client: "a")
        budget.giveBack(other, client: "b")
        #expect(budget.load == (0, 0))
    }

    @Test func `Nobody is overtaken for the room of all`() async throws {
        let budget = budget(each: 100)
        let first = try await budget.take(80, client: "a")
        let large = Task { try await budget.take(90, client: "b") }
        await waits(1, for: budget)
        let small = Task { try await budget.take(10, client: "c") }
        await waits(2, for: budget)
        budget.giveBack(first, client: "a")
        #expect(try await large.value == 90)
        #expect(try await small.value == 10)
    }

    @Test func `More than there is gets all that one may have`() async throws {
        let budget = budget()
        #expect(try await budget.take(1_000_000, client: "a") == 60)
        #expect(try await budget.take(0, client: "a") == 0)
    }

    @Test func `Too many that wait, and too long a wait, are refused`() async throws {
        let full = budget()
        _ = try await full.take(60, client: "a")
        let waiting = (0..<2).map { _ in Task { try await full.take(1, client: "a") } }
        await waits(2, for: full)
        await #expect(throws: ServerError.self) { try await full.take(1, client: "a") }
        for task in waiting { task.cancel() }
        for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(full.load == (60, 0))

        let hasty = budget(patience: .milliseconds(1))
        _ = try await hasty.take(60, client: "a")
        do {
            _ = try await hasty.take(1, client: "a")
            Issue.record("It was let in.")
        } catch let error as ServerError {
            #expect(error.status == .tooManyRequests && error.retryAfter != nil)
        }
    }

    @Test func `A cancel that meets a waiter already served leaves nothing behind`() async throws {
        for _ in 0..<200 {
            let budget = budget()
            let first = try await budget.take(60, client: "a")
            let waiting = Task { try await budget.take(60, client: "a") }
            await waits(1, for: budget)
            budget.giveBack(first, client: "a")
            waiting.cancel()
            if let amount = try? await waiting.value { budget.giveBack(amount, client: "a") }
            #expect(budget.load == (0, 0))
            #expect(budget.remembered == 0)
        }
    }

    // MARK: - The server

    /// Works without a pause on large bodies until it is let go.
    private func busy(_ isFree: ThreadGate) -> ServerRoute {
        ServerRoute(.post, "/work", work: .long) { request in
            let bytes = try await request.body.collect()
            if bytes.count > 1000 { isFree.block() }
            return .text("\(bytes.count)")
        }
    }

    @Test func `Cheap requests are answered while dear ones keep every thread for them busy`() async throws {
        let gate = ThreadGate()
        var limits = HTTPServer.Limits()
        limits.smallBody = 2000
        try await Loopback.with([busy(gate)], limits: limits) { server async throws in
            let large = String(repeating: "x", count: 5000)
            // More than there are threads, so that without a place of their own they would take all of them.
            let count = 4 * ProcessInfo.processInfo.activeProcessorCount
            let dear = (0..<count).map { _ in Task { try await server.send("POST", "/work", body: large).body } }
            defer { gate.open() }
            while gate.blocked == 0 { await Task.yield() }
            for _ in 0..<5 {
                #expect(try await server.send("GET", "/healthz", token: nil).status == 200)
                // As llama-server says it.
                let health = try await server.send("GET", "/health", token: nil)
                #expect(health.status == 200 && health.json == ["status": "ok"])
                #expect(try await server.send("POST", "/work", body: "small").body == "5")
            }
            gate.open()
            for task in dear { #expect(try await task.value == "5000") }
        }
    }

    @Test func `Quick requests are answered while small ones that compute keep every thread for them busy`()
        async throws
    {
        let gate = ThreadGate()
        let routes = [
            ServerRoute(.post, "/compute", work: .long) { _ in
                gate.block()
                return .text("done")
            },
            ServerRoute(.post, "/stream", work: .long) { _ in
                .events { sink in
                    gate.block()
                    try await sink.send(data: "done")
                }
            },
            ServerRoute(.get, "/quick") { _ in .text("quick") },
        ]
        try await Loopback.with(routes) { server async throws in
            let count = 2 * ProcessInfo.processInfo.activeProcessorCount
            let dear = (0..<count).map { _ in Task { try await server.send("POST", "/compute", body: "{}").body } }
            let streams = (0..<count).map { _ in Task { try await server.send("POST", "/stream", body: "{}").events } }
            defer { gate.open() }
            while gate.blocked < ProcessInfo.processInfo.activeProcessorCount { await Task.yield() }
            for _ in 0..<5 {
                #expect(try await server.send("GET", "/healthz", token: nil).status == 200)
                #expect(try await server.send("GET", "/quick").body == "quick")
            }
            #expect(!gate.isOverdue)
            gate.open()
            for task in dear { #expect(try await task.value == "done") }
            for task in streams { #expect(try await task.value == ["done"]) }
        }
    }

    @Test func `Bodies wait for room, and are refused when there is none`() async throws {
        let gate = ThreadGate()
        var limits = HTTPServer.Limits()
        (limits.smallBody, limits.bodyRoom, limits.bodyRoomOfOne) = (2000, 10_000, 6000)
        (limits.waitingOfOne, limits.patience) = (0, .seconds(100))
        try await Loopback.with([busy(gate)], limits: limits) { server async throws in
            let large = String(repeating: "x", count: 5000)
            let first = Task { try await server.send("POST", "/work", body: large) }
            defer { gate.open() }
            while gate.blocked == 0 { await Task.yield() }
            // Refused by its head: nothing of it was sent.
            let head = "POST /work HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
            let refused = try Reply(try await server.raw(head + "Content-Length: 5000\r\n\r\n"))
            #expect(refused.status == 429 && refused.errorCode == "too-many")
            #expect(refused.headers["retry-after"] != nil)
            // One that says nothing of its length is refused when it has become large.
            let chunks = "fa0\r\n" + String(repeating: "y", count: 4000) + "\r\n0\r\n\r\n"
            let chunked = try Reply(try await server.raw(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks))
            #expect(chunked.status == 429)
            #expect(try await server.send("POST", "/work", body: "small").status == 200)
            gate.open()
            #expect(try await first.value.status == 200)
            #expect(try await server.send("POST", "/work", body: large).status == 200)
        }
    }

    @Test(arguments: [
        "zz\r\nabc\r\n0\r\n\r\n", "3\r\nabcdef\r\n0\r\n\r\n", "-1\r\na\r\n0\r\n\r\n", "ffffffffffffffffff\r\na",
    ])
    func `Chunks that are none are a bad request`(_ chunks: String) async throws {
        try await Loopback.with([busy(ThreadGate())]) { server async throws in
            let head =
                "POST /work HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
            let text = try await server.raw(head + chunks)
            #expect(try Reply(text).status == 400)
            // One answer, and the end of the connection: what follows could be anything.
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test func `A target that names a host is refused, whichever host`() async throws {
        try await Loopback.with([]) { server async throws in
            for target in ["http://127.0.0.1:\(server.port)/healthz", "http://evil.example/healthz", "healthz", "*"] {
                let reply = try await server.send("GET", target, token: nil)
                #expect(reply.status == 400 && !reply.body.contains("ok"), "\(target)")
            }
        }
    }

    // MARK: - Connections

    @Test func `Strangers that say nothing close each other, and not whom the server knows`() async throws {
        var limits = HTTPServer.Limits()
        (limits.strangers, limits.strangerTimeout) = (3, .seconds(100))
        try await Loopback.with([], limits: limits) { server async throws in
            try await server.connect { inbound, outbound in
                var iterator = inbound.makeAsyncIterator()
                let ask = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Loopback.token)\r\n\r\n"
                try await outbound.write(ByteBuffer(string: ask))
                #expect(String(buffer: try await iterator.next() ?? ByteBuffer()).hasPrefix("HTTP/1.1 200"))
                // Each ends by the server's hand, for nobody else closes it; one may be closed before it could say so.
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<12 { group.addTask { _ = try? await server.raw("") } }
                    for _ in 0..<9 { await group.next() }
                    group.cancelAll()
                }
                #expect(try await server.send("GET", "/healthz", token: nil).status == 200)
                // The one that is known still stands.
                try await outbound.write(ByteBuffer(string: ask))
                var text = ""
                while !text.contains("HTTP/1.1 200"), let piece = try await iterator.next() {
                    text += String(buffer: piece)
                }
                #expect(text.contains("HTTP/1.1 200"))
            }
        }
    }

    @Test func `A stranger that is silent is closed long before somebody who is known`() async throws {
        var limits = HTTPServer.Limits()
        (limits.strangerTimeout, limits.idleTimeout) = (.seconds(8), .seconds(300))
        try await Loopback.with([], limits: limits) { server async throws in
            // Both return because the server closes: one said nothing, one was answered and then said nothing.
            #expect(try await server.raw("").isEmpty)
            let answered = try await server.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(answered.hasPrefix("HTTP/1.1 200"))
        }
    }
}
