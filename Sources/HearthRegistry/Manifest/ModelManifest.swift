import Foundation
public import HearthCore

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
    /// What an embedding model wants before texts.
    public var prefixes: EmbeddingPrefixes?
    /// How an embedding model makes one vector of a text.
    public var pooling: TokenPooling?
    /// Components of the vectors that an embedding model makes.
    public var dimensions: Int?
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
        case prefixes, pooling, dimensions
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
        prefixes = try container.decodeIfPresent(EmbeddingPrefixes.self, forKey: .prefixes)
        pooling = try container.decodeIfPresent(TokenPooling.self, forKey: .pooling)
        dimensions = try container.decodeIfPresent(Int.self, forKey: .dimensions)
        languages = try container.decodeIfPresent([String].self, forKey: .languages)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        sources = try container.decodeIfPresent([ModelFact: FactSource].self, forKey: .sources)
    }
}

/// Something that may be known of a model; named like the member of ``ModelManifest`` that holds it.
public enum ModelFact: String, Codable, CodingKeyRepresentable, Sendable, CaseIterable {
    case name, modality, runtimes, format, bytes, sha256, licence, contextLength, architecture, quantization
    case parameters, shape, templateFamily, stopSequences, reasons, languages, urls, prefixes, pooling
    case dimensions
}

/// Where a fact about a model comes from.
public enum FactSource: String, Codable, Sendable, CaseIterable {
    /// The list that ships with the program.
    case catalogue
    /// The headers of a server's answer.
    case server
    /// The header of the model's file, read on the server or here.
    case header
    /// The file itself: its length, the hash of its bytes.
    case file
    /// Concluded from other facts.
    case computed
    /// A person said so.
    case user

    /// In words, after "from".
    public var title: String {
        switch self {
        case .catalogue: "the built-in list"
        case .server: "the server"
        case .header: "the file's header"
        case .file: "the file itself"
        case .computed: "other facts"
        case .user: "you"
        }
    }
}

extension ModelManifest {
    /// Where a fact comes from; `nil` when nothing is known.
    ///
    /// - Parameter origin: Where the entry stands: what nobody noted otherwise comes from there.
    public func source(of fact: ModelFact, origin: ModelRegistry.Origin) -> FactSource? {
        guard isKnown(fact) else { return nil }
        return sources?[fact] ?? (origin == .builtIn ? .catalogue : .user)
    }

    /// Notes where facts come from.
    mutating func note(_ facts: ModelFact..., from source: FactSource) {
        var noted = sources ?? [:]
        for fact in facts { noted[fact] = source }
        sources = noted
    }

    /// Takes over from a header what is not known yet. The shape of the network is always the header's: the list's is for
    /// the time before the file is seen.
    public mutating func learn(from header: ModelHeader) {
        fill(\.architecture, with: header.architecture, as: .architecture, from: .header)
        fill(\.quantization, with: header.quantization, as: .quantization, from: .header)
        fill(\.parameters, with: header.parameters, as: .parameters, from: .header)
        fill(\.contextLength, with: header.contextLength, as: .contextLength, from: .header)
        fill(\.licence, with: header.licence, as: .licence, from: .header)
        fill(\.languages, with: header.languages, as: .languages, from: .header)
        fill(\.prefixes, with: header.prefixes, as: .prefixes, from: .header)
        fill(\.pooling, with: header.pooling, as: .pooling, from: .header)
        fill(\.dimensions, with: header.dimensions, as: .dimensions, from: .header)
        fill(\.format, with: .gguf, as: .format, from: .header)
        guard let seen = header.shape else { return }
        shape = seen
        note(.shape, from: .header)
    }

    /// Takes over what a chat template says of the model.
    mutating func learn(from template: TemplateFacts) {
        fill(\.templateFamily, with: template.family, as: .templateFamily, from: .header)
        if !template.stops.isEmpty { fill(\.stopSequences, with: template.stops, as: .stopSequences, from: .header) }
        // A template without such marks proves nothing.
        if template.reasons { fill(\.reasons, with: true, as: .reasons, from: .header) }
    }

    /// Takes over what somebody else found out and is not known here yet.
    mutating func complete(from found: ModelManifest) {
        func source(_ fact: ModelFact) -> FactSource { found.sources?[fact] ?? .server }
        fill(\.format, with: found.format, as: .format, from: source(.format))
        fill(\.bytes, with: found.bytes, as: .bytes, from: source(.bytes))
        fill(\.sha256, with: found.sha256, as: .sha256, from: source(.sha256))
        fill(\.licence, with: found.licence, as: .licence, from: source(.licence))
        fill(\.contextLength, with: found.contextLength, as: .contextLength, from: source(.contextLength))
        fill(\.architecture, with: found.architecture, as: .architecture, from: source(.architecture))
        fill(\.quantization, with: found.quantization, as: .quantization, from: source(.quantization))
        fill(\.parameters, with: found.parameters, as: .parameters, from: source(.parameters))
        fill(\.templateFamily, with: found.templateFamily, as: .templateFamily, from: source(.templateFamily))
        fill(\.stopSequences, with: found.stopSequences, as: .stopSequences, from: source(.stopSequences))
        fill(\.reasons, with: found.reasons, as: .reasons, from: source(.reasons))
        fill(\.languages, with: found.languages, as: .languages, from: source(.languages))
        fill(\.prefixes, with: found.prefixes, as: .prefixes, from: source(.prefixes))
        fill(\.pooling, with: found.pooling, as: .pooling, from: source(.pooling))
        fill(\.dimensions, with: found.dimensions, as: .dimensions, from: source(.dimensions))
        guard let seen = found.shape else { return }
        shape = seen
        note(.shape, from: source(.shape))
    }

    private mutating func fill<Value>(
        _ place: WritableKeyPath<ModelManifest, Value?>, with value: Value?, as fact: ModelFact, from source: FactSource
    ) {
        guard self[keyPath: place] == nil, let value else { return }
        self[keyPath: place] = value
        note(fact, from: source)
    }

    private func isKnown(_ fact: ModelFact) -> Bool {
        switch fact {
        case .name, .modality: true
        case .runtimes: !runtimes.isEmpty
        case .format: format != nil
        case .bytes: bytes != nil
        case .sha256: sha256 != nil
        case .licence: licence != nil
        case .contextLength: contextLength != nil
        case .architecture: architecture != nil
        case .quantization: quantization != nil
        case .parameters: parameters != nil
        case .shape: shape != nil
        case .templateFamily: templateFamily != nil
        case .stopSequences: stopSequences != nil
        case .reasons: reasons != nil
        case .languages: languages != nil
        case .urls: !urls.isEmpty
        case .prefixes: prefixes != nil
        case .pooling: pooling != nil
        case .dimensions: dimensions != nil
        }
    }
}

/// What a chat template says about a model.
public struct TemplateFacts: Hashable, Sendable {
    /// Such as `llama3-instruct`; `nil` when it resembles no family.
    public var family: String?
    /// Texts at which an answer ends.
    public var stops: [String]
    /// Whether it has marks for reasoning.
    public var reasons: Bool

    public init(family: String?, stops: [String], reasons: Bool) {
        self.family = family
        self.stops = stops
        self.reasons = reasons
    }
}

/// Names of models and of their files, made safe: an address is written by somebody else.
enum ModelID {
    private static let mostCharacters = 96
    /// An id and the ending of a format.
    private static let mostCharactersOfFile = 128
    /// Files of ours in the folder of models, in lower case: some disks do not tell cases apart.
    private static let reserved = ["registry.json", "registry.json.new"]

    /// A model's id from a name that a person or an address gives: lower-case letters, digits, dots, hyphens and
    /// underscores; `nil` when nothing is left of it.
    static func make(from name: String) -> String? {
        let text = cleaned(name.lowercased(), most: mostCharacters)
        return text.isEmpty ? nil : text
    }

    /// The name of a file in the folder of models. It never holds a separator and never begins with a dot, so that it
    /// cannot leave the folder or hide; and it is never that of a file of ours, which a download would overwrite.
    static func fileName(from name: String) -> String? {
        let text = cleaned(name, most: mostCharactersOfFile)
        return text.isEmpty || reserved.contains(text.lowercased()) ? nil : text
    }

    /// The last part of an address without the ending of its format.
    static func stem(of url: URL) -> String {
        let name = url.lastPathComponent
        for ending in [".gguf", ".bin", ".safetensors", ".onnx", ".mlmodelc", ".mlpackage", ".mlmodel"]
        where name.lowercased().hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    private static func cleaned(_ name: String, most: Int) -> String {
        var result = ""
        for scalar in name.unicodeScalars.prefix(400) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
            default: if !result.hasSuffix("-") { result += "-" }
            }
            if result.utf8.count >= most { break }
        }
        while let first = result.first, first == "." || first == "-" { result.removeFirst() }
        while let last = result.last, last == "." || last == "-" { result.removeLast() }
        return result
    }
}

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
