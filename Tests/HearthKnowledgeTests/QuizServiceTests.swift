import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthKnowledge

/// Study questions: what a model says is kept only where the text bears it out, and what was not read is counted.
@Suite struct QuizServiceTests {
    private static let lines = [
        "The heron nests in the alder carr behind the mill.", "The otter was last seen near the weir in March.",
    ]
    private let library = MemoryLibrary()

    /// The lines in the order in which their documents are read.
    @discardableResult
    private func ingest() async throws -> [String] {
        let samples = SampleDocuments(dimension: nil)
        for (number, line) in Self.lines.enumerated() {
            let document = samples.document(title: "Notes \(number)", texts: [line])
            _ = try await library.replaceSource(samples.source("/\(number)", of: document), with: document)
        }
        let titles = try await library.documents(matching: .everything).map(\.title)
        return titles.map { $0 == "Notes 0" ? Self.lines[0] : Self.lines[1] }
    }

    private func quiz(_ script: [ScriptedModel.Reply], count: Int = 2) async throws -> Quiz {
        let router = ModelRouter(models: [ScriptedModel(script, contextLength: 8192)])
        return try await QuizService(library: library, router: router).quiz(QuizRequest(count: count))
    }

    private func answer(quote: String) -> ScriptedModel.Reply {
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

    @Test func aQuizWithoutASingleValidAnswerIsAnError() async throws {
        try await ingest()
        let error = await #expect(throws: StructuredOutputError.self) {
            try await quiz([.answer("No."), .answer("No."), .answer("Never."), .answer("Never.")])
        }
        #expect(error?.failures.isEmpty == false)
        // One valid answer without a question that holds is a quiz, if a poor one.
        let poor = try await quiz([.answer("No."), .answer("No."), answer(quote: "It is nowhere at all.")])
        #expect(poor.questions.isEmpty && poor.coverage.read == 1)
    }

    @Test func aTopicIsFoundAlsoWhereItIsWhatWasLeftOut() async throws {
        try await ingest()
        let service = QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
        for question in try await service.quiz(QuizRequest(count: 2)).questions {
            // Every phrase that was left out is a topic under which the question is found.
            let found = try await service.quiz(QuizRequest(count: 2, topic: question.answer)).questions
            #expect(found.contains { $0.citation.quote == question.citation.quote }, "\(question.answer)")
        }
        #expect(try await service.quiz(QuizRequest(count: 2, topic: "astronomy")).questions.isEmpty)
    }

    private func ingest(_ texts: [(title: String, text: String)]) async throws {
        let samples = SampleDocuments(dimension: nil)
        for (title, text) in texts {
            let document = samples.document(title: title, texts: [text])
            _ = try await library.replaceSource(samples.source("/\(title)", of: document), with: document)
        }
    }

    @Test func oneWordOfATopicIsNotTheTopic() async throws {
        try await ingest([
            ("Batteries", "The cells of the lead battery were charged in the wooden shed behind the mill."),
            ("Numbers", "A long division by seven was written on the slate of the village school."),
            ("Plants", "The roots of the onion grow by cell division near the tip of the root."),
        ])
        let basic = QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
        let found = try await basic.quiz(QuizRequest(count: 5, topic: "cell division"))
        #expect(found.questions.allSatisfy { $0.citation.title == "Plants" } && !found.questions.isEmpty)
        let model = ScriptedModel(
            [answer(quote: "The roots of the onion grow by cell division near the tip of the root.")],
            contextLength: 8192)
        let service = QuizService(library: library, router: ModelRouter(models: [model]))
        let asked = try await service.quiz(QuizRequest(count: 5, topic: "What is cell division?"))
        #expect(asked.questions.count == 1 && model.requests.count == 1)
        #expect(model.requests.first?.messages.last?.content.contains("onion") == true)
    }

    @Test(arguments: ["astronomy", "the astronomy of onions", "cell astronomy", "?!"])
    func ofATopicThatNobodyWroteAboutNothingIsAskedAndThatIsSaid(_ topic: String) async throws {
        try await ingest([("Plants", "The roots of the onion grow by cell division near the tip of the root.")])
        let model = ScriptedModel([], contextLength: 8192)
        for engine in [BasicEngine(), model] as [any RoutableEngine] {
            let service = QuizService(library: library, router: ModelRouter(models: [engine]))
            let quiz = try await service.quiz(QuizRequest(count: 2, topic: topic))
            #expect(quiz.questions.isEmpty)
            #expect(quiz.notes.contains { $0.contains("Nothing here is about “\(topic)”") }, "\(quiz.notes)")
            #expect(!topic.contains("astronomy") || quiz.notes.contains { $0.contains("“astronomy”.") })
            _ = try await service.preview(QuizRequest(count: 2, topic: topic))
        }
        #expect(model.requests.isEmpty)
    }

    @Test func aWordIsStemmedAsTheLanguageOfEachDocumentDoes() {
        // German takes the ending of "boiler" away, and what is left is an English word for something else.
        let topic = TopicWords("boiler", languages: ["en", "de"])
        #expect(!topic.isSubject(of: "Boil the oranges whole for two hours.", language: "en"))
        #expect(topic.isSubject(of: "The boilers stand in the cellar.", language: "en"))
        #expect(topic.isSubject(of: "Der Boiler steht im Keller.", language: "de"))
        let homes = TopicWords("houses", languages: ["en", "de"])
        #expect(homes.isSubject(of: "The house has two floors.", language: "en"))
    }

    @Test func aDocumentIsAboutItsTitleWhereNoSentenceSaysIt() async throws {
        try await ingest([
            ("Rye bread", "Mix the whole flour with 150 g of warm water in the large wooden bowl on Wednesday night."),
            ("Plants", "The roots of the onion grow by cell division near the tip of the root."),
        ])
        let service = QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
        let quiz = try await service.quiz(QuizRequest(count: 5, topic: "bread"))
        #expect(!quiz.questions.isEmpty && quiz.questions.allSatisfy { $0.citation.title == "Rye bread" })
        #expect(quiz.notes.contains { $0.hasPrefix("Only titles have the words") }, "\(quiz.notes)")
    }

    @Test func ofOneWordItIsNotSaidThatItsWordsStandApart() async throws {
        try await ingest([("Notes", "Bread.\n\nThe roots of the onion grow by cell division near the tip of the root.")]
        )
        let service = QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
        let quiz = try await service.quiz(QuizRequest(count: 5, topic: "bread"))
        #expect(quiz.questions.isEmpty)
        #expect(!quiz.notes.contains { $0.contains("stand in no place together") }, "\(quiz.notes)")
    }

    @Test func aTopicIsLookedForBeforeTheLimitOfQuestions() async throws {
        let samples = SampleDocuments(dimension: nil)
        let others = (0..<12).map {
            "The miller of the village number \($0) repaired the wooden wheel of the mill in spring."
        }
        let document = samples.document(
            title: "Notes", texts: others + ["A kingfisher dived for minnows below the narrow bridge at noon."])
        _ = try await library.replaceSource(samples.source("/n", of: document), with: document)
        let quiz = try await QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
            .quiz(QuizRequest(count: 1, topic: "kingfisher"))
        #expect(quiz.questions.map(\.citation.quote).first?.contains("kingfisher") == true)
        #expect(quiz.questions.count == 1)
    }

    @Test func aPreviewShowsWhatIsThenAskedPartByPart() async throws {
        let lines = try await ingest()
        let model = ScriptedModel(lines.map { answer(quote: $0) }, contextLength: 8192)
        let service = QuizService(library: library, router: ModelRouter(models: [model]))
        let previews = try await service.preview(QuizRequest(count: 2))
        #expect(model.requests.isEmpty)
        _ = try await service.quiz(QuizRequest(count: 2))
        #expect(previews.map(\.messages) == model.requests.map(\.messages) && previews.count == 2)
        #expect(previews.allSatisfy { $0.decision.engine == .local && !$0.decision.reason.isEmpty })
        let basic = QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
        #expect(try await basic.preview(QuizRequest(count: 2)).map(\.messages) == [[]])
    }

    @Test func withoutAModelAPhraseIsLeftOutOfASentence() async throws {
        try await ingest()
        let quiz = try await QuizService(library: library, router: ModelRouter(models: [BasicEngine()]))
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
