import CVectorKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

@Suite struct VectorSearchTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    /// Stores `vectors` as the chunks of one document a hundred; chunk ids are positions plus 1.
    private func ingest(_ vectors: [[Float]], perDocument: Int = 100) async throws {
        let starts = Array(stride(from: 0, to: vectors.count, by: perDocument))
        try await database.store(
            starts.map { start in
                let part = Array(vectors[start..<min(vectors.count, start + perDocument)])
                var document = SampleDocuments(chunkCount: part.count, wordsPerChunk: 2, dimension: nil).document(start)
                document.vectors = ChunkVectors(modelID: "m", vectors: part)
                return Ingestion(source: SampleDocuments().source("/\(start)", of: document), document: document)
            })
    }

    /// The true neighbours, in 64 bits; equal scores in the order of ids.
    private func exact(_ vectors: [[Float]], _ query: [Float], _ limit: Int) -> [ChunkMatch] {
        let scores = vectors.enumerated().map { position, vector in
            ChunkMatch(
                chunkID: Int64(position + 1), score: zip(vector, query).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            )
        }
        return Array(scores.sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }.prefix(limit))
    }

    /// Directions around a few hundred centres, as embeddings of text lie, which is harder than evenly spread ones.
    private func clustered(_ count: Int, _ dimension: Int, seed: UInt64) -> [[Float]] {
        var generator = SeededGenerator(seed: seed)
        let centres = (0..<max(1, count / 50)).map { _ in SampleDocuments.vector(dimension, using: &generator) }
        return (0..<count).map { position in
            let noise = SampleDocuments.vector(dimension, using: &generator)
            let mixed = zip(centres[position % centres.count], noise).map { $0 + 0.7 * $1 }
            let length = mixed.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
            return mixed.map { $0 / length }
        }
    }

    @Test func theTenNearestAreFound() async throws {
        let vectors = clustered(3_000, 96, seed: 1)
        try await ingest(vectors)
        var found = 0
        let queries = clustered(60, 96, seed: 1).map { $0 } + clustered(60, 96, seed: 2)
        for query in queries {
            let truth = Set(exact(vectors, query, 10).map(\.chunkID))
            found += truth.intersection(try await database.nearest(to: query, limit: 10).map(\.chunkID)).count
        }
        #expect(Double(found) / Double(queries.count * 10) >= 0.999)
    }

    @Test(arguments: [(1, 1), (3, 7), (5, 63), (4, 64), (1_025, 65), (300, 128), (7, 1_000)])
    func anyNumberAndDimensionWorks(_ count: Int, _ dimension: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(count * dimension))
        let vectors = (0..<count).map { _ in SampleDocuments.vector(dimension, using: &generator) }
        try await ingest(vectors)
        let query = SampleDocuments.vector(dimension, using: &generator)
        let found = try await database.nearest(to: query, limit: 5)
        let truth = exact(vectors, query, 5)
        #expect(found.count == truth.count)
        #expect(found[0].chunkID == truth[0].chunkID)
        for (a, b) in zip(found, truth) { #expect(abs(a.score - b.score) < 1e-4) }
    }

    @Test func anEmptyStoreFindsNothing() async throws {
        #expect(try await database.nearest(to: [1, 2, 3], limit: 5).isEmpty)
        try await ingest([[1, 0]])
        try await database.removeDocument(id: database.documents()[0].id)
        #expect(try await database.nearest(to: [1, 2], limit: 5).isEmpty)
    }

    @Test func tiesComeInTheOrderOfChunks() async throws {
        try await ingest((0..<500).map { _ in [0.6, 0.8, 0] })
        #expect(try await database.nearest(to: [0, 1, 0], limit: 7).map(\.chunkID) == [1, 2, 3, 4, 5, 6, 7])
        #expect(try await database.nearest(to: [0, 0, 0], limit: 3).map(\.score) == [0, 0, 0])
    }

    @Test func zeroTinyAndLargeVectorsAreOrdered() async throws {
        try await ingest([[0, 0], [1e-20, 0], [1e10, 0], [-1e10, 1], [1e-38, 1e-38]])
        let found = try await database.nearest(to: [1, 0], limit: 5)
        #expect(found.map(\.chunkID) == [3, 2, 1, 5, 4])
        #expect(found.allSatisfy { $0.score.isFinite })
    }

    @Test func numbersThatAreNotFiniteAreRefused() async throws {
        try await ingest([[1, 0]])
        for bad in [Float.nan, .infinity, -.infinity, 3e38] {
            #expect(await code { _ = try await database.nearest(to: [bad, 0], limit: 1) } == "invalid-vector")
            #expect(await code { try await ingest([[bad, 0], [1, 0]]) } == "invalid-vector")
            #expect(await code { try await database.addVectors([(1, [0, bad])], modelID: "n") } == "invalid-vector")
        }
        #expect(await code { _ = try await database.nearest(to: [1, 0, 0], limit: 1) } == "invalid-vector")
        #expect(await code { try await ingest([[1, 0, 0]]) } == "invalid-vector")
        #expect(await code { try await ingest([[]]) } == "invalid-vector")
    }

    @Test func aFilterIsExactHoweverSmall() async throws {
        let vectors = clustered(2_300, 32, seed: 5)
        try await ingest(vectors)
        let document = try #require(try await database.document(atPath: "/1200"))
        let query = clustered(1, 32, seed: 9)[0]
        let found = try await database.nearest(to: query, limit: 4, filter: SearchFilter(documentIDs: [document.id]))
        let truth = exact(vectors, query, 2_300).filter { document.chunkIDs.contains($0.chunkID) }.prefix(4)
        #expect(found.map(\.chunkID) == truth.map(\.chunkID))
        let scattered = SearchFilter(paths: ["/0", "/1100", "/2200"])
        let some = try await database.nearest(to: query, limit: 250, filter: scattered)
        let allowed = exact(vectors, query, 2_300).filter { [0, 11, 22].contains(($0.chunkID - 1) / 100) }
        #expect(some.map(\.chunkID) == allowed.prefix(250).map(\.chunkID))
    }

    @Test func whatIsAddedAndRemovedIsSeenAtOnceByEveryOpenDatabase() async throws {
        let other = try store.open()
        let vectors = clustered(400, 16, seed: 3)
        try await ingest(vectors)
        let query = vectors[250]
        #expect(try await other.nearest(to: query, limit: 1).map(\.chunkID) == [251])
        try await other.removeSources(paths: ["/200"])
        let rest = exact(vectors, query, 400).filter { ($0.chunkID - 1) / 100 != 2 }.prefix(5)
        #expect(try await database.nearest(to: query, limit: 5).map(\.chunkID) == rest.map(\.chunkID))
        #expect(try await other.nearest(to: query, limit: 5).map(\.chunkID) == rest.map(\.chunkID))
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func manySmallTransactionsLeaveFewSegments() async throws {
        let samples = SampleDocuments(chunkCount: 3, dimension: 8)
        for number in 0..<150 { try await database.store([samples.ingestion(number)]) }
        let counts = try await database.read { db in
            try SegmentTable(db, #require(try VectorModel.find(db, id: nil))).entries().map(\.count)
        }
        #expect(counts.reduce(0, +) == 450)
        #expect(counts.count <= 10, "\(counts)")
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func everyKernelGivesTheSameProducts() throws {
        var generator = SeededGenerator(seed: 11)
        for padded in [64, 128, 384, 1_024] {
            let extreme = [Int8](repeating: -127, count: padded) + [Int8](repeating: 127, count: padded)
            let rows = extreme + (0..<(9 * padded)).map { _ in Int8.random(in: -127...127, using: &generator) }
            let count = rows.count / padded
            let scales = (0..<count).map { _ in Float.random(in: 0.001...1, using: &generator) }
            for query in [Array(rows.prefix(padded)), Array(rows.suffix(padded))] {
                let expected = (0..<count).map { row in
                    Float((0..<padded).reduce(0) { $0 + Int(query[$1]) * Int(rows[row * padded + $1]) }) * scales[row]
                        * 0.5
                }
                for kernel in 0..<Int32(HEARTH_KERNEL_COUNT) where hearth_scan_kernel_supported(kernel) == 1 {
                    var found = [UInt32](repeating: 0, count: count)
                    var scores = [Float](repeating: 0, count: count)
                    let hits = hearth_scan_i8(
                        kernel, query, 0.5, rows, scales, count, padded, -.infinity, &found, &scores)
                    #expect(hits == count)
                    #expect(scores == expected, "\(String(cString: hearth_scan_kernel_name(kernel)))")
                }
            }
        }
    }

    @Test func threadsDoNotChangeTheResult() async throws {
        let vectors = clustered(5_000, 64, seed: 8)
        try await ingest(vectors)
        let model = try await database.read { try VectorModel.find($0, id: nil) }
        let matrix = try await database.read { [database] db in try database.vectors.matrix(db, #require(model)) }
        let repeated = VectorCache.Matrix(
            revision: 0, padded: matrix.padded, segments: (0..<80).flatMap { _ in matrix.segments })
        let scan = try #require(VectorScan(repeated, query: vectors[7]))
        let one = scan.best(500, in: nil, threads: 1)
        let four = scan.best(500, in: nil, threads: 4)
        #expect(one.map(\.chunk) == four.map(\.chunk))
        #expect(one.map(\.score) == four.map(\.score))
    }

    @Test func aNewModelTakesOverOnlyWhenItIsComplete() async throws {
        try await ingest(clustered(250, 8, seed: 4))
        #expect(await code { try await database.activateVectorModel("new") } == "unknown-item")
        var after: Int64 = 0
        while true {
            let missing = try await database.chunksMissingVectors(modelID: "new", after: after, limit: 100)
            guard let last = missing.last else { break }
            if after > 0 {
                #expect(await code { try await database.activateVectorModel("new") } == "incomplete-vectors")
            }
            after = last.id
            try await database.addVectors(missing.map { ($0.id, [1, Float($0.id)]) }, modelID: "new")
            #expect(try await database.activeVectorModel()?.id == "m")
        }
        // Again: nothing is doubled, and chunks that do not exist are left out.
        #expect(try await database.addVectors([(1, [5, 5]), (9_999, [1, 1])], modelID: "new") == 0)
        let models = try await database.vectorModels()
        #expect(models.map(\.vectorCount) == [250, 250])
        try await database.activateVectorModel("new")
        #expect(try await database.vectorModels().map(\.id) == ["new"])
        #expect(try await database.nearest(to: [0, 1], limit: 1).map(\.chunkID) == [250])
        #expect(try await database.vectors(ofChunks: [3, 9_999]).keys.sorted() == [3])
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func storedVectorsComeBackCloseToExact() async throws {
        let vectors = clustered(50, 384, seed: 6)
        try await ingest(vectors)
        let stored = try await database.vectors(ofChunks: Array(1...50))
        for (position, vector) in vectors.enumerated() {
            let copy = try #require(stored[Int64(position + 1)])
            #expect(zip(vector, copy).allSatisfy { abs($0 - $1) < 1e-5 })
        }
    }
}
