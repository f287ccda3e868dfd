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
    /// Parts of the file that could not be read or had to be repaired.
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
    /// The speaker, spelled as in the source; `nil` when the source does not name one.
    public var speaker: String?
    /// The spoken words without markup. Line breaks are kept.
    public var text: String

    public init(start: Double? = nil, end: Double? = nil, speaker: String? = nil, text: String) {
        self.start = start
        self.end = end
        self.speaker = speaker
        self.text = text
    }

    /// The latest time that is taken for one, in seconds: within hours of six digits, and far below what integers count
    /// in thousandths of a second.
    package static let latestTime = 3_000_000_000.0

    /// Forgets times that are no number of seconds, or too far from the beginning to be counted with.
    ///
    /// - Returns: Whether there were any.
    package mutating func dropImpossibleTimes() -> Bool {
        func isPossible(_ time: Double?) -> Bool { time.map { abs($0) <= Self.latestTime } ?? true }
        let isWhole = isPossible(start) && isPossible(end)
        if !isPossible(start) { start = nil }
        if !isPossible(end) { end = nil }
        return !isWhole
    }
}

/// Writes transcripts as files that other programs read.
public struct TranscriptWriter: Sendable {
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// SubRip.
        case srt
        /// WebVTT, with voice tags.
        case vtt
        /// Podcasting 2.0.
        case json
        case markdown
    }

    public init() {}

    /// The text of the file.
    ///
    /// Subtitles need times: a cue without one gets the end of the one before, and lasts until the next or two seconds.
    ///
    /// Where nothing was said, that is a file without cues.
    ///
    /// - Throws: ``TranscriptWriterError`` when subtitles are asked for and no cue has a time.
    public func write(_ cues: [Cue], as format: Format) throws -> String {
        switch format {
        case .srt: try subRip(Self.timed(cues))
        case .vtt: try webVTT(Self.timed(cues))
        case .json: podcast(cues)
        case .markdown: markdown(cues)
        }
    }

    // MARK: - Formats

    private func subRip(_ cues: [TimedCue]) -> String {
        var text = ""
        for (number, cue) in cues.enumerated() {
            let words = (cue.speaker.map { "\($0): " } ?? "") + cue.lines.joined(separator: "\n")
            text += "\(number + 1)\n\(Self.time(cue.start, fraction: ",")) --> \(Self.time(cue.end, fraction: ","))\n"
            text += "\(words)\n\n"
        }
        return text
    }

    private func webVTT(_ cues: [TimedCue]) -> String {
        var text = "WEBVTT\n\n"
        for cue in cues {
            let words = cue.lines.map(Self.escaped).joined(separator: "\n")
            text += "\(Self.time(cue.start, fraction: ".")) --> \(Self.time(cue.end, fraction: "."))\n"
            text += cue.speaker.map { "<v \(Self.escaped($0))>\(words)\n\n" } ?? "\(words)\n\n"
        }
        return text
    }

    private func podcast(_ cues: [Cue]) -> String {
        var segments: [JSONValue] = []
        for cue in cues {
            var segment = JSONObject()
            if let speaker = cue.speaker { segment["speaker"] = .string(speaker) }
            if let start = Self.seconds(cue.start) { segment["startTime"] = start }
            if let end = Self.seconds(cue.end) { segment["endTime"] = end }
            segment["body"] = .string(cue.text)
            segments.append(.object(segment))
        }
        var whole = JSONObject()
        whole["version"] = .string("1.0.0")
        whole["segments"] = .array(segments)
        return JSONValue.object(whole).description + "\n"
    }

    private func markdown(_ cues: [Cue]) -> String {
        var text = ""
        for cue in cues {
            let words = Self.lines(cue.text).joined(separator: " ")
            guard !words.isEmpty else { continue }
            let time = Self.valid(cue.start).map { "[\(ClockText.full(Int($0)))] " } ?? ""
            text += time + (cue.speaker.map { "**\(Self.lines($0).joined(separator: " ")):** " } ?? "") + words + "\n\n"
        }
        return text
    }

    // MARK: - Times

    private struct TimedCue {
        var start: Double
        var end: Double
        var speaker: String?
        var lines: [String]
    }

    private static func timed(_ cues: [Cue]) throws -> [TimedCue] {
        let spoken = cues.filter { !lines($0.text).isEmpty }
        guard spoken.isEmpty || spoken.contains(where: { valid($0.start) != nil }) else {
            throw TranscriptWriterError(reason: .noTimes)
        }
        var last = 0.0
        return spoken.enumerated().map { index, cue in
            let start = valid(cue.start) ?? last
            let next = index + 1 < spoken.count ? valid(spoken[index + 1].start) : nil
            var end = valid(cue.end) ?? next ?? start + 2
            if end < start { end = start }
            last = end
            return TimedCue(
                start: start, end: end, speaker: cue.speaker.map { lines($0).joined(separator: " ") },
                lines: lines(cue.text))
        }
    }

    /// A time that can be written: not before the beginning, and not after the latest that is one.
    private static func valid(_ time: Double?) -> Double? {
        time.flatMap { $0.isFinite ? min(max(0, $0), Cue.latestTime) : nil }
    }

    private static func time(_ seconds: Double, fraction: String) -> String {
        let thousandths = Int((seconds * 1_000).rounded())
        return ClockText.full(thousandths / 1_000) + fraction
            + String(String(1_000 + thousandths % 1_000).dropFirst())
    }

    private static func seconds(_ time: Double?) -> JSONValue? {
        guard let time = valid(time) else { return nil }
        let thousandths = Int((time * 1_000).rounded())
        let fraction = String(String(1_000 + thousandths % 1_000).dropFirst())
        return (try? JSONValue(parsing: Array("\(thousandths / 1_000).\(fraction)".utf8)))
    }

    // MARK: - Text

    /// Lines with words; an empty one would end a cue. An arrow in the text would be taken for the line of times.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { line in
            var words = line.singleSpaced
            words = words.replacing("-->", with: "→").replacing("\0", with: "")
            return words
        }.filter { !$0.isEmpty }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// Why a transcript could not be written.
public struct TranscriptWriterError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case noTimes = "no-times"

        public var kind: Failure.Kind { .invalidInput }
    }

    public let reason: Reason

    public var message: String {
        switch reason {
        case .noTimes: "The transcript has no times, and subtitles need them; write it as json or markdown."
        }
    }
}

// MARK: - What is no speaker

/// Words before a colon that say what follows, and that stand among turns of a conversation, where nobody is called by them: "Note: …".
///
/// Kept here by hand, in English, German, French, Spanish and some Italian; no script makes the list. A word that is somebody's name as
/// well stays out.
package enum RemarkWords {
    /// Whether a name is one of them, in any case.
    package static func contain(_ name: String) -> Bool { words.contains(name.lowercased()) }

    private static let words: Set<String> = [
        "note", "notes", "nb", "n.b", "n.b.", "ps", "p.s", "p.s.", "hint", "tip", "warning", "important", "caution",
        "attention", "remember", "reminder", "todo", "to do", "to-do", "action", "actions", "action item",
        "action items", "decision", "decisions", "deadline", "result", "results", "problem", "solution", "example",
        "examples", "e.g.", "conclusion", "summary", "subject", "time", "place", "room", "notiz", "notizen",
        "hinweis", "wichtig", "achtung", "beispiel", "datum", "betreff", "beschluss", "aufgabe", "aufgaben",
        "remarque", "remarques", "exemple", "objet", "nota", "notas", "importante",
        "ejemplo", "asunto", "esempio", "attenzione",
    ]
}
