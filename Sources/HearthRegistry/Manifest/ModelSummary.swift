public import HearthCore

/// A model as people and programs are told of it: the facts of its manifest as plain values, without where they come from and
/// without the shape of its network. The one description that the command's lists and the server's answers have in common.
public struct ModelSummary: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    public var modality: Modality
    /// Names of the runtimes that run it, the best first.
    public var runtimes: [String]
    public var format: String?
    public var bytes: Int?
    public var sha256: String?
    public var licence: String?
    public var contextLength: Int?
    public var architecture: String?
    public var quantization: String?
    public var parameters: Int?
    public var templateFamily: String?
    public var stopSequences: [String]?
    public var reasons: Bool?
    public var prefixes: EmbeddingPrefixes?
    public var pooling: TokenPooling?
    public var dimensions: Int?
    public var languages: [String]?
    public var urls: [String]
    public var note: String?

    public init(_ manifest: ModelManifest) {
        id = manifest.id
        name = manifest.name
        modality = manifest.modality
        runtimes = manifest.runtimes.map(\.rawValue)
        format = manifest.format?.rawValue
        bytes = manifest.bytes
        sha256 = manifest.sha256
        licence = manifest.licence
        contextLength = manifest.contextLength
        architecture = manifest.architecture
        quantization = manifest.quantization
        parameters = manifest.parameters
        templateFamily = manifest.templateFamily
        stopSequences = manifest.stopSequences
        reasons = manifest.reasons
        prefixes = manifest.prefixes
        pooling = manifest.pooling
        dimensions = manifest.dimensions
        languages = manifest.languages
        urls = manifest.urls
        note = manifest.note
    }
}
