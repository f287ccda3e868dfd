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
        fileprivate let producer: ChannelProducer<AudioChunk>

        public mutating func next() async throws -> AudioChunk? { try await producer.channel.next() }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            producer: ChannelProducer(capacity: Self.capacity) { [source] in _ = try await source.produce(into: $0) })
    }
}

/// The one form in which sound travels through Hearth: 16 kHz, one channel, Float samples from -1 to 1.
///
/// It is what speech recognizers are trained on; voices hold next to nothing above 8 kHz that they would use.
public enum AudioFormat {
    /// Samples a second.
    public static let sampleRate = 16_000

    /// The moment of a sample, in seconds.
    public static func seconds(_ sample: Int) -> Double { Double(sample) / Double(sampleRate) }

    /// The sample at a moment; the nearest one that an `Int` can name for moments beyond all recordings.
    public static func sample(_ seconds: Double) -> Int {
        guard !seconds.isNaN else { return 0 }
        return Int(min(max(seconds, -1e12), 1e12) * Double(sampleRate))
    }
}

/// A stretch of sound on its source's clock.
///
/// A source that keeps the channels of a recording apart gives one chunk for each of them in turn; each channel has the same
/// clock.
public struct AudioChunk: Sendable, Hashable {
    /// The index of the first sample since the source began.
    public var start: Int
    public var samples: [Float]
    /// Counts from 0; always 0 where the channels were mixed.
    public var channel: Int

    public init(start: Int, samples: [Float], channel: Int = 0) {
        self.start = start
        self.samples = samples
        self.channel = channel
    }

    /// The index after the last sample.
    public var end: Int { start + samples.count }
}
