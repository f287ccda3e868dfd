package import HearthCore
import HearthText

/// Keeps, for each language of a library, how well the embedding model knows it. Measured at the end of an ingestion; a search and the
/// doctor read it.
package struct LanguageMeasure: Sendable {
    /// Text in a language has to grow or shrink so many times before it is looked at again.
    private static let growth = 4
    /// Documents of a language that are looked into for texts that tell something.
    private static let documents = 96

    /// Names what is measured and how.
    package static let version = MeaningProbe.version

    let library: any DocumentStore & VectorIndex

    package init(library: any DocumentStore & VectorIndex) { self.library = library }

    /// Measures what was not measured yet, in the languages of which there is enough text. Who sees only a part of the library leaves
    /// that to others: what is kept is said of the whole.
    ///
    /// - Parameter embedder: Asked for only where there is something to measure.
    package func update(
        modelID: String, embedder: () async throws -> (any EmbeddingModel)?
    ) async throws {
        guard Reader.current?.ceiling ?? .private == .private else { return }
        let due = try await due(modelID)
        guard !due.isEmpty, let model = try await embedder(), model.id == modelID else { return }
        let probe = MeaningProbe(embedder: model)
        let all = try await library.documents(matching: .everything, limit: .max, offset: 0)
        for (language, chunks) in due {
            try Task.checkCancellation()
            let texts = try await texts(of: language, among: all)
            let value = try await probe.familiarity(of: texts, language: language)
            try await library.keepFamiliarities(
                [
                    LanguageFamiliarity(language: language, value: value, chunks: chunks, measure: MeaningProbe.version)
                ], modelID: modelID)
        }
    }

    /// The languages that wait for it, with the chunks that they have.
    private func due(_ modelID: String) async throws -> [(language: String, chunks: Int)] {
        try await known(modelID: modelID).filter(\.isDue).sorted { $0.language < $1.language }
            .map { (language: $0.language, chunks: $0.chunks) }
    }

    /// A language of the library, and how well the model knows it.
    package struct Known: Hashable, Sendable {
        package var language: String
        /// The chunks that are in it.
        package var chunks: Int
        /// From 0 to 1; `nil` where nothing is known, because it was not measured or the texts do not tell.
        package var value: Double?
        /// Whether the next ingestion measures it, or measures it anew.
        package var isDue: Bool

        package init(language: String, chunks: Int, value: Double?, isDue: Bool) {
            self.language = language
            self.chunks = chunks
            self.value = value
            self.isDue = isDue
        }
    }

    /// What is known of the languages that the library has text in, those with the most text first.
    package func known(modelID: String) async throws -> [Known] {
        let measured = Dictionary(
            try await library.familiarities(modelID: modelID).filter { $0.measure == MeaningProbe.version }
                .map { ($0.language, $0) }, uniquingKeysWith: { $1 })
        return try await library.chunksByLanguage().filter { $0.key != "und" }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { language, chunks in
                let former = measured[language]
                let isEnough = chunks >= MeaningProbe.fewest
                return Known(
                    language: language, chunks: chunks, value: former?.value,
                    isDue: isEnough && former.map { Self.isOf($0.chunks, chunks) } != true)
            }
    }

    /// Whether what was measured with so many chunks may stand for a library that has so many now.
    private static func isOf(_ former: Int, _ chunks: Int) -> Bool {
        chunks / growth < former && former / growth < chunks
    }

    /// Texts of a language from all over the library: from as many documents as possible, and from all parts of those.
    private func texts(of language: String, among all: [StoredDocument]) async throws -> [String] {
        let documents = Self.spread(
            all.filter { $0.language == language && $0.chunkCount > 0 }, over: Self.documents)
        guard !documents.isEmpty else { return [] }
        var found: [[String]] = []
        // Several of each, because some chunks say nothing.
        let each = max(2, 4 * MeaningProbe.most / documents.count)
        for document in documents {
            try Task.checkCancellation()
            let chunks = Self.spread(try await library.chunks(ofDocument: document.id), over: each)
            found.append(chunks.map(\.chunk.text).filter(MeaningProbe.isTelling))
        }
        // The first of each document, then the second of each.
        let longest = found.map(\.count).max() ?? 0
        let texts = (0..<longest).flatMap { place in found.compactMap { place < $0.count ? $0[place] : nil } }
        return documents.count >= MeaningProbe.most ? texts : Self.spread(texts, over: MeaningProbe.most)
    }

    /// So many of the elements, evenly.
    private static func spread<Element>(_ all: [Element], over count: Int) -> [Element] {
        guard all.count > count else { return all }
        return (0..<count).map { all[$0 * all.count / count] }
    }

    /// What was measured in today's way, by language.
    static func values(_ familiarities: [LanguageFamiliarity]) -> [String: Double] {
        familiarities.reduce(into: [:]) { values, known in
            if known.measure == MeaningProbe.version { values[known.language] = known.value }
        }
    }
}

/// Whether an embedding model understands a query and what it is asked of: by what was measured on the library's text, and by the model's
/// vocabulary where nothing was.
struct Understanding {
    /// Chunks, the best, whose languages count.
    private static let chunks = 20
    /// How certain it has to be that a query is in another language than what is searched.
    private static let certain = 0.9

    let library: any DocumentStore & SearchIndex
    let embedder: any EmbeddingModel

    /// From 0 to 1: as well as the model knows the languages of the chunks, on average, and no better than it knows the query's.
    ///
    /// - Parameters:
    ///   - ids: Of chunks that were found, the best first.
    ///   - languages: Of the library.
    func familiarity(
        query: String, language: LanguageGuess, chunks ids: [Int64], languages: [String]
    ) async throws -> Double {
        let known = LanguageMeasure.values(try await library.familiarities(modelID: embedder.id))
        let searched = try await searched(ids, languages: languages, known)
        guard searched > 0, language.language != "und", language.confidence >= Self.certain else { return searched }
        let asked =
            known[language.language]
            ?? VocabularyFit.familiarity(of: query, tokenizer: embedder.tokenizer) ?? 1
        return min(searched, asked)
    }

    private func searched(_ ids: [Int64], languages: [String], _ known: [String: Double]) async throws -> Double {
        if languages.count == 1, let value = known[languages[0]] { return value }
        let chunks = try await library.chunks(ids: Array(ids.prefix(Self.chunks)))
        guard !chunks.isEmpty else { return 1 }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: Set(chunks.map(\.documentID))), limit: .max, offset: 0)
        let languageOf = Dictionary(
            documents.map { ($0.id, $0.language ?? "und") }, uniquingKeysWith: { first, _ in first })
        var sum = 0.0
        for (language, texts) in Dictionary(grouping: chunks, by: { languageOf[$0.documentID] ?? "und" }) {
            let value =
                known[language]
                ?? VocabularyFit.familiarity(
                    of: texts.map(\.chunk.text).joined(separator: "\n"), tokenizer: embedder.tokenizer) ?? 1
            sum += value * Double(texts.count)
        }
        return sum / Double(chunks.count)
    }
}
