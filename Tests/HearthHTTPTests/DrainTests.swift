import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("A server that finishes before it stops")
struct DrainTests {
    /// A stream that says a word, and another one when it is let.
    private func slow(_ started: AsyncStream<Void>.Continuation, _ gate: BoundedChannel<Void>) -> ServerRoute {
        ServerRoute(.get, "/slow", work: .long) { _ in
            .events { sink in
                try await sink.send(data: "\"first\"")
                started.yield()
                _ = try await gate.next()
                try await sink.send(data: "\"last\"")
            }
        }
    }

    private let quick = ServerRoute(.get, "/quick") { _ in .text("here\n") }

    @Test func `An answer that is being written comes to its end, and what comes meanwhile is sent elsewhere`()
        async throws
    {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let gate = BoundedChannel<Void>(capacity: 1)
        try await Loopback.with([slow(start, gate), quick]) { server async throws in
            async let reply = server.send("GET", "/slow")
            var began = started.makeAsyncIterator()
            _ = await began.next()
            #expect(server.server.requestsUnderWay == 1)
            async let stopped: Void = server.server.stop(finishingWithin: .seconds(60))
            var refused = try await server.send("GET", "/quick")
            while refused.status == 200 {
                try await Task.sleep(for: .milliseconds(5))
                refused = try await server.send("GET", "/quick")
            }
            #expect(refused.status == 503 && refused.errorCode == "stopping")
            #expect(refused.headers["retry-after"] == "5" && refused.headers["connection"] == "close")
            // Whoever watches it is told: it lives, and takes nothing.
            #expect(try await server.send("GET", "/healthz").status == 200)
            let ready = try await server.send("GET", "/readyz")
            #expect(ready.status == 503 && ready.body == "draining\n")
            #expect(try await server.send("GET", "/health").status == 503)
            #expect(try await server.send("GET", "/metrics").body.contains("hearth_http_draining 1\n"))
            _ = gate.trySend(())
            #expect(try await reply.events == ["\"first\"", "\"last\""])
            await stopped
        }
    }

    @Test func `What takes longer than the limit is ended with an error`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        try await Loopback.with([slow(start, BoundedChannel<Void>(capacity: 1))]) { server async throws in
            async let reply = server.send("GET", "/slow")
            var began = started.makeAsyncIterator()
            _ = await began.next()
            await server.server.stop(finishingWithin: .milliseconds(100))
            #expect(try await reply.events.last?.contains("stopping") == true)
        }
    }

    @Test func `With nothing under way it stops at once`() async throws {
        try await Loopback.with([quick]) { server async throws in
            #expect(try await server.send("GET", "/quick").status == 200)
            let start = ContinuousClock.now
            await server.server.stop(finishingWithin: .seconds(600))
            #expect(start.duration(to: .now) < .seconds(60))
        }
    }

    @Test func `Numbers of others are told in Prometheus's form, those of one name together`() {
        let text = ServerMetrics().text(
            memory: nil,
            others: [
                .init("hearth_work_tasks", .gauge, "Tasks.", 1, labels: [("kind", "ingest"), ("state", "failed")]),
                .init("hearth_endpoint_waiting", .gauge, "Requests that wait.", 3),
                .init("hearth_work_tasks", .gauge, "Tasks.", 2, labels: [("kind", "a\\b\"c\nd")]),
            ])
        #expect(text.contains("# TYPE hearth_endpoint_waiting gauge\nhearth_endpoint_waiting 3.0\n"))
        let family = """
            # HELP hearth_work_tasks Tasks.
            # TYPE hearth_work_tasks gauge
            hearth_work_tasks{kind="ingest",state="failed"} 1.0
            hearth_work_tasks{kind="a\\\\b\\"c\\nd"} 2.0
            """
        #expect(text.contains(family + "\n"))
        #expect(text.contains("hearth_http_draining 0\n"))
    }

    @Test func `A line of the log is JSON with a time, and its number is that of this server alone`() throws {
        let record = RequestRecord(
            id: "k3-1", method: "GET", route: "/quick", status: 200, caller: .nobody, duration: 0.5, bytes: 5,
            errorCode: nil, time: Date(timeIntervalSince1970: 1_700_000_000))
        let line = try JSONValue(parsing: record.line)
        #expect(line["time"]?.stringValue == "2023-11-14T22:13:20.000Z" && line["id"]?.stringValue == "k3-1")
    }
}
