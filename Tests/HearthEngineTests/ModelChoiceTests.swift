import Foundation
import HearthCore
import HearthRegistry
import HearthVoice
import Testing

@testable import HearthEngine

/// Which files the engine takes for a kind of work.
@Suite struct ModelChoiceTests {
    @Test func speechModelsAreFoundByTheirNamesInTheRegistry() throws {
        let home = try TemporaryFolder()
        let hearth = try Hearth(folder: home.url)
        var mine = ModelManifest(
            id: "my-ears", name: "Mine", modality: .speechRecognition, format: .ggmlWhisper, file: "my-ears.bin",
            bytes: 3)
        mine.runtimes = [.whisper]
        try hearth.models.registry.save(mine)
        #expect(try hearth.voice.models.speechModel(named: "my-ears") == nil)
        try home.write("models/my-ears.bin", "abc")
        try home.write("models/ggml-tiny.bin", "abc")
        #expect(try hearth.voice.models.speechModel(named: "my-ears")?.bytes == 3)
        // One of the list, where `hearth models pull` puts it.
        let tiny = try hearth.voice.models.speechModel(named: "whisper-tiny")
        #expect(tiny?.path == home.url.appendingPathComponent("models/ggml-tiny.bin").path && tiny?.bytes == 77_691_713)
    }

    @Test func theDoctorSaysOfASpeechModelWhatTheListSays() async throws {
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("models"), withIntermediateDirectories: true)
        try home.write("models/ggml-base.bin", String(repeating: "a", count: 1_000))
        let path = home.url.appendingPathComponent("models/ggml-base.bin").path
        let entry = try #require(try Hearth(folder: home.url).models.registry.entries().first { $0.path == path })
        #expect(ModelRegistry.problem(of: entry) != nil)
        let found = try #require(await Doctor.examine(folder: home.url).first { $0.name == "speech model" })
        // Without whisper.cpp that is what is said.
        #expect(found.state == (WhisperRecognizer.isBuilt ? .bad : .missing), "\(found.detail)")
    }

    @Test func theDetectorThatAPullBringsIsFound() throws {
        let home = try TemporaryFolder()
        let pulled = try Hearth(folder: home.url).models.registry.entry("silero-vad").manifest
        let name = try #require(pulled.urls.first.flatMap { URL(string: $0)?.lastPathComponent })
        #expect(SileroFile.names.contains(name))
    }

    /// A choice goes where the one before stood, and is refused where it would not hold.
    @Test func aChoiceHoldsOrIsRefused() async throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("models/mine.bin")
        let hearth = try Hearth(folder: home.url)
        var mine = ModelManifest(id: "mine", name: "Mine", modality: .speechRecognition, file: "mine.bin")
        mine.runtimes = [.whisper]
        try hearth.models.registry.save(mine)
        await #expect(throws: EngineError.self) { try await hearth.models.use("mine", for: .chat) }
        try Data([1]).write(to: path)
        do {
            try await hearth.models.use("mine", for: .chat)
            Issue.record("A speech model was taken for chat.")
        } catch let error as EngineError {
            #expect(error.code == "incompatible-model" && error.message.contains("speech recognition"))
        }
        #expect(hearth.settings.localModel == nil)
    }
}
