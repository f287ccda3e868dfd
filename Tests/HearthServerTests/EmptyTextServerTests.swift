import Foundation
import HearthCore
import HearthEngine
import HearthKnowledge
import Testing

@testable import HearthServer

/// One rule for all that somebody may say, wherever it comes in.
@Suite("Nothing is done with a text in which there is nothing to read")
struct EmptyTextServerTests {
    private static let blanks = ["", " ", "\n\t", "\u{3000}", "\u{200B}\u{FEFF}", "\u{AD}", "\u{1}\u{7F}"]

    private func expectEmpty(_ reply: ServerClient.Reply, _ field: String) {
        let error = reply.json["error"]
        #expect(reply.status == 400 && error?["code"] == "empty-text", "\(reply.body)")
        #expect(error?["field"]?.stringValue == field && error?["kind"] == "usage", "\(reply.body)")
        #expect(error?["message"]?.stringValue?.hasPrefix("`\(field)` is empty.") == true, "\(reply.body)")
    }

    @Test(arguments: blanks) func `The interface refuses it and names the field`(_ blank: String) async throws {
        try await ServerClient.with { client, _, _ in
            let text = JSONValue.string(blank)
            expectEmpty(try await client.send("POST", "/api/search", json: ["text": text]), "text")
            expectEmpty(try await client.send("POST", "/api/journal/entries", json: ["text": text]), "text")
            expectEmpty(
                try await client.send("POST", "/api/journal/entries", json: ["text": "Rain.", "title": text]), "title")
            expectEmpty(try await client.send("POST", "/api/conversations", json: ["title": text]), "title")
            let made = try await client.send("POST", "/api/conversations", json: ["title": "The lease"])
            let target = "/api/conversations/\(made.json["conversationID"]?.stringValue ?? "")"
            expectEmpty(try await client.send("PATCH", target, json: ["title": text]), "title")
            for about in ["documents", "none"] {
                expectEmpty(
                    try await client.send(
                        "POST", target + "/messages", json: ["text": text, "about": .string(about)]), "text")
            }
            let kept = try await client.send("GET", target).json
            #expect(kept["conversation"]?["title"] == "The lease" && kept["messages"] == [])
            #expect(try await client.send("GET", "/api/journal/entries").json["total"] == 0)
        }
    }

    @Test func `A title is taken away with null, and a prompt that says nothing is none`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send(
                "POST", "/api/conversations", json: ["title": "The lease", "systemPrompt": " \u{200B}"])
            #expect(made.status == 201 && made.json["systemPrompt"] == .null, "\(made.body)")
            let target = "/api/conversations/\(made.json["conversationID"]?.stringValue ?? "")"
            let renamed = try await client.send("PATCH", target, json: ["title": .null])
            #expect(renamed.status == 200 && renamed.json["title"] == .null, "\(renamed.body)")
        }
    }

    @Test func `Of imported entries the one that says nothing is refused, and the others are kept`() async throws {
        try await ServerClient.with { client, _, _ in
            let rows = "{\"id\":\"a\",\"text\":\"Rain.\"}\n{\"id\":\"b\",\"text\":\"\\u200b \"}\n"
            let reply = try await client.send(
                "POST", "/api/journal/import", type: "application/x-ndjson", body: Array(rows.utf8))
            #expect(reply.status == 200 && reply.json["failed"] == 1 && reply.json["undated"] == 1, "\(reply.body)")
            #expect(reply.json["results"]?.arrayValue?.last?["error"]?["code"] == "empty-text", "\(reply.body)")
        }
    }

    @Test(arguments: blanks) func `MCP's tools answer with an error`(_ blank: String) async throws {
        try await ServerClient.with { client, _, _ in
            for (tool, field) in [
                ("search", "query"), ("ask", "question"), ("add_note", "text"), ("summarize", "text"),
            ] {
                let reply = try await client.program.send(
                    "POST", "/mcp",
                    json: [
                        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                        "params": [
                            "name": .string(tool), "arguments": .object([field: .string(blank)]),
                            "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
                        ],
                    ])
                let result = reply.json["result"]
                let told = result?["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
                #expect(result?["isError"] == true && told.contains("`\(field)`"), "\(tool): \(reply.body)")
            }
        }
    }

    /// An app calls the services themselves.
    @Test(arguments: blanks) func `The services refuse it before anything is stored`(_ blank: String) async throws {
        try await ServerClient.with { _, hearth, _ in
            await #expect(throws: EmptyTextError.self) {
                _ = try await hearth.documents.search(SearchRequest(text: blank))
            }
            await #expect(throws: EmptyTextError.self) {
                _ = try await hearth.answers.ask(AnswerRequest(question: blank))
            }
            await #expect(throws: EmptyTextError.self) { _ = try await hearth.answers.quiz(QuizRequest(topic: blank)) }
            await #expect(throws: EmptyTextError.self) { _ = try await hearth.answers.understand(blank) }
            await #expect(throws: EmptyTextError.self) { _ = try await hearth.conversations.start(title: blank) }
            let conversation = try await hearth.conversations.start(title: "The lease")
            await #expect(throws: EmptyTextError.self) {
                try await hearth.conversations.rename(conversation.id, to: blank)
            }
            await #expect(throws: EmptyTextError.self) {
                _ = try await hearth.conversations.ask(
                    AnswerRequest(question: blank), inConversation: conversation.id
                ) { _ in }
            }
            #expect(try await hearth.conversations.messages(of: conversation.id).isEmpty)
        }
    }
}
