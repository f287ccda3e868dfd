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
        } catch let error as VoiceError {
            guard let field = Self.field(error) else { throw error }
            throw ServerError.invalid(field, error.message)
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
                kind: .unknownModel,
                parameter: "model")
        }
        return VoiceRequest(engine: .whisper, model: name, options: recording.options)
    }

    /// The part of the request that is to blame; `nil` where what is missing or fails is here.
    private static func field(_ error: VoiceError) -> String? {
        switch error.reason {
        case .unknownLanguage: "language"
        case .notReadable, .empty, .notAudio, .damaged, .badOption: "file"
        case .toolMissing, .timeout, .device, .modelMissing, .modelDamaged, .engineUnavailable, .recognitionFailed: nil
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
