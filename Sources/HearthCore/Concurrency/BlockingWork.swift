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
                let thread = Thread {
                    handover.end(Result { try Reader.$current.withValue(reader) { try work() } })
                }
                thread.name = name
                thread.stackSize = 8 << 20
                thread.start()
            }
        } onCancel: {
            handover.end(.failure(CancellationError()))
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
