import Foundation
import HearthCore
import HearthDocuments
import HearthStore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// What stands before texts, wherever vectors are made; and the change from one model's vectors to another's.
@Suite struct PrefixTests {
    /// Keeps what it is given, and may be told to fail.
    private final class Listener: EmbeddingModel {
        private let inner = LexicalEmbedder()
        let id: String
        let prefixes: EmbeddingPrefixes
        let maxTokens: Int
        private let heard = Mutex<[String]>([])
        private let batches = Mutex(Int.max)

        let tokenizer: any TextTokenizer

        init(
            _ id: String, _ prefixes: EmbeddingPrefixes = .none, maxTokens: Int = 1_000, batches: Int = .max,
            tokenizer: any TextTokenizer = LexicalEmbedder().tokenizer
        ) {
            (self.id, self.prefixes, self.maxTokens, self.tokenizer) = (id, prefixes, maxTokens, tokenizer)
            self.batches.withLock { $0 = batches }
        }

        var dimension: Int { inner.dimension }
        var texts: [String] { heard.withLock { $0 } }

        func embed(_ texts: [String]) async throws -> [[Float]] {
            let goesOn = batches.withLock { batches in
                batches -= 1
                return batches >= 0
            }
            guard goesOn else { throw CancellationError() }
            heard.withLock { $0 += texts }
            return try await inner.embed(texts)
        }
    }

    private static let e5 = EmbeddingPrefixes(query: "query: ", passage: "passage: ", symmetric: "both: ")
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private func ingest(_ texts: [String], _ embedder: Listener) async throws {
        let folder = store.folder.resolvingSymlinksInPath().appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, text) in texts.enumerated() {
            try Data(text.utf8).write(to: folder.appending(path: "\(index).txt"))
        }
        for try await _ in Ingestor(library: database, embedder: embedder).ingest([folder.path]) {}
    }

    private let texts = ["The heron stands in the marsh.", "The lease ends in March.", "Bread needs salt and time."]

    @Test func passagesAndQuestionsHaveTheirOwnPrefixesInTheLibrary() async throws {
        let model = Listener("e5", Self.e5)
        try await ingest(texts, model)
        #expect(Set(model.texts) == Set(texts.map { "passage: " + $0 }))
        let before = model.texts.count
        let found = try await Retriever(library: database, embedder: model).search(SearchRequest(text: "heron marsh"))
        #expect(found.passages.first?.text == texts[0])
        let asked = model.texts.dropFirst(before)
        #expect(asked.first == "query: heron marsh")
        // What a question is held against to tell what is near stands in the place of passages.
        #expect(asked.dropFirst().allSatisfy { $0.hasPrefix("passage: ") })
    }

    @Test func aSentenceAndItsQuoteArePairsOfAKind() async throws {
        let model = Listener("e5", Self.e5)
        _ = try await CitationVerifier().support(
            for: "The grey heron lives quietly near the marsh.", in: "The heron stands in the marsh.", embedder: model)
        #expect(model.texts.count >= 2 && model.texts.allSatisfy { $0.hasPrefix("both: ") })
    }

    /// By which any two texts are near, as by e5, and the same text is nearest.
    private struct Near: EmbeddingModel {
        let id = "near"
        let dimension = 65
        let maxTokens = 1_000
        let tokenizer: any TextTokenizer = EstimatedTokenizer()

        func embed(_ texts: [String]) async throws -> [[Float]] {
            texts.map { text in
                var vector = [Float](repeating: 0, count: dimension)
                vector[0] = Float(0.75).squareRoot()
                // One of 64 directions: seldom the same for two texts, always for one.
                vector[1 + Int(text.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } % 64)] = 0.5
                return vector
            }
        }
    }

    /// Else a model with a high level of noise would bear out whatever shares a third of the words.
    @Test func whatEveryTextHasInCommonBearsNothingOut() async throws {
        let found = try await CitationVerifier().support(
            for: "The grey heron lives quietly near the marsh.", in: "The heron stands in the marsh.", embedder: Near())
        #expect(found?.verified == false)
        #expect(NoiseLevel.excess(0.04) == 0 && NoiseLevel.excess(-1) == 0 && NoiseLevel.excess(1) == 1)
    }

    @Test func meaningCountsAboveWhatEveryTextHasInCommon() {
        let fusion = ScoreFusion(meaningShare: 0.5)
        let (words, meaning): ([Int64: Double], [Int64: Double]) = ([1: 10, 2: 8], [1: 0.8, 2: 0.9])
        #expect(fusion.fuse(words: words, meaning: meaning).map(\.id) == [1, 2])
        #expect(fusion.fuse(words: words, meaning: meaning, noise: 0.7).map(\.id) == [2, 1])
        // Where nothing is above it, it tells nothing.
        #expect(fusion.fuse(words: words, meaning: meaning, noise: 0.95).map(\.id) == [1, 2])
    }

    @Test func chunksLeaveRoomForThePrefix() {
        let usual = Chunker.Configuration()
        let long = EmbeddingPrefixes(passage: String(repeating: "before all ", count: 10))
        let tight = Listener("tight", long, maxTokens: 200)
        let fitting = Ingestor.fitting(usual, tight)
        #expect(fitting.maxTokens == tight.maxTokens(as: .passage) && fitting.maxTokens < 200)
        #expect(fitting.overlapTokens <= fitting.maxTokens / 2)
        // Two special tokens are counted in.
        #expect(Ingestor.fitting(usual, Listener("usual", maxTokens: 254)) == usual)
        #expect(Ingestor.fitting(usual, Listener("endless", Self.e5, maxTokens: .max)).maxTokens == usual.maxTokens)
        #expect(Ingestor.fitting(usual, nil) == usual)
    }

    @Test func aChangeOfModelsGoesOnWhereItWasBrokenOffAndTheFormerServesUntilItsEnd() async throws {
        let many = (0..<600).map { "Page \($0) tells of a heron that stood at stone \($0) of the marsh." }
        let old = Listener("old")
        let samples = SampleDocuments(dimension: nil)
        for start in stride(from: 0, to: many.count, by: 100) {
            let document = samples.document(title: "Part \(start)", texts: Array(many[start..<start + 100]))
            _ = try await database.replaceSource(samples.source("/\(start)", of: document), with: document)
        }
        try await EmbeddingBackfill(library: database, embedder: old).all { _, _ in }
        #expect(try await database.activeVectorModel()?.id == "old")

        // One batch of it, as a killed process leaves it.
        let killed = Listener("new", Self.e5, batches: 1)
        await #expect(throws: CancellationError.self) {
            try await EmbeddingBackfill(library: database, embedder: killed).all { _, _ in }
        }
        let models = try await database.vectorModels()
        #expect(models.first { $0.isActive }?.id == "old" && models.first { $0.isActive }?.isComplete == true)
        let made = try #require(models.first { $0.id == "new" }).vectorCount
        #expect(made > 0 && made < many.count)
        let meanwhile = try await Retriever(library: database, embedder: old).search(
            SearchRequest(text: "heron stone 17"))
        #expect(!meanwhile.passages.isEmpty && meanwhile.notes.isEmpty)

        let new = Listener("new", Self.e5)
        let told = Mutex<[(done: Int, total: Int)]>([])
        try await EmbeddingBackfill(library: database, embedder: new).all { done, total in
            told.withLock { $0.append((done, total)) }
        }
        #expect(new.texts.count == many.count - made, "what has a vector keeps it")
        #expect(told.withLock { $0.last?.done } == many.count - made)
        #expect(told.withLock { $0.allSatisfy { $0.total == many.count - made } })
        let after = try await database.vectorModels()
        #expect(after.map(\.id) == ["new"] && after.first?.isActive == true)
        #expect(try await database.checkIntegrity().problems == [])
    }

    /// Has each word of Latin letters as a piece, and spells all others.
    private struct LatinTokenizer: TextTokenizer {
        let name = "latin"

        func tokenEnds(in text: String) -> [Int] {
            var ends: [Int] = []
            var end = 0
            var isLatin = false
            for scalar in text.unicodeScalars {
                let goesOn = isLatin && scalar.isASCII && scalar != " "
                isLatin = scalar.isASCII && scalar != " "
                end += String(scalar).utf8.count
                if goesOn { ends.removeLast() }
                if scalar != " " { ends.append(end) }
            }
            return ends
        }

        func countUnknownTokens(_ text: String) -> Int { 0 }
    }

    @Test func ofWhatAVocabularyOnlySpellsTheModelReadsTheFirstWords() async throws {
        let greek = String(repeating: "Ο ερωδιός στέκεται στο έλος και περιμένει. ", count: 6)
        let english = String(repeating: "The heron stands in the marsh and waits there. ", count: 6)
        let reader = Listener("latin", tokenizer: LatinTokenizer())
        try await ingest([greek, english], reader)
        let read = reader.texts.map(\.utf8.count)
        #expect(read.contains { $0 > 250 } && read.contains { $0 <= 64 && $0 > 32 }, "\(read)")
        #expect(try await database.chunksWithoutVectors() == 0, "and yet nothing waits for a vector")
    }

    @Test func whyThereIsNoModelIsSaid() async throws {
        try await ingest(texts, Listener("old"))
        let found = try await Retriever(library: database, embedder: nil, whyNoEmbedder: "Its file is gone.")
            .search(SearchRequest(text: "heron marsh"))
        #expect(found.notes == ["Its file is gone."] && found.passages.first?.text == texts[0])
    }
}
