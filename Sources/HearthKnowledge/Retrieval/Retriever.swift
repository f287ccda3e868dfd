import Foundation
public import HearthCore
import HearthExtractive
import HearthSystem
import HearthText

/// Finds the passages that fit a query: by words and by meaning, joined into one ranking.
public struct Retriever: Sendable {
    public struct Configuration: Sendable {
        /// Chunks that each of the two searches contributes, at least.
        public var candidates = 100
        /// The share of meaning in the ranking where the embedding model is at home in the language, and the less so the less it
        /// knows it: see ``MeaningProbe``.
        public var meaningShare = 0.5
        /// The weight of a word such as "the" or "what" in a query.
        public var stopwordWeight = 0.1
        /// The weight of a word such as "summarize" or "said" in a query.
        public var requestWeight = 0.3
        /// The weight of a word's stems in those of the documents' languages that the query does not seem to be in. With passages of six
        /// languages in one library (XQuAD), 0.5 ranks the right one first as often as any weight does; 1 costs Romanian and
        /// English a point, 0 Romanian another.
        public var otherLanguageWeight = 0.5
        /// Weight of a word that tells what a word of the question asks: less than one of the question itself.
        public var relatedWeight = 0.35
        /// Weight of the forms that a time of the question may have in documents, "2024-03" for "March 2024": see ``DateTerms``.
        public var dateWeight = 0.5
        /// By how much of itself the score of a chunk grows in which dates lie in all times that the question names.
        public var dateShare = 0.5
        /// What the mean score of a chunk's two neighbours in its document adds to its own.
        public var neighbourShare = 0.5
        /// The same in a transcript, where people stay with a matter for minutes and all of them count, the near ones most.
        public var spokenNeighbourShare = 1.0
        /// By how much of itself the score of a chunk grows in which whom the query names speaks the most.
        public var speakerShare = 1.0
        public var ranking = FullTextRanking()
        /// The first chunks by words that are looked at letter by letter: among so many is what is wanted, in every language looked at
        /// (99.5 to 100 of 100 questions of XQuAD), if it shares a stem with the query at all.
        public var letterDepth = 50
        /// The share of letters in the ranking by words; see ``LetterGrams`` for what it was measured on.
        public var letterShare = 0.5
        /// Passages that a reranking model reads together with the query. Each costs a run of the model, and what lies
        /// behind the first two dozen is seldom the answer.
        public var rerankDepth = 24
        /// The share of a reader's relevance in the ranking of the first passages, where a query is in a language of the reader's and no
        /// reranking model is set; 0 asks it nothing. Of 900 questions that its training did not see, over 489 English texts, the passage
        /// with the answer came first for .939 without a reader, .957 with 0.2, .962 with 0.35 to 0.5, .953 with 0.6; queries of words
        /// alone gain as much.
        public var readingShare = 0.35
        /// Passages that the reader reads for that at most, some ten milliseconds each. It stops at the first that would not lead if it
        /// read well, so that of eight it read 1.75 for each of those questions; the right one came first as often as with all of 24.
        public var readingDepth = 8

        public init() {}
    }

    /// Chunks that are looked at beyond the limit, to stand in for those that say the same again.
    static let spare = 20

    let library: any DocumentStore & SearchIndex
    let embedder: (any EmbeddingModel)?
    let reranker: (any RerankingModel)?
    let reader: (any ReadingModel)?
    let configuration: Configuration
    private let whyNoEmbedder: String?
    /// Who the numbers are by which chats call people.
    let contacts: ContactBook
    /// What to say of places that could not be searched.
    package var notes: [String] = []
    private let identifier = LanguageIdentifier()

    /// - Parameters:
    ///   - embedder: The model whose vectors the library has.
    ///   - reranker: Puts the best passages into a better order. It reads them whatever their labels are, so it must
    ///     run on this machine.
    ///   - contacts: What is kept of the library's address books from one search to the next.
    ///   - reader: Joins its judgement with the ranking where no reranker is there, see ``Configuration/readingShare``; the same holds for
    ///     it.
    ///   - whyNoEmbedder: Why there is no embedder, for a person; `nil` says that there is none.
    public init(
        library: any DocumentStore & SearchIndex, embedder: (any EmbeddingModel)?,
        reranker: (any RerankingModel)? = nil, reader: (any ReadingModel)? = nil,
        configuration: Configuration = Configuration(), whyNoEmbedder: String? = nil, contacts: ContactBook? = nil
    ) {
        self.contacts = contacts ?? ContactBook(library: library)
        self.whyNoEmbedder = whyNoEmbedder
        self.library = library
        self.embedder = embedder
        self.reranker = reranker
        self.reader = reader
        self.configuration = configuration
    }

    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        let known = try await contacts.contacts()
        let naming = try await naming(request, known)
        let request = naming.request
        guard request.limit > 0 else { return try await ranked(request, known) }
        let reads = request.isRead && reranker == nil && mayRead(request.text)
        let depth = reranker != nil ? configuration.rerankDepth : reads ? configuration.readingDepth : 0
        var deeper = request
        deeper.limit = max(request.limit, depth)
        var response = try await ranked(deeper, known)
        var named = naming.contacts
        if !known.isEmpty {
            named += try await NamedWriters(request.text, response.passages, known, library).contacts
        }
        response.contacts = Array(Set(named)).sorted { ($0.documentID, $0.name) < ($1.documentID, $1.name) }
        if let reranker {
            try await reorder(&response, depth, by: "reranking model") { passages in
                let scores = try await reranker.scores(query: request.text, texts: passages.map(\.text))
                guard scores.count == passages.count else { throw AnswerError.unfitScores }
                return scores.map { $0.isNaN ? -.infinity : Double($0) }
            }
        } else if reads {
            try await read(&response, for: request.text)
        }
        response.passages = Array(response.passages.prefix(request.limit))
        response.notes += notes
        return response
    }

    /// Passages that a search without reading found, in the order that they have with it.
    func read(_ passages: [Passage], for query: String) async throws -> SearchResponse {
        var response = SearchResponse(passages: passages, notes: [])
        if reranker == nil, mayRead(query) { try await read(&response, for: query) }
        return response
    }

    private func read(_ response: inout SearchResponse, for query: String) async throws {
        guard let reader else { return }
        let share = min(configuration.readingShare, 1)
        try await reorder(&response, configuration.readingDepth, by: "reader") { passages in
            let best = passages.map(\.score).max() ?? 0
            let found = passages.map { best > 0 ? (1 - share) * $0.score / best : 0 }
            var judged: [Double] = []
            // What one has to come before if it reads as well as the best do.
            var leading = found[0]
            while judged.count < passages.count {
                let next = (judged.count..<min(judged.count + Self.readTogether, passages.count)).prefix {
                    found[$0] + share * Self.likelyReading > leading
                }
                // One alone keeps its place.
                guard next.count > (judged.isEmpty ? 1 : 0) else { break }
                let readings = try await reader.read(question: query, passages: next.map { passages[$0].text })
                guard readings.count == next.count else { throw AnswerError.unfitScores }
                judged += zip(next, readings).map { place, reading in
                    found[place] + share * (reading.relevance.isNaN ? 0 : reading.relevance)
                }
                leading = judged.max() ?? leading
            }
            return judged
        }
    }

    /// The relevance that a passage which comes first by its reading has at least, nearly always: of 1,190 questions over XQuAD's English texts
    /// the same passages came first as where 1 was waited for, of 237 about meetings one more, with a quarter less to read.
    private static let likelyReading = 0.7

    /// Passages that are read beside each other, as the smallest machines have two cores.
    private static let readTogether = 2

    /// Whether a query may be in a language of the reader's. A few words are often taken for another language; where that is sure, the
    /// reader would only guess.
    private func mayRead(_ query: String) -> Bool {
        guard let reader, configuration.readingShare > 0 else { return false }
        let guess = identifier.identify(query)
        return guess.confidence < Self.sureLanguage || reader.languages.contains(guess.language)
    }

    /// Puts the first passages into another order. They share the scores they had, the best of which goes to the new first: a model's own
    /// are not comparable with those of the passages behind.
    ///
    /// - Parameters:
    ///   - model: What judges, for a note where it cannot.
    ///   - judge: A number for each passage, the best the highest; what it leaves out at the end stays behind.
    private func reorder(
        _ response: inout SearchResponse, _ depth: Int, by model: String, _ judge: ([Passage]) async throws -> [Double]
    ) async throws {
        let first = response.passages.prefix(depth)
        guard first.count > 1 else { return }
        do {
            let judged = try await judge(Array(first))
            let order = zip(judged, first.indices).sorted { ($1.0, $0.1) < ($0.0, $1.1) }
            for (place, judged) in order.enumerated() {
                response.passages[place] = first[judged.1]
                response.passages[place].score = first[place].score
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            let reason = error.readableMessage
            response.notes.append("The \(model) could not be used, so the order is that without it. \(reason)")
        }
    }

    private static let sureLanguage = 0.9
    static let emptyNote = "There are no documents with text to search yet."

    private func ranked(_ request: SearchRequest, _ known: Contacts) async throws -> SearchResponse {
        let count = max(configuration.candidates, request.limit)
        let guess = identifier.identify(request.text)
        let language = guess.language == "und" ? "en" : guess.language
        do {
            try await IndexRefresh(library: library).few()
        } catch let error as CancellationError {
            throw error
        } catch {
            // A store that cannot be written can be searched by the terms that it has.
        }
        let languages = try await library.languages(analysedAs: SearchAnalyzer.version)
        // A few words are often taken for another language, which may be that of the documents.
        let mayBeIn = [language] + (guess.confidence < Self.sureLanguage ? languages.filter { $0 != language } : [])
        let dates = AskedDates(
            in: request.text, languages: Set(languages).union([language]), asked: mayBeIn, today: request.today)
        let named = queryTerms(request.text, language: language, among: languages)
        let forms = try await dateTerms(dates, among: languages, besides: named, today: request.today)
        let terms = named + forms
        let words = try await byLetters(
            library.fullText(terms, limit: count, filter: request.filter, ranking: configuration.ranking), request.text)
        var share = 1.0
        if let embedder, !words.isEmpty {
            share =
                try await configuration.meaningShare
                * Understanding(library: library, embedder: embedder).familiarity(
                    query: request.text, language: guess, chunks: words.map(\.chunkID), languages: languages)
        }
        // "2024 3" is found as two words in a row; a "3" alone is in every second line.
        let shown = named + forms.filter { $0.text.split(separator: " ").allSatisfy { $0.count > 1 } }
        let place = MatchPlace(shown, idle: configuration.requestWeight)
        // Words come first; where they find nothing, meaning is all there is, in whatever language.
        guard share > 0 else {
            return SearchResponse(passages: try await passages(words, request, place, dates, known), notes: [])
        }
        guard let meaning = try await byMeaning(request, words: words, count: count) else {
            return SearchResponse(
                passages: try await passages(words, request, place, dates, known),
                notes: [try await withoutMeaning(request, foundWords: !words.isEmpty)])
        }
        if try await isWithoutEvidence(request, terms, words: words, language: language, meaning: meaning) {
            return SearchResponse(passages: [], notes: [])
        }
        var excess = 0.0
        if let embedder {
            excess = NoiseLevel.excess(try await NoiseLevel.level(query: meaning.query, embedder: embedder))
        }
        let ranked = ScoreFusion(meaningShare: share).fuse(
            words: Dictionary(uniqueKeysWithValues: words.map { ($0.chunkID, $0.score) }), meaning: meaning.scores,
            noise: excess)
        var matches = ranked.prefix(count).map { ChunkMatch(chunkID: $0.id, score: $0.score) }
        if let embedder {
            // What has no word of the query and is no nearer than strangers are has nothing to do with it, also behind good results.
            let withWords = Set(words.map(\.chunkID))
            let noise = try await NoiseLevel.bound(query: meaning.query, embedder: embedder)
            matches.removeAll { !withWords.contains($0.chunkID) && (meaning.scores[$0.chunkID] ?? 0) < noise }
        }
        let found = try await passages(matches, request, place, dates, known)
        var response = SearchResponse(passages: found, notes: [])
        if !found.isEmpty, found.allSatisfy({ $0.match == nil }) {
            // The words may stand in titles and headings.
            let occurs = words.isEmpty ? false : try await occur(terms, request)
            response.isByMeaningAlone = !occurs
        }
        return response
    }

    /// Why a search was by words only.
    private func withoutMeaning(_ request: SearchRequest, foundWords: Bool) async throws -> String {
        if !foundWords {
            if try await library.counts().chunks == 0 { return Self.emptyNote }
            let limited = try await library.documents(matching: request.filter, limit: 1, offset: 0)
            if limited.isEmpty { return "There is no document of what the search was limited to." }
        }
        guard embedder != nil else {
            return whyNoEmbedder ?? "There is no embedding model: searched by words only."
        }
        return "What is here has no vectors yet: searched by words only. The next documents that are added bring them."
    }

    /// Whether a word of the query occurs anywhere that says something about a topic.
    private func occur(_ terms: [QueryTerm], _ request: SearchRequest) async throws -> Bool {
        let telling = terms.filter { $0.weight > configuration.requestWeight }
        guard !telling.isEmpty else { return true }
        return try await !library.fullText(
            telling, limit: 1, filter: request.filter, ranking: configuration.ranking
        ).isEmpty
    }

    /// The chunks that words found, the first of them in the order that their stems and their letters give them together.
    ///
    /// The best has the score that it had, so that scores stay what they are to those who compare them.
    private func byLetters(_ matches: [ChunkMatch], _ query: String) async throws -> [ChunkMatch] {
        guard configuration.letterShare > 0, let best = matches.first?.score, best > 0 else { return matches }
        let first = matches.prefix(configuration.letterDepth)
        let texts = Dictionary(
            uniqueKeysWithValues: try await library.chunks(ids: first.map(\.chunkID)).map { ($0.id, $0.chunk.text) })
        let letters = LetterGrams(query: query).scores(of: first.map { texts[$0.chunkID] ?? "" })
        guard let most = letters.max(), most > 0 else { return matches }
        let share = configuration.letterShare
        // What was not looked at has no letters in its score, and so stays behind.
        let scores = matches.enumerated().map { index, match in
            (1 - share) * match.score / best + (index < letters.count ? share * letters[index] / most : 0)
        }
        let scale = best / (scores.max() ?? 1)
        return zip(matches, scores).map { ChunkMatch(chunkID: $0.chunkID, score: $1 * scale) }
            .sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }
    }

    /// Closeness in meaning of the nearest chunks and of those that the words found; `nil` when there is no model, or the
    /// store has no vectors of it.
    private func byMeaning(
        _ request: SearchRequest, words: [ChunkMatch], count: Int
    ) async throws -> (query: [Float], scores: [Int64: Double])? {
        guard let embedder, let query = try await embedder.embed([request.text], as: .query).first else { return nil }
        do {
            try await EmbeddingBackfill(library: library, embedder: embedder).few()
        } catch let error as CancellationError {
            throw error
        } catch {
            // A store that cannot be written can be searched; what has no vector is found by its words.
        }
        let nearest = try await library.nearest(
            to: query, limit: count, modelID: embedder.id, filter: request.filter)
        guard !nearest.isEmpty else { return nil }
        var scores = Dictionary(uniqueKeysWithValues: nearest.map { ($0.chunkID, $0.score) })
        let others = words.map(\.chunkID).filter { scores[$0] == nil }
        for (id, vector) in try await library.vectors(ofChunks: others, modelID: embedder.id) {
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
            try await best < NoiseLevel.bound(query: meaning.query, embedder: embedder)
        else { return false }
        if !words.isEmpty {
            // What is a stop word is known of few languages, and what a language is, of few words of it.
            var telling = terms.filter { $0.weight == 1 }
            guard language == "en", !telling.isEmpty else { return false }
            let words = SearchAnalyzer.words(ofQuery: request.text, likely: language, languages: [])
            let forms = words.flatMap { $0.isStopword || $0.isRequest ? [] : $0.others }
            telling += (forms + Self.related(request.text, language: language)).map { QueryTerm($0) }
            let found = try await library.fullText(
                telling, limit: 1, filter: request.filter, ranking: configuration.ranking)
            guard found.isEmpty else { return false }
        }
        return true
    }

    /// The terms in the query's own language come first: of a long query only so many count.
    private func queryTerms(_ text: String, language: String, among languages: [String]) -> [QueryTerm] {
        let words = SearchAnalyzer.words(ofQuery: text, likely: language, languages: languages)
        var terms: [QueryTerm] = []
        var others: [QueryTerm] = []
        for word in words {
            let weight =
                word.isStopword ? configuration.stopwordWeight : word.isRequest ? configuration.requestWeight : 1
            terms.append(QueryTerm(word.term, weight: weight))
            others += word.others.map { QueryTerm($0, weight: weight * configuration.otherLanguageWeight) }
        }
        let known = Set((terms + others).map(\.text))
        let related = Self.related(text, language: language).filter { !known.contains($0) }
        let sections = Self.sections(text, language: language).filter { !known.contains($0) && !related.contains($0) }
        // What a section is called stands in many documents, and tells less.
        return terms + others + related.map { QueryTerm($0, weight: configuration.relatedWeight) }
            + sections.map { QueryTerm($0, weight: configuration.relatedWeight / 2) }
    }

    /// The forms that the times of the question may have in documents, of those that occur in any.
    private func dateTerms(
        _ dates: AskedDates, among languages: [String], besides terms: [QueryTerm], today: CivilDate?
    ) async throws -> [QueryTerm] {
        guard !dates.isEmpty, configuration.dateWeight > 0 else { return [] }
        let known = Set(terms.map(\.text))
        let forms = DateTerms(dates, languages: languages, today: today)
        // Of the many forms with full stops hardly any is there, and each would be looked for in every chunk that is weighed.
        let present = try await library.documentFrequencies(of: forms.single)
        return (forms.single.filter { present[$0] != nil } + forms.phrases).filter { !known.contains($0) }
            .map { QueryTerm($0, weight: configuration.dateWeight) }
    }

    /// The terms by which documents may tell what a question asks, each once: "How much do I earn?" is told by "Salary: …".
    private static func related(_ text: String, language: String) -> [String] {
        terms(of: ExtractiveAnswerer.relatedWords(of: text, languages: [language]), language)
    }

    /// The same of what the section may be called in which documents tell it.
    private static func sections(_ text: String, language: String) -> [String] {
        terms(of: ExtractiveAnswerer.sectionWords(of: text, languages: [language]), language)
    }

    private static func terms(of words: [String], _ language: String) -> [String] {
        let analyzer = SearchAnalyzer(language: language)
        return words.flatMap { analyzer.terms(in: $0) }.reduce(into: []) { found, term in
            if !found.contains(term) { found.append(term) }
        }
    }

    /// Whether the embedding model understands a query and the passages that were found for it.
    func isUnderstood(_ query: String, in passages: [Passage]) async throws -> Bool {
        guard let embedder else { return false }
        let familiarity = try await Understanding(library: library, embedder: embedder).familiarity(
            query: query, language: identifier.identify(query), chunks: passages.map(\.chunkID),
            languages: library.languages(analysedAs: SearchAnalyzer.version))
        return familiarity >= 0.5
    }

    /// Chunks with what a reader needs to know about their documents.
    private func passages(
        _ matches: [ChunkMatch], _ request: SearchRequest, _ place: MatchPlace, _ dates: AskedDates,
        _ known: Contacts
    ) async throws -> [Passage] {
        let limit = request.limit
        let chunks = try await library.chunks(ids: matches.map(\.chunkID))
        let spoken = SpokenChunks(chunks, query: request.text, contacts: known)
        let documentOf = Dictionary(uniqueKeysWithValues: chunks.map { ($0.id, $0.documentID) })
        let lifted = lifted(
            matches, documents: documentOf, spoken: spoken, dated: dated(chunks, matches, dates))
        let ranked = spoken.spread(lifted.map(\.chunkID), first: limit)
        let stored = Dictionary(uniqueKeysWithValues: chunks.map { ($0.id, $0) })
        let found = ranked.prefix(limit + Self.spare).compactMap { stored[$0] }
        let distinct = Diversity.distinct(found).prefix(limit)
        let ids = Set(distinct.map(\.documentID))
        let documents = Dictionary(
            uniqueKeysWithValues: try await library.documents(
                matching: SearchFilter(documentIDs: ids), limit: .max, offset: 0
            )
            .map { ($0.id, $0) })
        let scores = Dictionary(uniqueKeysWithValues: lifted.map { ($0.chunkID, $0.score) })
        return distinct.map { stored in
            let document = documents[stored.documentID]
            var passage = Passage(
                chunkID: stored.id, documentID: stored.documentID, path: document?.presentPath ?? "",
                title: document?.title, page: document?.isPaged == true ? stored.chunk.page : nil,
                span: stored.chunk.span, text: stored.chunk.text,
                score: scores[stored.id] ?? 0, headings: stored.chunk.headings, startTime: stored.chunk.startTime,
                endTime: stored.chunk.endTime, label: document?.label ?? .private,
                match: place.place(in: stored.chunk.text, language: document?.language)?
                    .shifted(by: stored.chunk.span.start))
            passage.sharedBy = document?.sharedBy
            return passage
        }
    }

    /// Of the first chunks, the part of the question's times in which dates of their text or their headings lie, or the days on which they
    /// were written: those of entries stand there, and those of a long mail with its beginning alone.
    private func dated(_ chunks: [StoredChunk], _ matches: [ChunkMatch], _ dates: AskedDates) -> [Int64: Double] {
        guard !dates.isEmpty, configuration.dateShare > 0 else { return [:] }
        let first = Set(matches.prefix(configuration.letterDepth).map(\.chunkID))
        return chunks.reduce(into: [:]) { shares, stored in
            guard first.contains(stored.id) else { return }
            let days = [stored.chunk.origin?.first, stored.chunk.origin?.last].compactMap(\.self).map(Self.day)
            shares[stored.id] = dates.share(toldBy: [stored.chunk.text] + stored.chunk.headings + days)
        }
    }

    /// The day on which something was written, as dates are read: "2024-05-03".
    private static func day(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970 + Double(TimeZone.current.secondsFromGMT(for: date))
        return CivilDate(daysSince1970: Int((seconds / 86_400).rounded(.down)))?.description ?? ""
    }

    /// Lifts a chunk whose neighbours in the document were found as well: what a text is about is seldom said in one chunk.
    /// In a transcript it is lifted, too, by how much of it is said by whom the query names; and wherever the question names times, by the
    /// part of them in which dates of it lie.
    private func lifted(
        _ matches: [ChunkMatch], documents: [Int64: String], spoken: SpokenChunks, dated: [Int64: Double]
    ) -> [ChunkMatch] {
        guard matches.count > 1, let most = matches.map(\.score).max(), most > 0 else { return matches }
        // Chunks of one document have consecutive ids.
        let scores = Dictionary(uniqueKeysWithValues: matches.map { ($0.chunkID, $0.score) })
        func score(_ id: Int64, beside other: Int64) -> Double {
            guard let document = documents[id], document == documents[other] else { return 0 }
            return scores[id] ?? 0
        }
        let talk = spoken.lifts(scores, share: configuration.spokenNeighbourShare)
        return matches.map { match in
            let id = match.chunkID
            let lift =
                talk[id]
                ?? configuration.neighbourShare * (score(id - 1, beside: id) + score(id + 1, beside: id)) / 2
            let said = 1 + configuration.speakerShare * spoken.share(of: id)
            let told = 1 + configuration.dateShare * (dated[id] ?? 0)
            return ChunkMatch(chunkID: id, score: (match.score + lift) * said * told)
        }.sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }
    }
}

extension StoredDocument {
    /// Whether a page number means something to a reader of the file.
    var isPaged: Bool { pageCount > 1 || format == .pdf }
}
