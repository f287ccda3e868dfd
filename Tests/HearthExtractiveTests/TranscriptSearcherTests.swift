import HearthCore
import HearthExtractive
import Synchronization
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

    @Test func aMomentOfSeveralSpeakersNamesWhoSaysWhatFits() throws {
        let said = [
            ("Ben", "Yes, all right."),
            ("Anna", "The new boiler was put in by the plumber in March, and it hums at night."),
            ("Ben", "I see."),
        ]
        let cues = said.enumerated().map { index, turn in
            Cue(start: Double(index) * 10, end: Double(index) * 10 + 9, speaker: turn.0, text: turn.1)
        }
        let found = try #require(TranscriptSearcher(cues).matches("boiler plumber").first)
        #expect(found.quote.speaker == "Anna" && found.quote.text.hasPrefix("Yes"))
        #expect(found.speakers == ["Ben", "Anna"])
    }

    @Test func meaningFindsWhatWordsMiss() async throws {
        let searcher = TranscriptSearcher(cues, embedder: ByLetters())
        #expect(searcher.matches("zzz").isEmpty)
        let found = try await searcher.search("zzz", limit: 1)
        #expect(found.count == 1)
    }

    @Test func aModelWithoutPiecesOfTheLanguageIsAskedOnlyWhereNoWordOccurs() async throws {
        let asked = Asked()
        let foreign = TranscriptSearcher(cues, embedder: ByLetters(tokenizer: LettersAlone(), asked: asked))
        let words = TranscriptSearcher(cues).matches("hot oven")
        #expect(try await foreign.search("hot oven").map(\.quote.start) == words.map(\.quote.start))
        #expect(asked.count == 0)
        #expect(try await !foreign.search("zzz").isEmpty)
        #expect(asked.count > 0)
        let home = Asked()
        _ = try await TranscriptSearcher(cues, embedder: ByLetters(asked: home)).search("hot oven")
        #expect(home.count > 0)
    }

    /// Knows no word of any language.
    private struct LettersAlone: TextTokenizer {
        let name = "letters"
        func tokenEnds(in text: String) -> [Int] { text.utf8.indices.enumerated().map { $0.offset + 1 } }
    }

    private final class Asked: Sendable {
        private let texts = Mutex(0)
        var count: Int { texts.withLock { $0 } }
        func add(_ count: Int) { texts.withLock { $0 += count } }
    }

    /// A model whose vectors tell only how long a text is: enough to see that they are asked.
    private struct ByLetters: EmbeddingModel {
        let id = "letters"
        let dimension = 2
        let maxTokens = 100
        var tokenizer: any TextTokenizer = EstimatedTokenizer()
        var asked = Asked()

        func embed(_ texts: [String]) async throws -> [[Float]] {
            asked.add(texts.count)
            return texts.map { $0.count > 10 ? [1, 0] : [0.8, 0.6] }
        }
    }
}
