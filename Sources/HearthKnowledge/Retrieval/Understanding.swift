import HearthCore
import HearthText

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
