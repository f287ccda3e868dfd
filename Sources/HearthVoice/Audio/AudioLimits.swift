import HearthCore

/// What a recording may ask of this machine. A file from outside can claim anything; none of it may cost more than this.
public struct AudioLimits: Sendable, Hashable {
    /// Seconds of a recording that are read; the rest is reported as cut off. A day, by default.
    public var maximumSeconds: Double
    /// Channels that are kept apart; a file with more is mixed.
    public var maximumChannels: Int
    /// Seconds that a decoder may be silent while we wait for it.
    public var decoderSilence: Double

    public init(maximumSeconds: Double = 86_400, maximumChannels: Int = 8, decoderSilence: Double = 60) {
        self.maximumSeconds = maximumSeconds
        self.maximumChannels = maximumChannels
        self.decoderSilence = decoderSilence
    }

    /// ``maximumSeconds``, where that is no number to count with: none for NaN and less than nothing, a century for infinity.
    var seconds: Double { TimeLimit.bounded(maximumSeconds) }
}

/// What becomes of the channels of a recording.
public enum ChannelLayout: Sendable, Hashable {
    /// They are mixed to one.
    case mixed
    /// Each is given out on its own.
    case separate
}
