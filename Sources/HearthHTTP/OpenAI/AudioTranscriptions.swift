import Foundation
import HearthCore
import HearthSchema

/// `POST /v1/audio/transcriptions` and `POST /v1/audio/translations`
struct AudioTranscriptions: Sendable {
    private let service: any ModelService
    private let translates: Bool

    /// - Parameter translates: Whether what is said in another language is written in English.
    init(_ service: any ModelService, translates: Bool = false) {
        self.service = service
        self.translates = translates
    }

    /// - Parameter model: The model, whatever the form says; `nil` takes the form's.
    func respond(to request: ServerRequest, model: String? = nil) async throws -> ServerResponse {
        guard let transcriber = service.transcriber else {
            throw ServerError(
                .noRecognizer, "Nothing here turns speech into text: this build of Hearth has no speech recognizer.")
        }
        let form = try await MultipartForm.collect(request, mostParts: 64, mostFieldBytes: 64 << 10)
        guard let file = form.files.first(where: { $0.field == "file" }) else {
            throw ServerError.invalid("file", "`file` is missing: send the sound as a file of a multipart form.")
        }
        let fields = try TranscriptionFields(form, model: model, translates: translates)
        let recording = SentRecording(
            audio: file.bytes, name: file.name, model: fields.model, options: fields.options)
        guard fields.streams else { return try fields.response(try await transcriber.transcribe(recording)) }
        return .events(.openAI) { sink in
            let pieces = Pieces(sink: sink)
            let text = try await transcriber.transcribe(recording) { try await pieces.take($0) }
            try await sink.send(OpenAIWire.TranscriptDone(text: TranscriptionFields.whole(text)))
        }
    }

    /// Writes what was said so that its pieces, put together, are the whole.
    private actor Pieces {
        private let sink: EventSink
        private var isFirst = true

        init(sink: EventSink) { self.sink = sink }

        func take(_ segments: [RecognizedSegment]) async throws {
            for segment in segments {
                let space = isFirst ? "" : " "
                isFirst = false
                try await sink.send(OpenAIWire.TranscriptDelta(delta: space + segment.text))
            }
        }
    }
}

/// What a client asks for beside the recording. What would change the answer and is not done here is refused by its name.
struct TranscriptionFields: Equatable {
    enum Format: String, CaseIterable {
        case json, text, srt, vtt
        case verbose = "verbose_json"
    }

    var format = Format.json
    var model: String?
    var options = RecognitionOptions()
    var wantsSegments = true
    var wantsWords = false
    /// Whether the text is told while it is written down.
    var streams = false

    /// Names of OpenAI's own models, which programs send that know no others: the best that is installed stands in.
    private static let foreign: Set<String> = [
        "", "auto", "whisper", "whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe",
    ]
    private static let mostPrompt = 8_192

    /// - Parameters:
    ///   - model: The model, whatever the form says; `nil` takes the form's.
    ///   - translates: Whether the text is to be English, whatever is spoken.
    init(_ form: MultipartForm, model named: String? = nil, translates: Bool = false) throws {
        options.translates = translates
        if let name = form.fields["response_format"] {
            guard let known = Format(rawValue: name) else {
                let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServerError.invalid("response_format", "`response_format` has to be one of \(names).")
            }
            format = known
        }
        let name = named ?? form.fields["model"] ?? ""
        model = Self.foreign.contains(name) ? nil : name
        if let language = form.fields["language"], !language.isEmpty { options.language = language }
        if let prompt = form.fields["prompt"], !prompt.isEmpty {
            guard prompt.utf8.count <= Self.mostPrompt else {
                throw ServerError.invalid("prompt", "`prompt` may have \(Self.mostPrompt) bytes; its end counts.")
            }
            options.prompt = prompt
        }
        if let text = form.fields["temperature"], !text.isEmpty {
            guard let temperature = Double(text), (0...1).contains(temperature) else {
                throw ServerError.invalid("temperature", "`temperature` has to be a number from 0 to 1.")
            }
            options.temperature = temperature
        }
        try readGranularities(form)
        try readStream(form)
        try refuse(form)
    }

    private mutating func readGranularities(_ form: MultipartForm) throws {
        let field = "timestamp_granularities"
        let values = form.values(of: field + "[]") + form.values(of: field)
        guard !values.isEmpty else { return }
        guard format == .verbose else {
            throw ServerError.invalid(field, "`\(field)` needs `response_format` verbose_json.")
        }
        guard values.allSatisfy({ $0 == "segment" || $0 == "word" }) else {
            throw ServerError.invalid(field, "`\(field)` may hold segment and word.")
        }
        wantsWords = values.contains("word")
        // A word of a translation is said at no moment.
        guard !(wantsWords && options.translates) else {
            throw ServerError.invalid(field, "A translation has times of segments, and none of words.")
        }
        wantsSegments = values.contains("segment")
    }

    private mutating func readStream(_ form: MultipartForm) throws {
        switch form.fields["stream"]?.lowercased() {
        case nil, "", "false", "0": return
        case "true", "1": streams = true
        default: throw ServerError.invalid("stream", "`stream` has to be true or false.")
        }
        guard !options.translates else {
            throw ServerError.invalid("stream", "A translation is not streamed: it comes in one piece.")
        }
        guard format == .json || format == .text else {
            throw ServerError.invalid("stream", "`stream` goes with the `response_format` json or text.")
        }
    }

    private func refuse(_ form: MultipartForm) throws {
        // Speech is always found first, and written down stretch by stretch; how, the client cannot choose.
        if let strategy = form.fields["chunking_strategy"], strategy != "auto" {
            throw ServerError.invalid("chunking_strategy", "`chunking_strategy` has to be auto.")
        }
        for name in ["include", "known_speaker_names", "known_speaker_references"] {
            guard form.values(of: name).isEmpty, form.values(of: name + "[]").isEmpty else {
                throw ServerError.invalid(name, "`\(name)` is not done here. Leave it out.")
            }
        }
    }

    // MARK: - The answer

    func response(_ text: RecordingText) throws -> ServerResponse {
        let cues = text.segments.map { Cue(start: $0.start, end: $0.end, speaker: $0.speaker, text: $0.text) }
        switch format {
        case .text: return .text(Self.whole(text) + "\n")
        case .srt: return .text(try TranscriptWriter().write(cues, as: .srt))
        case .vtt: return .text(try TranscriptWriter().write(cues, as: .vtt), type: "text/vtt; charset=utf-8")
        case .json:
            let text = OpenAIWire.Transcription(
                text: Self.whole(text), usage: .init(seconds: Self.thousandths(text.duration.rounded(.up))))
            return .json(try text.json())
        case .verbose: return .json(try verbose(text).json())
        }
    }

    private func verbose(_ text: RecordingText) -> OpenAIWire.VerboseTranscription {
        var answer = OpenAIWire.VerboseTranscription(
            task: options.translates ? "translate" : "transcribe", duration: Self.thousandths(text.duration),
            text: Self.whole(text),
            // Of the text, not of what was said.
            language: (options.translates ? "en" : text.language).map(Self.name(ofLanguage:)))
        if wantsSegments {
            answer.segments = text.segments.enumerated().map { index, segment in
                .init(
                    id: index, start: Self.thousandths(segment.start), end: Self.thousandths(segment.end),
                    text: segment.text,
                    averageLogprob: segment.confidence.flatMap {
                        $0 > 0 ? Self.thousandths(log(min($0, 1))) : nil
                    }, temperature: options.temperature.map(Self.thousandths))
            }
        }
        if wantsWords {
            answer.words = text.segments.flatMap { $0.words ?? [] }.map { word in
                .init(word: word.text, start: Self.thousandths(word.start), end: Self.thousandths(word.end))
            }
        }
        return answer
    }

    static func whole(_ text: RecordingText) -> String {
        text.segments.map(\.text).joined(separator: " ")
    }

    /// Thousandths say all there is to say.
    private static func thousandths(_ value: Double) -> Double {
        value.isFinite ? (value * 1_000).rounded() / 1_000 : 0
    }

    /// "english", as OpenAI's answers have it; the code where it has no name.
    private static func name(ofLanguage code: String) -> String {
        Locale(identifier: "en_US").localizedString(forLanguageCode: code)?.lowercased() ?? code
    }
}
