import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore
import Testing

@testable import HearthServer

@Suite("Responses that search files")
struct FileSearchTests {
    private func library(_ client: ServerClient) async throws -> (lease: String, kiln: String) {
        func sent(_ name: String, _ text: String) async throws -> String {
            try #require(try await client.sendFile(name, text).json["id"]?.stringValue)
        }
        return (
            try await sent("lease.md", "# Lease\n\nThe lease of the workshop ends on 31 March 2027.\n"),
            try await sent("kiln.md", "# Kiln\n\nThe kiln of the workshop is fired on Tuesdays.\n")
        )
    }

    private func request(_ question: String, _ tool: JSONObject, more: JSONObject = [:]) -> JSONValue {
        var whole: JSONObject = ["model": "basic", "input": .string(question)]
        var tool = tool
        tool["type"] = "file_search"
        whole["tools"] = [.object(tool)]
        for (name, value) in more { whole[name] = value }
        return .object(whole)
    }

    @Test func `An answer comes from the files of the vector stores alone, with the search and its citations`()
        async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let store = try #require(
                try await program.send("POST", "/v1/vector_stores", json: ["file_ids": [.string(ids.lease)]])
                    .json["id"])
            let question = "When does the lease of the workshop end?"
            let reply = try await program.send(
                "POST", "/v1/responses", json: request(question, ["vector_store_ids": [store]]))
            #expect(reply.status == 200, "\(reply.body)")
            let output = reply.json["output"]?.arrayValue ?? []
            #expect(output.map { $0["type"] } == ["file_search_call", "message"], "\(reply.body)")
            #expect(output.first?["status"] == "completed" && output.first?["queries"] == [.string(question)])
            let part = output.last?["content"]?.arrayValue?.first
            #expect(part?["text"]?.stringValue?.contains("31 March 2027") == true)
            #expect(part?["annotations"]?.arrayValue?.first?["file_id"]?.stringValue == ids.lease)
            // What stands elsewhere is not found.
            let other = try await program.send(
                "POST", "/v1/responses",
                json: request("On which days is the kiln fired?", ["vector_store_ids": [store]]))
            #expect(!other.body.contains("Tuesdays"), "\(other.body)")
            let whole = try await program.send(
                "POST", "/v1/responses",
                json: request("On which days is the kiln fired?", ["vector_store_ids": ["vs_library"]]))
            #expect(whole.body.contains("Tuesdays"), "\(whole.body)")
        }
    }

    @Test func `A stream tells of the search before the answer`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            _ = try await library(program)
            let reply = try await program.send(
                "POST", "/v1/responses",
                json: request(
                    "When does the lease of the workshop end?", ["vector_store_ids": ["vs_library"]],
                    more: ["stream": true]))
            let events = reply.body.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
            let search = events.firstIndex(of: "response.file_search_call.completed")
            let text = events.firstIndex(of: "response.output_text.delta")
            #expect(search != nil && text != nil && (search ?? 0) < (text ?? 0), "\(events)")
            #expect(events.last == "response.completed")
        }
    }

    @Test func `Files are narrowed by what is said of them, and a program's ceiling holds`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, ids) = (client.program, try await library(client.program))
            let store = try #require(
                try await program.send(
                    "POST", "/v1/vector_stores", json: ["file_ids": [.string(ids.lease), .string(ids.kiln)]]
                ).json["id"]?.stringValue)
            _ = try await program.send(
                "POST", "/v1/vector_stores/\(store)/files/\(ids.kiln)", json: ["attributes": ["room": "cellar"]])
            let narrow: JSONObject = [
                "vector_store_ids": [.string(store)], "filters": ["type": "eq", "key": "room", "value": "cellar"],
            ]
            let question = "When does the lease of the workshop end?"
            let narrowed = try await program.send("POST", "/v1/responses", json: request(question, narrow))
            #expect(!narrowed.body.contains("31 March"), "\(narrowed.body)")
            try await hearth.documents.setLabel(.private, of: ids.lease)
            let hidden = try await program.send(
                "POST", "/v1/responses", json: request(question, ["vector_store_ids": [.string(store)]]))
            #expect(!hidden.body.contains("31 March"), "\(hidden.body)")
        }
    }

    @Test func `What cannot be done is refused by its name, and nobody's server of tools is called`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            _ = try await library(program)
            let empty = try #require(try await program.send("POST", "/v1/vector_stores", json: [:]).json["id"])
            let function: JSONValue = ["type": "function", "name": "f", "parameters": ["type": "object"]]
            let search: JSONValue = ["type": "file_search", "vector_store_ids": ["vs_library"]]
            let refused: [(JSONValue, Int)] = [
                (request("Hello?", [:]), 400), (request("Hello?", ["vector_store_ids": []]), 400),
                (request("Hello?", ["vector_store_ids": ["vs_nothing"]]), 404),
                (request("Hello?", ["vector_store_ids": [empty]]), 400),
                (
                    request(
                        "Hello?",
                        [
                            "vector_store_ids": ["vs_library"],
                            "filters": ["type": "eq", "key": "a", "value": "b"],
                        ]), 400
                ),
                (["model": "basic", "input": "Hello?", "tools": [search, function]], 400),
                (["model": "basic", "input": "Hello?", "tools": [search, search]], 400),
                (
                    [
                        "model": "basic", "input": "Hello?",
                        "tools": [["type": "mcp", "server_label": "x", "server_url": "https://evil.example.org/mcp"]],
                    ], 400
                ),
            ]
            for (body, status) in refused {
                let reply = try await program.send("POST", "/v1/responses", json: body)
                #expect(reply.status == status, "\(body) \(reply.body)")
            }
        }
    }
}
