import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Browsers that are signed in")
struct SessionTests {
    private let routes = [
        ServerRoute(.get, "/api/secret") { request in .text(request.caller.logName) },
        ServerRoute(.post, "/api/secret") { _ in .text("changed") },
    ]

    private func own(_ server: Loopback) -> String { "http://127.0.0.1:\(server.port)" }

    private func code(_ server: Loopback) -> String {
        let link = server.server.signInLink(at: .init(host: "127.0.0.1", port: server.port, isEncrypted: false))
        return String(link.split(separator: "=").last ?? "")
    }

    private func signIn(_ server: Loopback, _ token: String = Loopback.token, agent: String = "") async throws -> Reply
    {
        try await server.send(
            "POST", "/api/session", headers: ["Origin: \(own(server))", "User-Agent: \(agent)"], token: nil,
            body: "{\"token\":\"\(token)\"}")
    }

    private func key(_ server: Loopback, agent: String = "") async throws -> String {
        try #require(try await signIn(server, agent: agent).json["key"]?.stringValue)
    }

    @Test func `A link is used up by a sign-in and by nothing else`() async throws {
        try await Loopback.with(routes) { server async throws in
            let code = code(server)
            for method in ["HEAD", "GET", "GET", "HEAD"] {
                let looked = try await server.send(method, "/sign-in?code=\(code)", token: nil)
                #expect(looked.status == 303)
                // Behind the #, which browsers keep to themselves.
                #expect(looked.headers["location"] == "/#/sign-in?code=\(code)")
                #expect(looked.headers["set-cookie"] == nil)
            }
            let first = try await signIn(server, code)
            #expect(first.status == 200 && first.json["signedIn"] == true && first.json["key"]?.stringValue != nil)
            #expect(try await signIn(server, code).status == 401)
            for wrong in ["%0d%0aset-cookie:a=b", "a/b", String(repeating: "a", count: 100), ""] {
                let reply = try await server.send("GET", "/sign-in?code=\(wrong)", token: nil)
                #expect(reply.headers["location"] == "/#/sign-in")
            }
        }
    }

    @Test func `A program's token lets it in, signs nobody in and ends no session`() async throws {
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        let token = "a-token-for-programs-only-0123"
        configuration.programToken = Secret(token)
        try await Loopback.with(routes, configuration: configuration) { server async throws in
            #expect(try await server.send("GET", "/api/secret", token: token).body == "program")
            for header in ["x-api-key", "api-key"] {
                let reply = try await server.send(
                    "GET", "/api/secret", headers: ["\(header): \(token)"], token: nil)
                #expect(reply.body == "program")
            }
            #expect(try await server.send("GET", "/api/secret", token: token + "x").status == 401)
            let refused = try await signIn(server, token)
            #expect(refused.status == 401 && refused.json["key"] == nil)
            #expect(refused.body.contains("signs nobody in"))
            // Nor where it shows it at the same time.
            let both = try await server.send(
                "POST", "/api/session", token: token, body: "{\"token\":\"\(token)\"}")
            #expect(both.status == 401)

            let key = try await key(server)
            let id = String(key.prefix { $0 != "." })
            for (method, target) in [
                ("GET", "/api/sessions"), ("DELETE", "/api/sessions"), ("DELETE", "/api/sessions/\(id)"),
            ] {
                let reply = try await server.send(method, target, token: token)
                #expect(reply.status == 403 && reply.body.contains("owner-only"), "\(method) \(target)")
            }
            let page = ["hearth-session: \(key)", "Origin: \(own(server))"]
            #expect(try await server.send("GET", "/api/secret", headers: page, token: nil).body == "session")
            // Programs that were given the server's own token are let in as before.
            #expect(try await server.send("GET", "/api/secret").body == "token")
        }
    }

    @Test func `A browser is let in by its key, and no cookie is set or heard`() async throws {
        try await Loopback.with(routes) { server async throws in
            let answer = try await signIn(server)
            #expect(answer.headers["set-cookie"] == nil)
            let key = try #require(answer.json["key"]?.stringValue)
            #expect(answer.json["expiresAt"]?.stringValue?.hasSuffix("Z") == true)
            let page = ["hearth-session: \(key)", "Origin: \(own(server))", "Sec-Fetch-Site: same-origin"]
            #expect(try await server.send("GET", "/api/secret", headers: page, token: nil).body == "session")
            #expect(
                try await server.send("POST", "/api/secret", headers: page, token: nil, body: "{}").body == "changed")
            // What another port of this machine set, however much of it, keeps nobody out and lets nobody in.
            let set = "Cookie: hearth_session=a; hearth_session=\(key); \(key)=b"
            #expect(try await server.send("GET", "/api/secret", headers: page + [set], token: nil).body == "session")
            #expect(try await server.send("GET", "/api/secret", headers: [set], token: nil).status == 401)
            // Another program's page on this machine is of the same site.
            let other = ["hearth-session: \(key)", "Sec-Fetch-Site: same-site"]
            #expect(try await server.send("GET", "/api/secret", headers: other, token: nil).status == 401)
        }
    }

    @Test func `A key is good at the address at which it was given only`() async throws {
        try await Loopback.with(routes) { server async throws in
            let key = try await key(server)
            let reply = try await server.send(
                "GET", "/api/secret", headers: ["hearth-session: \(key)"], token: nil, host: "localhost:\(server.port)")
            #expect(reply.status == 401)
        }
    }

    @Test func `Signing out ends the session itself`() async throws {
        try await Loopback.with(routes) { server async throws in
            let headers = ["hearth-session: \(try await key(server))", "Origin: \(own(server))"]
            #expect(try await server.send("GET", "/api/session", headers: headers, token: nil).json["signedIn"] == true)
            #expect(try await server.send("DELETE", "/api/session", headers: headers, token: nil).status == 204)
            #expect(try await server.send("GET", "/api/secret", headers: headers, token: nil).status == 401)
            #expect(
                try await server.send("GET", "/api/session", headers: headers, token: nil).json["signedIn"] == false)
            #expect(try await server.send("DELETE", "/api/session", headers: headers, token: nil).status == 401)
        }
    }

    @Test func `Browsers are listed without their secrets, and ended one by one or together`() async throws {
        try await Loopback.with(routes) { server async throws in
            let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            let mine = try await key(server, agent: firefox)
            let others = [try await key(server, agent: "<b>evil</b>"), try await key(server), try await key(server)]
            let headers = ["hearth-session: \(mine)", "Origin: \(own(server))"]
            let list = try await server.send("GET", "/api/sessions", headers: headers, token: nil)
            let sessions = list.json["sessions"]?.arrayValue ?? []
            #expect(sessions.count == 4)
            #expect(sessions.filter { $0["current"] == true }.map { $0["device"] } == [.string("Firefox on Linux")])
            #expect(!list.body.contains("evil"))
            for key in others + [mine] { #expect(!list.body.contains(key.split(separator: ".")[1])) }
            let id = others[0].split(separator: ".")[0]
            #expect(try await server.send("DELETE", "/api/sessions/\(id)", headers: headers, token: nil).status == 204)
            #expect(try await server.send("DELETE", "/api/sessions/\(id)", headers: headers, token: nil).status == 404)
            let gone = try await server.send(
                "GET", "/api/secret", headers: ["hearth-session: \(others[0])"], token: nil)
            #expect(gone.status == 401)
            let ended = try await server.send("DELETE", "/api/sessions", headers: headers, token: nil)
            #expect(ended.json["ended"]?.numberValue == JSONNumber(2))
            #expect(try await server.send("GET", "/api/secret", headers: headers, token: nil).body == "session")
        }
    }

    @Test func `A ticket fetches one address, and ends with its session`() async throws {
        try await Loopback.with(routes) { server async throws in
            let headers = ["hearth-session: \(try await key(server))", "Origin: \(own(server))"]
            let made = try await server.send(
                "POST", "/api/tickets", headers: headers, token: nil, body: "{\"target\":\"/api/secret?format=srt\"}")
            let url = try #require(made.json["url"]?.stringValue)
            #expect(try await server.send("GET", url, token: nil).body == "session")
            #expect(try await server.send("HEAD", url, token: nil).status == 200)
            for other in [
                url.replacing("srt", with: "vtt"), url.replacing("?format=srt&", with: "?"), url + "&x=1", url + "a",
                url.replacing("secret", with: "sessions"),
            ] {
                #expect(try await server.send("GET", other, token: nil).status == 401, "\(other)")
            }
            let post = try await server.send("POST", url, headers: ["Origin: \(own(server))"], token: nil, body: "{}")
            #expect(post.status == 401)
            let elsewhere = try await server.send("GET", url, headers: ["Sec-Fetch-Site: same-site"], token: nil)
            #expect(elsewhere.status == 401)
            #expect(try await server.send("DELETE", "/api/session", headers: headers, token: nil).status == 204)
            #expect(try await server.send("GET", url, token: nil).status == 401)
        }
    }
}

@Suite("The life of a session")
struct SessionBookTests {
    private let day = 86_400
    private let origin = "http://127.0.0.1:8427"

    private func book(_ store: MemorySessionStore = MemorySessionStore(), token: String = "one token of a server")
        -> SessionBook
    { SessionBook(store: store, token: Secret(token)) }

    @Test func `It ends when it is not used, and when it is old`() async throws {
        let book = book()
        let idle = try book.begin(device: "a", origin: origin, now: 0).text
        #expect(await book.find(idle, origin: origin, now: 14 * day - 1) != nil)
        let left = try book.begin(device: "b", origin: origin, now: 0).text
        #expect(await book.find(left, origin: origin, now: 14 * day) == nil)
        var key = try book.begin(device: "c", origin: origin, now: 0).text
        for now in stride(from: 0, to: 90 * day, by: 7 * day) {
            let found = try #require(await book.find(key, origin: origin, now: now))
            key = found.next ?? key
        }
        #expect(await book.find(key, origin: origin, now: 90 * day) == nil)
    }

    @Test func `Its secret is replaced, and a lost answer loses nothing`() async throws {
        let book = book()
        let first = try book.begin(device: "a", origin: origin, now: 0).text
        let second = try #require(await book.find(first, origin: origin, now: day)?.next)
        #expect(second != first)
        // Requests that cross each other, and one whose answer was lost, are told the same.
        #expect(await book.find(first, origin: origin, now: day)?.next == second)
        #expect(await book.find(first, origin: origin, now: day + 5000)?.next == second)
        let confirmed = try #require(await book.find(second, origin: origin, now: day + 6000))
        #expect(confirmed.next == nil)
        // What was on its way still arrives.
        #expect(await book.find(first, origin: origin, now: day + 6030) != nil)
        #expect(await book.find(second, origin: origin, now: day + 7000) != nil)
    }

    @Test func `A secret that comes back after it was replaced ends the session`() async throws {
        let book = book()
        let first = try book.begin(device: "a", origin: origin, now: 0).text
        let second = try #require(await book.find(first, origin: origin, now: day)?.next)
        #expect(await book.find(second, origin: origin, now: day + 10) != nil)
        #expect(await book.find(first, origin: origin, now: day + 100) == nil)
        #expect(await book.find(second, origin: origin, now: day + 101) == nil)
    }

    @Test func `What is kept lets nobody in, and a new token ends all`() async throws {
        let store = MemorySessionStore()
        let key = try book(store).begin(device: "a", origin: origin, now: 0).text
        let kept = String(decoding: try JSONEncoder().encode(try store.read()), as: UTF8.self)
        #expect(!kept.contains(key.split(separator: ".")[1]))
        #expect(await book(store).find(key, origin: origin, now: 1) != nil)
        #expect(await book(store, token: "another token here").find(key, origin: origin, now: 1) == nil)
        let id = key.split(separator: ".")[0]
        for wrong in ["", ".", "\(id)", "\(id).", "\(id).x", ".\(id)", key + "x", String(repeating: "a", count: 500)] {
            #expect(await book(store).find(wrong, origin: origin, now: 1) == nil)
        }
    }

    @Test func `There are only so many, and the oldest goes first`() async throws {
        let store = MemorySessionStore()
        let book = book(store)
        let keys = try (0..<70).map { try book.begin(device: "a", origin: origin, now: $0).text }
        #expect(try store.read().count == 64)
        #expect(await book.find(keys[0], origin: origin, now: 100) == nil)
        #expect(await book.find(keys[69], origin: origin, now: 100) != nil)
    }

    /// A store that another process holds.
    private final class HeldStore: SessionStore {
        let store = MemorySessionStore()
        let gate = ThreadGate()
        let isHeld = Atomic(false)

        func read() throws -> [SessionRecord] { try store.read() }

        func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
            if isHeld.load(ordering: .acquiring) { gate.block() }
            return try store.update(change)
        }
    }

    @Test func `When it was used is noted while nobody waits for it, once`() async throws {
        let store = HeldStore()
        let book = SessionBook(store: store, token: Secret("one token of a server"))
        let key = try book.begin(device: "a", origin: origin, now: 0).text
        store.isHeld.store(true, ordering: .releasing)
        for now in 400..<410 { #expect(await book.find(key, origin: origin, now: now) != nil) }
        #expect(try store.read().first?.usedAt == 0)
        store.gate.open()
        while !book.notes.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try store.read().first?.usedAt == 400)
        #expect(store.gate.blocked == 1 && !store.gate.isOverdue)
    }

    @Test func `A new secret is given out once it is kept`() async throws {
        let store = HeldStore()
        let book = SessionBook(store: store, token: Secret("one token of a server"))
        let key = try book.begin(device: "a", origin: origin, now: 0).text
        store.isHeld.store(true, ordering: .releasing)
        async let found = book.find(key, origin: origin, now: day)
        while store.gate.blocked == 0 { try await Task.sleep(for: .milliseconds(1)) }
        store.gate.open()
        let answered = await found
        let next = try #require(answered?.next)
        #expect(await book.find(next, origin: origin, now: day + 1) != nil)
    }
}
