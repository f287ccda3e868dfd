import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

@Suite struct TransportTests {
    @Test func sendsWhatItWasGivenAndReturnsWhatCame() async throws {
        let server = try await WireServer.start(script: [
            .http(201, headers: [("x-model", "tiny")], body: Array("hello".utf8))
        ])
        let fixture = try Fixture()
        let (response, body) = try await fixture.fetch(post(server.url, "ä body"))
        #expect(response.status == 201)
        #expect(response.header("X-Model") == "tiny")
        #expect(body == Array("hello".utf8))
        let request = try #require(server.log.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/v1/chat")
        #expect(request.body == Array("ä body".utf8))
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("accept-encoding") == "identity")
        await fixture.transport.shutdown()
        await server.stop()
    }

    @Test(arguments: [400, 401, 403, 404, 413, 422])
    func statusesThatAreNoSuccessAreForTheCallerToRead(status: Int) async throws {
        let server = try await WireServer.start(script: [.http(status, body: Array("why".utf8))])
        let fixture = try Fixture()
        let (response, body) = try await fixture.fetch(post(server.url))
        #expect(response.status == status)
        #expect(body == Array("why".utf8))
        #expect(server.log.requests.count == 1)
        #expect(fixture.ledger.entries.map(\.errorCode) == ["http-\(status)"])
        await server.stop()
    }

    @Test func randomCutsGiveIdenticalBytes() async throws {
        let body = noise(20_000)
        let server = try await WireServer.start { request in
            let seed = UInt64(request.target.dropFirst()) ?? 0
            let framing: WireResponse.Framing =
                switch seed % 3 {
                case 0: .length
                case 1: .chunked(size: Int(seed) * 37 + 1)
                default: .untilClose
                }
            return .http(body: body, framing: framing).cut(pieces: 40, seed: seed)
        }
        let fixture = try Fixture()
        for seed in 0..<24 {
            #expect(try await fixture.fetch(get(server.url, path: "\(seed)")).body == body, "seed \(seed)")
        }
        await fixture.transport.shutdown()
        await server.stop()
    }

    @Test func tenMegabytesComeWhole() async throws {
        let body = noise(10_000_000)
        let server = try await WireServer.start(script: [
            .http(body: body), .http(body: body, framing: .chunked(size: 100_000)),
        ])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(get(server.url)).body == body)
        #expect(try await fixture.fetch(get(server.url)).body == body)
        #expect(fixture.ledger.entries.map(\.bytesIn) == [10_000_000, 10_000_000])
        await server.stop()
    }

    @Test func aLargeBodyIsSentWhole() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture()
        var request = post(server.url)
        request.body = noise(3_000_000)
        _ = try await fixture.fetch(request)
        #expect(server.log.requests.first?.body == request.body)
        #expect(fixture.ledger.entries.first?.bytesOut == 3_000_000)
        await server.stop()
    }

    @Test func aResponseWithoutABodyEnds() async throws {
        let server = try await WireServer.start { request in
            request.method == "HEAD"
                ? .http(headers: [("content-length", "1000000000000")], framing: .asGiven)
                : .http(204, framing: .asGiven)
        }
        let fixture = try Fixture()
        #expect(try await fixture.fetch(HTTPRequest(.head, server.url, ledgerRecord: 1, purpose: "probe")).body.isEmpty)
        #expect(
            try await fixture.fetch(HTTPRequest(.delete, server.url, ledgerRecord: 1, purpose: "test")).body.isEmpty)
        await server.stop()
    }

    @Test func aRequestMayBringItsOwnTimeLimit() async throws {
        let server = try await WireServer.start(script: [WireResponse.http(body: noise(1_000)).stalling(after: 500)])
        let fixture = try Fixture { $0.retries.maximumAttempts = 1 }
        var request = get(server.url)
        request.timeLimit = .milliseconds(300)
        #expect(await fixture.failure(request)?.reason == .timedOut)
        await server.stop()
    }

    @Test func connectionsAreUsedAgain() async throws {
        let server = try await WireServer.start(script: [.http(body: [1, 2, 3])])
        let fixture = try Fixture { $0.keepAlive = .seconds(600) }
        for _ in 0..<5 { _ = try await fixture.fetch(get(server.url)) }
        #expect(server.log.connections.count == 1)
        await fixture.transport.shutdown()
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        await server.stop()
    }

    @Test func whatIsNotReadIsNotFetched() async throws {
        let size = 64 << 20
        let server = try await WireServer.start(script: [.http(body: [UInt8](repeating: 7, count: size))])
        let fixture = try Fixture()
        let response = try await fixture.transport.send(get(server.url, maximum: size))
        var pieces = response.body.makeAsyncIterator()
        _ = try await pieces.next()
        // Sent is what fits into the buffers of both ends. It can only be seen to have stopped by waiting.
        var before = -1
        while before != server.log.connections[0].bytesSent {
            before = server.log.connections[0].bytesSent
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(before < size / 2)
        var count = 0
        while let piece = try await pieces.next() { count += piece.count }
        #expect(count > size / 2)
        await server.stop()
    }
}
