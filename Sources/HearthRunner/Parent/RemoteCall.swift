import HearthCore
import HearthLlama
import Synchronization

/// A call to a child whose caller waits in a task.
final class RemoteCall: RunnerProcess.Listener {
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
        let call = RemoteCall(process, partial)
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
