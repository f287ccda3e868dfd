public import Foundation
public import HearthCore
package import HearthSystem

/// Reads transcripts from files: WebVTT, SubRip, SubViewer, JSON of podcasts and of Whisper, and written transcripts in text or
/// Markdown.
public struct TranscriptReader: Sendable {
    /// The most bytes of one file.
    public var maximumBytes: Int

    public init(maximumBytes: Int = 100_000_000) {
        self.maximumBytes = maximumBytes
    }

    /// Reads a file.
    ///
    /// - Throws: ``DocumentError`` when it cannot be read or holds no cues. A file that is merely damaged gives the cues that
    ///   are there, and warnings.
    public func read(contentsOf url: URL) throws -> Transcript {
        let bytes = try InputFile.bytes(path: url.path, limit: maximumBytes)
        return try read(bytes, name: url.lastPathComponent)
    }

    /// The same for a file that is open.
    package func read(_ file: OpenFile, name: String) throws -> Transcript {
        try read(try InputFile.bytes(of: file, name: name, limit: maximumBytes), name: name)
    }

    /// Reads a file's bytes; `name` helps where the contents leave the format open.
    public func read(_ data: some Collection<UInt8>, name: String? = nil) throws -> Transcript {
        let bytes = Array(data)
        guard bytes.count <= maximumBytes else { throw DocumentError(.tooLarge, "The transcript is too large.") }
        guard bytes.contains(where: { $0 != 0 }) else { throw DocumentError(.empty, "The file is empty.") }
        var warnings: [ExtractionWarning] = []
        // A short WebVTT file with a NUL looks like no text, but its standard says what a NUL is: U+FFFD.
        guard FormatDetector.isText(bytes) || WebVTTParser.hasSignature(bytes) else {
            throw DocumentError(.notText, "The file is not text, so it is no transcript.")
        }
        switch FormatDetector.detect(name: name ?? "", head: Array(bytes.prefix(FormatDetector.headSize))) {
        case .unsupported(let what), .packed(let what), .recording(let what):
            throw DocumentError(.unsupportedFormat, "The file is no transcript that Hearth can read (\(what)).")
        case .format(.html): throw Self.layout("a web page")
        case .format(.rtf): throw Self.layout("Rich Text")
        case .format(.pdf): throw Self.layout("a PDF")
        case .format(.chat):
            let text = Array(TextDecoder.decode(bytes, warnings: &warnings).text.utf8)
            if case .document(let chat) = try ChatReader.read(
                text, name: name ?? "", warnings: warnings, maximumTextBytes: maximumBytes)
            {
                return Transcript(ofChat: chat)
            }
            warnings = []
        default: break
        }
        let text = TextDecoder.decode(bytes, warnings: &warnings).text
        guard !Self.isOtherJSON(text, name: name) else {
            throw DocumentError(
                .noCues, "The file is JSON without the segments or cues of a transcript that Hearth knows.")
        }
        var transcript = Self.parse(text, name: name)
        transcript.warnings.insert(contentsOf: warnings, at: 0)
        guard !transcript.cues.isEmpty else {
            let reason = transcript.warnings.last?.message
            throw DocumentError(.noCues, reason ?? "No cues found: the file is no transcript that Hearth can read.")
        }
        // Any text is taken as written speech; marks alone are none. Subtitles say themselves what is a cue.
        guard
            transcript.format != .text
                || transcript.cues.contains(where: { $0.speaker != nil || Self.hasWords($0.text) })
        else {
            throw DocumentError(.noCues, "The file has no words, so it is no transcript.")
        }
        // A number of JSON can be any, a text such as "inf" is one to Swift, and hours have many digits.
        let impossible = transcript.cues.indices.count { transcript.cues[$0].dropImpossibleTimes() }
        if impossible > 0 {
            transcript.warnings.append(
                ExtractionWarning(
                    .damaged,
                    "\(impossible) \(impossible == 1 ? "cue has a time" : "cues have times") that no recording has; left out."
                ))
        }
        transcript.warnings += Self.oddTimes(transcript.cues)
        return transcript
    }

    private static func layout(_ what: String) -> DocumentError {
        DocumentError(.noCues, "The file is \(what), in which Hearth finds no turns. Save the transcript as text.")
    }

    private static func hasWords(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// Whether a text is JSON, or a row of it a line, and none of the transcripts in JSON: its braces are nobody's words.
    private static func isOtherJSON(_ text: String, name: String?) -> Bool {
        let bytes = Array(text.utf8)
        let content = bytes.trimmed(0..<bytes.count)
        guard let first = bytes[content].first else { return false }
        let second = bytes[content].dropFirst().first { !isSpace($0) }
        switch first {
        case UInt8(ascii: "{"): guard second == UInt8(ascii: "\"") || second == UInt8(ascii: "}") else { return false }
        case UInt8(ascii: "["):
            // "[00:12] Ann: words" and "[Music]" begin like that, too.
            guard
                FormatDetector.fileExtension(name ?? "") == "json" || second == UInt8(ascii: "{")
                    || (try? JSONValue(parsing: Array(bytes[content]))) != nil
            else { return false }
        default: return false
        }
        return TranscriptJSONParser.parse(bytes) == nil
    }

    /// Times are kept as they are written, since nobody knows better; what is odd about them is told.
    private static func oddTimes(_ cues: [Cue]) -> [ExtractionWarning] {
        var warnings: [ExtractionWarning] = []
        let reversed = cues.count { cue in
            if let start = cue.start, let end = cue.end { end < start } else { false }
        }
        if reversed > 0 {
            warnings.append(
                ExtractionWarning(
                    .damaged,
                    "\(reversed) \(reversed == 1 ? "cue ends" : "cues end") before the beginning; kept as written."))
        }
        let starts = cues.compactMap(\.start)
        let earlier = zip(starts, starts.dropFirst()).count { $1 < $0 }
        if earlier > 0 {
            warnings.append(
                ExtractionWarning(
                    .damaged,
                    "\(earlier) \(earlier == 1 ? "cue begins" : "cues begin") before the one above; kept in the file's order."
                ))
        }
        return warnings
    }

    private static func parse(_ text: String, name: String?) -> Transcript {
        let bytes = Array(text.utf8)
        let fileExtension = name.map(FormatDetector.fileExtension) ?? ""
        if WebVTTParser.hasSignature(bytes) { return WebVTTParser.parse(text) }
        if let first = bytes.first(where: { !isSpace($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let transcript = TranscriptJSONParser.parse(bytes)
        {
            return transcript
        }
        if FormatDetector.looksLikeSubRip(bytes) {
            return fileExtension == "vtt" ? webVTTWithoutSignature(text) : SubRipParser.parse(text)
        }
        switch fileExtension {
        case "vtt": return WebVTTParser.parse(text)
        case "srt", "sbv": return SubRipParser.parse(text)
        default: return WrittenTranscriptParser.parse(text)
        }
    }

    /// A `.vtt` file without its first line may be SubRip under another name: the reading with more cues is right.
    private static func webVTTWithoutSignature(_ text: String) -> Transcript {
        let strict = WebVTTParser.parse(text)
        let lenient = SubRipParser.parse(text)
        return lenient.cues.count > strict.cues.count ? lenient : strict
    }
}

/// Reads transcripts in JSON: Podcasting 2.0 (https://github.com/Podcastindex-org/podcast-namespace), OpenAI's Whisper and
/// whisper.cpp, and what `hearth transcript parse` writes itself.
enum TranscriptJSONParser {
    /// `nil` when the JSON is none of these.
    static func parse(_ bytes: [UInt8]) -> Transcript? {
        let decoder = JSONDecoder()
        let data = Data(bytes)
        let segments: [Segment]
        if let file = try? decoder.decode(File.self, from: data), let found = file.all {
            segments = found
        } else if let list = try? decoder.decode([Segment].self, from: data) {
            segments = list
        } else {
            return nil
        }
        let cues = segments.compactMap(\.cue)
        var warnings: [ExtractionWarning] = []
        if cues.count < segments.count {
            let silent = segments.count - cues.count
            warnings.append(
                ExtractionWarning(
                    .damaged, "\(silent) \(silent == 1 ? "segment" : "segments") without text left out."))
        }
        return cues.isEmpty && !segments.isEmpty ? nil : Transcript(format: .json, cues: cues, warnings: warnings)
    }

    private struct File: Decodable {
        var segments: [Segment]?
        var transcription: [Segment]?
        var cues: [Segment]?
        var all: [Segment]? { segments ?? cues ?? transcription }
    }

    private struct Segment: Decodable {
        var start: Time?
        var end: Time?
        var startTime: Time?
        var endTime: Time?
        var offsets: Offsets?
        var timestamp: [Time?]?
        var speaker: String?
        var text: String?
        var body: String?

        var cue: Cue? {
            guard let text = text ?? body else { return nil }
            let from = start ?? startTime ?? timestamp?.first ?? nil
            let to = end ?? endTime ?? timestamp?.dropFirst().first ?? nil
            let name = speaker.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            return Cue(
                start: from?.seconds ?? offsets?.from.map { $0 / 1_000 },
                end: to?.seconds ?? offsets?.to.map { $0 / 1_000 },
                speaker: name?.isEmpty == true ? nil : name,
                text: text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// whisper.cpp: milliseconds.
    private struct Offsets: Decodable {
        var from: Double?
        var to: Double?
    }

    /// Seconds as a number, or as text in either notation.
    private struct Time: Decodable {
        var seconds: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                seconds = number.isFinite ? number : nil
            } else if let text = try? container.decode(String.self) {
                let bytes = Array(text.utf8)
                seconds = Timestamp.lenient(bytes, at: 0, limit: bytes.count)?.seconds ?? Double(text)
            }
        }
    }
}

/// Lays a subtitle file out as a document: a line for each cue, headed by the speaker where he changes.
enum SubtitleReader {
    static func read(_ transcript: Transcript, format: DocumentFormat, warnings: [ExtractionWarning])
        throws -> ExtractedDocument
    {
        guard transcript.cues.contains(where: { !$0.text.isEmpty }) else {
            let reason = transcript.cues.isEmpty ? transcript.warnings.first?.message : nil
            throw DocumentError(.noCues, reason ?? "The file has no cues with text.")
        }
        var builder = DocumentBuilder()
        builder.warnings = warnings + transcript.warnings
        var speaker: String?
        for cue in transcript.cues where !cue.text.isEmpty {
            let body = cue.text.utf8.map { $0 == newline || $0 == carriageReturn ? space : $0 }
            var line: [UInt8] = []
            if let name = cue.speaker, name != speaker { line = Array("\(name): ".utf8) }
            speaker = cue.speaker
            builder.append(
                .utterance, line + body, startTime: cue.start, endTime: cue.end, speaker: cue.speaker)
        }
        return builder.finish(format: format)
    }
}
