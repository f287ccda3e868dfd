import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthEngine

@Suite struct SharedValueTests {
    private struct Broken: Error {}

    /// Lets whoever makes a value wait until the test says so.
    private final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let opener: AsyncStream<Void>.Continuation
        init() { (stream, opener) = AsyncStream.makeStream(of: Void.self) }
        func open() { opener.finish() }
        func pass() async throws {
            for await _ in stream {}
            try Task.checkCancellation()
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    @Test func itIsMadeOnceForAllWhoAsk() async throws {
        let made = Mutex(0)
        let gate = Gate()
        let shared = SharedValue {
            try await gate.pass()
            return made.withLock { made in
                made += 1
                return made
            }
        }
        let asking = (0..<20).map { _ in Task { try await shared.value() } }
        gate.open()
        for task in asking { #expect(try await task.value == 1) }
        #expect(try await shared.value() == 1)
        #expect(await shared.take(telling: Broken()) == 1)
        #expect(try await shared.value() == 2)
    }

    @Test func whoWaitsForWhatIsTakenAwayIsToldWhyAndNotThatTheyWereCancelled() async throws {
        let gate = Gate()
        let shared = SharedValue {
            try await gate.pass()
            return 1
        }
        let asking = Task { try await shared.value() }
        while await shared.waitingCount == 0 { await Task.yield() }
        #expect(await shared.take(telling: Broken()) == nil)
        await #expect(throws: Broken.self) { try await asking.value }
        gate.open()
        #expect(try await shared.value() == 1)
    }

    @Test func aFailureIsNotKept() async throws {
        let attempts = Mutex(0)
        let shared = SharedValue {
            try attempts.withLock { attempts in
                attempts += 1
                if attempts == 1 { throw Broken() }
                return attempts
            }
        }
        await #expect(throws: Broken.self) { try await shared.value() }
        #expect(try await shared.value() == 2)
    }

    @Test func whoIsCancelledLeavesAloneAndTheOthersStillGetIt() async throws {
        let gate = Gate()
        let shared = SharedValue {
            try await gate.pass()
            return "value"
        }
        let (one, two) = (Task { try await shared.value() }, Task { try await shared.value() })
        // Both wait before one of them goes.
        while await shared.waitingCount < 2 { await Task.yield() }
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        gate.open()
        #expect(try await two.value == "value")
    }

    @Test func theMakingEndsWhenNobodyWaitsAndBeginsAnewForTheNext() async throws {
        let attempts = Mutex(0)
        let shared = SharedValue {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            // The first one goes on until it is cancelled.
            while attempt == 1 { try await Task.sleep(for: .seconds(3_600)) }
            return attempt
        }
        let first = Task { try await shared.value() }
        while attempts.withLock({ $0 }) == 0 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await shared.value() == 2)
    }

    @Test func blockingWorkLeavesThePoolAlone() async throws {
        // More than the cooperative pool has threads, and each waits for all the others.
        let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
        let begun = Counter()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await BlockingWork.run {
                        begun.add()
                        while begun.count < count { sched_yield() }
                        return number
                    }
                }
            }
            var sum = 0
            for try await number in group { sum += number }
            #expect(sum == count * (count - 1) / 2)
        }
    }

    @Test func aCancelledWaitForBlockingWorkEndsAtOnce() async throws {
        let isFree = Counter()
        let task = Task { try await BlockingWork.run { while isFree.count == 0 { sched_yield() } } }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        isFree.add()
        await #expect(throws: Broken.self) { try await BlockingWork.run { throw Broken() } }
    }
}
