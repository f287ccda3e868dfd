import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

/// Whatever goes wrong ends in an error with a code; nothing is taken for a complete answer that is none.
@Suite struct FailureTests {
    /// A response, the way it breaks, and what is expected.
    private func reason(
        _ response: WireResponse, maximum: Int = 64 << 20,
        _ change: (inout AsyncHTTPTransport.Configuration) -> Void = { _ in }
    ) async throws -> TransportError.Reason? {
        let server = try await WireServer.start(script: [response])
        let fixture = try Fixture {
            $0.retries.maximumAttempts = 1
            $0.keepAlive = .milliseconds(50)
            change(&$0)
        }
        let error = await fixture.failure(get(server.url, maximum: maximum))
        #expect(fixture.ledger.entries.map(\.errorCode) == [error?.code])
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        await fixture.transport.shutdown()
        #expect(fixture.transport.inFlight.count == 0)
        await server.stop()
        return error?.reason
    }

    @Test(arguments: [0, 1, 17, 40, 60, 500, 999], [false, true])
    func aDroppedConnectionIsNoEnd(after: Int, reset: Bool) async throws {
        let response = WireResponse.http(body: noise(1_000))
        #expect(try await reason(response.dropping(after: after, reset: reset)) == .connectionLost)
    }

    @Test(arguments: [70, 80, 500, 1_060, 1_064])
    func aDroppedConnectionIsNoEndOfAChunkedBody(after: Int) async throws {
        let response = WireResponse.http(body: noise(1_000), framing: .chunked(size: 100))
        #expect(try await reason(response.dropping(after: after)) == .connectionLost)
    }

    @Test func aBodyShorterThanAnnouncedIsAnError() async throws {
        let response = WireResponse(
            steps: WireResponse.http(headers: [("content-length", "1000")], body: noise(999), framing: .asGiven).steps
                + [.close])
        #expect(try await reason(response) == .connectionLost)
    }

    @Test func brokenChunkingIsAnError() async throws {
        let head = [("transfer-encoding", "chunked")]
        for body in ["5\r\nhelloXX5\r\nworld\r\n0\r\n\r\n", "zz\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n"] {
            let response = WireResponse.http(headers: head, body: Array(body.utf8), framing: .asGiven)
            let reason = try await reason(response)
            #expect(reason == .connectionLost || reason == .badResponse, "\(body)")
        }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.9\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}"])
    func whatIsNoHTTPIsAnError(text: String) async throws {
        let reason = try await reason(WireResponse(steps: [.bytes(Array(text.utf8)), .close]))
        #expect(reason == .badResponse || reason == .connectionLost)
    }

    @Test func silenceBeforeTheHeadEnds() async throws {
        let reason = try await reason(.silence) {
            $0.connectTimeout = .milliseconds(100)
            $0.firstByteTimeout = .milliseconds(200)
        }
        #expect(reason == .timedOut)
    }

    @Test func silenceWithinTheBodyEnds() async throws {
        let reason = try await reason(WireResponse.http(body: noise(1_000)).stalling(after: 500)) {
            $0.idleTimeout = .milliseconds(200)
        }
        #expect(reason == .timedOut)
    }

    @Test func aBodyThatTricklesForeverEndsAtTheTotalTime() async throws {
        let slow = WireResponse.http(body: noise(20_000)).cut(
            at: Array(stride(from: 100, to: 20_000, by: 1)), pause: .milliseconds(20))
        let reason = try await reason(slow) {
            $0.idleTimeout = .seconds(10)
            $0.totalTimeout = .milliseconds(700)
        }
        #expect(reason == .timedOut)
    }

    @Test func slowBytesWithinTheIdleTimeArePatientlyRead() async throws {
        let body = noise(60)
        let slow = WireResponse.http(body: body).cut(at: Array(1..<130), pause: .milliseconds(5))
        let server = try await WireServer.start(script: [slow])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(get(server.url)).body == body)
        await server.stop()
    }

    @Test(arguments: [WireResponse.Framing.length, .chunked(size: 5_000), .untilClose])
    func aBodyOverTheLimitIsDropped(framing: WireResponse.Framing) async throws {
        let response = WireResponse.http(body: noise(100_001), framing: framing)
        #expect(try await reason(response, maximum: 100_000) == .responseTooLarge)
    }

    @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
        let server = try await WireServer.start(script: [.http(body: noise(100_000), framing: .chunked(size: 7_000))])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(get(server.url, maximum: 100_000)).body.count == 100_000)
        await server.stop()
    }

    @Test func headersOverTheLimitAreDropped() async throws {
        let headers = (0..<100).map { ("x-\($0)", String(repeating: "a", count: 1_000)) }
        #expect(try await reason(.http(headers: headers)) == .responseTooLarge)
    }

    @Test func aHeaderWithoutEndIsDropped() async throws {
        let endless = WireResponse(steps: [
            .bytes(Array("HTTP/1.1 200 OK\r\nx: ".utf8) + [UInt8](repeating: 97, count: 4 << 20))
        ])
        #expect(try await reason(endless) == .badResponse)
    }

    @Test func aCompressedAnswerIsNotTakenForWhatItHolds() async throws {
        #expect(try await reason(.http(headers: [("Content-Encoding", "gzip")], body: noise(100))) == .badResponse)
    }

    @Test func nobodyListening() async throws {
        let server = try await WireServer.start(script: [.http()])
        await server.stop()
        let fixture = try Fixture()
        let error = try #require(await fixture.failure(post(server.url)))
        #expect(error.reason == .cannotConnect)
        #expect(error.host == "127.0.0.1:\(server.port)")
        #expect(error.message.contains("127.0.0.1:\(server.port)"))
        #expect(fixture.ledger.entries.map(\.errorCode) == Array(repeating: "cannot-connect", count: 3))
        #expect(fixture.ledger.entries.allSatisfy { $0.bytesOut == 0 })
    }

    @Test func aNameThatDoesNotExist() async throws {
        let fixture = try Fixture()
        let url = try #require(URL(string: "https://no-such-host.invalid/"))
        #expect(await fixture.failure(get(url))?.reason == .nameNotFound)
    }

    @Test func aFailedBodyFailsAgainWhenReadOn() async throws {
        let server = try await WireServer.start(script: [WireResponse.http(body: noise(1_000)).dropping(after: 500)])
        let fixture = try Fixture()
        let request = get(server.url)
        let response = try await fixture.transport.send(request)
        await #expect(throws: TransportError.self) { for try await _ in response.body {} }
        await server.stop()
    }
}
