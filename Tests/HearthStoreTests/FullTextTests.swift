import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct FullTextTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let samples = SampleDocuments(dimension: nil)

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private func ingest(_ texts: [[String]]) async throws {
        try await database.store(
            texts.enumerated().map { number, pieces in
                let document = samples.document(title: "title t\(number % 3)", texts: pieces)
                return Ingestion(source: samples.source("/\(number)", of: document), document: document)
            })
    }

    @Test func scoresAreThoseOfTheFormula() async throws {
        var generator = SeededGenerator(seed: 7)
        let texts = (0..<40).map { _ in
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...30, using: &generator))
                    .map { _ in "w\(Int.random(in: 0..<12, using: &generator))" }.joined(separator: " ")
            }
        }
        try await ingest(texts)
        // Remove some, so that statistics must follow.
        for number in [3, 17, 30] { try await database.removeSources(paths: ["/\(number)"]) }
        let kept = texts.enumerated().filter { ![3, 17, 30].contains($0.offset) }
        let rows = kept.flatMap { number, pieces in
            pieces.map { (title: ["title", "t\(number % 3)"], body: $0.split(separator: " ").map(String.init)) }
        }
        let query = [QueryTerm("w3"), QueryTerm("w7", weight: 0.5), QueryTerm("t1", weight: 2), QueryTerm("absent")]
        let ranking = FullTextRanking(k1: 1.4, bodyB: 0.6, bodyWeight: 1.1, titleB: 0.3, titleWeight: 0.7)
        let averages = (
            title: rows.map { Double($0.title.count) }.reduce(0, +) / Double(rows.count),
            body: rows.map { Double($0.body.count) }.reduce(0, +) / Double(rows.count)
        )
        let expected = rows.map { row in
            query.reduce(0.0) { score, term in
                let df = rows.count { $0.title.contains(term.text) || $0.body.contains(term.text) }
                let idf = log(1 + (Double(rows.count - df) + 0.5) / (Double(df) + 0.5))
                let title = Double(row.title.count { $0 == term.text }) * ranking.titleWeight
                let body = Double(row.body.count { $0 == term.text }) * ranking.bodyWeight
                let tf =
                    title / (1 - ranking.titleB + ranking.titleB * Double(row.title.count) / averages.title)
                    + body / (1 - ranking.bodyB + ranking.bodyB * Double(row.body.count) / averages.body)
                return tf > 0 ? score + term.weight * idf * tf * (ranking.k1 + 1) / (tf + ranking.k1) : score
            }
        }.filter { $0 > 0 }.sorted(by: >)
        let found = try await database.fullText(query, limit: 1_000, ranking: ranking)
        #expect(found.count == expected.count)
        for (match, score) in zip(found, expected) { #expect(abs(match.score - score) < 1e-9) }
        let statistics = try await database.fullTextStatistics()
        #expect(statistics.chunks == rows.count)
        #expect(abs(statistics.averageBodyLength - averages.body) < 1e-9)
        #expect(abs(statistics.averageTitleLength - averages.title) < 1e-9)
        let frequencies = try await database.documentFrequencies(of: ["w3", "absent"])
        #expect(frequencies == ["w3": rows.count { $0.body.contains("w3") }])
    }

    @Test(arguments: [
        "c++", "naïve", "NEAR", "or", "a\"b", "日本語", "हिन्दी", "x*", "col:term", "-minus", "(", "e\u{301}", "👩‍👩‍👧", "'", "{a}",
    ])
    func termsSurviveVerbatim(_ term: String) async throws {
        try await ingest([["alpha \(term) omega"], ["alpha omega"]])
        #expect(try await database.fullText([QueryTerm(term)], limit: 9).count == 1)
        #expect(try await database.documentFrequencies(of: [term]) == [term: 1])
    }

    @Test func lettersAreNotFolded() async throws {
        try await ingest([["éa"]])
        #expect(try await database.fullText([QueryTerm("ea")], limit: 9).isEmpty)
        #expect(try await database.fullText([QueryTerm("e\u{301}a")], limit: 9).isEmpty)
    }

    @Test func aPhraseMatchesTermsThatFollowEachOther() async throws {
        try await ingest([["red fox runs"], ["fox red runs"]])
        #expect(try await database.fullText([QueryTerm("red fox")], limit: 9).map(\.chunkID) == [1])
    }

    @Test func senselessQueriesFindNothing() async throws {
        try await ingest([["a b c"]])
        for terms in [[], [QueryTerm("")], [QueryTerm("  ")], [QueryTerm("a\0b")], [QueryTerm("a", weight: .nan)]] {
            #expect(try await database.fullText(terms, limit: 9).isEmpty)
        }
        #expect(try await database.fullText([QueryTerm("a")], limit: 0).isEmpty)
        let many = (0..<5_000).map { QueryTerm("q\($0)") } + [QueryTerm("a")]
        #expect(try await database.fullText(many, limit: 9).isEmpty)
    }

    @Test func aFilterNarrowsBeforeTheLimit() async throws {
        try await ingest((0..<50).map { ["fox fox fox number\($0)"] } + [["one fox among many other words here"]])
        let last = try #require(try await database.document(atPath: "/50"))
        let found = try await database.fullText(
            [QueryTerm("fox")], limit: 1, filter: SearchFilter(documentIDs: [last.id]))
        #expect(found.map(\.chunkID) == Array(last.chunkIDs))
        let three = SearchFilter(paths: ["/3", "/40", "/50"])
        #expect(try await database.fullText([QueryTerm("fox")], limit: 9, filter: three).map(\.chunkID) == [4, 41, 51])
        let none = SearchFilter(documentIDs: ["unknown"])
        #expect(try await database.fullText([QueryTerm("fox")], limit: 9, filter: none).isEmpty)
    }

    @Test func equalScoresComeInTheOrderOfChunks() async throws {
        try await ingest((0..<20).map { ["same words here n\($0)"] })
        let found = try await database.fullText([QueryTerm("same")], limit: 5)
        #expect(found.map(\.chunkID) == [1, 2, 3, 4, 5])
    }

    /// What every chunk of a document says does not tell them apart, however rare it is elsewhere.
    @Test func withinADocumentRarityIsItsOwn() async throws {
        let report = (0..<40).map { $0 == 5 ? "boiler valve" : $0 == 6 ? "boiler boiler" : "boiler word\($0)" }
        let others = (0..<80).map { ["valve other\($0)"] }
        try await ingest([report] + others)
        let id = try #require(try await database.document(atPath: "/0")).id
        let query = [QueryTerm("boiler"), QueryTerm("valve")]
        let filter = SearchFilter(documentIDs: [id])
        let best = try #require(try await database.fullText(query, limit: 1, filter: filter).first)
        let chunk = try #require(try await database.chunks(ids: [best.chunkID]).first)
        #expect(chunk.chunk.text == "boiler valve")
        // "boiler" is rare in the store and says nothing here: far below the score that the whole store would give.
        let scores = try await database.fullText([QueryTerm("boiler")], limit: 1, filter: filter)
        let all = try await database.fullText([QueryTerm("boiler")], limit: 1)
        #expect(try #require(scores.first).score < 0.6 * (try #require(all.first).score))
    }
}
