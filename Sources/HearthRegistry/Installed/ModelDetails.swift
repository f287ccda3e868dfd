import Foundation

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
                problem = found.checks.first { $0.state == .failed && $0.name != "memory" }
                    .map { $0.reason + ($0.remedy.map { " " + $0 } ?? "") }
            } catch {
                problem = (error as? RegistryError)?.message ?? "Its file cannot be read."
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
