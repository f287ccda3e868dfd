import HearthAnalysis
import HearthCore
import HearthVoice

/// A recording's transcript as one JSON object: as `transcript parse` prints it, and how it came about.
struct TranscribeOutput: Encodable {
    private struct Word: Encodable {
        var start: Double
        var end: Double
        var text: String
        var confidence: Double?
    }

    private struct Spoken: Encodable {
        var start: Double
        var end: Double
        var speaker: String?
        var text: String
        var confidence: Double?
        var words: [Word]?
    }

    private var path: String
    private var format: String?
    private var cues: [Spoken]?
    private var engine: String?
    private var model: String?
    private var detector: String?
    private var language: String?
    private var duration: Double?
    private var speechDuration: Double?
    private var diarization: String?
    private var diarizationReason: String?
    private var warnings: [ExtractionWarning]?
    private var analysis: Findings?
    private var error: ErrorBody?

    /// The fields of `transcript analyze`.
    private struct Findings: Encodable {
        var analysis: TranscriptAnalysis

        func encode(to encoder: any Encoder) throws {
            let fields = TranscriptAnalyzeCommand.Fields(analysis)
            try TranscriptOutput(path: nil, fields: fields, analysis: analysis).encode(to: encoder)
        }
    }

    init(
        _ path: String, _ result: VoiceTranscription?, analysis: TranscriptAnalysis? = nil, error: ErrorBody? = nil
    ) {
        self.path = path
        self.error = error
        self.analysis = analysis.map(Findings.init)
        guard let result else { return }
        format = result.transcript.format.rawValue
        cues = result.segments.map { segment in
            Spoken(
                start: Self.time(segment.start), end: Self.time(segment.end), speaker: segment.speaker,
                text: segment.text, confidence: segment.confidence.map(Self.time),
                words: segment.words?.map {
                    Word(
                        start: Self.time($0.start), end: Self.time($0.end), text: $0.text,
                        confidence: $0.confidence.map(Self.time))
                })
        }
        engine = result.engine.rawValue
        model = result.model
        detector = result.detector.isEmpty ? nil : result.detector
        language = result.language
        duration = Self.time(result.duration)
        speechDuration = Self.time(result.speechDuration)
        diarization = result.diarization.label
        if case .unavailable(let reason) = result.diarization { diarizationReason = reason }
        warnings = result.warnings.isEmpty ? nil : result.warnings
    }

    /// Thousandths say all there is to say.
    private static func time(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
