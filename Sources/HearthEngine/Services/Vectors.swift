import Foundation
import HearthCore
import HearthKnowledge

/// That the passages of a library get the vectors of another embedding model, and how far that is.
public struct VectorChange: Hashable, Sendable, CustomStringConvertible {
    /// The model whose vectors search uses meanwhile; `nil` where there are none yet.
    public var from: String?
    /// The model that was chosen.
    public var to: String
    /// Passages that have their vectors, and all of them.
    public var done: Int
    public var total: Int

    /// For a person: `120 of 400 passages have vectors of NEW; until all have, search uses those of OLD`.
    public var description: String {
        "\(done) of \(total) passages have vectors of \(Self.name(to)); until all have, "
            + (from.map { "search uses those of \(Self.name($0))" } ?? "search is by words only")
    }

    /// An id without the mark of what stands before texts, which tells a person nothing, unless it is all that tells two models apart.
    private static func name(_ id: String) -> String {
        guard let mark = id.lastIndex(of: "+"), id.distance(from: mark, to: id.endIndex) == 17 else { return id }
        return id[..<mark] + " (with what it wants before texts)"
    }
}

extension Hearth.Documents {
    /// How far the vectors of the embedding model are that was chosen; `nil` where search uses them already, or where there is nothing
    /// to make any of. Loads no model.
    public func vectorChange() async throws -> VectorChange? {
        let resources = try await hearth.current()
        let library = try await resources.library()
        let snapshot = resources.snapshot
        let chosen = try await BlockingWork.run { () -> (file: EmbedderFile, id: String?)? in
            guard let file = EmbedderFile.chosen(snapshot) else { return nil }
            return (file, KnownEmbedders(dataFolder: snapshot.sharedFolder).id(of: file))
        }
        guard let chosen, try await library.counts().chunks > 0 else { return nil }
        let models = try await library.vectorModels()
        guard let active = models.first(where: \.isActive) else { return nil }
        // A model that was never loaded under this data folder has made no vectors here, but for those of earlier versions.
        let ids = if let id = chosen.id { [id] } else { chosen.file.possibleIDs }
        // Of a file whose head cannot be read, nothing is known, and no vectors will be made.
        guard !ids.isEmpty, !ids.contains(active.id) else { return nil }
        let made = models.first { ids.contains($0.id) }
        let name = URL(fileURLWithPath: chosen.file.path).deletingPathExtension().lastPathComponent
        return VectorChange(
            from: active.vectorCount > 0 ? active.id : nil, to: chosen.id ?? ids.first ?? name,
            done: made?.vectorCount ?? 0,
            total: active.chunkCount)
    }

    /// Makes the vectors that are missing: those that an ingestion left behind which was broken off, and all of them after another
    /// embedding model was chosen. The next ingestion would do it, too. Search goes on meanwhile: with the former model's vectors, where there
    /// are any, else by words. It can be cancelled, also by the end of the process, and goes on where it ended. What is not known yet of how
    /// well the model knows the library's languages is measured, too.
    ///
    /// - Parameter progress: Is told how many of the passages that lacked a vector have one now.
    public func completeVectors(
        progress: @Sendable (_ done: Int, _ total: Int) async throws -> Void = { _, _ in }
    ) async throws {
        let resources = try await hearth.current()
        let library = try await resources.library()
        // With nothing to do, which is the rule, no model is loaded.
        let isDue = try await lacksVectors(library)
        if isDue, let embedder = try await resources.embedder() {
            let backfill = EmbeddingBackfill(library: library, embedder: embedder)
            let run = hearth.ingestRuns.begin()
            try await backfill.all(progress: progress)
            // An ingestion that ended meanwhile left to this what others stored.
            if run.end() { try await backfill.all(progress: progress) }
        }
        if let active = try await library.activeVectorModel() {
            try await LanguageMeasure(library: library).update(modelID: active.id) {
                try await resources.usableEmbedder().model
            }
        }
    }

    private func lacksVectors(_ library: any VectorIndex) async throws -> Bool {
        if try await library.chunksWithoutVectors() > 0 { return true }
        return try await vectorChange() != nil
    }

    /// Makes the vectors that are missing as a job, whenever another embedding model was chosen, also by another process, until the task is
    /// cancelled.
    public func keepVectors() async throws {
        var done: EmbedderChoice?
        while true {
            try Task.checkCancellation()
            let choice = EmbedderChoice(hearth.environments.current)
            if choice != done {
                done = choice
                // What cannot be done now, as when the file cannot be read, is done after the next choice, or by the next server.
                try? await makeVectors()
            }
            try await Task.sleep(for: .seconds(3))
        }
    }

    /// Makes what is missing, as a job where anything is.
    private func makeVectors() async throws {
        let library = try await hearth.library()
        guard try await lacksVectors(library) else { return try await completeVectors() }
        let name = try await vectorChange()?.to
        let job = await hearth.jobs.start(
            .embedding, title: name.map { "Vectors of \($0)" } ?? "Vectors of passages that have none"
        ) { report in
            try await completeVectors { done, total in
                await report.progress(
                    total > 0 ? Double(done) / Double(total) : nil, "\(done) of \(total) passages have their vectors",
                    done: done, total: total)
            }
        }
        await withTaskCancellationHandler {
            _ = await hearth.jobs.ended(job.id)
        } onCancel: { [jobs = hearth.jobs] in
            // Whoever cancels waits for the end of this, and so for that of the job.
            Task { _ = try? await jobs.cancel(job.id) }
        }
    }

    /// What of the settings decides which vectors a library has.
    private struct EmbedderChoice: Hashable {
        var model: String?
        var prefixes: EmbeddingPrefixes?
        var folder: URL

        init(_ snapshot: EnvironmentSnapshot) {
            (model, prefixes) = (snapshot.settings.embeddingModel, snapshot.settings.embeddingPrefixes)
            folder = snapshot.sharedFolder
        }
    }
}
