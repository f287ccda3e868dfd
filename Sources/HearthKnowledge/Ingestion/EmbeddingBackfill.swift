import HearthCore
import HearthStore

/// Gives vectors to the chunks that have none of the current embedding model: after the model was changed, or when documents
/// were read before there was one. Search goes on with the former model's vectors until the new ones are complete.
struct EmbeddingBackfill: Sendable {
    static let chunksPerBatch = 256

    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?

    func run(emit: @Sendable (IngestEvent) -> Void) async throws {
        guard let embedder else { return }
        var announced = false
        while true {
            let missing = try await database.chunksMissingVectors(modelID: embedder.id, limit: Self.chunksPerBatch)
            guard !missing.isEmpty else { break }
            if !announced { emit(.note("Embedding what was stored before with \(embedder.id).")) }
            announced = true
            try Task.checkCancellation()
            let vectors = try await embedder.embed(missing.map(\.chunk.text))
            _ = try await database.addVectors(
                zip(missing, vectors).map { (chunkID: $0.id, vector: $1) }, modelID: embedder.id)
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
