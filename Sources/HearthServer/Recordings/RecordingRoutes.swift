import HearthCore
import HearthEngine
import HearthHTTP
import HearthVoice

/// `/api/recordings`: sound that becomes a transcript.
struct RecordingRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard
    /// With which engine and model recordings are written down.
    let voice: VoiceRequest

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/recordings") { _ in .json(state()) },
            ServerRoute(.post, "/api/recordings", work: .long, bodyLimit: DocumentRoutes.uploadLimit) { request in
                try await RecordingJob(hearth: hearth, jobs: jobs, voice: voice).start(request)
            },
        ]
    }

    /// Asked before an upload, which would be in vain where nothing can write it down.
    private func state() -> JSONValue {
        var model = JSONValue.null
        var problem = JSONValue.null
        do {
            model = .string(try hearth.speechModel(for: voice))
        } catch {
            problem = ServerError.telling(error).value
        }
        let formats = AudioFile.decoder == nil ? ["wav"] : RecordingFormat.endings.sorted()
        return [
            "available": .bool(problem == .null), "model": model, "problem": problem,
            "formats": JSONEncoding.strings(formats), "mostFiles": JSONEncoding.number(RecordingJob.mostFiles),
            "mostBytes": JSONEncoding.number(DocumentRoutes.uploadLimit),
        ]
    }
}
