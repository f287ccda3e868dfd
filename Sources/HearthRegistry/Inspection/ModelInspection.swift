import Foundation

/// What was found out about a model before it is fetched.
public struct ModelInspection: Sendable {
    /// One question that was asked, and its answer.
    public struct Check: Codable, Hashable, Sendable {
        public enum State: String, Codable, Sendable {
            case passed, warning, failed
            /// Nothing speaks against it, and nothing is known.
            case unknown
        }

        /// `format`, `architecture`, `runtime`, `modality`, `memory`, `disk`, `size`, `hash`, `resume`, `header`,
        /// `trial`.
        public var name: String
        public var state: State
        /// A sentence for a person.
        public var reason: String
        /// What would work; `nil` when nothing has to be done.
        public var remedy: String?

        package init(name: String, state: State, reason: String, remedy: String? = nil) {
            self.name = name
            self.state = state
            self.reason = reason
            self.remedy = remedy
        }
    }

    public var manifest: ModelManifest
    public var checks: [Check]
    public var header: ModelHeader?
    public var fit: ModelFit
    /// Bytes that were fetched to find all this out.
    public var fetchedBytes: Int
    /// Whether the server serves parts, so that a broken download goes on where it stopped.
    public var canResume: Bool

    /// Whether the model can be fetched and used here.
    public var isCompatible: Bool { !checks.contains { $0.state == .failed } }

    /// What stands against it, as one text.
    public var refusal: String? {
        let failed = checks.filter { $0.state == .failed }
        guard !failed.isEmpty else { return nil }
        return failed.map { $0.reason + ($0.remedy.map { " " + $0 } ?? "") }.joined(separator: " ")
    }

    /// Whether only the unknown or unsupported format stands against it, which a person may override.
    public var isRefusedForFormatOnly: Bool {
        let failed = checks.filter { $0.state == .failed }
        return !failed.isEmpty
            && failed.allSatisfy { ["format", "runtime", "architecture", "header"].contains($0.name) }
    }
}

/// What a person says about a model that is to be added.
public struct ModelWishes: Sendable {
    /// The name; `nil` takes that of the file.
    public var name: String?
    public var modality: Modality?
    /// The SHA-256 that the file must have.
    public var sha256: String?
    /// The size that the file must have.
    public var bytes: Int?
    /// Tokens of the window for which memory is computed; `nil` takes the model's own, at most 8,192.
    public var context: Int?

    public init(
        name: String? = nil, modality: Modality? = nil, sha256: String? = nil, bytes: Int? = nil, context: Int? = nil
    ) {
        self.name = name
        self.modality = modality
        self.sha256 = sha256
        self.bytes = bytes
        self.context = context
    }
}

/// Everything that is known of a model here, and where each fact comes from.
public struct ModelDetails: Sendable {
    public var entry: ModelRegistry.Entry
    /// What the list says, completed by what the file says when it is here.
    public var manifest: ModelManifest
    public var sources: [ModelFact: FactSource]
    /// What the file's header says; `nil` when it is not here or has none.
    public var header: ModelHeader?
    /// Whether it fits, at the window that was asked for.
    public var fit: ModelFit
    /// The size when nobody told it: parameters times the bits of the quantization.
    public var estimatedBytes: Int?
    /// Why the file that is here cannot be used; `nil` when nothing is known against it.
    public var problem: String?

    /// - Parameters:
    ///   - inspector: Reads the header of a file that is here; opens no connection.
    ///   - context: Tokens of the window for which memory is computed; `nil` takes what a local engine would.
    public init(_ entry: ModelRegistry.Entry, inspector: ModelInspector, context: Int? = nil) {
        self.entry = entry
        var known = entry.manifest
        if let path = entry.path {
            let wishes = ModelWishes(name: known.id, modality: known.modality, bytes: known.bytes)
            do {
                let found = try inspector.inspect(file: path, wishes: wishes)
                known.complete(from: found.manifest)
                header = found.header
                // What the list says of the file, in its words; only then what an inspection finds besides.
                problem =
                    ModelRegistry.problem(of: entry)
                    ?? found.checks.first { $0.state == .failed && $0.name != "memory" }
                    .map { $0.reason + ($0.remedy.map { " " + $0 } ?? "") }
            } catch {
                problem =
                    ModelRegistry.problem(of: entry) ?? (error as? RegistryError)?.message ?? "Its file cannot be read."
            }
        }
        if known.bytes == nil {
            estimatedBytes = WeightEstimate.bytes(parameters: known.parameters, quantization: known.quantization)
        }
        var completed = entry
        completed.manifest = known
        manifest = known
        fit = ModelRegistry.fit(of: completed, on: inspector.machine, context: context)
        sources = ModelFact.allCases.reduce(into: [:]) { $0[$1] = known.source(of: $1, origin: entry.origin) }
    }
}
