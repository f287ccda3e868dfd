import Foundation
import Synchronization

/// Work that blocks its thread: opening a file that others hold, loading weights, asking a keyring.
///
/// The threads of the cooperative pool are as many as the machine has cores. What blocks one of them keeps every other task of
/// the program waiting, timers and cancellations included; so such work gets a thread of its own.
package enum BlockingWork {
    /// Runs `work` on a thread of its own, of that name.
    ///
    /// Cancelling the task ends the wait at once. The work itself cannot be interrupted: it goes on to its end, and what it
    /// gives is dropped.
    ///
    /// - Throws: What the work throws; `CancellationError`.
    package static func run<Value: Sendable>(
        on name: String = "hearth.blocking", _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let handover = Handover<Value>()
        // What is bound to the task is not to the thread, and a program's work has to stay the program's.
        let reader = Reader.current
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard handover.wait(continuation) else { return }
                NamedThread.start(name) {
                    handover.end(Result { try Reader.$current.withValue(reader) { try work() } })
                }
            }
        } onCancel: {
            handover.end(.failure(CancellationError()))
        }
    }

    /// Runs `work` on a thread of its own, of that name, and waits for its end also when the task is cancelled: for work that
    /// holds something (a lock, half a file) which must not outlive the call.
    ///
    /// - Parameter work: Polls the flag, which a cancellation sets, and ends soon after.
    /// - Throws: What the work throws.
    package static func untilStopped<Value: Sendable>(
        on name: String = "hearth.blocking", _ work: @escaping @Sendable (_ flag: CancellationFlag) throws -> Value
    ) async throws -> Value {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            // Awaited to its end by a task that nobody cancels; the flag is what tells the work.
            try await Task { try await run(on: name) { try work(flag) } }.value
        } onCancel: {
            flag.set()
        }
    }
}

/// Gives a result to who waits for it; the first one counts.
private final class Handover<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case ended
    }

    private let state = Mutex(State.open)

    /// - Returns: `false` when it ended before, by a cancellation; nobody waits then.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isWaiting = state.withLock { state in
            guard case .open = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWaiting { continuation.resume(throwing: CancellationError()) }
        return isWaiting
    }

    func end(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(with: result)
    }
}

/// Set once, from any thread, to end a piece of blocking work; engines in C poll it between two steps.
package final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .relaxed) }

    /// In the form that engines in C call: it is given an unretained flag, and stops where that is set.
    package static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<CancellationFlag>.fromOpaque(pointer).takeUnretainedValue().isSet
    }

    /// - Throws: `CancellationError` where it is set.
    package func check() throws { if isSet { throw CancellationError() } }

    package func set() { flag.store(true, ordering: .relaxed) }
}
