public import Foundation
import Synchronization

/// The queue of what is to be done, in the library itself: it outlives every process, and any process that has the library open may
/// work it off, on this machine or another.
///
/// What may become of a task is a pure value's to say (``WorkTask``); a store keeps it, changes one task in one step, and gives each to
/// one worker at a time. Times are the store's own, so that clocks of several machines need not agree. Tasks are for the owner's
/// processes: a program sees those that its ceiling lets it see, and changes none.
public protocol WorkStore: Sendable {
    /// Adds a task; one that is there under the same id stays as it is.
    ///
    /// - Returns: The task that is there now.
    /// - Throws: `invalid-input` for one that says too much; `work-queue-full`; `not-allowed` for a program.
    @discardableResult
    func addWork(_ work: NewWork) async throws -> WorkTask
    /// Keeps a piece of a task's files, in place of what was there. Files go with the task when it is done or cancelled.
    ///
    /// - Throws: `work-state` for a task whose files are all there already; `unknown-item`, `invalid-input`, `not-allowed`.
    func keepWorkPart(_ data: Data, at part: WorkPart, of id: String) async throws
    /// A piece of a task's files; `nil` behind the last.
    ///
    /// - Throws: `not-allowed` for a program.
    func workPart(_ part: WorkPart, of id: String) async throws -> Data?
    /// Gives the next task to a worker: the highest priority first, then whoever was served least recently, then the oldest. No two get
    /// the same one.
    ///
    /// - Parameters:
    ///   - kinds: What the worker can do.
    ///   - worker: Its name, for a person.
    ///   - seconds: How long it has the task before it has to say that it still works on it.
    /// - Returns: `nil` where nothing can be claimed now.
    /// - Throws: `not-allowed` for a program.
    func claimWork(_ kinds: Set<WorkKind>, worker: String, seconds: Double) async throws -> WorkTask?
    /// Changes a task in one step; see ``WorkChange``.
    ///
    /// - Returns: The task as it is now.
    /// - Throws: `unknown-item`; `lease-lost`, `work-state`, as ``WorkTask`` says; `not-allowed` for a program.
    @discardableResult
    func changeWork(_ change: WorkChange, of id: String) async throws -> WorkTask
    /// A task; `nil` where there is none, or none that may be seen.
    func workTask(id: String) async throws -> WorkTask?
    /// Tasks in some states, the newest first.
    func workTasks(in states: Set<WorkTask.State>, limit: Int) async throws -> [WorkTask]
    /// In how many seconds the next task of these kinds can be claimed, by what is known now; `nil` where there is none.
    func secondsToWork(_ kinds: Set<WorkKind>) async throws -> Double?
    /// How many tasks there are that were neither done nor cancelled, by kind and in its order; of those that may be seen.
    func workTallies() async throws -> [WorkTally]
    /// A tick when tasks have changed, and one at once. Ticks that nobody took become one. A store that other processes change may miss
    /// theirs: whoever waits looks by itself now and then.
    func workNews() async -> AsyncStream<Void>
}

/// How long what has ended is remembered, the same in every store.
package enum WorkMemory {
    /// Seconds that a task is remembered that was done or cancelled.
    package static let ended: Double = 24 * 3600
    /// Seconds that one that failed waits for somebody to see it, with its files.
    package static let failed: Double = 30 * 24 * 3600
    /// Seconds after which files that never all came are given up.
    package static let arriving: Double = 3600
}

extension WorkTask {
    package static func refusePrograms() throws {
        guard Reader.current == nil else {
            throw StoreError(.notAllowed, "Only the owner's own processes change what is to be done.")
        }
    }

    /// Whether it was remembered long enough.
    package func isForgotten(at now: Date) -> Bool {
        func isOlder(_ date: Date?, than seconds: Double) -> Bool {
            date.map { now.timeIntervalSince($0) > seconds } ?? false
        }
        return switch state {
        case .done, .cancelled: isOlder(endedAt, than: WorkMemory.ended)
        case .failed: isOlder(endedAt, than: WorkMemory.failed)
        case .arriving: isOlder(createdAt, than: WorkMemory.arriving)
        case .queued, .running: false
        }
    }
}

extension WorkPart {
    /// Refuses what no store keeps.
    package func check(_ data: Data) throws {
        guard (0..<10_000).contains(file), (0..<10_000).contains(number), !data.isEmpty, data.count <= Self.bytes else {
            throw StoreError(
                .invalidInput, "A part of a file has at most \(Self.bytes >> 20) MiB, and at least a byte.")
        }
    }
}

/// Tells those who wait in this process that something changed.
package final class WorkSignal: Sendable {
    private let waiting = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

    package init() {}

    /// A tick for each ``ring()``, and one at once; several that nobody took become one.
    package func news() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = UUID()
        continuation.onTermination = { [weak self] _ in
            // Its own value is let go outside of the lock.
            let ended = self?.waiting.withLock { $0.removeValue(forKey: key) }
            _ = ended
        }
        waiting.withLock { $0[key] = continuation }
        continuation.yield()
        return stream
    }

    package func ring() {
        for one in waiting.withLock({ Array($0.values) }) { one.yield() }
    }

    /// Whether nobody waits.
    package var isQuiet: Bool { waiting.withLock { $0.isEmpty } }
}
