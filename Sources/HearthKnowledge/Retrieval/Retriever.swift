import HearthBasic
public import HearthCore
public import HearthStore

/// Finds the passages that fit a query: by words and by meaning, joined into one ranking.
public struct Retriever: Sendable {
    public struct Configuration: Sendable {
        /// Chunks that each of the two searches contributes, at least.
        public var candidates = 100
        /// The share of meaning in the ranking of English text, on which the embedding model was trained.
        public var meaningShare = 0.5
        /// The same for other languages in Latin script, of which the model knows names and words that English shares.
        public var foreignMeaningShare = 0.1
        /// The weight of a word such as "the" or "what" in a query.
        public var stopwordWeight = 0.1
        /// The weight of a word such as "summarize" or "said" in a query.
        public var requestWeight = 0.3
        /// The weight of a word's stems in those of the documents' languages that the query does not seem to be in. With passages of six
        /// languages in one library (XQuAD), 0.5 ranks the right one first as often as any weight does; 1 costs Romanian and
        /// English a point, 0 Romanian another.
        public var otherLanguageWeight = 0.5
        /// What the mean score of a chunk's two neighbours in its document adds to its own.
        public var neighbourShare = 0.5
        /// The same in a transcript, where people stay with a matter for minutes and all of them count, the near ones most.
        public var spokenNeighbourShare = 1.0
        /// By how much of itself the score of a chunk grows in which whom the query names speaks the most.
        public var speakerShare = 1.0
        public var ranking = FullTextRanking()
        /// Passages that a reranking model reads together with the query. Each costs a run of the model, and what lies
        /// behind the first two dozen is seldom the answer.
        public var rerankDepth = 24

        public init() {}
    }

    /// Chunks that are looked at beyond the limit, to stand in for those that say the same again.
    static let spare = 20

    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?
    let reranker: (any RerankingModel)?
    let configuration: Configuration
    private let identifier = LanguageIdentifier()

    /// - Parameter reranker: Puts the best passages into a better order. It reads them whatever their labels are, so it must
    ///   run on this machine.
    public init(
        database: HearthDatabase, embedder: (any EmbeddingModel)?, reranker: (any RerankingModel)? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.database = database
        self.embedder = embedder
        self.reranker = reranker
        self.configuration = configuration
    }

    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        guard let reranker, request.limit > 0 else { return try await ranked(request) }
        var deeper = request
        deeper.limit = max(request.limit, configuration.rerankDepth)
        var response = try await ranked(deeper)
        do {
            response.passages = try await reranked(response.passages, for: request.text, by: reranker)
        } catch let error as CancellationError {
            throw error
        } catch {
            let reason = (error as? any ReadableError)?.message ?? String(describing: error)
            response.notes.append("The reranking model could not be used, so the order is that without it. \(reason)")
        }
        response.passages = Array(response.passages.prefix(request.limit))
        return response
    }

    /// The first passages in the order of the reranking model. They share the scores they had, the best of which goes to
    /// the new first: a reranker's own are not comparable with those of the passages behind.
    private func reranked(
        _ passages: [Passage], for query: String, by reranker: any RerankingModel
    ) async throws -> [Passage] {
        let first = passages.prefix(configuration.rerankDepth)
        guard first.count > 1 else { return passages }
        let judged = try await reranker.scores(query: query, texts: first.map(\.text)).map {
            $0.isNaN ? -.infinity : $0
        }
        guard judged.count == first.count else { throw AnswerError.unfitScores(of: reranker.id) }
        let order = zip(judged, first.indices).sorted { ($1.0, $0.1) < ($0.0, $1.1) }
        let moved = zip(order, first).map { place, former in
            var passage = first[place.1]
            passage.score = former.score
            return passage
        }
        return moved + passages.dropFirst(first.count)
    }

    static let emptyNote = "There are no documents with text to search yet."

    private func ranked(_ request: SearchRequest) async throws -> SearchResponse {
        let count = max(configuration.candidates, request.limit)
        let language = queryLanguage(request.text)
        do {
            try await IndexRefresh(database: database).few()
        } catch let error as CancellationError {
            throw error
        } catch {
            // A store that cannot be written can be searched by the terms that it has.
        }
        let terms = try await queryTerms(request.text, language: language)
        let words = try await database.fullText(
            terms, limit: count, filter: request.filter, ranking: configuration.ranking)
        let share = meaningShare(language)
        // Words come first; where they find nothing, meaning is all there is, in whatever language.
        guard share > 0 || words.isEmpty else {
            return SearchResponse(
                passages: try await passages(words, query: request.text, limit: request.limit), notes: [])
        }
        guard let meaning = try await byMeaning(request, words: words, count: count) else {
            let isEmpty = try await words.isEmpty ? database.counts().chunks == 0 : false
            return SearchResponse(
                passages: try await passages(words, query: request.text, limit: request.limit),
                notes: [
                    isEmpty
                        ? Self.emptyNote
                        : embedder == nil
                            ? "There is no embedding model: searched by words only."
                            : "What is here has no vectors yet: searched by words only. The next documents that are added "
                                + "bring them."
                ])
        }
        if try await isWithoutEvidence(request, terms, words: words, language: language, meaning: meaning) {
            return SearchResponse(passages: [], notes: [])
        }
        let ranked = ScoreFusion(meaningShare: words.isEmpty ? 1 : share).fuse(
            words: Dictionary(uniqueKeysWithValues: words.map { ($0.chunkID, $0.score) }), meaning: meaning.scores)
        let matches = ranked.prefix(count).map { ChunkMatch(chunkID: $0.id, score: $0.score) }
        return SearchResponse(
            passages: try await passages(matches, query: request.text, limit: request.limit), notes: [])
    }

    /// Closeness in meaning of the nearest chunks and of those that the words found; `nil` when there is no model, or the
    /// store has no vectors of it.
    private func byMeaning(
        _ request: SearchRequest, words: [ChunkMatch], count: Int
    ) async throws -> (query: [Float], scores: [Int64: Double])? {
        guard let embedder, let query = try await embedder.embed([request.text]).first else { return nil }
        do {
            try await EmbeddingBackfill(database: database, embedder: embedder).few()
        } catch let error as CancellationError {
            throw error
        } catch {
            // A store that cannot be written can be searched; what has no vector is found by its words.
        }
        let nearest = try await database.nearest(
            to: query, limit: count, modelID: embedder.id, filter: request.filter)
        guard !nearest.isEmpty else { return nil }
        var scores = Dictionary(uniqueKeysWithValues: nearest.map { ($0.chunkID, $0.score) })
        let others = words.map(\.chunkID).filter { scores[$0] == nil }
        for (id, vector) in try await database.vectors(ofChunks: others, modelID: embedder.id) {
            scores[id] = zip(query, vector).reduce(0) { $0 + Double($1.0 * $1.1) }
        }
        return (query, scores)
    }

    /// Whether nothing here has to do with the query: none of its words occurs but such as "what" and "the", and nothing is
    /// nearer in meaning than strangers are.
    private func isWithoutEvidence(
        _ request: SearchRequest, _ terms: [QueryTerm], words: [ChunkMatch], language: String,
        meaning: (query: [Float], scores: [Int64: Double])
    ) async throws -> Bool {
        // Cheap, and the rule: hardly any search goes on from here.
        guard let embedder, let best = meaning.scores.values.max(),
            try await NoiseLevel.holds(best, query: meaning.query, embedder: embedder)
        else { return false }
        if !words.isEmpty {
            // What is a stop word is known of few languages, and what a language is, of few words of it.
            let telling = terms.filter { $0.weight == 1 }
            guard language == "en", !telling.isEmpty else { return false }
            let found = try await database.fullText(
                telling, limit: 1, filter: request.filter, ranking: configuration.ranking)
            guard found.isEmpty else { return false }
        }
        return true
    }

    /// The terms in the query's own language come first: of a long query only so many count.
    private func queryTerms(_ text: String, language: String) async throws -> [QueryTerm] {
        let words = SearchAnalyzer.words(
            ofQuery: text, likely: language,
            languages: try await database.languages(analysedAs: SearchAnalyzer.version))
        var terms: [QueryTerm] = []
        var others: [QueryTerm] = []
        for word in words {
            let weight =
                word.isStopword ? configuration.stopwordWeight : word.isRequest ? configuration.requestWeight : 1
            terms.append(QueryTerm(word.term, weight: weight))
            others += word.others.map { QueryTerm($0, weight: weight * configuration.otherLanguageWeight) }
        }
        return terms + others
    }

    private func queryLanguage(_ text: String) -> String {
        let guess = identifier.identify(text)
        return guess.language == "und" ? "en" : guess.language
    }

    /// Whether the embedding model was trained on the language of a text.
    func isUnderstood(_ text: String) -> Bool { queryLanguage(text) == "en" }

    private func meaningShare(_ language: String) -> Double {
        switch language {
        case "en": configuration.meaningShare
        case "zh", "ja", "ko", "ru", "ar", "hi", "th", "el", "he": 0
        default: configuration.foreignMeaningShare
        }
    }

    /// Chunks with what a reader needs to know about their documents.
    private func passages(_ matches: [ChunkMatch], query: String, limit: Int) async throws -> [Passage] {
        let chunks = try await database.chunks(ids: matches.map(\.chunkID))
        let spoken = SpokenChunks(chunks, query: query)
        let documentOf = Dictionary(uniqueKeysWithValues: chunks.map { ($0.id, $0.documentID) })
        let lifted = lifted(matches, documents: documentOf, spoken: spoken)
        let ranked = spoken.spread(lifted.map(\.chunkID), first: limit)
        let stored = Dictionary(uniqueKeysWithValues: chunks.map { ($0.id, $0) })
        let found = ranked.prefix(limit + Self.spare).compactMap { stored[$0] }
        let distinct = Diversity.distinct(found).prefix(limit)
        let ids = Set(distinct.map(\.documentID))
        let documents = Dictionary(
            uniqueKeysWithValues: try await database.documents(matching: SearchFilter(documentIDs: ids))
                .map { ($0.id, $0) })
        let scores = Dictionary(uniqueKeysWithValues: lifted.map { ($0.chunkID, $0.score) })
        return distinct.map { stored in
            let document = documents[stored.documentID]
            return Passage(
                chunkID: stored.id, documentID: stored.documentID, path: document?.presentPath ?? "",
                title: document?.title, page: document?.isPaged == true ? stored.chunk.page : nil,
                span: stored.chunk.span, text: stored.chunk.text,
                score: scores[stored.id] ?? 0, headings: stored.chunk.headings, startTime: stored.chunk.startTime,
                endTime: stored.chunk.endTime, label: document?.label ?? .private)
        }
    }

    /// Lifts a chunk whose neighbours in the document were found as well: what a text is about is seldom said in one chunk.
    /// In a transcript it is lifted, too, by how much of it is said by whom the query names.
    private func lifted(
        _ matches: [ChunkMatch], documents: [Int64: String], spoken: SpokenChunks
    ) -> [ChunkMatch] {
        guard matches.count > 1, let most = matches.map(\.score).max(), most > 0 else { return matches }
        // Chunks of one document have consecutive ids.
        let scores = Dictionary(uniqueKeysWithValues: matches.map { ($0.chunkID, $0.score) })
        func score(_ id: Int64, beside other: Int64) -> Double {
            guard let document = documents[id], document == documents[other] else { return 0 }
            return scores[id] ?? 0
        }
        let talk = spoken.around(scores)
        return matches.map { match in
            let id = match.chunkID
            let lift =
                if let around = talk[id] {
                    configuration.spokenNeighbourShare * around * most
                } else {
                    configuration.neighbourShare * (score(id - 1, beside: id) + score(id + 1, beside: id)) / 2
                }
            let said = 1 + configuration.speakerShare * spoken.share(of: id)
            return ChunkMatch(chunkID: id, score: (match.score + lift) * said)
        }.sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }
    }
}

extension StoredDocument {
    /// Whether a page number means something to a reader of the file.
    var isPaged: Bool { pageCount > 1 || format == .pdf }
}
