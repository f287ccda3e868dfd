import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import HearthText
import Testing

/// Entries of the journal are found by what they mean, like documents.
@Suite struct JournalVectorTests {
    private let embedder = LexicalEmbedder()

    private func journal(_ library: any Library, embedder: (any EmbeddingModel)?) -> JournalPipeline {
        JournalPipeline(
            library: library,
            router: ModelRouter(
                models: [BasicEngine()], policy: RoutingPolicy(), configuration: .init(ledger: library)),
            tokenizer: EstimatedTokenizer(), embedder: embedder)
    }

    private func entry(_ id: String, _ text: String) -> JournalSession {
        JournalSession(id: id, date: CivilDate("2026-03-01"), text: text, languages: ["en"])
    }

    private func missing(_ library: any Library) async throws -> Int {
        try await library.chunksMissingVectors(
            modelID: embedder.id, after: 0, limit: 1000, onlyJournal: false
        ).count
    }

    @Test func `An entry has its vectors when it is written, changed and imported`() async throws {
        let library = MemoryLibrary()
        let journal = journal(library, embedder: embedder)
        try await journal.add([entry("a", "We planted tulips by the harbour wall.")])
        #expect(try await missing(library) == 0)
        try await journal.add([entry("a", "We planted roses instead of the tulips.")])
        #expect(try await missing(library) == 0)
        let many = (0..<40).map { entry("m\($0)", "Entry number \($0) about the harbour.") }
        try await journal.add(many, embeds: false)
        #expect(try await missing(library) == 40)
        try await journal.embed()
        #expect(try await missing(library) == 0)
        let response = try await Retriever(library: library, embedder: embedder)
            .search(SearchRequest(text: "roses and tulips", limit: 3))
        #expect(response.notes.isEmpty)
        #expect(response.passages.first?.path == JournalSession.pathPrefix + "a")
    }

    @Test func `Entries that were written before there was a model are caught up with by the next search`() async throws
    {
        let library = MemoryLibrary()
        try await journal(library, embedder: nil).add([entry("a", "The boat was painted blue in March.")])
        let without = try await Retriever(library: library, embedder: nil)
            .search(SearchRequest(text: "blue boat", limit: 3))
        #expect(without.notes.count == 1)
        let with = try await Retriever(library: library, embedder: embedder)
            .search(SearchRequest(text: "blue boat", limit: 3))
        #expect(with.notes.isEmpty && with.passages.count == 1)
        #expect(try await missing(library) == 0)
    }

    @Test func `While search uses another model's vectors, an entry waits for the whole library`() async throws {
        let library = MemoryLibrary()
        try await journal(library, embedder: embedder).add([entry("a", "The boat was painted blue.")])
        let other = Other()
        try await journal(library, embedder: other).add([entry("b", "The boat was sold.")])
        #expect(try await library.chunksMissingVectors(modelID: other.id, limit: 10).count == 2)
        #expect(try await library.activeVectorModel()?.id == embedder.id)
    }

    /// Another model with the same vectors.
    private struct Other: EmbeddingModel {
        private let inner = LexicalEmbedder()
        let id = "other"
        var dimension: Int { inner.dimension }
        var maxTokens: Int { inner.maxTokens }
        var tokenizer: any TextTokenizer { inner.tokenizer }
        func embed(_ texts: [String]) async throws -> [[Float]] { try await inner.embed(texts) }
    }

    @Test func `What a rollup would cost is told before it is begun`() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add([entry("a", "It rained all day and I stayed in.")])
        let request = JournalRollup.Request(level: .week)
        let before = try await fixture.journal.rollup.outlook(request)
        #expect(before.unread == 1 && before.isOnDevice && before.isBasic)
        _ = try await fixture.journal.rollup.periods(request)
        #expect(try await fixture.journal.rollup.outlook(request).unread == 0)
    }
}
