import HearthCore
import HearthStore

/// Files that are embedded together and stored in one transaction.
struct IngestBatch {
    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?
    let total: Int
    let emit: @Sendable (IngestEvent) -> Void

    /// Chunks that wait to be embedded and stored.
    private(set) var chunks = 0
    var summary = IngestSummary()
    private var waiting: [DocumentPreparer.Prepared] = []
    private var done = 0

    init(
        database: HearthDatabase, embedder: (any EmbeddingModel)?, total: Int,
        emit: @escaping @Sendable (IngestEvent) -> Void
    ) {
        self.database = database
        self.embedder = embedder
        self.total = total
        self.emit = emit
    }

    var count: Int { waiting.count }

    mutating func add(_ prepared: DocumentPreparer.Prepared) {
        waiting.append(prepared)
        if case .ready(let ingestion, _, _) = prepared { chunks += ingestion.document.chunks.count }
    }

    /// Embeds and stores what waits, and reports it in order. Nothing is reported as stored before it is.
    mutating func flush() async throws {
        guard !waiting.isEmpty else { return }
        var ingestions: [Ingestion] = []
        var sources: [SourceFile] = []
        for prepared in waiting {
            switch prepared {
            case .ready(let ingestion, _, _): ingestions.append(ingestion)
            case .unchanged(_, let source?): sources.append(source)
            default: break
            }
        }
        try await embed(&ingestions)
        let outcomes = try await database.store(ingestions)
        if !sources.isEmpty { try await database.touchSources(sources) }
        report(ingestions, outcomes)
        waiting = []
        chunks = 0
    }

    /// One call for all chunks of the batch; a large document is embedded in slices so that cancelling does not wait long.
    private func embed(_ ingestions: inout [Ingestion]) async throws {
        guard let embedder else { return }
        let texts = ingestions.flatMap { $0.document.chunks.map(\.chunk.text) }
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        var start = 0
        while start < texts.count {
            try Task.checkCancellation()
            let end = min(start + 512, texts.count)
            vectors += try await embedder.embed(Array(texts[start..<end]))
            start = end
            emit(.progress(done: done, total: total, chunks: summary.chunks + start))
        }
        var next = 0
        for index in ingestions.indices {
            let count = ingestions[index].document.chunks.count
            ingestions[index].document.vectors = ChunkVectors(
                modelID: embedder.id, vectors: Array(vectors[next..<next + count]))
            next += count
        }
    }

    private mutating func report(_ ingestions: [Ingestion], _ outcomes: [IngestionOutcome]) {
        var next = 0
        for prepared in waiting {
            let report: IngestReport
            switch prepared {
            case .refused(let refused): report = refused
            case .unchanged(let unchanged, _): report = unchanged
            case .ready(let ingestion, let path, let isUpdate):
                let document = ingestion.document
                report = IngestReport(
                    path: path, status: isUpdate ? .updated : .added,
                    documentID: outcomes[next].documentID, format: document.content.format,
                    pages: document.content.pages.count, chunks: document.chunks.count,
                    bytes: document.content.text.utf8.count, warnings: document.content.warnings)
                next += 1
            }
            summary.count(report)
            done += 1
            emit(.file(report))
        }
        emit(.progress(done: done, total: total, chunks: summary.chunks))
    }
}
