public import Foundation

/// Documents with their texts and chunks, and the sources that they came from.
public protocol DocumentStore: Sendable {
    // MARK: Documents

    /// Documents, newest first.
    func documents(matching filter: SearchFilter, limit: Int, offset: Int) async throws -> [StoredDocument]
    /// A page of a listing, newest first, and how many documents the filter lets through; both as of the same moment.
    func page(
        matching filter: SearchFilter, limit: Int, offset: Int
    ) async throws -> (documents: [StoredDocument], total: Int)
    /// The number of documents, chunks and sources, and of documents without text. The entries of the journal are no documents
    /// to those who ask, but search finds them like documents: their chunks and sources are counted. What a program may not read
    /// is not counted for it.
    func counts() async throws -> StoreCounts
    /// The document of that id, or `nil`.
    func document(id: String) async throws -> StoredDocument?
    /// The document that the source at `path` holds, or `nil`.
    func document(atPath path: String) async throws -> StoredDocument?
    /// The documents that a person may mean by `name`: the first of these that matches anything.
    ///
    /// 1. the id, or a beginning of it of at least 4 digits; 2. the path of a source, or of a folder with sources; 3. the
    /// end of a path after a `/`, such as the file's name; 4. the title, letter case of ASCII aside.
    func documents(named name: String) async throws -> [StoredDocument]

    // MARK: Texts

    /// The text, pages and blocks of a document, or `nil` when there is no such document.
    func content(ofDocument id: String) async throws -> ExtractedDocument?
    /// The texts of documents, by their ids; those that are not there are left out.
    func texts(ofDocuments ids: Set<String>) async throws -> [String: String]
    /// The chunks of a document, in order. Empty when there is no such document.
    func chunks(ofDocument id: String) async throws -> [StoredChunk]
    /// The chunks of these ids, in the order of `ids`; ids without a chunk are left out.
    func chunks(ids: [Int64]) async throws -> [StoredChunk]
    /// The chunks around each of these, in order, itself included: up to `before` and `after` others of the same document.
    /// Ids without a chunk are left out.
    func neighbours(ofChunks ids: [Int64], before: Int, after: Int) async throws -> [Int64: [StoredChunk]]
    /// Chunks with an id above `id`, in the order of ids: to walk through the whole store in steps.
    func chunks(after id: Int64, limit: Int) async throws -> [StoredChunk]

    /// Who wrote pieces of the documents that the reader may see, as these call them (``Chunk/origin``): each once, in the order of their
    /// bytes, ``StoreCounts/mostWriters`` at most.
    func writers() async throws -> [String]

    // MARK: Sources

    /// What is known about the source at `path`, or `nil` when it was never ingested.
    func sourceState(path: String) async throws -> SourceState?
    /// The sources at `path` and in the folder of that path, by path. One call for a whole folder is much faster than one a
    /// file.
    func sourceStates(under path: String) async throws -> [SourceState]
    /// Notes that sources were seen again with unchanged content: their size and time as of now. Sources that the store does not
    /// know, or of which it knows another content, are left alone.
    func touchSources(_ files: [SourceFile]) async throws
    /// Gives a source another name, such as that of an upload whose file was only there to be read. A source that had the
    /// name goes, and its document with it when nothing else names that. It is as private as before, and as where it comes to.
    func renameSource(_ path: String, to name: String) async throws
    /// Gives a source the first name that no source of another document has. In one step: two who do it at the same time get
    /// two names.
    ///
    /// - Parameter name: The name to try first, then second and so on, from 1; each another one. A pure function, which may be
    ///   asked for more names than are tried.
    /// - Returns: The name; `nil` when there is no such source.
    func renameSource(_ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String) async throws -> String?

    // MARK: Changes

    /// Stores what was read from many sources, with chunks, terms and vectors: all of the batch or nothing.
    ///
    /// Content that is there already is not stored twice. What a source held before is dropped when no other source holds it,
    /// and what models have read is forgotten with it.
    /// Vectors that come with the documents are searchable with them. Batches of 100 to 1,000 documents are the fastest.
    ///
    /// Throws `invalid-input` or `invalid-vector`, before anything is written, when a document contradicts itself.
    @discardableResult
    func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome]
    /// Removes documents with their sources, text, chunks, index entries and vectors, and proves as far as the store can that they
    /// are gone. Ids that are unknown are left out of the receipt.
    @discardableResult
    func removeDocuments(ids: [String]) async throws -> DeletionReceipt
    /// Forgets sources, and drops the documents that no other source holds; returns the ids of those. Quick, and without the proof.
    ///
    /// - Parameter keepsLabels: Whether what is there again under one of these names is as private as it was: for files that
    ///   have disappeared, which nobody told this program to forget.
    @discardableResult
    func removeSources(paths: [String], keepsLabels: Bool) async throws -> [String]
}

extension DocumentStore {
    /// The text of a document, to check a citation against, or `nil` when there is no such document.
    public func text(ofDocument id: String) async throws -> String? { try await texts(ofDocuments: [id])[id] }

    /// The chunks around one; see ``neighbours(ofChunks:before:after:)``.
    public func neighbours(ofChunk id: Int64, before: Int, after: Int) async throws -> [StoredChunk] {
        try await neighbours(ofChunks: [id], before: before, after: after)[id] ?? []
    }

    /// Removes one document; `nil` when there is no such document. See ``removeDocuments(ids:)``.
    @discardableResult
    public func removeDocument(id: String) async throws -> DeletionReceipt? {
        let receipt = try await removeDocuments(ids: [id])
        return receipt.documentIDs.isEmpty ? nil : receipt
    }
}

/// A document in the store, without its text.
public struct StoredDocument: Hashable, Sendable, Identifiable {
    /// The first 16 hexadecimal digits of the content's hash, more when two documents share them.
    public var id: String
    public var contentHash: ContentHash
    public var processing: String
    public var format: DocumentFormat
    public var title: String?
    public var language: String?
    public var label: SensitivityLabel
    public var createdAt: Date?
    public var ingestedAt: Date
    /// Bytes of the file.
    public var byteCount: Int
    public var pageCount: Int
    public var chunkCount: Int
    /// The ids of its chunks; empty when it has none.
    public var chunkIDs: Range<Int64>
    public var warnings: [ExtractionWarning]
    /// The paths of all sources that hold this content, sorted.
    public var paths: [String]
    /// The name of who shares it; `nil` for what is one's own. No store keeps it.
    public var sharedBy: String?
    /// The name of who added it to a collection of another's; `nil` for what its owner took in. No store keeps it.
    public var addedBy: String?
    /// Whether whoever reads it here added it, and so may change it although it is another's.
    public var isAddedByReader = false

    public init(
        id: String, contentHash: ContentHash, processing: String, format: DocumentFormat, title: String?,
        language: String?, label: SensitivityLabel, createdAt: Date?, ingestedAt: Date, byteCount: Int, pageCount: Int,
        chunkCount: Int, chunkIDs: Range<Int64>, warnings: [ExtractionWarning], paths: [String]
    ) {
        self.id = id
        self.contentHash = contentHash
        self.processing = processing
        self.format = format
        self.title = title
        self.language = language
        self.label = label
        self.createdAt = createdAt
        self.ingestedAt = ingestedAt
        self.byteCount = byteCount
        self.pageCount = pageCount
        self.chunkCount = chunkCount
        self.chunkIDs = chunkIDs
        self.warnings = warnings
        self.paths = paths
    }
}

extension StoredDocument {
    /// Whether pages of it are still to be read from their pictures, and something here can read them.
    public var awaitsPictures: Bool { warnings.contains { $0.kind == .recognitionPending } }
}

/// The stored state of a source, by which ingestion decides whether it must be read again.
public struct SourceState: Hashable, Sendable {
    public var file: SourceFile
    public var documentID: String
    /// How the document was processed, see ``NewDocument/processing``.
    public var processing: String
    /// When the source was last seen.
    public var seenAt: Date

    public init(file: SourceFile, documentID: String, processing: String, seenAt: Date) {
        self.file = file
        self.documentID = documentID
        self.processing = processing
        self.seenAt = seenAt
    }
}

/// A chunk in the store.
public struct StoredChunk: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var documentID: String
    public var chunk: Chunk

    public init(id: Int64, documentID: String, chunk: Chunk) {
        self.id = id
        self.documentID = documentID
        self.chunk = chunk
    }
}

/// The number of items of each kind in a store.
public struct StoreCounts: Hashable, Sendable {
    /// Names of writers that are listed.
    public static let mostWriters = 100_000

    public var documents: Int
    public var sources: Int
    public var chunks: Int
    /// Documents in which nothing was found to search, such as scans.
    public var withoutText: Int

    public init(documents: Int, sources: Int, chunks: Int, withoutText: Int = 0) {
        self.documents = documents
        self.sources = sources
        self.chunks = chunks
        self.withoutText = withoutText
    }
}

/// The items that a deletion removed, with the proof that they are gone.
public struct DeletionReceipt: Hashable, Sendable {
    public var documentIDs: [String]
    public var removed: DeletionCounts
    /// Pages that were decrypted and searched after the deletion.
    public var pagesScanned: Int
    /// Pieces of the removed text that were searched for.
    public var samplesSearched: Int
    /// Pieces that were still found although no remaining document holds them. Always 0 unless conversations quote them, or something
    /// is wrong.
    public var remnants: Int
    /// The ids of the conversations that hold such pieces, as far as they may be read: a quote stays until its conversation is removed.
    public var conversations: [String]
    /// Bytes of the write-ahead log afterwards; 0 unless another process was reading and so kept older pages.
    public var logBytes: Int

    public init(
        documentIDs: [String], removed: DeletionCounts, pagesScanned: Int = 0, samplesSearched: Int = 0,
        remnants: Int = 0, conversations: [String] = [], logBytes: Int = 0
    ) {
        self.documentIDs = documentIDs
        self.removed = removed
        self.pagesScanned = pagesScanned
        self.samplesSearched = samplesSearched
        self.remnants = remnants
        self.conversations = conversations
        self.logBytes = logBytes
    }

    /// Whether nothing was found and the log is empty.
    public var isProven: Bool { remnants == 0 && logBytes == 0 }
}

/// The number of items of each kind that a deletion removed.
public struct DeletionCounts: Hashable, Sendable {
    public var documents = 0
    public var sources = 0
    public var chunks = 0
    /// Chunks that left the full-text index.
    public var indexEntries = 0
    /// Vectors of all models.
    public var vectors = 0

    public init(
        documents: Int = 0, sources: Int = 0, chunks: Int = 0, indexEntries: Int = 0, vectors: Int = 0
    ) {
        self.documents = documents
        self.sources = sources
        self.chunks = chunks
        self.indexEntries = indexEntries
        self.vectors = vectors
    }
}

// MARK: - Ranges of chunks

/// Consecutive chunk ids, such as those of one document.
package struct ChunkRange: Hashable, Sendable {
    package var first: Int64
    /// May be smaller than `first`, for an empty range.
    package var last: Int64

    package init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    package init(first: Int64, count: Int) {
        self.init(first: first, last: first + Int64(count) - 1)
    }

    package var count: Int { max(0, Int(last - first + 1)) }

    /// The same ids in sorted, disjoint ranges, neighbours joined.
    package static func merged(_ ranges: [ChunkRange]) -> [ChunkRange] {
        var result: [ChunkRange] = []
        for range in ranges.filter({ $0.count > 0 }).sorted(by: { $0.first < $1.first }) {
            if let end = result.last?.last, range.first <= end + 1 {
                result[result.count - 1].last = max(end, range.last)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

// MARK: - What a search for what is gone looks for

/// Picks pieces of a text to search for afterwards.
package enum TextSamples {
    package static let size = 24

    /// Up to `count` pieces of ``size`` bytes, spread over the text, of which none repeats a few characters; a
    /// short text is one piece.
    package static func pick(_ text: String, count: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        guard bytes.count >= size else { return bytes.count >= 8 && count > 0 ? [bytes] : [] }
        guard count > 0 else { return [] }
        let step = max(size, bytes.count / count)
        return stride(from: 0, through: bytes.count - size, by: step).prefix(count).compactMap { start in
            let piece = Array(bytes[start..<(start + size)])
            return Set(piece).count >= 6 ? piece : nil
        }
    }
}
