import Foundation
public import HearthCore

/// Makes documents for tests: the same number gives the same document.
public struct SampleDocuments: Sendable {
    public var chunkCount: Int
    public var wordsPerChunk: Int
    /// `nil` gives no vectors.
    public var dimension: Int?
    public var modelID: String

    public init(chunkCount: Int = 3, wordsPerChunk: Int = 12, dimension: Int? = 24, modelID: String = "sample-model") {
        self.chunkCount = chunkCount
        self.wordsPerChunk = wordsPerChunk
        self.dimension = dimension
        self.modelID = modelID
    }

    /// A document whose words are drawn from 500 made-up ones; `words` stand at the start of its first chunk.
    public func document(_ number: Int, words: [String] = [], processing: String = "1") -> NewDocument {
        var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number))
        let texts = (0..<chunkCount).map { position in
            let drawn = (0..<wordsPerChunk).map { _ in "word\(Int.random(in: 0..<500, using: &generator))" }
            return ((position == 0 ? words : []) + drawn).joined(separator: " ")
        }
        return document(title: "Document \(number)", texts: texts, processing: processing, generator: &generator)
    }

    /// A document of these chunks; the terms are its words as they are.
    public func document(title: String, texts: [String], processing: String = "1") -> NewDocument {
        var generator = SeededGenerator(seed: UInt64(texts.count))
        return document(title: title, texts: texts, processing: processing, generator: &generator)
    }

    private func document(
        title: String, texts: [String], processing: String, generator: inout SeededGenerator
    ) -> NewDocument {
        let text = texts.joined(separator: "\n\n")
        var offset = 0
        var chunks: [NewChunk] = []
        for (position, piece) in texts.enumerated() {
            let span = TextSpan(start: offset, end: offset + piece.utf8.count)
            let chunk = Chunk(
                index: position, span: span, text: piece, tokens: piece.split(separator: " ").count, page: 1,
                headings: [title])
            chunks.append(
                NewChunk(
                    chunk: chunk, titleTerms: title.lowercased(),
                    terms: piece.singleSpaced))
            offset = span.end + 2
        }
        let whole = TextSpan(start: 0, end: text.utf8.count)
        let content = ExtractedDocument(
            format: .text, text: text, blocks: chunks.map { Block(.paragraph, span: $0.chunk.span) })
        return NewDocument(
            contentHash: ContentHash(of: Array((title + text).utf8)), processing: processing, title: title,
            byteCount: whole.count, content: content, chunks: chunks,
            vectors: dimension.map { dimension in
                ChunkVectors(
                    modelID: modelID, vectors: texts.map { _ in Self.vector(dimension, using: &generator) })
            })
    }

    /// The first word of a document, as if it had been read from a picture.
    public static let layouts: [PageLayout] = [
        PageLayout(
            page: 1,
            words: PageBox(left: 500, top: 600, width: 1_200, height: 80).map {
                [PageLayout.Word(span: TextSpan(start: 0, end: 4), box: $0, confidence: 93)]
            } ?? [], from: 0)
    ]

    public func source(_ path: String, of document: NewDocument) -> SourceFile {
        SourceFile(
            path: path, size: document.byteCount, modifiedAt: Date(timeIntervalSince1970: 1_700_000_000),
            hash: document.contentHash)
    }

    /// The document of that number as it stands in the file `folder/number.txt`.
    public func ingestion(_ number: Int, folder: String = "/samples", words: [String] = []) -> Ingestion {
        let document = document(number, words: words)
        return Ingestion(source: source("\(folder)/\(number).txt", of: document), document: document)
    }

    /// A vector of length 1 in a random direction.
    public static func vector(_ dimension: Int, using generator: inout SeededGenerator) -> [Float] {
        // The sum of four uniform numbers is close enough to a normal one to spread directions evenly.
        let raw = (0..<dimension).map { _ in
            (0..<4).reduce(Float(0)) { sum, _ in sum + Float.random(in: -1...1, using: &generator) }
        }
        let length = raw.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? raw.map { $0 / length } : raw
    }
}

extension DocumentStore {
    /// Stores one document, read from one source: what most tests of a store begin with.
    ///
    /// - Throws: What ``DocumentStore/store(_:)`` throws.
    @discardableResult
    public func replaceSource(_ source: SourceFile, with document: NewDocument) async throws -> IngestionOutcome {
        let outcomes = try await store([Ingestion(source: source, document: document)])
        guard let outcome = outcomes.first else { throw StoreError(.failure, "The document was not stored.") }
        return outcome
    }
}
