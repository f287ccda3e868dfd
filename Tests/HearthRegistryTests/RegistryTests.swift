import Foundation
import HearthCore
import Testing

@testable import HearthRegistry

@Suite struct RegistryTests {
    @Test func theBuiltInCatalogueIsValid() throws {
        let models = BuiltInCatalogue.models
        try CatalogueFile(models: models).check("The built-in list of models")
        for id in [
            "phi-3.5-mini-instruct", "llama-3.2-1b-instruct", "llama-3.2-3b-instruct", "mistral-7b-instruct",
            "all-minilm-l6-v2", "whisper-tiny", "whisper-base", "whisper-small", "whisper-medium", "whisper-large-v3",
            "silero-vad",
        ] { #expect(models.contains { $0.id == id }, "\(id)") }
        #expect(models.contains { $0.modality == .reranking })
        for model in models {
            // What nobody can fetch says where it comes from.
            #expect(!model.urls.isEmpty || model.note != nil)
            #expect(model.urls.allSatisfy { $0.hasPrefix("https://") })
            #expect(model.runtimes.allSatisfy { model.modality.runtimes.contains($0) })
        }
        for choice in BuiltInCatalogue.choices {
            for id in [choice.standard, choice.lite].compactMap(\.self) {
                #expect(models.first { $0.id == id }?.modality == choice.purpose)
            }
        }
    }

    @Test func aKeyGoesToItsHostAlone() throws {
        func mayHaveKey(_ address: String) throws -> Bool {
            let url = try #require(URL(string: address))
            return HuggingFace.mayHaveKey(try #require(Origin(url)))
        }
        #expect(try mayHaveKey("https://huggingface.co/a/b/resolve/main/c.gguf"))
        for other in [
            "http://huggingface.co/a", "https://huggingface.co:8443/a", "https://huggingface.co.example.org/a",
            "https://evil-huggingface.co/a", "https://cdn.huggingface.co/a", "https://example.org/huggingface.co",
        ] { #expect(try !mayHaveKey(other), "\(other)") }
    }

    @Test func aPageOfAFileStandsForTheFile() throws {
        func file(_ address: String) throws -> String {
            let url = try #require(URL(string: address))
            return HuggingFace.fileAddress(url).absoluteString
        }
        #expect(
            try file("https://huggingface.co/o/n/blob/main/a%20b.gguf?x=1")
                == "https://huggingface.co/o/n/resolve/main/a%20b.gguf?x=1")
        for same in ["https://huggingface.co/o/n/resolve/main/a.gguf", "https://example.org/o/n/blob/main/a.gguf"] {
            #expect(try file(same) == same)
        }
    }

    @Test func whereAFactComesFromIsKeptAndOldListsAreRead() throws {
        var model = ModelManifest(id: "a", name: "A", modality: .embedding, urls: ["https://example.org/a.gguf"])
        model.bytes = 7
        model.note(.bytes, from: .server)
        let again = try JSONDecoder().decode(ModelManifest.self, from: JSONEncoder().encode(model))
        #expect(again == model)
        #expect(again.source(of: .bytes, origin: .user) == .server)
        #expect(again.source(of: .urls, origin: .user) == .user)
        #expect(again.source(of: .urls, origin: .builtIn) == .catalogue)
        #expect(again.source(of: .sha256, origin: .user) == nil)
        let text = #"{"version":1,"models":[{"id":"a","modality":"embedding"}]}"#
        #expect(try CatalogueFile(Data(text.utf8), from: "here").models.first?.sources == nil)
    }

    @Test func manySavesAtOnceLoseNothing() async throws {
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try registry.save(ModelManifest(id: "model-\(number)", name: "M", modality: .embedding))
                }
            }
            try await group.waitForAll()
        }
        #expect(try registry.userModels().count == 20)
    }

    @Test func whatCameWithHearthNeedNotBeFetched() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("registry-\(UUID().uuidString)")
        let (own, shipped) = (folder.appendingPathComponent("own"), folder.appendingPathComponent("shipped"))
        for place in [own, shipped] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let registry = ModelRegistry(folder: own, otherPlaces: [shipped])
        #expect(try !registry.entry("silero-vad").isInstalled)
        // Another version than the one that would be downloaded does the same work.
        let other = shipped.appendingPathComponent("ggml-silero-v6.2.0.bin")
        try Data([1, 2, 3]).write(to: other)
        let found = try registry.entry("silero-vad")
        #expect(found.path == other.path && found.manifest.name.contains("6.2.0"))
        #expect(found.manifest.sha256?.hasPrefix("2aa269b7") == true)
        // One's own file comes first, under what is known of it.
        let fetched = own.appendingPathComponent("ggml-silero-v5.1.2.bin")
        try Data([1]).write(to: fetched)
        #expect(try registry.entry("silero-vad").path == fetched.path)
        #expect(try registry.entry("silero-vad").manifest.name.contains("5.1.2"))
    }

    @Test func aFileThatIsNotWholeIsNoInstalledModelThatCanBeUsed() throws {
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        try registry.save(
            ModelManifest(id: "model", name: "M", modality: .textGeneration, format: .gguf, file: "model.gguf"))
        func problem(_ bytes: [UInt8], of id: String = "model", in file: String = "model.gguf") throws -> String? {
            try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
            try Data(bytes).write(to: fixture.place(file))
            return ModelRegistry.problem(of: try registry.entry(id))
        }
        #expect(try ModelRegistry.problem(of: registry.entry("model")) == nil, "it is not here")
        let (whole, header) = (SampleGGUF().bytes, SampleGGUF().header)
        #expect(try problem(whole) == nil)
        #expect(try problem([])?.contains("empty") == true)
        for cut in [3, 100, header.count, header.count + 32, whole.count - 1] {
            #expect(try problem(Array(whole.prefix(cut))) != nil, "\(cut)")
        }
        let short = whole.count - 1
        #expect(try problem(Array(whole.prefix(short)))?.contains("has \(short) of \(whole.count) bytes") == true)
        #expect(try problem(Array("<html>".utf8)) != nil)
        // A format that does not tell its own length, of which the list does.
        let name = try #require(ModelRegistry.fileName(of: registry.entry("whisper-tiny").manifest))
        let whisper = try problem(Array("lmgg".utf8) + noise(100), of: "whisper-tiny", in: name)
        #expect(whisper?.contains("104 of") == true, "\(whisper ?? "none")")
    }

    /// The list, what is told of one model, a check of its file and a look at it before it is added.
    @Test(arguments: [0, 3, 100, -4_096, -1]) func aFileThatIsNotWholeIsSaidToBeSoInOneWording(cut: Int) async throws {
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        try registry.save(
            ModelManifest(
                id: "model", name: "M", modality: .textGeneration, format: .gguf, file: "model.gguf",
                sha256: String(repeating: "0", count: 64)))
        let whole = SampleGGUF().bytes
        let left = cut < 0 ? whole.count + cut : cut
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        try Data(whole.prefix(left)).write(to: fixture.place("model.gguf"))
        let entry = try registry.entry("model")
        let said = try #require(ModelRegistry.problem(of: entry))
        let machine = MachineFacts(memory: 64 << 30, availableMemory: nil, freeDisk: 1 << 40, cores: 8)
        let inspector = ModelInspector(connection: nil, machine: machine) { _ in true }
        #expect(ModelDetails(entry, inspector: inspector).problem == said)
        #expect(try await ModelLibrary(registry: registry).verify("model").problem == said)
        // Before its head is there nothing tells that it is a GGUF file.
        guard left == 0 || left > 4 else { return }
        #expect(try inspector.inspect(file: fixture.place("model.gguf").path).refusal == said)
    }

    /// A release may bring another one, so that its size is not noted; it is where the program's files are, and stays there.
    @Test func theReaderIsInTheListAndIsNotRemovedWhereItCameWithTheProgram() async throws {
        let fixture = try Fixture()
        let shipped = fixture.folder.appending(path: "shipped")
        try FileManager.default.createDirectory(at: shipped, withIntermediateDirectories: true)
        try Data(SampleGGUF().bytes).write(to: shipped.appending(path: "hearth-reader-en.gguf"))
        let registry = ModelRegistry(folder: fixture.models, otherPlaces: [shipped])
        let entry = try registry.entry("hearth-reader-en")
        #expect(entry.manifest.modality == .reading && entry.manifest.languages == ["en"])
        #expect(ModelRegistry.bytes(of: entry) == SampleGGUF().bytes.count)
        #expect(!registry.canRemove(entry))
        await #expect(throws: RegistryError.self) {
            _ = try await ModelLibrary(registry: registry).remove("hearth-reader-en")
        }
        // A copy of one's own is one's own.
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        try Data(SampleGGUF().bytes).write(to: fixture.place("hearth-reader-en.gguf"))
        #expect(registry.canRemove(try registry.entry("hearth-reader-en")))
        _ = try await ModelLibrary(registry: registry).remove("hearth-reader-en")
        #expect(!registry.canRemove(try registry.entry("hearth-reader-en")))
    }

    @Test func everyModelOfTheListTellsItsSizeAndWhyItIsRecommended() throws {
        let registry = ModelRegistry(folder: FileManager.default.temporaryDirectory.appendingPathComponent("none"))
        for entry in try registry.entries() { #expect(ModelRegistry.bytes(of: entry) != nil, "\(entry.manifest.id)") }
        let machine = MachineFacts(memory: 64 << 30, availableMemory: nil, freeDisk: 1 << 40, cores: 8)
        for choice in try registry.recommendations(for: machine) {
            #expect(!choice.reason.contains("not known"), "\(choice.reason)")
        }
    }

    @Test func voicesAreHeardByHearthsOwnCode() throws {
        #expect(Modality.voiceActivity.runtimes == [.hearth])
        #expect(Runtime.hearth.formats(for: .voiceActivity) == [.ggmlWhisper])
        #expect(Runtime.hearth.formats(for: .embedding) == [.gguf])
        for modality in [Modality.embedding, .reranking, .speechRecognition, .voiceActivity] {
            #expect(!modality.runtimes.contains(.remote))
        }
    }

    @Test func whatIsToldOfAModelIsWhatItsManifestSays() throws {
        var manifest = ModelManifest(
            id: "a", name: "A", modality: .embedding, format: .gguf, urls: ["https://example.org/a.gguf"], bytes: 7,
            sha256: String(repeating: "ab", count: 32))
        manifest.licence = "MIT"
        manifest.contextLength = 512
        manifest.architecture = "bert"
        manifest.quantization = "Q8_0"
        manifest.parameters = 22
        manifest.templateFamily = "chatml"
        manifest.stopSequences = ["."]
        manifest.reasons = false
        manifest.languages = ["en"]
        manifest.note = "small"
        func object(_ value: some Encodable) throws -> JSONObject {
            let data = try JSONEncoder().encode(value)
            return try #require(JSONValue(parsing: Array(data)).objectValue)
        }
        let (told, known) = (try object(ModelSummary(manifest)), try object(manifest))
        for (name, value) in told { #expect(known[name] == value, "\(name)") }
        // The file's name, the network's shape and the sources are not told; here the manifest has none.
        #expect(Set(known.keys).subtracting(told.keys).isEmpty)
        #expect(Set(told.keys).count == 18)
    }
}
