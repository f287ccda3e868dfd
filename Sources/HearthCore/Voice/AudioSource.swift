/// Where sound comes from: a file, a microphone, an app's own buffers.
///
/// A source can be read as often as it is able to begin anew; a file always can, a microphone begins again at "now".
public protocol AudioSource: Sendable {
    /// What to call it in messages: a file's name, "microphone".
    var name: String { get }

    /// Sends the sound into the channel, chunk after chunk on the clock of samples, and returns at its end. Everything that
    /// it needs (a child process, an open file) is gone when it returns, however it returns.
    ///
    /// The reader's pace is the source's: `send` waits while the channel is full. A source that cannot wait, such as a
    /// microphone, keeps what comes in the meantime and reports what it had to drop.
    ///
    /// - Throws: A ``ReadableError`` that says what is wrong with the sound, or `CancellationError`.
    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport
}

/// What a source has to say about itself at its end.
public struct AudioReport: Sendable, Hashable {
    /// Seconds of sound that were given out.
    public var duration: Double
    /// Seconds that the file says it holds; `nil` where it does not say.
    public var declaredDuration: Double?
    /// What was missing, repaired or dropped.
    public var warnings: [ExtractionWarning]

    public init(duration: Double, declaredDuration: Double? = nil, warnings: [ExtractionWarning] = []) {
        self.duration = duration
        self.declaredDuration = declaredDuration
        self.warnings = warnings
    }
}

extension AudioSource {
    /// The sound as an asynchronous sequence. Dropping the sequence's iterator stops the source.
    ///
    /// ```swift
    /// for try await chunk in source.chunks() { meter.show(chunk.samples) }
    /// ```
    public func chunks() -> AudioChunks { AudioChunks(source: self) }
}

/// The sound of a source, chunk by chunk. Each iterator reads the source from its beginning.
public struct AudioChunks: AsyncSequence, Sendable {
    public typealias Element = AudioChunk

    /// Two are enough to keep the source busy while the reader works on one.
    package static let capacity = 2

    let source: any AudioSource

    public struct Iterator: AsyncIteratorProtocol {
        private let run: Run

        fileprivate init(_ run: Run) { self.run = run }

        public mutating func next() async throws -> AudioChunk? { try await run.channel.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(Run(source)) }

    /// The source's task, which lives as long as somebody holds the iterator.
    fileprivate final class Run: Sendable {
        let channel = BoundedChannel<AudioChunk>(capacity: AudioChunks.capacity)
        private let task: Task<Void, Never>

        init(_ source: any AudioSource) {
            // A sequence is pulled from outside, so its source needs a task of its own; it ends with the iterator.
            task = Task { [channel] in
                do {
                    _ = try await source.produce(into: channel)
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
}
