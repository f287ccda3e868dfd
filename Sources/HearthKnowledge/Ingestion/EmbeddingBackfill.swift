package import HearthCore
package import HearthStore

/// Gives vectors to the chunks that have none of the current embedding model: after the model was changed, or when documents
/// were read before there was one. Search goes on with the former model's vectors until the new ones are complete.
package struct EmbeddingBackfill: Sendable {
    static let chunksPerBatch = 256

    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?

    package init(database: HearthDatabase, embedder: (any EmbeddingModel)?) {
        self.database = database
        self.embedder = embedder
    }

    /// Gives vectors to the entries of the journal that have none, beside whatever else is going on.
    ///
    /// Not while another model is the one that search uses: then the whole library waits for new vectors, and gets them with
    /// the next ingestion.
    ///
    /// - Parameter progress: Is told how many passages have their vectors now.
    package func journal(progress: @Sendable (Int) -> Void = { _ in }) async throws {
        guard let embedder, try await isActive(embedder.id) else { return }
        var last: Int64 = 0
        var done = 0
        while true {
            try Task.checkCancellation()
            let missing = try await database.chunksMissingVectors(
                modelID: embedder.id, after: last, limit: Self.chunksPerBatch, onlyJournal: true)
            guard let newest = missing.last?.id else { return }
            try await embed(missing, with: embedder)
            last = newest
            done += missing.count
            progress(done)
        }
    }

    /// Gives vectors to what was stored without, as long as that is so little that whoever searches need not wait: entries
    /// of the journal that were written while there was no model.
    func few(atMost most: Int = 256) async throws {
        guard let embedder else { return }
        let active = try await database.activeVectorModel()
        guard let active, active.id == embedder.id else {
            // No vectors at all: a small store gets them here, a large one with its next ingestion.
            if active == nil { try await embedAll(ofAtMost: most, with: embedder) }
            return
        }
        guard (1...most).contains(active.chunkCount - active.vectorCount) else { return }
        try await embed(
            try await database.chunksMissingVectors(modelID: embedder.id, limit: most), with: embedder)
    }

    private func embedAll(ofAtMost most: Int, with embedder: any EmbeddingModel) async throws {
        let missing = try await database.chunksMissingVectors(modelID: embedder.id, limit: most + 1)
        guard missing.count <= most else { return }
        try await embed(missing, with: embedder)
    }

    private func embed(_ chunks: [StoredChunk], with embedder: any EmbeddingModel) async throws {
        guard !chunks.isEmpty else { return }
        let vectors = try await embedder.embed(chunks.map(\.chunk.text))
        _ = try await database.addVectors(
            zip(chunks, vectors).map { (chunkID: $0.id, vector: $1) }, modelID: embedder.id)
    }

    private func isActive(_ id: String) async throws -> Bool {
        guard let active = try await database.activeVectorModel() else { return true }
        return active.id == id
    }

    func run(emit: @Sendable (IngestEvent) -> Void) async throws {
        guard let embedder else { return }
        var announced = false
        while true {
            let missing = try await database.chunksMissingVectors(modelID: embedder.id, limit: Self.chunksPerBatch)
            guard !missing.isEmpty else { break }
            if !announced { emit(.note("Embedding what was stored before with \(embedder.id).")) }
            announced = true
            try Task.checkCancellation()
            try await embed(missing, with: embedder)
        }
        try await activate(embedder.id)
    }

    /// The swap: from here on search uses the new model, and the former one's vectors are gone.
    private func activate(_ id: String) async throws {
        // A store without any text has no vectors, and so no model to swap.
        guard let model = try await database.vectorModels().first(where: { $0.id == id }), !model.isActive else {
            return
        }
        do {
            try await database.activateVectorModel(id)
        } catch let error as StoreError where error.reason == .incompleteVectors {
            // Another process stored something meanwhile; the next run completes it.
        }
    }
}
