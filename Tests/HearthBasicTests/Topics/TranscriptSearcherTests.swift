import HearthBasic
import HearthCore
import Testing

@Suite struct TranscriptSearcherTests {
    private let cues = Talks.cues([Talks.harbour, Talks.bread, Talks.bees])

    @Test func theBestMomentIsAboutTheQuery() throws {
        let searcher = TranscriptSearcher(cues)
        let oven = try #require(searcher.matches("hot oven").first)
        #expect(oven.quote.text.contains("oven"))
        let start = try #require(oven.quote.start)
        #expect((30..<60).contains(start))
        #expect((searcher.matches("queen of the hive").first?.quote.start ?? 0) >= 60)
    }

    @Test func resultsAreVerbatimWithTheTimesOfTheirCues() {
        for query in ["harbour boats", "bread", "bees", "the dough in winter"] {
            let found = TranscriptSearcher(cues).matches(query)
            #expect(!found.isEmpty)
            #expect(found.allSatisfy { $0.quote.isVerbatim(in: cues) })
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score } || found.count > 1)
            #expect(Set(found.map(\.quote.cues.lowerBound)).count == found.count)
        }
    }

    @Test func limitAndMissesAreKept() {
        let searcher = TranscriptSearcher(cues)
        #expect(searcher.matches("harbour", limit: 1).count == 1)
        #expect(searcher.matches("harbour", limit: 0).isEmpty)
        #expect(searcher.matches("zeppelin").isEmpty)
        #expect(searcher.matches("").isEmpty)
        #expect(TranscriptSearcher([]).matches("harbour").isEmpty)
    }

    @Test func farMomentsComeBeforeTheNeighboursOfTheBest() throws {
        let long = Talks.cues([Talks.bees, Talks.harbour, Talks.bread, Talks.harbour, Talks.bread, Talks.bees])
        let found = TranscriptSearcher(long).matches("beekeeper hive", limit: 2).compactMap(\.quote.start)
        #expect(found.count == 2)
        #expect(abs((found.first ?? 0) - (found.last ?? 0)) > 60)
    }

    @Test func meaningFindsWhatWordsMiss() async throws {
        let searcher = TranscriptSearcher(cues, embedder: ByLetters())
        #expect(searcher.matches("zzz").isEmpty)
        let found = try await searcher.search("zzz", limit: 1)
        #expect(found.count == 1)
    }

    /// A model whose vectors tell only how long a text is: enough to see that they are asked.
    private struct ByLetters: EmbeddingModel {
        let id = "letters"
        let dimension = 2
        let maxTokens = 100
        var tokenizer: any TextTokenizer { EstimatedTokenizer() }

        func embed(_ texts: [String]) async throws -> [[Float]] { texts.map { $0.count > 10 ? [1, 0] : [0.8, 0.6] } }
    }
}
