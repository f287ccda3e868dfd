import Synchronization

/// Hands values from the tasks that make them to the one that uses them, and lets no more than a few wait in between.
///
/// Whoever sends into a full channel waits, and so does whoever reads from an empty one: a slow reader slows the writer down
/// instead of filling the memory. Nothing is dropped and the order is kept.
public final class BoundedChannel<Element: Sendable>: AsyncSequence, Sendable {
    fileprivate struct Sender {
        var id: UInt64
        var element: Element
        var continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var buffer: [Element] = []
        var senders: [Sender] = []
        var receiver: CheckedContinuation<Element?, any Error>?
        /// How it ended; a value that is waiting is still handed out.
        var end: Result<Void, any Error>?
        /// The reader has gone.
        var isClosed = false
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: How many values may wait, at least 1.
    public init(capacity: Int) {
        self.capacity = Swift.max(1, capacity)
    }

    // MARK: Sending

    /// Hands over a value, and waits while the channel is full.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or nobody reads any more.
    public func send(_ element: Element) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let sender = Sender(id: id, element: element, continuation: continuation)
                state.withLock { $0.add(sender, capacity: capacity) }()
            }
        } onCancel: {
            state.withLock { $0.cancelSender(id) }?.resume(throwing: CancellationError())
        }
    }

    /// Hands over a value if that is possible at once; for news that the next one makes old.
    ///
    /// - Returns: Whether the value was taken.
    @discardableResult
    public func trySend(_ element: Element) -> Bool {
        let (taken, receiver) = state.withLock { state -> (Bool, CheckedContinuation<Element?, any Error>?) in
            guard !state.isClosed, state.end == nil else { return (false, nil) }
            if let receiver = state.receiver {
                state.receiver = nil
                return (true, receiver)
            }
            guard state.buffer.count < capacity else { return (false, nil) }
            state.buffer.append(element)
            return (true, nil)
        }
        receiver?.resume(returning: element)
        return taken
    }

    /// Ends the channel: what waits is still read, then the end.
    ///
    /// - Parameter error: What the reader is told at the end; `nil` for an end as planned.
    public func finish(throwing error: (any Error)? = nil) {
        let receiver = state.withLock { state -> CheckedContinuation<Element?, any Error>? in
            guard state.end == nil else { return nil }
            state.end = error.map { .failure($0) } ?? .success(())
            defer { state.receiver = nil }
            return state.receiver
        }
        if let error { receiver?.resume(throwing: error) } else { receiver?.resume(returning: nil) }
    }

    // MARK: Reading

    /// The next value; `nil` at the end. One task reads at a time.
    ///
    /// - Throws: What ``finish(throwing:)`` was given, and `CancellationError`.
    public func next() async throws -> Element? {
        try Task.checkCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.take(continuation) }()
            }
        } onCancel: {
            state.withLock { state in
                defer { state.receiver = nil }
                return state.receiver
            }?.resume(throwing: CancellationError())
        }
    }

    /// Says that nobody reads any more; whoever sends is told so.
    public func close() {
        let (senders, receiver) = state.withLock { state in
            let waiting = (state.senders, state.receiver)
            state.isClosed = true
            state.buffer = []
            state.senders = []
            state.receiver = nil
            return waiting
        }
        for sender in senders { sender.continuation.resume(throwing: CancellationError()) }
        receiver?.resume(throwing: CancellationError())
    }

    public struct Iterator: AsyncIteratorProtocol {
        let channel: BoundedChannel

        public mutating func next() async throws -> Element? { try await channel.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(channel: self) }
}

// MARK: - What happens under the lock. Continuations are resumed after it, by the closures that are returned.

extension BoundedChannel.State {
    fileprivate mutating func add(_ sender: BoundedChannel.Sender, capacity: Int) -> () -> Void {
        let continuation = sender.continuation
        // A cancellation that came before its sender found nobody to wake, but the task knows of it.
        if isClosed || end != nil || Task.isCancelled {
            return { continuation.resume(throwing: CancellationError()) }
        }
        if let receiver {
            self.receiver = nil
            return {
                receiver.resume(returning: sender.element)
                continuation.resume()
            }
        }
        guard buffer.count < capacity else {
            senders.append(sender)
            return {}
        }
        buffer.append(sender.element)
        return { continuation.resume() }
    }

    fileprivate mutating func cancelSender(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
        guard let index = senders.firstIndex(where: { $0.id == id }) else { return nil }
        return senders.remove(at: index).continuation
    }

    fileprivate mutating func take(_ continuation: CheckedContinuation<Element?, any Error>) -> () -> Void {
        if !buffer.isEmpty {
            let element = buffer.removeFirst()
            var sent: CheckedContinuation<Void, any Error>?
            if !senders.isEmpty {
                let sender = senders.removeFirst()
                buffer.append(sender.element)
                sent = sender.continuation
            }
            return {
                sent?.resume()
                continuation.resume(returning: element)
            }
        }
        if isClosed || Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
        switch end {
        case .success: return { continuation.resume(returning: nil) }
        case .failure(let error): return { continuation.resume(throwing: error) }
        case nil:
            receiver = continuation
            return {}
        }
    }
}
