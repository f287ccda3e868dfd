import Dispatch
import HearthCore
import HearthLlama
import Synchronization

/// A call to a child whose caller waits in a task.
final class ChildCall: RunnerProcess.Listener {
    private struct State {
        var result: Result<[UInt8], any Error>?
        var continuation: CheckedContinuation<[UInt8], any Error>?
    }

    private let state = Mutex(State())
    private let process: RunnerProcess

    private let partial: @Sendable (String) -> Void

    private init(_ process: RunnerProcess, _ partial: @escaping @Sendable (String) -> Void) {
        self.process = process
        self.partial = partial
    }

    /// What the child answers. Cancelling the task gives up waiting at once, and tells the child.
    ///
    /// - Throws: What the child says, or ``LlamaError`` when it ended.
    ///
    /// - Parameter partial: Is told what the child says before the end.
    static func result(
        _ kind: Frame.Kind, _ payload: [UInt8], of process: RunnerProcess,
        partial: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> [UInt8] {
        guard payload.count <= Frame.usualLimit else { throw LlamaError.tooLong }
        let call = ChildCall(process, partial)
        let number = try process.number(for: call)
        defer { process.forget(number) }
        process.send(kind, number, payload)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = call.state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            process.send(.cancel, number)
            call.settle(.failure(CancellationError()))
        }
    }

    func take(_ frame: Frame) throws {
        switch frame.kind {
        case .partial: partial(String(decoding: frame.payload.prefix(1 << 16), as: UTF8.self))
        case .result: settle(.success(frame.payload))
        case .failed: settle(.failure(try WireJSON.value(frame.payload, as: ErrorMessage.self).error))
        default: throw WireError()
        }
    }

    func end(_ end: RunnerProcess.End) { settle(.failure(process.error(end))) }

    private func settle(_ result: Result<[UInt8], any Error>) {
        let continuation = state.withLock { state in
            if state.result == nil { state.result = result }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}

/// Waits for a child to have loaded what it was told to.
final class LoadCall: RunnerProcess.Listener {
    private struct State {
        var result: Result<LoadedMessage, any Error>?
        var continuation: CheckedContinuation<LoadedMessage, any Error>?
        /// How much is loaded, and when that was last less.
        var share = 0.0
        var moved = SuspendingClock.Instant.now
    }

    private let progress: @Sendable (Double) -> Void
    private let state = Mutex(State())
    private let waiting = BlockingFuture<LoadedMessage>()

    init(_ progress: @escaping @Sendable (Double) -> Void) { self.progress = progress }

    func take(_ frame: Frame) throws {
        switch frame.kind {
        case .progress:
            var reader = WireReader(frame.payload)
            let share = try reader.double()
            guard share >= 0, share <= 1 else { throw WireError() }
            state.withLock { state in
                // A child that says the same again and again is as stuck as a silent one.
                guard share > state.share else { return }
                state.share = share
                state.moved = .now
            }
            progress(share)
        case .loaded: settle(.success(try WireJSON.value(frame.payload)))
        case .failed: settle(.failure(try WireJSON.value(frame.payload, as: ErrorMessage.self).error))
        default: throw WireError()
        }
    }

    /// Ends the process when it has loaded nothing more for so long. By a timer of the system, because whoever waits for a load
    /// may do so on a thread, and on all that tasks have. A machine that sleeps loads nothing, and that does not count.
    func watch(_ process: RunnerProcess, patience: Duration) { look(process, patience, after: patience) }

    private func look(_ process: RunnerProcess, _ patience: Duration, after wait: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + wait.seconds) { [weak self, weak process] in
            guard let self, let process else { return }
            let moved = state.withLock { state -> SuspendingClock.Instant? in
                state.result == nil ? state.moved : nil
            }
            guard let moved else { return }
            let rest = patience - moved.duration(to: .now)
            if rest > .zero { look(process, patience, after: rest) } else { process.giveUp() }
        }
    }

    func end(_ end: RunnerProcess.End) {
        // Who was told to end a load asks for no more.
        if end == .asked { settle(.failure(CancellationError())) } else { settle(.failure(EndedError(end: end))) }
    }

    private struct EndedError: Error {
        var end: RunnerProcess.End
    }

    private func settle(_ result: Result<LoadedMessage, any Error>) {
        waiting.settle(result)
        let continuation = state.withLock { state in
            if state.result == nil { state.result = result }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: result)
    }

    /// - Throws: What the child said against the file, or ``LlamaError`` when it ended.
    func value(of process: RunnerProcess) async throws -> LoadedMessage {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        } catch let error as EndedError {
            throw process.error(error.end)
        }
    }

    /// The same, for a caller that waits on its thread.
    func wait(for process: RunnerProcess) throws -> LoadedMessage {
        do {
            return try waiting.wait()
        } catch let error as EndedError {
            throw process.error(error.end)
        }
    }
}
