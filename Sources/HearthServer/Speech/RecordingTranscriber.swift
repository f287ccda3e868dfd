import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthVoice

/// Writes down recordings that clients send, with the speech models that are installed.
struct RecordingTranscriber: AudioTranscriber {
    let hearth: Hearth
    private let keeper = PipelineKeeper()

    init(hearth: Hearth) { self.hearth = hearth }

    func transcribe(_ recording: SentRecording) async throws -> RecordingText {
        do {
            let pipeline = try await hearth.voicePipeline(try request(recording))
            // Who sends one recording will send another, and need not wait for the model again.
            await keeper.keep(pipeline)
            // The sound lies nowhere but in memory.
            let result = try await pipeline.transcribe(
                try await AudioFile.open(Array(recording.audio), name: recording.name))
            return RecordingText(segments: result.segments, language: result.language, duration: result.duration)
        } catch let error as any ReadableError where !(error is ServerError) {
            throw Self.told(error)
        }
    }

    /// A client may name an engine, or a model that is installed.
    private func request(_ recording: SentRecording) throws -> VoiceRequest {
        guard let name = recording.model else { return VoiceRequest(options: recording.options) }
        if let engine = SpeechEngine(rawValue: name) { return VoiceRequest(engine: engine, options: recording.options) }
        // By its name only: what a client sends is never taken for a path.
        guard !name.contains("/"), !name.hasSuffix(".bin"), try hearth.speechModels.speechModel(named: name) != nil
        else {
            throw ServerError(
                .notFound, "unknown-model",
                "There is no speech model of that name here. `whisper-1` takes the best that is installed.",
                parameter: "model")
        }
        return VoiceRequest(engine: .whisper, model: name, options: recording.options)
    }

    /// What is wrong with the recording is the client's affair, what is missing or fails here is the server's.
    private static func told(_ error: any ReadableError) -> ServerError {
        switch error.code {
        case "speech-model-missing", "speech-engine-unavailable", "tool-missing":
            ServerError(.notImplemented, error.code, error.message)
        case "unknown-language": ServerError.invalid("language", error.message)
        case "not-readable", "empty-audio", "not-audio", "damaged-audio", "bad-option":
            ServerError.invalid("file", error.message)
        case "timeout": ServerError(.gatewayTimeout, error.code, error.message)
        default: ServerError.telling(error)
        }
    }
}

/// Holds on to what was used last, for a while: a model is hundreds of megabytes, which an idle server does not keep.
private actor PipelineKeeper {
    private static let minutes = 10.0

    private var kept: VoicePipeline?
    private var timer: Task<Void, Never>?

    deinit { timer?.cancel() }

    func keep(_ pipeline: VoicePipeline) {
        kept = pipeline
        timer?.cancel()
        // Outlives the request on purpose; it ends with the next one, or with the keeper.
        timer = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(60 * Self.minutes))) != nil else { return }
            await self?.release()
        }
    }

    private func release() { kept = nil }
}
