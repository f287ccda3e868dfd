import HearthCore
import HearthTesting
import Testing

@testable import HearthHTTP

/// What is said where the address, or what stands behind its question mark, is wrong.
@Suite("Addresses at which nothing is")
struct WrongAddressTests {
    private func with(_ body: @escaping @Sendable (Loopback) async throws -> Void) async throws {
        let service = InterfaceTests.Service(ScriptedModel(otherwise: { _ in .text("yes") }))
        let echo = ServerRoute(.get, "/api/echo") { request in .text(request.query["text"] ?? "nothing") }
        let routes = OpenAIRoutes(service).routes + AnthropicRoutes(service).routes + OllamaRoutes(service).routes
        try await Loopback.with(routes + [echo]) { server async throws in try await body(server) }
    }

    @Test(
        arguments: [
            ("POST", "/chat/completions", "/v1/chat/completions"), ("GET", "/models", "/v1/models"),
            ("POST", "/v1/v1/messages", "/v1/messages"), ("POST", "/v1/api/chat", "/api/chat"),
        ])
    func `A base address with /v1 too little or too often is told, with what was probably meant`(
        _ method: String, _ path: String, _ meant: String
    ) async throws {
        try await with { server async throws in
            let reply = try await server.send(method, path)
            #expect(reply.status == 404)
            #expect(reply.body.contains("meant is \(meant):"), "\(reply.body)")
        }
    }

    @Test(
        arguments: [
            ("POST", "/v1/responses/compact", 404, nil), ("PUT", "/v1/responses/compact", 404, nil),
            ("POST", "/openai/v1/responses/compact", 404, nil), ("PUT", "/v1/chat/completions/search", 404, nil),
            ("POST", "/v1/responses/resp_1", 405, "DELETE, GET, HEAD"),
            ("PUT", "/v1/chat/completions/chatcmpl-1", 405, "DELETE, GET, HEAD, POST"),
            ("GET", "/v1/responses/input_tokens", 405, "POST"), ("DELETE", "/v1/responses/input_tokens", 405, "POST"),
        ] as [(String, String, Int, String?)])
    func `A word where an id would stand is no place that takes other methods, and hides none`(
        _ method: String, _ path: String, _ status: Int, _ allowed: String?
    ) async throws {
        try await with { server async throws in
            let reply = try await server.send(method, path, body: method == "GET" ? nil : "{}")
            #expect(reply.status == status && reply.headers["allow"] == allowed, "\(reply.body)")
        }
    }

    @Test func `Whoever asks for what has no such id is told that there is none`() async throws {
        try await with { server async throws in
            let reply = try await server.send("GET", "/v1/responses/compact")
            #expect(reply.status == 404 && reply.body.contains("no such response"), "\(reply.body)")
        }
    }

    @Test func `Where nothing is like it, nothing is guessed, and nothing of Hearth's own is named`() async throws {
        try await with { server async throws in
            for path in ["/v1/files", "/v1/", "/v1/api/echo", "/nowhere"] {
                let reply = try await server.send("GET", path)
                #expect(reply.status == 404 && !reply.body.contains("meant"), "\(reply.body)")
            }
        }
    }

    @Test func `Ollama's clients are told in their form that models are fetched by their owner`()
        async throws
    {
        try await with { server async throws in
            for (method, path) in [
                ("POST", "/api/pull"), ("POST", "/api/push"), ("POST", "/api/create"), ("POST", "/api/copy"),
                ("DELETE", "/api/delete"),
            ] {
                let reply = try await server.send(method, path, body: #"{"model":"llama3"}"#)
                #expect(reply.status == 404)
                #expect(
                    reply.json["error"]?.stringValue?.contains("by the owner of this server") == true, "\(reply.body)")
            }
        }
    }

    @Test(arguments: ["text=%ff", "text=%00", "text=%zz", "text=%", "%ff=1", "text=a&other=%80"])
    func `A query that cannot be read is refused, and not taken for one that was left out`(_ query: String) async throws
    {
        try await with { server async throws in
            let reply = try await server.send("GET", "/api/echo?\(query)")
            #expect(reply.status == 400 && reply.errorCode == "bad-query", "\(reply.body)")
        }
    }

    @Test func `A query of too many parts is refused, and one that can be read is served`() async throws {
        try await with { server async throws in
            let many = Array(repeating: "a=1", count: 101).joined(separator: "&")
            #expect(try await server.send("GET", "/api/echo?\(many)").status == 400)
            #expect(try await server.send("GET", "/api/echo?text=gr%C3%BCn+&a=&&b").body == "gr\u{FC}n ")
            #expect(try await server.send("GET", "/api/echo?").body == "nothing")
        }
    }

    @Test func `Nobody without the token is told whether a query can be read`() async throws {
        try await with { server async throws in
            #expect(try await server.send("GET", "/api/echo?text=%ff", token: nil).status == 401)
        }
    }

    @Test(arguments: ["5", "true", #"{"text":"a"}"#])
    func `Content that is no text and no list is told that it may be either`(_ content: String) async throws {
        try await with { server async throws in
            for path in ["/v1/chat/completions", "/v1/messages"] {
                let body = #"{"model":"auto","max_tokens":5,"messages":[{"role":"user","content":\#(content)}]}"#
                let reply = try await server.send("POST", path, body: body)
                let told = reply.json["error"]?["message"]?.stringValue ?? ""
                #expect(reply.status == 400)
                #expect(told.hasPrefix("`messages[0].content` has to be a string, or a list of "), "\(told)")
            }
        }
    }
}
