public import ArgumentParser
import Foundation
public import HearthCore
import HearthDocuments
import HearthEngine
import HearthKnowledge
import HearthStore

/// `hearth transcript import`: keeps transcripts, so that `ask` and `search` find them.
struct TranscriptImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Keep transcripts in the encrypted store; `ask` and `search` then find them.")
    @Argument(help: "Files, or folders of them. One that is no transcript is refused.", completion: .file())
    var files: [String]
    @Option(help: "How private they are: public, personal or private (private never leaves this machine).")
    var label: SensitivityLabel?
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let hearth = try Hearth()
        var transcripts: [String] = []
        for file in Self.expanded(files) {
            try Task.checkCancellation()
            do {
                _ = try TranscriptReader().read(contentsOf: URL(fileURLWithPath: file))
                transcripts.append(file)
            } catch {
                let body = ErrorBody(error)
                if json {
                    try JSONLines().write(TranscriptFailure(path: file, error: body))
                } else {
                    Terminal.error.write("error: \(Terminal.safe(file)): \(Terminal.safe(body.message))\n")
                }
            }
        }
        guard !transcripts.isEmpty else { throw CommandFailure(ExitStatus.failed) }
        var options = IngestOptions()
        options.label = label
        options.lowersLabels = true
        // They were named one by one.
        options.includesHidden = true
        var view = IngestView(json: json)
        let summary = try await view.show(try await hearth.ingest(transcripts, options: options))
        if summary.added + summary.updated + summary.unchanged == 0 { throw CommandFailure(ExitStatus.failed) }
    }

    /// The files that are meant: those named, and those below folders that are named.
    private static func expanded(_ paths: [String]) -> [String] {
        paths.flatMap { path -> [String] in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                return [path]
            }
            return FileFinder().find([path]).compactMap { entry in
                switch entry {
                case .file(let found): return found.path
                case .refused(let refused):
                    Terminal.error.write(
                        "error: \(Terminal.safe(refused.path)): \(Terminal.safe(refused.reason))\n")
                    return nil
                }
            }
        }
    }
}

/// `hearth transcript list`.
struct TranscriptListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The transcripts in the store.")
    @OptionGroup var options: StoreOptions

    private struct Output: Encodable {
        var documentID: String
        var title: String?
        var path: String?
        var format: String
        var language: String?
        var label: String
        var cues: Int
        var duration: Double?
        var ingestedAt: Date
    }

    func run() async throws {
        let found = try await Hearth().transcripts()
        for item in found {
            let document = item.document
            if options.json {
                try JSONLines().write(
                    Output(
                        documentID: document.id, title: document.title, path: document.paths.first,
                        format: document.format.rawValue, language: document.language, label: document.label.rawValue,
                        cues: item.cues, duration: item.duration, ingestedAt: document.ingestedAt))
            } else {
                let path = Terminal.safe(document.paths.first ?? "")
                let length = item.duration.map { ", \(Format.duration($0))" } ?? ""
                Terminal.output.write(
                    "\(document.id)  \(Terminal.output.bold(path))  \(document.format.rawValue), "
                        + "\(Format.count(item.cues, "cue"))\(length), \(document.label.rawValue)\n")
            }
        }
        if found.isEmpty, !options.json {
            Terminal.output.write("No transcripts yet. `hearth transcript import FILE` keeps some.\n")
        }
    }
}

/// `hearth transcript show`.
struct TranscriptShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The cues of a transcript, from a file or from the store.")
    @Argument(help: "A file, or a transcript in the store.", completion: .file()) var file: String
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let source = try await Hearth().transcript(file)
        if json {
            try JSONLines().write(TranscriptCommand.Parse.output(source.path, source.transcript))
        } else {
            TranscriptCommand.Parse.show(source.transcript)
        }
    }
}

/// `hearth transcript export`.
struct TranscriptExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a transcript as srt, vtt, json (podcasts) or markdown.")
    @Argument(help: "A file, or a transcript in the store.", completion: .file()) var file: String
    @Option(help: "srt, vtt, json or markdown.") var format: TranscriptWriter.Format
    @Option(help: "Where to; standard output when left out.", completion: .file()) var output: String?

    func run() async throws {
        let source = try await Hearth().transcript(file)
        let text = try TranscriptWriter().write(source.transcript.cues, as: format)
        guard let output else { return Terminal.output.write(text) }
        // Whole or not at all: an earlier file stays until the new one is there.
        try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    }
}

extension TranscriptWriter.Format: ExpressibleByArgument {}
