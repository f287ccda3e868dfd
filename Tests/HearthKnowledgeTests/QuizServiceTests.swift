import HearthCore
import HearthKnowledge
import HearthModels
import HearthStore
import HearthTesting
import Testing

/// Study questions: what a model says is kept only where the text bears it out, and what was not read is counted.
@Suite struct QuizServiceTests {
    private static let lines = [
        "The heron nests in the alder carr behind the mill.", "The otter was last seen near the weir in March.",
    ]
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    /// The lines in the order in which their documents are read.
    @discardableResult
    private func ingest() async throws -> [String] {
        let samples = SampleDocuments(dimension: nil)
        for (number, line) in Self.lines.enumerated() {
            let document = samples.document(title: "Notes \(number)", texts: [line])
            _ = try await database.replaceSource(samples.source("/\(number)", of: document), with: document)
        }
        let titles = try await database.documents(matching: .everything).map(\.title)
        return titles.map { $0 == "Notes 0" ? Self.lines[0] : Self.lines[1] }
    }

    private func quiz(_ script: [ScriptedModel.Line], count: Int = 2) async throws -> Quiz {
        let router = ModelRouter(models: [ScriptedModel(script, contextLength: 8192)])
        return try await QuizService(database: database, router: router).quiz(QuizRequest(count: count))
    }

    private func answer(quote: String) -> ScriptedModel.Line {
        .answer(#"{"questions": [{"question": "Where?", "answer": "There", "quote": "\#(quote)"}]}"#)
    }

    @Test func aQuoteThatIsThereIsCitedWithItsPlace() async throws {
        let lines = try await ingest()
        let quiz = try await quiz(lines.map { answer(quote: $0) })
        #expect(quiz.questions.map(\.citation.quote) == lines)
        #expect(quiz.questions.allSatisfy { $0.citation.verified })
        #expect(quiz.coverage.read == 2 && quiz.coverage.skipped == 0 && quiz.coverage.unverified == 0)
    }

    @Test func anInventedQuoteIsDroppedAndCounted() async throws {
        let lines = try await ingest()
        let quiz = try await quiz([answer(quote: "The heron moved to Paris last year."), answer(quote: lines[1])])
        #expect(quiz.questions.map(\.citation.quote) == [lines[1]])
        #expect(quiz.coverage.unverified == 1)
        #expect(quiz.notes.contains { $0.contains("dropped") })
    }

    @Test func aPartWithoutAValidAnswerDoesNotCostTheOthers() async throws {
        let lines = try await ingest()
        // Twice, because one repair is tried.
        let quiz = try await quiz([.answer("I would rather not."), .answer("No."), answer(quote: lines[1])])
        #expect(quiz.questions.map(\.citation.quote) == [lines[1]])
        #expect(quiz.coverage.read == 1 && quiz.coverage.skipped == 1)
        #expect(quiz.notes.contains { $0.contains("no valid answer") }, "\(quiz.notes)")
    }

    @Test func withoutAModelAPhraseIsLeftOutOfASentence() async throws {
        try await ingest()
        let quiz = try await QuizService(database: database, router: ModelRouter(models: [BasicEngine()]))
            .quiz(QuizRequest(count: 2))
        #expect(quiz.questions.count == 2)
        for question in quiz.questions {
            #expect(question.citation.verified)
            #expect(question.citation.quote.contains(question.answer) && !question.question.contains(question.answer))
        }
    }

    @Test func noDocumentsIsAnError() async throws {
        let error = await #expect(throws: AnswerError.self) { try await quiz([]) }
        #expect(error?.code == "no-documents")
    }
}
