import ArgumentParser
import Foundation
import Hearth

/// `hearth say`: says a text, or writes it as a sound file.
struct SayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Say a text with the voice of this machine, or write it as a sound file.",
        discussion: """
            Without --output it is heard here. Speaking needs espeak-ng on Linux; files other than .wav and .pcm need ffmpeg. \
            Nothing is sent, and nothing but the file is kept.

            EXAMPLES
              hearth say "The lease ends in March."
              hearth say "Der Vertrag endet im März." -o lease.mp3
              hearth summarize lease.pdf | hearth say -
              hearth say --voices
            """)

    @Argument(help: "The text; - reads standard input.") var text: String?

    @Option(
        name: [.short, .long],
        help: "A file to write: .wav, .pcm, .mp3, .opus (or .ogg), .aac, .flac.", completion: .file())
    var output: String?

    @Option(help: "The voice, as --voices lists it. Default: the usual one of the text's language.") var voice: String?

    @Option(help: "The language of the voice, such as de. Default: that of the text.") var language: String?

    @Option(help: "How fast: 1 as usual, 2 twice as fast.") var speed: Double = 1

    @Flag(help: "List the voices that there are.") var voices = false

    @Flag(help: "Print JSON Lines.") var json = false

    private struct Written: Encodable {
        var path: String
        var bytes: Int
        /// Seconds.
        var duration: Double
    }

    /// Half an hour and more of speech.
    private static let mostBytes = 64 << 10

    func validate() throws {
        guard voices || text != nil else { throw ValidationError("Say what: a text, or - for standard input.") }
        guard (0.25...4).contains(speed) else { throw ValidationError("--speed takes a number from 0.25 to 4.") }
        if let output, SpeechForm(fileName: output) == nil {
            throw ValidationError("--output ends with .wav, .pcm, .mp3, .opus, .ogg, .aac or .flac.")
        }
    }

    func run() async throws {
        let hearth = try Hearth()
        if voices {
            for voice in try await hearth.voice.renderer().voices() {
                if json {
                    try JSONLines().write(voice)
                } else {
                    Terminal.output.write("\(Terminal.line(voice.id))  \(Terminal.line(voice.name))\n")
                }
            }
            return
        }
        let said = try spoken()
        let manner = SpeechManner(voice: voice, language: language, speed: speed)
        guard let output, let form = SpeechForm(fileName: output) else { return try await play(said, manner) }
        let sound = try await hearth.voice.speech(of: said, as: manner)
        for note in sound.notes { Terminal.note(note) }
        let bytes = try await form.file(sound)
        try await NewFile.write(to: output) { file in try file.append(Data(bytes)) }
        if json {
            try JSONLines().write(
                Written(path: output, bytes: bytes.count, duration: (sound.duration * 1_000).rounded() / 1_000))
        }
    }

    private func spoken() throws -> String {
        var said = text ?? ""
        if said == "-" {
            let data = try FileHandle.standardInput.read(upToCount: Self.mostBytes + 1) ?? Data()
            guard let read = String(data: data, encoding: .utf8) else {
                throw CommandFailure(ExitStatus.usage, "Standard input is no text in UTF-8.")
            }
            said = read
        }
        guard said.utf8.count <= Self.mostBytes else {
            throw CommandFailure(
                ExitStatus.usage, "The text is longer than \(Self.mostBytes >> 10) KiB. Say it in parts.")
        }
        return said
    }

    private func play(_ said: String, _ manner: SpeechManner) async throws {
        #if os(Linux)
        let voice = try EspeakOutput(wordsPerMinute: Int((170 * speed).rounded()))
        var spoken = manner.voice ?? manner.language
        if spoken == nil {
            let guess = LanguageIdentifier().identify(said)
            if guess.language != "und" { spoken = guess.language }
        }
        try await voice.speak(said, language: spoken)
        #else
        try await Hearth.Voice.output().speak(said, language: manner.language)
        #endif
    }
}
