import Foundation
import HearthCore
import HearthEngine
import HearthStore
import Synchronization

/// What comes over the network: from the owner, who signed in, and from programs with the token.
extension LabelWalk {
    /// The owner may see everything; a program's own words are private when it says so, and read by nobody else then.
    private mutating func caller() -> (client: ServerClient, isOwner: Bool) {
        Bool.random(using: &random) ? (server.owner, true) : (server.owner.program, false)
    }

    private mutating func maybeLabel() -> SensitivityLabel? { Bool.random(using: &random) ? nil : label() }

    /// Programs call nothing public: they may repeat what they have read.
    private static func holds(_ said: SensitivityLabel, _ isOwner: Bool) -> SensitivityLabel {
        isOwner ? said : max(said, .personal)
    }

    /// Mostly personal, as words are of which nothing is said.
    private mutating func labelOfWords() -> SensitivityLabel {
        Int.random(in: 0..<4, using: &random) == 0 ? .private : .personal
    }

    /// What became of the first file of a job, where something of it was stored: the name that it is kept under.
    private func stored(_ begun: ServerClient.Reply) async throws -> String? {
        guard let id = begun.json["id"]?.stringValue, await hearth.jobs.ended(id) != nil else { return nil }
        let job = try await server.owner.send("GET", "/api/jobs/\(id)").json
        guard let file = job["files"]?.arrayValue?.first, let status = file["status"]?.stringValue,
            ["added", "updated"].contains(status)
        else { return nil }
        return file["path"]?.stringValue
    }

    // MARK: Files

    /// Sends a file, a new one or another version of one that is there.
    mutating func upload() async throws {
        let (client, isOwner) = caller()
        let known = watch.oracle.withLock { $0.contents.keys.filter { $0.hasPrefix("uploads/") }.sorted() }
        let ending = [".vtt", ".md", ".txt"].randomElement(using: &random) ?? ".txt"
        number += 1
        var name = (Bool.random(using: &random) ? "box/" : "") + "\(number)" + ending
        let isEdit = known.count > 8 || Bool.random(using: &random)
        if isEdit, let place = pick(known) { name = String(place.dropFirst("uploads/".count)) }
        let word = watch.oracle.withLock { $0.newWord() }
        let text = text(with: word, as: name)
        let said = maybeLabel()
        var form = ""
        // Without it another file of a name is kept beside the first.
        if Int.random(in: 0..<4, using: &random) > 0 { form += Self.field("replace", "true") }
        if let said { form += Self.field("label", said.rawValue) }
        form +=
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n--x--\r\n"
        let begun = try await client.send(
            "POST", "/api/documents", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
        guard let path = try await stored(begun) else { return }
        watch.oracle.withLock { oracle in
            if let said, let slash = path.firstIndex(of: "/") {
                oracle.callFolder("uploads/" + String(path[...slash]), said, lowers: false)
            }
            oracle.write(text, at: "uploads/" + path, word: word, label: said.map { Self.holds($0, isOwner) })
        }
    }

    private static func field(_ name: String, _ value: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    /// Has a file of this machine read from where it is.
    mutating func ingestFile() async throws {
        let (client, isOwner) = caller()
        let folder = server.files + "/"
        let known = watch.oracle.withLock { $0.contents.keys.filter { $0.hasPrefix(folder) }.sorted() }
        number += 1
        var path = folder + "\(number).md"
        if known.count > 4 || Bool.random(using: &random), let place = pick(known) { path = place }
        let word = watch.oracle.withLock { $0.newWord() }
        let text = text(with: word, as: path)
        let file = URL(fileURLWithPath: path)
        let before = try? Data(contentsOf: file)
        try Data(text.utf8).write(to: file)
        let said = maybeLabel()
        var body: JSONObject = ["paths": [.string(path)]]
        if let said { body["label"] = .string(said.rawValue) }
        let begun = try await client.send("POST", "/api/documents/paths", json: .object(body))
        if !isOwner, !known.contains(path), begun.status != 403 {
            watch.blame("a program had a file read that nobody gave: \(begun.status)")
        }
        guard try await stored(begun) != nil else {
            // Nobody has it read: what it says now is not to come in by another way.
            if let before { try before.write(to: file) } else { try FileManager.default.removeItem(at: file) }
            return
        }
        let label = said.map { Self.holds($0, isOwner) }
        watch.oracle.withLock { $0.write(text, at: path, word: word, label: label) }
    }

    // MARK: The journal

    /// Brings entries of another diary, new ones and other versions of those that are there.
    mutating func importEntries() async throws {
        let (client, isOwner) = caller()
        // What a program may not read it cannot overwrite, so that all that it brings may be new.
        guard isOwner || entries.count < 14 else { return }
        var rows: [(text: String, word: String, label: SensitivityLabel)] = []
        var lines: [String] = []
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            number += 1
            let isNew = entries.count < 8 || Bool.random(using: &random) && entries.count < 12
            let id = isNew ? "row\(number)" : pick(entries.keys.sorted()) ?? "row"
            let word = watch.oracle.withLock { $0.newWord() }
            let text = "I read of the \(topic()) and thought of \(word) all night. It was late."
            let day = 1 + Int.random(in: 0..<9, using: &random)
            let said = label()
            rows.append((text, word, Self.holds(said, isOwner)))
            let line: JSONValue = [
                "id": .string(id), "date": .string("2026-03-0\(day)"), "text": .string(text),
                "label": .string(said.rawValue),
            ]
            lines.append(line.description)
        }
        let reply = try await client.send(
            "POST", "/api/journal/import", type: "application/x-ndjson",
            body: Array(lines.joined(separator: "\n").utf8))
        for (row, result) in zip(rows, reply.json["results"]?.arrayValue ?? []) {
            guard let id = result["id"]?.stringValue, let status = result["status"]?.stringValue,
                ["added", "updated"].contains(status)
            else { continue }
            watch.oracle.withLock { $0.write(row.text, at: "journal:\(id)", word: row.word, label: row.label) }
            entries[id] = row.text
        }
        if !isOwner { watch.look("api POST journal/import", reply.body, ceiling: .personal) }
    }

    // MARK: Answers

    /// Asks a model in the words of OpenAI, Anthropic or Ollama.
    mutating func askModel() async throws {
        let (client, isOwner) = caller()
        let word = watch.oracle.withLock { $0.newWord() }
        let label = labelOfWords()
        watch.oracle.withLock { $0.say(word, label) }
        let prompt = JSONValue.string("What of the \(topic()) and the \(topic()), as \(word)?")
        let messages: JSONValue = [["role": "user", "content": prompt]]
        let calls: [(path: String, body: JSONObject)] = [
            ("/v1/responses", ["input": prompt]), ("/v1/responses", ["input": prompt, "stream": true]),
            ("/v1/completions", ["prompt": prompt]), ("/v1/chat/completions", ["messages": messages]),
            ("/v1/messages", ["messages": messages, "max_tokens": 200]),
            ("/api/generate", ["prompt": prompt, "stream": false]), ("/api/generate", ["prompt": prompt]),
            ("/api/chat", ["messages": messages, "stream": false]),
            ("/v1/rerank", ["query": prompt, "documents": [prompt, "The marsh."]]),
            ("/v1/embeddings", ["input": prompt]),
        ]
        let custom = "custom/\(WalkServer.model)"
        let models = ["auto", "auto", custom, "documents", "documents/\(custom)", "basic"]
        guard let call = pick(calls) else { return }
        var body = call.body
        let former = call.path == "/v1/responses" ? formerResponse(of: isOwner) : nil
        if let former { body["previous_response_id"] = .string(former.id) }
        body["model"] = .string(pick(models) ?? "auto")
        var headers = label == .private ? "hearth-label: private\r\n" : ""
        if call.path == "/v1/messages" { headers += "anthropic-version: 2023-06-01\r\n" }
        let reply = try await client.send(
            "POST", call.path, body: Array(JSONValue.object(body).description.utf8), headers: headers)
        let said = (former?.said ?? []) + [word]
        if !isOwner { look("api POST \(call.path)", reply.body, besides: said) }
        guard call.path == "/v1/responses" else { return }
        try await keep(reply, said, isOwner)
    }

    /// A turn of a conversation, a new one or in the place of an earlier one.
    mutating func turn() async throws {
        let (client, isOwner) = caller()
        let talk = try await talk()
        let word = watch.oracle.withLock { $0.newWord() }
        let label = labelOfWords()
        watch.oracle.withLock { $0.say(word, label) }
        var body: JSONObject = [
            "text": .string("What is said of the \(topic()) and the \(topic()), as \(word)?"),
            "label": .string(label.rawValue),
            "about": Bool.random(using: &random) ? "documents" : "none",
        ]
        if Int.random(in: 0..<4, using: &random) == 0,
            let last = try await database.messages(ofConversation: talk, limit: 8).last(where: {
                $0.message.role == .user
            })
        {
            body["replaceFrom"] = .number(JSONNumber(Int(last.id)))
        }
        let reply = try await client.send("POST", "/api/conversations/\(talk)/messages", json: .object(body))
        if !isOwner { watch.look("api turn", reply.body.replacing(word, with: ""), ceiling: .personal) }
        try await shorten(talk)
    }

    // MARK: Reading

    /// The owner reads something, in a new session now and then; a program that knows the token reads the same.
    mutating func readAsOwner() async throws {
        if Int.random(in: 0..<3, using: &random) == 0 { server.owner = try await server.owner.program.signedIn() }
        let places = watch.oracle.withLock { $0.contents.keys.filter { !$0.hasPrefix("journal:") }.sorted() }
        guard let place = pick(places), let document = try await database.document(atPath: place) else { return }
        let targets = [
            "/api/documents/\(document.id)/text", "/api/documents/\(document.id)", "/v1/files/\(document.id)/content",
        ]
        let target = pick(targets) ?? targets[0]
        let own = try await server.owner.send("GET", target)
        watch.look("owner", own.body, ceiling: .private)
        if own.status != 200 { watch.blame("the owner was answered \(own.status) at \(target): \(own.body)") }
        let given = try await server.owner.program.send("GET", target)
        watch.look("program GET", given.body, ceiling: .personal)
        if document.label == .private, given.status == 200 { watch.blame("a program was answered at \(target)") }
        for target in ["/api/documents", "/api/journal/entries", "/api/conversations", "/api/jobs", "/api/ledger"] {
            watch.look("program GET", try await server.owner.program.send("GET", target).body, ceiling: .personal)
        }
    }
}
