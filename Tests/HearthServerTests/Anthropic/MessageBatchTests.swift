import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthSchema
import HearthStore
import Testing

@testable import HearthServer

@Suite("Batches over Anthropic's interface")
struct MessageBatchTests {
    private static let base = "/v1/messages/batches"

    private static func request(_ name: String, _ text: String, model: String = "documents/basic") -> JSONValue {
        [
            "custom_id": .string(name),
            "params": [
                "model": .string(model), "max_tokens": 200, "messages": [["role": "user", "content": .string(text)]],
            ],
        ]
    }

    private func begin(_ client: ServerClient, _ requests: [JSONValue]) async throws -> JSONValue {
        let reply = try await client.send("POST", Self.base, json: ["requests": .array(requests)])
        #expect(reply.status == 200, "\(reply.body)")
        return reply.json
    }

    /// The batch when it has ended.
    private func end(_ client: ServerClient, _ batch: JSONValue) async throws -> JSONValue {
        let id = try #require(batch["id"]?.stringValue)
        for _ in 0..<3_000 {
            let now = try await client.send("GET", "\(Self.base)/\(id)").json
            if now["processing_status"] == "ended" { return now }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("The batch does not end.")
        return .null
    }

    /// What came of each request, by its name.
    private func results(_ client: ServerClient, _ batch: JSONValue) async throws -> [String: JSONValue] {
        let id = try #require(batch["id"]?.stringValue)
        let reply = try await client.send("GET", "\(Self.base)/\(id)/results")
        #expect(reply.status == 200, "\(reply.body)")
        return Dictionary(
            try reply.body.split(separator: "\n").map { line in
                let value = try JSONValue(parsing: String(line))
                return (value["custom_id"]?.stringValue ?? "", value["result"] ?? .null)
            }
        ) { first, _ in first }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Each message of a batch is answered as if it had come alone, and what fails is told apart`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            _ = try await program.sendFile("lease.md", "# Lease\n\nThe lease of the workshop ends on 31 March 2027.\n")
            let begun = try await begin(
                program,
                [
                    Self.request("lease", "When does the lease of the workshop end?"),
                    Self.request("nobody", "Hello", model: "gpt-99"),
                    ["custom_id": "empty", "params": ["model": "documents/basic"]],
                ])
            #expect(begun["type"] == "message_batch" && begun["id"]?.stringValue?.hasPrefix("msgbatch_") == true)
            #expect(begun["created_at"]?.stringValue?.hasSuffix("Z") == true && begun["archived_at"] == .null)
            let batch = try await end(program, begun)
            #expect(
                batch["request_counts"]
                    == ["processing": 0, "succeeded": 1, "errored": 2, "canceled": 0, "expired": 0], "\(batch)")
            let id = batch["id"]?.stringValue ?? ""
            #expect(batch["results_url"]?.stringValue?.hasSuffix("\(Self.base)/\(id)/results") == true)
            #expect(batch["ended_at"] != .null && batch["cancel_initiated_at"] == .null)
            let results = try await results(program, batch)
            #expect(Set(results.keys) == ["lease", "nobody", "empty"])
            let message = results["lease"]?["message"]
            #expect(results["lease"]?["type"] == "succeeded" && message?["type"] == "message")
            let text = message?["content"]?.arrayValue?.first?["text"]?.stringValue
            #expect(text?.contains("31 March 2027") == true)
            #expect(results["nobody"]?["type"] == "errored" && results["nobody"]?["error"]?["type"] == "error")
            #expect(results["nobody"]?["error"]?["error"]?["type"] == "not_found_error")
            #expect(results["empty"]?["error"]?["error"]?["type"] == "invalid_request_error")
            // Each is in the ledger as if it had come alone.
            let reads = try await hearth.database().ledger(LedgerFilter(kind: .read)).map(\.entry)
            #expect(reads.contains { $0.purpose == "api POST /v1/messages" })
            #expect(try await program.send("POST", "\(Self.base)/\(id)/cancel").status == 409)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `Neither interface has the batches of the other`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let batch = try await end(program, try await begin(program, [Self.request("a", "Hello")]))
            let id = try #require(batch["id"]?.stringValue)
            #expect(try await program.ids("/v1/batches").isEmpty)
            #expect(try await program.send("GET", "/v1/batches/\(id)").status == 404)
            let file = try await program.sendFile("r.jsonl", "{}", purpose: "batch").json["id"] ?? .null
            let other = try await program.send(
                "POST", "/v1/batches",
                json: [
                    "input_file_id": file, "endpoint": "/v1/chat/completions", "completion_window": "24h",
                ])
            let foreign = try #require(other.json["id"]?.stringValue)
            #expect(try await program.send("GET", "\(Self.base)/\(foreign)").status == 404)
            #expect(try await program.ids(Self.base) == [id])
            // A file of requests for the one is none of the other's.
            let wrong = try await program.send(
                "POST", "/v1/batches",
                json: ["input_file_id": file, "endpoint": "/v1/messages", "completion_window": "24h"])
            #expect(wrong.status == 400 && wrong.json["error"]?["param"] == "endpoint")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `They are listed in Anthropic's pages, and removed with all that is kept of them`()
        async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            var all: [String] = []
            for number in 0..<3 {
                let batch = try await end(program, try await begin(program, [Self.request("r\(number)", "Hello")]))
                all.insert(batch["id"]?.stringValue ?? "", at: 0)
            }
            let first = try await program.send("GET", Self.base + "?limit=2").json
            #expect(first["object"] == nil && first["has_more"] == true)
            #expect(first["data"]?.arrayValue?.map { $0["id"]?.stringValue ?? "" } == Array(all.prefix(2)))
            #expect(try await program.ids(Self.base + "?after_id=\(all[1])") == [all[2]])
            #expect(try await program.ids(Self.base + "?limit=1&before_id=\(all[2])") == [all[1]])
            let kept = try await program.ids("/v1/files").count
            let gone = try await program.send("DELETE", "\(Self.base)/\(all[0])")
            #expect(gone.json == ["id": .string(all[0]), "type": "message_batch_deleted"], "\(gone.body)")
            #expect(try await program.ids("/v1/files").count == kept - 2)
            let missing = try await program.send("GET", "\(Self.base)/\(all[0])/results")
            #expect(missing.status == 404 && missing.json["error"]?["type"] == "not_found_error", "\(missing.body)")
        }
    }

    @Test func `A batch that cannot be begun is refused in Anthropic's words, and nothing of it is kept`() async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let good = Self.request("a", "Hello")
            let refused: [JSONValue] = [
                [:], ["requests": []], ["requests": ["a"]], ["requests": [good, good]],
                ["requests": [["params": [:]]]], ["requests": [["custom_id": "a"]]],
                ["requests": [["custom_id": "", "params": [:]]]], ["requests": [["custom_id": "a b", "params": [:]]]],
                ["requests": [["custom_id": "a", "params": ["stream": true]]]],
                ["requests": [["custom_id": .string(String(repeating: "a", count: 65)), "params": [:]]]],
            ]
            for body in refused {
                let reply = try await program.send("POST", Self.base, json: body)
                #expect(reply.status == 400 && reply.json["type"] == "error", "\(body) \(reply.body)")
                #expect(reply.json["error"]?["type"] == "invalid_request_error")
            }
            #expect(try await program.ids(Self.base).isEmpty)
            #expect(try await program.ids("/v1/files").isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Requests of a batch that is cancelled are answered or canceled, and none is lost`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let begun = try await begin(program, (1...5_000).map { Self.request("r\($0)", "Hello \($0)") })
            let id = try #require(begun["id"]?.stringValue)
            #expect(begun["request_counts"]?["processing"] == 5_000)
            let early = try await program.send("GET", "\(Self.base)/\(id)/results")
            #expect(early.status == 400 && early.json["error"]?["type"] == "invalid_request_error", "\(early.body)")
            #expect(try await program.send("DELETE", "\(Self.base)/\(id)").status == 409)
            for _ in 0..<3_000 {
                let done = await hearth.jobs.all.first { $0.kind == .batch }?.progress.done ?? 0
                if done > 1 { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            let cancelled = try await program.send("POST", "\(Self.base)/\(id)/cancel").json
            #expect(cancelled["processing_status"] == "ended" && cancelled["cancel_initiated_at"] != .null)
            let results = try await results(program, cancelled)
            #expect(results.count == 5_000)
            let canceled = results.values.count { $0["type"] == "canceled" }
            #expect(cancelled["request_counts"]?["canceled"] == .number(JSONNumber(canceled)) && canceled > 0)
        }
    }

    @Test func `Of a batch whose server was ended each request says so, and one that ran out of time has expired`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ async throws in
            let lines = ["a", "b"].map {
                #"{"custom_id":"\#($0)","method":"POST","url":"/v1/messages","body":{}}"# + "\n"
            }.joined()
            for (id, status) in [("msgbatch_left", BatchRecord.Status.inProgress), ("msgbatch_late", .expired)] {
                try await hearth.deposits.keep(
                    Deposit(id: "file-\(id)", kind: .file, purpose: "batch", label: .personal), value: Data(lines.utf8))
                var record = BatchRecord(
                    id: id, endpoint: BatchBoard.messages, inputID: "file-\(id)", metadata: JSONObject())
                record.total = 2
                record.reach(status)
                try await hearth.deposits.keep(record.deposit(.personal), value: try record.data())
            }
            let left = try await client.program.send("GET", "\(Self.base)/msgbatch_left").json
            #expect(left["processing_status"] == "ended" && left["request_counts"]?["errored"] == 2, "\(left)")
            let said = try await results(client.program, left)
            #expect(said["a"]?["error"]?["error"]?["message"]?.stringValue?.contains("server was ended") == true)
            let late = try await client.program.send("GET", "\(Self.base)/msgbatch_late").json
            #expect(late["request_counts"]?["expired"] == 2)
            #expect(try await results(client.program, late)["b"] == ["type": "expired"])
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `What was answered is as private as its documents are when it is fetched`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let sent = try await program.sendFile("safe.md", "# Safe\n\nThe combination of the safe is 4711.\n")
            let document = try #require(sent.json["id"]?.stringValue)
            let batch = try await end(
                program, try await begin(program, [Self.request("safe", "What is the combination of the safe?")]))
            let target = try #require(batch["id"]?.stringValue.map { "\(Self.base)/\($0)/results" })
            #expect(try await program.send("GET", target).body.contains("4711"))
            try await hearth.documents.setLabel(.private, of: document)
            let refused = try await program.send("GET", target)
            #expect(refused.status == 404 && !refused.body.contains("4711"), "\(refused.body)")
            #expect(try await client.send("GET", target).body.contains("4711"))
        }
    }

    @Test func `Each type can be written, and what is said of its fields is of fields that it has`() throws {
        let types: [any WireType.Type] = [
            MessageBatchWire.Batch.self, MessageBatchWire.Deleted.self, MessageBatchWire.Line.self,
        ]
        for type in types {
            var components = WireComponents()
            #expect(throws: Never.self, "\(type)") { _ = try type.shape(&components) }
        }
    }

    @Test func `Results are there for 29 days after the end`() {
        var record = BatchRecord(id: "msgbatch_a", endpoint: BatchBoard.messages, inputID: "f", metadata: JSONObject())
        record.reach(.completed)
        let now = Identifier.now()
        #expect(MessageBatchWire.Batch(record, origin: "http://a").archivedAt == nil)
        let later = MessageBatchWire.Batch(record, origin: "http://a", now: now + MessageBatches.secondsKept + 2)
        #expect(later.archivedAt != nil && later.resultsURL == nil)
    }
}
