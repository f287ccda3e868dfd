import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import Synchronization
import Testing

@testable import HearthServer

@Suite("Batches of several servers")
struct BatchLeaseTests {
    private static let chats = "/v1/chat/completions"

    /// Answers when it is let to.
    private final class Engine: Sendable {
        private let state = Mutex((asked: 0, isHeld: true))

        /// How many requests came here.
        var asked: Int { state.withLock { $0.asked } }

        func release() { state.withLock { $0.isHeld = false } }

        var route: ServerRoute {
            ServerRoute(.post, BatchLeaseTests.chats) { [self] _ in
                state.withLock { $0.asked += 1 }
                while state.withLock({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(5)) }
                return .json(["choices": []])
            }
        }
    }

    /// A server as far as it has batches.
    private struct Server: Sendable {
        let hearth: Hearth
        let board: BatchBoard
        let engine: Engine

        init(_ folder: URL, mostEnded: Int) throws {
            let (hearth, engine) = (try Hearth(folder: folder), Engine())
            board = BatchBoard(
                hearth: hearth, routes: [engine.route], timing: .init(heartbeat: .milliseconds(50)),
                mostEnded: mostEnded)
            (self.hearth, self.engine) = (hearth, engine)
        }

        /// Looks at a batch, or cancels it (`POST`).
        func send(_ method: HTTPMethod, _ id: String) async throws -> JSONValue {
            let request = ServerRequest(method: method, path: "/", parameters: ["id": id])
            let response: ServerResponse
            if id.hasPrefix(MessageBatches.idPrefix) {
                let batches = MessageBatches(hearth: hearth, board: board)
                response = try await method == .get ? batches.describe(request) : batches.cancel(request)
            } else {
                let batches = Batches(hearth: hearth, board: board)
                response = try await method == .get ? batches.describe(request) : batches.cancel(request)
            }
            guard case .bytes(let bytes) = response.content else { return .null }
            return try JSONValue(parsing: bytes)
        }

        /// Begins a batch, and returns its id when its first request is being answered.
        ///
        /// - Parameter holds: Whether its sender is still let in.
        func begin(_ count: Int, holds: @escaping @Sendable () -> Bool = { true }) async throws -> String {
            let lines = (1...count).map { number -> String in
                let line: JSONValue = [
                    "custom_id": .string("\(number)"), "method": "POST", "url": .string(BatchLeaseTests.chats),
                    "body": [:],
                ]
                return line.description + "\n"
            }
            let file = try await hearth.deposits.keep(
                Deposit(id: Identifier.make("file-"), kind: .file, purpose: LibraryFiles.batch, label: .personal),
                value: Data(lines.joined().utf8))
            let record = BatchRecord(
                id: Identifier.make(Batches.idPrefix), endpoint: BatchLeaseTests.chats, inputID: file.id,
                metadata: JSONObject())
            let request = ServerRequest(method: .post, path: "/v1/batches", caller: .program, callerHolds: holds)
            try await board.begin(
                record, title: "Requests", label: .personal, BatchRun.Sender(request, label: .personal))
            try await BatchLeaseTests.until { engine.asked > 0 }
            return record.id
        }

        /// A batch that another server works on, or worked on, as that has left it.
        ///
        /// - Parameter seconds: For how long its lease still is.
        func keep(_ id: String, _ status: BatchRecord.Status, seconds: Int) async throws {
            let endpoint = id.hasPrefix(MessageBatches.idPrefix) ? BatchBoard.messages : BatchLeaseTests.chats
            var record = BatchRecord(id: id, endpoint: endpoint, inputID: "file-gone", metadata: JSONObject())
            record.reach(status)
            record.lease = BatchLease(holder: "elsewhere", heldUntil: Identifier.now() + seconds)
            try await hearth.deposits.keep(record.deposit(.personal), value: try record.data())
        }

        func untilAllHaveEnded() async throws {
            try await BatchLeaseTests.until { await hearth.jobs.all.allSatisfy(\.hasEnded) }
        }
    }

    private static func until(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<6_000 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("It does not come to that.")
    }

    /// Two servers over one library.
    private func withTwo(mostEnded: Int = 500, _ body: (Server, Server) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-leases-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (one, other) = (
            try Server(folder, mostEnded: mostEnded), try Server(folder, mostEnded: mostEnded)
        )
        defer { for server in [one, other] { server.engine.release() } }
        for server in [one, other] { try await server.hearth.open() }
        try await body(one, other)
        for server in [one, other] {
            server.engine.release()
            try await server.untilAllHaveEnded()
            await server.hearth.shutdown()
        }
    }

    private static func problems(_ batch: JSONValue) -> [String] {
        (batch["errors"]?["data"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    }

    @Test(.timeLimit(.minutes(3)))
    func `A batch that another server works on is told as it is, and comes to its end there`() async throws {
        try await withTwo { one, other in
            let id = try await one.begin(2)
            #expect(try await other.send(.get, id)["status"] == "in_progress")
            let first = try #require(try await other.board.record(id, isOfMessages: false)?.lease)
            // Its answer takes long, and its lease is renewed all the while.
            try await Self.until {
                let lease = try await other.board.record(id, isOfMessages: false)?.lease
                return (lease?.heldUntil ?? 0) > first.heldUntil
            }
            #expect(try await other.send(.get, id)["status"] == "in_progress")
            one.engine.release()
            try await Self.until { try await other.send(.get, id)["status"] == "completed" }
            let ended = try await other.send(.get, id)
            #expect(ended["request_counts"] == ["total": 2, "completed": 2, "failed": 0], "\(ended)")
            #expect(try await other.board.record(id, isOfMessages: false)?.lease == nil)
            #expect(one.engine.asked == 2 && other.engine.asked == 0)
        }
    }

    @Test(.timeLimit(.minutes(3))) func `A batch that is cancelled at another server ends where it is worked on`()
        async throws
    {
        try await withTwo { one, other in
            let id = try await one.begin(3)
            let asked = try await other.send(.post, id)
            #expect(asked["status"] == "cancelling" || asked["status"] == "cancelled", "\(asked)")
            #expect(asked["cancelling_at"] != .null)
            try await Self.until { try await other.send(.get, id)["status"] == "cancelled" }
            try await one.untilAllHaveEnded()
            #expect(await one.hearth.jobs.all.map(\.state) == [.cancelled])
            #expect(one.engine.asked == 1)
        }
    }

    @Test func `A batch is told as its server has left it for as long as that surely works on it`() async throws {
        try await withTwo { one, other in
            try await one.keep("batch_held", .inProgress, seconds: 600)
            for server in [one, other] {
                #expect(try await server.send(.get, "batch_held")["status"] == "in_progress")
            }
            let cancelling = try await one.send(.post, "batch_held")
            #expect(cancelling["status"] == "cancelling" && cancelling["cancelled_at"] == .null)
            #expect(try await other.send(.post, "batch_held") == cancelling)
            try await one.keep("msgbatch_held", .inProgress, seconds: 600)
            #expect(try await other.send(.get, "msgbatch_held")["processing_status"] == "in_progress")
            let canceling = try await other.send(.post, "msgbatch_held")
            #expect(canceling["processing_status"] == "canceling" && canceling["cancel_initiated_at"] != .null)

            try await one.keep("batch_left", .inProgress, seconds: -1)
            let left = try await other.send(.get, "batch_left")
            #expect(left["status"] == "failed" && Self.problems(left) == ["server_stopped"], "\(left)")
            // Of one that was to be cancelled nobody is told that something went wrong.
            try await one.keep("batch_unwanted", .cancelling, seconds: -1)
            let unwanted = try await other.send(.get, "batch_unwanted")
            #expect(unwanted["status"] == "cancelled" && Self.problems(unwanted).isEmpty, "\(unwanted)")
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `A server that was taken for dead stops, and its batch stays as it was ended`() async throws {
        try await withTwo { one, other in
            let id = try await one.begin(3)
            _ = try await other.hearth.deposits.update(id, .run) { _, data in
                var record = try BatchRecord(data, of: id)
                record.endAbandoned()
                data = try record.data()
            }
            try await one.untilAllHaveEnded()
            #expect(await one.hearth.jobs.all.map(\.state) == [.failed])
            let batch = try await one.send(.get, id)
            #expect(batch["status"] == "failed" && Self.problems(batch) == ["server_stopped"], "\(batch)")
            #expect(one.engine.asked == 1)
        }
    }

    @Test(.timeLimit(.minutes(3))) func `A batch that was removed elsewhere is not there again`() async throws {
        try await withTwo { one, other in
            let id = try await one.begin(3)
            #expect(try await other.hearth.deposits.remove(id, .run))
            try await one.untilAllHaveEnded()
            #expect(try await other.hearth.deposits.list(.run).isEmpty)
            let files = try await other.hearth.deposits.list(.file)
            #expect(files.map(\.purpose) == [LibraryFiles.batch])
        }
    }

    @Test(.timeLimit(.minutes(3))) func `What another server works on is not forgotten with what has ended`()
        async throws
    {
        try await withTwo(mostEnded: 1) { one, other in
            try await other.keep("batch_held", .inProgress, seconds: 600)
            try await other.keep("batch_left", .inProgress, seconds: -1)
            for id in ["batch_first", "batch_second"] { try await other.keep(id, .completed, seconds: 600) }
            let id = try await one.begin(1)
            let kept = try await other.hearth.deposits.list(.run).map(\.id)
            #expect(kept == [id, "batch_second", "batch_held"])
        }
    }

    @Test func `What a server writes down of its batch undoes nothing that others wrote`() {
        let lease = BatchLease(holder: "here", heldUntil: 100)
        var kept = BatchRecord(id: "batch_a", endpoint: Self.chats, inputID: "f", metadata: JSONObject())
        var next = kept
        next.reach(.inProgress)
        next.completed = 3
        #expect(kept.advanced(to: next, lease).status == .inProgress)
        #expect(kept.advanced(to: next, lease).lease == lease)
        kept.reach(.cancelling)
        var merged = kept.advanced(to: next, lease)
        #expect(merged.status == .cancelling && merged.completed == 3 && merged.times["cancelling"] != nil)
        next.reach(.cancelled)
        merged = kept.advanced(to: next, lease)
        #expect(merged.status == .cancelled && merged.times["cancelling"] != nil && merged.lease == nil)
        kept.reach(.failed, [BatchRecord.interrupted])
        next.reach(.completed)
        next.outputID = "file-out"
        merged = kept.advanced(to: next, lease)
        #expect(merged.status == .failed && merged.problems == [BatchRecord.interrupted])
        #expect(merged.completed == 3 && merged.outputID == "file-out" && merged.times["completed"] == nil)
    }

    @Test func `A record of a version before says nothing of who works on it`() throws {
        var record = BatchRecord(id: "batch_a", endpoint: Self.chats, inputID: "f", metadata: JSONObject())
        record.reach(.inProgress)
        #expect(!String(decoding: try record.data(), as: UTF8.self).contains("lease"))
        let read = try BatchRecord(try record.data(), of: record.id)
        #expect(read == record && !read.isHeld())
    }

    // MARK: Whoever sent it

    @Test(.timeLimit(.minutes(3))) func `Nothing more is answered for a token that was revoked`() async throws {
        try await withTwo { one, _ in
            let holds = Mutex(true)
            let id = try await one.begin(3, holds: { holds.withLock { $0 } })
            holds.withLock { $0 = false }
            one.engine.release()
            try await Self.until { try await one.send(.get, id)["status"] == "failed" }
            let batch = try await one.send(.get, id)
            #expect(Self.problems(batch) == ["token_revoked"], "\(batch)")
            #expect(batch["request_counts"] == ["total": 3, "completed": 1, "failed": 0])
            #expect(batch["output_file_id"] != .null && one.engine.asked == 1)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `A batch of somebody with an account ends with the token that sent it`()
        async throws
    {
        try await SharedServer.with { server in
            let mira = try await server.people.add("Mira", password: SharedServer.word)
            let browser = try await server.browser("Mira")
            let made = try server.people.makeToken("batches", for: mira.id, scope: .write)
            let requests = (1...2_000).map { number -> JSONValue in
                [
                    "custom_id": .string("r\(number)"),
                    "params": [
                        "model": "documents/basic", "max_tokens": 50,
                        "messages": [["role": "user", "content": .string("Hello \(number)")]],
                    ],
                ]
            }
            let base = "/v1/messages/batches"
            let begun = try await server.program(made.text, "POST", base, json: ["requests": .array(requests)])
            #expect(begun.status == 200, "\(begun.body)")
            let id = try #require(begun.json["id"]?.stringValue)
            try server.people.revokeToken(made.token.id, of: mira.id)
            try await Self.until {
                try await browser.send("GET", "\(base)/\(id)").json["processing_status"] == "ended"
            }
            let batch = try await browser.send("GET", "\(base)/\(id)").json
            #expect(batch["request_counts"]?["errored"] != 0 && batch["cancel_initiated_at"] == .null, "\(batch)")
            #expect(try await browser.send("GET", "\(base)/\(id)/results").body.contains("was revoked"))
        }
    }
}
