import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

/// A key and what is asked go to the host they are meant for, and to no other.
@Suite struct HostBindingTests {
    private func credential(for server: WireServer) throws -> Credential {
        Credential(
            header: "Authorization", prefix: "Bearer ", key: Secret("sk-very-secret"),
            origin: try #require(Origin(server.url)))
    }

    private func sawKey(_ server: WireServer) -> Bool {
        server.log.requests.contains { request in
            request.headers.contains { $0.value.contains("very-secret") } || request.target.contains("very-secret")
                || String(decoding: request.body, as: UTF8.self).contains("very-secret")
        }
    }

    @Test func theKeyReachesItsHost() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture()
        _ = try await fixture.fetch(post(server.url, credential: credential(for: server)))
        #expect(server.log.requests.first?.header("authorization") == "Bearer sk-very-secret")
        #expect(!"\(fixture.ledger.entries)".contains("very-secret"))
        await server.stop()
    }

    @Test func aChangedAddressOpensNoConnection() async throws {
        let home = try await WireServer.start(script: [.http()])
        let other = try await WireServer.start(script: [.http()])
        let fixture = try Fixture()
        var request = post(home.url, credential: try credential(for: home))
        request.url = other.url
        let error = try #require(await fixture.failure(request))
        #expect(error.reason == .wrongOrigin)
        #expect(!"\(error) \(String(reflecting: error)) \(error.message)".contains("very-secret"))
        #expect(other.log.connections.isEmpty)
        #expect(fixture.ledger.entries.isEmpty)
        await home.stop()
        await other.stop()
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func theKeyStaysBehindAtARedirectToAnotherHost(status: Int) async throws {
        let other = try await WireServer.start(script: [.http(body: [1])])
        let home = try await WireServer.start(script: [.http(status, headers: [("location", "\(other.url)/file")])])
        let fixture = try Fixture()
        var request = get(home.url)
        request.credential = try credential(for: home)
        request.followsRedirects = true
        #expect(try await fixture.fetch(request).body == [1])
        #expect(sawKey(home))
        #expect(!sawKey(other))
        #expect(other.log.requests.map(\.target) == ["/file"])
        #expect(fixture.ledger.entries.map(\.host) == ["127.0.0.1:\(home.port)", "127.0.0.1:\(other.port)"])
        await home.stop()
        await other.stop()
    }

    @Test func theKeyGoesAlongToAnotherPathOfItsHost() async throws {
        let server = try await WireServer.start { request in
            request.target == "/" ? .http(302, headers: [("location", "/elsewhere?a=1")]) : .http(body: [1])
        }
        let fixture = try Fixture()
        var request = get(server.url)
        request.credential = try credential(for: server)
        request.followsRedirects = true
        #expect(try await fixture.fetch(request).body == [1])
        #expect(server.log.requests.map(\.target) == ["/", "/elsewhere?a=1"])
        #expect(server.log.requests.allSatisfy { $0.header("authorization") != nil })
        await server.stop()
    }

    @Test(arguments: [307, 308])
    func whatWasAskedDoesNotGoToAnotherHost(status: Int) async throws {
        let other = try await WireServer.start(script: [.http()])
        let home = try await WireServer.start(script: [.http(status, headers: [("location", "\(other.url)")])])
        let fixture = try Fixture()
        var request = post(home.url, credential: try credential(for: home))
        request.followsRedirects = true
        #expect(await fixture.failure(request)?.reason == .wrongOrigin)
        #expect(other.log.connections.isEmpty)
        await home.stop()
        await other.stop()
    }

    @Test func redirectsAreNotFollowedUnasked() async throws {
        let home = try await WireServer.start(script: [.http(302, headers: [("location", "https://evil.example/")])])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(get(home.url)).response.status == 302)
        await home.stop()
    }

    @Test func aCircleOfRedirectsEnds() async throws {
        let home = try await WireServer.start(script: [.http(302, headers: [("location", "/")])])
        let fixture = try Fixture()
        var request = get(home.url)
        request.followsRedirects = true
        #expect(await fixture.failure(request)?.reason == .tooManyRedirects)
        #expect(home.log.requests.count == 6)
        await home.stop()
    }

    @Test func aRedirectToPlainHTTPElsewhereIsRefused() async throws {
        let home = try await WireServer.start(script: [.http(302, headers: [("location", "http://192.0.2.1/")])])
        let fixture = try Fixture()
        var request = get(home.url)
        request.followsRedirects = true
        #expect(await fixture.failure(request)?.reason == .needsTLS)
        await home.stop()
    }

    @Test func aRemoteHostCannotRedirectToThisMachineOrOutOfTLS() throws {
        let url = try #require(URL(string: "https://models.example.org/file"))
        let request = HTTPRequest(.get, url, ledgerRecord: 1, purpose: "download", followsRedirects: true)
        let checked = try CheckedRequest(request)
        for location in [
            "https://127.0.0.1/", "https://[::1]/", "https://localhost:9/", "http://models.example.org/file",
        ] {
            #expect(throws: TransportError.self, "\(location)") {
                try Redirection.request(after: request, from: checked, status: 302, location: location)
            }
        }
        let next = try Redirection.request(after: request, from: checked, status: 302, location: "//cdn.example.net/x")
        #expect(next.url.absoluteString == "https://cdn.example.net/x")
    }

    @Test(arguments: [nil, "", "mailto:someone@example.org"])
    func aRedirectToNowhereIsAnError(location: String?) async throws {
        let headers = location.map { [("location", $0)] } ?? []
        let home = try await WireServer.start(script: [.http(302, headers: headers), .http()])
        let fixture = try Fixture { $0.maximumRedirects = 1 }
        var request = get(home.url)
        request.followsRedirects = true
        #expect(await fixture.failure(request)?.reason == .badResponse)
        #expect(home.log.requests.count == 1)
        await home.stop()
    }
}
