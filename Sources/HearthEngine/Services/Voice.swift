import Foundation
import HearthApple
public import HearthCore
import HearthLlama
import HearthRegistry
import HearthRunner
public import HearthVoice

/// Options of a transcription (speech to text).
public struct VoiceRequest: Sendable {
    /// `nil` takes Apple's recognizer where the system has one, else Whisper.
    public var engine: SpeechEngine?
    /// A model's name (`whisper-base`) or a file; `nil` takes the best that is installed.
    public var model: String?
    public var options: RecognitionOptions
    public var diarization: DiarizationRequest
    /// The voice activity detector; `nil` takes Silero where it is installed.
    public var detector: DetectorChoice?
    /// Whether the speech is live: a pause does not end an utterance at once, and quiet voices count.
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

extension Hearth {
    /// Recordings and live talk, turned into text on this machine.
    public struct Voice: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Voice {
    /// The speech models that are installed: those of the registry, and files in the folders of models.
    public var models: any SpeechModelLocator {
        RegisteredSpeechModels(
            registry: hearth.models.registry, folders: ModelFiles(dataFolder: hearth.sharedFolder).folders)
    }

    /// A pipeline that is ready to write down recordings.
    ///
    /// - Parameter log: Is told, in a sentence, what is done without.
    /// - Throws: `VoiceError`: `speech-model-missing` with the command that brings a model, `speech-model-damaged`,
    ///   `speech-engine-unavailable`; `cannot-translate` where that is wanted of an engine or a model that cannot.
    public func pipeline(
        _ request: VoiceRequest = VoiceRequest(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> VoicePipeline {
        let silero = ModelFiles(dataFolder: hearth.sharedFolder).voiceActivityModel()
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
    public func model(for request: VoiceRequest = VoiceRequest()) throws -> String {
        let recognizer = try recognizer(for: request)
        if recognizer.engine == .whisper, !WhisperRecognizer.isBuilt { throw WhisperNotBuilt.error }
        return recognizer.modelID
    }

    /// The recognizer that a request asks for; its model is loaded when the pipeline is made.
    func recognizer(for request: VoiceRequest) throws -> any SpeechRecognizer {
        let translates = request.options.translates
        let usesApple = AppleSpeechRecognizer.isSupported && request.model == nil && !translates
        let engine = request.engine ?? (usesApple ? .apple : .whisper)
        switch engine {
        case .apple, .pocketsphinx:
            guard !translates else { throw VoiceError.cannotTranslate("The speech engine \(engine.rawValue)") }
            return engine == .apple ? AppleSpeechRecognizer() : PocketSphinxRecognizer()
        case .whisper:
            let model = try whisperModel(request.model, translates: translates)
            let configuration = WhisperRecognizer.Configuration(threads: hearth.settings.threads)
            #if Llama
            if WhisperRecognizer.isBuilt, let host = hearth.pool.host as? ChildHost {
                return ChildRecognizer.shared(model: model, configuration: configuration, host: host)
            }
            #endif
            return WhisperRecognizer.shared(model: model, configuration: configuration)
        }
    }

    private func whisperModel(_ name: String?, translates: Bool) throws -> SpeechModelFile {
        guard translates else { return try whisperModel(name) }
        if name == nil, let model = try models.translatingModel() { return model }
        let model = try whisperModel(name)
        // Before hundreds of megabytes are loaded for it.
        guard try model.translates() else { throw VoiceError.cannotTranslate("The speech model \(model.id)") }
        return model
    }

    private func whisperModel(_ name: String?) throws -> SpeechModelFile {
        if let name, name.contains("/") || name.hasSuffix(".bin") {
            let path = URL(fileURLWithPath: name).path
            return SpeechModelFile(id: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent, path: path)
        }
        guard let model = try models.speechModel(named: name) else {
            let isListed = name.map { name in (try? hearth.models.registry.entry(name)) != nil } ?? true
            throw VoiceError.noSpeechModel(name, isListed: isListed)
        }
        return model
    }
}

#if canImport(Darwin)
extension Hearth.Voice {
    /// The system's microphone.
    public static func microphone() -> any AudioSource { AppleMicrophone() }

    /// The system's voice.
    @MainActor public static func output() -> any SpeechOutput { AppleSpeechOutput() }
}
#endif
