import Foundation
import HearthCore
import HearthDocuments
import HearthTesting
import Testing

@testable import HearthKnowledge

/// A file that is too large for one document is kept in several, and these follow it together.
struct FilePartsTests {
    private let library = MemoryLibrary()
    private let base: FolderFixture

    init() throws { base = try FolderFixture() }

    private var ingestor: Ingestor {
        var configuration = Ingestor.Configuration()
        configuration.largeFile = 1_000
        configuration.parts.table = (whole: 18_000, part: 12_000)
        configuration.parts.smallTable = 1_000
        configuration.parts.head = 4_000
        return Ingestor(library: library, embedder: nil, configuration: configuration)
    }

    private func table(_ rows: Int) -> String {
        "Day,Payee,Amount\n" + (2...rows).map { "2024-03-\($0 % 28 + 1),Payee number \($0),\($0).50\n" }.joined()
    }

    @discardableResult
    private func ingest(_ paths: [String], _ options: IngestOptions = IngestOptions()) async throws -> IngestSummary {
        var summary = IngestSummary()
        for try await event in ingestor.ingest(paths, options: options) {
            if case .summary(let told) = event { summary = told }
        }
        return summary
    }

    private func places() async throws -> [String] {
        try await library.sourceStates(under: base.path("")).map(\.file.path).sorted { $0.utf8.count < $1.utf8.count }
    }

    private func found(_ words: String) async throws -> [String] {
        let request = SearchRequest(text: words, limit: 3)
        return try await Retriever(library: library, embedder: nil).search(request).passages.map(\.text)
    }

    @Test func everyRowOfALargeTableIsFoundWithItsNumber() async throws {
        try base.write("in/bank.csv", table(600))
        let summary = try await ingest([base.path("in")])
        #expect(summary.added > 2 && summary.failed == 0)
        #expect(try await places().count == summary.added)
        for row in [137, 311, 600] {
            let best = try #require(try await found("Payee number \(row)").first)
            #expect(best.contains("Row \(row) · Day: 2024-03-\(row % 28 + 1) · Payee: Payee number \(row) "))
        }
        let titles = try await library.documents(matching: .everything, limit: .max, offset: 0).compactMap(\.title)
        #expect(Set(titles) == Set((1...summary.added).map { "bank (\($0))" }))
        let again = try await ingest([base.path("in")])
        #expect(again.unchanged == summary.added && again.added + again.updated == 0)
    }

    @Test func whatGrowsIsReadFromItsLastPieceOnAndWhatShrinksLosesTheRest() async throws {
        try base.write("in/bank.csv", table(600))
        let first = try await ingest([base.path("in")])
        try base.write("in/bank.csv", table(640))
        let grown = try await ingest([base.path("in")])
        #expect(grown.updated == 1 && grown.unchanged == first.added - 1)
        #expect(try await found("Payee number 639").first?.contains("Row 639") == true)
        try base.write("in/bank.csv", table(100))
        let shrunk = try await ingest([base.path("in")])
        #expect(shrunk.updated == 1)
        #expect(try await places() == [base.path("in/bank.csv")])
        #expect(try await library.counts().documents == 1)
    }

    @Test func piecesAreAsPrivateAsTheirFile() async throws {
        try base.write("in/bank.csv", table(600))
        var options = IngestOptions()
        options.label = .private
        try await ingest([base.path("in/bank.csv")], options)
        func labels() async throws -> Set<SensitivityLabel> {
            Set(try await library.documents(matching: .everything, limit: .max, offset: 0).map(\.label))
        }
        #expect(try await labels() == [.private])
        // Further pieces come without a word of anybody's.
        try base.write("in/bank.csv", table(1_200))
        try await ingest([base.path("in/bank.csv")])
        #expect(try await labels() == [.private])
    }

    @Test func whatIsGoneIsForgottenInAllItsPieces() async throws {
        try base.write("in/bank.csv", table(600))
        try base.write("in/note.md", "The roof is red.")
        try await ingest([base.path("in")])
        var options = IngestOptions()
        options.prunes = true
        try await ingest([base.path("in")], options)
        #expect(try await places().count > 3)
        try base.remove("in/bank.csv")
        try await ingest([base.path("in")], options)
        #expect(try await places() == [base.path("in/note.md")])
    }

    @Test func aWatchedFolderFollowsThePiecesOfAFile() async throws {
        try base.write("in/bank.csv", table(600))
        var configuration = FolderService.Configuration()
        configuration.settling = 0
        let service = FolderService(library: library, ingestor: ingestor, configuration: configuration)
        _ = try await service.add(FolderAddition(path: base.path("in"), deletions: .follow))
        try await service.refresh([]) { _ in }
        let before = try await places()
        #expect(before.count > 2)
        try await service.refresh([]) { event in
            if case .report(let report) = event { #expect(!report.isChange) }
        }
        try base.rename("in/bank.csv", "in/deep/accounts.csv")
        try await service.refresh([]) { event in
            if case .report(let report) = event { #expect(report.moved == 1 && report.added == 0) }
        }
        let moved = before.map { $0.replacing("/in/bank.csv", with: "/in/deep/accounts.csv") }
        #expect(try await places() == moved)
        try base.remove("in/deep/accounts.csv")
        try await service.refresh([]) { _ in }
        #expect(try await places().isEmpty)
    }
}
