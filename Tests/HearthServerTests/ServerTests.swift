import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthRegistry
import HearthServer
import HearthStore
import Testing
import TinyModels

/// The whole server over a real library in a temporary folder.
@Suite("The server")
struct ServerTests {
    @Test func `A file that is uploaded is read, found, asked and removed, and no copy of it stays`() async throws {
        try await ServerClient.with { client, hearth, folder in
            let job = try await client.upload("notes/lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            #expect(job["state"] == "done")
            let file = try #require(job["files"]?.arrayValue?.first)
            #expect(file["status"] == "added" && file["path"] == "notes/lease.md")
            let id = try #require(file["documentID"]?.stringValue)
            let left = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "incoming").path)
            #expect((left ?? []).isEmpty)
            let document = try await client.send("GET", "/api/documents/\(id)").json
            #expect(document["path"] == "uploads/notes/lease.md" && document["canReindex"] == false)
            let found = try await client.send("POST", "/api/search", json: ["text": "lease"]).json
            #expect(found["results"]?.arrayValue?.first?["documentID"]?.stringValue == id)
            let conversation = try await client.send("POST", "/api/conversations", json: [:]).json
            let name = try #require(conversation["conversationID"]?.stringValue)
            let answer = try await client.send(
                "POST", "/api/conversations/\(name)/messages",
                json: ["text": "When does the lease end?", "engine": "basic"])
            #expect(answer.body.contains("event: question") && answer.body.contains("event: final"))
            #expect(answer.body.contains("31 March 2027"))
            let receipt = try await client.send("DELETE", "/api/documents/\(id)").json
            #expect(receipt["proven"] == true)
            #expect(try await client.send("GET", "/api/documents/\(id)").status == 404)
        }
    }

    @Test func `A search can be held to the time when mails were written`() async throws {
        try await ServerClient.with { client, _, _ in
            let job = try await client.upload(
                "roof.eml",
                "From: Ann\nSubject: Roof\nDate: Tue, 14 May 2024 10:00:00 +0000\nMIME-Version: 1.0\n\nThe roof leaks again.\n"
            )
            #expect(job["state"] == "done")
            let inside = try await client.send(
                "POST", "/api/search",
                json: ["text": "roof", "after": "2024-05-01T00:00:00Z", "before": "2024-06-01T00:00:00Z"]
            ).json
            #expect(inside["results"]?.arrayValue?.count == 1)
            let outside = try await client.send(
                "POST", "/api/search", json: ["text": "roof", "before": "2024-05-01T00:00:00Z"]
            ).json
            #expect(outside["results"]?.arrayValue?.isEmpty == true)
            let wrong = try await client.send(
                "POST", "/api/search",
                json: ["text": "roof", "after": "2024-06-01T00:00:00Z", "before": "2024-05-01T00:00:00Z"])
            #expect(wrong.status == 422 && wrong.json["error"]?["field"] == "before", "\(wrong.body)")
        }
    }

    @Test func `Another file of the same name is kept beside the first, unless it is said to replace it`() async throws
    {
        try await ServerClient.with { client, hearth, _ async throws in
            func sent(_ text: String, replaces: Bool = false) async throws -> JSONValue {
                let job = try await client.upload("a/notes.md", text, replaces: replaces)
                return try #require(job["files"]?.arrayValue?.first)
            }
            let first = try await sent("The kiln is fired on Tuesdays.\n")
            #expect(first["status"] == "added" && first["path"] == "a/notes.md" && first["keptBeside"] == nil)
            // The same once more is no other file.
            #expect(try await sent("The kiln is fired on Tuesdays.\n")["status"] == "unchanged")
            let other = try await sent("The lease ends in March.\n")
            #expect(other["status"] == "added" && other["path"] == "a/notes 2.md")
            #expect(other["keptBeside"] == "a/notes.md")
            let replaced = try await sent("The kiln is fired on Fridays.\n", replaces: true)
            #expect(replaced["status"] == "updated" && replaced["path"] == "a/notes.md")
            let database = try await hearth.database()
            let found = try await database.document(atPath: "uploads/a/notes.md")
            #expect(try await database.text(ofDocument: try #require(found).id)?.contains("Fridays") == true)
            #expect(try await database.documents().count == 2)
            #expect(try await database.document(atPath: "uploads/a/notes 2.md")?.title == "notes 2")
        }
    }

    @Test(arguments: [
        "../../../../tmp/evil.md", "..\\..\\evil.md", "/etc/evil.md", "a/../../evil.md", "x\u{202E}dm.exe.md", "...md",
    ])
    func `A hostile file name stays a name`(_ name: String) async throws {
        try await ServerClient.with { client, hearth, folder in
            let job = try await client.upload(name, "# Evil\n\nText of a file with a hostile name.\n")
            let path = job["files"]?.arrayValue?.first?["path"]?.stringValue ?? ""
            #expect(!path.isEmpty && !path.hasPrefix("/") && !path.contains("..\\") && !path.contains("\u{202E}"))
            #expect(!path.split(separator: "/").contains(".."))
            let outside = folder.deletingLastPathComponent().appending(path: "evil.md").path
            #expect(!FileManager.default.fileExists(atPath: outside))
            #expect(!FileManager.default.fileExists(atPath: "/etc/evil.md"))
        }
    }

    @Test func `A script in a title or a text is given as text`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let script = "<script>alert(1)</script>"
            let job = try await client.upload("x.md", "# \(script)\n\nThe text \(script) is here.\n")
            let id = try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            for target in ["/api/documents", "/api/documents/\(id)", "/api/documents/\(id)/text"] {
                let reply = try await client.send("GET", target)
                #expect(reply.head.lowercased().contains("content-type: application/json"))
                #expect(reply.head.lowercased().contains("x-content-type-options: nosniff"))
            }
        }
    }

    @Test func `The page comes with its tag, and is not sent again when it is known`() async throws {
        try await ServerClient.with { client, _, _ in
            let page = try await client.send("GET", "/")
            #expect(page.status == 200 && page.head.lowercased().contains("text/html"))
            let tag = page.head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }?
                .dropFirst(6)
            let again = try await client.send("GET", "/", headers: "If-None-Match: \(try #require(tag))\r\n")
            #expect(again.status == 304 && again.body.isEmpty)
            let description = try await client.send("GET", "/api/openapi.json")
            #expect(description.json["openapi"]?.stringValue?.hasPrefix("3.1") == true)
            #expect(!page.body.contains("<script>"))
        }
    }

    @Test func `The page is packed for who takes gzip, and has another tag then`() async throws {
        try await ServerClient.with { client, _, _ in
            let plain = try await client.send("GET", "/js/page.js")
            #expect(plain.status == 200 && ServerClient.header("content-encoding", of: plain) == nil)
            #expect(ServerClient.header("vary", of: plain) == "accept-encoding")
            let tag = try #require(ServerClient.header("etag", of: plain))
            for accepted in ["gzip", "br, GZIP;q=0.5", "deflate, gzip"] {
                let packed = try await client.send(
                    "GET", "/js/page.js", headers: "Accept-Encoding: \(accepted)\r\nIf-None-Match: \(tag)\r\n")
                #expect(
                    packed.status == 200 && ServerClient.header("content-encoding", of: packed) == "gzip", "\(accepted)"
                )
                #expect(packed.bytes.count < plain.bytes.count / 2 && packed.bytes.starts(with: [0x1F, 0x8B]))
                let other = try #require(ServerClient.header("etag", of: packed))
                let again = try await client.send(
                    "GET", "/js/page.js", headers: "Accept-Encoding: \(accepted)\r\nIf-None-Match: \(other)\r\n")
                #expect(other != tag && again.status == 304)
            }
            for refused in ["identity", "gzip;q=0", "br", "gzip; q=0.0", "notgzip"] {
                let reply = try await client.send("GET", "/js/page.js", headers: "Accept-Encoding: \(refused)\r\n")
                #expect(reply.bytes == plain.bytes, "\(refused)")
            }
        }
    }

    @Test func `Everything is deleted only by its words, and the server goes on`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await client.upload("a.md", "# A\n\nSomething to forget.\n")
            #expect(try await client.send("POST", "/api/data/delete", json: ["confirm": "yes"]).status == 422)
            #expect(try await client.send("GET", "/api/documents").json["total"] == 1)
            let deleted = try await client.send("POST", "/api/data/delete", json: ["confirm": "delete everything"])
            #expect(deleted.status == 200)
            #expect(try await client.send("GET", "/api/documents").json["total"] == 0)
        }
    }

    @Test func `Documents are listed page by page, without the entries of the journal`() async throws {
        try await ServerClient.with { client, _, _ in
            for name in ["One", "two", "Äpfel"] {
                _ = try await client.upload("\(name).md", "# About \(name)\n\nSomething about \(name).\n")
            }
            let entry = try await client.send("POST", "/api/journal/entries", json: ["text": "I wrote this today."])
            #expect(entry.status < 300, "\(entry.body)")
            func list(_ query: String) async throws -> (titles: [String], total: JSONValue?) {
                let json = try await client.send("GET", "/api/documents?\(query)").json
                let titles = json["documents"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
                return (titles, json["total"])
            }
            let all = try await list("")
            #expect(all.titles == ["About Äpfel", "About two", "About One"] && all.total == 3)
            let second = try await list("limit=1&offset=1")
            #expect(second.titles == ["About two"] && second.total == 3)
            let found = try await list("query=%C3%84PFEL")
            #expect(found.titles == ["About Äpfel"] && found.total == 1)
            let path = try await list("query=uploads/t")
            #expect(path.titles == ["About two"] && path.total == 1)
            #expect(try await list("query=nothing").total == 0)
            #expect(try await list("query=today").total == 0)
            #expect(try await list("offset=9").titles.isEmpty)
        }
    }

    @Test func `Settings are changed for requests that follow, and what is not allowed is said`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let changed = try await client.send("PATCH", "/api/routing", json: ["mode": "localOnly", "redact": true])
            #expect(changed.json["mode"] == "localOnly")
            #expect(hearth.settings.mode == .localOnly && hearth.settings.redact)
            let wrong = try await client.send("PUT", "/api/settings/threads", json: ["value": "many"])
            #expect(wrong.status == 422 && wrong.json["error"]?["field"] == "value")
            #expect(try await client.send("PUT", "/api/settings/nothing", json: ["value": "1"]).status == 404)
            let route = try await client.send("POST", "/api/route", json: ["task": "answer"])
            #expect(route.json["engine"] == "basic" && route.json["rejected"]?.arrayValue?.isEmpty == false)
        }
    }

    @Test func `A journal is written, and rolled up by an engine that is asked for`() async throws {
        try await ServerClient.with { client, _, _ in
            let entry = try await client.send(
                "POST", "/api/journal/entries",
                json: ["text": "Fired the kiln. It was a good day.", "date": "2026-03-01"])
            #expect(entry.status == 201 && entry.json["status"] == "added")
            let job = try await client.send(
                "POST", "/api/journal/rollups", json: ["level": "month", "engine": "basic"]
            ).json
            _ = try await client.send("GET", "/api/jobs/\(job["id"]?.stringValue ?? "")/events")
            let current = try await client.send("GET", "/api/journal/periods?level=month").json
            #expect(current["periods"]?.arrayValue?.first?["state"] == "current")
        }
    }

    @Test func `Programs ask the documents by name, narrow them, and read what is cited`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            func upload(_ name: String, _ text: String) async throws -> String {
                let job = try await client.upload(name, text)
                return try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            }
            let lease = try await upload("lease.md", "# Lease\n\nThe lease of the workshop ends on 31 March 2027.\n")
            let kiln = try await upload("kiln.md", "# Kiln\n\nThe kiln of the workshop is fired on Tuesdays.\n")
            let question = "When does the lease of the workshop end?"
            @Sendable func ask(_ model: String, in places: [JSONValue]? = nil) async throws -> ServerClient.Reply {
                var body: JSONObject = [
                    "model": .string(model), "messages": [["role": "user", "content": .string(question)]],
                ]
                if let places { body["hearth"] = ["in": .array(places)] }
                return try await client.program.send("POST", "/v1/chat/completions", json: .object(body))
            }
            let answer = try await ask("documents")
            #expect(answer.status == 200 && answer.body.contains("31 March 2027"), "\(answer.body)")
            let message = answer.json["choices"]?.arrayValue?.first?["message"]
            let place = try #require(message?["annotations"]?.arrayValue?.first?["url_citation"])
            let text = try #require(message?["content"]?.stringValue)
            let start = try #require(place["start_index"]?.numberValue?.intValue)
            let end = try #require(place["end_index"]?.numberValue?.intValue)
            #expect(String(String.UnicodeScalarView(Array(text.unicodeScalars)[start..<end])) == "[1]")
            #expect(place["url"]?.stringValue?.contains("/#/documents/\(lease)?start=") == true)
            let file = try await client.program.send("GET", "/v1/files/\(lease)").json
            #expect(file["filename"] == "lease.md" && file["purpose"] == "assistants", "\(file)")
            let content = try await client.program.send("GET", "/v1/files/\(lease)/content")
            #expect(content.status == 200 && content.body.contains("ends on 31 March 2027"))

            #expect(try await ask("documents", in: [.string(lease)]).body.contains("31 March 2027"))
            #expect(try await !ask("documents", in: [.string(kiln)]).body.contains("31 March 2027"))
            #expect(try await ask("documents", in: ["nowhere.md"]).status == 404)

            try await hearth.models.setAlias("gpt-4o", to: "documents")
            #expect(try await ask("gpt-4o").body.contains("31 March 2027"))
            let listed = try await client.program.send("GET", "/v1/models").json["data"]?.arrayValue ?? []
            #expect(listed.contains { $0["id"] == "gpt-4o" } && listed.contains { $0["id"] == "documents" })
            #expect(listed.allSatisfy { $0["problem"] == nil })
            // Without a local model the name says why it could not serve, and is not offered.
            #expect(!listed.contains { $0["id"] == "local" })
            let local = try await client.program.send("GET", "/v1/models/local").json
            #expect(local["problem"]?.stringValue?.isEmpty == false, "\(local)")
            let setting = try await client.send("GET", "/api/settings").json["settings"]?.arrayValue?.first {
                $0["name"] == "model-aliases"
            }
            #expect(setting?["value"] == "gpt-4o=documents" && setting?["kind"] == "aliases")
            try await hearth.models.setAlias("gpt-4o", to: nil)
            #expect(try await ask("gpt-4o").status == 404)
            try await hearth.models.setAlias("mine", to: "gpt-4o")
            try await hearth.models.setAlias("gpt-4o", to: "documents")
            #expect(try await ask("mine").body.contains("31 March 2027"))
            for (name, target) in [
                ("a b", "auto"), ("a=b", "auto"), ("", "auto"), ("a", "b,c"), ("a", "a"), ("gpt-4o", "mine"),
                ("gpt-4o", "documents/gpt-4o"),
            ] {
                let error = await #expect(throws: EngineError.self) {
                    try await hearth.models.setAlias(name, to: target)
                }
                #expect(error?.kind == .usage)
            }
        }
    }

    #if Llama
    @Test func `Any installed model is served by its name, and what is loaded is listed, set and unloaded`()
        async throws
    {
        try await ServerClient.with { client, hearth, _ in
            for name in ["one", "two"] {
                try hearth.models.registry.save(
                    ModelManifest(
                        id: name, name: name, modality: .textGeneration, runtimes: [.llama], format: .gguf,
                        file: name + ".gguf"))
                try TinyModel().encoded().write(
                    to: hearth.models.registry.folder.appendingPathComponent(name + ".gguf"))
            }
            let listed = try await client.send("GET", "/v1/models").json["data"]?.arrayValue?.map {
                $0["id"]?.stringValue
            }
            #expect(listed?.contains("local/one") == true && listed?.contains("local/two") == true)
            @Sendable func ask(_ model: String) async throws -> ServerClient.Reply {
                try await client.send(
                    "POST", "/v1/chat/completions",
                    json: ["model": .string(model), "max_tokens": 3, "messages": [["role": "user", "content": "hi"]]])
            }
            // Named with its engine or without.
            #expect(try await ask("local/one").status == 200)
            let answer = try await ask("two")
            #expect(answer.json["usage"]?["completion_tokens"] == 3)
            #expect(try await ask("local/three").status == 404)
            // At once, over the one pool.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 { group.addTask { try await ask(number.isMultiple(of: 2) ? "one" : "two").status } }
                for try await status in group { #expect(status == 200) }
            }
            let loaded = try await client.send("GET", "/api/models/loaded").json
            let models = loaded["models"]?.arrayValue ?? []
            let ids = models.compactMap { $0["id"]?.stringValue }
            #expect(ids.contains("one") && ids.contains("two"))
            #expect(models.allSatisfy { $0["state"]?.stringValue == "ready" && $0["progress"] == 1 })

            let set = try await client.send(
                "PATCH", "/api/models/one/settings", json: ["name": "max-tokens", "value": "2"])
            #expect(set.status == 200, "\(set.body)")
            let own = set.json["settings"]?.arrayValue?.first { $0["name"]?.stringValue == "max-tokens" }
            #expect(own?["origin"]?.stringValue == "model" && own?["effective"]?.stringValue == "2")
            let short = try await client.send(
                "POST", "/v1/chat/completions",
                json: ["model": "one", "messages": [["role": "user", "content": "hi"]]])
            #expect(short.json["usage"]?["completion_tokens"] == 2)
            let wrong = try await client.send(
                "PATCH", "/api/models/one/settings", json: ["name": "temperature", "value": "hot"])
            #expect(wrong.status == 422)
            #expect(try await client.send("GET", "/api/models/whisper-tiny/settings").status == 409)
            #expect(try await client.send("GET", "/api/models/nobody/settings").status == 404)
            let reset = try await client.send("DELETE", "/api/models/one/settings").json
            #expect(reset["settings"]?.arrayValue?.allSatisfy { $0["value"] == .null } == true)

            // Ollama's clients may say how long a model stays.
            let hello: JSONValue = [
                "model": "two", "stream": false, "keep_alive": 0, "options": ["num_predict": 2],
                "messages": [["role": "user", "content": "hi"]],
            ]
            #expect(try await client.program.send("POST", "/api/chat", json: hello).status == 200)
            var left = ["two"]
            for _ in 0..<200 where left.contains("two") {
                try await Task.sleep(for: .milliseconds(50))
                let models = try await client.send("GET", "/api/models/loaded").json["models"]?.arrayValue ?? []
                left = models.compactMap { $0["id"]?.stringValue }
            }
            #expect(!left.contains("two") && left.contains("one"), "\(left)")

            let unloaded = try await client.send("POST", "/api/models/one/unload")
            #expect(unloaded.json["unloaded"]?.boolValue == true)
            #expect(try await client.send("POST", "/api/models/one/unload").json["unloaded"]?.boolValue == false)
        }
    }

    @Test func `A local model tells how likely its tokens were, whole and streamed alike`() async throws {
        try await ServerClient.with { client, hearth, _ in
            try hearth.models.registry.save(
                ModelManifest(
                    id: "tiny", name: "tiny", modality: .textGeneration, runtimes: [.llama], format: .gguf,
                    file: "tiny.gguf"))
            try TinyModel(vocabulary: .sentencePiece, favourite: .bytes, context: 1_024).encoded()
                .write(to: hearth.models.registry.folder.appendingPathComponent("tiny.gguf"))
            func ask(_ more: JSONObject) async throws -> ServerClient.Reply {
                let body: JSONObject = [
                    "model": "tiny", "max_tokens": 40, "temperature": 1, "seed": 5, "logprobs": true, "top_logprobs": 4,
                    "messages": [["role": "user", "content": "hi"]],
                ]
                return try await client.send(
                    "POST", "/v1/chat/completions", json: .object(JSONObject(Array(body) + Array(more))))
            }
            func bytes(_ tokens: [JSONValue]) -> [UInt8] {
                tokens.flatMap { $0["bytes"]?.arrayValue ?? [] }.compactMap { $0.numberValue?.intValue.map(UInt8.init) }
            }
            let whole = try await ask([:])
            #expect(whole.status == 200, "\(whole.body)")
            let choice = whole.json["choices"]?.arrayValue?.first
            let text = try #require(choice?["message"]?["content"]?.stringValue)
            let tokens = try #require(choice?["logprobs"]?["content"]?.arrayValue)
            #expect(!tokens.isEmpty && tokens.allSatisfy { $0["top_logprobs"]?.arrayValue?.count == 4 })
            #expect(String(decoding: bytes(tokens), as: UTF8.self).utf8.elementsEqual(text.utf8))

            let stream = try await ask(["stream": true])
            let chunks = stream.body.split(separator: "\n").compactMap { line in
                line.hasPrefix("data: {") ? try? JSONValue(parsing: String(line.dropFirst(6))) : nil
            }.compactMap { $0["choices"]?.arrayValue?.first }
            // Rounding apart: the second time most of the prompt is evaluated already.
            let streamed = chunks.flatMap { $0["logprobs"]?["content"]?.arrayValue ?? [] }
            #expect(bytes(streamed) == bytes(tokens) && streamed.count == tokens.count)
            func number(_ token: JSONValue) -> Double { Double(token["logprob"]?.numberValue?.description ?? "") ?? 1 }
            #expect(zip(streamed, tokens).allSatisfy { abs(number($0) - number($1)) < 0.01 })
            for chunk in chunks {
                let told = bytes(chunk["logprobs"]?["content"]?.arrayValue ?? [])
                let said = chunk["delta"]?["content"]?.stringValue ?? ""
                #expect(String(decoding: told, as: UTF8.self).utf8.elementsEqual(said.utf8))
            }

            let form: JSONValue = [
                "type": "json_schema",
                "json_schema": [
                    "name": "answer",
                    "schema": [
                        "type": "object", "properties": ["a": ["type": "boolean"]], "required": ["a"],
                        "additionalProperties": false,
                    ],
                ],
            ]
            // A model of random weights likes white space, which it may put between all of it.
            let kept = try await ask(["response_format": form, "max_tokens": 400])
            #expect(kept.status == 200, "\(kept.body.prefix(300))")
            let schema = kept.json["choices"]?.arrayValue?.first
            let told = bytes(schema?["logprobs"]?["content"]?.arrayValue ?? [])
            #expect(!told.isEmpty)
            #expect(schema?["message"]?["content"]?.stringValue == String(decoding: told, as: UTF8.self))
        }
    }
    #endif

    @Test func `The token's file is for its owner alone, and a short token is refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = TokenFile(folder: folder)
        let token = try file.token(override: nil)
        #expect(try file.token(override: nil) == token)
        #expect((token.exposedText() ?? "").utf8.count >= 43)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        #expect(try file.token(override: "another-token-0123456789").exposedText() == "another-token-0123456789")
        #expect(throws: ServerError.self) { try file.token(override: "short") }
    }

    @Test func `Programs have a token of their own, in a file for their owner alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let tokens = try ServerTokens(folder: folder, variables: [:])
        #expect(tokens.owner != tokens.program)
        let again = try ServerTokens(folder: folder, variables: ["HEARTH_TOKEN": ""])
        #expect(again.owner == tokens.owner && again.program == tokens.program)
        let file = TokenFile(.program, folder: folder).url
        #expect(file.lastPathComponent == "program-token" && tokens.programPlace == file.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        let own = ["HEARTH_TOKEN": "a-token-of-my-own-0123", "HEARTH_PROGRAM_TOKEN": "a-token-of-programs-0123"]
        let given = try ServerTokens(folder: folder, variables: own)
        #expect(given.owner.exposedText() == "a-token-of-my-own-0123")
        #expect(given.program.exposedText() == "a-token-of-programs-0123")
        #expect(given.programPlace.contains("HEARTH_PROGRAM_TOKEN"))
        // One for both would make every program the owner.
        #expect(throws: ServerError.self) {
            try ServerTokens(
                folder: folder, variables: own.mapValues { _ in "a-token-of-my-own-0123" })
        }
    }
}
