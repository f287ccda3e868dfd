public import HearthCore

/// A recording, written down.
public struct VoiceTranscription: Sendable, Hashable {
    /// In the order of their times.
    public var segments: [RecognizedSegment]
    public var engine: SpeechEngine
    public var model: String
    /// What found the speech: `silero` or `energy`.
    public var detector: String
    /// The language that was given or heard most (ISO 639-1); `nil` where the engine does not tell.
    public var language: String?
    public var diarization: DiarizationOutcome
    /// Seconds of the recording.
    public var duration: Double
    /// Seconds in which somebody spoke; channels that are kept apart count each.
    public var speechDuration: Double
    /// What was missing, repaired or left out.
    public var warnings: [ExtractionWarning]

    /// The recording as everything else in Hearth understands it.
    public var transcript: Transcript {
        Transcript(
            format: .json,
            cues: segments.map { Cue(start: $0.start, end: $0.end, speaker: $0.speaker, text: $0.text) },
            warnings: warnings)
    }
}

/// The recording could not be written down to its end; what was written down is here.
public struct InterruptedTranscription: ReadableError {
    public let code: String
    public let kind: Failure.Kind
    public let message: String
    public let help: [Failure.Help]
    public let partial: VoiceTranscription

    init(_ error: any Error, partial: VoiceTranscription) {
        let readable = error as? any ReadableError
        code = readable?.code ?? "failed"
        kind = readable?.kind ?? .internal
        help = readable?.help ?? []
        let reason = readable?.message ?? String(describing: error)
        message = "\(reason) What was said before \(AudioWarnings.seconds(partial.duration)) was written down."
        self.partial = partial
    }
}

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
