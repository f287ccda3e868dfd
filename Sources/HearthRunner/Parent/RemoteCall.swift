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

    private init(_ process: RunnerProcess) { self.process = process }

    /// What the child answers. Cancelling the task gives up waiting at once, and tells the child.
    ///
    /// - Throws: What the child says, or ``LlamaError`` when it ended.
    static func result(_ kind: Frame.Kind, _ payload: [UInt8], of process: RunnerProcess) async throws -> [UInt8] {
        let call = RemoteCall(process)
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
