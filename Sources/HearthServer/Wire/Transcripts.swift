import Foundation
import Hearth
import HearthHTTP

// Transcripts, questions about one, and recordings.

extension Wire {
    static let listTranscripts = Operation<Nothing, Nothing, TranscriptList>(
        .get, "/api/transcripts", "listTranscripts", in: .transcripts, "Transcripts",
        work: .long)

    static let uploadTranscripts = Operation<Nothing, Nothing, Job>(
        .post, "/api/transcripts", "uploadTranscripts", in: .transcripts, "Upload transcripts",
        about: "A file that is no transcript is `failed`, with its reason.",
        status: .accepted,
        work: .long,
        bodyLimit: DocumentRoutes.uploadLimit,
        sends: .form(UploadForm.self))

    static let getRecordings = Operation<Nothing, Nothing, Recordings>(
        .get, "/api/recordings", "getRecordings", in: .transcripts, "Whether recordings can be written down here")

    static let uploadRecordings = Operation<Nothing, Nothing, Job>(
        .post, "/api/recordings", "uploadRecordings", in: .transcripts, "Write recordings down",
        about: "Each recording becomes a transcript of its name (`meeting.m4a` becomes `meeting.vtt`; "
            + "`meeting 2.vtt` where that is another one), with times, and with speakers where they can "
            + "be told apart; it is kept encrypted, like every document. The recording itself is not "
            + "kept: it lies in the data folder, readable for its owner alone and not encrypted, until "
            + "it is written down or the job ends, whatever becomes of it. A recording that cannot be "
            + "written down is `failed`, with its reason; one that breaks off is kept as far as it "
            + "went, with a warning. Ask `GET` first: what is refused is refused before the body is "
            + "read.",
        status: .accepted,
        work: .long,
        bodyLimit: DocumentRoutes.uploadLimit,
        sends: .form(RecordingForm.self),
        fails: [.noSpeechEngine])

    static let getTranscript = Operation<Nothing, Nothing, TranscriptDetail>(
        .get, "/api/transcripts/:id", "getTranscript", in: .transcripts, "One transcript with its cues")

    static let getAudio = Operation<Nothing, Nothing, Raw>(
        .get, "/api/transcripts/:id/audio", "getAudio", in: .transcripts, "The recording of a transcript",
        about: "For a transcript that was read from a file of this machine and has a recording of the "
            + "same name beside it (`talk.vtt` and `talk.m4a`); `hasAudio` says so. One range at a time "
            + "(`Range: bytes=…`); `If-Range` and `If-None-Match` with its `ETag`. 404 `no-audio` for "
            + "others.",
        gives: [
            .init(.ok, "The whole recording.", [("audio/*", RawBytes.self)]),
            .init(.partialContent, "A part of it.", [("audio/*", RawBytes.self)]),
            .init(.notModified, "It is what the client has.", []),
            .init(.rangeNotSatisfiable, "The range is outside of it; `Content-Range` says how long it is.", []),
        ],
        headers: ["Range"])

    static let askTranscript = Operation<Nothing, TranscriptAsk, TranscriptAnswer>(
        .post, "/api/transcripts/:id/ask", "askTranscript", in: .transcripts, "Ask about one transcript",
        work: .long,
        bodyLimit: 1 << 20,
        fails: [.modelNotReady])

    static let searchTranscript = Operation<Nothing, TranscriptSearch, Moments>(
        .post, "/api/transcripts/:id/search", "searchTranscript", in: .transcripts, "Find moments",
        work: .long,
        bodyLimit: 1 << 20)

    static let exportTranscript = Operation<TranscriptExportQuery, Nothing, Raw>(
        .get, "/api/transcripts/:id/export", "exportTranscript", in: .transcripts, "Download it",
        gives: [.init(.ok, "Done.", [("text/plain", Raw.self)])])
}

extension Wire {
    struct TranscriptItem: WireType {
        var documentID: String
        var title: String?
        var path: String?
        var format: DocumentFormat
        var language: String?
        var label: SensitivityLabel
        var cues: Int
        var duration: Double?
        var ingestedAt: Date
        var hasAudio: Bool

        static let fields: [String: WireField] = [
            "cues": "How many.",
            "duration": "Seconds.",
            "hasAudio": .presence(.unpromised),
        ]
    }

    struct TranscriptList: WireType {
        var transcripts: [TranscriptItem]

        static let fields: [String: WireField] = [
            "transcripts": "The latest first."
        ]
    }

    struct TranscriptDetail: WireType {
        var documentID: String
        var title: String?
        var path: String?
        var format: String
        var language: String?
        var label: SensitivityLabel
        var duration: Double?
        var hasAudio: Bool
        var cues: [Cue]
        var warnings: [Warning]
        var ingestedAt: Date

        static let fields: [String: WireField] = [
            "hasAudio": .init("Whether `/api/transcripts/{id}/audio` has the recording.", .unpromised),
            "warnings": .presence(.unpromised),
            "ingestedAt": .presence(.unpromised),
        ]
    }

    struct Cue: WireType {
        var start: Double?
        var end: Double?
        var speaker: String?
        var text: String

        static let fields: [String: WireField] = [
            "start": "Seconds; null where the transcript gives none."
        ]
    }

    struct TranscriptAsk: WireRequest {
        var question: String
        var engine: Engine?
        var mode: RoutingMode?

        static let fields: [String: WireField] = [
            "question": .init(length: 1...4000)
        ]
    }

    struct TranscriptAnswer: WireType {
        var answer: String
        var abstained: Bool
        var abstention: String?
        var citations: [CitationJSON]
        var unsupported: [TextSpan]
        var confidence: Double
        var relatedTopics: [String]
        var route: Route
        var usage: TokenUsage
        var notes: [String]

        static let fields: [String: WireField] = [
            "abstention": .init(
                "Why nothing is said, where `abstained`: there is nothing to answer from, or it does not "
                    + "say.", oneOf: ["no-documents", "not-said"]),
            "citations": "Jump by `startTime`, else by `quote`.",
            "unsupported": .presence(.unpromised),
            "confidence": .presence(.unpromised),
            "relatedTopics": .presence(.unpromised),
            "usage": .presence(.unpromised),
            "notes": .presence(.unpromised),
        ]
    }

    struct Moments: WireType {
        var results: [FoundMoment]
    }

    struct FoundMoment: WireType {
        var start: Double?
        var end: Double?
        var text: String
        var speaker: String?
        var speakers: [String]
        var score: Double

        static let fields: [String: WireField] = [
            "speaker": "Who says what fits the query.",
            "speakers": .init("All who speak in the text, in order.", .unpromised),
        ]
    }

    struct Recordings: WireType {
        var available: Bool
        var model: String?
        var problem: Problem?
        var formats: [String]
        var mostFiles: Int
        var mostBytes: Int

        static let about: String? = "Whether recordings can be written down here, and which."
        static let fields: [String: WireField] = [
            "model": "What would write them down.",
            "problem": "Why it cannot be done, and what brings it.",
            "formats": "Endings of names; only `wav` where ffmpeg is not installed.",
            "mostFiles": .init(range: 1...Double.infinity),
            "mostBytes": .init("Of all files of one upload.", range: 1...Double.infinity),
        ]
    }

    struct RecordingForm: WireRequest {
        var file: [String]
        var label: SensitivityLabel?
        var language: String?
        var diarize: String?

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "file": .init("One part for each recording.", count: 1...20, each: .init(format: "binary")),
            "language": .init("The language that is spoken; without it, it is found out.", pattern: #"^[a-z]{2,3}$"#),
            "diarize": .init(
                "Whether speakers are to be told apart: exactly, where each has a channel.", oneOf: ["true", "false"]),
        ]
    }

    struct TranscriptSearch: WireRequest {
        var text: String
        var limit: Int?

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "text": .init(length: 1...4000),
            "limit": .init(range: 1...100),
        ]
    }

    struct TranscriptExportQuery: WireRequest {
        var format: String?

        static let fields: [String: WireField] = [
            "format": .init(oneOf: ["srt", "vtt", "json", "markdown"])
        ]
    }
}
