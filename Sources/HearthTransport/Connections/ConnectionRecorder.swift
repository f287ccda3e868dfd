import HearthCore
import Synchronization

/// Writes the ledger's record of every connection, also when whoever asked for it is gone.
///
/// A record that could not be written is kept and tried again before anything else is sent: a ledger that fails stops the
/// transport, and does not silently lose what left.
final class ConnectionRecorder: Sendable {
    private struct State {
        var backlog: [LedgerEntry] = []
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
        guard state.withLock({ !$0.backlog.isEmpty }) else { return }
        let entries = state.withLock { state in
            defer { state.backlog = [] }
            return state.backlog
        }
        for (index, entry) in entries.enumerated() {
            do {
                _ = try await ledger.append(entry)
            } catch {
                state.withLock { $0.backlog.insert(contentsOf: entries[index...], at: 0) }
                throw TransportError.ledgerFailed(error)
            }
        }
    }

    /// Returns when every record that was begun has been written, or has failed.
    func waitUntilWritten() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.underWay > 0 { state.waiting.append(continuation) }
                return state.underWay == 0
            }
            if isDone { continuation.resume() }
        }
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
