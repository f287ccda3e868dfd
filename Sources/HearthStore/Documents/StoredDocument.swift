public import Foundation
public import HearthCore

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
    /// Where its content was found, in order.
    public var paths: [String]

    /// The first of its paths that is still there, for who wants to see the file: one that was renamed or moved has its former
    /// path too, until somebody looks whether that is gone. The first of all where none is there; a name that is no path of
    /// this machine, such as that of an upload, is taken for there.
    public var presentPath: String? {
        guard paths.count > 1 else { return paths.first }
        return paths.first { !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0) } ?? paths.first
    }
}

/// What the store knows about a source, to decide whether it must be read again.
public struct SourceState: Hashable, Sendable {
    public var file: SourceFile
    public var documentID: String
    /// How the document was processed, see ``NewDocument/processing``.
    public var processing: String
    /// When the source was last seen.
    public var seenAt: Date
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
