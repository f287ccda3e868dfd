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
        let text = TextDecoder.decode(bytes, warnings: &warnings).text
        var transcript = Self.parse(text, name: name)
        transcript.warnings.insert(contentsOf: warnings, at: 0)
        guard !transcript.cues.isEmpty else {
            throw DocumentError(.noCues, "No cues found: the file is no transcript that Hearth can read.")
        }
        transcript.warnings += Self.oddTimes(transcript.cues)
        return transcript
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
