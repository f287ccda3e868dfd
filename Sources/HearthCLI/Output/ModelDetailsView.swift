import Foundation
import HearthEngine
import HearthRegistry

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
        Terminal.output.write(Terminal.output.bold(Terminal.line(row.id)) + "\n")
        for line in lines {
            let label = (line.label + ":").padding(toLength: 15, withPad: " ", startingAt: 0)
            let source = line.source.map { Terminal.output.dim("  (from \($0.title))") } ?? ""
            Terminal.output.write("  \(label)\(Terminal.safe(line.text))\(source)\n")
        }
        if let settings = row.settings {
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
        add("reasons", model.reasons.map { $0 ? "yes" : "no" }, .reasons)
        add("languages", model.languages?.joined(separator: ", "), .languages)
        add("licence", model.licence, .licence)
        if let estimated = details.estimatedBytes {
            lines.append(Line(label: "size", text: "about " + Format.bytes(estimated), source: .computed))
        } else {
            add("size", model.bytes.map { "\(Format.bytes($0)) (\($0) bytes)" }, .bytes)
        }
        add("SHA-256", model.sha256, .sha256)
        for url in model.urls { add("address", url, .urls) }
        add("here", row.path ?? "not installed")
        if let partial = row.partialBytes, !row.installed { add("fetched", Format.bytes(partial)) }
        if let estimate = details.fit.estimate { add("memory", Self.text(estimate)) }
        add("fits", details.fit.reason)
        add("entry", row.origin == "user" ? "yours" : "built in")
        add("note", model.note)
        add("problem", details.problem)
        return lines
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
