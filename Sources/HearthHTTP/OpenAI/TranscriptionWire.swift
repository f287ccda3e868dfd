import HearthCore
import HearthSchema

/// What is answered to recordings.
extension OpenAIWire {
    struct Transcription: WireType {
        struct Usage: WireType {
            var type = "duration"
            var seconds: Double
        }

        var text: String
        var usage: Usage
    }

    /// What was said in one stretch of a recording, of a text that is streamed.
    struct TranscriptDelta: WireType {
        var type = "transcript.text.delta"
        var delta: String
    }

    /// The end of such a text, and all of it.
    struct TranscriptDone: WireType {
        var type = "transcript.text.done"
        var text: String
    }

    /// With times. What OpenAI's own answer holds beyond this (tokens, the share of silence) no engine here tells, and it is left
    /// out.
    struct VerboseTranscription: WireType {
        struct Segment: WireType {
            var id: Int
            var start: Double
            var end: Double
            var text: String
            var averageLogprob: Double?
            var temperature: Double?

            static let fields: [String: WireField] = [
                "avg_logprob": .presence(.leftOut), "temperature": .presence(.leftOut),
            ]

            enum CodingKeys: String, CodingKey {
                case id, start, end, text, temperature
                case averageLogprob = "avg_logprob"
            }
        }

        struct Word: WireType {
            var word: String
            var start: Double
            var end: Double
        }

        var task = "transcribe"
        var duration: Double
        var text: String
        var language: String?
        var segments: [Segment]?
        var words: [Word]?

        static let fields: [String: WireField] = [
            "language": .presence(.leftOut), "segments": .presence(.leftOut), "words": .presence(.leftOut),
        ]
    }
}
