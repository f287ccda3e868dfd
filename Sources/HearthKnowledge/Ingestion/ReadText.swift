package import Foundation
package import HearthCore

/// A text that was read elsewhere than from a file of this machine, such as an article of a feed.
package struct ReadText: Sendable {
    /// What it is kept under: the address of a page, a feed's own name for an item.
    package var place: String
    package var content: ExtractedDocument
    /// Of the content as it came, and of nothing that changes each time.
    package var hash: ContentHash
    /// Bytes as it came.
    package var byteCount: Int
    /// When it was written, or else fetched.
    package var date: Date

    package init(place: String, content: ExtractedDocument, hash: ContentHash, byteCount: Int, date: Date) {
        (self.place, self.content, self.hash, self.byteCount, self.date) = (place, content, hash, byteCount, date)
    }
}

extension Ingestor {
    /// The events of one run that stores texts, as ``ingest(_:options:)`` stores files. A text at a place takes the place of the one
    /// before it.
    package func ingest(
        texts: [ReadText], options: IngestOptions = IngestOptions()
    ) -> EventStream<IngestEvent> {
        EventStream { emit in
            let start = ContinuousClock.now
            if embedder == nil { try await emit(.note(withoutVectors)) }
            let preparer = try await preparer(options)
            let part = runs.begin()
            var batch = IngestBatch(library: library, total: texts.count)
            for text in texts {
                try Task.checkCancellation()
                batch.add(try await preparer.prepare(text))
                if batch.chunks >= configuration.chunksPerBatch || batch.count >= configuration.filesPerBatch {
                    try await batch.flush(emit)
                }
            }
            try await batch.flush(emit)
            try await complete(batch, part, since: start, preparer, emit: emit)
        }
    }
}

extension DocumentPreparer {
    func prepare(_ text: ReadText) async throws -> Prepared {
        let known = try await library.sourceState(path: text.place)
        let source = SourceFile(path: text.place, size: text.byteCount, modifiedAt: text.date, hash: text.hash)
        if let known, known.processing == processing, known.file.hash == text.hash {
            let report = try await report(text.place, at: text.place, unchanged: known.documentID)
            return .unchanged(report, source: source)
        }
        let new = document(text.content, named: (text.place as NSString).lastPathComponent, source: source)
        let place = FileFinder.Found(path: text.place, absolutePath: text.place)
        return .ready(Ingestion(source: source, document: new), file: place, isUpdate: known != nil)
    }
}
