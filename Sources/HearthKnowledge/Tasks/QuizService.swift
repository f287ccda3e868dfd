public import HearthCore
import HearthExtractive
public import HearthModels
import HearthPrompts
import HearthSystem
import HearthText

/// Which documents to be asked about, and how often.
public struct QuizRequest: Sendable {
    public var filter: SearchFilter
    /// The most questions.
    public var count: Int
    /// What to be asked about; `nil` takes what matters in each document.
    public var topic: String?
    public var routing: RoutingChoice
    public var options: GenerationOptions

    public init(
        filter: SearchFilter = .everything, count: Int = 10, topic: String? = nil,
        routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .studyQuestionGen)
    ) {
        self.filter = filter
        self.count = count
        self.topic = topic
        self.routing = routing
        self.options = options
    }
}

/// A question to study by, with its answer and the place that both stand on.
public struct StudyQuestion: Hashable, Sendable {
    public var question: String
    public var answer: String
    public var citation: Citation
}

/// A set of study questions.
public struct Quiz: Sendable {
    /// What of the documents was looked at.
    public struct Coverage: Hashable, Codable, Sendable {
        public var documents: Int
        /// Parts of documents that questions were made from.
        public var read: Int
        /// Parts that were left out, because there are more than questions.
        public var skipped: Int
        /// Questions that were dropped, because their quote does not stand in the text.
        public var unverified: Int
    }

    /// In the order of the documents, and of their text.
    public var questions: [StudyQuestion]
    public var coverage: Coverage
    public var route: RoutingDecision
    public var usage: TokenUsage
    public var notes: [String]
}

/// Makes study questions from documents.
///
/// The basic engine leaves a phrase out of key sentences; a model writes questions, whose quotes are then looked up in the
/// text. What is not there word for word is dropped and counted.
public struct QuizService: Sendable {
    let library: any DocumentStore
    let router: ModelRouter
    let retriever: Retriever?

    /// Tokens that prompt and template take beside the text.
    static let frameTokens = 300
    /// Questions asked of one part, at most: more in one answer repeat each other.
    static let questionsPerPart = 5
    /// Tokens of a question with its answer and its quote.
    static let tokensPerQuestion = 160

    /// - Parameter retriever: Finds by meaning what a model is to ask about, where a topic's words stand in no document; `nil` leaves
    ///   it at words.
    public init(library: any DocumentStore, router: ModelRouter, retriever: Retriever? = nil) {
        self.library = library
        self.router = router
        self.retriever = retriever
    }

    /// - Throws: ``AnswerError`` with the code `no-documents` when there is nothing to ask about, `RoutingError`, and what the
    ///   engine throws.
    public func quiz(_ request: QuizRequest) async throws -> Quiz {
        let documents = try await documents(request)
        let routing = request.routing.request(
            .studyQuestionGen, with: documents.map(\.label), of: Set(documents.map { .document($0.id) }))
        return try await router.run(routing, delivery: .whole) { route in
            switch route.worker {
            case .extractive: try await cloze(request, documents, route.decision)
            case .model(let model): try await generate(request, documents, route.decision, model)
            }
        }
    }

    /// What a quiz would send, part by part, and to whom, without sending it. Where an answer holds fewer questions than were
    /// asked for, later parts are asked for more.
    ///
    /// - Throws: What ``quiz(_:)`` would throw before it sends anything.
    public func preview(_ request: QuizRequest) async throws -> [OutboundPreview] {
        let documents = try await documents(request)
        let routing = request.routing.request(
            .studyQuestionGen, with: documents.map(\.label), of: Set(documents.map { .document($0.id) }))
        return try await router.previews(routing) { target in
            let plan = try await plan(request, documents, target.capabilities, target.tokenizer)
            var made = 0
            var requests: [ModelRequest] = []
            for number in plan.chosen.indices where made < request.count {
                let share = plan.share(of: number, left: request.count - made)
                made += share
                requests.append(
                    StructuredGeneration.prepared(
                        modelRequest(request, plan, part: number, share: share, label: routing.label),
                        schema: StudyQuestionAnswer.generationSchema, engine: target.engine,
                        capabilities: target.capabilities))
            }
            return requests
        }
    }

    private func documents(_ request: QuizRequest) async throws -> [StoredDocument] {
        let documents = try await library.documents(matching: request.filter, limit: .max, offset: 0)
            .filter { $0.chunkCount > 0 }
        guard !documents.isEmpty else {
            throw AnswerError(.noDocuments, "There are no documents to ask about.", help: [.addDocuments])
        }
        return documents
    }

    // MARK: - Without a model

    /// Sentences that are looked at for a topic, before the limit of questions: those about it may be the least of a document.
    static let sentencesForTopic = 1_000

    private func cloze(
        _ request: QuizRequest, _ documents: [StoredDocument], _ decision: RoutingDecision
    ) async throws -> Quiz {
        let places = CitationPlaces(library: library)
        let topic = words(of: request, documents)
        func made(of document: StoredDocument, isTitled: Bool) async throws -> [StudyQuestion] {
            try Task.checkCancellation()
            guard let text = try await library.text(ofDocument: document.id) else { return [] }
            let isWhole = topic == nil || isTitled
            let questions = ClozeMaker().questions(
                in: text, limit: isWhole ? request.count : Self.sentencesForTopic, language: document.language)
            var made: [StudyQuestion] = []
            for question in Self.about(isTitled ? nil : topic, questions, text, document).prefix(request.count) {
                guard let quote = text.text(in: question.sentence) else { continue }
                made.append(
                    StudyQuestion(
                        question: question.question, answer: question.answer,
                        citation: try await citation(quote, at: question.sentence, in: document, places: places)))
            }
            return made
        }
        var found: [[StudyQuestion]] = []
        for document in documents { found.append(try await made(of: document, isTitled: false)) }
        var notes: [String] = []
        if let topic {
            if found.contains(where: { !$0.isEmpty }) {
                notes.append("Without a model only sentences with words of the topic are asked about.")
            } else {
                // A recipe for bread says so once, in its title.
                let titled = documents.filter { topic.isSubject(of: $0.title ?? "", language: $0.language) }
                for document in titled { found.append(try await made(of: document, isTitled: true)) }
                notes.append(
                    found.contains { !$0.isEmpty }
                        ? "Only titles have the words of the topic: the questions are about the documents with these titles."
                        : try await nothing(about: topic, request, documents))
            }
        }
        return Quiz(
            questions: Self.shared(found, count: request.count),
            coverage: .init(documents: documents.count, read: documents.count, skipped: 0, unverified: 0),
            route: decision, usage: TokenUsage(), notes: notes)
    }

    /// Bytes before and behind a sentence whose words count for what it is about: the sentences beside it.
    private static let neighbourhood = 400

    /// The questions about a topic, in the order of the text. What a sentence is about stands in it and beside it, and in the
    /// title; a word of the topic it has to have itself.
    private static func about(
        _ topic: TopicWords?, _ questions: [ClozeQuestion], _ text: String, _ document: StoredDocument
    ) -> [ClozeQuestion] {
        guard let topic else { return questions }
        let bytes = Array(text.utf8)
        return questions.filter { question in
            // The sentence and not the question, in which the word of the topic may be what was left out.
            let sentence = question.sentence
            guard let quote = text.text(in: sentence), topic.count(in: quote, language: document.language) > 0 else {
                return false
            }
            let start = max(0, sentence.start - neighbourhood)
            let around = bytes[start..<max(start, min(bytes.count, sentence.end + neighbourhood))]
            return topic.isSubject(
                of: (document.title ?? "") + "\n" + String(decoding: around, as: UTF8.self),
                language: document.language)
        }
    }

    // MARK: - The topic

    /// `nil` where everything is to be asked about.
    private func words(of request: QuizRequest, _ documents: [StoredDocument]) -> TopicWords? {
        request.topic.map { TopicWords($0, languages: Set(documents.compactMap(\.language))) }
    }

    /// Says that no document is about a topic, and by which of its words that shows.
    private func nothing(
        about topic: TopicWords, _ request: QuizRequest, _ documents: [StoredDocument]
    ) async throws -> String {
        var rest = documents[...]
        let missing = try await topic.missing {
            while let document = rest.popFirst() {
                if let text = try await library.text(ofDocument: document.id) {
                    return ((document.title ?? "") + "\n" + text, document.language)
                }
            }
            return nil
        }
        let name = "“\(request.topic ?? "")”"
        guard !missing.isEmpty else {
            return topic.isOneWord
                ? "Without a model nothing can be asked about \(name): no sentence with it says enough."
                : "Nothing here is about \(name): its words stand in no place together."
        }
        let words = missing.map { "“\($0)”" }.joined(separator: ", ")
        let which = missing.count == 1 ? "the word" : "the words"
        return "Nothing here is about \(name): no document has \(which) \(words)."
    }

    /// The parts that are about a topic: by its words, or where these stand nowhere, by their meaning.
    private func about(_ topic: TopicWords, _ parts: [Part], _ request: QuizRequest) async throws -> [Part] {
        let named = parts.filter { part in
            topic.isSubject(
                of: (part.document.title ?? "") + "\n" + part.text, language: part.document.language)
                && topic.count(in: part.text, language: part.document.language) > 0
        }
        guard named.isEmpty, let retriever, let text = request.topic else { return named }
        let found = try await retriever.search(
            SearchRequest(text: text, limit: Self.passagesForTopic, filter: request.filter))
        guard found.isByMeaningAlone else { return [] }
        let spans = Dictionary(grouping: found.passages, by: \.documentID).mapValues { $0.map(\.span) }
        return parts.filter { part in
            let end = part.start + part.text.utf8.count
            return spans[part.document.id]?.contains { $0.start < end && $0.end > part.start } == true
        }
    }

    /// Passages that are looked for by the meaning of a topic.
    private static let passagesForTopic = 50

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

    /// What is read, and how much may be answered to each part.
    private struct ReadingPlan {
        var parts: [Part]
        var chosen: [Part]
        var answerTokens: Int

        /// Questions asked of a part, where so many are still wanted.
        func share(of number: Int, left: Int) -> Int {
            min(QuizService.questionsPerPart, (left + chosen.count - number - 1) / (chosen.count - number))
        }
    }

    private func plan(
        _ request: QuizRequest, _ documents: [StoredDocument], _ capabilities: ModelCapabilities,
        _ tokenizer: any TextTokenizer
    ) async throws -> ReadingPlan {
        let usual = min(request.options.maxTokens, Self.questionsPerPart * Self.tokensPerQuestion)
        var answerTokens = request.options.chosen.contains(.maxTokens) ? request.options.maxTokens : usual
        answerTokens = min(answerTokens, capabilities.maximumOutput ?? .max)
        // However long an answer may be, half of the window is for what is asked about.
        if let length = capabilities.contextLength { answerTokens = min(answerTokens, length / 2) }
        let window = min((capabilities.contextLength ?? .max) - answerTokens - Self.frameTokens, 4_000)
        guard window >= 256 else {
            throw AnswerError(.windowTooSmall, "The model's window is too small for study questions; use another one.")
        }
        var parts: [Part] = []
        for document in documents {
            guard let text = try await library.text(ofDocument: document.id) else { continue }
            parts += self.parts(of: text, document, window: window, tokenizer: tokenizer)
        }
        if let topic = words(of: request, documents) { parts = try await about(topic, parts, request) }
        let wanted = max(1, (request.count + Self.questionsPerPart - 1) / Self.questionsPerPart)
        let chosen = Self.evenly(parts, count: max(wanted, min(parts.count, request.count)))
        return ReadingPlan(parts: parts, chosen: chosen, answerTokens: answerTokens)
    }

    private func modelRequest(
        _ request: QuizRequest, _ plan: ReadingPlan, part: Int, share: Int, label: SensitivityLabel
    ) -> ModelRequest {
        var options = request.options
        options.maxTokens = plan.answerTokens
        let part = plan.chosen[part]
        return ModelRequest(
            task: .studyQuestionGen,
            messages: StudyQuestionPrompt.messages(
                text: part.text, title: part.document.title, count: share, topic: request.topic),
            options: options, label: label)
    }

    private func generate(
        _ request: QuizRequest, _ documents: [StoredDocument], _ decision: RoutingDecision, _ model: any LanguageModel
    ) async throws -> Quiz {
        let plan = try await plan(request, documents, model.capabilities, model.tokenizer)
        let (parts, chosen) = (plan.parts, plan.chosen)
        let places = CitationPlaces(library: library)
        var quiz = Quiz(
            questions: [],
            coverage: .init(
                documents: documents.count, read: 0, skipped: parts.count - chosen.count, unverified: 0),
            route: decision, usage: TokenUsage(), notes: [])
        if chosen.isEmpty, let topic = words(of: request, documents) {
            quiz.notes = [try await nothing(about: topic, request, documents)]
            return quiz
        }
        var invalid = 0
        var lastFailure: StructuredOutputError?
        for (number, part) in chosen.enumerated() {
            try Task.checkCancellation()
            let left = request.count - quiz.questions.count
            guard left > 0 else {
                quiz.coverage.skipped += 1
                continue
            }
            let share = plan.share(of: number, left: left)
            let modelRequest = modelRequest(request, plan, part: number, share: share, label: decision.label)
            let answer: StructuredResponse<StudyQuestionAnswer>
            do {
                answer = try await StructuredGeneration(model: model).response(to: modelRequest)
            } catch let error as StructuredOutputError where chosen.count > 1 {
                lastFailure = error
                // One part the model could not answer in the right form does not cost the questions of the others.
                quiz.coverage.skipped += 1
                invalid += 1
                continue
            }
            quiz.coverage.read += 1
            quiz.usage = quiz.usage + answer.response.usage
            for note in answer.response.notes where !quiz.notes.contains(note) { quiz.notes.append(note) }
            for item in answer.value.questions.prefix(share) {
                if let question = try await verified(item, in: part, places: places) {
                    quiz.questions.append(question)
                } else {
                    quiz.coverage.unverified += 1
                }
            }
        }
        // A quiz without a single valid answer is a failure, and no quiz without questions.
        if quiz.coverage.read == 0, let lastFailure { throw lastFailure }
        quiz.notes += Self.notes(of: quiz.coverage, request, parts: parts.count, invalid: invalid)
        return quiz
    }

    /// A question of the model with the place of its quote; `nil` where the part does not hold what it quotes.
    private func verified(
        _ item: StudyQuestionItem, in part: Part, places: CitationPlaces
    ) async throws -> StudyQuestion? {
        guard let span = QuoteFinder.span(of: item.quote, in: part.text), let quote = part.text.text(in: span) else {
            return nil
        }
        let whole = TextSpan(start: part.start + span.start, end: part.start + span.end)
        return StudyQuestion(
            question: item.question, answer: item.answer,
            citation: try await citation(quote, at: whole, in: part.document, places: places))
    }

    /// What a person is told of questions and parts that were left out.
    private static func notes(
        of coverage: Quiz.Coverage, _ request: QuizRequest, parts: Int, invalid: Int
    ) -> [String] {
        var notes: [String] = []
        if coverage.unverified > 0 {
            notes.append("\(coverage.unverified) questions were dropped, because what they quote is not in the text.")
        }
        if coverage.skipped > 0 {
            let which = request.topic == nil ? "parts" : "parts about the topic"
            notes.append("\(coverage.read) of \(parts) \(which) were read, spread over the documents.")
        }
        if invalid > 0 { notes.append("For \(invalid) parts the model gave no valid answer; they were left out.") }
        return notes
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
            index: 1, documentID: document.id, path: document.presentPath ?? "", title: document.title,
            page: place?.page, span: span, quote: quote, verified: place?.text == quote,
            startTime: place?.startTime, endTime: place?.endTime)
    }
}
