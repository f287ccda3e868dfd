import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthTransport

@Suite struct RetryTests {
    @Test(arguments: [408, 429, 500, 502, 503, 504, 529])
    func passingTroubleIsRepeatedWithGrowingWaits(status: Int) async throws {
        let server = try await WireServer.start(script: [.http(status), .http(status), .http(body: [1])])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(post(server.url)).body == [1])
        #expect(fixture.waits.all == [.seconds(1), .seconds(2)])
        #expect(fixture.ledger.entries.map(\.errorCode) == ["http-\(status)", "http-\(status)", nil])
        #expect(server.log.requests.allSatisfy { $0.body == Array(#"{"prompt":"hello"}"#.utf8) })
        await server.stop()
    }

    @Test func theLastRefusalIsForTheCallerToRead() async throws {
        let server = try await WireServer.start(script: [.http(503, body: Array("busy".utf8))])
        let fixture = try Fixture()
        let (response, body) = try await fixture.fetch(post(server.url))
        #expect(response.status == 503)
        #expect(body == Array("busy".utf8))
        #expect(server.log.requests.count == 3)
        await server.stop()
    }

    /// What was called private during the wait, or whose consent was taken back, is not sent again.
    @Test func eachAttemptIsAskedForAndNoneIsMadeAgainstTheAnswer() async throws {
        struct Private: ReadableError {
            let code = "refused-by-policy"
            let kind = Failure.Kind.refusedByPolicy
            let message = "It is private by now."
        }
        let server = try await WireServer.start(script: [.http(503), .http(body: [1])])
        let fixture = try Fixture()
        let asked = Mutex(0)
        var request = post(server.url)
        request.mayLeave = {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            if count > 1 { throw Private() }
        }
        await #expect(throws: Private.self) { _ = try await fixture.fetch(request) }
        #expect(asked.withLock { $0 } == 2)
        #expect(server.log.requests.count == 1)
        // The attempt that was not made opened no connection.
        #expect(fixture.ledger.entries.map(\.errorCode) == ["http-503"])
        request.mayLeave = { throw Private() }
        await #expect(throws: Private.self) { _ = try await fixture.fetch(request) }
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func theServerSaysHowLongToWait() async throws {
        let server = try await WireServer.start(script: [.http(429, headers: [("Retry-After", "7")]), .http()])
        let fixture = try Fixture()
        _ = try await fixture.fetch(post(server.url))
        #expect(fixture.waits.all == [.seconds(7)])
        await server.stop()
    }

    @Test(arguments: [(429, TransportError.Reason.rateLimited), (503, .serverBusy), (529, .serverBusy)])
    func aLongerWaitIsToldAndNotWaited(status: Int, reason: TransportError.Reason) async throws {
        let server = try await WireServer.start(script: [.http(status, headers: [("Retry-After", "3600")]), .http()])
        let now = Date(timeIntervalSince1970: 1_770_000_000)
        let fixture = try Fixture { $0.clock.now = { now } }
        let error = try #require(await fixture.failure(post(server.url)))
        #expect(error.reason == reason)
        #expect(error.retryAt == now.addingTimeInterval(3_600))
        #expect(error.message.contains("2026-02-02T03:40:00Z"))
        #expect(fixture.waits.all.isEmpty)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aSpentQuotaIsNotRepeatedAndItsBodyIsWhole() async throws {
        let body = Array(#"{"error":"insufficient_quota"}"#.utf8) + noise(200_000)
        let server = try await WireServer.start(script: [.http(429, body: body, framing: .chunked(size: 999)), .http()])
        let fixture = try Fixture()
        var request = post(server.url)
        request.isWorthRetrying = { status, start in
            #expect(status == 429)
            #expect(start == Array(body.prefix(64 << 10)))
            return false
        }
        let (response, received) = try await fixture.fetch(request)
        #expect(response.status == 429)
        #expect(received == body)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aLimitThatPassesIsRepeatedAfterItsBodyWasJudged() async throws {
        let server = try await WireServer.start(script: [.http(429, body: Array("slow down".utf8)), .http(body: [1])])
        let fixture = try Fixture()
        var request = post(server.url)
        request.isWorthRetrying = { _, start in start == Array("slow down".utf8) }
        #expect(try await fixture.fetch(request).body == [1])
        await server.stop()
    }

    @Test func nothingIsRepeatedWhenTheCallerSaysSo() async throws {
        let server = try await WireServer.start(script: [.http(503), .http()])
        let fixture = try Fixture()
        var request = post(server.url)
        request.mayRetry = false
        #expect(try await fixture.fetch(request).response.status == 503)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aPostThatMayHaveBeenDoneIsNotDoneTwice() async throws {
        let server = try await WireServer.start(script: [.hangUp, .http()])
        let fixture = try Fixture()
        #expect(await fixture.failure(post(server.url))?.reason == .connectionLost)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aGetThatWasLostIsSentAgain() async throws {
        let server = try await WireServer.start(script: [.hangUp, .http(body: [1])])
        let fixture = try Fixture()
        #expect(try await fixture.fetch(get(server.url)).body == [1])
        #expect(server.log.requests.count == 2)
        await server.stop()
    }

    @Test func nothingIsRepeatedOnceABodyHasBegun() async throws {
        let broken = WireResponse.http(body: noise(1_000)).dropping(after: 500)
        let server = try await WireServer.start(script: [broken, .http()])
        let fixture = try Fixture()
        #expect(await fixture.failure(get(server.url))?.reason == .connectionLost)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func noWaitGoesBeyondTheTotalTime() async throws {
        let server = try await WireServer.start(script: [.http(503, headers: [("retry-after", "20")])])
        let fixture = try Fixture {
            // A time that stands still: how busy the machine is must not decide.
            $0.clock.uptime = { .zero }
            $0.totalTimeout = .seconds(15)
        }
        #expect(try await fixture.fetch(post(server.url)).response.status == 503)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aHostThatKeepsFailingIsLeftAlone() async throws {
        let server = try await WireServer.start(script: [.http(500)])
        let now = Date(timeIntervalSince1970: 1_770_000_000)
        let fixture = try Fixture {
            $0.circuitBreaker = .init(threshold: 3, cooldown: .seconds(600))
            $0.clock.now = { now }
            $0.clock.uptime = { .seconds(50) }
        }
        _ = try await fixture.fetch(post(server.url))
        #expect(server.log.requests.count == 3)
        let error = try #require(await fixture.failure(post(server.url)))
        #expect(error.reason == .coolingDown)
        #expect(error.retryAt == now.addingTimeInterval(600))
        #expect(server.log.requests.count == 3)
        #expect(fixture.ledger.entries.count == 3)

        let other = try await WireServer.start(script: [.http(body: [1])])
        #expect(try await fixture.fetch(post(other.url)).body == [1])
        await other.stop()
        await server.stop()
    }

    @Test func rateLimitsDoNotOpenTheCircuit() async throws {
        let server = try await WireServer.start(script: [
            .http(429), .http(429), .http(429), .http(429), .http(body: [1]),
        ])
        let fixture = try Fixture { $0.circuitBreaker.threshold = 2 }
        _ = try await fixture.fetch(post(server.url))
        #expect(try await fixture.fetch(post(server.url)).body == [1])
        await server.stop()
    }
}
