import Synchronization

/// The events of one piece of work, as they happen: what an engine writes, what an ingestion reports.
///
/// An app reads them as any sequence, and leaves when it has enough, which stops the work:
/// ```swift
/// for try await event in try await hearth.answers.ask(request) { … }
/// ```
/// The work begins when somebody reads, and anew with each reading. It hands over one event at a time and waits until that is
/// taken (backpressure): a slow reader slows the engine down, and nothing piles up in between.
///
/// A layer that only changes or leaves out events works in its caller's task, with no queue of its own, however many there are:
/// ```swift
/// EventStream { emit in
///     try await engine.respond(to: request).forEach { event in try await emit(.event(event)) }
/// }
/// ```
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Sends one event to the reader of the stream; returns when the stream has room for the next one. Throws when the reader has
    /// stopped reading or could not use the event; the producer must then end its work.
    public typealias Emit = (Element) async throws -> Void

    private let work: @Sendable (_ emit: Emit) async throws -> Void

    /// - Parameter work: Gives each event to `emit`, in order. It ends the stream by returning or throwing.
    public init(_ work: @escaping @Sendable (_ emit: Emit) async throws -> Void) {
        self.work = work
    }

    /// Does the work here, in the caller's task, and gives each event to `body`, which sets the pace.
    ///
    /// - Throws: What the work or `body` throws; `CancellationError` when the task is cancelled.
    public func forEach(_ body: Emit) async throws {
        try Task.checkCancellation()
        try await work(body)
    }

    /// Begins the work, which ends with the iterator.
    public func makeAsyncIterator() -> Iterator {
        // One event waits while the work makes the next one, so that neither side waits for the other in turn.
        Iterator(
            producer: ChannelProducer(capacity: 1) { [work] channel in try await work { try await channel.send($0) } })
    }

    /// Copies read from the same place. One task reads at a time.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let producer: ChannelProducer<Element>

        /// The next event; `nil` when the work is done.
        ///
        /// - Throws: What the work threw; `CancellationError` when the reading task is cancelled.
        public mutating func next() async throws -> Element? { try await producer.channel.next() }
    }
}

/// Work that writes into a channel for as long as somebody holds this. A sequence is pulled from outside, so its work needs a task
/// of its own: this is the one that sequences of events, of sound and of voice events have.
package final class ChannelProducer<Element: Sendable>: Sendable {
    package let channel: BoundedChannel<Element>
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - capacity: How many values may wait for the reader.
    ///   - work: Ends the channel by returning or throwing.
    package init(
        capacity: Int, _ work: @escaping @Sendable (BoundedChannel<Element>) async throws -> Void
    ) {
        let channel = BoundedChannel<Element>(capacity: capacity)
        self.channel = channel
        task = Task(executorPreference: WorkThreads.preferred) {
            try? await channel.ended(by: work)
        }
    }

    deinit {
        task.cancel()
        channel.close()
    }
}

/// Threads that a server has for requests with large prompts, so that reading them keeps nobody else waiting. The tasks that
/// are begun for a request start work there too: a task of its own takes over values like this one, and not where the one
/// before worked.
package enum WorkThreads {
    /// `nil` for Swift's shared pool of threads.
    @TaskLocal package static var preferred: (any TaskExecutor)?
}

// MARK: - The channel below

/// Hands values from the tasks that make them to the one that uses them, and lets no more than a few wait in between.
///
/// Whoever sends into a full channel waits, and so does whoever reads from an empty one: a slow reader slows the writer down
/// instead of filling the memory (backpressure). Nothing is dropped and the order is kept.
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

    /// Ends the channel as the work ends that writes into it: behind its last value, or with what it throws.
    package func ended<Value>(by work: (BoundedChannel) async throws -> Value) async throws -> Value {
        do {
            let value = try await work(self)
            finish()
            return value
        } catch {
            finish(throwing: error)
            throw error
        }
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

    /// Ends the channel from the reader's side: senders that wait, and later ones, get an error.
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
