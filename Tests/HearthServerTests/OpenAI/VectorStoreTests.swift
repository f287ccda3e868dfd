import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore
import Testing

@testable import HearthServer

@Suite("Vector stores over OpenAI's interface")
struct VectorStoreTests {
    /// Three documents, by their ids.
    private func library(_ client: ServerClient) async throws -> (lease: String, kiln: String, roof: String) {
        func sent(_ name: String, _ text: String) async throws -> String {
            try #require(try await client.sendFile(name, text).json["id"]?.stringValue)
        }
        return (
            try await sent("lease.md", "# Lease\n\nThe lease of the workshop ends on 31 March 2027.\n"),
            try await sent("kiln.md", "# Kiln\n\nThe kiln of the workshop is fired on Tuesdays.\n"),
            try await sent("roof.md", "# Roof\n\nThe roof of the workshop leaks in May.\n")
        )
    }

    private func found(_ client: ServerClient, _ store: String, _ body: JSONValue) async throws -> [String] {
        let reply = try await client.send("POST", "/v1/vector_stores/\(store)/search", json: body)
        #expect(reply.status == 200, "\(reply.body)")
        #expect(reply.json["object"] == "vector_store.search_results.page" && reply.json["has_more"] == false)
        return (reply.json["data"]?.arrayValue ?? []).compactMap { $0["file_id"]?.stringValue }
    }

    @Test func `The library is a vector store, which programs search and do not change`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let store = try await program.send("GET", "/v1/vector_stores/vs_library").json
            #expect(store["file_counts"]?["completed"] == 3 && store["status"] == "completed")
            #expect(try await program.ids("/v1/vector_stores") == ["vs_library"])
            let reply = try await program.send(
                "POST", "/v1/vector_stores/vs_library/search", json: ["query": "When is the kiln fired?"]
            ).json
            let best = try #require(reply["data"]?.arrayValue?.first)
            #expect(best["file_id"]?.stringValue == ids.kiln && best["filename"] == "kiln.md")
            #expect(best["content"]?.arrayValue?.first?["text"]?.stringValue?.contains("Tuesdays") == true)
            #expect(reply["search_query"] == ["When is the kiln fired?"])
            #expect(
                Set(try await program.ids("/v1/vector_stores/vs_library/files")) == [ids.lease, ids.kiln, ids.roof])
            let attached = try await program.send(
                "POST", "/v1/vector_stores/vs_library/files", json: ["file_id": .string(ids.roof)])
            #expect(attached.json["vector_store_id"] == "vs_library" && attached.json["status"] == "completed")
            let refused: [(String, String, JSONValue)] = [
                ("DELETE", "", .null), ("POST", "", ["name": "mine"]), ("DELETE", "/files/\(ids.roof)", .null),
                ("POST", "/files", ["file_id": .string(ids.roof), "attributes": ["year": 2026]]),
                ("POST", "/search", ["query": "x", "filters": ["type": "eq", "key": "year", "value": 2026]]),
                ("POST", "/file_batches", ["file_ids": [.string(ids.roof)]]),
            ]
            for (method, path, body) in refused {
                let target = "/v1/vector_stores/vs_library" + path
                let reply =
                    body == .null
                    ? try await program.send(method, target)
                    : try await program.send(method, target, json: body)
                #expect(reply.status == 400, "\(method) \(target) \(reply.body)")
            }
            #expect(try await program.ids("/v1/files").count == 3)
        }
    }

    @Test func `A set of documents is searched alone, and narrowed by what is said of its files`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let made = try await program.send(
                "POST", "/v1/vector_stores",
                json: ["name": "Workshop", "file_ids": [.string(ids.lease)], "metadata": ["for": "tests"]])
            let id = try #require(made.json["id"]?.stringValue)
            #expect(made.json["file_counts"]?["total"] == 1 && made.json["metadata"] == ["for": "tests"])
            #expect(try await found(program, id, ["query": "workshop"]) == [ids.lease])
            let attached = try await program.send(
                "POST", "/v1/vector_stores/\(id)/files",
                json: ["file_id": .string(ids.kiln), "attributes": ["year": 2026, "room": "cellar"]])
            #expect(attached.json["attributes"] == ["year": 2026, "room": "cellar"], "\(attached.body)")
            #expect(Set(try await found(program, id, ["query": "workshop"])) == [ids.lease, ids.kiln])
            let narrow: JSONValue = [
                "query": "workshop",
                "filters": [
                    "type": "and",
                    "filters": [
                        ["type": "gte", "key": "year", "value": 2026], ["type": "ne", "key": "room", "value": "attic"],
                    ],
                ],
            ]
            #expect(try await found(program, id, narrow) == [ids.kiln])
            let changed = try await program.send(
                "POST", "/v1/vector_stores/\(id)/files/\(ids.kiln)", json: ["attributes": ["room": "attic"]])
            #expect(changed.json["attributes"] == ["room": "attic"])
            #expect(try await found(program, id, narrow).isEmpty)
            #expect(try await found(program, id, ["query": ["kiln", "lease"], "max_num_results": 1]).count == 1)
            #expect(try await program.ids("/v1/vector_stores/\(id)/files?order=asc") == [ids.lease, ids.kiln])

            #expect(
                try await program.send("DELETE", "/v1/vector_stores/\(id)/files/\(ids.lease)").json["deleted"] == true)
            #expect(try await program.send("GET", "/v1/vector_stores/\(id)/files/\(ids.lease)").status == 404)
            // A document that goes is in no set any more; a set that goes leaves its documents.
            #expect(try await program.send("DELETE", "/v1/files/\(ids.kiln)").json["deleted"] == true)
            #expect(try await program.send("GET", "/v1/vector_stores/\(id)").json["file_counts"]?["total"] == 0)
            #expect(try await found(program, id, ["query": "workshop"]).isEmpty)
            #expect(
                try await program.send("DELETE", "/v1/vector_stores/\(id)").json["object"] == "vector_store.deleted")
            #expect(try await program.send("GET", "/v1/vector_stores/\(id)").status == 404)
            #expect(Set(try await program.ids("/v1/files")) == [ids.lease, ids.roof])
        }
    }

    @Test func `A word that is the id of nothing takes no other methods`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            for (method, path, status) in [
                ("PUT", "/v1/vector_stores/search", 404), ("PUT", "/v1/vector_stores/vs_1", 405),
                ("POST", "/v1/vector_stores/vs_1/file_batches/all", 404),
                ("POST", "/v1/vector_stores/vs_1/file_batches/vsfb_1", 405), ("POST", "/v1/batches/all", 404),
                ("POST", "/v1/batches/batch_1", 405), ("POST", "/v1/messages/batches/all", 404),
                ("POST", "/v1/messages/batches/msgbatch_1", 405),
            ] {
                #expect(try await client.program.send(method, path, json: [:]).status == status, "\(path)")
            }
        }
    }

    @Test func `Several files are put in at once`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let id = try #require(
                try await program.send("POST", "/v1/vector_stores", json: [:]).json["id"]?.stringValue)
            let batches = "/v1/vector_stores/\(id)/file_batches"
            let made = try await program.send(
                "POST", batches, json: ["file_ids": [.string(ids.lease), .string(ids.roof)]])
            #expect(made.json["status"] == "completed" && made.json["file_counts"]?["completed"] == 2, "\(made.body)")
            let batch = try #require(made.json["id"]?.stringValue)
            #expect(try await program.send("GET", "\(batches)/\(batch)").json == made.json)
            #expect(Set(try await program.ids("\(batches)/\(batch)/files")) == [ids.lease, ids.roof])
            #expect(try await program.send("GET", "\(batches)/nothing").status == 404)
            #expect(try await program.send("POST", "\(batches)/\(batch)/cancel").status == 409)
            let wrong = try await program.send("POST", batches, json: ["file_ids": ["nothing"]])
            #expect(wrong.status == 404 && wrong.json["error"]?["param"] == "file_ids", "\(wrong.body)")
        }
    }

    @Test func `A set tells nothing of a document that is called private`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let made = try await program.send(
                "POST", "/v1/vector_stores", json: ["file_ids": [.string(ids.lease), .string(ids.roof)]])
            let id = try #require(made.json["id"]?.stringValue)
            try await hearth.documents.setLabel(.private, of: ids.lease)
            #expect(try await program.send("GET", "/v1/vector_stores/\(id)").json["file_counts"]?["total"] == 1)
            #expect(try await program.ids("/v1/vector_stores/\(id)/files") == [ids.roof])
            #expect(try await found(program, id, ["query": "workshop lease"]) == [ids.roof])
            #expect(try await found(program, "vs_library", ["query": "lease"]).contains(ids.lease) == false)
            for target in ["/files/\(ids.lease)", "/files/\(ids.lease)/content"] {
                #expect(try await program.send("GET", "/v1/vector_stores/\(id)\(target)").status == 404)
            }
            let again = try await program.send(
                "POST", "/v1/vector_stores/\(id)/files", json: ["file_id": .string(ids.lease)])
            #expect(again.status == 404)
            // The owner sees it, and a set that is called private is the owner's alone.
            #expect(try await client.send("GET", "/v1/vector_stores/\(id)").json["file_counts"]?["total"] == 2)
            let hidden = try await program.send(
                "POST", "/v1/vector_stores", body: Array("{\"name\": \"mine\"}".utf8),
                headers: "hearth-label: private\r\n")
            let other = try #require(hidden.json["id"]?.stringValue)
            let tried: [(String, JSONValue)] = [("GET", .null), ("DELETE", .null), ("POST", ["name": "x"])]
            for (method, body) in tried {
                let target = "/v1/vector_stores/\(other)"
                let reply =
                    body == .null
                    ? try await program.send(method, target)
                    : try await program.send(method, target, json: body)
                #expect(reply.status == 404, "\(method)")
            }
            #expect(try await client.ids("/v1/vector_stores").contains(other))
            // Words that are called private make a set that was not the owner's alone.
            #expect(try await program.ids("/v1/vector_stores").contains(id))
            let renamed = try await program.send(
                "POST", "/v1/vector_stores/\(id)", body: Array("{\"name\": \"the diagnosis\"}".utf8),
                headers: "hearth-label: private\r\n")
            #expect(renamed.status == 200)
            #expect(try await program.ids("/v1/vector_stores").contains(id) == false)
            #expect(try await client.ids("/v1/vector_stores").contains(id))
        }
    }

    @Test func `What would make another store is refused by its name`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let refused: [(JSONValue, String)] = [
                (["expires_after": ["anchor": "last_active_at", "days": 366]], "expires_after.days"),
                (["expires_after": ["anchor": "created_at", "days": 3]], "expires_after.anchor"),
                (["chunking_strategy": ["type": "static"]], "chunking_strategy"),
                (["metadata": ["a": 1]], "metadata"), (["file_ids": "nothing"], "file_ids"),
            ]
            for (body, parameter) in refused {
                let reply = try await client.send("POST", "/v1/vector_stores", json: body)
                #expect((400...404).contains(reply.status), "\(reply.body)")
                #expect(reply.json["error"]?["param"]?.stringValue == parameter, "\(reply.body)")
            }
            let wrong: [JSONValue] = [
                [:], ["query": ""], ["query": "x", "max_num_results": 51],
                ["query": "x", "ranking_options": ["ranker": "best"]],
                ["query": "x", "filters": ["type": "like", "key": "a", "value": "b"]],
            ]
            for body in wrong {
                let reply = try await client.send("POST", "/v1/vector_stores/vs_library/search", json: body)
                #expect((400..<500).contains(reply.status), "\(body) \(reply.body)")
            }
            #expect(try await client.ids("/v1/vector_stores") == ["vs_library"])
        }
    }

    @Test func `A set that was not used for as long as its program said is of no use until it is given more time`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let made = try await program.send(
                "POST", "/v1/vector_stores",
                json: [
                    "file_ids": [.string(ids.lease)], "expires_after": ["anchor": "last_active_at", "days": 2],
                ])
            let id = try #require(made.json["id"]?.stringValue)
            let active = try #require(made.json["last_active_at"]?.numberValue?.intValue)
            #expect(made.json["expires_at"]?.numberValue?.intValue == active + 2 * 86_400, "\(made.body)")
            #expect(made.json["expires_after"] == ["anchor": "last_active_at", "days": 2])
            #expect(try await found(program, id, ["query": "workshop"]) == [ids.lease])
            // As if nobody had asked for three days.
            let aged: Void? = try await hearth.deposits.update(id, .set) { _, data in
                var set = try DocumentSet(data, of: id)
                set.lastActiveAt -= 3 * 86_400
                data = try set.data()
            }
            #expect(aged != nil)
            let store = "/v1/vector_stores/\(id)"
            #expect(try await program.send("GET", store).json["status"] == "expired")
            let (query, file, name): (JSONValue, JSONValue, JSONValue) = (
                ["query": "workshop"], ["file_id": .string(ids.roof)], ["name": "again"]
            )
            for (target, body) in [(store + "/search", query), (store + "/files", file), (store, name)] {
                let reply = try await program.send("POST", target, json: body)
                #expect(reply.status == 400, "\(target) \(reply.body)")
                #expect(reply.json["error"]?["message"]?.stringValue?.contains("expires_after") == true)
            }
            let revived = try await program.send("POST", store, json: ["expires_after": .null])
            #expect(revived.json["status"] == "completed" && revived.json["expires_at"] == .null, "\(revived.body)")
            #expect(try await found(program, id, ["query": "workshop"]) == [ids.lease])
        }
    }

    @Test func `A set that cannot be read is told of with what to do, and can be removed`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await hearth.deposits.keep(
                Deposit(id: "vs_bad", kind: .set, label: .personal), value: Data("{}".utf8))
            for target in ["/v1/vector_stores", "/v1/vector_stores/vs_bad"] {
                let reply = try await client.program.send("GET", target)
                #expect(reply.json["error"]?["code"] == "damaged_deposit", "\(reply.body)")
                #expect(reply.json["error"]?["message"]?.stringValue?.contains("vs_bad") == true)
            }
            #expect(try await client.program.send("DELETE", "/v1/vector_stores/vs_bad").json["deleted"] == true)
            #expect(try await client.program.ids("/v1/vector_stores") == ["vs_library"])
        }
    }
}

@Suite("Conditions on what is said of files")
struct AttributeFilterTests {
    private let file: JSONObject = ["year": 2026, "room": "cellar", "done": true]

    private func holds(_ text: String) throws -> Bool {
        try AttributeFilter(RequestFields(JSONValue(parsing: text), path: "filters.")).holds(file)
    }

    @Test func `Each comparison means what its name says`() throws {
        let expected: [(String, Bool)] = [
            (#"{"type": "eq", "key": "year", "value": 2026}"#, true),
            (#"{"type": "eq", "key": "year", "value": "2026"}"#, false),
            (#"{"type": "ne", "key": "room", "value": "attic"}"#, true),
            (#"{"type": "gt", "key": "year", "value": 2026}"#, false),
            (#"{"type": "gte", "key": "year", "value": 2026}"#, true),
            (#"{"type": "lt", "key": "year", "value": 2026.5}"#, true),
            (#"{"type": "lte", "key": "nothing", "value": 1}"#, false),
            (#"{"type": "in", "key": "room", "value": ["attic", "cellar"]}"#, true),
            (#"{"type": "nin", "key": "nothing", "value": ["attic"]}"#, true),
            (#"{"type": "eq", "key": "done", "value": true}"#, true),
            (
                #"{"type": "or", "filters": [{"type": "eq", "key": "year", "value": 1}, {"type": "eq", "key": "done", "value": true}]}"#,
                true
            ),
            (
                #"{"type": "and", "filters": [{"type": "eq", "key": "year", "value": 1}, {"type": "eq", "key": "done", "value": true}]}"#,
                false
            ),
        ]
        for (condition, holds) in expected {
            #expect(try self.holds(condition) == holds, "\(condition)")
        }
    }

    @Test func `What is none, or is too deep, is refused`() throws {
        let leaf = #"{"type": "eq", "key": "a", "value": 1}"#
        let deep = (0..<9).reduce(leaf) { text, _ in "{\"type\": \"and\", \"filters\": [\(text)]}" }
        let wide = "{\"type\": \"or\", \"filters\": [\(Array(repeating: leaf, count: 100).joined(separator: ","))]}"
        for condition in [
            deep, wide, #"{"type": "and", "filters": []}"#, #"{"type": "eq", "key": "a"}"#,
            #"{"type": "gt", "key": "a", "value": "b"}"#, #"{"type": "in", "key": "a", "value": "b"}"#,
            #"{"type": "eq", "key": "a", "value": [1]}"#, #"{"key": "a", "value": 1}"#,
        ] {
            #expect(throws: ServerError.self, "\(condition.prefix(80))") { try holds(condition) }
        }
    }
}
