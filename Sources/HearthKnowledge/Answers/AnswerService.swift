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
        AnswerService(
            library: library, retriever: retriever, router: router, embedder: embedder, reader: reader,
            verifier: verifier)
    }

    /// The events of one answer. Dropping the stream stops the work.
    public func ask(_ request: AnswerRequest) -> EventStream<AnswerEvent> {
        EventStream { emit in try await emit(.final(try await run(request, emit: emit))) }
    }

    private func run(_ request: AnswerRequest, emit: EventStream<AnswerEvent>.Emit) async throws -> Answer {
        let followUp = FollowUp(request.question, history: request.history)
        let query = followUp.query
        let found = try await search(followUp, request)
        try await emit(.found(found.passages))
        try Task.checkCancellation()
        // What was found decides who may see it.
        let routing = routing(request, found.passages)
        var answer = try await router.run(routing) { route in
            let decision = route.decision
            try await emit(.routed(decision))
            if found.passages.isEmpty {
                let isEmpty = try await library.counts().chunks == 0
                var answer = Self.abstention(
                    isEmpty ? .noDocuments : .notSaid,
                    route: decision.withoutEngine("nothing was found to answer from"),
                    context: AnswerContext(included: []))
                answer.notes = [try await otherLanguageNote(query)].compactMap(\.self)
                try await emit(.text(answer.text))
                return answer
            }
            switch route.worker {
            case .extractive:
                let answer = try await extract(
                    followUp, found.passages, before: cited(followUp, request), on: request.today, decision: decision)
                try await emit(.text(answer.text))
                return answer
            case .model(let model):
                let ordered = try await forModel(found.passages, followUp, request)
                var answer = try await generate(request, ordered.passages, decision, model, emit: emit)
                answer.notes = ordered.notes + answer.notes
                return answer
            }
        }
        // Of an empty store the answer itself says that.
        answer.notes = found.notes.filter { $0 != Retriever.emptyNote } + answer.notes
        return answer
    }

    /// What a question would send, and to whom, without sending it.
    ///
    /// - Throws: What ``ask(_:)`` would throw before it sends anything.
    public func preview(_ request: AnswerRequest) async throws -> OutboundPreview {
        let followUp = FollowUp(request.question, history: request.history)
        let found = try await search(followUp, request)
        let routing = routing(request, found.passages)
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
    private func search(_ followUp: FollowUp, _ request: AnswerRequest) async throws -> SearchResponse {
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
        let first = try await retriever.search(own).passages.prefix(max(1, request.maximumPassages / 2)).map {
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

    private func routing(_ request: AnswerRequest, _ passages: [Passage]) -> RoutingRequest {
        request.routing.request(
            .answer, with: passages.map(\.label) + [request.historyLabel],
            of: Set(passages.map { LabelOrigin.document($0.documentID) } + [request.historyOrigin].compactMap(\.self)))
    }

    static func abstention(
        _ reason: Abstention = .notSaid, route: RoutingDecision, context: AnswerContext,
        usage: TokenUsage = TokenUsage()
    ) -> Answer {
        Answer(
            text: reason.message, abstained: true, abstention: reason, citations: [], route: route, usage: usage,
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
        return Citation(
            index: index, documentID: passage.documentID, path: passage.path, title: passage.title,
            page: place?.page, span: span, quote: quote,
            verified: supported && place?.text == quote,
            startTime: place?.startTime ?? passage.startTime, endTime: place?.endTime ?? passage.endTime,
            answer: words.flatMap { span.contains($0) ? $0 : nil })
    }
}
