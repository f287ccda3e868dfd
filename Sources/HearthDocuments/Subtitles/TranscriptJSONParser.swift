import Foundation
import HearthCore

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
            warnings.append(
                ExtractionWarning(.damaged, "\(segments.count - cues.count) segments without text left out."))
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
