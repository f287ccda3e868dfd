import Foundation
import HearthCore
import HearthEngine
import HearthStore
import HearthTesting
import Testing

/// How the stream of an answer ends, and what is there of it afterwards.
@Suite("Answers that are stopped, and answers that are looked at again")
struct StoppedAnswerTests {
    /// A conversation with an engine that says `said`, and then nothing more until it is left.
    private func conversation(
        _ client: ServerClient, engineSaying said: String?
    ) async throws -> (id: String, engine: WireServer) {
        let wire = OpenAIDialect()
        let body = said.map { wire.unfinished($0) } ?? []
        let response = WireResponse.http(
            headers: [("content-type", wire.contentType)], body: body, framing: .untilClose)
        let engine = try await WireServer.start { request in
            // It says nothing of itself.
            request.method == "GET" || !request.target.hasSuffix("/chat/completions")
                ? .http(404) : response.stalling(after: response.bytes.count)
        }
        for (name, value) in [("custom-url", engine.url.absoluteString + "/v1"), ("custom-model", "slow")] {
            let set = try await client.send("PUT", "/api/settings/\(name)", json: ["value": .string(value)])
            #expect(set.status == 200, "\(set.body)")
        }
        let consent = try await client.send("POST", "/api/consents", json: ["engine": "custom"])
        #expect(consent.status == 201 || consent.status == 409, "\(consent.body)")
        let made = try await client.send("POST", "/api/conversations", json: [:])
        return (try #require(made.json["conversationID"]?.stringValue), engine)
    }

    private let question = Array(
        #"{"text":"Tell me a story.","about":"none","engine":"custom"}"#.utf8)

    @Test func `A stopped answer ends with what was stored of it, not with an error`() async throws {
        try await ServerClient.with { client, _, _ in
            let (id, engine) = try await conversation(client, engineSaying: "Once upon a time")
            let reply = try await client.send("POST", "/api/conversations/\(id)/messages", body: question) { sofar in
                guard sofar.contains("event: text"), !sofar.contains("event: final") else { return }
                let stopped = try await client.send("POST", "/api/conversations/\(id)/stop")
                // It may be called once more while the end of the stream is on its way.
                #expect([200, 409].contains(stopped.status))
                if stopped.status == 200 { #expect(stopped.json["state"] == "stopped") }
            }
            await engine.stop()
            let events = ServerClient.events(reply)
            #expect(events.map(\.name) == ["question", "route", "text", "final"])
            let message = try #require(events.last?.data["message"])
            #expect(message["state"] == "stopped" && message["content"] == "Once upon a time")
            #expect(message["route"]?["engine"] == "custom")
            let kept = try await client.send("GET", "/api/conversations/\(id)").json["messages"]?.arrayValue
            #expect(kept?.last == message)
        }
    }

    @Test func `Who answers from documents is told before the answer, not after it`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await client.upload("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            let (id, engine) = try await conversation(client, engineSaying: "The lease ends in March, says the paper")
            let reply = try await client.send(
                "POST", "/api/conversations/\(id)/messages",
                body: Array(#"{"text":"When does the lease end?","engine":"custom"}"#.utf8)
            ) { sofar in
                guard sofar.contains("event: found"), !sofar.contains("event: final") else { return }
                for _ in 0..<500 where engine.log.prompts.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
                _ = try await client.send("POST", "/api/conversations/\(id)/stop")
            }
            await engine.stop()
            let events = ServerClient.events(reply)
            #expect(events.map(\.name).prefix(3) == ["question", "found", "route"])
            #expect(events.first { $0.name == "route" }?.data["engine"] == "custom")
        }
    }

    @Test func `An answer that is stopped before its first word ends with the question`() async throws {
        try await ServerClient.with { client, _, _ in
            let (id, engine) = try await conversation(client, engineSaying: nil)
            async let answer = client.send("POST", "/api/conversations/\(id)/messages", body: question)
            // Nothing comes by the stream, so the store tells when the question is there.
            var shown: JSONValue = .null
            var questions: [JSONValue] = []
            while questions.isEmpty || engine.log.prompts.isEmpty {
                shown = try await client.send("GET", "/api/conversations/\(id)").json
                questions = shown["messages"]?.arrayValue ?? []
            }
            // For whoever sees a question without an answer, in another tab perhaps.
            #expect(shown["isBeingAnswered"] == true)
            #expect(try await client.send("POST", "/api/conversations/\(id)/stop").status == 200)
            #expect(try await client.send("GET", "/api/conversations/\(id)").json["isBeingAnswered"] == false)
            let events = ServerClient.events(try await answer)
            await engine.stop()
            #expect(events.map(\.name) == ["final"])
            #expect(events.last?.data["message"] == .null && events.last?.data["question"] == questions.first)
            #expect(questions.first?["state"] == "unanswered")
            // And the conversation can go on.
            let next = try await client.send(
                "POST", "/api/conversations/\(id)/messages", json: ["text": "What is there?", "engine": "basic"])
            #expect(next.body.contains("event: final"))
        }
    }

    @Test func `A question that is asked again and stopped ends without a question, and the turns before stay`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ in
            let (id, engine) = try await conversation(client, engineSaying: nil)
            let database = try await hearth.database()
            try await database.append(
                ["One?", "Two?"].flatMap {
                    [ConversationMessage(Message(.user, $0)), ConversationMessage(Message(.assistant, "Yes."))]
                }, toConversation: id)
            let before = try await database.messages(ofConversation: id)
            let again = #"{"text":"One!","about":"none","engine":"custom","replaceFrom":\#(before[0].id)}"#
            async let answer = client.send("POST", "/api/conversations/\(id)/messages", body: Array(again.utf8))
            while engine.log.prompts.isEmpty { await Task.yield() }
            #expect(try await client.send("POST", "/api/conversations/\(id)/stop").status == 200)
            let events = ServerClient.events(try await answer)
            await engine.stop()
            #expect(events.map(\.name) == ["final"])
            // Not that of another turn.
            #expect(events.last?.data["message"] == .null && events.last?.data["question"] == .null)
            let after = try await database.messages(ofConversation: id)
            #expect(after.map(\.id) == before.map(\.id) && after.map(\.message) == before.map(\.message))
        }
    }

    @Test func `What was said about an answer is said again after a reload`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await client.upload("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            let made = try await client.send("POST", "/api/conversations", json: [:])
            let id = try #require(made.json["conversationID"]?.stringValue)
            let reply = try await client.send(
                "POST", "/api/conversations/\(id)/messages",
                json: ["text": "When does the lease end?", "engine": "basic"])
            let final = try #require(ServerClient.events(reply).last?.data["message"])
            #expect(final["route"]?["engine"] == "basic" && final["route"]?["reason"]?.stringValue?.isEmpty == false)
            #expect(final["citations"]?.arrayValue?.isEmpty == false)
            let again = try await client.send("GET", "/api/conversations/\(id)").json["messages"]?.arrayValue
            #expect(again?.last == final)
        }
    }

    @Test func `Passages that did not fit are shown again, with their text as long as the document is there`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ in
            let job = try await client.upload("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            let document = try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            let database = try await hearth.database()
            let chunk = try #require(try await database.chunks(ofDocument: document).first)
            let passage = Passage(
                chunkID: chunk.id, documentID: document, path: "lease.md", span: chunk.chunk.span, text: "", score: 1)
            var metadata = ConversationMessage.Metadata()
            metadata.droppedPassages = [passage]
            metadata.unsupported = [TextSpan(start: 0, end: 3)]
            let conversation = try await hearth.conversations.start()
            try await database.append(
                [ConversationMessage(Message(.assistant, "Yes."), metadata: metadata)], toConversation: conversation.id)
            func shown() async throws -> JSONValue {
                let reply = try await client.send("GET", "/api/conversations/\(conversation.id)")
                return reply.json["messages"]?.arrayValue?.last ?? .null
            }
            let before = try await shown()
            let text = before["dropped"]?["passages"]?.arrayValue?.first?["text"]?.stringValue
            #expect(text == chunk.chunk.text && text?.contains("31 March 2027") == true)
            #expect(before["unsupported"]?.arrayValue?.first?["end"] == 3)
            // No copy outlives the document.
            let receipt = try await client.send("DELETE", "/api/documents/\(document)").json
            #expect(receipt["proven"] == true)
            let after = try await shown()
            #expect(after["dropped"]?["passages"]?.arrayValue?.first?["text"] == "")
        }
    }
}
