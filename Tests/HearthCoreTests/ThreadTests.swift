import Foundation
import HearthCore
import Synchronization
import Testing

@Suite struct ThreadTests {
    private final class Seen: Sendable {
        private let values = Mutex<[String]>([])
        var all: [String] { values.withLock { $0 } }
        func add(_ value: String) { values.withLock { $0.append(value) } }
        func addThread() { add(Thread.current.name ?? "") }
    }

    private actor Worker {
        private let executor = ThreadExecutor(name: "test.actor")
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private let seen: Seen
        private var count = 0

        init(_ seen: Seen) { self.seen = seen }

        func work() -> Int {
            seen.addThread()
            count += 1
            return count
        }
    }

    @Test func anActorOfItsOwnThreadWorksOnThatOne() async {
        let seen = Seen()
        let worker = Worker(seen)
        for number in 1...600 { #expect(await worker.work() == number) }
        #expect(Set(seen.all) == ["test.actor"])
    }

    @Test(arguments: [false, true])
    func tasksOfAPoolRunOnItsThreads(startsAtOnce: Bool) async {
        let seen = Seen()
        let pool = ThreadPool(name: "test.pool", count: 3, startsAtOnce: startsAtOnce)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask(executorPreference: pool) { seen.addThread() } }
        }
        #expect(seen.all.count == 100)
        #expect(Set(seen.all) == ["test.pool"])
    }

    @Test func aPoolWorksOnAsManyTasksAtATimeAsItHasThreads() async {
        let pool = ThreadPool(name: "test.pool", count: 3)
        let begun = Seen()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                // Each waits for the others, so it ends only where all three have a thread.
                group.addTask(executorPreference: pool) {
                    begun.addThread()
                    while begun.all.count < 3 { sched_yield() }
                }
            }
        }
        #expect(begun.all.count == 3)
    }

    @Test func workThatCanStopIsWaitedForAfterACancellation() async throws {
        let seen = Seen()
        let task = Task {
            try await BlockingWork.untilStopped(on: "test.stop") { flag in
                seen.addThread()
                while !flag.isSet { sched_yield() }
                seen.add("stopped")
                try flag.check()
            }
        }
        while seen.all.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(seen.all == ["test.stop", "stopped"])
    }
}
