import HearthBasic
import HearthCore
public import HearthModels
import HearthPrompts
public import HearthStore

/// Makes study questions from documents.
///
/// The basic engine leaves a phrase out of key sentences; a model writes questions, whose quotes are then looked up in the
/// text. What is not there word for word is dropped and counted.
public struct QuizService: Sendable {
    let database: HearthDatabase
    let router: ModelRouter

    /// Tokens that prompt and template take beside the text.
    static let frameTokens = 300
    /// Questions asked of one part, at most: more in one answer repeat each other.
    static let questionsPerPart = 5
    /// Tokens of a question with its answer and its quote.
    static let tokensPerQuestion = 160

    public init(database: HearthDatabase, router: ModelRouter) {
        self.database = database
        self.router = router
    }

    /// - Throws: ``AnswerError`` with the code `no-documents` when there is nothing to ask about, `RoutingError`, and what the
    ///   engine throws.
    public func quiz(_ request: QuizRequest) async throws -> Quiz {
        let documents = try await database.documents(matching: request.filter).filter { $0.chunkCount > 0 }
        guard !documents.isEmpty else {
            throw AnswerError(
                code: "no-documents",
                message: "There are no documents to ask about; `hearth ingest PATH` reads some, or name others.")
        }
        let routing = request.routing.request(.studyQuestionGen, with: documents.map(\.label))
        return try await router.run(routing, delivery: .whole) { route in
            route.decision.engine == .basic
                ? try await cloze(request, documents, route: route)
                : try await generate(request, documents, route: route)
        }
    }

    // MARK: - Without a model

    private func cloze(_ request: QuizRequest, _ documents: [StoredDocument], route: Route) async throws -> Quiz {
        let places = CitationPlaces(database: database)
        var found: [[StudyQuestion]] = []
        for document in documents {
            try Task.checkCancellation()
            guard let text = try await database.text(ofDocument: document.id) else { continue }
            let questions = ClozeMaker().questions(in: text, limit: request.count, language: document.language)
            var made: [StudyQuestion] = []
            for question in questions where fits(question.question, topic: request.topic) {
                guard let quote = text.text(in: question.sentence) else { continue }
                made.append(
                    StudyQuestion(
                        question: question.question, answer: question.answer,
                        citation: try await citation(quote, at: question.sentence, in: document, places: places)))
            }
            found.append(made)
        }
        let notes =
            request.topic == nil
            ? [] : ["Without a model only sentences with a word of the topic are asked about."]
        return Quiz(
            questions: Self.shared(found, count: request.count),
            coverage: .init(documents: documents.count, read: documents.count, skipped: 0, unverified: 0),
            route: route.decision, usage: TokenUsage(), notes: notes)
    }

    private func fits(_ text: String, topic: String?) -> Bool {
        guard let topic else { return true }
        let analyzer = SearchAnalyzer()
        let wanted = Set(analyzer.terms(in: topic).filter { !analyzer.isStopword($0) })
        return wanted.isEmpty || !wanted.isDisjoint(with: analyzer.terms(in: text))
    }

    /// Takes from each document in turn until there are enough, so that one long document does not crowd out the others.
    private static func shared(_ found: [[StudyQuestion]], count: Int) -> [StudyQuestion] {
        var taken = found.map { _ in 0 }
        var total = 0
        while total < count {
            let before = total
            for index in found.indices where taken[index] < found[index].count && total < count {
                taken[index] += 1
                total += 1
            }
            if total == before { break }
        }
        return zip(found, taken).flatMap { $0.prefix($1) }
    }

    // MARK: - With a model

    private struct Part {
        var document: StoredDocument
        var text: String
        /// Where the part starts in the document's text, in bytes.
        var start: Int
    }

    private func generate(_ request: QuizRequest, _ documents: [StoredDocument], route: Route) async throws -> Quiz {
        let model = route.model
        let answerTokens = min(request.options.maxTokens, Self.questionsPerPart * Self.tokensPerQuestion)
        let window = min((model.capabilities.contextLength ?? .max) - answerTokens - Self.frameTokens, 4_000)
        guard window >= 256 else {
            throw AnswerError(
                code: "window-too-small",
                message: "The model's window is too small for study questions; use another one.")
        }
        var parts: [Part] = []
        for document in documents {
            guard let text = try await database.text(ofDocument: document.id) else { continue }
            parts += self.parts(of: text, document, window: window, tokenizer: model.tokenizer)
        }
        let wanted = max(1, (request.count + Self.questionsPerPart - 1) / Self.questionsPerPart)
        let chosen = Self.evenly(parts, count: max(wanted, min(parts.count, request.count)))
        let places = CitationPlaces(database: database)
        var quiz = Quiz(
            questions: [],
            coverage: .init(
                documents: documents.count, read: 0, skipped: parts.count - chosen.count, unverified: 0),
            route: route.decision, usage: TokenUsage(), notes: [])
        var invalid = 0
        for (number, part) in chosen.enumerated() {
            try Task.checkCancellation()
            let left = request.count - quiz.questions.count
            guard left > 0 else {
                quiz.coverage.skipped += 1
                continue
            }
            let share = min(Self.questionsPerPart, (left + chosen.count - number - 1) / (chosen.count - number))
            var options = request.options
            options.maxTokens = answerTokens
            let modelRequest = ModelRequest(
                task: .studyQuestionGen,
                messages: StudyQuestionPrompt.messages(
                    text: part.text, title: part.document.title, count: share, topic: request.topic),
                options: options, label: route.decision.label)
            let answer: StructuredResponse<StudyQuestionAnswer>
            do {
                answer = try await StructuredGeneration(model: model).response(to: modelRequest)
            } catch is StructuredOutputError where chosen.count > 1 {
                // One part the model could not answer in the right form does not cost the questions of the others.
                quiz.coverage.skipped += 1
                invalid += 1
                continue
            }
            quiz.coverage.read += 1
            quiz.usage = quiz.usage + answer.response.usage
            for note in answer.response.notes where !quiz.notes.contains(note) { quiz.notes.append(note) }
            for item in answer.value.questions.prefix(share) {
                guard let span = QuoteFinder.span(of: item.quote, in: part.text),
                    let quote = part.text.text(in: span)
                else {
                    quiz.coverage.unverified += 1
                    continue
                }
                let whole = TextSpan(start: part.start + span.start, end: part.start + span.end)
                quiz.questions.append(
                    StudyQuestion(
                        question: item.question, answer: item.answer,
                        citation: try await citation(quote, at: whole, in: part.document, places: places)))
            }
        }
        if quiz.coverage.unverified > 0 {
            quiz.notes.append(
                "\(quiz.coverage.unverified) questions were dropped, because what they quote is not in the text.")
        }
        if quiz.coverage.skipped > 0 {
            quiz.notes.append("\(quiz.coverage.read) of \(parts.count) parts were read, spread over the documents.")
        }
        if invalid > 0 {
            quiz.notes.append("For \(invalid) parts the model gave no valid answer; they were left out.")
        }
        return quiz
    }

    private func parts(
        of text: String, _ document: StoredDocument, window: Int, tokenizer: any TextTokenizer
    ) -> [Part] {
        let splitter = SentenceSplitter()
        return Chunker(
            configuration: .init(maxTokens: window, overlapTokens: 0), tokenizer: tokenizer,
            sentences: { splitter.sentences(in: $0) }
        ).chunks(ofText: text).map { Part(document: document, text: $0.text, start: $0.span.start) }
    }

    /// `count` of the parts, the first and the last among them, evenly spread.
    private static func evenly(_ parts: [Part], count: Int) -> [Part] {
        guard parts.count > count, count > 1 else { return Array(parts.prefix(max(1, count))) }
        return (0..<count).map { parts[$0 * (parts.count - 1) / (count - 1)] }
    }

    // MARK: - Both

    /// A citation whose quote has been compared with the stored text.
    private func citation(
        _ quote: String, at span: TextSpan, in document: StoredDocument, places: CitationPlaces
    ) async throws -> Citation {
        let place = try await places.place(of: span, inDocument: document.id)
        return Citation(
            index: 1, documentID: document.id, path: document.paths.first ?? "", title: document.title,
            page: place?.page, span: span, quote: quote, verified: place?.text == quote,
            startTime: place?.startTime, endTime: place?.endTime)
    }
}
