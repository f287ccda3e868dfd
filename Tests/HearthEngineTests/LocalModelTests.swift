#if Llama
import Foundation
import HearthCore
import HearthLlama
import HearthModels
import HearthRegistry
import Testing
import TinyModels

@testable import HearthEngine

/// Local chat models over the one pool of a `Hearth`.
@Suite struct LocalModelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A model that is installed under that name.
    @discardableResult
    private func install(_ name: String, _ model: TinyModel = TinyModel()) throws -> String {
        let registry = try Hearth(folder: folder.url).models.registry
        var manifest = ModelManifest(
            id: name, name: name, modality: .textGeneration, runtimes: [.llama], format: .gguf, file: name + ".gguf")
        manifest.contextLength = model.context
        try registry.save(manifest)
        let path = registry.folder.appendingPathComponent(name + ".gguf").path
        try model.encoded().write(to: URL(fileURLWithPath: path))
        return path
    }

    private func ask(
        _ hearth: Hearth, _ text: String = "hello", model: String? = nil, conversation: String? = nil
    ) async throws -> ModelResponse {
        let router: ModelRouter
        if let model {
            router = try await hearth.models.router(engine: .local, model: model)
        } else {
            router = try await hearth.models.router()
        }
        let route = try await router.route(RoutingRequest(task: .chat, engine: .local))
        var request = ModelRequest(
            task: .chat, messages: [Message(.user, text)], options: .init(temperature: 0, maxTokens: 4))
        request.conversationID = conversation
        return try await route.model.response(to: request)
    }

    private func loaded(_ hearth: Hearth) async -> [String] { await hearth.models.loaded().models.map(\.id) }

    @Test func aChangedSettingNeitherLoadsAgainNorForgets() async throws {
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: TinyModel().write()])
        _ = try await ask(hearth)
        let before = try #require(await hearth.models.loaded().models.first)
        try SettingsFile(folder: folder.url).set(.keepPrompts, to: "true")
        try hearth.environments.reload()
        #expect(try await ask(hearth).usage.cachedTokens > 0)
        let after = try #require(await hearth.models.loaded().models.first)
        #expect(after.since == before.since && after.lastUsed > before.lastUsed)
    }

    @Test func modelsForVectorsAndRankingsAreKnownByTheListAndByTheirFiles() async throws {
        let registry = try Hearth(folder: folder.url).models.registry
        for (id, file, modality) in [
            ("my-encoder", "Encoder-F32.gguf", Modality.embedding), ("my-ranker", "Ranker-Q4.gguf", .reranking),
        ] {
            try registry.save(
                ModelManifest(
                    id: id, name: id, modality: modality, runtimes: [.llama], format: .gguf, file: file))
            try Data("GGUF".utf8).write(to: registry.folder.appendingPathComponent(file))
        }
        func path(_ file: String) -> String { registry.folder.appendingPathComponent(file).path }
        let hearth = try Hearth(
            folder: folder.url,
            flags: [.embeddingModel: path("Encoder-F32.gguf"), .rerankingModel: path("Ranker-Q4.gguf")])
        #expect(try await hearth.models.otherNames(ofModelFor: .embed) == ["my-encoder", "Encoder-F32"])
        #expect(try await hearth.models.otherNames(ofModelFor: .rerank) == ["my-ranker", "Ranker-Q4"])
        #expect(try await hearth.models.otherNames(ofModelFor: .chat).isEmpty)
        // A file that no list has is known by itself.
        let other = try Hearth(folder: folder.url, flags: [.embeddingModel: "/nowhere/Other.gguf"])
        #expect(try await other.models.otherNames(ofModelFor: .embed) == ["Other"])
    }

    @Test func everyInstalledModelIsServedByItsName() async throws {
        try install("one")
        try install("two", TinyModel(context: 300))
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: "one"])
        #expect(try await hearth.models.servable().map(\.id) == ["one", "two"])
        #expect(try await hearth.models.servable().allSatisfy { $0.problem == nil && $0.file == $0.id })
        let route = try await hearth.models.router().route(RoutingRequest(task: .chat, engine: .local))
        #expect(try route.decision.model == "one" && route.model.capabilities.contextLength == 512)
        let other = try await hearth.models.router(engine: .local, model: "two")
            .route(RoutingRequest(task: .chat, engine: .local))
        #expect(try other.decision.model == "two" && other.model.capabilities.contextLength == 300)
        _ = try await ask(hearth)
        _ = try await ask(hearth, model: "two")
        #expect(await loaded(hearth) == ["two", "one"])
        await #expect(throws: EngineError.self) { _ = try await hearth.models.router(engine: .local, model: "three") }
        #expect(try await hearth.models.unload("two"))
        #expect(try await !hearth.models.unload("two"))
        #expect(await loaded(hearth) == ["one"])
    }

    @Test func underTheBudgetTheOneUsedLeastRecentlyGoes() async throws {
        // So many layers that one fits into the budget and two do not.
        let path = try install("one", TinyModel(width: 256, layers: 8))
        let second = try install("two")
        try FileManager.default.removeItem(atPath: second)
        try FileManager.default.copyItem(atPath: path, toPath: second)
        let one = try MemoryFootprint(path: path).total
        let megabytes = max(64, one * 3 / 2 / 1_000_000)
        try #require(one < megabytes * 1_000_000 && 2 * one > megabytes * 1_000_000)
        let hearth = try Hearth(folder: folder.url, flags: [.modelMemory: "\(megabytes)"])
        #expect(await hearth.models.loaded().budgetBytes == Int(megabytes) * 1_000_000)
        for name in ["one", "two"] { _ = try await ask(hearth, model: name) }
        #expect(await loaded(hearth) == ["two"])
    }

    @Test func tokensAreCountedByTheModelsOwnVocabularyBeforeItIsLoaded() async throws {
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: TinyModel().write()])
        let model = try await hearth.models.router().route(RoutingRequest(task: .chat, engine: .local)).model
        let before = model.tokenizer.countTokens("a question, and another one")
        #expect(model.tokenizer.name.hasPrefix("llama:"))
        #expect(await loaded(hearth) == [])
        _ = try await ask(hearth)
        #expect(model.tokenizer.countTokens("a question, and another one") == before)
    }

    @Test func theFileOfALoadedModelIsToldFromAnotherAtItsPlace() async throws {
        let path = try install("one")
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: "one"])
        #expect(await hearth.models.fileIdentity(of: "one") == nil)
        _ = try await ask(hearth)
        let before = try #require(await hearth.models.fileIdentity(of: "one"))
        #expect(await hearth.models.fileIdentity(of: "one") == before)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(await hearth.models.fileIdentity(of: "one") != before)
    }

    @Test func oneEnvironmentSeesNothingThatWasEvaluatedInAnother() async throws {
        let elsewhere = try TemporaryFolder()
        try EnvironmentRegistry(folder: folder.url)
            .add(DeploymentEnvironment(name: "staging", dataFolder: elsewhere.url.path))
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: TinyModel().write()])
        _ = try await ask(hearth, conversation: "a")
        let since = await hearth.models.loaded().models.first?.since
        try hearth.environments.use("staging")
        #expect(try await ask(hearth, conversation: "a").usage.cachedTokens == 0)
        // The weights are the same.
        let models = await hearth.models.loaded().models
        #expect(models.count == 1 && models.first?.since == since)
    }

    // MARK: Settings of one model

    @Test func aModelIsRunAndWritesAsIsSetForIt() async throws {
        try install("one")
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: "one"])
        func context() async throws -> Int? {
            try await hearth.models.router().route(RoutingRequest(task: .chat, engine: .local)).model.capabilities
                .contextLength
        }
        #expect(try await context() == 512)
        // Memory for more than the model was trained to read would be of no use.
        await #expect { try await hearth.models.set("context-length", of: "one", to: "513") } throws: { error in
            (error as? EngineError)?.reason == .usage && (error as? EngineError)?.message.contains("512 tokens") == true
        }
        try await hearth.models.set("context-length", of: "one", to: "300")
        #expect(try await context() == 300)
        try await hearth.models.set("max-tokens", of: "one", to: "2")
        #expect(try await ask(hearth).usage.completionTokens == 2)
        #expect(try folder.text("model-settings.json").contains("\"context-length\": 300"))
        #expect(try folder.mode("model-settings.json") == 0o600)
        try await hearth.models.resetSettings(of: "one")
        #expect(try await context() == 512)
        #expect(try await ask(hearth).usage.completionTokens == 4)
    }

    @Test func whatWasSaidForACallStandsAboveTheModelAndThatAboveTheSettings() async throws {
        try install("one")
        func setting(_ flags: [SettingKey: String] = [:]) throws -> LocalModelSetting? {
            try Hearth(folder: folder.url, flags: flags).models.settings(of: "one").first { $0.name == "threads" }
        }
        #expect(try setting()?.origin == .preset)
        try SettingsFile(folder: folder.url).set(.threads, to: "2")
        #expect(try setting()?.effective == "2")
        #expect(try setting()?.origin == .settings)
        try await Hearth(folder: folder.url).models.set("threads", of: "one", to: "3")
        #expect(try setting()?.effective == "3")
        #expect(try setting()?.origin == .model)
        #expect(try setting([.threads: "4"])?.effective == "4")
        #expect(try setting([.threads: "4"])?.origin == .call)
        #expect(try setting([.threads: "4"])?.value == "3")
    }

    @Test func whatCannotBeSetIsRefusedWithTheReason() async throws {
        try install("one")
        let hearth = try Hearth(folder: folder.url)
        #expect(await failure { try await hearth.models.set("warmth", of: "one", to: "1") }?.code == "usage")
        let wrong = await failure { try await hearth.models.set("temperature", of: "one", to: "hot") }
        #expect(wrong?.code == "usage" && wrong?.message.contains("from 0") == true)
        #expect(await failure { try await hearth.models.set("seed", of: "nobody", to: "1") }?.code == "unknown-model")
        #expect(
            await failure { try await hearth.models.set("seed", of: "whisper-tiny", to: "1") }?.code
                == "incompatible-model")
        #expect(throws: (any Error).self) { try folder.text("model-settings.json") }
    }

    @Test func aFileOfSettingsThatCannotBeReadStopsTheLocalEngineAlone() async throws {
        try install("one")
        try folder.write("model-settings.json", #"{"one": {"temperature": "hot", "unheard-of": 1}}"#)
        let hearth = try Hearth(folder: folder.url, flags: [.localModel: "one"])
        let states = try await hearth.models.engines()
        guard case .unavailable(_, let message)? = states.first(where: { $0.engine == .local })?.availability else {
            Issue.record("The local engine takes settings that cannot be read.")
            return
        }
        #expect(message.contains("temperature"))
        #expect(states.first { $0.engine == .basic }?.availability == .available)
        try await hearth.models.resetSettings(of: "one")
        #expect(try await ask(hearth).usage.completionTokens > 0)
    }

    @Test func theDoctorLooksAtAModelAsItIsSet() async throws {
        try install("one", TinyModel(template: nil, confidence: 0.05))
        try SettingsFile(folder: folder.url).set(.localModel, to: "one")
        func finding() async throws -> Doctor.Finding {
            try #require(await Doctor.examine(folder: folder.url).first { $0.name == "local model" })
        }
        let before = try await finding().detail
        try await Hearth(folder: folder.url).models.set("chat-template", of: "one", to: "phi-3")
        #expect(try await finding().detail != before)
        try folder.write("model-settings.json", #"{"one": {"temperature": "hot"}}"#)
        #expect(try await finding().remedies == [.help(.resetModelSettings(id: "one"))])
        #expect(try await finding().advice == "Take out what is set for the model one.")
    }

    @Test func deletingEverythingDeletesTheSettingsOfModels() async throws {
        try install("one")
        let hearth = try Hearth(folder: folder.url)
        try await hearth.models.set("seed", of: "one", to: "1")
        #expect(try await hearth.data.deleteEverything().contains("model-settings.json"))
    }

    // MARK: The server's note

    @Test func aServerIsFoundForAsLongAsItRuns() throws {
        #expect(try RunningServer.find(in: folder.url) == nil)
        let place = ServerPlace(
            url: "http://127.0.0.1:8427", pid: 12, since: Date(timeIntervalSince1970: 1_700_000_000))
        let server = try #require(try RunningServer(place, folder: folder.url))
        #expect(try RunningServer.find(in: folder.url) == place)
        #expect(try folder.mode("server.json") == 0o600)
        // The first of two is found.
        #expect(try RunningServer(ServerPlace(url: "http://127.0.0.1:1"), folder: folder.url) == nil)
        #expect(try RunningServer.find(in: folder.url) == place)
        server.leave()
        #expect(try RunningServer.find(in: folder.url) == nil)
        #expect(throws: (any Error).self) { try folder.text("server.json") }
    }

    @Test func theNoteOfAKilledServerIsNotBelieved() throws {
        try folder.write(
            "server.json", #"{"url": "http://127.0.0.1:8427", "pid": 1, "since": "2026-01-01T00:00:00Z"}"#)
        #expect(try RunningServer.find(in: folder.url) == nil)
    }

    @Test func withoutAServerNothingIsAsked() async throws {
        let hearth = try Hearth(folder: folder.url)
        #expect(try await hearth.models.loadedInServer(token: Secret("a token of sixteen")) == nil)
        #expect(try await hearth.models.unloadInServer("one", token: Secret("a token of sixteen")) == nil)
    }
}
#endif
