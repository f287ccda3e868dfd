import Foundation
import HearthCore
import HearthStore
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

/// Stores whose index entries were made by an earlier version, and in several languages.
@Suite struct IndexRefreshTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private static let german = [
        "Die alten Häuser am Hafen wurden nach dem großen Brand wieder aufgebaut, und viele Familien zogen dort ein.",
        "Der Müller mahlte das Korn für die Bauern des Dorfes und bekam dafür einen Teil des Mehls.",
    ]

    /// As a version before wrote it: English stems for every word, and no name of the analysis.
    private func ingestAsBefore(_ texts: [String], language: String?, copies: Int = 1) async throws {
        let analyzer = SearchAnalyzer()
        let samples = SampleDocuments(dimension: nil)
        for (number, text) in texts.enumerated() {
            var document = samples.document(title: "Note \(number)", texts: Array(repeating: text, count: copies))
            document.language = language
            for index in document.chunks.indices {
                document.chunks[index].titleTerms = analyzer.terms(in: "Note \(number)").joined(separator: " ")
                document.chunks[index].terms = analyzer.terms(in: text).joined(separator: " ")
            }
            _ = try await database.replaceSource(samples.source("/\(number)", of: document), with: document)
        }
    }

    private func firstPath(_ query: String) async throws -> String? {
        try await Retriever(library: database, embedder: nil).search(SearchRequest(text: query, limit: 5))
            .passages.first?.path
    }

    @Test func aSearchMakesASmallStoreAnew() async throws {
        try await ingestAsBefore(Self.german, language: "de")
        #expect(try await database.documentFrequencies(of: ["haus", "hauser"]) == ["hauser": 1])
        #expect(try await firstPath("Welches Haus?") == "/0")
        #expect(try await database.documentFrequencies(of: ["haus", "hauser"]) == ["haus": 1])
        #expect(try await database.languages(analysedAs: SearchAnalyzer.version) == ["de"])
    }

    @Test func whatIsTooLargeForASearchIsFoundAsBeforeUntilItsTurnComes() async throws {
        try await ingestAsBefore(Self.german, language: "de", copies: 300)
        #expect(try await firstPath("Häuser am Hafen") == "/0")
        #expect(try await database.documentsToIndex(as: SearchAnalyzer.version, most: 9999).count == 2)
        try await IndexRefresh(library: database).run()
        #expect(try await database.documentsToIndex(as: SearchAnalyzer.version, most: 9999).isEmpty)
        #expect(try await firstPath("Welches Haus?") == "/0")
        #expect(try await database.checkIntegrity().problems == [])
    }

    @Test func whatAFileIsCalledIsFoundInAnOlderStoreToo() async throws {
        let samples = SampleDocuments(dimension: nil)
        for (path, text) in [("/dentist_plan.md", "The crown costs 640."), ("/gym.md", "Guests pay eight.")] {
            var document = samples.document(title: "Note", texts: [text])
            document.language = "en"
            document.analysis = "words 2"
            document.chunks[0].titleTerms = "note"
            document.chunks[0].terms = SearchAnalyzer(language: "en").terms(in: text).joined(separator: " ")
            _ = try await database.replaceSource(samples.source(path, of: document), with: document)
        }
        #expect(try await firstPath("dentist") == "/dentist_plan.md")
        #expect(try await database.documentFrequencies(of: ["dentist", "gym"]) == ["dentist": 1, "gym": 1])
    }

    @Test func itCanBeCancelledAndGoesOn() async throws {
        try await ingestAsBefore(Self.german, language: "de", copies: 600)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await IndexRefresh(library: database).run()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.documentsToIndex(as: SearchAnalyzer.version, most: 1).count == 1)
        try await IndexRefresh(library: database).run()
        #expect(try await database.documentsToIndex(as: SearchAnalyzer.version, most: 1).isEmpty)
    }

    @Test func aStoreThatCannotBeWrittenIsSearchedAsItIs() async throws {
        try await ingestAsBefore(Self.german, language: "de")
        try database.close()
        var configuration = store.configuration
        configuration.isReadOnly = true
        let reading = try HearthDatabase(configuration)
        let found = try await Retriever(library: reading, embedder: nil)
            .search(SearchRequest(text: "Häuser am Hafen", limit: 5))
        #expect(found.passages.first?.path == "/0")
    }

    @Test func eachDocumentIsFoundInItsLanguage() async throws {
        let folder = store.folder.appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let texts = [
            "de": Self.german[0],
            "en":
                "The connections between the two old libraries were rebuilt after the war, when readers asked for them.",
            "fr":
                "Les chevaux de la ferme galopaient dans les prairies, et les enfants du village les regardaient souvent.",
            "ru": "Старые книги лежали на полках библиотеки, и никто из читателей давно не открывал их страницы.",
        ]
        for (name, text) in texts {
            try Data(text.utf8).write(to: folder.appending(path: "\(name).txt"))
        }
        for try await _ in Ingestor(library: database, embedder: nil).ingest([folder.path]) {}
        #expect(try await database.languages(analysedAs: SearchAnalyzer.version) == ["de", "en", "fr", "ru"])
        for (query, name) in [
            ("Haus", "de"), ("connected libraries", "en"), ("le cheval", "fr"), ("книгу читатель", "ru"),
            ("HÄUSERN Hafen", "de"),
        ] {
            let path = try await firstPath(query)
            #expect(path?.hasSuffix("/\(name).txt") == true, "\(query): \(path ?? "nothing")")
        }
    }
}
