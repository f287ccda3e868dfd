import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

@Suite struct CancellationTests {
    private let endless = WireResponse.http(body: noise(5_000), framing: .chunked(size: 100)).stalling(after: 900)

    @Test func droppingTheBodyClosesTheConnection() async throws {
        let server = try await WireServer.start(script: [endless])
        let fixture = try Fixture()
        func readOnePiece() async throws {
            let response = try await fixture.transport.send(get(server.url))
            for try await piece in response.body {
                #expect(!piece.isEmpty)
                break
            }
        }
        try await readOnePiece()
        #expect(await server.waitUntil { $0.connections.first?.closedBy == .client })
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.map(\.errorCode) == ["cancelled"])
        #expect(fixture.ledger.entries.first?.bytesIn ?? 0 > 0)
        await server.stop()
    }

    @Test func aBodyThatIsNeverReadIsClosedToo() async throws {
        let server = try await WireServer.start(script: [endless])
        let fixture = try Fixture()
        _ = try await fixture.transport.send(get(server.url))
        #expect(await server.waitUntil { $0.connections.first?.closedBy == .client })
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.map(\.errorCode) == ["cancelled"])
        await server.stop()
    }

    @Test func cancellingWhileReadingClosesTheConnection() async throws {
        let server = try await WireServer.start(script: [endless])
        let fixture = try Fixture()
        let task = Task {
            let response = try await fixture.transport.send(get(server.url))
            for try await _ in response.body {}
        }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.map(\.errorCode) == ["cancelled"])
        await server.stop()
    }

    @Test func aTaskThatIsCancelledBetweenPiecesSeesNoQuietEnd() async throws {
        let server = try await WireServer.start(script: [.http(body: noise(100_000), framing: .chunked(size: 1_000))])
        let fixture = try Fixture()
        let task = Task {
            for try await _ in try await fixture.transport.send(get(server.url)).body {
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.stop()
    }

    @Test func cancellingBeforeTheHeadClosesTheConnection() async throws {
        let server = try await WireServer.start(script: [.silence])
        let fixture = try Fixture()
        let task = Task { try await fixture.transport.send(post(server.url)) }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(await server.waitUntil { $0.connections.first?.closedBy == .client })
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.map(\.errorCode) == ["cancelled"])
        #expect(fixture.ledger.entries.first?.bytesOut == post(server.url).body.count)
        await server.stop()
    }

    @Test func cancellingWhileWaitingForAPlaceLeavesNoTrace() async throws {
        let server = try await WireServer.start(script: [.silence])
        let fixture = try Fixture { $0.maximumConnectionsPerOrigin = 1 }
        let first = Task { try await fixture.transport.send(post(server.url)) }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        let second = Task { try await fixture.transport.send(post(server.url)) }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        await fixture.transport.shutdown()
        #expect(fixture.ledger.entries.count == 1)
        #expect(server.log.requests.count == 1)
        await server.stop()
    }

    @Test func aPlaceIsWaitedForNoLongerThanTheTotalTime() async throws {
        let server = try await WireServer.start(script: [.silence])
        let fixture = try Fixture {
            $0.maximumConnectionsPerOrigin = 1
            $0.totalTimeout = .milliseconds(300)
            $0.connectTimeout = .seconds(60)
        }
        let results = await withTaskGroup(of: TransportError.Reason?.self) { group in
            for _ in 0..<3 { group.addTask { await fixture.failure(post(server.url))?.reason } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == [.timedOut, .timedOut, .timedOut])
        await server.stop()
    }

    @Test func noMoreConnectionsThanAllowedAreOpenAtOnce() async throws {
        let server = try await WireServer.start(script: [
            WireResponse.http(body: noise(3_000)).cut(pieces: 5, seed: 3, pause: .milliseconds(1))
        ])
        let fixture = try Fixture {
            $0.maximumConnectionsPerOrigin = 3
            // On a busy machine an idle connection would be closed, and another one counted.
            $0.keepAlive = .seconds(600)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { _ = try await fixture.fetch(post(server.url)) } }
            try await group.waitForAll()
        }
        #expect(server.log.requests.count == 40)
        #expect(server.log.connections.count <= 3)
        await server.stop()
    }

    /// Of a hundred streams at once some end, some are dropped and some are cancelled, at any time of their lives.
    @Test func aHundredStreamsLeaveNothingBehind() async throws {
        let body = noise(40_000)
        let server = try await WireServer.start { request in
            let seed = UInt64(request.target.dropFirst()) ?? 0
            let response = WireResponse.http(body: body, framing: .chunked(size: 700)).cut(
                pieces: 30, seed: seed, pause: .milliseconds(3))
            return seed % 5 == 4 ? response.stalling(after: Int(seed) * 300) : response
        }
        let fixture = try Fixture {
            $0.maximumConnectionsPerOrigin = 100
            $0.keepAlive = .milliseconds(50)
        }
        var generator = SeededGenerator(seed: 42)
        let complete = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                let delay = Duration.milliseconds(Int.random(in: 0...120, using: &generator))
                let pieces = Int.random(in: 1...20, using: &generator)
                group.addTask {
                    let stream = Task {
                        let response = try await fixture.transport.send(get(server.url, path: "\(number)"))
                        var received: [UInt8] = []
                        var count = 0
                        for try await piece in response.body {
                            received += piece
                            count += 1
                            if number % 5 == 1, count == pieces { return false }
                        }
                        #expect(received == body)
                        return true
                    }
                    if [2, 3, 4].contains(number % 5) {
                        try await Task.sleep(for: delay)
                        stream.cancel()
                    }
                    do { return try await stream.value } catch is CancellationError { return false }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(complete >= 20)
        // Before the shutdown, which would close whatever had leaked.
        await fixture.transport.inFlight.waitUntilIdle()
        #expect(fixture.transport.heldPlaces == 0)
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        await fixture.transport.shutdown()
        let entries = fixture.ledger.entries
        #expect(entries.count(where: { $0.errorCode == nil }) >= complete)
        #expect(entries.allSatisfy { $0.errorCode == nil || $0.errorCode == "cancelled" })
        #expect(entries.count >= server.log.requests.count)
        await server.stop()
    }

    @Test func unusedConnectionsAreClosedAfterAWhile() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture { $0.keepAlive = .milliseconds(50) }
        _ = try await fixture.fetch(get(server.url))
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        #expect(server.log.connections.map(\.closedBy) == [.client])
        await server.stop()
    }

    @Test func shutdownWaitsForWhatIsUnderWayAndTakesNothingMore() async throws {
        let body = noise(2_000)
        let server = try await WireServer.start(script: [
            WireResponse.http(body: body).cut(pieces: 20, seed: 1, pause: .milliseconds(5))
        ])
        let fixture = try Fixture()
        let stream = Task { try await fixture.fetch(get(server.url)).body }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        await fixture.transport.shutdown(grace: .seconds(60))
        #expect(try await stream.value == body)
        #expect(await fixture.failure(get(server.url))?.reason == .shutDown)
        #expect(fixture.ledger.entries.map(\.errorCode) == [nil])
        await server.stop()
    }

    @Test func shutdownEndsWhatTakesTooLong() async throws {
        let server = try await WireServer.start(script: [endless])
        let fixture = try Fixture()
        let stream = Task { await fixture.failure(get(server.url))?.reason }
        #expect(await server.waitUntil { $0.requests.count == 1 })
        await fixture.transport.shutdown(grace: .milliseconds(1))
        #expect(await stream.value == .shutDown)
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        await server.stop()
    }
}
