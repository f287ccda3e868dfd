import HearthCore
import Testing

@testable import HearthServer

/// What the protocol says of HTTP (2025-03-26 and 2025-06-18, basic/transports).
@Suite("MCP over HTTP")
struct MCPTransportTests {
    private static let both = "Accept: application/json, text/event-stream\r\n"

    private func request(_ method: String, _ parameters: JSONValue = [:], id: JSONValue? = 7) -> JSONValue {
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
        if let id { message["id"] = id }
        return .object(message)
    }

    private func hello(_ version: String = "2025-06-18") -> JSONValue {
        request(
            "initialize",
            [
                "protocolVersion": .string(version), "capabilities": [:],
                "clientInfo": ["name": "t", "version": "1"],
            ], id: 0)
    }

    private func post(
        _ client: ServerClient, _ message: JSONValue, _ headers: String = ""
    ) async throws -> ServerClient.Reply {
        try await client.program.send("POST", "/mcp", body: Array(message.description.utf8), headers: headers)
    }

    /// The header of a new session.
    private func session(_ client: ServerClient, _ version: String = "2025-06-18") async throws -> String {
        let reply = try await post(client, hello(version))
        let id = try #require(ServerClient.header("mcp-session-id", of: reply))
        return "Mcp-Session-Id: \(id)\r\n"
    }

    @Test func `Without a session 400 says so with the id of the request, and one that is not there is 404`()
        async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            let none = try await post(client, request("tools/list"))
            #expect(none.status == 400 && none.json["id"] == 7 && none.json["error"]?["code"] == -32600)
            #expect(none.json["error"]?["message"]?.stringValue?.contains("Mcp-Session-Id") == true)
            let lost = "Mcp-Session-Id: 0123456789abcdef\r\n"
            let unknown = try await post(client, request("tools/list", id: "a"), lost)
            #expect(unknown.status == 404 && unknown.json["id"] == "a" && unknown.json["error"]?["code"] == -32600)
            // What is no request has no id, and neither has what says that it was not taken.
            let note = try await post(client, request("notifications/initialized", id: nil))
            #expect(note.status == 400 && note.json["error"] != nil && note.json["id"] == nil)
            let odd = try await post(client, request("tools/list", id: ["a": 1]))
            #expect(odd.status == 400 && odd.json["id"] == nil)
        }
    }

    @Test func `Only what is no JSON is told as that`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let headers = try await session(client)
            for text in ["{", "", "nonsense"] {
                let reply = try await client.program.send("POST", "/mcp", body: Array(text.utf8), headers: headers)
                #expect(reply.status == 400 && reply.json["error"]?["code"] == -32700, "\(text)")
            }
            for message in [7, [:], ["jsonrpc": "1.0", "method": "ping"], []] as [JSONValue] {
                let reply = try await post(client, message, headers)
                #expect(reply.status == 400 && reply.json["error"]?["code"] == -32600, "\(message)")
            }
            let type = try await client.program.send(
                "POST", "/mcp", type: "text/plain", body: Array(hello().description.utf8), headers: headers)
            #expect(type.status == 415 && type.json["error"]?["code"] == -32600)
        }
    }

    @Test func `What wants no answer is taken with 202 and nothing`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            for version in ["2025-03-26", "2025-06-18"] {
                let headers = try await session(client, version) + Self.both
                var messages = [request("notifications/initialized", id: nil)]
                messages.append(["jsonrpc": "2.0", "id": 3, "result": [:]])
                if version == "2025-03-26" { messages.append(.array(messages)) }
                for message in messages {
                    let reply = try await post(client, message, headers)
                    #expect(reply.status == 202 && reply.bytes.isEmpty, "\(message)")
                }
            }
        }
    }

    @Test func `Lists of messages are of one version alone`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let list: JSONValue = [
                request("ping", id: 1), request("notifications/initialized", id: nil), request("ping", id: 2),
            ]
            let older = try await post(client, list, try await session(client, "2025-03-26"))
            #expect(older.status == 200 && older.json.arrayValue?.map { $0["id"] } == [1, 2])
            let newer = try await post(client, list, try await session(client))
            #expect(newer.status == 400 && newer.json["error"]?["code"] == -32600)
        }
    }

    @Test func `A version that is not known is refused, but where versions are agreed on`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let headers = try await session(client)
            let bad = "Mcp-Protocol-Version: 1999-01-01\r\n"
            #expect(try await post(client, request("ping"), headers + bad).status == 400)
            #expect(try await client.program.send("DELETE", "/mcp", headers: headers + bad).status == 400)
            for version in ["2025-03-26", "2025-06-18"] {
                let good = "Mcp-Protocol-Version: \(version)\r\n"
                #expect(try await post(client, request("ping"), headers + good).status == 200)
            }
            let first = try await post(client, hello("2031-01-01"), "Mcp-Protocol-Version: 2031-01-01\r\n")
            #expect(first.status == 200 && first.json["result"]?["protocolVersion"] == "2025-11-25")
        }
    }

    @Test func `A session ends when its client says so, and is unknown then`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let headers = try await session(client)
            #expect(try await client.program.send("DELETE", "/mcp").status == 400)
            #expect(try await client.program.send("DELETE", "/mcp", headers: headers).status == 204)
            #expect(try await client.program.send("DELETE", "/mcp", headers: headers).status == 404)
            #expect(try await post(client, request("ping"), headers).status == 404)
        }
    }

    @Test func `There is no stream to listen to, nor to go on with`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let headers = try await session(client)
            for more in ["", "Last-Event-ID: 4\r\n"] {
                let reply = try await client.program.send(
                    "GET", "/mcp", headers: headers + "Accept: text/event-stream\r\n" + more)
                #expect(reply.status == 405)
                let allowed = ServerClient.header("allow", of: reply) ?? ""
                #expect(allowed.contains("POST") && allowed.contains("DELETE") && !allowed.contains("GET"))
            }
        }
    }

    @Test(
        arguments: [
            ("application/json, text/event-stream", "application/json"), ("*/*", "application/json"),
            ("text/event-stream", "text/event-stream"), ("TEXT/*;q=0.5", "text/event-stream"),
            ("application/json;q=0, */*", "text/event-stream"), ("application/*", "application/json"),
            ("text/event-stream;q=0, application/json", "application/json"), ("text/html", nil),
            ("application/json;q=0", nil),
        ] as [(String, String?)])
    func `An answer has a form that the client takes`(_ accept: String, _ form: String?) async throws {
        try await ServerClient.with { client, _, _ async throws in
            let headers = try await session(client) + "Accept: \(accept)\r\n"
            let reply = try await post(client, request("ping"), headers)
            guard let form else { return #expect(reply.status == 406) }
            #expect(reply.status == 200)
            #expect(ServerClient.header("content-type", of: reply)?.hasPrefix(form) == true)
            let line = reply.body.split(separator: "\n").first { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
            let answer = try JSONValue(parsing: String(line ?? reply.body[...]))
            #expect(answer["id"] == 7 && answer["result"] == [:])
        }
    }

    @Test func `A handshake that fails leaves no session`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let reply = try await post(client, request("initialize", ["protocolVersion": 7]))
            #expect(reply.json["error"]?["code"] == -32602 && reply.json["id"] == 7)
            #expect(ServerClient.header("mcp-session-id", of: reply) == nil)
        }
    }
}
