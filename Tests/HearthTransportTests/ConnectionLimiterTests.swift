import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthTransport

@Suite struct ConnectionLimiterTests {
    private let limiter = ConnectionLimiter(limit: 1)
    private let origin: Origin

    init() throws {
        origin = try #require(URL(string: "https://example.org").flatMap { Origin($0) })
    }

    /// Starts a task that waits for a place, and returns when it stands in the queue.
    private func wait(_ body: @escaping @Sendable () -> Void = {}) async -> Task<Void, any Error> {
        let before = limiter.waitingCount
        let task = Task {
            try await limiter.acquire(origin)
            body()
        }
        while limiter.waitingCount == before { await Task.yield() }
        return task
    }

    @Test func letsThemInInTheirOrder() async throws {
        let order = Mutex<[Int]>([])
        try await limiter.acquire(origin)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 { tasks.append(await wait { order.withLock { $0.append(number) } }) }
        for task in tasks {
            limiter.release(origin)
            try await task.value
        }
        #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
        limiter.release(origin)
        #expect(limiter.activeCount == 0)
    }

    @Test func whoIsCancelledIsPassedOver() async throws {
        try await limiter.acquire(origin)
        let first = await wait()
        let second = await wait()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        limiter.release(origin)
        try await second.value
        limiter.release(origin)
        #expect(limiter.activeCount == 0)
        #expect(limiter.acquireNow(origin))
    }

    @Test func oneOriginDoesNotHoldUpAnother() async throws {
        let other = try #require(URL(string: "https://example.net").flatMap { Origin($0) })
        try await limiter.acquire(origin)
        #expect(!limiter.acquireNow(origin))
        #expect(limiter.acquireNow(other))
    }
}
