import Dispatch
import Synchronization

/// A promise: a result that comes once, from any thread, for whoever waits for it, a task or a thread. The first result counts.
package final class Promise<Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, any Error>

    private struct State {
        var outcome: Outcome?
        var waiting: [@Sendable (Outcome) -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isSettled: Bool { outcome != nil }

    private var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Gives the result to all who wait; does nothing where there is one.
    package func settle(_ outcome: Outcome) {
        let waiting = state.withLock { state -> [@Sendable (Outcome) -> Void] in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiting = [] }
            return state.waiting
        }
        // Not under the lock: who is told may ask again.
        for tell in waiting { tell(outcome) }
    }

    /// The result, as soon as there is one.
    ///
    /// Cancelling the task does not end the wait; who wants that settles the promise from a cancellation handler.
    package func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            whenSettled { continuation.resume(with: $0) }
        }
    }

    /// The same, for a caller that waits on its thread.
    @available(*, noasync, message: "A thread of the tasks' pool must not wait; await value().")
    package func wait() throws -> Value {
        let settled = DispatchSemaphore(value: 0)
        whenSettled { _ in settled.signal() }
        while true {
            if let outcome { return try outcome.get() }
            settled.wait()
        }
    }

    /// Calls `tell` once: at once where the result is there.
    private func whenSettled(_ tell: @escaping @Sendable (Outcome) -> Void) {
        let outcome = state.withLock { state -> Outcome? in
            if state.outcome == nil { state.waiting.append(tell) }
            return state.outcome
        }
        if let outcome { tell(outcome) }
    }
}

/// A flag that is set once, from any thread, and stays set: that work which blocks is to end (engines in C poll it between two
/// steps), that an answer began.
///
/// Set and read with release and acquire, so whoever sees it set sees what was done before; on the processors that we know it costs
/// next to nothing beside what lies between two looks.
package final class Latch: Sendable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .acquiring) }

    /// In the form that engines in C call: it is given an unretained latch, and stops where that is set.
    package static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<Latch>.fromOpaque(pointer).takeUnretainedValue().isSet
    }

    /// Ends work that was to end.
    ///
    /// - Throws: `CancellationError` where it is set.
    package func check() throws { if isSet { throw CancellationError() } }

    package func set() { flag.store(true, ordering: .releasing) }
}
