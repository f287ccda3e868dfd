public import ArgumentParser
import Foundation
public import Hearth
import Synchronization

/// `hearth transcribe`: recordings, written down.
struct TranscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Write down recordings, on this machine: who said what, and when.",
        discussion: """
            WAV files are read as they are; MP3, M4A, Opus, FLAC and the sound of videos need ffmpeg. Speech is found first \
            and written down stretch by stretch, so that silence gives no words.

            Speakers are told apart exactly where each has a channel of the recording, or where --labels names a transcript \
            that knows them. Elsewhere the result says that it could not be done; --speakers groups voices by their sound, \
            which is an experiment.

            EXAMPLES
              hearth transcribe interview.m4a
              hearth transcribe call.wav --diarize --format vtt > call.vtt
              hearth transcribe talks/*.mp3 --language de --format srt --output subtitles/
              hearth transcribe meeting.wav --analyze
            """)

    @Argument(help: "Recordings.", completion: .file()) var files: [String]
    @OptionGroup var voice: VoiceOptions

    @Flag(help: "Write in English what is said in another language; needs a Whisper model of several languages.")
    var translate = false

    @Flag(help: "Tell speakers apart.") var diarize = false

    @Option(parsing: .unconditional, help: "Experimental: group voices by their sound into exactly this many speakers.")
    var speakers: Int?

    @Option(help: "A transcript that names the speakers: WebVTT with voices, or podcast JSON.", completion: .file())
    var labels: String?

    @Option(help: "text, srt, vtt or json.") var format = OutputFormat.text

    @Option(help: "A folder to write each transcript to, under its recording's name.", completion: .directory)
    var output: String?

    @Flag(help: "Analyse what was said: summary, tags, names, highlights, chapters, questions.") var analyze = false

    @OptionGroup var analysis: TranscribeAnalysisOptions

    @Flag(help: "Print JSON Lines.") var json = false

    enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
        case text, srt, vtt, json
    }

    func validate() throws {
        guard !json || format == .text && output == nil else {
            throw ValidationError("--json prints one line a file; use it without --format and --output.")
        }
        if format != .text, output == nil, files.count > 1 {
            throw ValidationError("Several files cannot be one \(format.rawValue) file; name a folder with --output.")
        }
        if let speakers, !(1...20).contains(speakers) { throw ValidationError("--speakers must be from 1 to 20.") }
        guard speakers == nil || labels == nil else { throw ValidationError("Give --speakers or --labels, not both.") }
        guard !analyze || format == .text else { throw ValidationError("--analyze prints text, or --json.") }
    }

    func run() async throws {
        let hearth = try Hearth()
        let notes = SaidOnce()
        var request = voice.request(diarization: try diarization())
        request.options.translates = translate
        let pipeline = try await hearth.voice.pipeline(request) { notes.say($0) }
        if let output {
            try hearth.data.requireOutside(URL(fileURLWithPath: output, isDirectory: true))
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), !isFolder.boolValue {
                throw CommandFailure(
                    ExitStatus.failed, "\(Terminal.line(output)) is there and is no folder; name another one.")
            }
            try NewFile.makeFolder(output)
        }
        var served = 0
        for (file, name) in zip(files, Self.names(of: files)) {
            try Task.checkCancellation()
            do {
                try await transcribe(file, as: name, pipeline, hearth, notes)
                served += 1
            } catch let error as CancellationError {
                throw error
            } catch {
                let partial = (error as? InterruptedTranscription)?.partial
                let body = ErrorBody(error)
                if json {
                    try JSONLines().write(TranscribeOutput(file, partial, error: body))
                } else {
                    if let partial { try write(partial, of: file, as: name, notes) }
                    Terminal.failed(file, body.message)
                }
                // Where there is one file, its status is the program's.
                if files.count == 1, let error = error.readable {
                    throw CommandFailure(ExitStatus.of(error.kind))
                }
            }
        }
        try CommandFailure.check(done: served, failed: files.count - served, json: json)
    }

    private func transcribe(
        _ file: String, as name: String, _ pipeline: VoicePipeline, _ hearth: Hearth, _ notes: SaidOnce
    ) async throws {
        let recording = try await AudioFile.open(file)
        let bar = TranscriptionBar()
        defer { bar.clear() }
        var result = try await pipeline.transcribe(recording) { bar.show($0) }
        bar.clear()
        let isSilent = result.segments.isEmpty
        if isSilent { result.warnings.append(ExtractionWarning(.skipped, "No speech was found in \(name).")) }
        // Of nothing there is nothing to analyse.
        guard analyze, !isSilent else {
            if json {
                try JSONLines().write(TranscribeOutput(file, result))
            } else {
                try write(result, of: file, as: name, notes)
            }
            return
        }
        var written = result
        if translate { written.language = "en" }
        let findings = try await analysis.analyze(written, of: file, hearth)
        if json {
            try JSONLines().write(TranscribeOutput(file, result, analysis: findings))
        } else {
            try write(result, of: file, as: name, notes)
            TranscriptAnalysisView().showAll(findings)
        }
    }

    private func diarization() throws -> DiarizationRequest {
        if let labels {
            let cues = try TranscriptReader().read(contentsOf: URL(fileURLWithPath: labels)).cues
            return .labels(
                cues.compactMap { cue in
                    guard let start = cue.start, let end = cue.end, let speaker = cue.speaker else { return nil }
                    return SpeakerTurn(start: start, end: end, speaker: speaker)
                })
        }
        if let speakers { return .experimental(speakers: speakers) }
        return diarize ? .automatic : .off
    }

    /// What each transcript is called, without its ending: as its recording, with a number where two have the same name.
    static func names(of files: [String]) -> [String] {
        var used: Set<String> = []
        return files.map { file in
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            var (unique, number) = (name, 1)
            while !used.insert(unique).inserted {
                number += 1
                unique = "\(name)-\(number)"
            }
            return unique
        }
    }

    private func write(_ result: VoiceTranscription, of file: String, as name: String, _ notes: SaidOnce) throws {
        for warning in result.warnings { notes.say(warning.message) }
        if case .unavailable(let reason) = result.diarization, !result.segments.isEmpty {
            notes.say("Speakers are not told apart: \(reason)")
        }
        guard format != .text || output != nil else {
            if files.count > 1 { Terminal.output.write(Terminal.output.bold(Terminal.line(file)) + "\n") }
            TranscriptCommand.Parse.show(Transcript(format: .json, cues: result.transcript.cues))
            return
        }
        let text = try text(of: result)
        guard let output else { return Terminal.output.writeContent(text) }
        let place = URL(fileURLWithPath: output, isDirectory: true).appendingPathComponent(
            "\(name).\(format == .text ? "txt" : format.rawValue)")
        // Whole or not at all: an earlier file stays until the new one is there.
        try NewFile.replace(place.path, with: Data(text.utf8))
        Terminal.error.write("wrote \(Terminal.line(place.relativePath))\n")
    }

    private func text(of result: VoiceTranscription) throws -> String {
        let cues = result.transcript.cues
        switch format {
        case .text:
            return cues.map { cue in
                let speaker = cue.speaker.map { $0 + ": " } ?? ""
                return "\(Format.time(cue.start ?? 0))  \(speaker)\(cue.text)\n"
            }.joined()
        case .srt: return try TranscriptWriter().write(cues, as: .srt)
        case .vtt: return try TranscriptWriter().write(cues, as: .vtt)
        case .json: return try TranscriptWriter().write(cues, as: .json)
        }
    }
}

/// Notes on standard error, each of them once: what is true of all recordings of a call, and what the pipeline says as well as
/// the result, is not repeated.
private final class SaidOnce: Sendable {
    private let said = Mutex<Set<String>>([])

    func say(_ note: String) {
        guard said.withLock({ $0.insert(note).inserted }) else { return }
        Terminal.note(note)
    }
}

/// What decides how speech is written down.
struct VoiceOptions: ParsableArguments {
    @Option(help: "whisper, pocketsphinx or apple.") var engine: SpeechEngine?

    @Option(help: "A model's name, such as whisper-base, or a file.", completion: .file(extensions: ["bin"]))
    var model: String?

    @Option(help: "The language that is spoken (ISO 639-1); found out when left out.") var language: String?

    @Option(help: "A name or term that is likely to be said; may be given several times.") var term: [String] = []

    func request(diarization: DiarizationRequest = .off, isLive: Bool = false) -> VoiceRequest {
        VoiceRequest(
            engine: engine, model: model, options: RecognitionOptions(language: language, vocabulary: term),
            diarization: diarization, isLive: isLive)
    }
}

/// Who may read what was said.
struct TranscribeAnalysisOptions: ParsableArguments {
    @Option(help: "For --analyze: which engines may be considered; `hearth help mode` explains them.")
    var mode: RoutingMode?

    @Flag(help: "For --analyze: refuse every engine that is not on this machine.") var requireOffline = false

    @Flag(
        name: .customLong("private"),
        help: "For --analyze: what was said is private; no engine beyond this machine may see it.")
    var isPrivate = false

    func analyze(_ result: VoiceTranscription, of file: String, _ hearth: Hearth) async throws -> TranscriptAnalysis {
        let routing = RoutingChoice(
            mode: mode, requireOffline: requireOffline, label: isPrivate ? .private : .personal)
        let request = TranscriptAnalysisRequest(
            cues: result.transcript.cues, aspects: Set(TranscriptAspect.allCases), language: result.language,
            routing: routing,
            source: ContentHash(of: try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)))
        return try await ProgressBar.following(hearth.transcripts.analyze(request))
    }
}

extension SpeechEngine: ExpressibleByArgument {}

/// A recording's transcript as one JSON object: as `transcript parse` prints it, and how it came about.
struct TranscribeOutput: Encodable {
    private struct Word: Encodable {
        var start: Double
        var end: Double
        var text: String
        var confidence: Double?
    }

    private struct Spoken: Encodable {
        var start: Double
        var end: Double
        var speaker: String?
        var text: String
        var confidence: Double?
        var words: [Word]?
    }

    private var path: String
    private var format: String?
    private var cues: [Spoken]?
    private var engine: String?
    private var model: String?
    private var detector: String?
    private var language: String?
    private var duration: Double?
    private var speechDuration: Double?
    private var diarization: String?
    private var diarizationReason: String?
    private var warnings: [ExtractionWarning]?
    private var analysis: Findings?
    private var error: ErrorBody?

    /// The fields of `transcript analyze`.
    private struct Findings: Encodable {
        var analysis: TranscriptAnalysis

        func encode(to encoder: any Encoder) throws {
            let fields = WholeAnalysisTask.fields(of: analysis)
            try TranscriptOutput(path: nil, fields: fields, analysis: analysis).encode(to: encoder)
        }
    }

    init(
        _ path: String, _ result: VoiceTranscription?, analysis: TranscriptAnalysis? = nil, error: ErrorBody? = nil
    ) {
        self.path = path
        self.error = error
        self.analysis = analysis.map(Findings.init)
        guard let result else { return }
        format = result.transcript.format.rawValue
        cues = result.segments.map { segment in
            Spoken(
                start: Self.time(segment.start), end: Self.time(segment.end), speaker: segment.speaker,
                text: segment.text, confidence: segment.confidence.map(Self.time),
                words: segment.words?.map {
                    Word(
                        start: Self.time($0.start), end: Self.time($0.end), text: $0.text,
                        confidence: $0.confidence.map(Self.time))
                })
        }
        engine = result.engine.rawValue
        model = result.model
        detector = result.detector.isEmpty ? nil : result.detector
        language = result.language
        duration = Self.time(result.duration)
        speechDuration = Self.time(result.speechDuration)
        diarization = result.diarization.label
        if case .unavailable(let reason) = result.diarization { diarizationReason = reason }
        warnings = result.warnings.isEmpty ? nil : result.warnings
    }

    /// Thousandths say all there is to say.
    private static func time(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
