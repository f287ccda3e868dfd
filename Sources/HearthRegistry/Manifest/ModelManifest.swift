/// What is known about a model. What is not known for certain is `nil`, and learned from the server and from the file's header.
public struct ModelManifest: Codable, Hashable, Sendable, Identifiable {
    /// Unique, in lower case, such as `llama-3.2-1b-instruct`.
    public var id: String
    /// The name for a person.
    public var name: String
    public var modality: Modality
    /// The runtimes that run it, the best first.
    public var runtimes: [Runtime]
    public var format: ModelFormat?
    /// Where its file can be fetched; the first is tried first, the others are mirrors with the same bytes.
    public var urls: [String]
    /// The file's name in the folder of models; `nil` takes that of the first URL.
    public var file: String?
    /// The file's size.
    public var bytes: Int?
    /// Of the file, hexadecimal in lower case.
    public var sha256: String?
    /// An SPDX identifier, or the licence's name.
    public var licence: String?
    /// The most tokens that it was trained to see at once.
    public var contextLength: Int?
    /// The kind of network, as GGUF names it: `llama`, `phi3`, `bert`.
    public var architecture: String?
    /// Such as `Q4_K_M`.
    public var quantization: String?
    public var parameters: Int?
    /// The shape of the network, from which the memory that it needs follows.
    public var shape: ModelShape?
    /// The family of chat templates, such as `llama3-instruct`.
    public var templateFamily: String?
    /// Texts at which an answer ends.
    public var stopSequences: [String]?
    /// Whether it writes its reasoning before its answer.
    public var reasons: Bool?
    /// Languages that its maker names, as BCP 47 tags.
    public var languages: [String]?
    /// What a person should know before choosing it.
    public var note: String?
    /// Where those facts come from that are not from the list in which the entry stands.
    public var sources: [ModelFact: FactSource]?

    /// Whether it was taken although nothing here is known to run it.
    var wasForced: Bool { runtimes.isEmpty }

    public init(
        id: String, name: String, modality: Modality, runtimes: [Runtime]? = nil, format: ModelFormat? = nil,
        urls: [String] = [], file: String? = nil, bytes: Int? = nil, sha256: String? = nil
    ) {
        self.id = id
        self.name = name
        self.modality = modality
        self.runtimes = runtimes ?? modality.runtimes
        self.format = format
        self.urls = urls
        self.file = file
        self.bytes = bytes
        self.sha256 = sha256
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, modality, runtimes, format, urls, file, bytes, sha256, licence, contextLength, architecture
        case quantization, parameters, shape, templateFamily, stopSequences, reasons, languages, note, sources
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? id
        modality = try container.decode(Modality.self, forKey: .modality)
        runtimes = try container.decodeIfPresent([Runtime].self, forKey: .runtimes) ?? modality.runtimes
        format = try container.decodeIfPresent(ModelFormat.self, forKey: .format)
        urls = try container.decodeIfPresent([String].self, forKey: .urls) ?? []
        file = try container.decodeIfPresent(String.self, forKey: .file)
        bytes = try container.decodeIfPresent(Int.self, forKey: .bytes)
        sha256 = try container.decodeIfPresent(String.self, forKey: .sha256)?.lowercased()
        licence = try container.decodeIfPresent(String.self, forKey: .licence)
        contextLength = try container.decodeIfPresent(Int.self, forKey: .contextLength)
        architecture = try container.decodeIfPresent(String.self, forKey: .architecture)
        quantization = try container.decodeIfPresent(String.self, forKey: .quantization)
        parameters = try container.decodeIfPresent(Int.self, forKey: .parameters)
        shape = try container.decodeIfPresent(ModelShape.self, forKey: .shape)
        templateFamily = try container.decodeIfPresent(String.self, forKey: .templateFamily)
        stopSequences = try container.decodeIfPresent([String].self, forKey: .stopSequences)
        reasons = try container.decodeIfPresent(Bool.self, forKey: .reasons)
        languages = try container.decodeIfPresent([String].self, forKey: .languages)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        sources = try container.decodeIfPresent([ModelFact: FactSource].self, forKey: .sources)
    }
}
