import HearthCore
import HearthKnowledge
import HearthStore
import HearthTesting
import Testing

/// Judges by a rule that a test wrote down.
private struct ScriptedReranker: RerankingModel {
    struct Refused: ReadableError {
        let code = "refused"
        let kind = Failure.Kind.modelFailed
        let message = "Not today."
    }

    let id = "scripted-reranker"
    let judge: @Sendable ([String]) throws -> [Double]

    func scores(query: String, texts: [String]) async throws -> [Double] { try judge(texts) }
}

@Suite struct RerankingTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    /// Ten documents about herons; the later, the fewer.
    private func ingest() async throws {
        let samples = SampleDocuments(chunkCount: 1, dimension: nil)
        for number in 1...10 {
            let text = Array(repeating: "heron", count: 11 - number).joined(separator: " ") + " nest \(number)"
            let document = samples.document(title: "Bird \(number)", texts: [text])
            _ = try await database.replaceSource(samples.source("/\(number)", of: document), with: document)
        }
    }

    private func search(_ reranker: ScriptedReranker?, limit: Int = 10, depth: Int = 24) async throws -> SearchResponse
    {
        var configuration = Retriever.Configuration()
        configuration.rerankDepth = depth
        return try await Retriever(
            database: database, embedder: nil, reranker: reranker, configuration: configuration
        ).search(SearchRequest(text: "heron", limit: limit))
    }

    @Test func theModelsOrderCountsAndTheScoresStillFall() async throws {
        try await ingest()
        let plain = try await search(nil)
        // The reverse of what the words say.
        let turned = try await search(ScriptedReranker { $0.indices.map(Double.init) })
        #expect(turned.passages.map(\.documentID) == plain.passages.reversed().map(\.documentID))
        #expect(turned.passages.map(\.score) == plain.passages.map(\.score))
    }

    @Test func thePassageThatTheModelPrefersIsFoundBehindTheLimit() async throws {
        try await ingest()
        let last = try #require(try await search(nil).passages.last)
        let found = try await search(ScriptedReranker { texts in texts.map { $0 == last.text ? 1 : 0 } }, limit: 1)
        #expect(found.passages.map(\.documentID) == [last.documentID])
    }

    @Test func onlyTheFirstAreRead() async throws {
        try await ingest()
        let plain = try await search(nil)
        let found = try await search(ScriptedReranker { $0.indices.map(Double.init) }, depth: 3)
        #expect(found.passages.map(\.documentID).suffix(7) == plain.passages.map(\.documentID).suffix(7))
        #expect(
            found.passages.map(\.documentID).prefix(3) == plain.passages.prefix(3).reversed().map(\.documentID)[...])
    }

    @Test func aModelThatFailsOrMiscountsLeavesTheOrderAndIsNamed() async throws {
        try await ingest()
        let plain = try await search(nil)
        let refused = try await search(ScriptedReranker { _ in throw ScriptedReranker.Refused() })
        #expect(refused.passages == plain.passages)
        #expect(refused.notes.contains { $0.contains("Not today.") }, "\(refused.notes)")
        let miscounted = try await search(ScriptedReranker { _ in [1] })
        #expect(miscounted.passages == plain.passages && miscounted.notes.count == plain.notes.count + 1)
    }

    @Test func aScoreThatIsNoNumberIsTheLowest() async throws {
        try await ingest()
        let plain = try await search(nil)
        let found = try await search(ScriptedReranker { $0.indices.map { $0 == 0 ? .nan : Double(-$0) } })
        #expect(found.passages.last?.documentID == plain.passages.first?.documentID)
        #expect(found.passages.count == 10)
    }
}
