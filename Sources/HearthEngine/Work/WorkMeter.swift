public import HearthCore
import Synchronization

extension Hearth.Work {
    /// How an attempt at a task ended, as far as the queue is concerned.
    public enum Ending: String, Sendable, CaseIterable {
        case done
        /// For good: a dead letter.
        case failed
        /// It failed, and is tried again.
        case retried
        /// The library was away or busy; that counts for no attempt.
        case heldUp = "held_up"
        /// Whoever worked on it had to go.
        case givenBack = "given_back"
        case cancelled
    }

    /// What became of what this process worked on, since it began.
    public struct Totals: Hashable, Sendable {
        /// Attempts that ended, by the task's kind and how.
        public var attempts: [WorkKind: [Ending: Int]] = [:]
        /// Tasks that were taken over from whoever had kept their lease no longer, by kind. Each lease that was lost is counted by the one
        /// process that took its task over.
        public var takenOver: [WorkKind: Int] = [:]
    }
}

/// Counts what becomes of tasks, for all libraries of a process together: it only grows, also where one of them is closed.
final class WorkMeter: Sendable {
    private let state = Mutex(Hearth.Work.Totals())

    var totals: Hearth.Work.Totals { state.withLock { $0 } }

    func began(_ task: WorkTask) {
        guard task.isTakenOver else { return }
        state.withLock { $0.takenOver[task.kind, default: 0] += 1 }
    }

    /// - Parameters:
    ///   - task: As it is after the attempt.
    ///   - outcome: How that ended for whoever worked on it.
    func ended(_ task: WorkTask, _ outcome: WorkOutcome) {
        let ending: Hearth.Work.Ending =
            switch (task.state, outcome) {
            case (.done, _): .done
            case (.failed, _): .failed
            case (.cancelled, _): .cancelled
            case (_, .heldUp): .heldUp
            case (_, .givenBack): .givenBack
            default: .retried
            }
        state.withLock { $0.attempts[task.kind, default: [:]][ending, default: 0] += 1 }
    }
}
