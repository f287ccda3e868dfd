import HearthCore
import HearthModels
import Synchronization
import Testing

@testable import HearthHTTP

/// What clients may ask of `/v1/audio/transcriptions`, and what they get.
@Suite("Transcriptions of recordings that clients send")
struct TranscriptionTests {
    /// Hears what a test says, and remembers what it was asked.
    private final class Service: ModelService, AudioTranscriber {
        let asked = Mutex<[SentRecording]>([])
        let text: RecordingText

        init(_ text: RecordingText) { self.text = text }

        func transcribe(_ recording: SentRecording) async throws -> RecordingText {
            asked.withLock { $0.append(recording) }
            return text
        }

        var transcriber: (any AudioTranscriber)? { self }
        func models() async throws -> [ServedModel] { [] }
        func router(engine: Engine?, model: String?) async throws -> ModelRouter { throw CancellationError() }
        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }
        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }
    }

    private static let spoken = RecordingText(
        segments: [
            RecognizedSegment(
                start: 0.5, end: 1.25, text: "Good morning.", confidence: 0.5,
                words: [
                    RecognizedWord(start: 0.5, end: 0.8, text: "Good"),
                    RecognizedWord(start: 0.8, end: 1.25, text: "morning."),
                ]),
            RecognizedSegment(start: 2, end: 3, text: "And <again> --> you.", confidence: nil),
        ], language: "en", duration: 3.2004)

    private func request(_ fields: [(String, String)], file: String? = "talk.m4a") -> ServerRequest {
        var form = ""
        for (name, value) in fields {
            form += "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        if let file {
            form += "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\n\r\nsound\r\n"
        }
        return ServerRequest(
            method: .post, path: "/v1/audio/transcriptions",
            headers: [.contentType: "multipart/form-data; boundary=x"],
            body: ServerRequestBody(Array((form + "--x--\r\n").utf8)))
    }

    private func answer(_ text: RecordingText, _ fields: [(String, String)]) async throws -> (
        type: String, body: String
    ) {
        let response = try await AudioTranscriptions(Service(text)).respond(to: request(fields))
        guard case .bytes(let bytes) = response.content else { return ("", "") }
        let type = response.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        return (type, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `Each format has its form and its type`() async throws {
        let json = try await answer(Self.spoken, [])
        #expect(json.type == "application/json")
        let value = try JSONValue(parsing: json.body)
        #expect(value["text"] == "Good morning. And <again> --> you.")
        #expect(value["usage"]?["seconds"] == 4)
        let plain = try await answer(Self.spoken, [("response_format", "text")])
        #expect(plain.type.hasPrefix("text/plain") && plain.body == "Good morning. And <again> --> you.\n")
        let srt = try await answer(Self.spoken, [("response_format", "srt")])
        #expect(srt.body.hasPrefix("1\n00:00:00,500 --> 00:00:01,250\nGood morning.\n\n2\n00:00:02,000 -->"))
        let vtt = try await answer(Self.spoken, [("response_format", "vtt")])
        #expect(vtt.type.hasPrefix("text/vtt") && vtt.body.hasPrefix("WEBVTT\n\n00:00:00.500 --> 00:00:01.250\n"))
        #expect(vtt.body.contains("And &lt;again&gt;"))
    }

    @Test func `The long form has times of segments, and of words where they are asked for`() async throws {
        let whole = try JSONValue(parsing: try await answer(Self.spoken, [("response_format", "verbose_json")]).body)
        #expect(whole["task"] == "transcribe" && whole["language"] == "english" && whole["words"] == nil)
        #expect(whole["duration"]?.seconds == 3.2)
        let segments = try #require(whole["segments"]?.arrayValue)
        #expect(segments.map { $0["id"]?.seconds } == [0, 1])
        #expect(segments[0]["start"]?.seconds == 0.5 && segments[0]["end"]?.seconds == 1.25)
        #expect(segments[0]["avg_logprob"]?.seconds == -0.693 && segments[1]["avg_logprob"] == nil)

        let words = try JSONValue(
            parsing: try await answer(
                Self.spoken, [("response_format", "verbose_json"), ("timestamp_granularities[]", "word")]
            ).body)
        #expect(words["segments"] == nil)
        #expect(words["words"]?.arrayValue?.map { $0["word"]?.stringValue } == ["Good", "morning."])
        let both = try JSONValue(
            parsing: try await answer(
                Self.spoken,
                [
                    ("response_format", "verbose_json"), ("timestamp_granularities[]", "word"),
                    ("timestamp_granularities[]", "segment"),
                ]
            ).body)
        #expect(both["segments"]?.arrayValue?.count == 2 && both["words"]?.arrayValue?.count == 2)
    }

    @Test(arguments: ["json", "text", "srt", "vtt", "verbose_json"])
    func `Silence is an answer too`(format: String) async throws {
        let silence = RecordingText(segments: [], duration: 2)
        let body = try await answer(silence, [("response_format", format)]).body
        switch format {
        case "srt": #expect(body.isEmpty)
        case "vtt": #expect(body == "WEBVTT\n\n")
        case "text": #expect(body == "\n")
        default: #expect(try JSONValue(parsing: body)["text"] == "")
        }
    }

    @Test func `What a client says reaches the recognizer`() async throws {
        let service = Service(Self.spoken)
        _ = try await AudioTranscriptions(service).respond(
            to: request([
                ("model", "whisper-small"), ("language", "de"), ("prompt", "Grüße aus Köln"), ("temperature", "0.25"),
                ("stream", "false"), ("chunking_strategy", "auto"),
            ]))
        _ = try await AudioTranscriptions(service).respond(to: request([("model", "whisper-1"), ("language", "")]))
        let asked = service.asked.withLock { $0 }
        #expect(asked[0].name == "talk.m4a" && asked[0].audio == Array("sound".utf8))
        #expect(asked[0].model == "whisper-small")
        #expect(asked[0].options == RecognitionOptions(language: "de", prompt: "Grüße aus Köln", temperature: 0.25))
        // The name of OpenAI's model stands for the best that is here.
        #expect(asked[1].model == nil && asked[1].options == RecognitionOptions())
    }

    @Test func `A text that is streamed comes piece by piece, and whole at the end`() async throws {
        let response = try await AudioTranscriptions(Service(Self.spoken)).respond(to: request([("stream", "True")]))
        guard case .stream(_, let produce) = response.content else {
            Issue.record("no stream")
            return
        }
        let sink = EventSink()
        try await produce(sink)
        sink.finish(nil)
        var sent = ""
        reading: while true {
            switch await sink.next() {
            case .bytes(let bytes): sent += String(decoding: bytes, as: UTF8.self)
            case .end: break reading
            case .head, .failed: continue
            }
        }
        let events = try sent.split(separator: "\n\n").map { try JSONValue(parsing: String($0.dropFirst(6))) }
        let pieces = events.filter { $0["type"] == "transcript.text.delta" }.compactMap { $0["delta"]?.stringValue }
        #expect(pieces == ["Good morning.", " And <again> --> you."], "\(sent)")
        #expect(events.last?["type"] == "transcript.text.done")
        #expect(events.last?["text"]?.stringValue == pieces.joined())
        let error = await #expect(throws: ServerError.self) {
            _ = try await AudioTranscriptions(Service(Self.spoken), translates: true).respond(
                to: request([("stream", "true")]))
        }
        #expect(error?.status == .badRequest && error?.parameter == "stream")
    }

    @Test func `A translation asks for English, and says that it is one`() async throws {
        let german = RecordingText(segments: Self.spoken.segments, language: "de", duration: 3)
        let service = Service(german)
        let translations = AudioTranscriptions(service, translates: true)
        let response = try await translations.respond(
            to: request([
                ("model", "whisper-1"), ("prompt", "Cologne"), ("temperature", "0"),
                ("response_format", "verbose_json"),
            ]))
        let options = service.asked.withLock { $0.map(\.options) }
        #expect(options == [RecognitionOptions(prompt: "Cologne", temperature: 0, translates: true)])
        guard case .bytes(let bytes) = response.content else {
            Issue.record("no body")
            return
        }
        let value = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
        #expect(value["task"] == "translate" && value["language"] == "english")
        #expect(value["segments"]?.arrayValue?.count == 2)
        // No word of it is said at any moment.
        let error = await #expect(throws: ServerError.self) {
            _ = try await translations.respond(
                to: request([("response_format", "verbose_json"), ("timestamp_granularities[]", "word")]))
        }
        #expect(error?.status == .badRequest && error?.parameter == "timestamp_granularities")
    }

    @Test func `What is not done here is refused by its name`() async throws {
        let wrong: [(String, [(String, String)])] = [
            ("response_format", [("response_format", "diarized_json")]), ("temperature", [("temperature", "warm")]),
            ("temperature", [("temperature", "1.5")]), ("temperature", [("temperature", "nan")]),
            ("timestamp_granularities", [("timestamp_granularities[]", "word")]),
            (
                "timestamp_granularities",
                [("response_format", "verbose_json"), ("timestamp_granularities[]", "letter")]
            ), ("stream", [("stream", "maybe")]),
            ("stream", [("stream", "true"), ("response_format", "srt")]), ("include", [("include[]", "logprobs")]),
            ("chunking_strategy", [("chunking_strategy", "{\"type\":\"server_vad\"}")]),
            ("known_speaker_names", [("known_speaker_names[]", "Anna")]),
            ("prompt", [("prompt", String(repeating: "a", count: 9_000))]),
        ]
        for (parameter, fields) in wrong {
            let service = Service(Self.spoken)
            let error = await #expect(throws: ServerError.self, "\(fields)") {
                _ = try await AudioTranscriptions(service).respond(to: request(fields))
            }
            #expect(error?.status == .badRequest && error?.parameter == parameter, "\(fields)")
            #expect(service.asked.withLock { $0.isEmpty })
        }
        await #expect(throws: ServerError.self) {
            _ = try await AudioTranscriptions(Service(Self.spoken)).respond(to: request([], file: nil))
        }
    }
}

extension JSONValue {
    fileprivate var seconds: Double? { numberValue.flatMap { Double($0.description) } }
}
