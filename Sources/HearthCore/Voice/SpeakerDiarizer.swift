/// Tells who speaks when.
///
/// A diarizer hears the stretches of speech of one recording in their order, and is asked at the end. It is used by one task.
public protocol SpeakerDiarizer {
    /// `channels`, `labels`, `clustering`.
    var name: String { get }

    /// Hears one stretch of speech.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz samples of one channel.
    ///   - start: The first sample's index on the clock of the recording.
    ///   - channel: The channel that it was spoken on, 0 where the channels were mixed.
    mutating func feed(_ samples: [Float], start: Int, channel: Int) throws

    /// Who spoke when; called once, at the end.
    mutating func finish() throws -> DiarizationOutcome
}

/// What came of telling speakers apart.
public enum DiarizationOutcome: Sendable, Hashable {
    /// Nobody asked for it.
    case off
    /// In the order of their times.
    case labelled([SpeakerTurn])
    /// It could not be told who speaks; the reason is a sentence for a person.
    case unavailable(reason: String)

    /// `off`, `labelled` or `unavailable`.
    public var label: String {
        switch self {
        case .off: "off"
        case .labelled: "labelled"
        case .unavailable: "unavailable"
        }
    }
}

/// A stretch in which one person speaks.
public struct SpeakerTurn: Sendable, Hashable, Codable {
    /// Seconds from the start of the recording.
    public var start: Double
    public var end: Double
    /// A name where there is one, else "Speaker 1", "Speaker 2", … in the order of their first words.
    public var speaker: String
    /// The channel that the turn is on; `nil` where it does not matter.
    public var channel: Int?

    public init(start: Double, end: Double, speaker: String, channel: Int? = nil) {
        self.start = start
        self.end = end
        self.speaker = speaker
        self.channel = channel
    }
}
