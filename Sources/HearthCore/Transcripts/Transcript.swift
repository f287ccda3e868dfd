/// What was said in a recording, in the order of the file it was read from.
public struct Transcript: Hashable, Codable, Sendable {
    /// The kind of file that it came from.
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// SubRip, and the older SubViewer (`.sbv`).
        case srt
        /// WebVTT.
        case vtt
        /// Podcasting 2.0 or Whisper JSON.
        case json
        /// A written transcript: plain text or Markdown in which names open the turns.
        case text
    }

    public var format: Format
    public var cues: [Cue]
    /// What could not be read, or was repaired.
    public var warnings: [ExtractionWarning]

    public init(format: Format, cues: [Cue], warnings: [ExtractionWarning] = []) {
        self.format = format
        self.cues = cues
        self.warnings = warnings
    }
}

/// A stretch of speech: a cue of a subtitle file, or a turn (or a timed paragraph of one) of a written transcript.
public struct Cue: Hashable, Codable, Sendable {
    /// Seconds from the start of the recording; `nil` where the source gives no time.
    public var start: Double?
    public var end: Double?
    /// Who speaks, as the source spells it; `nil` where it does not say.
    public var speaker: String?
    /// What is said, without markup. Lines are kept.
    public var text: String

    public init(start: Double? = nil, end: Double? = nil, speaker: String? = nil, text: String) {
        self.start = start
        self.end = end
        self.speaker = speaker
        self.text = text
    }
}
