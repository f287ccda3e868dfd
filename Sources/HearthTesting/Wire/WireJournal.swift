import NIOCore
import Synchronization

/// What a server has seen, and who waits for something to be seen.
final class WireJournal: Sendable {
    private struct Waiter {
        let condition: @Sendable (WireServer.Log) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var log = WireServer.Log()
        var channels: [Int: any Channel] = [:]
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    var log: WireServer.Log { state.withLock { $0.log } }

    /// - Returns: the number of the connection.
    func opened(_ channel: any Channel) -> Int {
        change { state in
            let id = state.log.connections.count
            state.log.connections.append(WireConnection(id: id))
            state.channels[id] = channel
            return id
        }
    }

    func received(_ bytes: Int, on id: Int) { change { $0.log.connections[id].bytesReceived += bytes } }
    func sent(_ bytes: Int, on id: Int) { change { $0.log.connections[id].bytesSent += bytes } }
    func received(_ request: WireRequest) { change { $0.log.requests.append(request) } }

    func closed(_ id: Int, by end: WireConnection.End) {
        change { state in
            state.log.connections[id].closedBy = end
            state.channels[id] = nil
        }
    }

    func closeAll() async {
        for channel in state.withLock({ Array($0.channels.values) }) { try? await channel.close().get() }
    }

    func waitUntil(timeout: Duration, _ condition: @escaping @Sendable (WireServer.Log) -> Bool) async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task {
            try await Task.sleep(for: timeout)
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: false)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if condition(state.log) { return true }
                state.waiters[id] = Waiter(condition: condition, continuation: continuation)
                return false
            }
            if isDone { continuation.resume(returning: true) }
        }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, done): (Result, [Waiter]) = state.withLock { state in
            let result = body(&state)
            var done: [Waiter] = []
            for (id, waiter) in state.waiters where waiter.condition(state.log) {
                done.append(waiter)
                state.waiters[id] = nil
            }
            return (result, done)
        }
        for waiter in done { waiter.continuation.resume(returning: true) }
        return result
    }
}
