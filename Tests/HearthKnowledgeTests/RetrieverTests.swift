import HearthCore
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

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
    private let library = MemoryLibrary()

    /// Ten documents about herons; the later, the fewer.
    private func ingest() async throws {
        let samples = SampleDocuments(chunkCount: 1, dimension: nil)
        for number in 1...10 {
            let text = Array(repeating: "heron", count: 11 - number).joined(separator: " ") + " nest \(number)"
            let document = samples.document(title: "Bird \(number)", texts: [text])
            _ = try await library.replaceSource(samples.source("/\(number)", of: document), with: document)
        }
    }

    private func search(_ reranker: ScriptedReranker?, limit: Int = 10, depth: Int = 24) async throws -> SearchResponse
    {
        var configuration = Retriever.Configuration()
        configuration.rerankDepth = depth
        return try await Retriever(
            library: library, embedder: nil, reranker: reranker, configuration: configuration
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

    private func search(
        _ reader: ScriptedReader?, share: Double, depth: Int = 10, isRead: Bool = true,
        for query: String = "Which heron is it that has a nest in the old tree by the lake?"
    ) async throws -> [Passage] {
        var configuration = Retriever.Configuration()
        configuration.readingShare = share
        configuration.readingDepth = depth
        return try await Retriever(library: library, embedder: nil, reader: reader, configuration: configuration)
            .search(SearchRequest(text: query, isRead: isRead)).passages
    }

    @Test func aReaderHasItsShareInTheOrder() async throws {
        try await ingest()
        let plain = try await search(nil, share: 1)
        let reader = ScriptedReader(finding: "nest 10")
        // Without a share it is not asked.
        #expect(try await search(reader, share: 0) == plain)
        // Nor where who asks has it read what is found.
        #expect(try await search(reader, share: 1, isRead: false) == plain)
        #expect(reader.calls.isEmpty)
        let read = try await search(reader, share: 1)
        // All of them, since any could have come first, and each once.
        #expect(reader.calls.flatMap(\.passages).count == 10)
        #expect(read.first?.text.hasSuffix("nest 10") == true)
        #expect(Set(read.map(\.documentID)) == Set(plain.map(\.documentID)))
        #expect(read.map(\.score) == plain.map(\.score))
        // Of the first alone, where it reads no more.
        let first = ScriptedReader { [texts = plain.map(\.text)] _, passages in
            passages.map {
                let place = texts.firstIndex(of: $0) ?? 0
                return PassageReading(
                    relevance: Double(place) / 10, answerable: 0, logits: nil, spans: [], bytesRead: 0)
            }
        }
        let moved = try await search(first, share: 1, depth: 3).map(\.documentID)
        #expect(moved.prefix(3) == plain.prefix(3).reversed().map(\.documentID)[...])
        #expect(moved.dropFirst(3) == plain.dropFirst(3).map(\.documentID)[...])
        // What could not come first however well it read is not read.
        let brief = ScriptedReader(finding: "nest")
        #expect(try await search(brief, share: 0.0001).first == plain.first)
        #expect(brief.calls.flatMap(\.passages).count < 10)
        // A reader that fails leaves the order as it is.
        #expect(try await search(ScriptedReader { _, _ in throw ScriptedReranker.Refused() }, share: 1) == plain)
        #expect(try await search(ScriptedReader { _, _ in [] }, share: 1) == plain)
        // A query that is surely in another language is not its business.
        let german = ScriptedReader(finding: "nest 10")
        let query = "Wie viele Nester haben die Reiher (heron), die in dem alten Baum hinter dem See wohnen?"
        #expect(try await search(german, share: 1, for: query).count == 10)
        #expect(german.calls.isEmpty)
    }

    @Test func aScoreThatIsNoNumberIsTheLowest() async throws {
        try await ingest()
        let plain = try await search(nil)
        let found = try await search(ScriptedReranker { $0.indices.map { $0 == 0 ? .nan : Double(-$0) } })
        #expect(found.passages.last?.documentID == plain.passages.first?.documentID)
        #expect(found.passages.count == 10)
    }
}

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

    private let library = MemoryLibrary()

    private func search(_ query: String) async throws -> [Passage] { try await respond(query).passages }

    private func respond(_ query: String) async throws -> SearchResponse {
        try await store("Flat", "the rent is due on the first day of what month comes")
        return try await Retriever(library: library, embedder: ByMatter()).search(SearchRequest(text: query))
    }

    private func store(_ title: String, _ text: String) async throws {
        let samples = SampleDocuments(chunkCount: 1, dimension: nil)
        let document = samples.document(title: title, texts: [text])
        _ = try await library.replaceSource(samples.source("/\(title)", of: document), with: document)
    }

    @Test(arguments: ["zzzqqq", "zzzqqq zzzrrr", "what is the zzzqqq"])
    func whatNothingHasToDoWithFindsNothing(_ query: String) async throws {
        #expect(try await search(query).isEmpty)
    }

    @Test(arguments: ["landlord", "rent", "the rent"])
    func whatIsNoNearerThanStrangersDoesNotStandBehindGoodResults(_ query: String) async throws {
        try await store("Boat", "boats lie in our harbour")
        #expect(try await search(query).map(\.title) == ["Flat"])
    }

    @Test func thatNoWordOccursIsKnownOfAResponse() async throws {
        let byMeaning = try await respond("landlord")
        #expect(byMeaning.isByMeaningAlone && byMeaning.passages.first?.match == nil)
        // A title has words, too.
        #expect(try await !respond("flat landlord").isByMeaningAlone)
        let byWords = try await respond("zzz rent due")
        #expect(!byWords.isByMeaningAlone)
        let passage = try #require(byWords.passages.first)
        let match = try #require(passage.match)
        #expect(passage.text.text(in: match) == "rent is due")
    }

    @Test(arguments: ["landlord", "tenancy", "rent", "zzzqqq rent", "zzzqqq due", "what is the"])
    func wordsOrMeaningAreEnough(_ query: String) async throws {
        #expect(try await search(query).count == 1)
    }
}

@Suite struct DiversityTests {
    private func chunk(_ id: Int64, _ document: String, _ span: Range<Int>, _ text: String) -> StoredChunk {
        StoredChunk(
            id: id, documentID: document, chunk: Chunk(index: Int(id), span: TextSpan(span), text: text, tokens: 1))
    }

    @Test func aChunkThatMostlyRepeatsABetterOneIsLeftOut() {
        let found = Diversity.distinct([
            chunk(1, "a", 0..<100, "one"), chunk(2, "a", 40..<110, "two"), chunk(3, "a", 90..<200, "three"),
        ])
        #expect(found.map(\.id) == [1, 3])
    }

    @Test func theSameSpanInAnotherDocumentIsNoRepetition() {
        let found = Diversity.distinct([chunk(1, "a", 0..<100, "one"), chunk(2, "b", 0..<100, "two")])
        #expect(found.map(\.id) == [1, 2])
    }

    @Test func theSameWordsInAnotherDocumentAreShownOnce() {
        let found = Diversity.distinct([chunk(1, "a", 0..<10, "same  words"), chunk(2, "b", 5..<15, "same words")])
        #expect(found.map(\.id) == [1])
    }
}

// MARK: -

/// What a list of results shows of a passage is where the query's words are.
@Suite struct MatchPlaceTests {
    private let filler = String(repeating: "The weather was fine and nobody came. ", count: 20)

    private func terms(_ words: String, weight: Double = 1, language: String = "en") -> [QueryTerm] {
        SearchAnalyzer(language: language).terms(in: words).map { QueryTerm($0, weight: weight) }
    }

    private func place(_ terms: [QueryTerm], in text: String, language: String = "en") -> String? {
        MatchPlace(terms, idle: 0.3).place(in: text, language: language).flatMap { text.text(in: $0) }
    }

    @Test func theWordsThatStandClosestTogetherAreThePlace() {
        let text = "A boiler hums. " + filler + "The warranty of the boiler ends in May. " + filler + "A warranty."
        #expect(place(terms("boiler warranty"), in: text) == "warranty of the boiler")
    }

    @Test func wordsThatOnlyAskCountWhereThereAreNoOthers() {
        let text = "What is it? " + filler + "The boiler is here."
        #expect(place(terms("what", weight: 0.1) + terms("boiler"), in: text) == "boiler")
        #expect(place(terms("what", weight: 0.1), in: text) == "What")
    }

    @Test func aTextWithoutTheWordsHasNoPlace() {
        #expect(place(terms("zeppelin"), in: filler) == nil)
        #expect(place([], in: filler) == nil)
        #expect(place(terms("zeppelin"), in: "") == nil)
    }

    @Test func placesAreBytesAlsoWhereNoSpacesPartWords() {
        let text = "冬が長い。鍵は青い箱の中にある。"
        #expect(place(terms("青い", language: "ja"), in: text, language: "ja") == "青い")
    }
}
