import Foundation
import HearthCore
import HearthKnowledge
import HearthRegistry
import HearthStore
import Testing
import TinyModels

@testable import HearthEngine

/// Another embedding model, or another way to use the same one, is chosen for a library that has vectors.
@Suite struct VectorChangeTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("data") }

    init() throws { folder = try TemporaryFolder() }

    private func model(_ file: String, named name: String, width: Int = 32) throws -> String {
        var encoder = TinyEncoder()
        encoder.width = width
        // Enough for a text of the usual length with a prefix.
        encoder.context = 320
        var writer = encoder.writer()
        writer.set("general.name", .string(name))
        let path = folder.url.appendingPathComponent(file).path
        try writer.encoded().write(to: URL(fileURLWithPath: path))
        return path
    }

    private func hearth(_ flags: [SettingKey: String]) throws -> Hearth { try Hearth(folder: data, flags: flags) }

    private func ingest(_ hearth: Hearth) async throws {
        for (name, text) in [("a", "the river"), ("b", "the river bank and money"), ("c", "12 ducks on the river")] {
            try folder.write("\(name).txt", text)
        }
        for try await _ in try await hearth.documents.ingest(["a", "b", "c"].map { folder.url.path + "/\($0).txt" }) {}
    }

    private func searchModel(_ hearth: Hearth) async throws -> SearchEmbedder {
        try await hearth.current().searchEmbedder()
    }

    @Test func searchGoesOnWithTheFormerModelUntilTheNewVectorsAreWhole() async throws {
        let (one, two) = (try model("one.gguf", named: "one"), try model("two.gguf", named: "two", width: 48))
        let before = try hearth([.embeddingModel: one])
        try await ingest(before)
        #expect(try await before.documents.vectorChange() == nil)
        await before.shutdown()
        try await before.close()

        let after = try hearth([.embeddingModel: two])
        let change = try #require(try await after.documents.vectorChange())
        #expect(change == VectorChange(from: "one", to: "two", done: 0, total: 3))
        #expect(change.description.contains("0 of 3") && change.description.contains("one"))
        #expect(try await searchModel(after).model?.id == "one")
        let found = try await after.documents.search(SearchRequest(text: "the river"))
        #expect(found.passages.count == 3 && found.notes.isEmpty, "\(found.notes)")

        try await after.documents.completeVectors()
        #expect(try await after.documents.vectorChange() == nil)
        #expect(try await searchModel(after).model?.id == "two")
        #expect(try await after.database().vectorModels().map(\.id) == ["two"])
        await after.shutdown()
    }

    @Test func theFormerModelStaysForAsLongAsItsVectorsServe() async throws {
        let models = ModelFiles(dataFolder: data).registry
        try FileManager.default.createDirectory(at: models.folder, withIntermediateDirectories: true)
        var paths: [String] = []
        for (name, width) in [("one", 32), ("two", 48)] {
            paths.append(models.folder.appendingPathComponent("\(name).gguf").path)
            try FileManager.default.moveItem(
                atPath: try model("\(name).gguf", named: name, width: width), toPath: paths.last ?? "")
            try models.save(
                ModelManifest(id: name, name: name, modality: .embedding, format: .gguf, file: "\(name).gguf"))
        }
        let before = try hearth([.embeddingModel: paths[0]])
        try await ingest(before)
        await before.shutdown()
        try await before.close()

        let after = try hearth([.embeddingModel: paths[1]])
        let former = await failure { _ = try await after.models.remove("one") }
        #expect(
            former?.code == "model-in-use" && former?.message.contains("0 of 3") == true,
            "\(String(describing: former))")
        let chosen = await failure { _ = try await after.models.remove("two") }
        #expect(chosen?.code == "model-in-use" && chosen?.message.contains("flag") == true)
        #expect(paths.allSatisfy(FileManager.default.fileExists(atPath:)))
        try await after.documents.completeVectors()
        #expect(try await after.models.remove("one") > 0)
        #expect(try await after.models.remove("two", isForced: true) > 0)
        #expect(!paths.contains(where: FileManager.default.fileExists(atPath:)))
        await after.shutdown()
    }

    @Test func aModelThatASettingNamesIsRemovedByForceWithTheSetting() async throws {
        let hearth = try hearth([:])
        let models = hearth.models.registry
        try FileManager.default.createDirectory(at: models.folder, withIntermediateDirectories: true)
        let path = models.folder.appendingPathComponent("one.gguf").path
        try FileManager.default.moveItem(atPath: try model("one.gguf", named: "one"), toPath: path)
        try models.save(ModelManifest(id: "one", name: "one", modality: .embedding, format: .gguf, file: "one.gguf"))
        try await hearth.models.use("one")
        let kept = await failure { _ = try await hearth.models.remove("one") }
        #expect(kept?.help == [.unset(setting: "embedding-model")] && kept?.message.contains("embedding-model") == true)
        #expect(try await hearth.models.remove("one", isForced: true) > 0)
        #expect(hearth.settings.embeddingModel == nil)
        await hearth.shutdown()
    }

    @Test func withoutTheFormerFileSearchIsByWordsAndSaysWhy() async throws {
        let (one, two) = (try model("one.gguf", named: "one"), try model("two.gguf", named: "two"))
        let before = try hearth([.embeddingModel: one])
        try await ingest(before)
        await before.shutdown()
        try await before.close()
        try FileManager.default.removeItem(atPath: one)

        let after = try hearth([.embeddingModel: two])
        let search = try await searchModel(after)
        #expect(search.model == nil && search.why?.contains("one") == true)
        let found = try await after.documents.search(SearchRequest(text: "ducks"))
        #expect(found.passages.first?.text.contains("ducks") == true)
        #expect(found.notes.contains { $0.contains("by words only") }, "\(found.notes)")
        // Another model in the place of the file is not taken for it.
        _ = try model("one.gguf", named: "another")
        #expect(try await searchModel(after).model == nil)
        try await after.documents.completeVectors()
        #expect(try await searchModel(after).model?.id == "two")
        await after.shutdown()
    }

    @Test func otherPrefixesAreOtherVectors() async throws {
        let one = try model("one.gguf", named: "one")
        let before = try hearth([.embeddingModel: one])
        try await ingest(before)
        await before.shutdown()
        try await before.close()

        let said = EmbeddingPrefixes(query: "query: ", passage: "passage: ")
        let after = try hearth([.embeddingModel: one, .embeddingPrefixes: "query: |passage: "])
        let model = try #require(try await after.models.embedder())
        #expect(model.prefixes == said && model.id == "one" + said.mark && model.name == "one")
        #expect(model.maxTokens(as: .passage) >= 254, "the prefix takes nothing of a text")
        // The same file without what stands before texts now is the former model.
        #expect(try await searchModel(after).model?.id == "one")
        try await after.documents.completeVectors()
        #expect(try await after.database().vectorModels().map(\.id) == ["one" + said.mark])
        await after.shutdown()
    }

    @Test func whatStandsBeforeTextsIsSaidByTheSettingTheListOrTheName() async throws {
        func prefixes(_ flags: [SettingKey: String]) throws -> EmbeddingPrefixes? {
            EmbedderFile.chosen(try hearth(flags).environments.current)?.prefixes
        }
        let named = try model("a.gguf", named: "Multilingual E5 Small")
        #expect(try prefixes([.embeddingModel: named]) == EmbeddingFamilies.e5)
        #expect(try prefixes([.embeddingModel: named, .embeddingPrefixes: "none"]) == EmbeddingPrefixes.none)
        #expect(try prefixes([.embeddingModel: named, .embeddingPrefixes: "a: "]) == EmbeddingPrefixes(query: "a: "))
        // A file that was made in a folder with a name of its own is known by its own.
        let stem = try model("nomic-embed-text-v1.5.Q8_0.gguf", named: "f7a1e0")
        #expect(try prefixes([.embeddingModel: stem]) == EmbeddingFamilies.nomic)
        #expect(try prefixes([.embeddingModel: try model("b.gguf", named: "plain")]) == EmbeddingPrefixes.none)

        var mine = ModelManifest(id: "mine", name: "Mine", modality: .embedding, format: .gguf, file: "mine.gguf")
        mine.prefixes = EmbeddingPrefixes(passage: "mine: ")
        let registry = try hearth([:]).models.registry
        try registry.save(mine)
        try TinyEncoder().encoded().write(to: registry.folder.appendingPathComponent("mine.gguf"))
        let path = registry.folder.appendingPathComponent("mine.gguf").path
        #expect(try prefixes([.embeddingModel: path]) == mine.prefixes)
    }

    @Test func aChoiceTakesThePrefixesOfTheFormerFileAway() async throws {
        let hearth = try Hearth(folder: data)
        let registry = hearth.models.registry
        let path = try model("tiny.gguf", named: "tiny")
        try registry.save(
            ModelManifest(id: "tiny", name: "Tiny", modality: .embedding, format: .gguf, file: "tiny.gguf"))
        try FileManager.default.copyItem(
            atPath: path, toPath: registry.folder.appendingPathComponent("tiny.gguf").path)
        try hearth.environments.current.editor.set(.embeddingPrefixes, to: "query: ")
        try hearth.environments.reload()
        #expect(hearth.settings.embeddingPrefixes != nil)
        try await hearth.models.use("tiny", for: .embed)
        #expect(hearth.settings.embeddingPrefixes == nil && hearth.settings.embeddingModel != nil)
        await hearth.shutdown()
    }

    @Test func aServerMakesTheVectorsAsAJob() async throws {
        let (one, two) = (try model("one.gguf", named: "one"), try model("two.gguf", named: "two"))
        let before = try hearth([.embeddingModel: one])
        try await ingest(before)
        await before.shutdown()
        try await before.close()

        let after = try hearth([.embeddingModel: two])
        let upkeep = Task { try await after.documents.keepVectors() }
        while try await after.documents.vectorChange() != nil { try await Task.sleep(for: .milliseconds(20)) }
        var jobs = await after.jobs.all
        while jobs.contains(where: { !$0.hasEnded }) {
            try await Task.sleep(for: .milliseconds(20))
            jobs = await after.jobs.all
        }
        upkeep.cancel()
        _ = try? await upkeep.value
        #expect(jobs.map(\.kind) == [.embedding] && jobs.first?.state == .done && jobs.first?.progress.total == 3)
        #expect(jobs.first?.title == "Vectors of two")
        await after.shutdown()
    }
}
