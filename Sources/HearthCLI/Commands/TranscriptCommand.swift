import ArgumentParser
import Foundation
import Hearth

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
            var format: String?
            var cues: [Spoken]?
            var warnings: [ExtractionWarning]?
            var error: ErrorBody?
        }

        func run() async throws {
            let reader = TranscriptReader()
            let lines = JSONLines()
            var served = 0
            for file in files {
                try Task.checkCancellation()
                do {
                    let transcript = try reader.read(contentsOf: URL(fileURLWithPath: file))
                    served += 1
                    if json {
                        try lines.write(Self.output(file, transcript))
                    } else {
                        Self.show(transcript)
                    }
                } catch {
                    let body = ErrorBody(error)
                    if json {
                        try lines.write(Output(path: file, error: body))
                    } else {
                        Terminal.failed(file, body.message)
                    }
                }
            }
            try CommandFailure.check(done: served, failed: files.count - served, json: json)
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
