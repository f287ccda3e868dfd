import Foundation
import HearthCore
import HearthEngine
import HearthVoice
import Testing
import TinyModels

@testable import HearthHTTP
@testable import HearthServer

/// Real sound through the server's own types: what a client sends is decoded, heard and written down.
@Suite("Sound that clients send to be written down")
struct SentRecordingTests {
    private static let recording = SpokenFiles.recording
    private static let vocabulary = SpokenFiles.vocabulary

    private func with(_ body: (Hearth, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-recordings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = folder.appending(path: "models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try await body(try Hearth(folder: folder), models)
    }

    /// Sends a recording to the route, as a client's form.
    private func send(
        _ sound: Data, _ fields: [(String, String)], to hearth: Hearth, at path: String = "/v1/audio/transcriptions"
    ) async throws -> String {
        let service = HearthService(hearth, transcriber: RecordingTranscriber(hearth: hearth))
        let route = try #require(OpenAIRoutes(service).routes.first { $0.pattern == path })
        var form: [UInt8] = []
        for (name, value) in fields {
            form += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        form += Array("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../a.wav\"\r\n\r\n".utf8)
        form += Array(sound) + Array("\r\n--x--\r\n".utf8)
        let response = try await route.handle(
            ServerRequest(
                method: .post, path: route.pattern,
                headers: [.contentType: "multipart/form-data; boundary=x"],
                body: ServerRequestBody(form)))
        guard case .bytes(let bytes) = response.content else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func leftovers(_ hearth: Hearth) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: hearth.folder.appending(path: "incoming").path)) ?? []
    }

    @Test(.enabled(if: PocketSphinxRecognizer.isInstalled && SpokenFiles.hasRecording, "needs PocketSphinx"))
    func `Real speech is understood`()
        async throws
    {
        try await with { hearth, _ in
            let sound = try Data(contentsOf: Self.recording)
            let text = try await send(sound, [("model", "pocketsphinx"), ("response_format", "text")], to: hearth)
            #expect(text.contains("fellow") && text.hasSuffix("your country\n"), "\(text)")
            let verbose = try JSONValue(
                parsing: try await send(
                    sound,
                    [
                        ("model", "pocketsphinx"), ("response_format", "verbose_json"),
                        ("timestamp_granularities[]", "word"), ("timestamp_granularities[]", "segment"),
                    ], to: hearth))
            #expect(verbose["language"] == "english")
            #expect(abs((verbose["duration"]?.seconds ?? 0) - 11) < 0.1)
            let words = verbose["words"]?.arrayValue ?? []
            let starts = words.compactMap { $0["start"]?.seconds }
            #expect(words.count > 15 && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
            let srt = try await send(sound, [("model", "pocketsphinx"), ("response_format", "srt")], to: hearth)
            #expect(srt.hasPrefix("1\n00:00:00,") && srt.contains("your country\n"))
            let error = await #expect(throws: ServerError.self) {
                _ = try await send(sound, [("model", "pocketsphinx"), ("language", "de")], to: hearth)
            }
            #expect(error?.status == .badRequest && error?.parameter == "language")
        }
    }

    @Test(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup"))
    func `A model that is installed is found by its name`()
        async throws
    {
        try await with { hearth, models in
            var model = try ScriptedWhisperModel(vocabulary: Self.vocabulary)
            model.say([(0, [" Hello", " world"], 30)])
            model.hear(language: 2)
            try model.write(to: models.appending(path: "ggml-scripted.bin"))
            let sound = try Data(contentsOf: Self.recording)
            for name in ["whisper-scripted", "scripted"] {
                let answer = try JSONValue(
                    parsing: try await send(
                        sound, [("model", name), ("response_format", "verbose_json"), ("temperature", "0")],
                        to: hearth))
                #expect(answer["language"] == "german")
                let segments = answer["segments"]?.arrayValue ?? []
                #expect(!segments.isEmpty && segments.allSatisfy { $0["text"] == "Hello world" })
            }
            for name in ["whisper-large", "../../models/ggml-scripted.bin", models.path + "/ggml-scripted.bin"] {
                let error = await #expect(throws: ServerError.self) {
                    _ = try await send(sound, [("model", name)], to: hearth)
                }
                #expect(error?.status == .notFound && error?.parameter == "model", "\(name)")
            }
            // What is no recording is the client's mistake, and nothing of it stays on the disk.
            for rubbish in [Data(), Data("#EXTM3U\n/etc/passwd\n".utf8), sound.prefix(40)] {
                let error = await #expect(throws: ServerError.self) {
                    _ = try await send(rubbish, [("model", "scripted")], to: hearth)
                }
                #expect(error?.status == .badRequest && error?.parameter == "file")
            }
            #expect(leftovers(hearth).isEmpty)
        }
    }

    @Test(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup"))
    func `A translation is made by a model that can, and by no other`() async throws {
        try await with { hearth, models in
            let path = "/v1/audio/translations"
            let sound = try Data(contentsOf: Self.recording)
            var model = try ScriptedWhisperModel(vocabulary: Self.vocabulary)
            model.say([(0, [" Hello", " world"], 30)])
            model.hear(language: 2)
            try model.write(to: models.appending(path: "ggml-made-small.bin"))
            model.audioLayers = 8
            try model.write(to: models.appending(path: "ggml-made-turbo.bin"))
            let answer = try JSONValue(
                parsing: try await send(
                    sound, [("model", "made-small"), ("response_format", "verbose_json")], to: hearth, at: path))
            #expect(answer["task"] == "translate" && answer["language"] == "english")
            #expect(answer["segments"]?.arrayValue?.first?["text"] == "Hello world")
            for name in ["made-turbo", "pocketsphinx"] {
                let error = await #expect(throws: VoiceError.self, "\(name)") {
                    _ = try await send(sound, [("model", name)], to: hearth, at: path)
                }
                let told = error.map(ServerError.telling)
                #expect(told?.status == .badRequest && told?.code == "cannot-translate", "\(name)")
                #expect(told?.help == [.fetchModel(id: "whisper-small")])
            }
        }
    }

    @Test func `Where there is no model, it is said which one would do`() async throws {
        try await with { hearth, _ in
            let error = await #expect(throws: VoiceError.self) { _ = try await send(Data([1]), [], to: hearth) }
            let told = error.map(ServerError.telling)
            #expect(told?.status == .notImplemented && told?.code == "speech-model-missing")
            #expect(told?.help == [.fetchModel(id: "whisper-base")])
        }
    }
}

extension JSONValue {
    fileprivate var seconds: Double? { numberValue.flatMap { Double($0.description) } }
}
