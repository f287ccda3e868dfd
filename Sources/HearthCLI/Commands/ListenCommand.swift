import ArgumentParser
import Foundation
import Hearth

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
