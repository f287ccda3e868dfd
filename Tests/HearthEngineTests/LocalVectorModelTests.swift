#if Llama
import Foundation
import HearthCore
import HearthKnowledge
import HearthLlama
import Testing
import TinyModels

@testable import HearthEngine

/// Models for retrieval that the settings name, opened and used by the library as a whole.
@Suite struct LocalVectorModelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ encoder: TinyEncoder) throws -> String {
        let path = folder.url.appendingPathComponent("tiny-\(encoder.pooling ?? 0).gguf").path
        try encoder.encoded().write(to: URL(fileURLWithPath: path))
        return path
    }

    private func ingested(_ flags: [SettingKey: String]) async throws -> Hearth {
        let hearth = try Hearth(folder: folder.url.appendingPathComponent("data"), flags: flags)
        for (name, text) in [("a", "the river"), ("b", "the river bank and money"), ("c", "12 ducks on the river")] {
            try folder.write("\(name).txt", text)
        }
        for try await _ in try await hearth.documents.ingest(["a", "b", "c"].map { folder.url.path + "/\($0).txt" }) {}
        return hearth
    }

    @Test func aSearchIsInTheOrderOfTheRerankingModel() async throws {
        let path = try file(TinyEncoder(pooling: 4, hasRankingHead: true))
        let hearth = try await ingested([.rerankingModel: path])
        let found = try await hearth.documents.search(SearchRequest(text: "the river"))
        #expect(found.passages.count == 3)
        let model = try LlamaRerankingModel(model: LlamaModel(path: path))
        let scores = try await model.scores(query: "the river", texts: found.passages.map(\.text))
        #expect(scores == scores.sorted(by: >), "\(scores)")
        #expect(!found.notes.contains { $0.contains("reranking") }, "\(found.notes)")
        await hearth.shutdown()
    }

    @Test func aModelThatCannotRankIsNamedAndTheSearchStillServes() async throws {
        let hearth = try await ingested([.rerankingModel: file(TinyEncoder(pooling: 1))])
        let found = try await hearth.documents.search(SearchRequest(text: "the river"))
        #expect(found.passages.count == 3)
        #expect(found.notes.contains { $0.contains("reranking") }, "\(found.notes)")
        await hearth.shutdown()
    }
}
#endif
