import Crypto
public import Foundation

/// A document as ingestion hands it to the store: content, chunks and, if they are ready, vectors.
public struct NewDocument: Sendable {
    /// What makes two files one document; normally the digest of the file's bytes.
    public var contentHash: ContentHash
    /// Names the versions of extraction, chunking and analysis that made the chunks. The same content under another name is
    /// stored anew.
    public var processing: String
    public var title: String?
    /// BCP 47, such as `en`; `nil` when it was not recognised.
    public var language: String?
    /// Its owner's word for the place that it comes from. `nil` keeps what was said of the place, or of the nearest folder;
    /// where nobody said anything, it is ``SensitivityLabel/personal``. The same content is never milder in one place than in
    /// another.
    public var label: SensitivityLabel?
    /// Whether ``label`` holds where it is milder than what was said before; otherwise what is stricter stays.
    public var lowersLabel = false
    /// When the document says it was written; `nil` when it does not say.
    public var createdAt: Date?
    /// Bytes of the file.
    public var byteCount: Int
    public var content: ExtractedDocument
    /// In order; `index` counts from 0.
    public var chunks: [NewChunk]
    /// Names how the terms of the chunks were made, so that a later version can make them anew. `nil` has that done at once.
    public var analysis: String?
    /// Vectors of all chunks by one model; `nil` when they come later by ``VectorIndex/addVectors(_:modelID:)``.
    public var vectors: ChunkVectors?

    public init(
        contentHash: ContentHash, processing: String, title: String? = nil, language: String? = nil,
        label: SensitivityLabel? = nil, createdAt: Date? = nil, byteCount: Int, content: ExtractedDocument,
        chunks: [NewChunk], analysis: String? = nil, vectors: ChunkVectors? = nil
    ) {
        self.contentHash = contentHash
        self.processing = processing
        self.title = title
        self.language = language
        self.label = label
        self.createdAt = createdAt
        self.byteCount = byteCount
        self.content = content
        self.chunks = chunks
        self.analysis = analysis
        self.vectors = vectors
    }
}

/// A chunk with the terms by which full-text search finds it.
public struct NewChunk: Sendable {
    public var chunk: Chunk
    /// Analysed terms of the title and the headings, joined by spaces; stored in the index only.
    public var titleTerms: String
    /// Analysed terms of the text, joined by spaces; stored in the index only.
    public var terms: String

    public init(chunk: Chunk, titleTerms: String = "", terms: String) {
        self.chunk = chunk
        self.titleTerms = titleTerms
        self.terms = terms
    }
}

/// One vector for each chunk of a document, by one model.
public struct ChunkVectors: Sendable {
    public var modelID: String
    /// In the order of the chunks. Normally of length 1; search ranks by the dot product.
    public var vectors: [[Float]]

    public init(modelID: String, vectors: [[Float]]) {
        self.modelID = modelID
        self.vectors = vectors
    }
}

/// A file, or another named place, that holds a document's content.
public struct SourceFile: Hashable, Sendable {
    /// Absolute path without symbolic links, or another unique name such as `journal:2026-01-01`.
    public var path: String
    public var size: Int
    public var modifiedAt: Date
    public var hash: ContentHash

    public init(path: String, size: Int, modifiedAt: Date, hash: ContentHash) {
        self.path = path
        self.size = size
        self.modifiedAt = modifiedAt
        self.hash = hash
    }
}

/// A source and what was read from it, to be stored.
public struct Ingestion: Sendable {
    /// On what it depends whether it is stored. It is looked at in the same step, so that nobody comes in between.
    public enum Condition: String, Sendable {
        case none
        /// Nothing was read from the source that is of a later ``SourceFile/modifiedAt``: what was sent last under a name holds,
        /// in whatever order it is read.
        case unlessNewer
        /// The source is there, with the content that it is to have: whoever removed it meanwhile does not want it back.
        case whileThere
    }

    public var source: SourceFile
    public var document: NewDocument
    public var condition: Condition
    /// Other places of this content of which whoever read it saw that no file is there any more: where all others of a document are among
    /// them, it is called as this source is. A store looks at no files itself; its process may be on another machine than they are.
    public var gone: Set<String>

    public init(
        source: SourceFile, document: NewDocument, condition: Condition = .none, gone: Set<String> = []
    ) {
        self.source = source
        self.document = document
        self.condition = condition
        self.gone = gone
    }
}

extension Ingestion.Condition {
    /// Whether something is stored for `source`.
    ///
    /// - Parameter known: What is there of the source; `nil` where nothing is.
    package func holds(for source: SourceFile, known: (modifiedAt: Date, hash: ContentHash)?) -> Bool {
        switch self {
        case .none: true
        case .unlessNewer: known.map { $0.modifiedAt <= source.modifiedAt } ?? true
        case .whileThere: known?.hash == source.hash
        }
    }
}

/// What became of one ``Ingestion``.
public struct IngestionOutcome: Hashable, Sendable {
    public enum Change: String, Sendable {
        /// The content is new.
        case added
        /// The content was there already; only the source was noted.
        case alreadyStored
        /// The content was there, processed in another way, and was stored anew.
        case reprocessed
        /// Nothing was stored, since its ``Ingestion/condition`` does not hold.
        case passedOver
    }

    /// Of what was passed over, the document that is there; empty where none is.
    public var documentID: String
    public var change: Change
    /// Documents that were dropped because this source was the last to hold them.
    public var removedDocumentIDs: [String]

    /// Whether this very place had this content already: another run was quicker.
    public var wasThere: Bool

    public init(
        documentID: String, change: Change, removedDocumentIDs: [String] = [], wasThere: Bool = false
    ) {
        self.documentID = documentID
        self.change = change
        self.wasThere = wasThere
        self.removedDocumentIDs = removedDocumentIDs
    }
}

extension Ingestion {
    /// This, when a store can keep it.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input` or `invalid-vector`.
    public func validated() throws -> Ingestion {
        guard !source.path.isEmpty, !source.path.utf8.contains(0) else {
            throw StoreError(.invalidInput, "A source needs a path, without NUL.")
        }
        try document.validate()
        return self
    }
}

extension NewDocument {
    /// Refuses what would break a promise of the store later: spans outside the text, gaps in the numbering, bad vectors.
    func validate() throws {
        let size = content.text.utf8.count
        for (position, new) in chunks.enumerated() {
            let chunk = new.chunk
            guard chunk.index == position else {
                throw StoreError(.invalidInput, "Chunk \(chunk.index) stands at position \(position) of its document.")
            }
            guard chunk.span.start >= 0, chunk.span.start <= chunk.span.end, chunk.span.end <= size else {
                throw StoreError(.invalidInput, "Chunk \(position) lies outside its document's text.")
            }
        }
        guard let vectors else { return }
        guard vectors.vectors.count == chunks.count else {
            throw StoreError(
                .invalidVector, "\(vectors.vectors.count) vectors were given for \(chunks.count) chunks.")
        }
        try ChunkVectors.validate(vectors.vectors)
    }
}

extension ChunkVectors {
    /// Components of a vector, at most; what the kernels of the embedded store take.
    public static let maxDimension = 32_768

    /// Refuses vectors that are empty, too long, of different lengths, or not finite.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-vector`.
    public static func validate(_ vectors: [[Float]]) throws {
        guard let dimension = vectors.first?.count else { return }
        guard (1...maxDimension).contains(dimension) else {
            throw StoreError(.invalidVector, "A vector has 1 to \(maxDimension) components, not \(dimension).")
        }
        for (position, vector) in vectors.enumerated() {
            guard vector.count == dimension else {
                throw StoreError(
                    .invalidVector, "Vector \(position) has \(vector.count) components, the first one \(dimension).")
            }
            guard vector.allSatisfy({ $0.magnitude <= 1e15 }) else {
                throw StoreError(.invalidVector, "Vector \(position) holds a number that is not finite or too large.")
            }
        }
    }
}

// MARK: -

/// A SHA-256 digest.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The digest of `data`.
    public init(of data: some DataProtocol) {
        bytes = Array(SHA256.hash(data: data))
    }

    fileprivate init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    /// A digest that was computed before; `nil` unless it has 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var hex: String { bytes.hexadecimal }

    public var description: String { hex }
}

/// The digest of bytes that come piece by piece.
package struct RunningHash: Sendable {
    private var hash = SHA256()
    /// How many have come.
    package private(set) var byteCount = 0

    package init() {}

    package mutating func add(_ bytes: some DataProtocol) {
        hash.update(data: bytes)
        byteCount += bytes.count
    }

    /// Of what has come so far.
    package var digest: ContentHash { ContentHash(hash.finalize()) }
}
