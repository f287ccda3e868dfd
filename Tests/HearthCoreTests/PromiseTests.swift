import HearthCore
import Synchronization
import Testing

@Suite struct PromiseTests {
    private struct TooLate: Error {}

    @Test func theFirstResultCountsForAllWhoWaitTasksAndThreads() async throws {
        let promise = Promise<Int>()
        #expect(!promise.isSettled)
        let onThread = Promise<Int>()
        NamedThread.start("test.wait") { onThread.settle(Result { try promise.wait() }) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await promise.value() } }
            group.addTask {
                await Task.yield()
                promise.settle(.success(7))
                promise.settle(.success(8))
                promise.settle(.failure(TooLate()))
                return 7
            }
            for try await value in group { #expect(value == 7) }
        }
        #expect(promise.isSettled)
        #expect(try await onThread.value() == 7)
        #expect(try await promise.value() == 7)
    }

    @Test func ofManyThatSettleOneDoes() async throws {
        let promise = Promise<Int>()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { promise.settle(.success(number)) } }
        }
        let first = try await promise.value()
        #expect(try await promise.value() == first)
    }

    @Test func aFailureIsThrownToWhoeverWaits() async {
        let promise = Promise<Int>()
        promise.settle(.failure(TooLate()))
        await #expect(throws: TooLate.self) { try await promise.value() }
        let onThread = Promise<Int>()
        NamedThread.start("test.wait") { onThread.settle(Result { try promise.wait() }) }
        await #expect(throws: TooLate.self) { try await onThread.value() }
    }

    @Test func blockingWorkOfACancelledTaskIsNotBegun() async {
        let begun = Mutex(false)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await BlockingWork.run { begun.withLock { $0 = true } }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let wasBegun = begun.withLock { $0 }
        #expect(!wasBegun)
    }
}
