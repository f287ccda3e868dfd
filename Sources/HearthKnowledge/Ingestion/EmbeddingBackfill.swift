package import HearthCore
import HearthText

/// Gives vectors to the chunks that have none of the current embedding model: after the model was changed, or when documents
/// were read before there was one. The former model's vectors stay, for search to go on with, until the new ones are complete.
package struct EmbeddingBackfill: Sendable {
    static let chunksPerBatch = 256
    /// Of the documents of a run: more at once waste less on the padding of short ones.
    private static let chunksPerRunBatch = 512

    let library: any VectorIndex
    let embedder: (any EmbeddingModel)?

    package init(library: any VectorIndex, embedder: (any EmbeddingModel)?) {
        self.library = library
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
            let missing = try await library.chunksMissingVectors(
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
        let active = try await library.activeVectorModel()
        guard let active, active.id == embedder.id else {
            // No vectors at all: a small store gets them here, a large one with its next ingestion.
            if active == nil { try await embedAll(ofAtMost: most, with: embedder) }
            return
        }
        guard (1...most).contains(active.chunkCount - active.vectorCount) else { return }
        try await embed(
            try await library.chunksMissingVectors(
                modelID: embedder.id, after: 0, limit: most, onlyJournal: false), with: embedder)
    }

    private func embedAll(ofAtMost most: Int, with embedder: any EmbeddingModel) async throws {
        let missing = try await library.chunksMissingVectors(
            modelID: embedder.id, after: 0, limit: most + 1, onlyJournal: false)
        guard missing.count <= most else { return }
        try await embed(missing, with: embedder)
    }

    private func embed(_ chunks: [StoredChunk], with embedder: any EmbeddingModel) async throws {
        guard !chunks.isEmpty else { return }
        let texts = chunks.map { Self.legible($0.chunk.text, to: embedder) }
        let vectors = try await embedder.embed(texts, as: .passage)
        _ = try await library.addVectors(
            zip(chunks, vectors).map { (chunkID: $0.id, vector: $1) }, modelID: embedder.id)
    }

    /// As much of a text as is worth reading to a model. Of what its vocabulary only spells, the first words: every passage has a vector, so
    /// that it is known which wait for one, but a search asks this one only where words find nothing at all (see ``Understanding``). Greek
    /// documents are ingested in a third of the time.
    private static func legible(_ text: String, to embedder: any EmbeddingModel) -> String {
        guard text.utf8.count > spelledBytes, VocabularyFit.isSpelled(text, tokenizer: embedder.tokenizer) else {
            return text
        }
        return String(text.prefixOfBytes(spelledBytes))
    }

    private static let spelledBytes = 64

    private func isActive(_ id: String) async throws -> Bool {
        guard let active = try await library.activeVectorModel() else { return true }
        return active.id == id
    }

    /// Gives vectors to documents that were stored without, to those with few passages first.
    ///
    /// - Parameter progress: Is told how many of all passages are done.
    func documents(
        _ documents: [(documentID: String, chunks: Int)], progress: (_ done: Int, _ total: Int) async throws -> Void
    ) async throws {
        guard let embedder else { return }
        let order = documents.enumerated().filter { $0.element.chunks > 0 }
            .sorted { ($0.element.chunks, $0.offset) < ($1.element.chunks, $1.offset) }.map(\.element)
        let total = order.reduce(0) { $0 + $1.chunks }
        var done = 0
        var next = 0
        while next < order.count {
            var ids: [String] = []
            var chunks = 0
            while next < order.count, ids.isEmpty || chunks + order[next].chunks <= Self.chunksPerRunBatch {
                ids.append(order[next].documentID)
                chunks += order[next].chunks
                next += 1
            }
            var last: Int64 = 0
            var made = 0
            while true {
                try Task.checkCancellation()
                let missing = try await library.chunksMissingVectors(
                    modelID: embedder.id, ofDocuments: ids, after: last, limit: Self.chunksPerRunBatch)
                guard let newest = missing.last?.id else { break }
                try await embed(missing, with: embedder)
                last = newest
                made = min(made + missing.count, chunks)
                try await progress(done + made, total)
            }
            done += chunks
            if made < chunks { try await progress(done, total) }
        }
    }

    /// Gives vectors to all that has none, the newest first: whoever else is at it began with the oldest.
    func run(emit: EventStream<IngestEvent>.Emit) async throws {
        try await all {
            if let embedder { try await emit(.note("Embedding what was stored before with \(embedder.name).")) }
        } progress: { done, total in
            try await emit(.vectors(done: done, total: total))
        }
    }

    /// As often as others may store something between the last look and the swap; then the next run completes it.
    private static let attempts = 3

    /// Gives vectors to all that has none, and has search use them.
    ///
    /// It may end at any moment, with its process, too: what has a vector keeps it, and the next run makes the others.
    ///
    /// - Parameters:
    ///   - begin: Called before the first batch, where there is one.
    ///   - progress: Is told after each batch how many of those that lacked a vector have one now.
    package func all(
        begin: () async throws -> Void = {}, progress: (_ done: Int, _ total: Int) async throws -> Void
    ) async throws {
        guard let embedder else { return }
        let lacking = try await lacking(embedder.id)
        var done = 0
        for _ in 0..<Self.attempts {
            var before = Int64.max
            while true {
                try Task.checkCancellation()
                let missing = try await library.chunksMissingVectors(
                    modelID: embedder.id, before: before, limit: Self.chunksPerBatch)
                guard let oldest = missing.last?.id else { break }
                if done == 0 { try await begin() }
                try await embed(missing, with: embedder)
                before = oldest
                done += missing.count
                try await progress(done, max(done, lacking))
            }
            if try await activate(embedder.id) { return }
        }
    }

    /// How many passages have no vector of the model.
    private func lacking(_ id: String) async throws -> Int {
        let models = try await library.vectorModels()
        guard let chunks = models.first?.chunkCount else { return try await library.chunksWithoutVectors() }
        return max(0, chunks - (models.first { $0.id == id }?.vectorCount ?? 0))
    }

    /// Gives vectors to what an ingestion that was broken off left without; nothing to do, and no model to load, is the rule.
    package static func complete(
        _ library: any VectorIndex, embedder: () async throws -> (any EmbeddingModel)?
    ) async throws {
        guard try await library.chunksWithoutVectors() > 0 else { return }
        try await EmbeddingBackfill(library: library, embedder: embedder()).run { _ in }
    }

    /// The swap: from here on search uses the new model, and the former one's vectors are gone.
    ///
    /// - Returns: `false` where another process stored something meanwhile.
    private func activate(_ id: String) async throws -> Bool {
        // A store without any text has no vectors, and so no model to swap.
        guard let model = try await library.vectorModels().first(where: { $0.id == id }), !model.isActive else {
            return true
        }
        do {
            try await library.activateVectorModel(id, removesOthers: true)
            return true
        } catch let error as StoreError where error.reason == .incompleteVectors {
            return false
        }
    }
}
