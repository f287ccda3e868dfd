import HearthCore
import HearthKnowledge
import HearthStore
import HearthTesting
import Testing

/// A search for what is not there finds nothing, and a search in other words than those of the text still finds it.
@Suite struct NoEvidenceTests {
    /// Knows two matters, and that everything else is something else.
    private struct ByMatter: EmbeddingModel {
        let id = "by-matter"
        let dimension = 24
        let maxTokens = 100
        var tokenizer: any TextTokenizer { EstimatedTokenizer() }

        func embed(_ texts: [String]) async throws -> [[Float]] {
            texts.map { text in
                var vector = [Float](repeating: 0, count: dimension)
                vector[Self.matter(text)] = 1
                return vector
            }
        }

        private static func matter(_ text: String) -> Int {
            if ["rent", "landlord", "tenancy"].contains(where: { text.lowercased().contains($0) }) { return 0 }
            return text.contains("zzz") ? 1 : 2
        }
    }

    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private func search(_ query: String) async throws -> [Passage] {
        let samples = SampleDocuments(chunkCount: 1, dimension: nil)
        let document = samples.document(title: "Flat", texts: ["the rent is due on the first day of what month comes"])
        _ = try await database.replaceSource(samples.source("/flat", of: document), with: document)
        return try await Retriever(database: database, embedder: ByMatter()).search(SearchRequest(text: query)).passages
    }

    @Test(arguments: ["zzzqqq", "zzzqqq zzzrrr", "what is the zzzqqq"])
    func whatNothingHasToDoWithFindsNothing(_ query: String) async throws {
        #expect(try await search(query).isEmpty)
    }

    @Test(arguments: ["landlord", "tenancy", "rent", "zzzqqq rent", "zzzqqq due", "what is the"])
    func wordsOrMeaningAreEnough(_ query: String) async throws {
        #expect(try await search(query).count == 1)
    }
}
