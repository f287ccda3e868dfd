import Foundation
import HearthCore
import HearthGGUF

/// Projectors, with which models see.
extension ModelLibrary {
    /// Copies the file of a projector beside an installed model, which sees pictures with it from then on.
    ///
    /// - Throws: ``RegistryError`` `unknown-model`, `model-not-found` where the model is not installed in the folder of models, or there
    ///   is no such file; `incompatible-model` for what is no projector for pictures.
    public func addProjector(
        _ path: String, to id: String, progress: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
    ) async throws {
        let entry = try registry.entry(id)
        let model = try registry.destination(of: entry.manifest)
        guard let place = entry.path, Self.isSame(place, model.path) else {
            throw RegistryError(
                .notFound, "\(entry.manifest.id) is not installed among the models, so nothing can be put beside it.",
                help: [.fetchModel(id: entry.manifest.id)])
        }
        guard ModelFileSystem.regularFileSize(path) != nil else {
            throw RegistryError(.notFound, "There is no file \(path). Check the path.")
        }
        guard entry.manifest.modality == .textGeneration, ProjectorFile(path: path) != nil else {
            throw RegistryError(
                .incompatible,
                "\(path) is no projector that lets \(entry.manifest.id) see pictures. Take the file mmproj….gguf that was published "
                    + "with the model.")
        }
        var copy = FileCopy(
            source: path, destination: registry.projectorPlace(of: model), sha256: nil, progress: progress)
        copy.validate = { made in
            guard ProjectorFile(path: made) != nil else {
                throw RegistryError(.incompatible, "The projector changed while it was copied. Add it once more.")
            }
        }
        _ = try await copy.run()
    }
}
