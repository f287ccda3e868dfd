import HearthCore
import HearthModels
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

/// Answers that are computed from tables, in a library in which most texts are prose.
@Suite struct TableAnswerTests {
    private let library = MemoryLibrary()

    private static let trips = [
        "Row 1 · Date · Person · Kind · What · Cost EUR · Approved by",
        "Row 2 · Date: 2026-03-02 · Person: Ada Brook · Kind: Train · What: York and back · Cost EUR: 64.20 · Approved by: Ben Orr",
        "Row 3 · Date: 2026-03-09 · Person: Ben Orr · Kind: Room · What: Two nights · Cost EUR: 212.00 · Approved by: Ada Brook",
        "Row 4 · Date: 2026-04-01 · Person: Ada Brook · Kind: Train · What: Leeds · Cost EUR: 31.50 · Approved by: Ben Orr",
        "Row 5 · Date: 2026-04-17 · Person: Ada Brook · Kind: Meal · What: Supper · Cost EUR: 301.00 · Approved by: Ben Orr",
    ]
    private static let prose = (1...14).map {
        "Ada Brook likes to spend the day number \($0) with the employees. In total they spend much time on expenses."
    }

    private func ingest(_ texts: [String], title: String, path: String, gap: String) async throws {
        let analyzer = SearchAnalyzer(language: "en")
        let samples = SampleDocuments(dimension: nil)
        var document = samples.document(title: title, texts: texts)
        document.content.text = texts.joined(separator: gap)
        document.language = "en"
        document.analysis = SearchAnalyzer.version
        for index in document.chunks.indices {
            document.chunks[index].titleTerms = analyzer.terms(in: title).joined(separator: " ")
            document.chunks[index].terms = analyzer.terms(in: texts[index]).joined(separator: " ")
        }
        _ = try await library.replaceSource(samples.source(path, of: document), with: document)
    }

    private func ask(_ question: String) async throws -> Answer {
        try await ingest(Self.trips, title: "expenses", path: "/expenses", gap: "\n ")
        for (number, text) in Self.prose.enumerated() {
            try await ingest([text], title: "Letter \(number)", path: "/letter \(number)", gap: "\n\n")
        }
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil)
        for try await event in service.ask(AnswerRequest(question: question)) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    @Test func theGreatestIsToldWithItsRow() async throws {
        let answer = try await ask("What was the largest expense?")
        #expect(answer.text == "Supper: 301.00 (Cost EUR; 2026-04-17) [1]", "\(answer.text)")
        #expect(answer.citations.map(\.quote) == [Self.trips[4]] && answer.citations.allSatisfy(\.verified))
        #expect(answer.notes.contains { $0.hasPrefix("Compared were the 4 rows") }, "\(answer.notes)")
    }

    @Test func rowsAreCountedAndCited() async throws {
        let answer = try await ask("How many expenses did Ada Brook claim?")
        #expect(
            answer.text == "3: York and back [1], Leeds [2], Supper [3] (Person: Ada Brook)", "\(answer.text)")
        #expect(answer.citations.map(\.quote) == [Self.trips[1], Self.trips[3], Self.trips[4]])
        #expect(answer.notes.contains { $0.hasPrefix("Counted were") }, "\(answer.notes)")
    }

    @Test func aSumIsFoundBehindProse() async throws {
        let answer = try await ask("How much did Ada Brook spend in total?")
        #expect(answer.text.hasPrefix("396.70 = 64.20 [1] + 31.50 [2] + 301.00 [3]"), "\(answer.text)")
    }
}
