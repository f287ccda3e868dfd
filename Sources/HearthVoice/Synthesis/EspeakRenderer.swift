public import HearthCore
import HearthSystem

#if os(Linux) || os(macOS)

/// Says texts through `espeak-ng`, in a child process that sees no file of the user's, has no network, and needs no sound hardware: what it
/// says comes through a pipe.
public struct EspeakRenderer: SpeechRenderer {
    public let name = "espeak-ng"
    private let tool: String

    /// Words a minute that it speaks by itself, and the fewest and most that it takes.
    private static let usual = 175.0
    private static let fewest = 80.0
    private static let most = 450.0
    /// Characters that are said by one process. Its limit of time follows from them.
    private static let longest = 4_000
    /// Bytes of sound of one process: the slowest voice says some six bytes of text in a second.
    private static let mostSound = 64 << 20
    private static let mostList = 1 << 20

    /// - Throws: ``VoiceError`` `tool-missing` when espeak-ng is not installed.
    public init() throws {
        guard let tool = ToolLocator.path(of: "espeak-ng") else { throw VoiceError.noVoice }
        self.tool = tool
    }

    // MARK: Voices

    public func voices() async throws -> [SpeechVoice] { Self.voices(in: try await list()) }

    private func list() async throws -> String {
        let (outcome, output) = try await child(["--voices"], input: []).gather(limit: Self.mostList)
        guard outcome.isSuccess else { throw Self.failed(outcome) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Reads ` 5  de   --/M   German   gmw/de   (…)`. Voices of mbrola are left out: they need files that seldom are there.
    static func voices(in list: String) -> [SpeechVoice] {
        var voices: [SpeechVoice] = []
        var known: Set<String> = []
        for line in list.split(whereSeparator: \.isNewline).dropFirst().prefix(2_000) {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 5, !words[4].hasPrefix("mb/"), isVoice(String(words[1])) else { continue }
            let id = words[1].lowercased()
            guard known.insert(id).inserted else { continue }
            voices.append(
                SpeechVoice(id: id, name: String(words[3]).replacing("_", with: " "), language: id))
        }
        return voices.sorted { $0.id < $1.id }
    }

    /// The languages that it takes for a voice, each said by the voice that it holds for the usual one: those of the voices, and those that stand
    /// behind them in parentheses, such as `(en 2)`.
    static func languages(in list: String) -> Set<String> {
        var languages = Set(voices(in: list).map(\.language))
        for part in list.split(separator: "(").dropFirst().prefix(4_000) {
            let name = part.prefix { $0 != " " }.lowercased()
            if isVoice(name) { languages.insert(name) }
        }
        return languages
    }

    private static func isVoice(_ text: String) -> Bool {
        (2...32).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    // MARK: Saying

    public func render(_ text: String, as manner: SpeechManner) async throws -> SpokenSound {
        var notes: [String] = []
        let wanted = Self.usual * (manner.speed.isFinite ? manner.speed : 1)
        let words = min(max(wanted, Self.fewest), Self.most)
        if words != wanted {
            notes.append("speed: this voice speaks from 0.46 to 2.57 times as fast as usual.")
        }
        let (voice, note) = try await voice(manner)
        if let note { notes.append(note) }
        var sound = SpokenSound(samples: [], rate: 0, notes: notes)
        for part in Self.parts(of: text) {
            try Task.checkCancellation()
            let said = try await say(part, voice, words: Int(words))
            // All of one program and voice.
            guard sound.rate == 0 || sound.rate == said.rate else { throw VoiceError.unusableSpeech }
            sound.rate = said.rate
            sound.samples += said.samples
        }
        guard !sound.samples.isEmpty else {
            throw VoiceError(.empty, "There is nothing to say in this text: it has no letters and no numbers.")
        }
        return sound
    }

    private func voice(_ manner: SpeechManner) async throws -> (String?, note: String?) {
        guard manner.voice != nil || manner.language != nil else { return (nil, nil) }
        let list = try await list()
        if let wanted = manner.voice?.lowercased() {
            guard let found = Self.voices(in: list).first(where: { $0.id == wanted || $0.name.lowercased() == wanted })
            else {
                throw VoiceError(
                    .badOption,
                    "There is no voice \(wanted.prefix(60)) here. List those that there are.",
                    help: [.give(option: "voices")])
            }
            return (found.id, nil)
        }
        guard let language = manner.language?.lowercased() else { return (nil, nil) }
        let known = Self.languages(in: list)
        let found = [language, String(language.prefix { $0 != "-" })].first { known.contains($0) }
        return (found, found == nil ? "There is no voice for the language \(language.prefix(20)) here." : nil)
    }

    private func say(_ part: String, _ voice: String?, words: Int) async throws -> SpokenSound {
        // The text goes in through a pipe: as an argument it could be taken for an option, and every user could read it.
        var arguments = ["-b", "1", "-s", "\(words)"]
        if let voice { arguments += ["-v", voice] }
        let text = Array(part.replacing("\0", with: " ").utf8)
        let (outcome, output) = try await child(arguments + ["--stdin", "--stdout"], input: text)
            .gather(limit: Self.mostSound)
        guard outcome.isSuccess else { throw Self.failed(outcome) }
        guard let sound = WAVForm.read(output) else { throw VoiceError.unusableSpeech }
        return sound
    }

    private func child(_ arguments: [String], input: [UInt8]) -> ChildProcess {
        ChildProcess(
            path: tool, arguments: arguments, wall: .closed, limits: .init(memory: 1 << 30, processor: 60, silence: 60),
            input: input)
    }

    /// Cut where something ends: a sentence, else a word.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var rest = text[...]
        while true {
            let piece = rest.prefix(longest)
            guard piece.endIndex < rest.endIndex else { break }
            let end =
                piece.lastIndex { ".!?。！？\n".contains($0) } ?? piece.lastIndex { $0.isWhitespace }
            let next = end.map { rest.index(after: $0) } ?? piece.endIndex
            parts.append(String(rest[..<next]))
            rest = rest[next...]
        }
        parts.append(String(rest))
        return parts.filter { part in part.contains { !$0.isWhitespace } }
    }

    private static func failed(_ outcome: ChildProcess.Outcome) -> VoiceError {
        let reason = outcome.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(160))" } ?? ""
        return VoiceError(.device, "espeak-ng could not say this\(reason).")
    }
}
#endif

extension VoiceError {
    /// Nothing here speaks.
    package static var noVoice: VoiceError {
        VoiceError(
            .toolMissing, "Speaking needs espeak-ng, which is not installed.", help: [.install(package: "espeak-ng")])
    }

    static var unusableSpeech: VoiceError {
        VoiceError(.device, "What the voice gave is no sound that can be read. Update espeak-ng.")
    }
}
