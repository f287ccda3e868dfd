package import HearthCore
import HearthText

/// Makes the index entries of documents anew that another version of Hearth made, from the text that is in the store.
///
/// Each document is found all the while, by its old terms or by its new ones; where the work breaks off, the next goes on.
/// Search does a little of it, an ingestion and a server all of it.
package struct IndexRefresh: Sendable {
    static let chunksPerBatch = 1_000

    let library: any WordIndex

    package init(library: any WordIndex) { self.library = library }

    /// As much as whoever searches need not notice: some hundredths of a second.
    func few(atMost most: Int = 200) async throws {
        _ = try await step(most: most, largest: most)
    }

    /// All of it.
    ///
    /// - Parameter progress: Is told how many documents are done; what it throws ends the work between two steps.
    package func run(progress: @Sendable (Int) throws -> Void = { _ in }) async throws {
        var done = 0
        while true {
            try Task.checkCancellation()
            let count = try await step()
            guard count > 0 else { return }
            done += count
            try progress(done)
        }
    }

    /// How many documents were indexed; none where all are.
    func step(most: Int = chunksPerBatch, largest: Int = .max) async throws -> Int {
        let documents = try await library.documentsToIndex(
            as: SearchAnalyzer.version, most: most, largest: largest)
        guard !documents.isEmpty else { return 0 }
        let items = documents.map { document in
            let analyzer = SearchAnalyzer(language: document.language)
            return (
                document: document,
                terms: document.chunks.map {
                    analyzer.terms(of: $0.chunk, title: document.title, path: document.path)
                }
            )
        }
        return try await library.index(items, as: SearchAnalyzer.version)
    }
}

extension SearchAnalyzer {
    /// What the index holds of a chunk.
    ///
    /// - Parameter path: Of a file that it comes from, whose name counts as its title does; `nil` where it comes from none.
    package func terms(of chunk: Chunk, title: String?, path: String? = nil) -> ChunkTerms {
        let file = path.flatMap { FileName.words(of: $0, besides: title) }
        let titles = ([title, file].compactMap { $0 } + chunk.headings).joined(separator: " ")
        return ChunkTerms(
            title: terms(in: titles).joined(separator: " "), body: terms(in: chunk.text).joined(separator: " "))
    }
}

extension NewChunk {
    package init(_ chunk: Chunk, terms: ChunkTerms) {
        self.init(chunk: chunk, titleTerms: terms.title, terms: terms.body)
    }
}
