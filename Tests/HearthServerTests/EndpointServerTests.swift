import Foundation
import HearthCore
import HearthEngine
import HearthTesting
import Testing

/// Endpoints with names, as the page and programs meet them.
@Suite("Endpoints of the owner's, served")
struct EndpointServerTests {
    private static func endpoint(saying text: String) async throws -> WireServer {
        let wire = OpenAIDialect()
        let body = wire.text([text], usage: TokenUsage(promptTokens: 5, completionTokens: 3), finish: .stop)
        return try await WireServer.start { request in
            if request.method == "GET", request.target.hasSuffix("/models") {
                return .http(200, body: Array(#"{"data":[{"id":"tiny"}]}"#.utf8))
            }
            guard request.target.hasSuffix("/chat/completions") else { return .http(404) }
            return .http(headers: [("content-type", wire.contentType)], body: body, framing: .chunked(size: 9))
        }
    }

    private func add(_ client: ServerClient, _ name: String, _ server: WireServer) async throws {
        let added = try await client.send(
            "PUT", "/api/endpoints/\(name)",
            json: ["url": .string(server.url.absoluteString + "/v1"), "model": "tiny", "label": "personal"])
        #expect(added.status == 200 && added.json["engine"] == .string("custom:\(name)"), "\(added.body)")
        #expect(added.json["consents"] == [] && added.json["hasKey"] == false)
    }

    @Test func `An endpoint is added, tested, consented to and removed`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let server = try await Self.endpoint(saying: "Hello")
            #expect(try await client.send("GET", "/api/endpoints").json["endpoints"] == [])
            try await add(client, "lab", server)
            let tested = try await client.send("POST", "/api/endpoints/lab/test")
            #expect(tested.status == 200 && tested.json["models"] == ["tiny"], "\(tested.body)")
            #expect(tested.json["hasModel"] == true)
            let elsewhere = try await client.send(
                "POST", "/api/consents", json: ["engine": "custom:lab", "host": "elsewhere.example"])
            #expect(elsewhere.status == 409 && elsewhere.json["error"]?["code"] == "other-host", "\(elsewhere.body)")
            #expect(try await hearth.privacy.consents().isEmpty)
            let given = try await client.send(
                "POST", "/api/consents", json: ["engine": "custom:lab", "host": tested.json["host"] ?? .null])
            #expect(given.status == 201 && given.json["host"] == tested.json["host"], "\(given.body)")
            let listed = try await client.send("GET", "/api/endpoints").json["endpoints"]?.arrayValue
            #expect(listed?.first?["consents"]?.arrayValue?.first?["id"] == given.json["id"])
            #expect(try await client.send("DELETE", "/api/endpoints/lab").status == 204)
            #expect(try await client.send("DELETE", "/api/endpoints/lab").status == 404)
            #expect(try await client.send("POST", "/api/endpoints/lab/test").status == 404)
            #expect(try await hearth.privacy.consents().isEmpty && hearth.settings.endpoints.isEmpty)
            await server.stop()
        }
    }

    @Test func `A group is made of endpoints, asked for by its name, and removed without them`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (one, two) = (try await Self.endpoint(saying: "Hello"), try await Self.endpoint(saying: "Hello"))
            try await add(client, "lab", one)
            try await add(client, "den", two)
            let made = try await client.send(
                "PUT", "/api/endpoint-groups/pool",
                json: ["members": [["name": "lab", "weight": 1], ["name": "den"]], "queue": 5])
            #expect(made.status == 200 && made.json["engine"] == "custom:pool", "\(made.body)")
            #expect(made.json["parallel"] == 8 && made.json["queue"] == 5)
            for name in ["lab", "den"] {
                _ = try await client.send("POST", "/api/consents", json: ["engine": .string("custom:\(name)")])
            }
            let ids = try await client.send("GET", "/v1/models").json["data"]?.arrayValue?.compactMap {
                $0["id"]?.stringValue
            }
            #expect(ids?.contains("custom:pool/tiny") == true, "\(ids ?? [])")
            var served: Set<String> = []
            for (number, model) in ["custom:pool", "custom:pool/tiny", "pool/tiny", "custom:pool"].enumerated() {
                let answer = try await client.send(
                    "POST", "/v1/chat/completions",
                    json: [
                        "model": .string(model),
                        "messages": [["role": "user", "content": .string("What is number \(number)?")]],
                    ])
                #expect(answer.status == 200, "\(answer.body)")
                let told = answer.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("hearth-engine: ") }
                served.insert(String(told?.dropFirst("hearth-engine: ".count) ?? "none"))
            }
            #expect(
                served.isSubset(of: ["custom:lab", "custom:den"]), "a record names the group, which receives nothing")
            let wrong: [(name: String, members: JSONValue, field: String)] = [
                ("lab", [["name": "den"]], "name"), ("pool", [["name": "none"]], "members"),
                ("pool", [["name": "lab"], ["name": "lab"]], "members"),
            ]
            for (name, members, field) in wrong {
                let refused = try await client.send("PUT", "/api/endpoint-groups/\(name)", json: ["members": members])
                #expect(refused.status == 422 && refused.json["error"]?["field"] == .string(field), "\(refused.body)")
            }
            #expect(try await client.send("DELETE", "/api/endpoint-groups/pool").status == 204)
            #expect(try await client.send("DELETE", "/api/endpoint-groups/pool").status == 404)
            #expect(hearth.settings.endpoints.count == 2 && hearth.settings.groups.isEmpty)
            await one.stop()
            await two.stop()
        }
    }

    @Test func `What is no endpoint is refused with its field`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let wrong: [(name: String, body: JSONValue, field: String)] = [
                ("lab", ["url": "http://192.168.1.5/v1"], "url"), ("openai", ["url": "https://a.example/v1"], "name"),
                ("lab", ["url": "https://a.example/v1", "model": "a,b"], "model"),
                ("lab", ["url": "https://a.example/v1", "weight": 101], "weight"),
                ("lab", ["url": "https://a.example/v1", "label": "private"], "label"),
            ]
            for (name, body, field) in wrong {
                let refused = try await client.send("PUT", "/api/endpoints/\(name)", json: body)
                #expect(refused.status == 400 || refused.status == 422, "\(refused.status) \(refused.body)")
                #expect(refused.json["error"]?["field"] == .string(field), "\(refused.body)")
            }
            #expect(hearth.settings.endpoints.isEmpty)
            #expect(
                try await client.send("PUT", "/api/keys/custom:nobody", json: ["key": "a-key-of-nobody"]).status == 404)
        }
    }

    @Test func `Programs find their models by name, and reach those alone that may see it`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let lab = try await Self.endpoint(saying: "From the lab")
            let den = try await Self.endpoint(saying: "From the den")
            try await add(client, "lab", lab)
            try await add(client, "den", den)
            func models() async throws -> [String] {
                let list = try await client.program.send("GET", "/v1/models").json["data"]?.arrayValue ?? []
                return list.compactMap { $0["id"]?.stringValue }.filter { $0.contains("custom:") }
            }
            #expect(try await models() == [], "one is offered that nobody consented to")
            #expect(try await client.send("POST", "/api/consents", json: ["engine": "custom:lab"]).status == 201)
            #expect(try await models() == ["custom:lab/tiny", "documents/custom:lab/tiny"])

            func ask(_ model: String) async throws -> ServerClient.Reply {
                try await client.program.send(
                    "POST", "/v1/chat/completions",
                    json: [
                        "model": .string(model),
                        "messages": [["role": "user", "content": "The canary sings. Answer."]],
                    ])
            }
            // By its full name, by that of the endpoint, and with another model of it.
            for (name, model) in [
                ("custom:lab/tiny", "tiny"), ("lab/tiny", "tiny"), ("lab/large", "large"), ("custom:lab", "tiny"),
            ] {
                let reply = try await ask(name)
                #expect(reply.status == 200 && reply.body.contains("From the lab"), "\(name): \(reply.body)")
                let sent = try #require(lab.log.prompts.last.map { String(decoding: $0.body, as: UTF8.self) })
                #expect(sent.contains("canary") && sent.contains("\"\(model)\""), "\(name): \(sent)")
            }
            for name in ["custom:den/tiny", "den/tiny", "custom:den"] {
                let refused = try await ask(name)
                #expect(refused.status == 403, "\(name): \(refused.status) \(refused.body)")
            }
            #expect(try await ask("nowhere/tiny").status == 404)
            // The owner's names for it lead there, and are listed.
            let aliases = try await client.send(
                "PUT", "/api/settings/model-aliases", json: ["value": "quick=lab/large,lost=nowhere/large"])
            #expect(aliases.status == 200, "\(aliases.body)")
            let quick = try await client.program.send("GET", "/v1/models/quick")
            #expect(quick.json["owned_by"] == "custom:lab" && quick.json["problem"] == nil, "\(quick.body)")
            #expect(try await client.program.send("GET", "/v1/models/lost").json["problem"] != nil)
            let reply = try await ask("quick")
            #expect(reply.status == 200 && reply.body.contains("From the lab"), "\(reply.body)")
            #expect(den.log.connections.isEmpty)
            await lab.stop()
            await den.stop()
        }
    }

    @Test func `A tool of MCP takes an endpoint by its name, and takes no other engine for what is none`() async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            func ask(_ engine: String) async throws -> JSONValue {
                try await client.program.send(
                    "POST", "/mcp",
                    json: [
                        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                        "params": [
                            "name": "ask", "arguments": ["question": "When is it?", "engine": .string(engine)],
                            "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
                        ],
                    ]
                ).json
            }
            for name in ["gpt", "custom:", "custom:openai"] {
                let refused = try await ask(name)
                #expect(refused["error"] != nil || refused["result"]?["isError"] == true, "\(name): \(refused)")
                #expect(refused.description.contains("`engine`"), "\(name): \(refused)")
            }
            let taken = try await ask("custom:lab")
            #expect(taken["error"] == nil && !taken.description.contains("`engine`"), "\(taken)")
        }
    }
}
