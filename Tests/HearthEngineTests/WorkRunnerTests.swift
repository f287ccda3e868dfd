import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

/// Whoever works off a queue, and what happens when they die at it.
@Suite(.timeLimit(.minutes(10))) struct WorkRunnerTests {
    private let library = MemoryLibrary()

    /// Counts by name.
    private final class Counts: Sendable {
        private let state = Mutex<[String: Int]>([:])

        subscript(_ name: String) -> Int { state.withLock { $0[name] ?? 0 } }

        @discardableResult
        func add(_ name: String, _ number: Int = 1) -> Int {
            state.withLock { state in
                state[name, default: 0] += number
                return state[name] ?? 0
            }
        }

        func most(_ name: String, _ number: Int) { state.withLock { $0[name] = max($0[name] ?? 0, number) } }
    }

    private func add(_ id: String, most: Int = 4) async throws {
        try await library.addWork(
            NewWork(
                id: id, kind: "sample", title: id, payload: Data(), label: .personal, mostAttempts: most))
    }

    private func runner(
        parallel: Int = 2, end: WorkRunner.End = .whenNothingIsDue, lease: Double = 60,
        _ work: @escaping @Sendable (WorkTask, WorkReporter) async throws -> Void
    ) -> WorkRunner {
        var configuration = WorkRunner.Configuration(lanes: [.init(kinds: ["sample"], parallel: parallel)], end: end)
        (configuration.lease, configuration.look, configuration.pace) = (lease, 0.1, 0.01)
        return WorkRunner(store: library, configuration: configuration, work: work)
    }

    private func task(_ id: String) async throws -> WorkTask { try #require(try await library.workTask(id: id)) }

    /// Returns when a task is as it should be.
    private func wait(for id: String, _ isSo: (WorkTask) -> Bool) async throws {
        while !isSo(try await task(id)) { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `Everything that waits is done, so many at a time, and what was told of it is kept`() async throws {
        for number in 0..<10 { try await add("task-\(number)") }
        let counts = Counts()
        try await runner(parallel: 3) { task, reporter in
            counts.most("most", counts.add("now"))
            reporter.tell { (data: Data(task.id.utf8), label: SensitivityLabel.private) }
            try await Task.sleep(for: .milliseconds(50))
            counts.add("now", -1)
            counts.add(task.id)
        }.run()
        for number in 0..<10 {
            let task = try await task("task-\(number)")
            #expect(task.state == .done && counts[task.id] == 1)
            #expect(task.report == Data(task.id.utf8) && task.label == .private)
        }
        #expect(counts["most"] <= 3 && counts["most"] > 1)
    }

    @Test func `A runner that waits hears of what is added`() async throws {
        let working = Task { try await runner(end: .never) { _, _ in }.run() }
        try await add("a")
        try await wait(for: "a") { $0.state == .done }
        try await add("b")
        try await wait(for: "b") { $0.state == .done }
        working.cancel()
        await #expect(throws: CancellationError.self) { try await working.value }
    }

    @Test func `What a worker had that died is taken over, and its effect is one`() async throws {
        try await add("a")
        // It claimed the task, had its effect, and died before it could say so.
        let effects = Counts()
        let dead = try #require(try await library.claimWork(["sample"], worker: "dead", seconds: 0.2))
        effects.most("document of \(dead.id)", 1)
        try await runner(end: .whenNothingIsLeft) { task, _ in effects.most("document of \(task.id)", 1) }.run()
        let task = try await task("a")
        #expect(task.state == .done && task.attempts == 2 && effects["document of a"] == 1)
        // And if it was not dead but asleep, it learns that it has nothing to say any more.
        let late = try #require(dead.lease?.token)
        await #expect(throws: StoreError.self) {
            try await library.changeWork(.end(lease: late, .failed(.abandoned, isFinal: true)), of: "a")
        }
        #expect(try await self.task("a").state == .done)
    }

    @Test func `A worker whose lease somebody else has is stopped, and writes nothing down`() async throws {
        try await add("a")
        let counts = Counts()
        let working = Task {
            // One place, which is taken: with a second it could claim the task itself once its lease has lapsed.
            try await runner(parallel: 1, end: .never) { _, _ in
                counts.add("begun")
                do { try await Task.sleep(for: .seconds(3600)) } catch {
                    counts.add("stopped")
                    throw error
                }
            }.run()
        }
        try await wait(for: "a") { $0.state == .running }
        while counts["begun"] == 0 { try await Task.sleep(for: .milliseconds(5)) }
        // Its machine slept for longer than its lease.
        let lost = try #require(try await task("a").lease?.token)
        try await library.changeWork(.keep(lease: lost, seconds: 0), of: "a")
        let other = try #require(try await library.claimWork(["sample"], worker: "other", seconds: 600))
        while counts["stopped"] == 0 { try await Task.sleep(for: .milliseconds(5)) }
        working.cancel()
        _ = try? await working.value
        #expect(try await task("a").lease == other.lease)
        #expect(try await task("a").state == .running)
    }

    @Test func `A lease is kept for as long as somebody works`() async throws {
        try await add("a")
        let working = Task {
            try await runner(lease: 0.3) { _, _ in try await Task.sleep(for: .seconds(1.5)) }.run()
        }
        try await wait(for: "a") { $0.state == .running }
        var stolen = false
        while try await task("a").state == .running, !stolen {
            if try await library.claimWork(["sample"], worker: "other", seconds: 60) != nil { stolen = true }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await working.value
        // A machine that is very busy may lose it, but then the worker says nothing of it.
        let attempts = try await task("a").attempts
        #expect(stolen || attempts == 1)
    }

    @Test func `What is cancelled is stopped where it is worked on`() async throws {
        try await add("a")
        let working = Task {
            try await runner(end: .whenNothingIsLeft) { _, _ in try await Task.sleep(for: .seconds(3600)) }.run()
        }
        try await wait(for: "a") { $0.state == .running }
        try await library.changeWork(.cancel, of: "a")
        try await working.value
        #expect(try await task("a").state == .cancelled)
    }

    @Test func `A runner that has to go gives back what it was at`() async throws {
        try await add("a")
        let working = Task {
            try await runner(end: .never) { _, reporter in
                reporter.tell { (data: Data([1]), label: SensitivityLabel.personal) }
                try await Task.sleep(for: .seconds(3600))
            }.run()
        }
        try await wait(for: "a") { $0.report != nil }
        working.cancel()
        _ = try? await working.value
        let task = try await task("a")
        #expect(task.state == .queued && task.attempts == 0 && task.report == Data([1]))
    }

    @Test func `What may pass is tried again later, and what does not is a dead letter with its reason`() async throws {
        try await add("busy")
        try await add("broken")
        try await runner { task, _ in
            if task.id == "busy" { throw WorkFailure(code: "c", kind: .overloaded, message: "Why busy failed.") }
            throw StoreError(.invalidInput, "Why \(task.id) failed.")
        }.run()
        let (busy, broken) = (try await task("busy"), try await task("broken"))
        // On a busy machine the first pause, of five seconds, may be over before everything else is done; then it is tried once more.
        #expect(busy.state == .queued && (1...3).contains(busy.attempts))
        #expect(busy.notBefore.timeIntervalSince(busy.createdAt) > 4)
        #expect(broken.state == .failed && broken.failure?.message == "Why broken failed.")
        #expect(broken.failure?.code == "invalid-input" && broken.failure?.kind == .invalidInput)
    }

    @Test(arguments: [AwayStore.Call.claim, .seconds])
    func `A library that cannot be reached for a while ends no runner`(call: AwayStore.Call) async throws {
        let store = AwayStore(library, call)
        var configuration = WorkRunner.Configuration(lanes: [.init(kinds: ["sample"], parallel: 1)])
        configuration.look = 0.1
        let runner = WorkRunner(store: store, configuration: configuration) { _, _ in }
        let working = Task { try await runner.run() }
        while store.refusals == 0 { try await Task.sleep(for: .milliseconds(5)) }
        store.comeBack()
        try await add("a")
        try await wait(for: "a") { $0.state == .done }
        working.cancel()
        _ = try? await working.value
    }

    @Test func `Where nothing more can be done here, the task goes back and the runner ends`() async throws {
        try await add("a")
        await #expect(throws: WorkRunner.Ended.self) {
            try await runner(end: .never) { _, _ in throw WorkRunner.Ended() }.run()
        }
        #expect(try await task("a").state == .queued)
    }

    @Test func `How attempts ended is counted, and what was taken over`() async throws {
        try await add("lost")
        _ = try await library.claimWork(["sample"], worker: "killed", seconds: 0)
        for id in ["good", "busy", "broken"] { try await add(id) }
        let runner = runner { task, _ in
            let kinds: [String: Failure.Kind] = ["busy": .busy, "broken": .unreadable]
            if let kind = kinds[task.id] { throw WorkFailure(code: "c", kind: kind, message: "Why it failed.") }
        }
        try await runner.run()
        let totals = runner.meter.totals
        #expect(totals.takenOver == ["sample": 1])
        #expect(totals.attempts["sample"]?[.done] == 2 && totals.attempts["sample"]?[.failed] == 1)
        // On a busy machine its pause may be over before the runner ends.
        #expect(totals.attempts["sample"]?[.retried] ?? 0 >= 1)
    }

    @Test func `What takes long keeps nothing of another lane waiting`() async throws {
        for id in ["long-1", "long-2"] {
            try await library.addWork(
                NewWork(id: id, kind: "long", title: id, payload: Data(), label: .personal, priority: .awaited))
        }
        try await add("short")
        var configuration = WorkRunner.Configuration(lanes: [
            .init(kinds: ["long"], parallel: 1), .init(kinds: ["sample"], parallel: 1),
        ])
        configuration.look = 0.1
        let runner = WorkRunner(store: library, configuration: configuration) { task, _ in
            if task.kind == "long" { try await Task.sleep(for: .seconds(3600)) }
        }
        let working = Task { try await runner.run() }
        try await wait(for: "short") { $0.state == .done }
        #expect(try await task("long-2").state == .queued)
        working.cancel()
        _ = try? await working.value
    }
}

/// A queue that cannot be reached at first, when it is asked one thing.
final class AwayStore: WorkStore {
    enum Call { case claim, seconds, end }

    private let library: MemoryLibrary
    private let call: Call
    private let state = Mutex((isAway: true, refusals: 0))

    init(_ library: MemoryLibrary, _ call: Call) { (self.library, self.call) = (library, call) }

    var refusals: Int { state.withLock { $0.refusals } }

    func comeBack() { state.withLock { $0.isAway = false } }

    private func reach(_ asked: Call) throws {
        try state.withLock { state in
            guard state.isAway, asked == call else { return }
            state.refusals += 1
            throw StoreError(.unreachable, "The library cannot be reached.")
        }
    }

    func addWork(_ work: NewWork) async throws -> WorkTask { try await library.addWork(work) }

    func keepWorkPart(_ data: Data, at part: WorkPart, of id: String) async throws {
        try await library.keepWorkPart(data, at: part, of: id)
    }

    func workPart(_ part: WorkPart, of id: String) async throws -> Data? {
        try await library.workPart(part, of: id)
    }

    func claimWork(_ kinds: Set<WorkKind>, worker: String, seconds: Double) async throws -> WorkTask? {
        try reach(.claim)
        return try await library.claimWork(kinds, worker: worker, seconds: seconds)
    }

    func changeWork(_ change: WorkChange, of id: String) async throws -> WorkTask {
        if case .end = change { try reach(.end) }
        return try await library.changeWork(change, of: id)
    }

    func workTask(id: String) async throws -> WorkTask? { try await library.workTask(id: id) }

    func workTasks(in states: Set<WorkTask.State>, limit: Int) async throws -> [WorkTask] {
        try await library.workTasks(in: states, limit: limit)
    }

    func secondsToWork(_ kinds: Set<WorkKind>) async throws -> Double? {
        try reach(.seconds)
        return try await library.secondsToWork(kinds)
    }

    func workTallies() async throws -> [WorkTally] { try await library.workTallies() }

    func workNews() async -> AsyncStream<Void> { await library.workNews() }
}
