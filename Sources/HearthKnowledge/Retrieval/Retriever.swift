public import HearthBasic
public import HearthCore
public import HearthStore

/// Finds the passages that fit a query: by words and by meaning, joined into one ranking.
public struct Retriever: Sendable {
    public struct Configuration: Sendable {
        /// Chunks that each of the two searches contributes, at least.
        public var candidates = 100
        /// What the ranking by meaning counts against the ranking by words, for text that the embedding model knows well.
        public var meaningWeight = 0.7
        /// The same, for languages that the embedding model was not trained on.
        public var foreignMeaningWeight = 0.1
        /// The weight of a word such as "the" or "what" in a query.
        public var stopwordWeight = 0.1
        public var ranking = FullTextRanking()

        public init() {}
    }

    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?
    let configuration: Configuration
    private let analyzer: SearchAnalyzer

    public init(
        database: HearthDatabase, embedder: (any EmbeddingModel)?, configuration: Configuration = Configuration(),
        analyzer: SearchAnalyzer = SearchAnalyzer()
    ) {
        self.database = database
        self.embedder = embedder
        self.configuration = configuration
        self.analyzer = analyzer
    }

    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        let count = max(configuration.candidates, request.limit)
        let terms = queryTerms(request.text)
        let words = try await database.fullText(
            terms, limit: count, filter: request.filter, ranking: configuration.ranking)
        var notes: [String] = []
        var lists: [(ids: [Int64], weight: Double)] = [(words.map(\.chunkID), 1)]
        if let meaning = try await byMeaning(request, count: count) {
            lists.append((meaning.map(\.chunkID), meaningWeight(request.text)))
        } else {
            notes.append("No embedding model, or no vectors yet: searched by words only.")
        }
        let ranked = RankFusion.reciprocalRank(lists)
        let passages = try await passages(ranked.prefix(request.limit))
        return SearchResponse(passages: passages, notes: notes)
    }

    /// `nil` when there is no model or the store has no vectors of it.
    private func byMeaning(_ request: SearchRequest, count: Int) async throws -> [ChunkMatch]? {
        guard let embedder else { return nil }
        let vector = try await embedder.embed([request.text])
        return try await database.nearest(to: vector[0], limit: count, modelID: embedder.id, filter: request.filter)
    }

    private func queryTerms(_ text: String) -> [QueryTerm] {
        analyzer.terms(in: text).map {
            QueryTerm($0, weight: analyzer.isStopword($0) ? configuration.stopwordWeight : 1)
        }
    }

    private func meaningWeight(_ query: String) -> Double {
        query.unicodeScalars.contains { $0.isCJK } ? configuration.foreignMeaningWeight : configuration.meaningWeight
    }

    /// Chunks with what a reader needs to know about their documents.
    private func passages(_ ranked: some Collection<(id: Int64, score: Double)>) async throws -> [Passage] {
        let chunks = try await database.chunks(ids: ranked.map(\.id))
        let ids = Set(chunks.map(\.documentID))
        let documents = Dictionary(
            uniqueKeysWithValues: try await database.documents(matching: SearchFilter(documentIDs: ids)).map { ($0.id, $0) })
        let scores = Dictionary(uniqueKeysWithValues: ranked.map { ($0.id, $0.score) })
        return chunks.map { stored in
            let document = documents[stored.documentID]
            return Passage(
                chunkID: stored.id, documentID: stored.documentID, path: document?.paths.first ?? "",
                title: document?.title, page: stored.chunk.page, span: stored.chunk.span, text: stored.chunk.text,
                score: scores[stored.id] ?? 0, headings: stored.chunk.headings, startTime: stored.chunk.startTime,
                endTime: stored.chunk.endTime)
        }
    }
}
