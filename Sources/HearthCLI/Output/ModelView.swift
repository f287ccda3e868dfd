import Foundation
import Hearth

/// A model as it is printed: what is known of it, and what it is on this machine, in one object.
struct ModelRow: Encodable {
    let model: ModelSummary
    var here: LocalState

    /// What the model is on this machine.
    struct LocalState: Encodable {
        var installed: Bool
        var path: String?
        var partialBytes: Int?
        /// `built-in` or `user`.
        var origin: String
        var fit: ModelFit
        /// Whether its file is the one that is used for its kind of work.
        var inUse: Bool
        /// Whether its file can be removed: what came with the program stays.
        var removable: Bool
        /// Where each fact comes from; `nil` in a list.
        var sources: [String: String]?
        /// Why the file that is here cannot be used.
        var problem: String?
        /// How it is run and writes; `nil` in a list, and for models that write no text.
        var settings: [ModelSettingRow]?
        /// The file with which it sees pictures.
        var projector: String?
    }

    /// Of the file that is here.
    private let fileBytes: Int?

    init(_ details: ModelDetails, _ registry: ModelRegistry, inUse paths: [String]) {
        var entry = details.entry
        entry.manifest = details.manifest
        self.init(entry, registry, fit: details.fit, inUse: paths)
        here.sources = Dictionary(uniqueKeysWithValues: details.sources.map { ($0.key.rawValue, $0.value.rawValue) })
        here.problem = details.problem ?? here.problem
    }

    init(_ entry: ModelRegistry.Entry, _ registry: ModelRegistry, machine: MachineFacts, inUse paths: [String]) {
        self.init(entry, registry, fit: ModelRegistry.fit(of: entry, on: machine), inUse: paths)
    }

    private init(_ entry: ModelRegistry.Entry, _ registry: ModelRegistry, fit: ModelFit, inUse paths: [String]) {
        model = ModelSummary(entry.manifest)
        fileBytes = entry.isInstalled ? ModelRegistry.bytes(of: entry) : nil
        here = LocalState(
            installed: entry.isInstalled, path: entry.path, partialBytes: entry.partialBytes,
            origin: entry.origin.rawValue, fit: fit, inUse: entry.path.map(paths.contains) ?? false,
            removable: registry.canRemove(entry),
            problem: ModelRegistry.problem(of: entry), projector: ModelRegistry.projector(of: entry))
    }

    // Both write into the same object.
    func encode(to encoder: any Encoder) throws {
        try model.encode(to: encoder)
        try here.encode(to: encoder)
    }

    /// One line for a list.
    func writeLine(width: Int) {
        let mark: String
        switch (here.installed, here.fit.memory, here.fit.disk) {
        case (true, _, _) where here.problem != nil: mark = Terminal.output.red("✗")
        case (true, _, _): mark = Terminal.output.green("✓")
        case (false, .tooLarge, _), (false, _, .tooLarge): mark = Terminal.output.red("✗")
        default: mark = " "
        }
        let label = model.id.padding(toLength: max(width, model.id.count), withPad: " ", startingAt: 0)
        let estimated = here.fit.estimate.map { "about " + Format.bytes($0.weights) }
        let size = (model.bytes ?? fileBytes).map { Format.bytes($0) } ?? estimated ?? "size unknown"
        var facts = [model.modality.rawValue, size]
        if here.installed { facts.append(here.problem == nil ? "installed" : "cannot be used") }
        if here.inUse { facts.append("in use") }
        if here.projector != nil { facts.append("sees pictures") }
        if here.installed, !here.removable { facts.append("came with Hearth") }
        if let bytes = here.partialBytes, !here.installed { facts.append("\(Format.bytes(bytes)) fetched") }
        Terminal.output.write("\(mark) \(Terminal.line(label))  \(facts.joined(separator: ", "))\n")
        let about = here.problem ?? here.fit.reason
        Terminal.output.write("    " + Terminal.output.dim(Terminal.safe(about)) + "\n")
    }
}

/// Everything that is known of a model, as a person reads it: each fact with where it comes from.
struct ModelDetailsView {
    private struct Line {
        var label: String
        var text: String
        var source: FactSource?
    }

    private let details: ModelDetails
    private let row: ModelRow

    init(_ details: ModelDetails, _ row: ModelRow) {
        self.details = details
        self.row = row
    }

    func write() {
        Terminal.output.write(Terminal.output.bold(Terminal.line(row.model.id)) + "\n")
        for line in lines {
            let label = (line.label + ":").padding(toLength: 15, withPad: " ", startingAt: 0)
            let source = line.source.map { Terminal.output.dim("  (from \($0.title))") } ?? ""
            Terminal.output.write("  \(label)\(Terminal.safe(line.text))\(source)\n")
        }
        if let settings = row.here.settings {
            Terminal.output.write("  settings:\n")
            for setting in settings { setting.writeLine(indent: "    ") }
        }
    }

    private var lines: [Line] {
        let model = details.manifest
        var lines: [Line] = []
        func add(_ label: String, _ text: String?, _ fact: ModelFact? = nil) {
            guard let text else { return }
            lines.append(Line(label: label, text: text, source: fact.flatMap { details.sources[$0] }))
        }
        add("name", model.name, .name)
        add("for", model.modality.title, .modality)
        add(
            "runs with",
            model.runtimes.isEmpty ? "nothing here" : model.runtimes.map(\.rawValue).joined(separator: ", "), .runtimes)
        add("format", model.format?.title, .format)
        add("architecture", model.architecture, .architecture)
        add("parameters", model.parameters.map(String.init), .parameters)
        add("quantization", model.quantization, .quantization)
        add("context", model.contextLength.map { "\($0) tokens" }, .contextLength)
        add("tokenizer", details.header?.tokenizer)
        add("chat template", templateText, .templateFamily)
        add("stops at", model.stopSequences?.joined(separator: " "), .stopSequences)
        add("sees with", row.here.projector)
        add("reasons", model.reasons.map { $0 ? "yes" : "no" }, .reasons)
        add("vectors", model.dimensions.map { "\($0) dimensions" }, .dimensions)
        add("pooling", model.pooling.map(Self.text), .pooling)
        add("before texts", model.prefixes?.summary, .prefixes)
        add("languages", model.languages?.joined(separator: ", "), .languages)
        add("licence", model.licence, .licence)
        if let estimated = details.estimatedBytes {
            lines.append(Line(label: "size", text: "about " + Format.bytes(estimated), source: .computed))
        } else {
            add("size", model.bytes.map { "\(Format.bytes($0)) (\($0) bytes)" }, .bytes)
        }
        add("SHA-256", model.sha256, .sha256)
        for url in model.urls { add("address", url, .urls) }
        add("here", row.here.path ?? "not installed")
        if let partial = row.here.partialBytes, !row.here.installed { add("fetched", Format.bytes(partial)) }
        if let estimate = details.fit.estimate { add("memory", Self.text(estimate)) }
        add("fits", details.fit.reason)
        add("entry", row.here.origin == "user" ? "yours" : "built in")
        add("note", model.note)
        add("problem", details.problem)
        return lines
    }

    private static func text(_ pooling: TokenPooling) -> String {
        switch pooling {
        case .mean: "the mean of all tokens"
        case .first: "the first token"
        case .last: "the last token"
        }
    }

    private var templateText: String? {
        let family = details.manifest.templateFamily
        guard let template = details.header?.chatTemplate else { return family }
        return (family ?? "of its own") + ", \(template.utf8.count) bytes in the file"
    }

    private static func text(_ estimate: MemoryEstimate) -> String {
        let weights = "\(Format.bytes(estimate.weights)) of weights"
        guard estimate.isExact else { return "\(Format.bytes(estimate.total)): \(weights) and a fifth for the rest" }
        return "\(Format.bytes(estimate.total)) at \(estimate.context) tokens: \(weights), "
            + "\(Format.bytes(estimate.cache)) of keys and values, \(Format.bytes(estimate.compute)) for a step"
    }
}

/// Says on standard error that the embedding model cannot be used, where a command went on by words alone. What answers and searches
/// of the library say among their own notes is not said again here.
enum EmbedderNote {
    static func tell(_ hearth: Hearth) async {
        guard let problem = try? await hearth.models.embedderProblem else { return }
        Terminal.note(Terminal.safe(problem))
    }
}
