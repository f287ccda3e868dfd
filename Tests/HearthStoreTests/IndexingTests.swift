import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct IndexingTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let samples = SampleDocuments(dimension: nil)

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private func ingest(_ texts: [[String]], language: String? = nil, analysis: String? = nil) async throws {
        try await database.store(
            texts.map { pieces in
                var document = samples.document(title: "about \(pieces[0])", texts: pieces)
                (document.language, document.analysis) = (language, analysis)
                return Ingestion(source: samples.source("/\(pieces[0])", of: document), document: document)
            })
    }

    private func reversed(_ document: DocumentToIndex) -> (document: DocumentToIndex, terms: [ChunkTerms]) {
        let terms = document.chunks.map { chunk in
            ChunkTerms(title: "", body: chunk.chunk.text.split(separator: " ").reversed().joined(separator: " new "))
        }
        return (document, terms)
    }

    private func found(_ term: String) async throws -> Int {
        try await database.fullText([QueryTerm(term)], limit: 99).count
    }

    @Test func entriesAreMadeAnewAndTheTotalsFollow() async throws {
        try await ingest([["heron marsh", "reed"], ["otter river"], ["stone"]])
        let documents = try await database.documentsToIndex(as: "2", most: 99)
        #expect(documents.map(\.chunks.count) == [2, 1, 1] && documents[1].title == "about otter river")
        #expect(try await database.index(documents.map(reversed), as: "2") == 3)
        #expect(try await found("new") == 2)
        #expect(try await found("heron") == 1)
        #expect(try await found("about") == 0)
        let statistics = try await database.fullTextStatistics()
        #expect(statistics.averageTitleLength == 0 && statistics.averageBodyLength == 2)
        #expect(try await database.documentsToIndex(as: "2", most: 99).isEmpty)
        #expect(try await database.documentsToIndex(as: "3", most: 99).count == 3)
        #expect(try await database.checkIntegrity().problems == [])
        // What goes takes its own counts along.
        try await database.removeSources(paths: ["/heron marsh", "/otter river", "/stone"])
        #expect(try await database.fullTextStatistics().averageBodyLength == 0)
    }

    @Test func itIsDoneInPiecesAndWhatIsLargeCanWait() async throws {
        try await ingest([["a", "b", "c"], ["d"], ["e"], ["f", "g"]])
        #expect(try await database.documentsToIndex(as: "2", most: 2).map(\.chunks.count) == [3])
        #expect(try await database.documentsToIndex(as: "2", most: 2, largest: 2).map(\.chunks.count) == [1, 1])
        var steps = 0
        while case let documents = try await database.documentsToIndex(as: "2", most: 2), !documents.isEmpty {
            try await database.index(documents.map(reversed), as: "2")
            steps += 1
        }
        #expect(steps == 3)
    }

    @Test func whatChangedMeanwhileStaysAsItIs() async throws {
        try await ingest([["heron"], ["otter"], ["stone"]])
        let read = try await database.documentsToIndex(as: "2", most: 99)
        try await database.removeSources(paths: ["/heron"])
        let replaced = samples.document(title: "about otter", texts: ["otter"], processing: "2")
        _ = try await database.replaceSource(samples.source("/otter", of: replaced), with: replaced)
        #expect(try await database.index(read.map(reversed), as: "2") == 1)
        #expect(try await found("heron") == 0)
        #expect(try await found("otter") == 1)
        #expect(try await database.documentsToIndex(as: "2", most: 99).map(\.title) == ["about otter"])
        // Terms that do not fit the chunks change nothing.
        let rest = try await database.documentsToIndex(as: "2", most: 99)
        #expect(try await database.index(rest.map { ($0, []) }, as: "2") == 0)
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func languagesAreThoseOfDocumentsWithTheAnalysis() async throws {
        #expect(try await database.languages(analysedAs: "2") == [])
        try await ingest([["un"], ["deux"]], language: "fr", analysis: "2")
        try await ingest([["eins"]], language: "de", analysis: "2")
        try await ingest([["один"]], language: "ru", analysis: "1")
        try await ingest([["?"]], analysis: "2")
        #expect(try await database.languages(analysedAs: "2") == ["de", "fr"])
        #expect(try await database.documentsToIndex(as: "2", most: 99).map(\.language) == ["ru"])
    }
}
