import Foundation
import HearthCore
import Testing

@testable import HearthHTTP

@Suite("Links that sign in another device")
struct SignInLinkTests {
    private let now = ContinuousClock.now

    @Test func `A code is good once`() throws {
        let links = SignInLinks()
        let code = try #require(links.make(for: "mine", now: now))
        #expect(!links.redeem(code + "x", now: now))
        #expect(links.redeem(code, now: now))
        #expect(!links.redeem(code, now: now))
    }

    @Test func `It ends after some minutes, and the terminal's later`() throws {
        let links = SignInLinks()
        let (code, printed) = (try #require(links.make(for: "mine", now: now)), links.make(now: now))
        let later = now + .seconds(SignInLinks.secondsForDevice)
        #expect(!links.redeem(code, now: later))
        #expect(links.redeem(printed, now: later))
    }

    @Test func `Another one, closing what shows it, and the end of the session make it void`() throws {
        let links = SignInLinks()
        let first = try #require(links.make(for: "mine", now: now))
        let second = try #require(links.make(for: "mine", now: now))
        let other = try #require(links.make(for: "theirs", now: now))
        #expect(!links.redeem(first, now: now))
        links.withdraw(from: "mine")
        #expect(!links.redeem(second, now: now))
        #expect(!links.redeem(other, now: now) { _ in false })
        // It was used up by that.
        #expect(!links.redeem(other, now: now))
    }

    @Test func `Only so many are made in ten minutes, and they do not push out the terminal's`() {
        let links = SignInLinks()
        let printed = links.make(now: now)
        for number in 0..<SignInLinks.mostLately { #expect(links.make(for: "\(number)", now: now) != nil) }
        #expect(links.make(for: "one more", now: now) == nil)
        #expect(links.redeem(printed, now: now))
        #expect(links.make(for: "one more", now: now + .seconds(600)) != nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8427", ["http://192.168.1.20:8427", "http://[fd00::1]:8427", "http://hearth.home:8427"]),
        ("http://hearth.home:8427", ["http://hearth.home:8427", "http://192.168.1.20:8427", "http://[fd00::1]:8427"]),
        ("http://localhost", ["http://192.168.1.20", "http://[fd00::1]", "http://hearth.home"]),
        ("http://[::1]:8427", ["http://192.168.1.20:8427", "http://[fd00::1]:8427", "http://hearth.home:8427"]),
    ]) func `It is told at each name by which others reach the server`(origin: String, places: [String]) {
        let access = AccessGuard(
            hosts: ["localhost", "127.0.0.1", "::1", "hearth.home", "192.168.1.20", "fd00::1"],
            token: AccessToken(Secret("a-token")),
            sessions: SessionBook(store: MemorySessionStore(), token: Secret("a-token")), isEncrypted: false)
        #expect(access.placesElsewhere(for: origin) == places)
    }

    @Test func `The owner's browser makes one, and nobody else`() async throws {
        var configuration = HTTPServer.Configuration(token: Secret(Loopback.token))
        let program = "a-token-for-programs-only-0123"
        configuration.programToken = Secret(program)
        configuration.hosts = ["hearth.home"]
        try await Loopback.with([], configuration: configuration) { server async throws in
            for token in [Loopback.token, program] {
                for method in ["POST", "DELETE"] {
                    let refused = try await server.send(method, "/api/session/link", token: token)
                    #expect(refused.status == 403 && refused.body.contains("owner-only"), "\(method)")
                }
            }
            #expect(try await server.send("POST", "/api/session/link", token: nil).status == 401)
            let page = try await page(server)
            let made = try await server.send("POST", "/api/session/link", headers: page, token: nil)
            let link = try #require(made.json["urls"]?.arrayValue?.first?.stringValue)
            #expect(link.hasPrefix("http://hearth.home:\(server.port)/#/sign-in?code="))
            #expect(made.json["encrypted"] == false && made.json["expiresAt"]?.stringValue != nil)
            let code = String(link.split(separator: "=").last ?? "")
            #expect(try await signIn(server, code).status == 200)
            #expect(try await signIn(server, code).status == 401)
            // Signed out, it lets nobody else in.
            let again = try await server.send("POST", "/api/session/link", headers: page, token: nil)
            let second = try #require(again.json["urls"]?.arrayValue?.first?.stringValue)
            #expect(try await server.send("DELETE", "/api/session", headers: page, token: nil).status == 204)
            #expect(try await signIn(server, String(second.split(separator: "=").last ?? "")).status == 401)
        }
    }

    @Test func `A server of this machine alone makes none`() async throws {
        try await Loopback.with([]) { server async throws in
            let made = try await server.send(
                "POST", "/api/session/link", headers: try await page(server), token: nil)
            #expect(made.status == 200 && made.json["urls"]?.arrayValue == [])
            #expect(made.json["expiresAt"]?.stringValue == nil)
        }
    }

    private func signIn(_ server: Loopback, _ token: String) async throws -> Reply {
        try await server.send(
            "POST", "/api/session", headers: ["Origin: http://127.0.0.1:\(server.port)"], token: nil,
            body: "{\"token\":\"\(token)\"}")
    }

    /// The headers of a page whose owner signed in.
    private func page(_ server: Loopback) async throws -> [String] {
        let key = try #require(try await signIn(server, Loopback.token).json["key"]?.stringValue)
        return ["hearth-session: \(key)", "Origin: http://127.0.0.1:\(server.port)"]
    }
}
