import HearthCore

/// `POST /v1/audio/transcriptions`
struct AudioTranscriptions: Sendable {
    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        guard let transcriber = service.transcriber else {
            throw ServerError(
                .notImplemented, "no-recognizer",
                "Nothing here turns speech into text: this build of Hearth has no speech recognizer.")
        }
        let form = try await MultipartForm.collect(request, mostParts: 16, mostFieldBytes: 64 << 10)
        guard let file = form.files.first(where: { $0.field == "file" }) else {
            throw ServerError.invalid("file", "`file` is missing: send the sound as a file of a multipart form.")
        }
        let format = form.fields["response_format"] ?? "json"
        guard ["json", "text", "srt", "vtt", "verbose_json"].contains(format) else {
            throw ServerError.invalid(
                "response_format", "`response_format` has to be json, text, srt, vtt or verbose_json.")
        }
        let transcript = try await transcriber.transcribe(
            audio: file.bytes, name: file.name, language: form.fields["language"])
        let text = transcript.cues.map(\.text).joined(separator: " ")
        switch format {
        case "text": return .text(text + "\n")
        case "srt": return .text(try TranscriptWriter().write(transcript.cues, as: .srt))
        case "vtt":
            return .text(try TranscriptWriter().write(transcript.cues, as: .vtt), type: "text/vtt; charset=utf-8")
        default: return .json(["text": .string(text)])
        }
    }
}
