import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

@Suite struct LedgerTests {
    @Test func aRecordSaysWhatLeftAndWhatCame() async throws {
        let server = try await WireServer.start(script: [.http(body: noise(1_234))])
        let now = Date(timeIntervalSince1970: 1_770_000_000)
        let fixture = try Fixture { $0.clock.now = { now } }
        _ = try await fixture.fetch(post(server.url, "hello"))
        let entry = try #require(fixture.ledger.entries.first)
        #expect(fixture.ledger.entries.count == 1)
        #expect(entry.kind == .connection)
        #expect(entry.time == now)
        #expect(entry.host == "127.0.0.1:\(server.port)")
        #expect(entry.purpose == "ask")
        #expect(entry.decision == 7)
        #expect(entry.bytesOut == 5)
        #expect(entry.bytesIn == 1_234)
        #expect(entry.bodyHash == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(entry.errorCode == nil)
        #expect(entry.text == nil)
        #expect((entry.duration ?? -1) >= 0)
        await server.stop()
    }

    @Test func aRecordThatCannotBeWrittenIsNoQuietEnd() async throws {
        let server = try await WireServer.start(script: [.http(body: [1, 2, 3])])
        let fixture = try Fixture()
        fixture.ledger.isFull = true
        let error = try #require(await fixture.failure(post(server.url)))
        #expect(error.reason == .ledgerFailed)
        #expect(error.message.contains("The disk is full."))
        await server.stop()
    }

    @Test func nothingIsSentUntilTheRecordIsWritten() async throws {
        let server = try await WireServer.start(script: [.http(body: [1, 2, 3])])
        let fixture = try Fixture()
        fixture.ledger.isFull = true
        _ = await fixture.failure(post(server.url))
        #expect(await fixture.failure(post(server.url))?.reason == .ledgerFailed)
        #expect(server.log.requests.count == 1)
        fixture.ledger.isFull = false
        #expect(try await fixture.fetch(post(server.url)).body == [1, 2, 3])
        #expect(fixture.ledger.entries.count == 2)
        await server.stop()
    }

    @Test func noAttemptFollowsOneThatCouldNotBeRecorded() async throws {
        let server = try await WireServer.start(script: [.hangUp])
        let fixture = try Fixture()
        fixture.ledger.isFull = true
        #expect(await fixture.failure(get(server.url))?.reason == .ledgerFailed)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func shutdownWritesWhatCouldNotBeWrittenBefore() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture()
        fixture.ledger.isFull = true
        _ = await fixture.failure(post(server.url))
        fixture.ledger.isFull = false
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.count == 1)
        await server.stop()
    }
}
