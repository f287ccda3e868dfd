package import HearthCore
import HearthDocuments

extension Ingestor {
    /// Pages that are pictures of files that were stored, which a run has left for ``read(_:)``.
    package struct LeftPictures: Sendable {
        var items: [PictureQueue.Item]
        var options: IngestOptions
    }

    /// Reads what a run has left. It goes on beside other runs, for as long as it takes.
    package func read(_ left: LeftPictures) -> EventStream<IngestEvent> {
        EventStream { emit in
            let start = ContinuousClock.now
            let part = runs.begin()
            var summary = IngestSummary()
            let vectors = EmbeddingBackfill(library: library, embedder: embedder)
            try await readPictures(left.items, try await preparer(left.options), vectors, &summary, emit: emit)
            try await finish(&summary, part, vectors, since: start, emit: emit)
        }
    }

    /// Reads the pages that are pictures, when everything else is stored and found, and makes their vectors.
    func readPictures(
        _ items: [PictureQueue.Item], _ preparer: DocumentPreparer, _ vectors: EmbeddingBackfill,
        _ summary: inout IngestSummary, emit: EventStream<IngestEvent>.Emit
    ) async throws {
        let read = try await documents(ofPictures: items, preparer, &summary, emit: emit)
        try await vectors.documents(read) { done, total in try await emit(.vectors(done: done, total: total)) }
    }

    /// - Returns: The documents that have passages of them.
    private func documents(
        ofPictures items: [PictureQueue.Item], _ preparer: DocumentPreparer, _ summary: inout IngestSummary,
        emit: EventStream<IngestEvent>.Emit
    ) async throws -> [(documentID: String, chunks: Int)] {
        guard !items.isEmpty, try await DocumentReader.recognizesPictures() else { return [] }
        let library = library
        var done: [(item: PictureQueue.Item, report: IngestReport)] = []
        var before: [String: Int] = [:]
        for item in items { before[item.documentID] = try await library.document(id: item.documentID)?.chunkCount }
        try await PictureQueue(preparer: preparer, items: items).run { ingestion, item, isWhole in
            guard let outcome = try await library.store([ingestion]).first, outcome.change != .passedOver else {
                return false
            }
            let document = ingestion.document
            let report = IngestReport(
                path: item.file.path, title: document.title, status: .updated, documentID: outcome.documentID,
                format: document.content.format, pages: document.content.pages.count, chunks: document.chunks.count,
                bytes: document.content.text.utf8.count, warnings: document.content.warnings)
            try await emit(.recognized(report))
            if isWhole { done.append((item, report)) }
            return true
        } starts: { item, left in
            try await emit(.pictures(path: item.file.path, left: left))
        } fails: { item, message in
            try await emit(.note("\(item.file.path) still waits to be read from its pictures: \(message)"))
        }
        return done.map { item, report in
            let former = before[item.documentID] ?? 0
            summary.count(recognized: report, hadText: former > 0, gained: report.chunks - former)
            return (item.documentID, report.chunks)
        }
    }
}
