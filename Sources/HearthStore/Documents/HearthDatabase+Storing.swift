import Foundation
import GRDB
import HearthCore

extension HearthDatabase {
    /// Stores what was read from many sources, in one transaction: all of the batch or nothing.
    ///
    /// Content that is there already is not stored twice. What a source held before is dropped when no other source holds it,
    /// and what models have read is forgotten with it.
    /// Vectors that come with the documents are searchable with them. Batches of 100 to 1,000 documents are the fastest.
    ///
    /// Throws `invalid-input` or `invalid-vector`, before anything is written, when a document contradicts itself.
    @discardableResult
    public func store(_ batch: [Ingestion]) async throws -> [IngestionOutcome] {
        let batch = try batch.map { try $0.validated() }
        try Task.checkCancellation()
        let (states, seal, floor, reader) = (promptStates(), ledgerSeal, anchorFile.floor, Reader.current)
        let (outcomes, isForgotten, anchor) = try await write { db in
            var writer = try DocumentWriter(db, reader: reader)
            let outcomes = try batch.map { try writer.store($0) }
            try writer.finish()
            let anchor = try writer.log.write(db, seal, notBefore: floor)
            // What a model has read may hold the old text, or be more private now. It is a cache, so it may go before all is
            // written.
            let isForgotten = writer.log.rose || outcomes.contains { !$0.removedDocumentIDs.isEmpty }
            if isForgotten { try states.removeAll() }
            return (outcomes, isForgotten, anchor)
        }
        if let anchor { anchorFile.note(anchor) }
        // Read in between, it is forgotten again.
        if isForgotten { try states.removeAll() }
        return outcomes
    }

    /// Stores what was read from one source; see ``store(_:)``.
    @discardableResult
    public func replaceSource(_ source: SourceFile, with document: NewDocument) async throws -> IngestionOutcome {
        try await store([Ingestion(source: source, document: document)])[0]
    }
}

extension Ingestion {
    /// This, when the store can keep it.
    ///
    /// - Throws: `StoreError` with the code `invalid-input` or `invalid-vector`.
    func validated() throws -> Ingestion {
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
        try VectorCoding.validate(vectors.vectors)
    }
}
