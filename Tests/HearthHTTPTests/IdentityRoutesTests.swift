import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthHTTP

/// Signing in by a provider, as a browser sees it: the cookie, the way back, and that nothing that came along says where it goes on.
@Suite("Signing in by a provider, over HTTP")
struct IdentityRoutesTests {
    /// A provider that lets in whoever comes back to it as they should.
    private final class Provider: IdentitySignIn {
        struct State {
            var wishes: [ProviderWish] = []
            var providers: [String?] = []
            var redirects: [String] = []
            var answers: [[String: String]] = []
            var places: [String?] = []
            var bindings: [String?] = []
            var persons: [String?] = []
        }

        let state = Mutex(State())
        let choices = [ProviderChoice(id: "home", label: "Home"), ProviderChoice(id: "work", label: "Work")]

        func begin(
            _ wish: ProviderWish, with provider: String?, redirect: String, from network: String?
        ) async throws -> ProviderAttempt {
            state.withLock {
                $0.wishes.append(wish)
                $0.providers.append(provider)
                $0.redirects.append(redirect)
            }
            return ProviderAttempt(
                url: "https://login.example.org/auth", host: "login.example.org", binding: "bound", proof: "proven")
        }

        func arrive(_ answer: [String: String], at provider: String?, binding: String?) async throws -> String {
            state.withLock {
                $0.answers.append(answer)
                $0.places.append(provider)
                $0.bindings.append(binding)
            }
            guard binding == "bound" else { throw ServerError(.unknownItem, "nobody waits for it") }
            return "ticket"
        }

        func finish(_ ticket: String, proof: String, as person: String?) async throws -> KnownPerson {
            state.withLock { $0.persons.append(person) }
            guard ticket == "ticket", proof == "proven" else { throw ServerError(.unknownItem, "nobody waits for it") }
            return KnownPerson(Person(id: "mira", name: "Mira", role: .member), epoch: 1)
        }
    }

    /// Whose account there is: Mira's alone.
    private struct Directory: PersonDirectory {
        var admitsPeople: Bool { true }
        func person(_ id: String) throws -> KnownPerson? {
            id == "mira" ? KnownPerson(Person(id: "mira", name: "Mira", role: .member), epoch: 1) : nil
        }
        func signIn(name: String, password: String, from network: String?) async throws -> KnownPerson {
            throw ServerError(.unauthorized, "no")
        }
        func accept(
            invitation: String, name: String?, password: String, from network: String?
        ) async throws -> KnownPerson { throw ServerError(.unauthorized, "no") }
        func changePassword(of id: String, from former: String, to password: String) async throws -> KnownPerson {
            throw ServerError(.unauthorized, "no")
        }
        func confirm(_ id: String, password: String?, began: Int) async throws {
            guard password == "a walk along the river", began > 0 else { throw ServerError(.notAllowed, "no") }
        }
        func holder(ofToken text: String) throws -> TokenHolder? { nil }
        func holds(token id: String, of person: String) -> Bool { false }
    }

    private func with(_ body: @Sendable @escaping (Loopback, Provider) async throws -> Void) async throws {
        let provider = Provider()
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        configuration.identities = provider
        configuration.people = Directory()
        let route = ServerRoute(.get, "/api/secret") { request in .text(request.caller.logName) }
        try await Loopback.with([route], configuration: configuration) { try await body($0, provider) }
    }

    private func page(_ server: Loopback, _ key: String? = nil) -> [String] {
        ["Origin: http://127.0.0.1:\(server.port)"] + (key.map { ["hearth-session: \($0)"] } ?? [])
    }

    private func begin(_ server: Loopback, _ body: String = "{}", key: String? = nil) async throws -> Reply {
        try await server.send(
            "POST", "/api/session/provider", headers: page(server, key), token: nil, body: body)
    }

    private func finish(_ server: Loopback, proof: String = "proven", key: String? = nil) async throws -> Reply {
        try await server.send(
            "PUT", "/api/session/provider", headers: page(server, key), token: nil,
            body: "{\"ticket\":\"ticket\",\"proof\":\"\(proof)\"}")
    }

    @Test func `A browser goes to the provider and back, and is signed in by the page that began`() async throws {
        try await with { server, provider in
            #expect(
                try await server.send("GET", "/api/session", token: nil).json["providers"]
                    == [["id": "home", "label": "Home"], ["id": "work", "label": "Work"]])
            let begun = try await begin(server)
            #expect(begun.status == 200 && begun.json["url"] == "https://login.example.org/auth")
            #expect(begun.json["proof"] == "proven" && !begun.body.contains("bound"))
            #expect(
                begun.headers["set-cookie"]
                    == "hearth-sign-in=bound; HttpOnly; SameSite=Lax; Max-Age=600; Path=/oauth/sign-in")
            #expect(provider.state.withLock { $0.redirects } == ["http://127.0.0.1:\(server.port)/oauth/sign-in"])
            let back = try await server.send(
                "GET", "/oauth/sign-in?state=a&code=b&iss=c&next=https%3A%2F%2Fevil.example.org",
                headers: ["Cookie: other=1; hearth-sign-in=bound", "Sec-Fetch-Site: cross-site"], token: nil)
            #expect(back.status == 303 && back.headers["location"] == "/#/sign-in?provider=ticket")
            #expect(back.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(provider.state.withLock { $0.answers } == [["state": "a", "code": "b", "iss": "c"]])
            #expect(try await finish(server, proof: "another").status == 404)
            let done = try await finish(server)
            let key = try #require(done.json["key"]?.stringValue)
            #expect(done.json["person"]?["name"] == "Mira")
            let inside = try await server.send("GET", "/api/secret", headers: page(server, key), token: nil)
            #expect(inside.body == "person")
            // Whoever found the browser open is not let in by an account of their own.
            for body in ["{\"link\":true}", "{\"link\":true,\"password\":\"a guess\"}"] {
                #expect(try await begin(server, body, key: key).status == 403)
            }
            // A password is for that alone.
            #expect(try await begin(server, "{\"password\":\"a walk along the river\"}", key: key).status == 422)
            // Who links stays signed in as they are, and is given no other key.
            let link = "{\"link\":true,\"password\":\"a walk along the river\"}"
            #expect(try await begin(server, link, key: key).status == 200)
            let linked = try await finish(server, key: key)
            #expect(linked.status == 200 && linked.json["key"] == .null && linked.json["signedIn"] == true)
            #expect(provider.state.withLock { $0.persons.last } == "mira")
            #expect(provider.state.withLock { $0.wishes.last } == .link(person: "mira"))
        }
    }

    @Test func `Which provider is meant is said as it begins, and by the address it comes back to`() async throws {
        try await with { server, provider in
            for body in ["{}", "{\"provider\":\"work\"}"] { #expect(try await begin(server, body).status == 200) }
            #expect(provider.state.withLock { $0.providers } == [nil, "work"])
            for target in ["/oauth/sign-in", "/oauth/sign-in/work", "/oauth/sign-in/another"] {
                let back = try await server.send(
                    "GET", target + "?state=a&code=b", headers: ["Cookie: hearth-sign-in=bound"], token: nil)
                #expect(back.status == 303 && back.headers["location"] == "/#/sign-in?provider=ticket", "\(target)")
                #expect(back.headers["set-cookie"]?.contains("Path=/oauth/sign-in") == true)
            }
            #expect(provider.state.withLock { $0.places } == [nil, "work", "another"])
        }
    }

    @Test func `Whatever comes back wrong leads to the page and to nothing else`() async throws {
        try await with { server, provider in
            for headers in [
                [], ["Cookie: hearth-sign-in="], ["Cookie: hearth-sign-in=another"],
                // One of the two was set by another port of this machine.
                ["Cookie: hearth-sign-in=bound; hearth-sign-in=another"], ["Cookie: xhearth-sign-in=bound"],
            ] {
                let back = try await server.send("GET", "/oauth/sign-in?state=a&code=b", headers: headers, token: nil)
                #expect(back.status == 303 && back.headers["location"] == "/#/sign-in?provider=void", "\(headers)")
            }
            // What is there twice is neither.
            _ = try await server.send("GET", "/oauth/sign-in?state=a&state=b&code=c", token: nil)
            #expect(provider.state.withLock { $0.answers.last } == ["code": "c"])
        }
    }

    @Test func `Nobody else's page begins, and only who is signed in links`() async throws {
        try await with { server, provider in
            let foreign = try await server.send(
                "POST", "/api/session/provider", headers: ["Origin: https://evil.example.org"], token: nil, body: "{}")
            #expect(foreign.status == 403)
            let crossed = try await server.send(
                "POST", "/api/session/provider", headers: ["Sec-Fetch-Site: cross-site"], token: nil, body: "{}")
            #expect(crossed.status == 403)
            #expect(try await begin(server, "{\"link\":true}").status == 403)
            // Not by a program's token either, the owner's included.
            let program = try await server.send("POST", "/api/session/provider", body: "{\"link\":true}")
            #expect(program.status == 403)
            #expect(try await begin(server, "{\"name\":\"Ann\"}").status == 422)
            #expect(try await begin(server, "{\"next\":\"https://evil.example.org\"}").status >= 400)
            #expect(provider.state.withLock { $0.wishes }.isEmpty)
            #expect(try await begin(server, "{\"invitation\":\"abc\",\"name\":\"Ann\"}").status == 200)
            #expect(provider.state.withLock { $0.wishes } == [.accept(invitation: "abc", name: "Ann")])
        }
    }

    @Test func `Without a provider there is nothing to sign in with`() async throws {
        try await Loopback.with([]) { server in
            #expect(try await server.send("GET", "/api/session", token: nil).json["providers"] == [])
            #expect(try await begin(server).status == 404)
            #expect(try await finish(server).status == 404)
            let back = try await server.send("GET", "/oauth/sign-in?state=a&code=b", token: nil)
            #expect(back.headers["location"] == "/#/sign-in?provider=void")
        }
    }
}
