/// Something that may be known of a model; named like the member of ``ModelManifest`` that holds it.
public enum ModelFact: String, Codable, CodingKeyRepresentable, Sendable, CaseIterable {
    case name, modality, runtimes, format, bytes, sha256, licence, contextLength, architecture, quantization
    case parameters, shape, templateFamily, stopSequences, reasons, languages, urls
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
