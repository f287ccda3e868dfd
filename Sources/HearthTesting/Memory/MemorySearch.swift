import Foundation
public import HearthCore

extension MemoryLibrary {
    // MARK: Words

    public func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter = .everything,
        ranking: FullTextRanking = FullTextRanking()
    ) throws -> [ChunkMatch] {
        let filter = filter.limited()
        return state.search(terms, within: filter.isEverything ? nil : state.chunkIDs(filter), ranking)
            .prefix(max(0, limit)).map(\.self)
    }

    public func documentFrequencies(of terms: [String]) throws -> [String: Int] {
        let index = state.index
        return Set(terms).reduce(into: [:]) { found, term in
            let count = index.count { $0.title.contains(term) || $0.body.contains(term) }
            if count > 0 { found[term] = count }
        }
    }

    public func fullTextStatistics() throws -> FullTextStatistics {
        let index = state.index
        return FullTextStatistics(
            chunks: index.count, averageBodyLength: index.average(\.body), averageTitleLength: index.average(\.title))
    }

    public func documentsToIndex(as analysis: String, most: Int, largest: Int = .max) throws -> [DocumentToIndex] {
        var found: [DocumentToIndex] = []
        var chunks = 0
        for document in state.documents.values.sorted(by: { $0.number < $1.number })
        where document.new.analysis != analysis && document.new.chunks.count <= largest {
            guard found.isEmpty || chunks + document.new.chunks.count <= most else { break }
            chunks += document.new.chunks.count
            found.append(
                DocumentToIndex(
                    title: document.title,
                    path: state.paths(of: document).min(), language: document.new.language,
                    chunks: document.chunkIDs.map(document.chunk), number: document.number))
        }
        return found
    }

    @discardableResult
    public func index(
        _ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String
    ) throws -> Int {
        try change { state in
            var indexed = 0
            for (document, terms) in items where document.chunks.count == terms.count {
                guard let present = state.documents[document.number], present.new.chunks.count == terms.count,
                    present.new.analysis != analysis, document.chunks.first.map({ $0.id == present.firstChunk }) ?? true
                else { continue }
                for (index, term) in terms.enumerated() {
                    state.documents[document.number]?.new.chunks[index].titleTerms = term.title
                    state.documents[document.number]?.new.chunks[index].terms = term.body
                }
                state.documents[document.number]?.new.analysis = analysis
                indexed += 1
            }
            return indexed
        }
    }

    public func languages(analysedAs analysis: String) throws -> [String] {
        Set(state.documents.values.filter { $0.new.analysis == analysis }.compactMap(\.new.language))
            .filter { !$0.isEmpty }.sorted { $0.precedes($1) }
    }

    // MARK: Vectors

    public func nearest(
        to query: [Float], limit: Int, modelID: String? = nil, filter: SearchFilter = .everything
    ) throws -> [ChunkMatch] {
        guard limit > 0, let model = state.model(modelID) else { return [] }
        guard query.count == model.dimension else {
            throw StoreError(
                .invalidVector,
                "The query has \(query.count) components, the vectors of \(model.id) have \(model.dimension).")
        }
        try ChunkVectors.validate([query])
        let filter = filter.limited()
        let allowed = filter.isEverything ? nil : Set(state.chunkIDs(filter))
        return model.vectors.filter { allowed?.contains($0.key) ?? true }
            .map { ChunkMatch(chunkID: $0.key, score: zip($0.value, query).reduce(0) { $0 + Double($1.0 * $1.1) }) }
            .sorted(by: ChunkMatch.isBetter).prefix(limit).map(\.self)
    }

    public func vectors(ofChunks ids: [Int64], modelID: String? = nil) throws -> [Int64: [Float]] {
        guard let model = state.model(modelID) else { return [:] }
        return ids.reduce(into: [:]) { $0[$1] = model.vectors[$1] }
    }

    @discardableResult
    public func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) throws -> Int {
        try ChunkVectors.validate(vectors.map(\.vector))
        return try change { state in
            try state.addVectors(
                vectors.filter { state.document(ofChunk: $0.chunkID) != nil }.map { ($0.chunkID, $0.vector) },
                of: modelID)
        }
    }

    public func chunksMissingVectors(
        modelID: String, after: Int64 = 0, limit: Int, onlyJournal: Bool = false
    ) throws -> [StoredChunk] {
        let known = state.models.first { $0.id == modelID }?.vectors ?? [:]
        let chunks = state.documents.values
            .filter { document in
                !onlyJournal || state.paths(of: document).contains { $0.begins(with: JournalSession.pathPrefix) }
            }
            .flatMap { document in document.chunkIDs.map(document.chunk) }
        return Array(
            chunks.filter { $0.id > after && known[$0.id] == nil }.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }

    public func chunksMissingVectors(modelID: String, before: Int64, limit: Int) throws -> [StoredChunk] {
        let all = try chunksMissingVectors(modelID: modelID, limit: .max)
        return Array(all.filter { $0.id < before }.reversed().prefix(max(0, limit)))
    }

    public func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64 = 0, limit: Int
    ) throws -> [StoredChunk] {
        let ids = Set(ids)
        let all = try chunksMissingVectors(modelID: modelID, after: after, limit: .max)
        return Array(all.filter { ids.contains($0.documentID) }.prefix(max(0, limit)))
    }

    public func chunksWithoutVectors() throws -> Int {
        let chunks = state.documents.values.reduce(0) { $0 + $1.new.chunks.count }
        return max(0, chunks - (state.model(nil)?.vectors.count ?? 0))
    }

    public func vectorModels() throws -> [StoredVectorModel] {
        let chunks = state.documents.values.reduce(0) { $0 + $1.new.chunks.count }
        return state.models.map {
            StoredVectorModel(
                id: $0.id, dimension: $0.dimension, isActive: $0.isActive, vectorCount: $0.vectors.count,
                chunkCount: chunks)
        }
    }

    public func activateVectorModel(_ id: String, removesOthers: Bool = true) throws {
        try change { state in
            guard let model = state.models.first(where: { $0.id == id }) else {
                throw StoreError(.unknownItem, "There are no vectors of \(id).")
            }
            let chunks = state.documents.values.reduce(0) { $0 + $1.new.chunks.count }
            guard model.vectors.count >= chunks else {
                throw StoreError(
                    .incompleteVectors,
                    "\(model.vectors.count) of \(chunks) chunks have a vector of \(id). Embed the rest first.")
            }
            for index in state.models.indices { state.models[index].isActive = state.models[index].id == id }
            guard removesOthers else { return }
            for other in state.models where other.id != id { state.familiarities[other.id] = nil }
            state.models.removeAll { $0.id != id }
        }
    }

    public func chunksByLanguage() throws -> [String: Int] {
        state.documents(SearchFilter.everything.limited()).reduce(into: [:]) { counts, document in
            guard let language = document.new.language, !language.isEmpty, !document.new.chunks.isEmpty else { return }
            counts[language, default: 0] += document.new.chunks.count
        }
    }

    public func familiarities(modelID: String) throws -> [LanguageFamiliarity] {
        (state.familiarities[modelID] ?? [:]).values.sorted { $0.language.precedes($1.language) }
    }

    public func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) throws {
        try change { state in
            for value in values { state.familiarities[modelID, default: [:]][value.language] = value }
        }
    }
}

/// The terms of one chunk, as the index holds them.
private struct Indexed {
    let id: Int64
    let title: [String]
    let body: [String]

    /// How often a term, or a phrase of several, stands in a field.
    static func count(_ phrase: [String], in field: [String]) -> Int {
        guard phrase.count <= field.count else { return 0 }
        return (0...(field.count - phrase.count)).count { field[$0...].starts(with: phrase) }
    }
}

extension [Indexed] {
    fileprivate func average(_ field: KeyPath<Indexed, [String]>) -> Double {
        Double(reduce(0) { $0 + $1[keyPath: field].count }) / Double(Swift.max(1, count))
    }
}

extension ChunkMatch {
    fileprivate static func isBetter(_ a: ChunkMatch, _ b: ChunkMatch) -> Bool {
        a.score != b.score ? a.score > b.score : a.chunkID < b.chunkID
    }
}

extension MemoryState {
    fileprivate var index: [Indexed] {
        documents.values.flatMap { document in
            zip(document.chunkIDs, document.new.chunks).map { id, chunk in
                Indexed(
                    id: id, title: chunk.titleTerms.split(separator: " ").map(String.init),
                    body: chunk.terms.split(separator: " ").map(String.init))
            }
        }
    }

    /// BM25F (Robertson, Zaragoza & Taylor 2004), as the encrypted store computes it in C.
    ///
    /// - Parameter chunks: What a filter lets through; `nil` for everything.
    fileprivate func search(
        _ terms: [QueryTerm], within chunks: [Int64]?, _ ranking: FullTextRanking
    ) -> [ChunkMatch] {
        let index = index
        let allowed = chunks.map { Set($0) }
        let averages = (title: index.average(\.title), body: index.average(\.body))
        func length(_ count: Int, _ average: Double, _ b: Double) -> Double {
            1 - b + b * (b == 0 ? 0 : average > 0 ? Double(count) / average : 1)
        }
        var scores: [Int64: Double] = [:]
        for (phrase, weight) in Self.phrases(terms) {
            let found = index.compactMap { chunk -> (Indexed, Int, Int)? in
                let (title, body) = (Indexed.count(phrase, in: chunk.title), Indexed.count(phrase, in: chunk.body))
                return title + body > 0 ? (chunk, title, body) : nil
            }
            let here = allowed.map { allowed in found.count { allowed.contains($0.0.id) } }
            let gain =
                Self.rarity(Double(index.count), found.count)
                * localWeight(weight, phrase, all: found.count, here: here, chunks, rows: Double(index.count))
            for (chunk, title, body) in found where allowed?.contains(chunk.id) ?? true {
                let frequency =
                    ranking.titleWeight * Double(title) / length(chunk.title.count, averages.title, ranking.titleB)
                    + ranking.bodyWeight * Double(body) / length(chunk.body.count, averages.body, ranking.bodyB)
                let part = frequency > 0 ? gain * frequency * (ranking.k1 + 1) / (frequency + ranking.k1) : 0
                scores[chunk.id, default: 0] += part
            }
        }
        return scores.map { ChunkMatch(chunkID: $0.key, score: $0.value) }.sorted(by: ChunkMatch.isBetter)
    }

    /// Equal terms as one, with the sum of their weights; at most 256.
    private static func phrases(_ terms: [QueryTerm]) -> [(phrase: [String], weight: Double)] {
        var found: [(phrase: [String], weight: Double)] = []
        for term in terms where term.weight.isFinite && !term.text.utf8.contains(0) {
            let phrase = term.text.split(separator: " ").map(String.init)
            if let known = found.firstIndex(where: { $0.phrase == phrase }) {
                found[known].weight += term.weight
            } else if !phrase.isEmpty, found.count < 256 {
                found.append((phrase, term.weight))
            }
        }
        return found
    }

    private static func rarity(_ rows: Double, _ count: Int) -> Double {
        log(1 + (max(0, rows - Double(count)) + 0.5) / (Double(count) + 0.5))
    }

    /// Among few documents, rarity is that of the documents searched; the rarity in all counts as much as 16 chunks.
    private func localWeight(
        _ weight: Double, _ phrase: [String], all: Int, here: Int?, _ within: [Int64]?, rows: Double
    ) -> Double {
        guard let within, let here, here > 0, weight != 0, phrase.count == 1 else { return weight }
        let ids = within.sorted()
        let runs = zip(ids, ids.dropFirst()).count { $1 != $0 + 1 } + 1
        let chunks = Double(ids.count)
        let general = Self.rarity(rows, all)
        guard runs <= 64, chunks > 1, chunks < rows / 2, general > 0 else { return weight }
        let share = chunks / (chunks + 16)
        return weight * (share * Self.rarity(chunks, here) + (1 - share) * general) / general
    }

    func model(_ id: String?) -> VectorModel? {
        if let id { models.first { $0.id == id } } else { models.first(where: \.isActive) }
    }

    mutating func addVectors(_ vectors: [(Int64, [Float])], of modelID: String) throws -> Int {
        guard let dimension = vectors.first?.1.count else { return 0 }
        if !models.contains(where: { $0.id == modelID }) {
            models.append(
                VectorModel(
                    number: (models.map(\.number).max() ?? 0) + 1, id: modelID, dimension: dimension,
                    isActive: !models.contains(where: \.isActive)))
        }
        guard let index = models.firstIndex(where: { $0.id == modelID }) else { return 0 }
        if models[index].dimension != dimension {
            guard models[index].vectors.isEmpty else {
                throw StoreError(
                    .invalidVector,
                    "The vectors of \(modelID) have \(models[index].dimension) components, these \(dimension).")
            }
            models[index].dimension = dimension
        }
        var count = 0
        for (chunk, vector) in vectors where models[index].vectors[chunk] == nil {
            guard vector.count == dimension else {
                throw StoreError(.invalidVector, "The vectors of \(modelID) have \(dimension) components.")
            }
            models[index].vectors[chunk] = vector
            count += 1
        }
        return count
    }
}
