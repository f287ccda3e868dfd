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
            try await database.addVectors(Array(zip(missing.map(\.id), vectors)), modelID: embedder.id)
        }
        try await database.activateModel(embedder.id)
    }
}
