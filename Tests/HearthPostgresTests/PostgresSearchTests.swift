#if canImport(CPostgres)
import Foundation
import HearthCore
@testable import HearthPostgres
import HearthTesting
import Testing

/// Search finds what the other stores find.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresSearchTests {
    private func same(_ a: [ChunkMatch], _ b: [ChunkMatch], within tolerance: Double) -> Bool {
        a.map(\.chunkID) == b.map(\.chunkID) && zip(a, b).allSatisfy { abs($0.score - $1.score) <= tolerance }
    }

    @Test func wordsRankAsInTheEmbeddedStoreAndInMemory() async throws {
        let folder = try TemporaryStore()
        let libraries: [any Library] = [try await PostgresServer.library(), try folder.open(), MemoryLibrary()]
        // More than one block of the index, in batches of unlike size, with some that go and come again.
        let samples = SampleDocuments(chunkCount: 7, wordsPerChunk: 30, dimension: nil)
        let items = (0..<170).map { samples.ingestion($0, folder: $0 % 3 == 0 ? "/few" : "/many") }
        for library in libraries {
            try await library.store(Array(items[..<150]))
            for item in items[150...] { try await library.store([item]) }
            _ = try await library.removeSources(
                paths: items[20..<40].map(\.source.path), keepsLabels: false)
            try await library.store(Array(items[25..<30]))
            try await library.setLabel(.private, ofFolder: "/few", lowers: false)
        }
        var generator = SeededGenerator(seed: 5)
        for round in 0..<40 {
            var terms = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                QueryTerm(
                    "word\(Int.random(in: 0..<500, using: &generator))",
                    weight: Double(Int.random(in: 1...4, using: &generator)) / 2)
            }
            if round % 4 == 0 { terms.append(QueryTerm("document \(round)")) }
            var filter = SearchFilter.everything
            if round % 3 == 1 { filter.paths = ["/few"] }
            if round % 3 == 2 {
                filter.documentIDs = Set(try await libraries[2].documents(named: "/many").prefix(5).map(\.id))
            }
            var ranking = FullTextRanking()
            if round % 5 == 0 { ranking.titleWeight = 2.5 }
            var found: [[ChunkMatch]] = []
            for library in libraries {
                found.append(try await library.fullText(terms, limit: 25, filter: filter, ranking: ranking))
            }
            #expect(same(found[0], found[1], within: 1e-9), "embedded, round \(round)")
            #expect(same(found[0], found[2], within: 1e-9), "memory, round \(round)")
        }
        let words = (0..<500).map { "word\($0)" }
        let frequencies = try await libraries[0].documentFrequencies(of: words)
        #expect(try await libraries[1].documentFrequencies(of: words) == frequencies)
        #expect(try await libraries[1].fullTextStatistics() == libraries[0].fullTextStatistics())
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [(0, "hearth"), (100_000, "hearth"), (100_000, "plain")])
    func vectorsAreFoundByAnIndexByAScanAndWithoutPgvector(_ exact: Int, _ database: String) async throws {
        var configuration = try PostgresServer.configuration()
        configuration.exactVectors = exact
        configuration.address.database = database
        let library = try await PostgresLibrary.open(configuration)
        #expect((library.vectorSupport.note == nil) == (database == "hearth"))
        let memory = MemoryLibrary()
        let samples = SampleDocuments(chunkCount: 8, wordsPerChunk: 2, dimension: 48)
        let items = (0..<150).map { samples.ingestion($0, folder: "/\($0 % 10)") }
        for store in [library, memory] as [any Library] { try await store.store(items) }
        if exact == 0 {
            try await library.indexer.build(library)
            #expect(try await library.read { try $0.hasIndex(VectorIndexer.name(48)) })
        }
        var generator = SeededGenerator(seed: 7)
        var (hits, wanted) = (0, 0)
        for round in 0..<40 {
            let query = SampleDocuments.vector(48, using: &generator)
            let filter = round % 2 == 0 ? .everything : SearchFilter(paths: ["/\(round % 10)"])
            let found = try await library.nearest(to: query, limit: 10, filter: filter)
            let true10 = try await memory.nearest(to: query, limit: 10, filter: filter)
            hits += Set(found.map(\.chunkID)).intersection(true10.map(\.chunkID)).count
            wanted += true10.count
            let scores = Dictionary(uniqueKeysWithValues: true10.map { ($0.chunkID, $0.score) })
            #expect(found.allSatisfy { match in scores[match.chunkID].map { abs($0 - match.score) < 1e-6 } ?? true })
            if exact > 0 { #expect(same(found, true10, within: 1e-6), "round \(round)") }
        }
        #expect(Double(hits) / Double(wanted) >= 0.99, "recall \(hits) of \(wanted)")
    }

    @Test func aVectorOfNumbersThatSixteenBitsCannotHoldIsComparedHere() async throws {
        let library = try await PostgresServer.library()
        let samples = SampleDocuments(chunkCount: 3, dimension: nil)
        try await library.store([samples.ingestion(1)])
        let ids = try await library.chunks(after: 0, limit: 9).map(\.id)
        _ = try await library.addVectors([(ids[0], [1e6, 0]), (ids[1], [0, 1]), (ids[2], [2e6, 1])], modelID: "m")
        #expect(try await library.nearest(to: [1, 0], limit: 3).map(\.chunkID) == [ids[2], ids[0], ids[1]])
    }

    @Test func hostileTermsAndTextsAreKeptAndDoNoHarm() async throws {
        let library = try await PostgresServer.library()
        let long = String(repeating: "x", count: 100_000)
        let text = "a'; DROP TABLE document; -- \0 $1 \\ \(long) {\"}"
        var document = SampleDocuments(dimension: nil).document(title: "T\0'\"", texts: [text])
        document.chunks[0].terms = "nul\0term '; \(long) $2"
        let source = SampleDocuments().source("/a'b\\c", of: document)
        try await library.replaceSource(source, with: document)
        let id = try #require(try await library.document(atPath: "/a'b\\c")?.id)
        #expect(try await library.text(ofDocument: id) == text)
        #expect(try await library.fullText([QueryTerm(long)], limit: 9).count == 1)
        #expect(try await library.fullText([QueryTerm("';")], limit: 9).count == 1)
        #expect(try await library.fullText([QueryTerm("nul\0term")], limit: 9).isEmpty)
        _ = try await library.removeDocuments(ids: [id])
        #expect(try await library.fullTextStatistics().averageBodyLength == 0)
    }
}

@Suite struct HalfFloatTests {
    @Test func numbersOfSixteenBitsAreTheNearest() {
        for (number, bits): (Float, UInt16) in [
            (0, 0), (1, 0x3C00), (-2, 0xC000), (65_503, 0x7BFF), (0.333_333_33, 0x3555), (5.960_464_5e-8, 1),
            (2.980_232_2e-8, 0), (6.1e-5, 0x03FF), (1.000_488_3, 0x3C00), (1.001_464_8, 0x3C02),
        ] {
            #expect(HalfFloat.bits(number) == bits, "\(number)")
        }
    }

    #if arch(arm64) || os(Linux)
    @Test func theyAreSwiftsOwn() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let number = Float(bitPattern: UInt32.random(in: 0 ... .max, using: &generator))
            guard number.isFinite, number.magnitude < 65_504 else { continue }
            #expect(HalfFloat.bits(number) == Float16(number).bitPattern, "\(number)")
        }
    }
    #endif
}
#endif
