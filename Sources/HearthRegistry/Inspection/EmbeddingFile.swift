import Foundation
public import HearthCore
import HearthGGUF

/// What the head of an embedding model's file tells before the model is loaded.
public struct EmbeddingFile: Hashable, Sendable {
    /// What the models of Hearth's encoder and of llama.cpp made of it would be called: the name that it gives itself, and its own.
    public var names: [String]
    /// What a model of such a name wants before texts; `nil` where nothing is known of it.
    public var prefixes: EmbeddingPrefixes?

    /// `nil` where there is no such file, or it is none in GGUF.
    public init?(path: String) {
        guard ModelFileSystem.regularFileSize(path) != nil, let file = try? GGUFFile(headerOf: path) else {
            return nil
        }
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        names = [file.name ?? "bert", stem]
        let header = ModelHeader(file)
        // Files call themselves after whatever folder they were made in, so the name they were given counts as well.
        prefixes =
            header.prefixes ?? (header.modality == .embedding ? EmbeddingFamilies.prefixes(ofModelNamed: stem) : nil)
    }
}
