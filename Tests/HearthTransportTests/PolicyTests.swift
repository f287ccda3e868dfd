import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthTransport

@Suite struct PolicyTests {
    private let remote = URL(string: "https://api.example.org/v1/chat")

    @Test func offlineReachesThisMachineOnly() async throws {
        let server = try await WireServer.start(script: [.http(body: [1])])
        // Whatever goes to another host would have to pass here.
        let proxy = try await WireServer.start(script: [.http(403)])
        let fixture = try Fixture {
            $0.reach = { .loopback }
            $0.proxy = NetworkProxy(host: "127.0.0.1", port: proxy.port)
        }
        #expect(try await fixture.fetch(get(server.url)).body == [1])
        let url = try #require(remote)
        let error = try #require(await fixture.failure(get(url)))
        #expect(error.reason == .refusedByPolicy)
        #expect(error.host == "api.example.org")
        #expect(proxy.log.connections.isEmpty)
        #expect(fixture.ledger.entries.count == 1)
        await server.stop()
        await proxy.stop()
    }

    @Test func nowhereMeansNotEvenThisMachine() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture { $0.reach = { .nowhere } }
        #expect(await fixture.failure(get(server.url))?.reason == .refusedByPolicy)
        #expect(server.log.connections.isEmpty)
        #expect(fixture.ledger.entries.isEmpty)
        await server.stop()
    }

    @Test func goingOfflineStopsTheNextAttempt() async throws {
        let reach = Mutex(NetworkReach.everywhere)
        let server = try await WireServer.start { _ in
            reach.withLock { $0 = .nowhere }
            return .http(503)
        }
        let fixture = try Fixture { $0.reach = { reach.withLock { $0 } } }
        #expect(await fixture.failure(get(server.url))?.reason == .refusedByPolicy)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func goingOfflineStopsARedirect() async throws {
        let reach = Mutex(NetworkReach.everywhere)
        let server = try await WireServer.start { _ in
            reach.withLock { $0 = .nowhere }
            return .http(302, headers: [("location", "/next")])
        }
        let fixture = try Fixture { $0.reach = { reach.withLock { $0 } } }
        var request = get(server.url)
        request.followsRedirects = true
        #expect(await fixture.failure(request)?.reason == .refusedByPolicy)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func plainHTTPToAnotherMachineOpensNothing() async throws {
        let proxy = try await WireServer.start(script: [.http()])
        let fixture = try Fixture { $0.proxy = NetworkProxy(host: "127.0.0.1", port: proxy.port) }
        let url = try #require(URL(string: "http://api.example.org/"))
        #expect(await fixture.failure(get(url))?.reason == .needsTLS)
        #expect(proxy.log.connections.isEmpty)
        await proxy.stop()
    }

    @Test func theProxySeesTheHostAndNothingElse() async throws {
        let proxy = try await WireServer.start(script: [.http(403)])
        let fixture = try Fixture {
            $0.proxy = NetworkProxy(host: "127.0.0.1", port: proxy.port, user: "me", password: Secret("pw"))
        }
        let request = post(try #require(remote), "a private question")
        #expect(await fixture.failure(request)?.reason == .proxyFailed)
        let seen = try #require(proxy.log.requests.first)
        #expect(seen.method == "CONNECT")
        #expect(seen.target == "api.example.org:443")
        #expect(seen.header("proxy-authorization") == "Basic bWU6cHc=")
        #expect(seen.body.isEmpty)
        #expect(fixture.ledger.entries.map(\.bytesOut) == [0])
        await proxy.stop()
    }

    @Test func thisMachineIsReachedWithoutTheProxy() async throws {
        let proxy = try await WireServer.start(script: [.http(403)])
        let server = try await WireServer.start(script: [.http(body: [1])])
        let fixture = try Fixture { $0.proxy = NetworkProxy(host: "127.0.0.1", port: proxy.port) }
        #expect(try await fixture.fetch(get(server.url)).body == [1])
        #expect(proxy.log.connections.isEmpty)
        await proxy.stop()
        await server.stop()
    }

    @Test func localhostIsThisMachine() async throws {
        let server = try await WireServer.start(script: [.http(body: [1])])
        let fixture = try Fixture { $0.reach = { .loopback } }
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        #expect(try await fixture.fetch(get(url)).body == [1])
        await server.stop()
    }
}
