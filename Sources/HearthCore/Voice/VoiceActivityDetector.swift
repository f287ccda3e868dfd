/// Finds where in a stream of sound somebody speaks.
///
/// A detector hears one channel from its beginning, and is used by one task; a second stream needs a second detector.
public protocol VoiceActivityDetector {
    /// `silero`, `energy`.
    var name: String { get }

    /// Hears the next samples.
    ///
    /// - Returns: What has become certain by now. An end is told some time after it, when the silence has lasted.
    /// - Throws: A ``ReadableError`` when the detector fails.
    mutating func feed(_ samples: [Float]) throws -> [VoiceActivityEvent]

    /// Hears that there is no more.
    mutating func finish() throws -> [VoiceActivityEvent]

    /// The first sample that a later event may still name; what lies before it can be forgotten.
    var horizon: Int { get }
}

/// What a detector tells.
public enum VoiceActivityEvent: Sendable, Hashable {
    /// Somebody began to speak at this sample. A noise that turns out to be too short gets ``cancelled`` after it.
    case began(at: Int)
    /// What began was no speech.
    case cancelled
    /// Somebody spoke from the first of these samples to the last.
    case ended(Range<Int>)
}
