import HearthCore
import Synchronization
import Testing

@Suite struct TimeLimitTests {
    private struct TooSlow: Error {}

    /// Ends only by being cancelled.
    private static func waitForEver() async throws { while true { try await Task.sleep(for: .seconds(3_600)) } }

    @Test func workThatIsInTimeGivesItsValue() async throws {
        #expect(try await TimeLimit.run(.seconds(3_600), error: TooSlow()) { 1 } == 1)
        #expect(try await TimeLimit.run(silence: .seconds(3_600), of: Heartbeat(), error: TooSlow()) { 2 } == 2)
        #expect(
            try await TimeLimit.abandoning(after: .infinity) {
                3
            } timeout: {
                TooSlow()
            } == 3)
    }

    @Test func workThatIsNotIsCancelledAndWaitedFor() async throws {
        let ended = Mutex(0)
        await #expect(throws: TooSlow.self) {
            try await TimeLimit.run(.milliseconds(1), error: TooSlow()) {
                defer { ended.withLock { $0 += 1 } }
                try await Self.waitForEver()
            }
        }
        await #expect(throws: TooSlow.self) {
            try await TimeLimit.run(silence: .milliseconds(1), of: Heartbeat(), error: TooSlow()) {
                defer { ended.withLock { $0 += 1 } }
                try await Self.waitForEver()
            }
        }
        #expect(ended.withLock { $0 } == 2)
    }

    @Test func whatWorkThrowsIsThrown() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await TimeLimit.run(.seconds(3_600), error: TooSlow()) { throw Broken() }
        }
        await #expect(throws: Broken.self) {
            try await TimeLimit.abandoning(after: 3_600) {
                throw Broken()
            } timeout: {
                TooSlow()
            }
        }
    }

    @Test func workThatNeverEndsIsGivenUp() async throws {
        // Nobody hears the cancellation: whoever waited for the work would wait for ever.
        let (endless, end) = AsyncStream.makeStream(of: Void.self)
        defer { end.finish() }
        await #expect(throws: TooSlow.self) {
            try await TimeLimit.abandoning(after: 0.001) {
                await Task { for await _ in endless {} }.value
            } timeout: {
                TooSlow()
            }
        }
    }
}
