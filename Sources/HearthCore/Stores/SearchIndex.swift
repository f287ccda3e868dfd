public import Foundation

/// What finds chunks: by their words, and by what they mean.
public typealias SearchIndex = WordIndex & VectorIndex

/// Finds chunks by their words. Terms are what an analyser made of them; the index compares them as they are.
public protocol WordIndex: Sendable {
    /// The chunks that contain at least one of the terms, best first by BM25F; equal scores in the order of chunk ids.
    ///
    /// The filter is part of the query, so up to `limit` matches are found however few documents it lets through. At most
    /// 256 different terms count. Among few documents, rarity is mostly that among these.
    func fullText(
        _ terms: [QueryTerm], limit: Int, filter: SearchFilter, ranking: FullTextRanking
    ) async throws -> [ChunkMatch]
    /// In how many chunks each term occurs; terms that occur nowhere are left out.
    func documentFrequencies(of terms: [String]) async throws -> [String: Int]
    /// The number of chunks and their mean lengths.
    func fullTextStatistics() async throws -> FullTextStatistics
    /// Documents whose index entries have another analysis than this one; the same ones first each time it is asked.
    ///
    /// - Parameters:
    ///   - most: Chunks that are read together. One document with more comes alone.
    ///   - largest: Leaves out documents with more chunks, for those who cannot wait.
    func documentsToIndex(as analysis: String, most: Int, largest: Int) async throws -> [DocumentToIndex]
    /// Replaces the index entries of documents, all of them or, when something fails, none.
    ///
    /// A document that was changed or removed since it was read is left as it is, so the work can be interrupted, repeated and run
    /// beside an ingestion.
    ///
    /// - Parameter items: Each with the terms of its chunks, in their order.
    /// - Returns: How many were indexed.
    @discardableResult
    func index(_ items: [(document: DocumentToIndex, terms: [ChunkTerms])], as analysis: String) async throws -> Int
    /// The languages of the documents with this analysis, in the order of the alphabet.
    func languages(analysedAs analysis: String) async throws -> [String]
}

/// Finds chunks by their vectors. Every vector that a filter lets through is compared: there is no approximate index, so a result
/// depends on nothing but the vectors.
public protocol VectorIndex: Sendable {
    /// The chunks whose vectors have the largest dot product with `query`, best first; empty when there are none of the model.
    ///
    /// - Parameter modelID: `nil` searches the active model.
    /// - Throws: `invalid-vector` when the query is not finite or of another length than the model's vectors.
    func nearest(to query: [Float], limit: Int, modelID: String?, filter: SearchFilter) async throws -> [ChunkMatch]
    /// The vectors of chunks, at 15 bits or better; chunks without one are left out.
    ///
    /// - Parameter modelID: `nil` for the active model.
    func vectors(ofChunks ids: [Int64], modelID: String?) async throws -> [Int64: [Float]]
    /// Adds vectors of chunks that are stored already. Returns how many were new.
    ///
    /// Chunks that have a vector of this model keep it, and chunks that are gone are left out, so the work of computing
    /// vectors can be interrupted, repeated and run beside an ingestion. The first model of a store becomes the active one.
    ///
    /// Throws `invalid-vector` when a vector is not finite or of another length than the model's.
    @discardableResult
    func addVectors(_ vectors: [(chunkID: Int64, vector: [Float])], modelID: String) async throws -> Int
    /// Chunks that have no vector of the model yet, in the order of ids, from above `after` on.
    ///
    /// To walk through all of them, pass the last id of one step as `after` of the next.
    ///
    /// - Parameter onlyJournal: leaves out those of documents that are no entries of the journal.
    func chunksMissingVectors(
        modelID: String, after: Int64, limit: Int, onlyJournal: Bool
    ) async throws -> [StoredChunk]
    /// The same from the newest on, below `before`.
    func chunksMissingVectors(modelID: String, before: Int64, limit: Int) async throws -> [StoredChunk]
    /// The same for some documents, in their order of ids; documents that are not there any more are left out.
    func chunksMissingVectors(
        modelID: String, ofDocuments ids: [String], after: Int64, limit: Int
    ) async throws -> [StoredChunk]
    /// How many chunks have no vector of the model that search uses; all of them where there is no such model.
    func chunksWithoutVectors() async throws -> Int
    /// The models that have vectors, with how far each covers the chunks, the oldest first.
    func vectorModels() async throws -> [StoredVectorModel]
    /// Makes search use the model.
    ///
    /// Throws `unknown-item` when it has no vectors, and `incomplete-vectors` while chunks lack one.
    ///
    /// - Parameter removesOthers: drops the vectors of all other models in the same step, and what was measured of these.
    func activateVectorModel(_ id: String, removesOthers: Bool) async throws
    /// How many chunks there are in each language; documents whose language is not known are left out.
    func chunksByLanguage() async throws -> [String: Int]
    /// What was measured of a model, in the order of the languages. Empty where nothing was.
    func familiarities(modelID: String) async throws -> [LanguageFamiliarity]
    /// Keeps what was measured of a model, all or none; each replaces what was known of its language.
    func keepFamiliarities(_ values: [LanguageFamiliarity], modelID: String) async throws
}

extension VectorIndex {
    /// The model that search uses, or `nil` when no vectors were ever stored.
    public func activeVectorModel() async throws -> StoredVectorModel? {
        try await vectorModels().first(where: \.isActive)
    }
}

/// Narrows a search or a listing to some documents. All conditions that are set must hold; the empty filter takes everything.
public struct SearchFilter: Hashable, Sendable {
    /// Only these documents.
    public var documentIDs: Set<String>?
    /// Only documents of which a source has one of these paths or lies in a folder of that path.
    public var paths: [String]?
    public var formats: Set<DocumentFormat>?
    public var labels: Set<SensitivityLabel>?
    /// Only what was written in this time: chunks whose ``Chunk/origin`` reaches into it, and where that has no dates, documents whose
    /// ``StoredDocument/createdAt`` lies in it.
    public var dates: ClosedRange<Date>?
    /// Only chunks that one of these wrote, or a message of which: names, or the first words of one, letter case aside. See
    /// ``Chunk/origin``.
    public var senders: [String]?
    /// Only documents whose title or one of whose paths holds this, letter case aside.
    public var name: String?
    /// Leaves out what is nothing but an entry of the journal; see ``JournalSession/pathPrefix``.
    public var withoutJournal = false
    /// Only what a program that reads may see; `nil` for the owner. Set by ``limited()``.
    public private(set) var ceiling: SensitivityLabel?

    public init(
        documentIDs: Set<String>? = nil, paths: [String]? = nil, formats: Set<DocumentFormat>? = nil,
        labels: Set<SensitivityLabel>? = nil, dates: ClosedRange<Date>? = nil
    ) {
        self.documentIDs = documentIDs
        self.paths = paths
        self.formats = formats
        self.labels = labels
        self.dates = dates
    }

    /// What has to stand in the key of a chunk's senders, each of which will do; `nil` where it does not matter who wrote it.
    package var wantedSenders: [String]? { senders.map { $0.compactMap(SenderKey.wanted) } }

    /// Whether it tells chunks of one document apart.
    package var isOfChunks: Bool { dates != nil || senders != nil }

    /// Takes every document.
    public static let everything = SearchFilter()

    /// Takes every document but the entries of the journal, which have a view of their own and would bury the others.
    public static let documents: SearchFilter = {
        var filter = SearchFilter()
        filter.withoutJournal = true
        return filter
    }()

    public var isEverything: Bool { self == .everything }

    /// As far as the reader of this task may see; a store takes it so at each read.
    public func limited() -> SearchFilter {
        guard let reader = Reader.current, reader.ceiling < .private else { return self }
        var filter = self
        filter.ceiling = reader.ceiling
        return filter
    }
}

/// The paths inside a folder, as a range in the order of their bytes: `folder/` up to, but without, `folder0` (`0` follows `/`).
package struct PathRange {
    package let path: String
    package let first: String
    package let end: String

    package init(_ path: String) {
        var trimmed = path
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.path = trimmed
        // The empty path is no folder: it would otherwise mean the root.
        first = trimmed == "/" ? "/" : trimmed + "/"
        end = trimmed == "/" ? "0" : trimmed.isEmpty ? "/" : trimmed + "0"
    }
}

/// A term to search for, as the analyser makes it.
public struct QueryTerm: Hashable, Sendable {
    /// One analysed term. Several joined by spaces are a phrase: they must follow each other.
    public var text: String
    /// Multiplies what the term adds to the score; below 1 for expansions.
    public var weight: Double

    public init(_ text: String, weight: Double = 1) {
        self.text = text
        self.weight = weight
    }
}

/// How full-text search ranks: BM25F over the fields title (with headings) and body.
///
/// Robertson, Zaragoza & Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004.
public struct FullTextRanking: Hashable, Sendable {
    /// How soon more occurrences of a term stop counting. 1.2 is the usual value (Robertson & Zaragoza 2009).
    public var k1: Double
    /// How much a long body is held against it, 0 to 1. 0.75 is the usual value.
    public var bodyB: Double
    public var bodyWeight: Double
    /// How much a long title is held against it, 0 to 1.
    public var titleB: Double
    /// What an occurrence in the title counts, in occurrences in the body. 0 leaves titles out of the score.
    public var titleWeight: Double

    public init(
        k1: Double = 1.2, bodyB: Double = 0.75, bodyWeight: Double = 1, titleB: Double = 0.5, titleWeight: Double = 1
    ) {
        self.k1 = k1
        self.bodyB = bodyB
        self.bodyWeight = bodyWeight
        self.titleB = titleB
        self.titleWeight = titleWeight
    }
}

/// A chunk that a search found.
public struct ChunkMatch: Hashable, Sendable {
    public var chunkID: Int64
    /// Larger is better. BM25 for full text, the dot product for vectors.
    public var score: Double

    public init(chunkID: Int64, score: Double) {
        self.chunkID = chunkID
        self.score = score
    }
}

/// Numbers that ranking needs.
public struct FullTextStatistics: Hashable, Sendable {
    public var chunks: Int
    /// Mean number of terms in a chunk's body.
    public var averageBodyLength: Double
    /// Mean number of terms in a chunk's title and headings.
    public var averageTitleLength: Double

    public init(chunks: Int, averageBodyLength: Double, averageTitleLength: Double) {
        self.chunks = chunks
        self.averageBodyLength = averageBodyLength
        self.averageTitleLength = averageTitleLength
    }
}

/// A document whose entries in the full-text index were made in another way than today's.
public struct DocumentToIndex: Sendable {
    public var title: String?
    /// One of the files that it comes from: what that is called is found, too.
    public var path: String?
    public var language: String?
    public var chunks: [StoredChunk]
    /// The store's own number for it, by which ``WordIndex/index(_:as:)`` knows it again.
    public var number: Int64

    public init(title: String?, path: String?, language: String?, chunks: [StoredChunk], number: Int64) {
        self.title = title
        self.path = path
        self.language = language
        self.chunks = chunks
        self.number = number
    }
}

/// The analysed terms of a chunk, each joined by spaces.
public struct ChunkTerms: Sendable {
    /// Of the title and the headings.
    public var title: String
    public var body: String

    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }
}

/// An embedding model that has vectors in the store.
public struct StoredVectorModel: Hashable, Sendable, Identifiable {
    public var id: String
    public var dimension: Int
    /// Whether search uses it when no model is named.
    public var isActive: Bool
    /// Chunks that have a vector of this model.
    public var vectorCount: Int
    /// All chunks.
    public var chunkCount: Int

    public init(id: String, dimension: Int, isActive: Bool, vectorCount: Int, chunkCount: Int) {
        self.id = id
        self.dimension = dimension
        self.isActive = isActive
        self.vectorCount = vectorCount
        self.chunkCount = chunkCount
    }

    /// Whether every chunk has a vector.
    public var isComplete: Bool { vectorCount >= chunkCount }
}

// MARK: -

/// How well an embedding model knows a language, as far as the library's own text shows it.
public struct LanguageFamiliarity: Hashable, Sendable {
    /// ISO 639-1.
    public var language: String
    /// From 0, where its vectors say nothing of what a text means, to 1, where it is at home; `nil` where the texts were such that
    /// nothing could be told from them.
    public var value: Double?
    /// The chunks in that language when it was measured.
    public var chunks: Int
    /// Names how it was measured. What was measured in another way is measured anew.
    public var measure: String

    public init(language: String, value: Double?, chunks: Int, measure: String) {
        self.language = language
        self.value = value
        self.chunks = chunks
        self.measure = measure
    }
}
