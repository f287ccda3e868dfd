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
    /// Takes an event, and returns when there is room for the next one. What it throws ends the work: the reader has gone, or
    /// could not use the event.
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
            do {
                try await work(channel)
                channel.finish()
            } catch {
                channel.finish(throwing: error)
            }
        }
    }

    deinit {
        task.cancel()
        channel.close()
    }
}

/// Threads that a server has for requests with large prompts, so that reading them keeps nobody else waiting. The tasks that are
/// begun for a request start work there too: a task of its own takes over values like this one, and not where the one before worked.
package enum WorkThreads {
    /// `nil` is where everything is done.
    @TaskLocal package static var preferred: (any TaskExecutor)?
}
