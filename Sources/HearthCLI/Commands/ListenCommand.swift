import ArgumentParser
import Foundation
import Hearth
import Synchronization

/// `hearth listen`: writes down what is said into the microphone, and answers it where that is wanted.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Write down what is said into the microphone; with --ask, answer it from your documents.",
        discussion: """
            Ctrl-C ends it. Recording needs pw-record, parec or arecord; speaking needs espeak-ng. Nothing is kept.

            EXAMPLES
              hearth listen
              hearth listen --ask --speak
              hearth listen --input question.wav --ask
            """)

    @OptionGroup var voice: VoiceOptions

    @Option(help: "The microphone, as the recording program names it.") var device: String?

    @Option(help: "A recording to listen to instead of the microphone.", completion: .file()) var input: String?

    @Flag(help: "Answer what is said from your documents.") var ask = false

    @Flag(help: "Speak the answers, sentence by sentence.") var speak = false

    @Flag(help: "Print JSON Lines.") var json = false

    func validate() throws {
        guard ask || !speak else { throw ValidationError("--speak speaks answers; add --ask.") }
        guard device == nil || input == nil else { throw ValidationError("Give --device or --input, not both.") }
    }

    func run() async throws {
        let hearth = try Hearth()
        let pipeline = try await hearth.voice.pipeline(voice.request(isLive: input == nil)) { notice in
            Terminal.error.write("note: \(Terminal.safe(notice))\n")
        }
        let view = ListenView(json: json)
        guard ask else {
            let source: any AudioSource = if let input { try await AudioFile.open(input) } else { try microphone() }
            view.started(source.name)
            _ = try await pipeline.transcribe(source) { try view.show(.voice($0)) }
            return
        }
        let assistant = VoiceAssistant(pipeline: pipeline, output: speak ? try await output() : nil) { question in
            let events = try await hearth.answers.ask(AnswerRequest(question: question))
            return EventStream { emit in
                try await events.forEach { event in
                    if case .text(let piece) = event { try await emit(piece) }
                }
            }
        }
        let source: any AudioSource = if let input { try await AudioFile.open(input) } else { try microphone() }
        view.started(source.name)
        try await assistant.run(source, isLive: input == nil) { try view.show($0) }
    }

    private func microphone() throws -> any AudioSource {
        #if os(Linux)
        try Microphone(device: device)
        #else
        Hearth.Voice.microphone()
        #endif
    }

    private func output() async throws -> any SpeechOutput {
        #if os(Linux)
        try EspeakOutput()
        #else
        await Hearth.Voice.output()
        #endif
    }
}

// MARK: - What is shown

/// Shows a talk: what is heard while it is heard, then the words, then the answer.
final class ListenView: Sendable {
    private struct Line: Encodable {
        var event: String
        var text: String?
        var start: Double?
        var end: Double?

        init(event: String, text: String? = nil, start: Double? = nil, end: Double? = nil) {
            // Thousandths say all there is to say.
            let rounded = { (time: Double) in (time * 1_000).rounded() / 1_000 }
            self.event = event
            self.text = text
            self.start = start.map(rounded)
            self.end = end.map(rounded)
        }
    }

    private let json: Bool
    /// Whether there is a line that the next one replaces.
    private let hasDraft = Mutex(false)

    init(json: Bool) { self.json = json }

    func started(_ name: String) {
        if !json, Terminal.error.isInteractive {
            Terminal.error.write("Listening to \(Terminal.line(name)); Ctrl-C ends it.\n")
        }
    }

    func show(_ event: VoiceAssistant.Event) throws {
        switch event {
        case .voice(let event): try show(event)
        case .heard: break
        case .sentence(let sentence):
            try write(Line(event: "answer", text: sentence), text: Terminal.output.green(Terminal.safe(sentence)))
        case .answered: if json { try JSONLines().write(Line(event: "answered")) }
        case .failed(let message):
            if json {
                try JSONLines().write(Line(event: "failed", text: message))
            } else {
                Terminal.error.write("error: \(Terminal.safe(message))\n")
            }
        }
    }

    private func show(_ event: VoiceEvent) throws {
        switch event {
        case .segments(let segments):
            for segment in segments {
                try write(
                    Line(event: "segment", text: segment.text, start: segment.start, end: segment.end),
                    text: Terminal.output.dim(Format.time(segment.start)) + "  " + Terminal.safe(segment.text))
            }
        case .partial(let text, _):
            guard !json, Terminal.error.isInteractive else { return }
            hasDraft.withLock { $0 = true }
            Terminal.error.redraw(Terminal.error.dim(String(text.suffix(70))))
        case .notice, .state, .progress, .speakerTurns, .finished: break
        }
    }

    private func write(_ line: Line, text: String) throws {
        if json { return try JSONLines().write(line) }
        let clears = hasDraft.withLock { draft in
            defer { draft = false }
            return draft
        }
        if clears { Terminal.error.redraw("") }
        Terminal.output.write(text + "\n")
    }
}
