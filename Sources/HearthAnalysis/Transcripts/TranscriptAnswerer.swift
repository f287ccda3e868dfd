public import HearthCore
import HearthExtractive
public import HearthKnowledge
public import HearthModels
import HearthPrompts
import HearthText

/// A question about one transcript.
public struct TranscriptQuestion: Sendable {
    public var question: String
    public var routing: RoutingChoice
    public var options: GenerationOptions

    public init(
        _ question: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .answer)
    ) {
        self.question = question
        self.routing = routing
        self.options = options
    }
}

/// An answer to a question about one transcript.
public struct TranscriptAnswer: Sendable {
    /// Spans of citations count the bytes of the transcript's words in one line, all white space made one space.
    public var answer: Answer
    /// From 0 to 1, from the evidence: how much of the question, or of a model's answer, stands in the quotes.
    public var confidence: Double
    /// What is talked about around the best quote, best first.
    public var relatedTopics: [String]
}

/// Answers questions about one transcript, from the moments that fit them. Made once a transcript.
///
/// Without a model it answers with sentences of the transcript. A model writes an answer and quotes what it stands on; the
/// quotes are looked up in the cues, which also give the times.
public struct TranscriptAnswerer: Sendable {
    private let transcript: ReadTranscript
    private let searcher: TranscriptSearcher
    /// What is asked in the transcript itself, with answers that are likely to be one.
    private let exchanges: [TranscriptExchange]
    private let router: ModelRouter
    private let embedder: (any EmbeddingModel)?
    private let reader: (any ReadingModel)?
    private let path: String
    private let documentID: String

    /// Moments that are looked at.
    private static let moments = 10
    private static let sentences = 3

    /// - Parameters:
    ///   - path: Named in citations.
    ///   - documentID: Named in citations.
    ///   - reader: Finds the words that answer where no engine writes; on this machine, because it is given what is said.
    ///   - stops: Tells where sentences end in talk without marks, such as automatic captions; `nil` goes by the marks that there are.
    /// - Throws: ``AnalysisError`` with the code `empty-transcript`, and `CancellationError`.
    public init(
        _ cues: [Cue], language: String? = nil, path: String = "", documentID: String = "", router: ModelRouter,
        embedder: (any EmbeddingModel)? = nil, reader: (any ReadingModel)? = nil, stops: (any SentenceEndModel)? = nil
    ) async throws {
        transcript = try await ReadTranscript.read(cues, language: language, chapters: nil, model: stops)
        searcher = TranscriptSearcher(
            cues, language: transcript.language, embedder: embedder, stops: transcript.stops)
        exchanges = BasicTranscriptAnalyst(transcript).exchanges().filter { $0.confidence >= 0.4 }
        self.router = router
        self.embedder = embedder
        self.reader = reader
        self.path = path
        self.documentID = documentID
    }

    /// - Throws: `EmptyTextError`, `RoutingError`, what the engine throws, and `CancellationError`.
    public func answer(_ question: TranscriptQuestion) async throws -> TranscriptAnswer {
        try EmptyTextError.check(question.question, "question")
        let matches = try await searcher.search(question.question, limit: Self.moments)
        return try await router.run(question.routing.request(.answer), delivery: .whole) { route in
            if matches.isEmpty {
                return abstention(
                    question, route.decision.withoutEngine("no moment fits the question"), AnswerContext(included: []))
            }
            return switch route.worker {
            case .extractive: try await extract(question, matches, route.decision)
            case .model(let model): try await generate(question, matches, route.decision, model)
            }
        }
    }

    /// What a question would send, and to whom, without sending it.
    ///
    /// - Throws: What ``answer(_:)`` would throw before it sends anything.
    public func preview(_ question: TranscriptQuestion) async throws -> [OutboundPreview] {
        try EmptyTextError.check(question.question, "question")
        let matches = try await searcher.search(question.question, limit: Self.moments)
        let routing = question.routing.request(.answer)
        return try await router.previews(routing) { target in
            guard !matches.isEmpty else { return [] }
            let asked = try asked(question, matches, target.capabilities, target.tokenizer, label: routing.label)
            return [
                StructuredGeneration.prepared(
                    asked.request, schema: TranscriptQuestionAnswer.generationSchema, engine: target.engine,
                    capabilities: target.capabilities)
            ]
        }
    }

    private func abstention(
        _ question: TranscriptQuestion, _ decision: RoutingDecision, _ context: AnswerContext,
        usage: TokenUsage = TokenUsage(), notes: [String] = []
    ) -> TranscriptAnswer {
        TranscriptAnswer(
            answer: Answer(
                text: NotSaid.told(by: .transcript, to: question.question), abstained: true, citations: [],
                route: decision, usage: usage,
                context: context, notes: notes), confidence: 0, relatedTopics: [])
    }

    // MARK: - Without a model

    private func extract(
        _ question: TranscriptQuestion, _ matches: [TranscriptMatch], _ decision: RoutingDecision
    ) async throws -> TranscriptAnswer {
        let said = matches.compactMap { match in
            place(of: match.quote).map { (passage: SaidPassage($0, of: transcript), score: match.score) }
        }
        let passages = said.enumerated().map { AnswerPassage(id: $0, text: $1.passage.text, score: $1.score) }
        let context = AnswerContext(included: matches.compactMap(passage))
        let found = try await extracted(question.question, passages)
        guard !found.abstained, !found.sentences.isEmpty else { return abstention(question, decision, context) }
        var cited: [Citation] = []
        var told: [Range<Int>] = []
        // The best comes first: it answers, the others add to it.
        for sentence in found.sentences {
            let passage = said[sentence.passage].passage
            guard var words = passage.source(of: sentence.span), var range = passage.source(of: sentence.quote) else {
                continue
            }
            if let answer = reply(to: words) {
                (words, range) = (answer, answer)
            } else if asks(words) {
                // A question that nobody answered tells nothing.
                continue
            } else if Set(transcript.text.cues[transcript.text.cues(of: range)].map(\.speaker)).count > 1 {
                // What somebody else says to it is no part of what is quoted.
                range = words
            }
            guard !told.contains(where: { $0.overlaps(words) }), var citation = citation(cited.count + 1, range) else {
                continue
            }
            // Of a question that was answered the words are not those of the reply.
            let answer = sentence.words.flatMap { passage.source(of: $0) }.map(TextSpan.init)
            citation.answer = answer.flatMap { TextSpan(range).contains($0) ? $0 : nil }
            cited.append(citation)
            told.append(words)
        }
        guard !cited.isEmpty else { return abstention(question, decision, context) }
        return TranscriptAnswer(
            answer: Answer(
                text: text(of: told), abstained: false, citations: cited, route: decision, context: context,
                notes: found.isUnsure ? [AnswerService.unsureNote] : []),
            confidence: min(1, max(0, found.confidence)), relatedTopics: topics(cited))
    }

    /// What was said, each with its mark, headed by who says it where another does than before.
    private func text(of told: [Range<Int>]) -> String {
        var speaker: String?
        return told.enumerated().map { number, words in
            let says = transcript.speaker(at: words.lowerBound)
            defer { speaker = says }
            let name = says == speaker ? "" : says.map { "\($0): " } ?? ""
            return "\(name)\(PlainText.line(transcript.text.text.text(in: TextSpan(words)) ?? "")) [\(number + 1)]"
        }.joined(separator: " ")
    }

    private func asks(_ words: Range<Int>) -> Bool {
        transcript.text.text.text(in: TextSpan(words)).map { SentenceEnd.asks($0) } ?? false
    }

    /// Where the sentence that fits a question best asks it, what was answered is what is wanted.
    private func reply(to words: Range<Int>) -> Range<Int>? {
        let cues = transcript.text.cues(of: words)
        for exchange in exchanges where exchange.question.cues.overlaps(cues) {
            guard let answer = exchange.answer,
                let asked = place(of: exchange.question.quote, in: exchange.question.cues), asked.overlaps(words)
            else { continue }
            return place(of: answer.quote, in: answer.cues)
        }
        return nil
    }

    private func extracted(_ question: String, _ passages: [AnswerPassage]) async throws -> ExtractiveAnswer {
        // Where somebody asks the same, what was replied is wanted: `reply(to:)` finds it.
        var settings = AnswerSettings()
        settings.asking = 0
        var embed: SentenceEmbedder?
        if let embedder { embed = { try await embedder.embedQuestion($0) } }
        return try await ExtractiveAnswerer(settings: settings).answer(
            question: question, passages: passages, maxSentences: Self.sentences,
            documentShare: { [searcher] in searcher.share(of: $0) },
            noise: { [embedder] query in
                guard let embedder else { return 0 }
                return try await NoiseLevel.level(query: query, embedder: embedder)
            }, embed: embed, reader: reader)
    }

    // MARK: - With a model

    /// The request for a question, and the moments that it has room for.
    private func asked(
        _ question: TranscriptQuestion, _ matches: [TranscriptMatch], _ capabilities: ModelCapabilities,
        _ tokenizer: any TextTokenizer, label: SensitivityLabel
    ) throws -> (request: ModelRequest, included: [TranscriptMatch], context: AnswerContext) {
        let frame = PromptFrame.tokens(
            TranscriptAnswerPrompt.messages(question: question.question, excerpts: []),
            TranscriptQuestionAnswer.generationSchema, tokenizer)
        let wanted = question.options.chosen.contains(.maxTokens) ? question.options.maxTokens : nil
        let budget = try TokenBudget(capabilities, frame: frame, wanted: wanted)
        var included: [(match: TranscriptMatch, text: String)] = []
        var left = budget.input
        for match in matches {
            let text = match.quote.speaker.map { "\($0): \(match.quote.text)" } ?? match.quote.text
            let cost = tokenizer.countTokens(text) + 8
            guard cost <= left else { break }
            left -= cost
            included.append((match, text.replacing("\0", with: " ")))
        }
        guard !included.isEmpty else { throw AnalysisError.windowTooSmall }
        let context = AnswerContext(
            included: included.compactMap { passage($0.match) },
            dropped: matches.dropFirst(included.count).compactMap(passage))
        var options = question.options
        options.maxTokens = wanted == nil ? min(options.maxTokens, budget.output) : budget.output
        let request = ModelRequest(
            task: .answer,
            messages: TranscriptAnswerPrompt.messages(question: question.question, excerpts: included.map(\.text)),
            options: options, label: label)
        return (request, included.map(\.match), context)
    }

    private func generate(
        _ question: TranscriptQuestion, _ matches: [TranscriptMatch], _ decision: RoutingDecision,
        _ model: any LanguageModel
    ) async throws -> TranscriptAnswer {
        let (request, included, context) = try asked(
            question, matches, model.capabilities, model.tokenizer, label: decision.label)
        var configuration = StructuredGeneration.Configuration()
        configuration.tellsWhatCannotBeEnforced = true
        let response = try await StructuredGeneration(model: model, configuration: configuration).response(
            to: request, generating: TranscriptQuestionAnswer.self)
        let usage = response.response.usage
        guard response.value.isAnswered, !response.value.answer.isEmpty else {
            return abstention(question, decision, context, usage: usage)
        }
        return try await checked(response.value, included, context, decision, usage)
    }

    private func checked(
        _ written: TranscriptQuestionAnswer, _ matches: [TranscriptMatch], _ context: AnswerContext,
        _ decision: RoutingDecision, _ usage: TokenUsage
    ) async throws -> TranscriptAnswer {
        var citations: [Citation] = []
        var dropped = 0
        for quote in written.quotes {
            let found = matches.lazy.compactMap { match in
                transcript.verifier.range(of: quote, in: transcript.text.range(of: match.quote.cues))
            }.first
            guard let found, let cited = citation(citations.count + 1, found) else {
                dropped += 1
                continue
            }
            if !citations.contains(where: { $0.span == cited.span }) { citations.append(cited) }
        }
        // Each sentence has to be supported by what was quoted.
        let verifier = CitationVerifier()
        let quoted = citations.map(\.quote).joined(separator: "\n")
        var unsupported: [TextSpan] = []
        var support = 0.0
        let sentences = SentenceSplitter().sentences(in: written.answer)
        for sentence in sentences {
            guard let words = written.answer.text(in: sentence) else { continue }
            let found = try await verifier.support(for: words, in: quoted, embedder: embedder)
            support += found?.coverage ?? 0
            if found?.verified != true { unsupported.append(sentence) }
        }
        var answer = Answer(
            text: written.answer, abstained: false, citations: citations, unsupported: unsupported, route: decision,
            usage: usage, context: context)
        if dropped > 0 {
            answer.notes.append("\(dropped) quotes were left out, because they are not in the transcript.")
        }
        return TranscriptAnswer(
            answer: answer, confidence: sentences.isEmpty ? 0 : min(1, support / Double(sentences.count)),
            relatedTopics: topics(citations))
    }

    // MARK: - Places

    private func topics(_ citations: [Citation]) -> [String] {
        guard let best = citations.first else { return [] }
        return transcript.topics(around: transcript.text.cues(of: best.span.range))
    }

    private func place(of quote: TranscriptQuote) -> Range<Int>? { place(of: quote.text, in: quote.cues) }

    private func place(of quote: String, in cues: Range<Int>) -> Range<Int>? {
        let bounds = transcript.text.range(of: cues)
        let words = Array(quote.utf8)
        let bytes = Array((transcript.text.text.text(in: TextSpan(bounds)) ?? "").utf8)
        return ByteSearch.first(words, in: bytes).map {
            (bounds.lowerBound + $0)..<(bounds.lowerBound + $0 + words.count)
        }
    }

    private func citation(_ index: Int, _ range: Range<Int>) -> Citation? {
        guard let quote = transcript.text.quote(range) else { return nil }
        return Citation(
            index: index, documentID: documentID, path: path, span: TextSpan(range), quote: quote.quote, verified: true,
            startTime: quote.startTime, endTime: quote.endTime)
    }

    private func passage(_ match: TranscriptMatch) -> Passage? {
        place(of: match.quote).map { range in
            Passage(
                chunkID: 0, documentID: documentID, path: path, span: TextSpan(range), text: match.quote.text,
                score: match.score, startTime: match.quote.start, endTime: match.quote.end)
        }
    }
}
