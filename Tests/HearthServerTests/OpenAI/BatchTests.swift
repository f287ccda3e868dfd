import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore
import Testing

@testable import HearthServer

@Suite("Batches over OpenAI's interface")
struct BatchTests {
    private static let chats = "/v1/chat/completions"

    private static func line(_ name: String, _ body: JSONValue, url: String = chats) -> String {
        let line: JSONValue = [
            "custom_id": .string(name), "method": "POST", "url": .string(url), "body": body,
        ]
        return line.description + "\n"
    }

    private static func question(_ text: String, model: String = "documents/basic") -> JSONValue {
        ["model": .string(model), "messages": [["role": "user", "content": .string(text)]]]
    }

    /// Sends requests and begins a batch of them.
    private func begin(
        _ client: ServerClient, _ lines: String, endpoint: String = chats
    ) async throws -> JSONValue {
        let file = try await client.sendFile("requests.jsonl", lines, purpose: "batch").json["id"] ?? .null
        let reply = try await client.send(
            "POST", "/v1/batches",
            json: [
                "input_file_id": file, "endpoint": .string(endpoint), "completion_window": "24h",
                "metadata": ["for": "tests"],
            ])
        #expect(reply.status == 200, "\(reply.body)")
        return reply.json
    }

    /// The batch when it has ended.
    private func end(_ client: ServerClient, _ batch: JSONValue) async throws -> JSONValue {
        let id = try #require(batch["id"]?.stringValue)
        for _ in 0..<3_000 {
            let now = try await client.send("GET", "/v1/batches/\(id)").json
            if ["completed", "failed", "expired", "cancelled"].contains(now["status"]?.stringValue ?? "") {
                return now
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("The batch does not end.")
        return .null
    }

    /// The lines of a file by the names of their requests.
    private func lines(_ client: ServerClient, _ file: JSONValue?) async throws -> [String: JSONValue] {
        let id = try #require(file?.stringValue)
        let text = try await client.send("GET", "/v1/files/\(id)/content").body
        return Dictionary(
            try text.split(separator: "\n").map { line in
                let value = try JSONValue(parsing: String(line))
                return (value["custom_id"]?.stringValue ?? "", value)
            }
        ) { first, _ in first }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Each request of a batch is answered as if it had come alone, and what fails is told apart`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            _ = try await program.sendFile("lease.md", "# Lease\n\nThe lease of the workshop ends on 31 March 2027.\n")
            let begun = try await begin(
                program,
                Self.line("lease", Self.question("When does the lease of the workshop end?"))
                    + "\n" + Self.line("nobody", Self.question("Hello", model: "gpt-99"))
                    + Self.line("empty", ["model": "documents/basic"]))
            #expect(begun["object"] == "batch" && begun["completion_window"] == "24h")
            #expect(begun["metadata"] == ["for": "tests"])
            let batch = try await end(program, begun)
            #expect(batch["status"] == "completed", "\(batch)")
            #expect(batch["request_counts"] == ["total": 3, "completed": 1, "failed": 2])
            let answers = try await lines(program, batch["output_file_id"])
            let response = try #require(answers["lease"]?["response"])
            #expect(response["status_code"] == 200 && answers["lease"]?["error"] == .null)
            let content = response["body"]?["choices"]?.arrayValue?.first?["message"]?["content"]?.stringValue
            #expect(content?.contains("31 March 2027") == true)
            #expect(response["headers"]?["hearth-engine"] == "basic")
            let failures = try await lines(program, batch["error_file_id"])
            #expect(failures["nobody"]?["response"]?["status_code"] == 404)
            #expect(failures["nobody"]?["response"]?["body"]?["error"]?["code"] == "model_not_found")
            #expect(failures["empty"]?["response"]?["status_code"] == 400)
            #expect(try await program.ids("/v1/batches") == [batch["id"]?.stringValue ?? ""])
            #expect(Set(try await program.ids("/v1/files?purpose=batch_output")).count == 2)
            // Each is in the ledger as if it had come alone.
            let reads = try await hearth.database().ledger(LedgerFilter(kind: .read)).map(\.entry)
            #expect(reads.contains { $0.purpose == "api POST \(Self.chats)" })
            let ended = try await program.send("POST", "/v1/batches/\(batch["id"]?.stringValue ?? "")/cancel")
            #expect(ended.status == 409, "\(ended.body)")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `Vectors are made in a batch as well`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let endpoint = "/v1/embeddings"
            let text = (1...3).map {
                Self.line("\($0)", ["model": "basic", "input": .string("Text \($0)")], url: endpoint)
            }.joined()
            let batch = try await end(program, try await begin(program, text, endpoint: endpoint))
            #expect(batch["request_counts"] == ["total": 3, "completed": 3, "failed": 0], "\(batch)")
            #expect(batch["error_file_id"] == .null)
            let answers = try await lines(program, batch["output_file_id"])
            #expect(Set(answers.keys) == ["1", "2", "3"])
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `A file in which anything is wrong is answered by what, and nothing of it is sent`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let text =
                Self.line("a", Self.question("Hello", model: "basic")) + "{\"custom_id\": 1}\n" + "no JSON\n"
                + Self.line("a", Self.question("Again")) + Self.line("b", Self.question("There"), url: "/v1/embeddings")
                + Self.line("c", ["model": "basic", "stream": true])
            let batch = try await end(program, try await begin(program, text))
            #expect(batch["status"] == "failed" && batch["output_file_id"] == .null)
            let wrong = (batch["errors"]?["data"]?.arrayValue ?? []).compactMap { $0["line"]?.numberValue?.intValue }
            #expect(wrong == [2, 3, 4, 5, 6], "\(batch)")
            #expect(try await hearth.database().ledger(LedgerFilter(kind: .decision)).isEmpty)
        }
    }

    @Test func `A batch that cannot be begun is refused by the field that is wrong`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let file =
                try await program.sendFile("requests.jsonl", Self.line("a", [:]), purpose: "batch").json["id"] ?? .null
            let document = try await program.sendFile("a.md", "A document.").json["id"] ?? .null
            let whole: JSONObject = [
                "input_file_id": file, "endpoint": .string(Self.chats), "completion_window": "24h",
            ]
            let refused: [(String, JSONValue, Int)] = [
                ("input_file_id", "nothing", 404), ("input_file_id", document, 404),
                ("endpoint", "/v1/files", 400), ("completion_window", "1h", 400), ("metadata", ["a": 1], 400),
                ("output_expires_after.seconds", ["anchor": "created_at", "seconds": 60], 400),
                ("output_expires_after.anchor", ["anchor": "last_active_at", "seconds": 3_600], 400),
            ]
            for (name, value, status) in refused {
                var body = whole
                body[name.split(separator: ".").first.map(String.init) ?? name] = value
                let reply = try await program.send("POST", "/v1/batches", json: .object(body))
                #expect(reply.status == status, "\(name) \(reply.body)")
                #expect(reply.json["error"]?["param"]?.stringValue == name)
            }
            #expect(try await program.ids("/v1/batches").isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `What a batch was answered is as private as its documents are when it is fetched`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let sent = try await program.sendFile("safe.md", "# Safe\n\nThe combination of the safe is 4711.\n")
            let id = try #require(sent.json["id"]?.stringValue)
            let begun = try await begin(
                program, Self.line("safe", Self.question("What is the combination of the safe?")))
            let batch = try await end(program, begun)
            let file = try #require(batch["output_file_id"]?.stringValue)
            #expect(try await program.send("GET", "/v1/files/\(file)/content").body.contains("4711"))
            try await hearth.documents.setLabel(.private, of: id)
            for target in ["/v1/files/\(file)", "/v1/files/\(file)/content"] {
                #expect(try await program.send("GET", target).status == 404)
                #expect(try await client.send("GET", target).status == 200)
            }
            // Nothing tells any more what a document was called that is gone.
            try await hearth.documents.remove(id)
            #expect(try await program.send("GET", "/v1/files/\(file)/content").status == 404)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `The owner's batch is answered to the owner alone`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            _ = try await client.sendFile(
                "safe.md", "The combination of the safe is 4711.", headers: "hearth-label: private\r\n")
            let begun = try await begin(
                client, Self.line("safe", Self.question("What is the combination of the safe?")))
            let batch = try await end(client, begun)
            let file = try #require(batch["output_file_id"]?.stringValue)
            #expect(try await client.send("GET", "/v1/files/\(file)/content").body.contains("4711"))
            #expect(try await client.program.send("GET", "/v1/files/\(file)/content").status == 404)
        }
    }

    @Test func `A batch that nobody works on any more has failed, and says why`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            // As a server leaves it that was killed.
            var record = BatchRecord(
                id: "batch_left", endpoint: Self.chats, inputID: "file-gone", metadata: JSONObject())
            record.total = 3
            record.reach(.inProgress)
            try await hearth.deposits.keep(
                Deposit(id: record.id, kind: .run, label: .personal), value: try record.data())
            for _ in 0..<2 {
                let batch = try await client.program.send("GET", "/v1/batches/batch_left").json
                #expect(batch["status"] == "failed" && batch["failed_at"] != .null)
                #expect(batch["errors"]?["data"]?.arrayValue?.map { $0["code"] } == ["server_stopped"])
            }
        }
    }

    @Test(.timeLimit(.minutes(5))) func `A batch that is cancelled keeps what was answered until then`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let text = (1...5_000).map { Self.line("\($0)", Self.question("Hello \($0)")) }.joined()
            let begun = try await begin(program, text)
            let id = try #require(begun["id"]?.stringValue)
            for _ in 0..<3_000 {
                let done = await hearth.jobs.all.first { $0.kind == .batch }?.progress.done ?? 0
                if done > 1 { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            let cancelled = try await program.send("POST", "/v1/batches/\(id)/cancel").json
            #expect(cancelled["status"] == "cancelled" && cancelled["cancelled_at"] != .null, "\(cancelled)")
            #expect(try await program.send("GET", "/v1/batches/\(id)").json["status"] == "cancelled")
            let jobs = await hearth.jobs.all.filter { $0.kind == .batch }
            #expect(jobs.map(\.state) == [.cancelled])
            let done = try #require(cancelled["request_counts"]?["completed"]?.numberValue?.intValue)
            #expect(done > 0)
            #expect(try await lines(program, cancelled["output_file_id"]).count == done)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Files that are to go by themselves say when, and what a batch answers goes with its time`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let form =
                [("purpose", "batch"), ("expires_after[anchor]", "created_at"), ("expires_after[seconds]", "7200")].map
            {
                "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
            }.joined()
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"r.jsonl\"\r\n\r\n"
                + Self.line("a", Self.question("Hello")) + "\r\n--x--\r\n"
            let sent = try await program.send(
                "POST", "/v1/files", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
            func seconds(_ file: JSONValue) throws -> Int {
                try #require(file["expires_at"]?.numberValue?.intValue)
                    - #require(file["created_at"]?.numberValue?.intValue)
            }
            let age = try seconds(sent.json)
            #expect(sent.status == 200 && (7_199...7_201).contains(age), "\(sent.body)")
            let begun = try await program.send(
                "POST", "/v1/batches",
                json: [
                    "input_file_id": sent.json["id"] ?? .null, "endpoint": .string(Self.chats),
                    "completion_window": "24h", "output_expires_after": ["anchor": "created_at", "seconds": 3_600],
                ])
            #expect(begun.status == 200, "\(begun.body)")
            let batch = try await end(program, begun.json)
            let made = [batch["output_file_id"], batch["error_file_id"]].compactMap { $0?.stringValue }
            let file = try await program.send("GET", "/v1/files/\(try #require(made.first))").json
            #expect(try seconds(file) >= 3_600, "\(file)")
        }
    }

    @Test func `A batch that cannot be read hides no other one, and its failure says what to do`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await hearth.deposits.keep(
                Deposit(id: "batch_bad", kind: .run, label: .personal), value: Data("{\"id\": 7".utf8))
            let list = try await client.program.send("GET", "/v1/batches").json["data"]?.arrayValue ?? []
            #expect(list.map { $0["id"] } == ["batch_bad"] && list.first?["status"] == "failed")
            let reply = try await client.program.send("GET", "/v1/batches/batch_bad")
            #expect(reply.json["error"]?["code"] == "damaged_deposit", "\(reply.body)")
            #expect(reply.json["error"]?["message"]?.stringValue?.contains("Update Hearth") == true)
        }
    }
}
