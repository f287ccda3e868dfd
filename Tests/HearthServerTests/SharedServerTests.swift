import Foundation
import HearthCore
import HearthHTTP
import Testing

@testable import HearthEngine
@testable import HearthServer

/// A server that several people use: each is answered from their own library, over every route.
@Suite("Several people")
struct SharedServerTests {
    /// In all that one of them has here, and in nothing else.
    private static let mark = "zirbelnuss"

    private func fill(_ client: ServerClient) async throws {
        let mark = Self.mark
        _ = try await client.upload("\(mark).md", "# The \(mark)\n\nThe \(mark) is kept in the cellar.\n")
        _ = try await client.upload(
            "\(mark)-talk.vtt", "WEBVTT\n\n00:00.000 --> 00:04.000\n<v Ann>The \(mark) is due in May.\n",
            to: "/api/transcripts")
        let talk = try await client.send(
            "POST", "/api/conversations", json: ["title": .string("About the \(mark)"), "systemPrompt": .string(mark)])
        #expect(talk.status == 201, "\(talk.body)")
        let entry = try await client.send(
            "POST", "/api/journal/entries", json: ["text": .string("A \(mark) fell."), "date": "2026-03-01"])
        #expect(entry.status == 201, "\(entry.body)")
        let store = try await client.send("POST", "/v1/vector_stores", json: ["name": .string(mark)])
        #expect(store.status < 300, "\(store.body)")
        // For the ledger: an engine was asked.
        _ = try await client.send(
            "POST", "/v1/chat/completions",
            json: [
                "model": "basic", "messages": [["role": "user", "content": .string("Where is the \(mark)?")]],
            ])
    }

    /// The places of one library that are lists or single things.
    private func places(_ server: SharedServer) -> [ServerRoute] {
        HearthServer.routes(server.hearth).filter { $0.method == .get }
    }

    /// The ids in what somebody is shown.
    private func ids(_ value: JSONValue, into found: inout Set<String>) {
        for item in value.arrayValue ?? [] { ids(item, into: &found) }
        for (name, item) in value.objectValue ?? [:] {
            if name.lowercased().hasSuffix("id"), let text = item.stringValue, text.count >= 6 { found.insert(text) }
            ids(item, into: &found)
        }
    }

    private func known(_ client: ServerClient, _ server: SharedServer) async throws -> Set<String> {
        var found: Set<String> = []
        let families = [
            "documents", "conversations", "transcripts", "journal", "jobs", "ledger", "/files", "vector_stores",
        ]
        for route in places(server)
        where !route.pattern.contains(":") && !route.pattern.contains("*")
            && families.contains(where: route.pattern.contains)
        {
            ids(try await client.send("GET", route.pattern).json, into: &found)
        }
        return found
    }

    @Test func `Nobody sees what is another's, by any address`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word, role: .administrator)
            let (mira, noah) = (try await server.browser("Mira"), try await server.browser("Noah"))
            try await fill(mira)
            let ids = try await known(mira, server)
            #expect(ids.count > 4)
            #expect(try await mira.send("GET", "/api/documents").body.contains(Self.mark))
            for client in [noah, server.owner] {
                for route in places(server) {
                    let isOne = route.pattern.contains(":") || route.pattern.contains("*")
                    for id in isOne ? ids.sorted() : [""] {
                        let target = route.pattern.split(separator: "/").map { part in
                            part.hasPrefix(":") || part == "*" ? id : String(part)
                        }.joined(separator: "/")
                        let reply = try await client.send("GET", "/" + target)
                        #expect(!reply.body.contains(Self.mark), "\(route.pattern) gave \(id)")
                        #expect(reply.status != 500, "\(route.pattern): \(reply.body)")
                    }
                }
                for (target, body) in [
                    ("/api/search", ["query": .string(Self.mark)]),
                    (
                        "/v1/chat/completions",
                        [
                            "model": "documents/basic",
                            "messages": [["role": "user", "content": .string("What is due in May?")]],
                        ]
                    ),
                ] as [(String, JSONValue)] {
                    let reply = try await client.send("POST", target, json: body)
                    #expect(
                        !reply.body.replacing("\"\(Self.mark)\"", with: "").contains("cellar"),
                        "\(target): \(reply.body)")
                }
                // Nor is anything of it changed or removed.
                for id in ids.sorted() {
                    for target in [
                        "/api/documents/\(id)", "/api/conversations/\(id)", "/api/journal/entries/\(id)",
                        "/v1/vector_stores/\(id)",
                    ] {
                        _ = try await client.send("DELETE", target)
                    }
                }
            }
            #expect(try await known(mira, server).isSuperset(of: ids))
            // What an administrator sees is use.
            let people = try await noah.send("GET", "/api/people")
            #expect(people.status == 200 && people.body.contains("Mira") && people.body.contains("\"bytes\""))
        }
    }

    @Test func `MCP answers each from their own library`() async throws {
        try await SharedServer.with { server in
            let (mira, noah) = (
                try await server.people.add("Mira", password: SharedServer.word),
                try await server.people.add("Noah", password: SharedServer.word)
            )
            try await fill(try await server.browser("Mira"))
            func found(by person: Account, _ scope: Person.Scope, _ tool: String, _ arguments: JSONValue) async throws
                -> String
            {
                let token = try server.people.makeToken("host", for: person.id, scope: scope, ceiling: .private).text
                let call: JSONValue = [
                    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": [
                        "name": .string(tool), "arguments": arguments,
                        "_meta": [
                            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                            "io.modelcontextprotocol/clientInfo": ["name": "t", "version": "1"],
                        ],
                    ],
                ]
                return try await server.program(token, "POST", "/mcp", json: call).body
            }
            #expect(try await found(by: mira, .read, "list_documents", [:]).contains(Self.mark))
            #expect(try await !found(by: noah, .write, "list_documents", [:]).contains(Self.mark))
            // A token to look at things asks no engine, and writes nothing.
            #expect(try await found(by: mira, .read, "ask", ["question": "Where?"]).contains("for read alone"))
            #expect(try await found(by: mira, .ask, "add_note", ["text": "x"]).contains("for ask alone"))
            #expect(try await !found(by: mira, .write, "add_note", ["text": "A note."]).contains("alone"))
        }
    }

    @Test func `Whoever is removed is out at once, whatever they have`() async throws {
        try await SharedServer.with { server in
            let account = try await server.people.add("Mira", password: SharedServer.word)
            let browser = try await server.browser("Mira")
            let token = try server.people.makeToken("editor", for: account.id, scope: .write).text
            #expect(try await browser.send("GET", "/api/documents").status == 200)
            #expect(try await server.program(token, "GET", "/api/documents").status == 200)
            #expect(try await server.owner.send("GET", "/api/sessions").body.contains("Mira"))
            try server.people.remove("Mira")
            #expect(try await browser.send("GET", "/api/documents").status == 401)
            #expect(try await server.program(token, "GET", "/api/documents").status == 401)
            #expect(try await browser.send("GET", "/api/session").json["signedIn"] == false)
            #expect(try await !server.owner.send("GET", "/api/sessions").body.contains(account.id))
            // Somebody of the same name is somebody else.
            try await server.people.add("Mira", password: SharedServer.word)
            #expect(try await browser.send("GET", "/api/documents").status == 401)
        }
    }

    @Test func `A new password and another role end sessions, and one's own change gives another key`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            let (first, second) = (try await server.browser("Mira"), try await server.browser("Mira"))
            let changed = try await first.send(
                "PUT", "/api/session/password",
                json: ["password": .string(SharedServer.word), "new": "another walk, up the hill"])
            #expect(changed.status == 200, "\(changed.body)")
            for browser in [first, second] { #expect(try await browser.send("GET", "/api/documents").status == 401) }
            let key = try #require(changed.json["key"]?.stringValue)
            let third = ServerClient(port: server.port, key: key)
            #expect(try await third.send("GET", "/api/documents").status == 200)
            try server.people.setRole(.administrator, of: "Mira")
            #expect(try await third.send("GET", "/api/documents").status == 401)
            let fourth = try await server.browser("Mira", password: "another walk, up the hill")
            #expect(try await fourth.send("GET", "/api/session").json["person"]?["role"] == "administrator")
            try await server.people.setPassword(SharedServer.word, of: "Mira")
            #expect(try await fourth.send("GET", "/api/documents").status == 401)
        }
    }

    @Test func `Members and administrators do what is theirs`() async throws {
        try await SharedServer.with { server in
            let mira = try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word, role: .administrator)
            let (member, administrator) = (try await server.browser("Mira"), try await server.browser("Noah"))
            let servers: [(String, String, JSONValue?)] = [
                ("PUT", "/api/settings/redact", ["value": "true"]), ("DELETE", "/api/settings/redact", nil),
                ("DELETE", "/api/keys/openai", nil),
                ("PUT", "/api/endpoints/lab", ["url": "http://127.0.0.1:9/v1"]), ("DELETE", "/api/endpoints/lab", nil),
                ("PATCH", "/api/routing", ["mode": "localOnly"]), ("GET", "/api/people", nil), ("GET", "/metrics", nil),
                ("GET", "/api/sign-in-providers", nil), ("DELETE", "/api/sign-in-providers/default", nil),
                ("POST", "/api/people/invitations", [:]), ("PATCH", "/api/people/\(mira.id)", ["role": "member"]),
            ]
            for (method, target, body) in servers {
                let bytes = body.map { Array($0.description.utf8) } ?? []
                let refused = try await member.send(method, target, body: bytes)
                #expect(
                    refused.status == 403 && refused.body.contains("owner-only"), "\(method) \(target): \(refused.body)"
                )
                let done = try await administrator.send(method, target, body: bytes)
                #expect(done.status != 403, "\(method) \(target): \(done.body)")
            }
            let machines: [(String, String, JSONValue?)] = [
                ("POST", "/api/environments", ["name": "theirs", "dataFolder": "/tmp/theirs"]),
                ("POST", "/api/environments/production/use", nil),
                ("POST", "/api/documents/paths", ["paths": ["/etc/passwd"]]),
                ("PUT", "/api/settings/local-model", ["value": "/etc/passwd"]), ("GET", "/api/about?examine=true", nil),
                ("POST", "/api/models/inspect", ["path": "/etc/passwd"]),
                ("POST", "/api/data/delete", ["confirm": "delete everything"]),
            ]
            for client in [member, administrator] {
                for (method, target, body) in machines {
                    let bytes = body.map { Array($0.description.utf8) } ?? []
                    let refused = try await client.send(method, target, body: bytes)
                    #expect((400..<500).contains(refused.status), "\(method) \(target): \(refused.body)")
                }
            }
            // What is their own they do: consents, labels, entries.
            #expect(try await member.send("GET", "/api/consents").status == 200)
            #expect(
                try await member.send("POST", "/api/journal/entries", json: ["text": "Mine.", "date": "2026-03-01"])
                    .status == 201)
            // An administrator neither sees nor makes what signs in as another.
            #expect(try await administrator.send("GET", "/api/tokens").json["tokens"] == [])
            #expect(try await server.owner.send("GET", "/api/tokens").status == 403)
            #expect(try await member.send("GET", "/api/links").json["hasPassword"] == true)
            #expect(try await server.owner.send("GET", "/api/links").status == 403)
        }
    }

    /// Every address of the description that needs no more than itself, also ones that are added later.
    @Test func `Members are told no path of the machine`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            let member = try await server.browser("Mira")
            _ = try await member.upload("notes.md", "The lease ends in May.\n")
            let description = try await member.send("GET", "/api/openapi.json").json
            let paths = try #require(description["paths"]?.objectValue)
            let targets = paths.compactMap { $0.contains("{") || $1["get"] == nil ? nil : $0 }
            #expect(targets.count > 30, "\(targets)")
            for target in targets {
                let told = try await member.send("GET", target)
                #expect(!told.body.replacing("\\/", with: "/").contains(server.hearth.folder.path), "\(target)")
            }
            // Its owner is.
            let told = try await server.owner.send("GET", "/api/storage")
            #expect(told.body.replacing("\\/", with: "/").contains(server.hearth.folder.path), "\(told.body)")
        }
    }

    @Test func `A token does what it was made for, and no more`() async throws {
        try await SharedServer.with { server in
            let mira = try await server.people.add("Mira", password: SharedServer.word)
            let browser = try await server.browser("Mira")
            _ = try await browser.upload("notes.md", "The lease ends in May.\n")
            func made(_ scope: String) async throws -> String {
                let reply = try await browser.send(
                    "POST", "/api/tokens",
                    json: [
                        "name": "editor", "scope": .string(scope), "ceiling": "personal",
                        "password": .string(SharedServer.word),
                    ])
                #expect(reply.status == 200, "\(reply.body)")
                return reply.json["text"]?.stringValue ?? ""
            }
            // Whoever found the browser open makes none.
            for password in [nil, "a guess of somebody"] as [JSONValue?] {
                var wanted: JSONObject = ["name": "editor", "scope": "write"]
                wanted["password"] = password
                let refused = try await browser.send("POST", "/api/tokens", json: .object(wanted))
                #expect(refused.status == 403 && refused.body.contains("not-confirmed"), "\(refused.body)")
            }
            #expect(try server.people.tokens(of: mira.id).isEmpty)
            let (read, ask, write) = (try await made("read"), try await made("ask"), try await made("write"))
            let chat: JSONValue = [
                "model": "basic", "messages": [["role": "user", "content": "When does the lease end?"]],
            ]
            let entry: JSONValue = ["text": "Noted.", "date": "2026-03-01", "label": "personal"]
            for (token, chats, writes) in [(read, false, false), (ask, true, false), (write, true, true)] {
                #expect(try await server.program(token, "GET", "/api/documents").status == 200)
                #expect(try await server.program(token, "POST", "/api/search", json: ["text": "lease"]).status == 200)
                let chatted = try await server.program(token, "POST", "/v1/chat/completions", json: chat)
                #expect((chatted.status != 403) == chats, "\(chatted.body)")
                let written = try await server.program(token, "POST", "/api/journal/entries", json: entry)
                #expect((written.status != 403) == writes, "\(written.body)")
                // Never what is its person's own to do.
                for (method, target) in [
                    ("GET", "/api/tokens"), ("GET", "/api/sessions"), ("GET", "/api/people"), ("GET", "/api/links"),
                    ("DELETE", "/api/links/x"), ("GET", "/api/sign-in-providers"),
                ] {
                    #expect(try await server.program(token, method, target).status == 403, "\(method) \(target)")
                }
            }
            func tokens() async throws -> [JSONValue] {
                try await browser.send("GET", "/api/tokens").json["tokens"]?.arrayValue ?? []
            }
            // When each was used is written while nobody waits for it.
            var listed = try await tokens()
            for _ in 0..<500 where listed.contains(where: { $0["usedAt"] == .null }) {
                try await Task.sleep(for: .milliseconds(10))
                listed = try await tokens()
            }
            #expect(listed.count == 3 && listed.allSatisfy { $0["usedAt"] != .null && $0["text"] == nil })
            let id = listed.first { $0["scope"] == "read" }?["id"]?.stringValue ?? ""
            #expect(try await browser.send("DELETE", "/api/tokens/\(id)").status == 204)
            #expect(try await server.program(read, "GET", "/api/documents").status == 401)
            #expect(try server.people.tokens(of: mira.id).count == 2)
        }
    }

    @Test func `Every route says what a token needs, and what changes something needs the most`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-scopes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for route in HearthServer.routes(try Hearth(folder: folder)) {
            let needed = TokenScope.needed(route)
            if route.method == .get { #expect(needed == .read, "\(route.pattern)") }
            if [.put, .patch, .delete].contains(route.method), route.pattern != "/mcp" {
                #expect(needed == .write, "\(route.method) \(route.pattern)")
            }
        }
    }

    @Test func `Guesses are slowed down, and tell nothing of who there is`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            func tried(_ name: String) async throws -> ServerClient.Reply {
                try await server.nobody.send(
                    "POST", "/api/session", json: ["name": .string(name), "password": "wrong"])
            }
            let (known, unknown) = (try await tried("Mira"), try await tried("Nobody"))
            #expect(known.status == 401 && known.body == unknown.body)
            var last = known
            // A wait grows with each; on a busy machine the first ones may be over before the next try.
            for _ in 0..<(GuessLimit.free + 15) where last.status == 401 { last = try await tried("mira") }
            #expect(last.status == 429 || last.status == 503, "\(last.body)")
            #expect(ServerClient.header("retry-after", of: last) != nil)
            let right = try await server.browser("Mira")
            #expect(right.key == "")
        }
    }

    @Test func `An invitation makes an account and signs in, once`() async throws {
        try await SharedServer.with { server in
            #expect(try await server.nobody.send("GET", "/api/session").json["people"] == false)
            let made = try await server.owner.send("POST", "/api/people/invitations", json: ["name": "Mira"])
            let code = try #require(made.json["code"]?.stringValue)
            #expect(try await server.nobody.send("GET", "/api/session").json["people"] == true)
            let body: JSONValue = ["invitation": .string(code), "password": .string(SharedServer.word)]
            let entered = try await server.nobody.send("POST", "/api/session", json: body)
            #expect(entered.status == 200 && entered.json["person"]?["name"] == "Mira", "\(entered.body)")
            #expect(try await server.nobody.send("POST", "/api/session", json: body).status == 401)
        }
    }

    @Test func `Whose part of the machine is used up adds nothing, and removes`() async throws {
        try await SharedServer.with { server in
            let mira = try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word)
            let (browser, other) = (try await server.browser("Mira"), try await server.browser("Noah"))
            let job = try await browser.upload("notes.md", "The lease ends in May.\n")
            let id = try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            let entry: JSONValue = ["text": "Noted.", "date": "2026-03-01"]
            let quota: JSONValue = ["quota": ["bytes": 1]]
            let changed = try await server.owner.send("PATCH", "/api/people/\(mira.id)", json: quota)
            #expect(changed.json["quota"]?["bytes"] == 1, "\(changed.body)")
            let refused = try await browser.send("POST", "/api/journal/entries", json: entry)
            #expect(refused.status == 429 && refused.body.contains("quota-used"), "\(refused.body)")
            #expect(try await other.send("POST", "/api/journal/entries", json: entry).status == 201)
            #expect(try await browser.send("DELETE", "/api/documents/\(id)").status < 300)
            try server.people.setQuota(nil, of: mira.id)
            #expect(try await browser.send("POST", "/api/journal/entries", json: entry).status == 201)
            #expect(throws: EngineError.self) { try server.people.setQuota(Quota(bytes: -1), of: mira.id) }
            // What is refused changes nothing, the role neither.
            #expect(throws: EngineError.self) {
                try server.people.set(role: .administrator, quota: Quota(bytes: -1), of: mira.id)
            }
            #expect(try server.people.find(mira.id)?.role == .member)
            #expect(try await browser.send("PATCH", "/api/people/\(mira.id)", json: quota).status == 403)
        }
    }

    @Test func `Tokens of the day are counted by the person's own ledger`() async throws {
        try await SharedServer.with { server in
            let mira = try await server.people.add("Mira", password: SharedServer.word)
            try server.people.setQuota(Quota(tokensPerDay: 10), of: mira.id)
            let lease = try await PersonLibraries(server: server.hearth, people: server.people) { _, _ in [] }
                .lease(mira.person)
            let hearth = lease.library.hearth
            try await server.people.requireTokens(of: mira.id, in: hearth)
            let library = try await hearth.library()
            var outcome = LedgerEntry(kind: .outcome, time: Date())
            (outcome.task, outcome.engine) = (.chat, .local)
            outcome.usage = TokenUsage(promptTokens: 8, completionTokens: 4)
            _ = try await library.append(outcome)
            await #expect(throws: AccountError.self) { try await server.people.requireTokens(of: mira.id, in: hearth) }
            // The next day begins anew.
            try await server.people.requireTokens(of: mira.id, in: hearth, now: Date().addingTimeInterval(86_400))
        }
    }

    @Test func `Without accounts a server is as it was`() async throws {
        try await ServerClient.with { client, _, _ in
            let session = try await client.send("GET", "/api/session").json
            #expect(session["signedIn"] == true && session["person"] == .null && session["people"] == false)
            #expect(try await client.send("GET", "/api/people").status == 404)
            let reply = try await client.send(
                "POST", "/api/session", json: ["name": "Mira", "password": "whatever it is"])
            #expect(reply.status == 401)
        }
        try await SharedServer.with { server in
            // Nor one that could have some, for its owner and its programs.
            #expect(try await server.owner.send("PUT", "/api/settings/redact", json: ["value": "true"]).status == 200)
            #expect(try await server.owner.program.send("GET", "/api/documents").status == 200)
            _ = try await server.owner.upload("notes.md", "The lease ends in May.\n")
            #expect(try await server.hearth.documents.list().count == 1)
            #expect(!FileManager.default.fileExists(atPath: server.hearth.folder.appending(path: "people.json").path))
        }
    }
}
