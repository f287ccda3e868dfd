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
    /// Whether its file is the one that is used for its kind of work.
    var inUse: Bool
    /// Where each fact comes from; `nil` in a list.
    var sources: [String: String]?
    /// Why the file that is here cannot be used.
    var problem: String?
    /// How it is run and writes; `nil` in a list, and for models that write no text.
    var settings: [ModelSettingRow]?

    init(_ details: ModelDetails, inUse paths: [String]) {
        var entry = details.entry
        entry.manifest = details.manifest
        self.init(entry, fit: details.fit, inUse: paths)
        sources = Dictionary(uniqueKeysWithValues: details.sources.map { ($0.key.rawValue, $0.value.rawValue) })
        problem = details.problem
    }

    init(_ entry: ModelRegistry.Entry, machine: MachineFacts, inUse paths: [String]) {
        self.init(entry, fit: ModelRegistry.fit(of: entry, on: machine), inUse: paths)
    }

    private init(_ entry: ModelRegistry.Entry, fit: ModelFit, inUse paths: [String]) {
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
        self.fit = fit
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
        let estimated = fit.estimate.map { "about " + Format.bytes($0.weights) }
        let size = bytes.map { Format.bytes($0) } ?? estimated ?? "size unknown"
        var facts = [modality, size]
        if installed { facts.append("installed") }
        if inUse { facts.append("in use") }
        if let partialBytes, !installed { facts.append("\(Format.bytes(partialBytes)) fetched") }
        Terminal.output.write("\(mark) \(Terminal.line(label))  \(facts.joined(separator: ", "))\n")
        Terminal.output.write("    " + Terminal.output.dim(Terminal.safe(fit.reason)) + "\n")
    }
}
