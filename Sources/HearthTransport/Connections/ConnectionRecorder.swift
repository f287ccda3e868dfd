import HearthCore
import Synchronization

/// Writes the ledger's record of every connection, also when whoever asked for it is gone.
///
/// A record that could not be written is kept and tried again before anything else is sent: a ledger that fails stops the
/// transport, and does not silently lose what left.
final class ConnectionRecorder: Sendable {
    private struct State {
        var backlog: [LedgerEntry] = []
        /// The writing of the backlog, for everybody who has to wait for it.
        var writing: Task<Void, any Error>?
        var underWay = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let ledger: any RoutingLedger
    private let state = Mutex(State())

    init(_ ledger: any RoutingLedger) {
        self.ledger = ledger
    }

    /// Begins to write a record; the task's value throws `ledger-failed`.
    ///
    /// A task of its own, because the record is owed also when the caller's task is cancelled or its stream was dropped.
    @discardableResult
    func record(_ entry: LedgerEntry) -> Task<Void, any Error> {
        state.withLock { $0.underWay += 1 }
        return Task {
            defer { finishOne() }
            do {
                _ = try await ledger.append(entry)
            } catch {
                state.withLock { $0.backlog.append(entry) }
                throw TransportError.ledgerFailed(error)
            }
        }
    }

    /// Writes what could not be written before.
    ///
    /// - Throws: `ledger-failed`; nothing may be sent then.
    func writeBacklog() async throws {
        let task: Task<Void, any Error>? = state.withLock { state in
            if state.writing == nil, !state.backlog.isEmpty { state.writing = Task { try await writeAll() } }
            return state.writing
        }
        try await task?.value
    }

    private func writeAll() async throws {
        defer { state.withLock { $0.writing = nil } }
        while let entry = state.withLock({ $0.backlog.first }) {
            do {
                _ = try await ledger.append(entry)
            } catch {
                throw TransportError.ledgerFailed(error)
            }
            // Only this task takes entries away; new ones come in behind.
            state.withLock { _ = $0.backlog.removeFirst() }
        }
    }

    /// Returns when every record that was begun has been written, or has failed; those that failed are tried once more.
    func waitUntilWritten() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.underWay > 0 { state.waiting.append(continuation) }
                return state.underWay == 0
            }
            if isDone { continuation.resume() }
        }
        try? await writeBacklog()
    }

    private func finishOne() {
        let waiting = state.withLock { state in
            state.underWay -= 1
            guard state.underWay == 0 else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
