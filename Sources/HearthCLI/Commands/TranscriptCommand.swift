public import ArgumentParser
import Foundation
public import Hearth

/// `hearth transcript …`: recordings as text.
struct TranscriptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcript",
        abstract: "Read and analyse transcripts: subtitles, podcast and Whisper JSON, written transcripts.",
        discussion: """
            A FILE may also be a transcript in the store: its id, its path, its file's name or its title. Without a model \
            everything is counted and quoted; with one, whatever is quoted is looked up in the transcript, and times are \
            always those of its cues. What was not read is in the coverage.

            EXAMPLES
              hearth transcript analyze talk.vtt
              hearth transcript highlights meeting.srt --json
              hearth transcript chapters podcast.json --count 8
              hearth transcript ask meeting.vtt "What was decided about the budget?"
              hearth transcript import recordings/ && hearth transcript list
              hearth transcript export interview.txt --format markdown
            """,
        subcommands: [
            Parse.self, TranscriptAnalysisCommand<SummaryTask>.self, TranscriptAnalysisCommand<TagsTask>.self,
            TranscriptAnalysisCommand<EntitiesTask>.self, TranscriptAnalysisCommand<HighlightsTask>.self,
            TranscriptAnalysisCommand<ChaptersTask>.self, TranscriptAnalysisCommand<QuestionsTask>.self,
            TranscriptAnalysisCommand<WholeAnalysisTask>.self, TranscriptSearchCommand.self, TranscriptAskCommand.self,
            TranscriptImportCommand.self, TranscriptListCommand.self, TranscriptShowCommand.self,
            TranscriptExportCommand.self,
        ])

    struct Parse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "parse", abstract: "The cues of transcripts, with times and speakers.")
        @Argument(help: "The files.", completion: .file()) var files: [String]
        @Flag(help: "Print JSON Lines.") var json = false

        struct Output: Encodable {
            struct Spoken: Encodable {
                var start: Double?
                var end: Double?
                var speaker: String?
                var text: String

                enum CodingKeys: String, CodingKey { case start, end, speaker, text }

                /// Times that the source does not give are written as `null`, a speaker that it does not name is left out.
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: CodingKeys.self)
                    try container.encode(start, forKey: .start)
                    try container.encode(end, forKey: .end)
                    try container.encodeIfPresent(speaker, forKey: .speaker)
                    try container.encode(text, forKey: .text)
                }
            }
            var path: String
            var format: String
            var cues: [Spoken]
            var warnings: [ExtractionWarning]?
        }

        func run() async throws {
            let reader = TranscriptReader()
            try await FileBatch.run(files, json: json) { file in
                let transcript = try reader.read(contentsOf: URL(fileURLWithPath: file))
                if json { try JSONLines().write(Self.output(file, transcript)) } else { Self.show(transcript) }
            }
        }

        static func output(_ path: String, _ transcript: Transcript) -> Output {
            Output(
                path: path, format: transcript.format.rawValue,
                cues: transcript.cues.map { .init(start: $0.start, end: $0.end, speaker: $0.speaker, text: $0.text) },
                warnings: transcript.warnings.isEmpty ? nil : transcript.warnings)
        }

        static func show(_ transcript: Transcript) {
            for cue in transcript.cues {
                let time = cue.start.map { Terminal.output.dim(Format.time($0)) + "  " } ?? ""
                let speaker = cue.speaker.map { Terminal.output.bold(Terminal.safe($0)) + ": " } ?? ""
                Terminal.output.write(time + speaker + Terminal.safe(cue.text) + "\n")
            }
            for warning in transcript.warnings { Terminal.note(warning.message) }
        }
    }
}

// MARK: - Transcripts in the store

/// `hearth transcript import`: keeps transcripts, so that `ask` and `search` find them.
struct TranscriptImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Keep transcripts in the encrypted store; `ask` and `search` then find them.")
    @Argument(help: "Files, or folders of them. One that is no transcript is refused.", completion: .file())
    var files: [String]
    @Option(help: "How private they are; private never leaves this machine. Personal, when nothing is said.")
    var label: SensitivityLabel?
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let hearth = try Hearth()
        var transcripts: [FileFinder.Entry] = []
        var refused = 0
        for entry in FileFinder().find(files) {
            try Task.checkCancellation()
            switch entry {
            case .file(let found):
                do {
                    // As it was found: no link that was put there since is followed, now or when it is stored.
                    let file = try OpenFolder.file(withoutLinks: found.absolutePath)
                    _ = try TranscriptReader().read(file, name: found.path)
                    transcripts.append(entry)
                } catch {
                    refused += 1
                    try FileBatch.tell(found.path, error, json: json)
                }
            case .refused(let entry):
                refused += 1
                try FileBatch.tell(entry.path, SystemError(.notReadable, entry.message), json: json)
            }
        }
        guard !transcripts.isEmpty else { throw CommandFailure(ExitStatus.failed) }
        var options = IngestOptions()
        options.label = label
        options.lowersLabels = true
        // They were named one by one.
        options.includesHidden = true
        options.areTranscripts = true
        var view = IngestView(json: json)
        let summary = try await view.show(try await hearth.documents.ingest(found: transcripts, options: options))
        let done = summary.added + summary.updated + summary.unchanged
        guard done > 0 else { throw CommandFailure(ExitStatus.failed) }
        try CommandFailure.check(done: done, failed: refused + summary.failed, json: json)
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
        let found = try await Hearth().transcripts.list()
        for item in found {
            let document = item.document
            if options.json {
                try JSONLines().write(
                    Output(
                        documentID: document.id, title: document.title, path: document.presentPath,
                        format: document.format.rawValue, language: document.language, label: document.label.rawValue,
                        cues: item.cues, duration: item.duration, ingestedAt: document.ingestedAt))
            } else {
                let path = Terminal.line(document.presentPath ?? "")
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
        let source = try await Hearth().transcripts.read(file)
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
        let hearth = try Hearth()
        if let output { try hearth.data.requireOutside(URL(fileURLWithPath: output)) }
        let source = try await hearth.transcripts.read(file)
        let text = try TranscriptWriter().write(source.transcript.cues, as: format)
        guard let output else { return Terminal.output.writeContent(text) }
        // Whole or not at all: an earlier file stays until the new one is there.
        try NewFile.replace(output, with: Data(text.utf8))
    }
}

extension TranscriptWriter.Format: ExpressibleByArgument {}
