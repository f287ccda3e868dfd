import HearthCore
import HearthKnowledge

extension Hearth {
    /// What reads files, feeds and folders into the library of an environment.
    ///
    /// - Parameter reads: Whether it is to store what it reads, for which the model of vectors is loaded.
    func ingestor(_ resources: EnvironmentResources, reads: Bool = true) async throws -> Ingestor {
        let library = try await resources.library()
        let embedder = reads ? try await resources.usableEmbedder() : nil
        var ingestor = Ingestor(library: library, embedder: embedder?.model, whyNoEmbedder: embedder?.problem)
        ingestor.runs = ingestRuns
        let own = OwnFolders(resources.snapshot)
        ingestor.isOwn = { own.contain($0) }
        return ingestor
    }
}
