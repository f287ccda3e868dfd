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
