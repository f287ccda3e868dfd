import HearthCore

/// Lays a subtitle file out as a document: a line for each cue, headed by the speaker where he changes.
enum SubtitleReader {
    static func read(_ transcript: Transcript, format: DocumentFormat, warnings: [ExtractionWarning])
        throws -> ExtractedDocument
    {
        guard transcript.cues.contains(where: { !$0.text.isEmpty }) else {
            throw DocumentError(.noCues, "The file has no cues with text.")
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
