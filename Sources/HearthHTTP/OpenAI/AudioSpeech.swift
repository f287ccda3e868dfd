public import HearthCore
import HearthSchema

/// Turns text into the bytes of a sound file.
public protocol TextSpeaker: Sendable {
    /// - Throws: ``ServerError``, or a ``ReadableError`` that says what to install.
    func speak(_ text: WantedSpeech) async throws -> SpokenFile

    /// The voices that there are.
    func voices() async throws -> [SpeechVoice]
}

/// A text that a client wants said.
public struct WantedSpeech: Hashable, Sendable {
    public var text: String
    public var manner: SpeechManner
    /// `mp3`, `opus`, `aac`, `flac`, `wav`, `pcm`.
    public var form: String

    public init(text: String, manner: SpeechManner = SpeechManner(), form: String = "wav") {
        (self.text, self.manner, self.form) = (text, manner, form)
    }
}

/// Speech as a file.
public struct SpokenFile: Hashable, Sendable {
    public var bytes: [UInt8]
    public var contentType: String
    /// What of the wishes could not be met.
    public var notes: [String]

    public init(bytes: [UInt8], contentType: String, notes: [String] = []) {
        (self.bytes, self.contentType, self.notes) = (bytes, contentType, notes)
    }
}

/// `POST /v1/audio/speech` and `GET /v1/audio/voices`
struct AudioSpeech: Sendable {
    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    /// OpenAI's own limit, in characters.
    static let mostCharacters = 4_096
    private static let forms = ["mp3", "opus", "aac", "flac", "wav", "pcm"]
    /// Names of OpenAI's own voices, which programs send that know no others: the usual one of the text's language stands in.
    static let foreign: Set<String> = [
        "", "auto", "alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage",
        "shimmer",
        "verse",
    ]

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        var wanted = WantedSpeech(text: try fields.required("input"))
        guard wanted.text.contains(where: { !$0.isWhitespace }) else {
            throw ServerError.empty("input", "`input` is empty: there is nothing to say.")
        }
        // Counted no further than it takes: the body may have megabytes.
        guard wanted.text.prefix(Self.mostCharacters + 1).count <= Self.mostCharacters else {
            throw ServerError.invalid("input", "`input` may have \(Self.mostCharacters) characters. Send it in parts.")
        }
        var notes: [String] = []
        let voice = try fields["voice"]?["id"]?.stringValue ?? fields.string("voice")
        if let voice, !Self.foreign.contains(voice.lowercased()) {
            wanted.manner.voice = voice
        } else if let voice, !voice.isEmpty, voice != "auto" {
            notes.append("voice: \(voice.prefix(40)) is OpenAI's; the usual voice of the text's language speaks.")
        }
        wanted.manner.speed = try fields.number("speed", in: 0.25...4) ?? 1
        wanted.form = try fields.string("response_format") ?? "mp3"
        guard Self.forms.contains(wanted.form) else {
            throw fields.wrong("response_format", "one of \(Self.forms.joined(separator: ", "))")
        }
        if let stream = try fields.string("stream_format"), stream != "audio" {
            throw fields.unsupported("stream_format", "the sound comes as a file; it has to be audio.")
        }
        if let note = fields.note(beyond: ["model", "input", "voice", "speed", "response_format", "stream_format"]) {
            notes.append(note)
        }
        let file = try await speaker().speak(wanted)
        var response = ServerResponse(
            headers: [("content-type", file.contentType)], content: .bytes(file.bytes))
        let told = GenerationResult.header((notes + file.notes).joined(separator: " "))
        if !told.isEmpty { response.headers.append(("hearth-notes", told)) }
        return response
    }

    func voices() async throws -> ServerResponse {
        let voices = try await speaker().voices().map {
            OpenAIWire.Voice(id: $0.id, name: $0.name, language: $0.language)
        }
        return .json(try OpenAIWire.VoiceList(data: voices).json())
    }

    private func speaker() throws -> any TextSpeaker {
        guard let speaker = service.speaker else {
            throw ServerError(.noRecognizer, "Nothing here turns text into speech: this build of Hearth has no voice.")
        }
        return speaker
    }
}

extension OpenAIWire {
    struct Voice: WireType {
        var id: String
        var object = "voice"
        var name: String
        var language: String
    }

    struct VoiceList: WireType {
        var object = "list"
        var data: [Voice]
    }
}
