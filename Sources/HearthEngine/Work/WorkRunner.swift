import Foundation
import HearthCore
import Synchronization

/// Works off a queue: claims tasks, does so many at a time, keeps their leases, and writes down how they end.
///
/// It waits for news and looks by itself now and then. When it is cancelled it stops what it is at and gives it back to the queue; when it
/// is killed, the leases lapse and somebody else goes on.
struct WorkRunner: Sendable {
    /// Kinds that share a number of places, so that what takes long keeps nothing else waiting.
    struct Lane: Sendable {
        var kinds: Set<WorkKind>
        var parallel: Int
    }

    enum End: Sendable {
        /// When it is cancelled.
        case never
        /// When nothing can be claimed now, and nothing is worked on here.
        case whenNothingIsDue
        /// When nothing waits, is worked on anywhere, or is to be tried again.
        case whenNothingIsLeft
    }

    struct Configuration: Sendable {
        var lanes: [Lane]
        var end = End.never
        /// A machine's name and a process's number, for a person.
        var worker = "\(ProcessInfo.processInfo.hostName) \(ProcessInfo.processInfo.processIdentifier)"
        /// Seconds after which others may take over what this one says nothing of. Longer than a machine is busy or asleep without
        /// anybody's noticing, shorter than a person's patience.
        var lease: Double = 60
        /// Seconds at most between two looks at the queue: of a store that others change without a sign.
        var look: Double = 5
        /// Seconds at least between two writings of how far a task is; twice as many before how it ended is written again where it could
        /// not be, then twice as many each time, up to sixteen times as many.
        var pace: Double = 0.5
    }

    /// Thrown by whoever does a task where nothing more can be done here; the task goes back, and the runner ends with it.
    struct Ended: Error {}

    /// Why a task is stopped.
    private enum Stop: Error { case cancelled, lost }

    let store: any WorkStore
    let configuration: Configuration
    /// Does a task; cancelled when it is to stop.
    let work: @Sendable (WorkTask, WorkReporter) async throws -> Void
    /// Is told how each attempt ended: the task as it is then.
    var ended: @Sendable (WorkTask) -> Void = { _ in }
    var meter = WorkMeter()

    /// - Throws: What the queue failed with, where waiting does not help; `CancellationError`.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in configuration.lanes { group.addTask { try await run(lane) } }
            try await group.waitForAll()
        }
    }

    // MARK: Claiming

    private func run(_ lane: Lane) async throws {
        let alarm = WorkAlarm()
        let places = FairSemaphore<OneQueue>(limit: lane.parallel)
        let working = WorkCount()
        var pause = 1.0
        try await withThrowingDiscardingTaskGroup { tasks in
            try await alarm.watch(store) {
                while true {
                    // What one of them ended with ends the run; the group's own task is not cancelled by it.
                    if tasks.isCancelled { return nil }
                    try await places.acquire()
                    let task: WorkTask?
                    do {
                        task = try await store.claimWork(
                            lane.kinds, worker: configuration.worker, seconds: configuration.lease)
                    } catch {
                        places.release()
                        return try Self.wait(after: error, &pause)
                    }
                    pause = 1
                    guard let task else { break }
                    working.add(1)
                    tasks.addTask {
                        defer {
                            places.release()
                            working.add(-1)
                            alarm.ring()
                        }
                        try await attempt(task)
                    }
                }
                places.release()
                let next: Double?
                do {
                    next = try await store.secondsToWork(lane.kinds)
                } catch {
                    return try Self.wait(after: error, &pause)
                }
                if working.value == 0 {
                    switch configuration.end {
                    case .never: break
                    case .whenNothingIsDue where next ?? 1 > 0: return nil
                    case .whenNothingIsLeft where next == nil: return nil
                    case .whenNothingIsDue, .whenNothingIsLeft: break
                    }
                }
                // Not at once where something is due that could not be had: somebody else is at it.
                return min(configuration.look, max(0.2, next ?? configuration.look))
            }
        }
    }

    /// Seconds to wait after the store failed: each time twice as many, up to a minute.
    private static func wait(after error: any Error, _ pause: inout Double) throws -> Double {
        try rethrow(error)
        pause = min(60, pause * 2)
        return pause
    }

    /// Throws what waiting does not help against.
    static func rethrow(_ error: any Error) throws {
        if error is CancellationError { throw error }
        switch error.readable?.kind {
        case .busy, .storeUnreachable, .uncertain, .connectionFailed, .timedOut, .occupied: return
        default: throw error
        }
    }

    // MARK: Working

    private func attempt(_ task: WorkTask) async throws {
        guard let lease = task.lease?.token else { return }
        meter.began(task)
        let reporter = WorkReporter()
        var outcome: WorkOutcome?
        var endsAll = false
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await work(task, reporter)
                    return true
                }
                group.addTask {
                    try await keep(task, lease, reporter)
                    return false
                }
                defer { group.cancelAll() }
                while let isDone = try await group.next(), !isDone {}
            }
            outcome = .done
        } catch Stop.lost {
            // Somebody else has it, and writes down how it ends.
        } catch Stop.cancelled {
            outcome = .cancelled
        } catch is Ended {
            (outcome, endsAll) = (.givenBack, true)
        } catch {
            if Task.isCancelled {
                outcome = .givenBack
            } else if error is CancellationError {
                outcome = .failed(
                    WorkFailure(code: "cancelled", kind: .stopped, message: "It was stopped before it was done."),
                    isFinal: false)
            } else {
                outcome = WorkOutcome(failingWith: error)
            }
        }
        if let outcome { await end(task, lease, outcome, reporter) }
        if endsAll { throw Ended() }
    }

    /// Keeps the lease while somebody works, and tells how far that is.
    private func keep(_ task: WorkTask, _ lease: String, _ reporter: WorkReporter) async throws {
        var kept = ContinuousClock.now
        let interval = configuration.lease / 3
        try await reporter.alarm.watch(store) {
            let report = reporter.news()
            if report != nil || kept.duration(to: .now) >= .seconds(interval) {
                do {
                    let now = try await store.changeWork(
                        .keep(
                            lease: lease, seconds: configuration.lease, report: report?.data, label: report?.label),
                        of: task.id)
                    kept = .now
                    if now.isCancelling { throw Stop.cancelled }
                } catch let error as StoreError where error.reason == .leaseLost || error.reason == .unknownItem {
                    throw Stop.lost
                } catch let error as StoreError where error.kind != .invalidInput {
                    reporter.isUntold()
                    // By now somebody else may have it.
                    if kept.duration(to: .now) >= .seconds(configuration.lease) { throw Stop.lost }
                }
            } else if let now = try? await store.workTask(id: task.id), now.isCancelling || now.lease?.token != lease {
                throw now.lease?.token == lease ? Stop.cancelled : Stop.lost
            }
            try await Task.sleep(for: .seconds(configuration.pace))
            return interval
        }
    }

    /// Writes down how an attempt ended, with what is left to tell.
    private func end(_ task: WorkTask, _ lease: String, _ outcome: WorkOutcome, _ reporter: WorkReporter) async {
        let report = reporter.news()
        let change = WorkChange.end(lease: lease, outcome, report: report?.data, label: report?.label)
        // As long as nobody else has it: a lease that lapses costs an attempt. Who has to go does not wait for that.
        let patience = ContinuousClock.now.advanced(by: .seconds(configuration.lease))
        for attempt in 0... {
            do {
                // In a task of its own: a store begins nothing for one that is cancelled.
                let now = try await Task { try await store.changeWork(change, of: task.id) }.value
                meter.ended(now, outcome)
                return ended(now)
            } catch {
                // Where it cannot be written down, the lease lapses, and the task is done again: to the same effect.
                let isPatient = attempt < 3 || !Task.isCancelled && ContinuousClock.now < patience
                guard (try? Self.rethrow(error)) != nil, isPatient else { return }
                let pause = configuration.pace * Double(2 << min(attempt, 3))
                await Task { try? await Task.sleep(for: .seconds(pause)) }.value
            }
        }
    }
}

/// How many tasks are worked on.
private final class WorkCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) { count.withLock { $0 += number } }
}
