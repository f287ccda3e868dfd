import HearthCore
import HearthModels
import Synchronization
import Testing

@testable import HearthHTTP

/// What clients may ask of `/v1/audio/speech`, and what they get.
@Suite("Speech that clients ask for")
struct AudioSpeechTests {
    /// Says nothing, and remembers what it was asked.
    private final class Service: ModelService, TextSpeaker {
        let asked = Mutex<[WantedSpeech]>([])

        func speak(_ text: WantedSpeech) async throws -> SpokenFile {
            asked.withLock { $0.append(text) }
            return SpokenFile(bytes: [1, 2, 3], contentType: "audio/x", notes: ["speed: as it is."])
        }

        func voices() async throws -> [SpeechVoice] { [SpeechVoice(id: "de", name: "German", language: "de")] }

        var speaker: (any TextSpeaker)? { self }
        var transcriber: (any AudioTranscriber)? { nil }
        func models() async throws -> [ServedModel] { [] }
        func router(engine: Engine?, model: String?) async throws -> ModelRouter { throw CancellationError() }
        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }
        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }
    }

    private let service = Service()

    private func answer(_ body: JSONValue) async throws -> ServerResponse {
        try await AudioSpeech(service).respond(
            to: ServerRequest(
                method: .post, path: "/v1/audio/speech", headers: [.contentType: "application/json"],
                body: ServerRequestBody(Array(body.description.utf8))))
    }

    @Test func `A text is said as it is wanted, and the sound comes as a file`() async throws {
        let response = try await answer([
            "model": "tts-1", "input": "Hello", "voice": "de", "speed": decimal("1.5"), "response_format": "wav",
            "instructions": "Cheerfully.",
        ])
        let asked = service.asked.withLock { $0 }
        #expect(asked == [WantedSpeech(text: "Hello", manner: SpeechManner(voice: "de", speed: 1.5), form: "wav")])
        guard case .bytes(let bytes) = response.content else {
            Issue.record("No bytes")
            return
        }
        #expect(bytes == [1, 2, 3] && response.headers.contains { $0 == ("content-type", "audio/x") })
        let notes = response.headers.first { $0.name == "hearth-notes" }?.value ?? ""
        #expect(notes.contains("instructions") && notes.contains("speed: as it is."))
    }

    @Test func `Names of voices that are not here let the usual one speak, and the usual form is what OpenAI's is`()
        async throws
    {
        for voice: JSONValue in ["alloy", "NOVA", ["id": "echo"], .null] {
            _ = try await answer(["input": "Hello", "voice": voice])
        }
        let asked = service.asked.withLock { $0 }
        #expect(asked.count == 4 && asked.allSatisfy { $0.manner.voice == nil && $0.form == "mp3" })
    }

    @Test(
        arguments: [
            (["voice": "alloy"], "input"), (["input": " \n"], "input"), (["input": 3], "input"),
            (["input": "a", "speed": decimal("0.1")], "speed"), (["input": "a", "speed": 5], "speed"),
            (["input": "a", "response_format": "exe"], "response_format"),
            (["input": "a", "stream_format": "sse"], "stream_format"),
            (["input": .string(String(repeating: "a", count: 4_097))], "input"),
        ] as [(JSONValue, String)])
    func `What cannot be said is refused by the field that is wrong`(_ body: JSONValue, _ field: String) async throws {
        let error = await #expect(throws: ServerError.self) { _ = try await answer(body) }
        #expect(error?.parameter == field)
        #expect(service.asked.withLock { $0.isEmpty })
    }

    @Test func `Voices are listed`() async throws {
        let content = try await AudioSpeech(service).voices().content
        let answered: [UInt8]? = if case .bytes(let bytes) = content { bytes } else { nil }
        let bytes = try #require(answered)
        #expect(
            try JSONValue(parsing: bytes)["data"] == [
                ["id": "de", "object": "voice", "name": "German", "language": "de"]
            ])
    }
}

/// A number as it is written.
private func decimal(_ text: String) -> JSONValue { JSONNumber(text).map(JSONValue.number) ?? .null }
