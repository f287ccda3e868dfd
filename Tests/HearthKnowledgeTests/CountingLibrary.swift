import HearthCore
import HearthTesting
import Synchronization

/// A store that counts how often it is asked for what, and passes everything on.
final class CountingLibrary: DocumentStore, SearchIndex {
    private let library: MemoryLibrary
    private let asked = Mutex<[String: Int]>([:])

    init(_ library: MemoryLibrary) { self.library = library }

    /// How often each operation was asked for since the last time that somebody looked.
    func calls() -> [String: Int] {
        asked.withLock { asked in
            defer { asked = [:] }
            return asked
        }
    }

    private func count(_ operation: String) { asked.withLock { $0[operation, default: 0] += 1 } }

    func documents(matching filter: SearchFilter, limit: Int, offset: Int) async throws -> [StoredDocument] {
        count("documents")
        return try await library.documents(matching: filter, limit: limit, offset: offset)
    }

    func page(
        matching filter: SearchFilter, limit: Int, offset: Int
    ) async throws -> (documents: [StoredDocument], total: Int) {
        count("page")
        return try await library.page(matching: filter, limit: limit, offset: offset)
    }

    func counts() async throws -> StoreCounts {
        count("counts")
        return try await library.counts()
    }

    func document(id: String) async throws -> StoredDocument? {
        count("document")
        return try await library.document(id: id)
    }

    func document(atPath path: String) async throws -> StoredDocument? {
        count("document")
        return try await library.document(atPath: path)
    }

    func documents(named name: String) async throws -> [StoredDocument] {
        count("documents")
        return try await library.documents(named: name)
    }

    func content(ofDocument id: String) async throws -> ExtractedDocument? {
        count("content")
        return try await library.content(ofDocument: id)
    }

    func texts(ofDocuments ids: Set<String>) async throws -> [String: String] {
        count("texts")
        return try await library.texts(ofDocuments: ids)
    }

    func chunks(ofDocument id: String) async throws -> [StoredChunk] {
        count("chunks")
        return try await library.chunks(ofDocument: id)
    }

    func chunks(ids: [Int64]) async throws -> [StoredChunk] {
        count("chunks")
        return try await library.chunks(ids: ids)
    }

    func neighbours(ofChunks ids: [Int64], before: Int, after: Int) async throws -> [Int64: [StoredChunk]] {
        count("neighbours")
        return try await library.neighbours(ofChunks: ids, before: before, after: after)
    }

    func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk] {
        count("chunks")
        return try await library.chunks(after: id, limit: limit)
    }

    func writers() async throws -> [String] {
        count("writers")
        return try await library.writers()
    }

    func sourceState(path: String) async throws -> SourceState? {
        count("sourceState")
        return try await library.sourceState(path: path)
    }

    func sourceStates(under path: String) async throws -> [SourceState] {
        count("sourceStates")
        return try await library.sourceStates(under: path)
    }

    func touchSources(_ files: [SourceFile]) async throws {
        count("touchSources")
        try await library.touchSources(files)
    }

    func renameSource(_ path: String, to name: String) async throws {
        count("renameSource")
        try await library.renameSource(path, to: name)
    }

    func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) async throws -> String? {
        count("renameSource")
        return try await library.renameSource(path, toFirstFreeOf: name)
    }

    func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome] {
        count("store")
        return try await library.store(batch)
    }

    func removeDocuments(ids: [String]) async throws -> DeletionReceipt {
        count("removeDocuments")
        return try await library.removeDocuments(ids: ids)
    }

    func removeSources(paths: [String], keepsLabels: Bool) async throws -> [String] {
        count("removeSources")
        return try await library.removeSources(paths: paths, keepsLabels: keepsLabels)
    }

    func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter, ranking: FullTextRanking
    ) async throws -> [ChunkMatch] {
        count("fullText")
        return try await library.fullText(terms, limit: limit, filter: filter, ranking: ranking)
    }

    func documentFrequencies(of terms: [String]) async throws -> [String: Int] {
        count("documentFrequencies")
        return try await library.documentFrequencies(of: terms)
    }

    func fullTextStatistics() async throws -> FullTextStatistics {
        count("fullTextStatistics")
        return try await library.fullTextStatistics()
    }

    func documentsToIndex(as analysis: String, most: Int, largest: Int) async throws -> [DocumentToIndex] {
        count("documentsToIndex")
        return try await library.documentsToIndex(as: analysis, most: most, largest: largest)
    }

    func index(_ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String) async throws -> Int {
        count("index")
        return try await library.index(items, as: analysis)
    }

    func languages(analysedAs analysis: String) async throws -> [String] {
        count("languages")
        return try await library.languages(analysedAs: analysis)
    }

    func nearest(to query: [Float], limit: Int, modelID: String?, filter: SearchFilter) async throws -> [ChunkMatch] {
        count("nearest")
        return try await library.nearest(to: query, limit: limit, modelID: modelID, filter: filter)
    }

    func vectors(ofChunks ids: [Int64], modelID: String?) async throws -> [Int64: [Float]] {
        count("vectors")
        return try await library.vectors(ofChunks: ids, modelID: modelID)
    }

    func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int {
        count("addVectors")
        return try await library.addVectors(vectors, modelID: modelID)
    }

    func chunksMissingVectors(
        modelID: String, after: Int64, limit: Int, onlyJournal: Bool
    ) async throws -> [StoredChunk] {
        count("chunksMissingVectors")
        return try await library.chunksMissingVectors(
            modelID: modelID, after: after, limit: limit, onlyJournal: onlyJournal)
    }

    func chunksMissingVectors(modelID: String, before: Int64, limit: Int) async throws -> [StoredChunk] {
        count("chunksMissingVectors")
        return try await library.chunksMissingVectors(modelID: modelID, before: before, limit: limit)
    }

    func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64, limit: Int
    ) async throws -> [StoredChunk] {
        count("chunksMissingVectors")
        return try await library.chunksMissingVectors(modelID: modelID, ofDocuments: ids, after: after, limit: limit)
    }

    func chunksWithoutVectors() async throws -> Int {
        count("chunksWithoutVectors")
        return try await library.chunksWithoutVectors()
    }

    func vectorModels() async throws -> [StoredVectorModel] {
        count("vectorModels")
        return try await library.vectorModels()
    }

    func activateVectorModel(_ id: String, removesOthers: Bool) async throws {
        count("activateVectorModel")
        try await library.activateVectorModel(id, removesOthers: removesOthers)
    }

    func chunksByLanguage() async throws -> [String: Int] {
        count("chunksByLanguage")
        return try await library.chunksByLanguage()
    }

    func familiarities(modelID: String) async throws -> [LanguageFamiliarity] {
        count("familiarities")
        return try await library.familiarities(modelID: modelID)
    }

    func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws {
        count("keepFamiliarities")
        try await library.keepFamiliarities(values, modelID: modelID)
    }
}
