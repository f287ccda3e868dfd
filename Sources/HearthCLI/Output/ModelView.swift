import Foundation
import HearthEngine
import HearthRegistry

/// A model as it is printed.
struct ModelRow: Encodable {
    var id: String
    var name: String
    var modality: String
    var runtimes: [String]
    var format: String?
    var installed: Bool
    var path: String?
    var partialBytes: Int?
    var bytes: Int?
    var sha256: String?
    var licence: String?
    var contextLength: Int?
    var architecture: String?
    var quantization: String?
    var parameters: Int?
    var templateFamily: String?
    var stopSequences: [String]?
    var reasons: Bool?
    var languages: [String]?
    var urls: [String]
    var note: String?
    /// `built-in` or `user`.
    var origin: String
    var fit: ModelFit
    /// Settings that name its file: `chat`, `embed`.
    var inUse: Bool

    init(_ entry: ModelRegistry.Entry, machine: MachineFacts, inUse paths: [String]) {
        let model = entry.manifest
        id = model.id
        name = model.name
        modality = model.modality.rawValue
        runtimes = model.runtimes.map(\.rawValue)
        format = model.format?.rawValue
        installed = entry.isInstalled
        path = entry.path
        partialBytes = entry.partialBytes
        bytes = model.bytes
        sha256 = model.sha256
        licence = model.licence
        contextLength = model.contextLength
        architecture = model.architecture
        quantization = model.quantization
        parameters = model.parameters
        templateFamily = model.templateFamily
        stopSequences = model.stopSequences
        reasons = model.reasons
        languages = model.languages
        urls = model.urls
        note = model.note
        origin = entry.origin.rawValue
        fit = ModelRegistry.fit(of: entry, on: machine)
        inUse = entry.path.map(paths.contains) ?? false
    }

    /// One line for a list.
    func writeLine(width: Int) {
        let mark: String
        switch (installed, fit.memory, fit.disk) {
        case (true, _, _): mark = Terminal.output.green("✓")
        case (false, .tooLarge, _), (false, _, .tooLarge): mark = Terminal.output.red("✗")
        default: mark = " "
        }
        let label = id.padding(toLength: max(width, id.count), withPad: " ", startingAt: 0)
        let size = bytes.map { Format.bytes($0) } ?? "size unknown"
        var facts = [modality, size]
        if installed { facts.append("installed") }
        if inUse { facts.append("in use") }
        if let partialBytes, !installed { facts.append("\(Format.bytes(partialBytes)) fetched") }
        Terminal.output.write("\(mark) \(Terminal.safe(label))  \(facts.joined(separator: ", "))\n")
        Terminal.output.write("    " + Terminal.output.dim(Terminal.safe(fit.reason)) + "\n")
    }

    /// Everything that is known.
    func writeDetails() {
        var lines: [(String, String)] = [("name", name), ("for", modality)]
        lines.append(("runs with", runtimes.isEmpty ? "nothing here" : runtimes.joined(separator: ", ")))
        if let format { lines.append(("format", format)) }
        if let architecture { lines.append(("architecture", architecture)) }
        if let parameters { lines.append(("parameters", "\(parameters)")) }
        if let quantization { lines.append(("quantization", quantization)) }
        if let contextLength { lines.append(("context", "\(contextLength) tokens")) }
        if let bytes { lines.append(("size", Format.bytes(bytes))) }
        if let licence { lines.append(("licence", licence)) }
        if let templateFamily { lines.append(("chat template", templateFamily)) }
        if let stopSequences { lines.append(("stops at", stopSequences.joined(separator: " "))) }
        if let languages { lines.append(("languages", languages.joined(separator: ", "))) }
        if let sha256 { lines.append(("SHA-256", sha256)) }
        for url in urls { lines.append(("from", url)) }
        lines.append(("here", path ?? "not installed"))
        lines.append(("fits", fit.reason))
        lines.append(("entry", origin))
        if let note { lines.append(("note", note)) }
        Terminal.output.write(Terminal.output.bold(Terminal.safe(id)) + "\n")
        for (label, text) in lines {
            let label = (label + ":").padding(toLength: 15, withPad: " ", startingAt: 0)
            Terminal.output.write("  \(label)\(Terminal.safe(text))\n")
        }
    }
}
