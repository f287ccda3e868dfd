import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

/// What becomes of tasks while the library is busy or away.
@Suite(.timeLimit(.minutes(5))) struct WorkHeldUpTests {
    /// A clock that goes where it is put.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_750_000_000))

        var now: Date { time.withLock { $0 } }

        func put(to date: Date) { time.withLock { $0 = max($0, date) } }
    }

    private final class Ends: Sendable {
        private let kept = Mutex<[WorkTask]>([])

        var all: [WorkTask] { kept.withLock { $0 } }

        func add(_ task: WorkTask) { kept.withLock { $0.append(task) } }
    }

    private let clock: Clock
    private let library: MemoryLibrary

    init() {
        let clock = Clock()
        self.clock = clock
        library = MemoryLibrary(clock: { clock.now })
    }

    private func add(_ id: String) async throws {
        try await library.addWork(
            NewWork(id: id, kind: "sample", title: id, payload: Data(), label: .personal, mostAttempts: 4))
    }

    private var configuration: WorkRunner.Configuration {
        var configuration = WorkRunner.Configuration(
            lanes: [.init(kinds: ["sample"], parallel: 1)], end: .whenNothingIsLeft)
        (configuration.look, configuration.pace) = (0.05, 0.01)
        return configuration
    }

    private func task(_ id: String) async throws -> WorkTask { try #require(try await library.workTask(id: id)) }

    @Test(arguments: [StoreError.Reason.busy, .unreachable])
    func `A library that is busy more often than a task may be begun ends no task`(reason: StoreError.Reason)
        async throws
    {
        try await add("a")
        let (busy, ends) = (9, Ends())
        let runner = WorkRunner(
            store: library, configuration: configuration,
            work: { _, _ in
                if ends.all.count < busy { throw StoreError(reason, "Others are at it.") }
            }, ended: { ends.add($0) })
        let working = Task { try await runner.run() }
        while try await !task("a").state.isFinal {
            // Nobody waits out the pauses here.
            let now = try await task("a")
            if now.state == .queued { clock.put(to: now.notBefore) }
            try await Task.sleep(for: .milliseconds(5))
        }
        try await working.value
        let held = ends.all.dropLast()
        #expect(held.count == busy && held.allSatisfy { $0.state == .queued && $0.attempts == 0 })
        #expect(held.map { $0.failure?.heldUp?.times } == (1...busy).map(Optional.some))
        #expect(Set(held.map { $0.failure?.heldUp?.since }).count == 1)
        #expect(held.last?.failure?.message == "Others are at it.")
        let done = try await task("a")
        #expect(done.state == .done && done.attempts == 1 && done.failure == nil)
    }

    @Test func `A library that is busy for more than a day is a reason to fail`() async throws {
        try await add("a")
        let ends = Ends()
        let runner = WorkRunner(
            store: library, configuration: configuration,
            work: { _, _ in throw StoreError(.busy, "Others are at it.") }, ended: { ends.add($0) })
        let working = Task { try await runner.run() }
        while try await !task("a").state.isFinal {
            let now = try await task("a")
            if now.state == .queued { clock.put(to: now.notBefore.addingTimeInterval(4 * 3600)) }
            try await Task.sleep(for: .milliseconds(5))
        }
        try await working.value
        let failed = try await task("a")
        #expect(failed.state == .failed && failed.attempts == 4 && failed.failure?.kind == .busy)
        #expect(ends.all.count { $0.attempts == 0 } >= 5, "what was held up within the day")
    }

    @Test func `How a task ended is written down when the library is back, and it is not done again`() async throws {
        let store = AwayStore(library, .end)
        try await add("a")
        let begun = Mutex(0)
        let runner = WorkRunner(store: store, configuration: configuration) { _, _ in begun.withLock { $0 += 1 } }
        let working = Task { try await runner.run() }
        while store.refusals < 6 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await task("a").state == .running)
        store.comeBack()
        try await working.value
        let done = try await task("a")
        let times = begun.withLock { $0 }
        #expect(done.state == .done && done.attempts == 1 && times == 1)
    }

    @Test func `A runner that has to go does not wait for a library that stays away`() async throws {
        let store = AwayStore(library, .end)
        try await add("a")
        let runner = WorkRunner(store: store, configuration: configuration) { _, _ in }
        let working = Task { try await runner.run() }
        while store.refusals == 0 { try await Task.sleep(for: .milliseconds(5)) }
        working.cancel()
        _ = try? await working.value
        // Its lease lapses, and somebody else takes it over.
        #expect(try await task("a").state == .running)
    }
}
