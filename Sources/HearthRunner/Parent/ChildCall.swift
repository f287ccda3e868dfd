import Dispatch
import HearthCore
import HearthLlama
import Synchronization

/// A call to a child whose caller waits in a task.
final class ChildCall: RunnerProcess.Listener {
    private let answer = Promise<[UInt8]>()
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
            try await call.answer.value()
        } onCancel: {
            process.send(.cancel, number)
            call.answer.settle(.failure(CancellationError()))
        }
    }

    func take(_ frame: Frame) throws {
        switch frame.kind {
        case .partial: partial(String(decoding: frame.payload.prefix(1 << 16), as: UTF8.self))
        case .result: answer.settle(.success(frame.payload))
        case .failed: answer.settle(.failure(try WireJSON.value(frame.payload, as: ErrorMessage.self).error))
        default: throw WireError()
        }
    }

    func end(_ end: RunnerProcess.End) { answer.settle(.failure(process.error(end))) }
}

/// Waits for a child to have loaded what it was told to.
final class LoadCall: RunnerProcess.Listener {
    private struct Advance {
        /// How much is loaded, and when that was last less.
        var share = 0.0
        var moved = SuspendingClock.Instant.now
    }

    private let progress: @Sendable (Double) -> Void
    private let advance = Mutex(Advance())
    private let loaded = Promise<LoadedMessage>()

    init(_ progress: @escaping @Sendable (Double) -> Void) { self.progress = progress }

    func take(_ frame: Frame) throws {
        switch frame.kind {
        case .progress:
            var reader = WireReader(frame.payload)
            let share = try reader.double()
            guard share >= 0, share <= 1 else { throw WireError() }
            advance.withLock { advance in
                // A child that says the same again and again is as stuck as a silent one.
                guard share > advance.share else { return }
                advance.share = share
                advance.moved = .now
            }
            progress(share)
        case .loaded: loaded.settle(.success(try WireJSON.value(frame.payload)))
        case .failed: loaded.settle(.failure(try WireJSON.value(frame.payload, as: ErrorMessage.self).error))
        default: throw WireError()
        }
    }

    /// Ends the process when it has loaded nothing more for so long. By a timer of the system, because whoever waits for a load
    /// may do so on a thread, and on all that tasks have. A machine that sleeps loads nothing, and that does not count.
    func watch(_ process: RunnerProcess, patience: Duration) { look(process, patience, after: patience) }

    private func look(_ process: RunnerProcess, _ patience: Duration, after wait: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + wait.seconds) { [weak self, weak process] in
            guard let self, let process, !self.loaded.isSettled else { return }
            let rest = patience - advance.withLock { $0.moved }.duration(to: .now)
            if rest > .zero { look(process, patience, after: rest) } else { process.giveUp() }
        }
    }

    func end(_ end: RunnerProcess.End) {
        // Who was told to end a load asks for no more.
        loaded.settle(.failure(end == .asked ? CancellationError() : EndedError(end: end)))
    }

    private struct EndedError: Error {
        var end: RunnerProcess.End
    }

    /// - Throws: What the child said against the file, or ``LlamaError`` when it ended.
    func value(of process: RunnerProcess) async throws -> LoadedMessage {
        do {
            return try await loaded.value()
        } catch let error as EndedError {
            throw process.error(error.end)
        }
    }

    /// The same, for a caller that waits on its thread.
    func wait(for process: RunnerProcess) throws -> LoadedMessage {
        do {
            return try loaded.wait()
        } catch let error as EndedError {
            throw process.error(error.end)
        }
    }
}
