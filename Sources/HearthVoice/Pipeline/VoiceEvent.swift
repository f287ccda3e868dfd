public import HearthCore

/// What a pipeline tells while it works.
public enum VoiceEvent: Sendable {
    case state(VoiceState)
    /// How many seconds of the recording were heard, and of how many; `nil` where the end is not known.
    case progress(heard: Double, of: Double?)
    /// The text of the stretch that is being recognized, so far. It is replaced by the next one, and by the segments.
    case partial(text: String, start: Double)
    /// What was said in one stretch of speech; this does not change any more, but a speaker may be told later.
    case segments([RecognizedSegment])
    /// Who spoke when, at the end.
    case speakerTurns([SpeakerTurn])
    /// Something that a person may want to know: a fallback, a repair.
    case notice(String)
    /// The whole; the last event.
    case finished(VoiceTranscription)
}

/// What a pipeline is doing.
public enum VoiceState: String, Sendable, Hashable, Codable {
    /// Nobody speaks.
    case listening
    /// Somebody speaks.
    case hearing
    /// A stretch of speech is being written down.
    case recognizing
    case finished
}
