import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthHTTP

/// What the log says of a request that failed by a defect: enough to report it, and nothing of what was asked.
@Suite("Defects")
struct DefectTests {
    private struct Private: Error { let text = "a secret of the prompt" }

    /// Keeps what the server logs.
    private final class Log: Sendable {
        private let kept = Mutex<[RequestRecord]>([])

        var defects: [JSONValue] {
            get throws { try kept.withLock { $0 }.compactMap(\.defectLine).map { try JSONValue(parsing: $0) } }
        }

        func add(_ record: RequestRecord) { kept.withLock { $0.append(record) } }

        /// Waits for so many requests: their records come behind their answers.
        func wait(for count: Int) async throws {
            while kept.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `A failure of the store is logged once, with its number and its cause`()
        async throws
    {
        let fail = ServerRoute(.get, "/things/:id") { _ in
            throw StoreError(.failure, "The store failed.", cause: "PostgreSQL 23505: \"thing_key\"")
        }
        let log = Log()
        try await Loopback.with([fail], log: log.add) { server async throws in
            let reply = try await server.send("GET", "/things/my-diary?name=Ines")
            #expect(reply.status == 500 && reply.errorCode == "store-failure")
            #expect(!reply.body.contains("23505"), "the cause is for the log alone")
            try await log.wait(for: 1)
            let defects = try log.defects
            #expect(defects.count == 1)
            let line = try #require(defects.first)
            #expect(line["event"]?.stringValue == "defect" && line["level"]?.stringValue == "error")
            #expect(line["id"]?.stringValue == reply.headers["x-request-id"])
            #expect(line["route"]?.stringValue == "/things/:id" && line["method"]?.stringValue == "GET")
            #expect(line["kind"]?.stringValue == "internal" && line["error"]?.stringValue == "store-failure")
            #expect(line["cause"]?.stringValue == "PostgreSQL 23505: \"thing_key\"")
            #expect(!"\(line)".contains("diary") && !"\(line)".contains("Ines") && !"\(line)".contains("127.0.0.1"))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `An error that nobody wrote is named by its type, before and within a stream`()
        async throws
    {
        let whole = ServerRoute(.get, "/whole") { _ in throw Private() }
        let stream = ServerRoute(.get, "/stream", work: .long) { _ in
            .events { sink in
                try await sink.send(data: "\"first\"")
                throw Private()
            }
        }
        let log = Log()
        try await Loopback.with([whole, stream], log: log.add) { server async throws in
            #expect(try await server.send("GET", "/whole").status == 500)
            #expect(try await server.send("GET", "/stream").status == 200)
            try await log.wait(for: 2)
            let defects = try log.defects
            #expect(defects.count == 2)
            for line in defects {
                #expect(line["error"]?.stringValue == "internal-error")
                #expect(line["cause"]?.stringValue?.contains("Private") == true)
                #expect(!"\(line)".contains("secret"))
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `What is no defect is none in the log`() async throws {
        let errors: [any Error] = [
            StoreError(.unreachable, "The library cannot be reached."), ServerError(.noEngine, "There is no engine."),
            StoreError(.uncertain, "The connection broke."), CancellationError(),
        ]
        let routes = errors.enumerated().map { number, error in
            ServerRoute(.get, "/\(number)") { _ in throw error }
        }
        let log = Log()
        try await Loopback.with(routes, log: log.add) { server async throws in
            for number in errors.indices { #expect(try await server.send("GET", "/\(number)").status != 500) }
            try await log.wait(for: errors.count)
            #expect(try log.defects.isEmpty)
        }
    }
}
