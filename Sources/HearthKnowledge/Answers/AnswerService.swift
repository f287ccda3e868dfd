import Foundation
public import HearthCore
import HearthExtractive
public import HearthModels
import HearthText

/// Answers questions: finds passages, lets the routed engine answer from them, and checks every citation.
public struct AnswerService: Sendable {
    let library: any DocumentStore & SearchIndex
    let retriever: Retriever
    let router: ModelRouter
    let embedder: (any EmbeddingModel)?
    let reader: (any ReadingModel)?
    let answerer = ExtractiveAnswerer()
    let verifier: CitationVerifier
    let splitter = SentenceSplitter()
    /// Of sentences that earlier questions were compared with.
    package var vectors = SentenceVectors()

    /// - Parameters:
    ///   - embedder: Compares sentences where no engine writes.
    ///   - reader: Finds the words that answer where no engine writes. It reads passages whatever their labels are, so it must run on this
    ///     machine.
    public init(
        library: any DocumentStore & SearchIndex, retriever: Retriever, router: ModelRouter,
        embedder: (any EmbeddingModel)?, reader: (any ReadingModel)? = nil,
        verifier: CitationVerifier = CitationVerifier()
    ) {
        self.library = library
        self.retriever = retriever
        self.router = router
        self.embedder = embedder
        self.reader = reader
        self.verifier = verifier
    }

    /// The same over another router.
    package func with(router: ModelRouter) -> AnswerService {
        var service = AnswerService(
            library: library, retriever: retriever, router: router, embedder: embedder, reader: reader,
            verifier: verifier)
        service.vectors = vectors
        return service
    }

    /// The events of one answer. Dropping the stream stops the work.
    public func ask(_ request: AnswerRequest) -> EventStream<AnswerEvent> {
        EventStream { emit in try await emit(.final(try await run(request, emit: emit))) }
    }

    private func run(_ request: AnswerRequest, emit: EventStream<AnswerEvent>.Emit) async throws -> Answer {
        let sought = try await withTables(seek(request), request)
        let (followUp, found) = (sought.followUp, sought.found)
        try await emit(.found(found.passages))
        try Task.checkCancellation()
        // What was found decides who may see it.
        let routing = routing(request, found)
        var answer = try await router.run(routing) { route in
            let decision = route.decision
            try await emit(.routed(decision))
            if found.passages.isEmpty {
                let isEmpty = try await library.counts().chunks == 0
                var answer = Self.abstention(
                    isEmpty ? .noDocuments : .notSaid, to: request.question,
                    route: decision.withoutEngine("nothing was found to answer from"),
                    context: AnswerContext(included: []))
                answer.notes = [sought.limit, try await otherLanguageNote(followUp.query)].compactMap(\.self)
                try await emit(.text(answer.text))
                return answer
            }
            switch route.worker {
            case .extractive:
                var answer: Answer
                if let gist = sought.gist {
                    answer = try await self.answer(gist, decision: decision)
                } else {
                    answer = try await extract(
                        followUp, found.passages, before: cited(followUp, request), on: request.today,
                        decision: decision)
                    if answer.abstained, let limit = sought.limit { answer.notes.insert(limit, at: 0) }
                }
                try await emit(.text(answer.text))
                return answer
            case .model(let model):
                let ordered = try await forModel(found.passages, followUp, request)
                var answer = try await generate(request, ordered.passages, decision, model, emit: emit)
                answer.notes = ordered.notes + answer.notes
                return answer
            }
        }
        answer.context.contacts = Dictionary(
            found.contacts.map { ($0.documentID, $0.label) }, uniquingKeysWith: max)
        answer.notes += try await notReadWhole(answer, found)
        // Of an empty store the answer itself says that.
        answer.notes = found.notes.filter { $0 != Retriever.emptyNote } + answer.notes
        return answer
    }

    /// What a question would send, and to whom, without sending it.
    ///
    /// - Throws: What ``ask(_:)`` would throw before it sends anything.
    public func preview(_ request: AnswerRequest) async throws -> OutboundPreview {
        let sought = try await withTables(seek(request), request)
        let (followUp, found) = (sought.followUp, sought.found)
        let routing = routing(request, found)
        let passages = try await forModel(found.passages, followUp, request).passages
        return try await router.preview(routing) { capabilities, tokenizer in
            modelRequest(
                request, try context(request, passages, capabilities: capabilities, tokenizer: tokenizer),
                label: routing.label, capabilities: capabilities, tokenizer: tokenizer)
        }
    }

    /// What is found for a question, for the basic engine, which has the reader read the sentences: that tells more than what it makes of
    /// the whole. Where it goes on from an answer, what the documents of that say comes first: "and the deposit?" after a question about one
    /// lease means the deposit of that lease.
    func search(_ followUp: FollowUp, _ request: AnswerRequest) async throws -> SearchResponse {
        var search = SearchRequest(
            text: followUp.query, limit: request.maximumPassages, filter: request.filter, isRead: false)
        search.today = request.today
        var found = try await retriever.search(search)
        let cited = self.cited(followUp, request)
        guard !cited.isEmpty, found.passages.contains(where: { !cited.contains($0.documentID) }) else { return found }
        var own = search
        own.filter.documentIDs = cited
        // Half of the room stays for what other documents say. The scores of two searches are not comparable.
        let scores = Dictionary(found.passages.map { ($0.chunkID, $0.score) }, uniquingKeysWith: { first, _ in first })
        let least = found.passages.map(\.score).min() ?? 0
        let kept = try await retriever.search(own)
        found.contacts += kept.contacts.filter { !found.contacts.contains($0) }
        let first = kept.passages.prefix(max(1, request.maximumPassages / 2)).map {
            passage in
            var passage = passage
            passage.score = scores[passage.chunkID] ?? least
            return passage
        }
        let chunks = Set(first.map(\.chunkID))
        let others = found.passages.filter { !chunks.contains($0.chunkID) }
        found.passages = Array((first + others).prefix(request.maximumPassages))
        return found
    }

    /// The documents that a question keeps to at first: those of the answer that it goes on from, as far as they are asked at all.
    private func cited(_ followUp: FollowUp, _ request: AnswerRequest) -> Set<String> {
        guard !followUp.earlier.questions.isEmpty else { return [] }
        return request.filter.documentIDs.map { request.citedDocuments.intersection($0) } ?? request.citedDocuments
    }

    /// The same for a language model, which is shown the best first, as much as there is room for. Where the documents of an earlier answer
    /// come first, they stay there.
    private func forModel(
        _ passages: [Passage], _ followUp: FollowUp, _ request: AnswerRequest
    ) async throws -> SearchResponse {
        var ordered = SearchResponse(passages: passages, notes: [])
        if cited(followUp, request).isEmpty { ordered = try await retriever.read(passages, for: followUp.query) }
        ordered.passages = try await PassageExpander(library: library).expand(ordered.passages)
        return ordered
    }

    private func routing(_ request: AnswerRequest, _ found: SearchResponse) -> RoutingRequest {
        // Whom an address book knows decided what was found, too.
        let documents = found.passages.map(\.documentID) + found.contacts.map(\.documentID)
        var routing = request.routing.request(
            .answer, with: found.passages.map(\.label) + found.contacts.map(\.label) + [request.historyLabel],
            of: Set(documents.map { LabelOrigin.document($0) } + [request.historyOrigin].compactMap(\.self)))
        routing.conversation = request.conversationID
        return routing
    }

    static func abstention(
        _ reason: Abstention = .notSaid, to question: String, route: RoutingDecision, context: AnswerContext,
        usage: TokenUsage = TokenUsage()
    ) -> Answer {
        Answer(
            text: reason.message(to: question), abstained: true, abstention: reason, citations: [], route: route,
            usage: usage,
            context: context)
    }

    /// A citation whose quote has been compared with the stored text, byte for byte.
    ///
    /// - Parameter words: Those of the quote that answer, where they are known.
    func citation(
        index: Int, passage: Passage, span: TextSpan, quote: String, words: TextSpan? = nil, supported: Bool,
        places: CitationPlaces
    ) async throws -> Citation {
        let place = try await places.place(of: span, inDocument: passage.documentID)
        var citation = Citation(
            index: index, documentID: passage.documentID, path: passage.path, title: passage.title,
            page: place?.page, span: span, quote: quote,
            verified: supported && place?.text == quote,
            startTime: place?.startTime ?? passage.startTime, endTime: place?.endTime ?? passage.endTime,
            answer: words.flatMap { span.contains($0) ? $0 : nil })
        citation.sharedBy = passage.sharedBy
        return citation
    }
}

// MARK: - Without a model

/// Where no model writes: sentences of the documents themselves.
extension AnswerService {
    /// The most sentences that the basic engine gives as an answer.
    static let extractiveSentences = 3
    /// Chunks that a store is taken to lack, see ``documentShares(of:)``.
    private static let unseenChunks = 20.0

    /// - Parameter cited: The documents of the answer that the question goes on from. What they say comes before what others say, where
    ///   they name all that the question itself does; of the questions before they say enough anyway.
    func extract(
        _ asked: FollowUp, _ all: [Passage], before cited: Set<String>, on today: CivilDate?,
        decision: RoutingDecision
    ) async throws -> Answer {
        let question = asked.query
        let expander = PassageExpander(library: library)
        let passages = try await expander.gathered(all)
        let context = AnswerContext(included: passages)
        let heads = try await expander.tableHeads(of: passages)
        let contacts = try await retriever.contacts.contacts()
        let writers = try await NamedWriters(asked.question, passages, contacts, library).names
        let kinds = try await kinds(of: passages)
        let turns = passages.map { ConversationTurns($0.text, isChat: kinds.chats.contains($0.documentID)) }
        let candidates = passages.enumerated().map { index, passage in
            let (text, writer) = turns[index].read(
                passage.text, for: asked, by: writers[passage.chunkID], known: contacts)
            let headings = passage.headingSpans
            // Who wrote it stands above all of it, as the title does.
            return AnswerPassage(
                id: index, text: text, score: passage.score,
                headings: (headings + TurnHeads.spans(in: passage.text)).sorted { $0.start < $1.start },
                above: passage.headings(besides: headings),
                title: writer.map { name in [name, passage.title].compactMap(\.self).joined(separator: ": ") }
                    ?? passage.title,
                fileName: FileName.words(of: passage.path, besides: passage.title),
                tableHead: heads[passage.chunkID], isByNamed: writer != nil,
                isEntry: kinds.entries.contains(passage.documentID), day: kinds.days[passage.documentID],
                written: kinds.written[passage.documentID])
        }
        var earlier = asked.earlier
        let own = passages.indices.filter { cited.contains(passages[$0].documentID) }
        if asked.isNamed(in: own.map { passages[$0].text }) { earlier.passages = Set(own) }
        let shares = try await documentShares(of: question)
        let isUnderstood = try await retriever.isUnderstood(question, in: passages)
        let found = try await answer(
            asked.question, after: earlier, candidates, shares, on: today, embedder: isUnderstood ? embedder : nil)
        let total = try await total(asked, found, passages, on: today)
        if case .sums(let sums, let passage)? = total {
            return try await answer(sums, of: passage, decision: decision, context: context)
        }
        if let told = try await tabled(asked, found, passages, on: today, decision: decision, context: context) {
            return told
        }
        guard !found.abstained, !found.sentences.isEmpty else {
            var answer = Self.abstention(to: asked.question, route: decision, context: context)
            answer.notes = [try await otherLanguageNote(question), total?.note].compactMap(\.self)
            answer.nearest = try await nearest(found, passages, turns)
            return answer
        }
        let places = CitationPlaces(library: library)
        var citations: [Citation] = []
        var text: [String] = []
        for sentence in found.sentences {
            let passage = passages[sentence.passage]
            let span = sentence.span.shifted(by: passage.span.start)
            let told = ToldSentence(sentence, in: passage.text, of: turns[sentence.passage])
            // What a quote shows already is not quoted again.
            let shown = citations.first { $0.documentID == passage.documentID && $0.span.contains(span) }
            if shown == nil {
                citations.append(
                    try await citation(
                        index: citations.count + 1, passage: passage,
                        span: told.quote.shifted(by: passage.span.start),
                        quote: passage.text.text(in: told.quote) ?? "",
                        words: sentence.words?.shifted(by: passage.span.start), supported: true, places: places))
            }
            text.append("\(told.text) [\(shown?.index ?? citations.count)]")
        }
        return Answer(
            text: text.joined(separator: " "), abstained: false, citations: citations, route: decision,
            context: context, notes: notes(of: found, passages) + [total?.note].compactMap(\.self))
    }

    /// What a reader may look at instead, where the documents do not say what is asked: of each place one quote.
    private func nearest(
        _ found: ExtractiveAnswer, _ passages: [Passage], _ turns: [ConversationTurns]
    ) async throws -> [Citation] {
        let places = CitationPlaces(library: library)
        var nearest: [Citation] = []
        for sentence in found.sentences where sentence.isNear {
            let passage = passages[sentence.passage]
            let quote = ToldSentence(sentence, in: passage.text, of: turns[sentence.passage]).quote
            let span = quote.shifted(by: passage.span.start)
            guard !nearest.contains(where: { $0.documentID == passage.documentID && $0.span.overlaps(span) }) else {
                continue
            }
            nearest.append(
                try await citation(
                    index: nearest.count + 1, passage: passage, span: span,
                    quote: passage.text.text(in: quote) ?? "", supported: true, places: places))
        }
        return nearest
    }

    /// With the help of meaning, which finds what is said in other words and tells how sure an answer is, and of the reader.
    private func answer(
        _ question: String, after earlier: EarlierTurns, _ candidates: [AnswerPassage],
        _ shares: @escaping @Sendable (String) -> Double?, on today: CivilDate?, embedder: (any EmbeddingModel)?
    ) async throws -> ExtractiveAnswer {
        var embed: SentenceEmbedder?
        if let embedder { embed = { [vectors] in try await vectors.embed($0, by: embedder) } }
        return try await answerer.asked(on: today).answer(
            question: question, after: earlier, passages: candidates,
            maxSentences: Self.extractiveSentences, documentShare: shares,
            noise: { [embedder] query in
                guard let embedder else { return 0 }
                return try await NoiseLevel.level(query: query, embedder: embedder)
            }, embed: embed, reader: reader)
    }

    /// How common each word of the question is in the whole store, so that rare words count for more.
    private func documentShares(of question: String) async throws -> @Sendable (String) -> Double? {
        let chunks = Double(try await library.fullTextStatistics().chunks)
        let words = SearchAnalyzer.words(
            ofQuery: question, likely: LanguageIdentifier().identify(question).language,
            languages: try await library.languages(analysedAs: SearchAnalyzer.version))
        let frequencies = try await library.documentFrequencies(
            of: words.flatMap { [$0.term, $0.plain] + $0.others })
        // The answerer asks by the forms that it finds a word in.
        var known: [String: Int] = [:]
        for word in words {
            let forms = [word.term, word.plain] + word.others
            let most = forms.compactMap { frequencies[$0] }.max() ?? 0
            for form in forms { known[form] = max(known[form] ?? 0, most) }
        }
        // A small store is taken for a sample of a larger one: in a single note every word of it is everywhere.
        let sample = chunks + Self.unseenChunks
        return { [known] term in chunks > 0 ? Double(known[term] ?? 0) / sample : nil }
    }
}

// MARK: - With a model

/// Where a model writes: what it may be shown, and what of its answer the sources hold.
extension AnswerService {
    func generate(
        _ request: AnswerRequest, _ passages: [Passage], _ decision: RoutingDecision, _ model: any LanguageModel,
        emit: EventStream<AnswerEvent>.Emit
    ) async throws -> Answer {
        let context = try context(request, passages, capabilities: model.capabilities, tokenizer: model.tokenizer)
        let modelRequest = modelRequest(
            request, context, label: decision.label, capabilities: model.capabilities, tokenizer: model.tokenizer)
        var gate = AbstentionGate()
        let response = try await model.respond(to: modelRequest).response(of: decision.engine) { event in
            guard case .text(let piece) = event else { return }
            let open = gate.append(piece)
            if !open.isEmpty { try await emit(.text(open)) }
        }
        if AbstentionGate.isAbstention(response.text) {
            let answer = Self.abstention(
                to: request.question, route: decision, context: context, usage: response.usage)
            try await emit(.text(answer.text))
            return answer
        }
        let rest = gate.finish()
        if !rest.isEmpty { try await emit(.text(rest)) }
        var answer = try await verify(response.text, context: context, decision: decision)
        answer.usage = response.usage
        answer.finishReason = response.finishReason
        answer.notes = response.notes
        let limit = modelRequest.options.maxTokens
        if response.finishReason == .length, limit < request.options.maxTokens,
            let window = model.capabilities.contextLength
        {
            answer.notes.append(
                "The limit was lowered from \(request.options.maxTokens) to \(limit) tokens: the model's window of \(window) "
                    + "leaves no more beside the sources.")
        }
        if context.droppedHistory.count > 0 {
            answer.notes.append(
                "\(context.droppedHistory.count) earlier messages of the conversation were not read: of the newest "
                    + "\(DocumentChat.maximumHistory), as many are as fit beside the sources.")
        }
        if !context.dropped.isEmpty {
            answer.notes.append(
                "\(context.dropped.count) of \(passages.count) passages did not fit the model's window.")
        }
        return answer
    }

    /// - Throws: `ContextError` with the code `context-too-long`, since another engine may take more: where the question does not
    ///   fit, or none of what was found, of which an answer would say that nothing is there.
    func context(
        _ request: AnswerRequest, _ passages: [Passage], capabilities: ModelCapabilities, tokenizer: any TextTokenizer
    ) throws -> AnswerContext {
        let assembler = ContextAssembler(
            contextLength: capabilities.contextLength,
            reserved: min(request.options.maxTokens, capabilities.maximumOutput ?? .max), tokenizer: tokenizer)
        var context: AnswerContext
        do {
            context = try assembler.assemble(
                question: request.question, passages: passages, history: request.history)
        } catch let error as ContextError where error.reason == .messageTooLong {
            throw ContextError(.contextTooLong, error.message)
        }
        guard !context.included.isEmpty || passages.isEmpty else {
            let window = capabilities.contextLength.map { " of \($0) tokens" } ?? ""
            throw ContextError(
                .contextTooLong,
                "The model's window\(window) has no room for any of the passages that were found. Use a model with a longer "
                    + "window, or allow shorter answers.")
        }
        context.droppedHistory.count += request.olderHistory.count
        context.droppedHistory.tokens += request.olderHistory.tokens
        return context
    }

    func modelRequest(
        _ request: AnswerRequest, _ context: AnswerContext, label: SensitivityLabel, capabilities: ModelCapabilities,
        tokenizer: any TextTokenizer
    ) -> ModelRequest {
        let messages = context.messages ?? []
        var options = request.options
        if let window = capabilities.contextLength {
            let prompt = messages.reduce(ContextBudget.tokensAroundPrompt) {
                $0 + tokenizer.countTokens($1.content) + ContextBudget.usualTokensAroundMessage
            }
            // Many services refuse a request whose prompt and limit are together more than the window.
            options.maxTokens = max(1, min(options.maxTokens, window - prompt))
        }
        var asked = ModelRequest(task: .answer, messages: messages, options: options, label: label)
        asked.conversationID = request.conversationID
        asked.conversationMark = request.conversationMark
        return asked
    }

    /// Checks each sentence of a generated answer against the sources that it names, or all of them when it names none.
    private func verify(_ text: String, context: AnswerContext, decision: RoutingDecision) async throws -> Answer {
        let places = CitationPlaces(library: library)
        var citations: [Citation] = []
        var unsupported: [TextSpan] = []
        for sentence in CitationMarks.read(text, sentences: splitter.sentences(in: text)) {
            let named = sentence.sources.filter { context.included.indices.contains($0 - 1) }
            let candidates = named.isEmpty ? Array(1...max(1, context.included.count)) : named
            var supported = false
            for source in candidates where context.included.indices.contains(source - 1) {
                try Task.checkCancellation()
                let passage = context.included[source - 1]
                guard
                    let support = try await verifier.support(
                        for: sentence.plain, in: passage.text, embedder: embedder)
                else { continue }
                // A source that the model did not name is cited only when it does support the sentence.
                guard support.verified || !named.isEmpty else { continue }
                supported = supported || support.verified
                let span = TextSpan(
                    start: passage.span.start + support.span.start, end: passage.span.start + support.span.end)
                let quote = passage.text.text(in: support.span) ?? ""
                citations.append(
                    try await citation(
                        index: source, passage: passage, span: span, quote: quote, supported: support.verified,
                        places: places))
                if named.isEmpty { break }
            }
            if !supported { unsupported.append(sentence.span) }
        }
        // Checked support first, in the order of the answer.
        let ordered = citations.filter(\.verified) + citations.filter { !$0.verified }
        return Answer(
            text: text, abstained: false, citations: Self.unique(ordered), unsupported: unsupported, route: decision,
            context: context)
    }

    private static func unique(_ citations: [Citation]) -> [Citation] {
        var seen: Set<String> = []
        return citations.filter { seen.insert("\($0.index) \($0.span.start) \($0.span.end)").inserted }
    }
}
