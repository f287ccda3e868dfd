import HearthCore
import Synchronization

/// A quantity that requests share: bytes of bodies in memory, tokens of prompts (a weighted semaphore, for admission control).
/// Whoever finds too little left waits for a while, in the order of coming; what one client holds of it is limited, so that its
/// requests wait for each other and not all for them.
final class Budget: Sendable {
    struct Limits: Sendable {
        /// Of all clients together, and of one.
        var total: Int
        var each: Int
        /// Requests that wait, of all clients and of one. More are refused at once.
        var waiting: Int
        var waitingOfOne: Int
        /// After which a request that waits is refused.
        var patience: Duration
    }

    private struct Waiter {
        let id: Int
        let client: String
        let amount: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var used = 0
        var usedBy: [String: Int] = [:]
        var waiters: [Waiter] = []
        /// Those who are on their way to the queue; each takes itself out when it gets there, whatever it finds.
        var arriving: Set<Int> = []
        /// Why some of these must not stay: their task was cancelled, or their time was over, before they were there.
        var refused: [Int: any Error] = [:]
        var next = 0
    }

    let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits) { self.limits = limits }

    /// What is taken now, and by how many who wait.
    var load: (used: Int, waiting: Int) { state.withLock { ($0.used, $0.waiters.count) } }

    /// What is remembered of those who are not in the queue: nothing, when nobody is on the way. For tests.
    var remembered: Int { state.withLock { $0.arriving.count + $0.refused.count } }

    /// Takes an amount, or waits for it. Whoever wants more than one client may have gets as much as that, alone.
    ///
    /// - Returns: What has to be given back.
    /// - Throws: ``ServerError`` `too-many`, or `CancellationError`.
    func take(_ wanted: Int, client: String) async throws -> Int {
        let amount = min(wanted, limits.each, limits.total)
        guard amount > 0 else { return 0 }
        let id = state.withLock { state in
            state.next += 1
            state.arriving.insert(state.next)
            return state.next
        }
        // A bare task, because it must outlive neither more nor less than the wait.
        let clock = Task { [self, limits] in
            try await Task.sleep(for: limits.patience)
            leave(id, with: Self.tooMany)
        }
        defer { clock.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Waiter(id: id, client: client, amount: amount, continuation: continuation))
            }
        } onCancel: {
            leave(id, with: CancellationError())
        }
        return amount
    }

    func giveBack(_ amount: Int, client: String) {
        guard amount > 0 else { return }
        let served = state.withLock { state in
            state.used -= amount
            let rest = (state.usedBy[client] ?? 0) - amount
            state.usedBy[client] = rest > 0 ? rest : nil
            return serve(&state)
        }
        for waiter in served { waiter.continuation.resume() }
    }

    // MARK: - The queue

    private func enter(_ waiter: Waiter) {
        enum Step { case wait, go([Waiter]), refuse(any Error) }
        let step = state.withLock { state -> Step in
            state.arriving.remove(waiter.id)
            if let error = state.refused.removeValue(forKey: waiter.id) { return .refuse(error) }
            state.waiters.append(waiter)
            let served = serve(&state)
            guard !served.contains(where: { $0.id == waiter.id }) else { return .go(served) }
            let own = state.waiters.count { $0.client == waiter.client }
            guard state.waiters.count <= limits.waiting, own <= limits.waitingOfOne else {
                state.waiters.removeAll { $0.id == waiter.id }
                return .refuse(Self.tooMany)
            }
            return .wait
        }
        switch step {
        case .wait: break
        case .go(let served): for waiter in served { waiter.continuation.resume() }
        case .refuse(let error): waiter.continuation.resume(throwing: error)
        }
    }

    /// Takes a waiter out of the queue, or keeps it from staying when it comes. One that was served already is left alone: what
    /// it has is given back by whoever asked for it.
    private func leave(_ id: Int, with error: any Error) {
        let (waiter, served) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                if state.arriving.contains(id) { state.refused[id] = error }
                return (nil, [])
            }
            let waiter = state.waiters.remove(at: index)
            // It may have stood in the way of smaller ones.
            return (waiter, serve(&state))
        }
        waiter?.continuation.resume(throwing: error)
        for waiter in served { waiter.continuation.resume() }
    }

    /// Takes out of the queue whoever can have what it wants. Nobody is overtaken but by those whose client has more left.
    private func serve(_ state: inout State) -> [Waiter] {
        var served: [Waiter] = []
        var rest: [Waiter] = []
        var isFull = false
        for waiter in state.waiters {
            let own = state.usedBy[waiter.client] ?? 0
            if isFull || own + waiter.amount > limits.each || rest.contains(where: { $0.client == waiter.client }) {
                rest.append(waiter)
            } else if state.used + waiter.amount > limits.total {
                isFull = true
                rest.append(waiter)
            } else {
                state.used += waiter.amount
                state.usedBy[waiter.client] = own + waiter.amount
                served.append(waiter)
            }
        }
        state.waiters = rest
        return served
    }

    private static let tooMany = ServerError(
        .tooMany,
        "This client has more work here than the server takes at a time, and it did not become less in time. Try again later.",
        retryAfter: 5)
}

/// What one request holds of the server's budgets, until it has been answered.
final class Reservation: Sendable {
    /// Who sent it, for budgets: programs with the token are one client, each browser is one.
    let client: String
    private let bytes: Budget
    private let tokens: Budget
    private let taken = Mutex((bytes: 0, tokens: 0))

    /// The work that the running task belongs to; `nil` outside of a request.
    @TaskLocal static var current: Reservation?

    init(client: String, bytes: Budget, tokens: Budget) {
        self.client = client
        self.bytes = bytes
        self.tokens = tokens
    }

    /// Takes room for a body, or for so much more of one. A request counts as much as one client may have at most, so that it never waits for itself;
    /// and it keeps nothing while it waits for more, so that no two wait for each other.
    func take(bytes count: Int) async throws {
        let held = taken.withLock { taken in
            defer { taken.bytes = 0 }
            return taken.bytes
        }
        bytes.giveBack(held, client: client)
        let amount = try await bytes.take(min(held + count, bytes.limits.each), client: client)
        taken.withLock { $0.bytes += amount }
    }

    /// Takes room for what an engine is to read and to write.
    func take(tokens count: Int) async throws {
        let amount = try await tokens.take(count, client: client)
        taken.withLock { $0.tokens += amount }
    }

    func end() {
        let amounts = taken.withLock { taken in
            defer { taken = (0, 0) }
            return taken
        }
        bytes.giveBack(amounts.bytes, client: client)
        tokens.giveBack(amounts.tokens, client: client)
    }
}
