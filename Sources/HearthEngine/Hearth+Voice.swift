import Foundation
import HearthApple
public import HearthCore
import HearthLlama
import HearthRunner
public import HearthVoice

/// How speech is to be written down.
public struct VoiceRequest: Sendable {
    /// `nil` takes Apple's recognizer where the system has one, else Whisper.
    public var engine: SpeechEngine?
    /// A model's name (`whisper-base`) or a file; `nil` takes the best that is installed.
    public var model: String?
    public var options: RecognitionOptions
    public var diarization: DiarizationRequest
    /// What finds speech; `nil` takes Silero where it is there.
    public var detector: DetectorChoice?
    /// Live talk: whoever thinks for a moment has not finished, and soft voices count.
    public var isLive: Bool

    public init(
        engine: SpeechEngine? = nil, model: String? = nil, options: RecognitionOptions = RecognitionOptions(),
        diarization: DiarizationRequest = .off, detector: DetectorChoice? = nil, isLive: Bool = false
    ) {
        self.engine = engine
        self.model = model
        self.options = options
        self.diarization = diarization
        self.detector = detector
        self.isLive = isLive
    }
}

/// Voices: from a recording to a transcript, on this machine.
extension Hearth {
    /// The speech models that are installed: those of the registry, and files in the folders of models.
    public nonisolated var speechModels: any SpeechModelLocator {
        RegisteredSpeechModels(registry: models, folders: ModelFiles(dataFolder: folder).folders)
    }

    /// A pipeline that is ready to write down recordings.
    ///
    /// - Parameter log: Is told, in a sentence, what is done without.
    /// - Throws: `VoiceError`: `speech-model-missing` with the command that brings a model, `speech-model-damaged`,
    ///   `speech-engine-unavailable`.
    public nonisolated func voicePipeline(
        _ request: VoiceRequest = VoiceRequest(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> VoicePipeline {
        let silero = ModelFiles(dataFolder: folder).voiceActivityModel()
        var detector = request.detector ?? .automatic(silero: silero)
        // Where loudness decides, live talk needs the lower threshold.
        if silero == nil, request.isLive, request.detector == nil {
            detector = .energy(level: VoiceThresholds.voiceEnergy)
        }
        return try await VoicePipeline.createPipeline(
            VoicePipeline.Configuration(
                recognizer: try recognizer(for: request), detector: detector, diarization: request.diarization,
                options: request.options,
                pause: request.isLive ? VoiceThresholds.conversationPause : VoiceThresholds.pause, log: log))
    }

    /// The name of the model that would write recordings down. Nothing is loaded for it.
    ///
    /// - Throws: `VoiceError`: `speech-model-missing` with the command that brings a model, `speech-engine-unavailable`.
    public nonisolated func speechModel(for request: VoiceRequest = VoiceRequest()) throws -> String {
        let recognizer = try recognizer(for: request)
        if recognizer.engine == .whisper, !WhisperRecognizer.isBuilt { throw WhisperNotBuilt.error }
        return recognizer.modelID
    }

    /// The recognizer that a request asks for; its model is loaded when the pipeline is made.
    nonisolated func recognizer(for request: VoiceRequest) throws -> any SpeechRecognizer {
        switch request.engine ?? (AppleSpeechRecognizer.isSupported && request.model == nil ? .apple : .whisper) {
        case .apple: return AppleSpeechRecognizer()
        case .pocketsphinx: return PocketSphinxRecognizer()
        case .whisper:
            let model = try whisperModel(request.model)
            let configuration = WhisperRecognizer.Configuration(threads: settings.threads)
            #if Llama
            if WhisperRecognizer.isBuilt, let host = pool.host as? ChildHost {
                return ChildRecognizer.shared(model: model, configuration: configuration, host: host)
            }
            #endif
            return WhisperRecognizer.shared(model: model, configuration: configuration)
        }
    }

    private nonisolated func whisperModel(_ name: String?) throws -> SpeechModelFile {
        if let name, name.contains("/") || name.hasSuffix(".bin") {
            let path = URL(fileURLWithPath: name).path
            return SpeechModelFile(id: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent, path: path)
        }
        guard let model = try speechModels.speechModel(named: name) else {
            throw VoiceError.noSpeechModel(name)
        }
        return model
    }
}

#if canImport(Darwin)
extension Hearth {
    /// The system's microphone.
    public static func microphone() -> any AudioSource { AppleMicrophone() }

    /// The system's voice.
    @MainActor public static func speechOutput() -> any SpeechOutput { AppleSpeechOutput() }
}
#endif
