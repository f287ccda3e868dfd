import Synchronization
import Testing

@testable import HearthCore

@Suite struct FairSemaphoreTests {
    private let semaphore = FairSemaphore<String>(limit: 1)
    private let key = "example.org"

    /// Starts a task that waits for a place, and returns when it stands in the queue.
    private func wait(_ body: @escaping @Sendable () -> Void = {}) async -> Task<Void, any Error> {
        let before = semaphore.waitingCount
        let task = Task {
            try await semaphore.acquire(key)
            body()
        }
        while semaphore.waitingCount == before { await Task.yield() }
        return task
    }

    @Test func aKeyMayHaveAnotherLimit() {
        let semaphore = FairSemaphore<String>(limit: 1, limits: ["roomy": 3])
        #expect(semaphore.acquireNow("usual") && !semaphore.acquireNow("usual"))
        for _ in 0..<3 { #expect(semaphore.acquireNow("roomy")) }
        #expect(!semaphore.acquireNow("roomy"))
    }

    @Test func letsThemInInTheirOrder() async throws {
        let order = Mutex<[Int]>([])
        try await semaphore.acquire(key)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 { tasks.append(await wait { order.withLock { $0.append(number) } }) }
        for task in tasks {
            semaphore.release(key)
            try await task.value
        }
        #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
        semaphore.release(key)
        #expect(semaphore.activeCount == 0)
    }

    @Test func whoIsCancelledIsPassedOver() async throws {
        try await semaphore.acquire(key)
        let first = await wait()
        let second = await wait()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        semaphore.release(key)
        try await second.value
        semaphore.release(key)
        #expect(semaphore.activeCount == 0)
        #expect(semaphore.acquireNow(key))
    }

    @Test func oneKeyDoesNotHoldUpAnother() async throws {
        let other = "example.net"
        try await semaphore.acquire(key)
        #expect(!semaphore.acquireNow(key))
        #expect(semaphore.acquireNow(other))
    }

    @Test func asManyAsItsLimitWorkAtATime() async throws {
        let semaphore = FairSemaphore<OneQueue>(limit: 3)
        let work = CountedWork()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await semaphore.acquire()
                    defer { semaphore.release() }
                    work.begin()
                    await Task.yield()
                    work.end()
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(work.highest))
        #expect(semaphore.activeCount == 0)
    }

    @Test func whoIsCancelledBeforehandGetsNoPlace() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await semaphore.acquire(key)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(semaphore.activeCount == 0)
    }
}

/// How much is worked on at a time.
private final class CountedWork: Sendable {
    private let counts = Mutex((now: 0, highest: 0))

    var highest: Int { counts.withLock { $0.highest } }

    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.highest, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
}
