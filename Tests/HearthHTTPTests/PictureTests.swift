import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Pictures in the messages of clients")
struct PictureTests {
    /// A picture of one point.
    private static let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private func model(sees: Bool = true) -> ScriptedModel {
        var capabilities = ModelCapabilities(offline: true, contextLength: 4096, tasks: [.chat, .textCompletion])
        capabilities.vision = sees
        return ScriptedModel(capabilities: capabilities, otherwise: { _ in .text("A dot.") })
    }

    private func with(_ model: ScriptedModel, _ body: @escaping @Sendable (Loopback) async throws -> Void) async throws
    {
        let service = ClientService(model)
        let routes = OpenAIRoutes(service).routes + AnthropicRoutes(service).routes + OllamaRoutes(service).routes
        try await Loopback.with(routes) { server async throws in try await body(server) }
    }

    /// One request in each interface, with a picture between two texts where that can be said.
    private static let requests: [(path: String, body: String, text: String, offset: Int)] = [
        (
            "/v1/chat/completions",
            #"{"model":"local/scripted","messages":[{"role":"user","content":[{"type":"text","text":"Look:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,DOT"}},{"type":"text","text":"What is it?"}]}]}"#,
            "Look:\nWhat is it?", 5
        ),
        (
            "/v1/responses",
            #"{"model":"local/scripted","input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,DOT"},{"type":"input_text","text":"What is it?"}]}]}"#,
            "What is it?", 0
        ),
        (
            "/v1/messages",
            #"{"model":"local/scripted","max_tokens":50,"messages":[{"role":"user","content":[{"type":"text","text":"Look:"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"DOT"}}]}]}"#,
            "Look:", 5
        ),
        (
            "/api/chat",
            #"{"model":"local/scripted","stream":false,"messages":[{"role":"user","content":"What is it?","images":["DOT"]}]}"#,
            "What is it?", 0
        ),
        (
            "/api/generate", #"{"model":"local/scripted","stream":false,"prompt":"What is it?","images":["DOT"]}"#,
            "What is it?", 0
        ),
    ]

    @Test func `A picture comes to the model as it was sent, where it stands in the text`() async throws {
        let model = self.model()
        try await with(model) { server async throws in
            for (path, body, text, offset) in Self.requests {
                let sent = body.replacingOccurrences(of: "DOT", with: Self.dot)
                let reply = try await server.send("POST", path, body: sent)
                #expect(reply.status == 200, "\(path): \(reply.body)")
                let message = try #require(model.requests.last?.messages.last)
                #expect(message.content == text, "\(path)")
                #expect(message.pictures == [Picture(Data(base64Encoded: Self.dot) ?? Data(), at: offset)], "\(path)")
            }
        }
    }

    @Test func `Where nobody sees, a picture is refused as before, and nobody is asked`() async throws {
        let model = self.model(sees: false)
        try await with(model) { server async throws in
            for (path, body, _, _) in Self.requests {
                for name in ["local/scripted", "auto", "basic", "documents"] {
                    let sent = body.replacingOccurrences(of: "DOT", with: Self.dot)
                        .replacingOccurrences(of: "local/scripted", with: name)
                    let reply = try await server.send("POST", path, body: sent)
                    #expect(reply.status == 400, "\(path) \(name): \(reply.status) \(reply.body)")
                }
            }
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `What is no picture, or is to be fetched, is refused by the name of its field`() async throws {
        let model = self.model()
        try await with(model) { server async throws in
            let urls = [
                "https://example.org/cat.png", "file:///etc/passwd", "data:image/png,abc", "data:image/png;base64,@@@",
                "data:image/png;base64,aGk=", "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
            ]
            for url in urls {
                let body =
                    #"{"model":"auto","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"\#(url)"}}]}]}"#
                let reply = try await server.send("POST", "/v1/chat/completions", body: body)
                #expect(reply.status == 400, "\(url): \(reply.body)")
                #expect(reply.json["error"]?["param"]?.stringValue?.hasSuffix("url") == true, "\(reply.body)")
            }
            let many = Array(repeating: "\"\(Self.dot)\"", count: Picture.mostInRequest + 1).joined(separator: ",")
            let body = #"{"model":"auto","messages":[{"role":"user","content":"x","images":[\#(many)]}]}"#
            #expect(try await server.send("POST", "/api/chat", body: body).status == 400)
            // The assistant shows nothing.
            let foreign = Self.requests[0].body.replacingOccurrences(of: "DOT", with: Self.dot)
                .replacingOccurrences(of: #""role":"user""#, with: #""role":"assistant""#)
            #expect(try await server.send("POST", "/v1/chat/completions", body: foreign).status == 400)
            #expect(model.requests.isEmpty)
        }
    }

    @Test func `Clients of Ollama are told whether a model sees`() async throws {
        for sees in [true, false] {
            try await with(model(sees: sees)) { server async throws in
                let shown = try await server.send("POST", "/api/show", body: #"{"model":"local/scripted"}"#).json
                #expect(shown["capabilities"]?.arrayValue?.contains("vision") == sees, "\(shown)")
            }
        }
    }
}
