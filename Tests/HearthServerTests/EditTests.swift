import Foundation
import HearthCore
import HearthEngine
import HearthStore
import Testing

/// Two tabs that have the same thing open.
@Suite("Changes that would overwrite another's")
struct EditTests {
    private func put(
        _ client: ServerClient, _ method: String, _ target: String, _ json: JSONValue, seen tag: JSONValue?
    ) async throws -> ServerClient.Reply {
        try await client.send(
            method, target, body: Array(json.description.utf8), headers: "If-Match: \(tag?.stringValue ?? "")\r\n")
    }

    private func setting(_ client: ServerClient, _ name: String) async throws -> JSONValue {
        let all = try await client.send("GET", "/api/settings").json["settings"]?.arrayValue ?? []
        return try #require(all.first { $0["name"]?.stringValue == name })
    }

    @Test func `A setting that was changed meanwhile is left as it is`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let seen = try await setting(client, "threads")["etag"]
            let first = try await put(client, "PUT", "/api/settings/threads", ["value": "2"], seen: seen)
            #expect(first.status == 200 && first.json["etag"] != seen)
            #expect(ServerClient.header("etag", of: first) == first.json["etag"]?.stringValue)
            let second = try await put(client, "PUT", "/api/settings/threads", ["value": "3"], seen: seen)
            #expect(second.status == 412 && second.json["error"]?["code"] == "changed-meanwhile")
            #expect(try await put(client, "DELETE", "/api/settings/threads", [:], seen: seen).status == 412)
            #expect(hearth.settings.threads == 2)
            let third = try await put(
                client, "PUT", "/api/settings/threads", ["value": "3"],
                seen: try await setting(client, "threads")["etag"])
            #expect(third.status == 200 && hearth.settings.threads == 3)
            // Who does not ask is not asked.
            #expect(try await client.send("PUT", "/api/settings/threads", json: ["value": "1"]).status == 200)
        }
    }

    @Test func `A setting that is changed in one environment stays as it was in the others`() async throws {
        try await ServerClient.with { client, hearth, _ in
            #expect(try await client.send("PUT", "/api/settings/threads", json: ["value": "3"]).status == 200)
            _ = try await client.send("POST", "/api/environments/production/use", json: [:])
            #expect(try await setting(client, "threads")["changes"] == "the environment production")
            for (name, value) in [("custom-url", "http://127.0.0.1:9/v1"), ("threads", "5")] {
                let put = try await client.send("PUT", "/api/settings/\(name)", json: ["value": .string(value)])
                #expect(put.status == 200 && put.json["source"] == "environment")
            }
            let patched = try await client.send("PATCH", "/api/routing", json: ["mode": "localOnly"])
            #expect(patched.json["mode"] == "localOnly")
            #expect(hearth.settings.custom.baseURL != nil && hearth.settings.threads == 5)
            _ = try await client.send("POST", "/api/environments/development/use", json: [:])
            #expect(hearth.settings.custom.baseURL == nil && hearth.settings.threads == 3)
            #expect(hearth.settings.mode == .auto)
            #expect(try await setting(client, "threads")["changes"] == "settings.json")
            // What all share cannot be taken away from within one.
            _ = try await client.send("POST", "/api/environments/production/use", json: [:])
            #expect(try await client.send("DELETE", "/api/settings/threads", json: [:]).json["value"] == "3")
            let refused = try await client.send("DELETE", "/api/settings/threads", json: [:])
            #expect(refused.status == 409 && refused.json["error"]?["code"] == "set-elsewhere")
            #expect(hearth.settings.threads == 3)
        }
    }

    @Test func `A conversation is renamed by one of two, and its messages do not count as a change`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let made = try await client.send("POST", "/api/conversations", json: ["title": "One"]).json
            let target = "/api/conversations/\(made["conversationID"]?.stringValue ?? "")"
            let database = try await hearth.database()
            try await database.append(Message(.user, "q"), toConversation: made["conversationID"]?.stringValue ?? "")
            let first = try await put(client, "PATCH", target, ["title": "Two"], seen: made["etag"])
            #expect(first.status == 200)
            let second = try await put(client, "PATCH", target, ["title": "Three"], seen: made["etag"])
            #expect(second.status == 412)
            let now = try await client.send("GET", target)
            #expect(now.json["conversation"]?["title"] == "Two")
            #expect(ServerClient.header("etag", of: now) == first.json["etag"]?.stringValue)
        }
    }

    @Test func `A system prompt that is written anew stays as private as it was called`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let made = try await client.send(
                "POST", "/api/conversations", json: ["systemPrompt": "My diagnosis is known.", "label": "private"])
            let id = try #require(made.json["conversationID"]?.stringValue)
            let database = try await hearth.database()
            func change(_ json: JSONValue) async throws -> Conversation {
                #expect(try await client.send("PATCH", "/api/conversations/\(id)", json: json).status == 200)
                return try await database.conversation(matching: id)
            }
            let rewritten = try await change(["systemPrompt": "My diagnosis is known to you."])
            #expect(rewritten.promptLabel == .private)
            // The label alone, which leaves the prompt as it is.
            let milder = try await change(["label": "public"])
            #expect(milder.systemPrompt == rewritten.systemPrompt && milder.promptLabel == .public)
            // Nothing is left of it where there is no prompt any more.
            #expect(try await change(["systemPrompt": .null]).systemPromptLabel == nil)
            #expect(try await change(["systemPrompt": "Be brief."]).promptLabel == .personal)
        }
    }

    @Test func `Where a system prompt is refused, nothing else of the change is done`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let made = try await client.send(
                "POST", "/api/conversations",
                json: ["title": "One", "systemPrompt": "My diagnosis is known.", "label": "private"])
            let id = try #require(made.json["conversationID"]?.stringValue)
            let ceiling = try await client.send("PUT", "/api/settings/api-ceiling", json: ["value": "private"])
            #expect(ceiling.status == 200)
            // No program makes a prompt milder.
            let refused = try await client.program.send(
                "PATCH", "/api/conversations/\(id)",
                json: [
                    "title": "Two", "isPinned": true, "folder": "Home", "systemPrompt": "Be brief.",
                    "label": "personal",
                ])
            #expect(refused.status == 403, "\(refused.body)")
            let kept = try await hearth.database().conversation(matching: id)
            #expect(kept.title == "One" && !kept.isPinned && kept.folder == nil)
            #expect(kept.systemPrompt == "My diagnosis is known." && kept.promptLabel == .private)
        }
    }

    @Test func `Where one part of the routing or of a collection is refused, the others stay`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let routing = try await client.send("PATCH", "/api/routing", json: ["mode": "localOnly", "order": []])
            #expect(routing.status >= 400 && hearth.settings.mode == .auto, "\(routing.body)")
            let both = try await client.send("PATCH", "/api/routing", json: ["mode": "localOnly", "redact": true])
            #expect(both.status == 200 && hearth.settings.mode == .localOnly && hearth.settings.redact)

            let made = try await client.send("POST", "/api/collections", json: ["name": "House"])
            let id = try #require(made.json["id"]?.stringValue)
            let target = "/api/collections/\(id)"
            let refused = try await client.send(
                "PATCH", target, json: ["name": "Home", "add": ["/nothing/is/here.md"]])
            #expect(refused.status >= 400, "\(refused.body)")
            let list = try await client.send("GET", "/api/collections").json["collections"]?.arrayValue ?? []
            #expect(list.map { $0["name"] } == [.string("House")])
            #expect(try await client.send("PATCH", target, json: ["name": "Home"]).json["name"] == "Home")
        }
    }

    @Test func `Of many who rename at once, each having seen the same, one does`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send("POST", "/api/conversations", json: ["title": "One"]).json
            let target = "/api/conversations/\(made["conversationID"]?.stringValue ?? "")"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        try await put(client, "PATCH", target, ["title": .string("T\(number)")], seen: made["etag"])
                            .status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 412 } == 11)
        }
    }

    @Test func `An entry keeps the day that a change does not speak of`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "First.", "date": "2026-03-01T21:30"])
            let target = "/api/journal/entries/\(made.json["id"]?.stringValue ?? "")"
            #expect(try await put(client, "PUT", target, ["text": "Second."], seen: made.json["etag"]).status == 200)
            let kept = try await client.send("GET", target)
            #expect(kept.json["date"] == "2026-03-01" && kept.json["time"]?.stringValue?.hasPrefix("21:30") == true)
            let undated = try await put(
                client, "PUT", target, ["text": "Second.", "date": .null], seen: kept.json["etag"])
            #expect(undated.status == 200)
            #expect(try await client.send("GET", target).json["date"] == .null)
        }
    }

    @Test func `An entry of the journal is not overwritten by one who saw an earlier text`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "First.", "date": "2026-03-01"])
            #expect(made.status == 201)
            let target = "/api/journal/entries/\(made.json["id"]?.stringValue ?? "")"
            let seen = try await client.send("GET", target)
            #expect(seen.json["etag"] == made.json["etag"] && seen.json["etag"]?.stringValue?.hasPrefix("\"") == true)
            let changed = try await put(
                client, "PUT", target, ["text": "Second.", "date": "2026-03-01"], seen: seen.json["etag"])
            #expect(changed.status == 200 && changed.json["etag"] != seen.json["etag"])
            let late = try await put(
                client, "PUT", target, ["text": "Third.", "date": "2026-03-01"], seen: seen.json["etag"])
            #expect(late.status == 412)
            #expect(try await put(client, "DELETE", target, [:], seen: seen.json["etag"]).status == 412)
            #expect(try await client.send("GET", target).json["text"] == "Second.")
            #expect(try await put(client, "DELETE", target, [:], seen: changed.json["etag"]).status == 204)
        }
    }

    @Test func `A conversation is pinned, put in a folder, and goes on from one of its messages`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let made = try await client.send("POST", "/api/conversations", json: ["folder": "Flat"])
            #expect(made.status == 201 && made.json["folder"] == "Flat" && made.json["isPinned"] == false)
            let id = try #require(made.json["conversationID"]?.stringValue)
            let library = try await hearth.database()
            let question = try await library.append(Message(.user, "Who pays?"), toConversation: id)
            _ = try await library.append(Message(.assistant, "The tenant."), toConversation: id)
            let path = "/api/conversations/\(id)"
            // Its first question named it.
            let etag = try #require(try await client.send("GET", path).json["conversation"]?["etag"])
            let moved = try await put(
                client, "PATCH", path, ["isPinned": true, "folder": "  Our   home "], seen: etag)
            // A pin and a folder change no version: they overwrite nothing that somebody wrote.
            #expect(moved.status == 200 && moved.json["isPinned"] == true && moved.json["etag"] == etag)
            #expect(moved.json["folder"] == "Our home")
            let listed = try await client.send("GET", "/api/conversations?folder=Our%20home").json
            #expect(listed["total"] == 1 && listed["folders"]?.arrayValue?.first?["name"] == "Our home")
            #expect(try await client.send("GET", "/api/conversations?folder=Flat").json["total"] == 0)
            let upTo = try JSONValue(parsing: "{\"upTo\":\(question.id)}")
            let branch = try await client.send("POST", path + "/branch", json: upTo)
            #expect(branch.status == 201 && branch.json["messages"] == 1 && branch.json["isPinned"] == false)
            #expect(branch.json["conversationID"] != made.json["conversationID"])
            let out = try await put(client, "PATCH", path, ["folder": .null], seen: etag)
            #expect(out.json["folder"] == nil || out.json["folder"] == .null)
            #expect(out.json["isPinned"] == true)
            let long = String(repeating: "x", count: 81)
            #expect(try await put(client, "PATCH", path, ["folder": .string(long)], seen: nil).status == 422)
            #expect(try await client.send("POST", "/api/conversations/none/branch", json: [:]).status == 404)
        }
    }
}
