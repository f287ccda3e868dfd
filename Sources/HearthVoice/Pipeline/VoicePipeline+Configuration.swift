public import HearthCore

extension VoicePipeline {
    /// What a pipeline is made of.
    public struct Configuration: Sendable {
        public var recognizer: any SpeechRecognizer
        public var detector: DetectorChoice
        public var diarization: DiarizationRequest
        public var options: RecognitionOptions
        /// Seconds of silence that end a stretch of speech.
        public var pause: Double
        /// Seconds that a recognizer may take for a stretch of no length; see ``patiencePerSecond``.
        public var patience: Double
        /// Seconds that it may take beyond that for each second of speech. Generous: large models on old machines need 30.
        public var patiencePerSecond: Double
        /// Is told, in a sentence, what was done without.
        public var log: @Sendable (String) -> Void

        public init(
            recognizer: any SpeechRecognizer, detector: DetectorChoice = .energy(),
            diarization: DiarizationRequest = .off, options: RecognitionOptions = RecognitionOptions(),
            pause: Double = VoiceThresholds.pause, patience: Double = 120, patiencePerSecond: Double = 60,
            log: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.recognizer = recognizer
            self.detector = detector
            self.diarization = diarization
            self.options = options
            self.pause = pause
            self.patience = patience
            self.patiencePerSecond = patiencePerSecond
            self.log = log
        }
    }
}

/// What finds speech.
public enum DetectorChoice: Sendable {
    /// Silero where its file is there and sound, else loudness, which is said.
    case automatic(silero: String?)
    /// Silero, or an error.
    case silero(path: String)
    /// Loudness from this level on: see ``VoiceThresholds``.
    case energy(level: Float = VoiceThresholds.transcriptionEnergy)
    /// One of your own.
    case custom(@Sendable () throws -> any VoiceActivityDetector)

    /// What makes a detector for each channel; the first is made at once, so that it fails here if it fails.
    ///
    /// - Parameters:
    ///   - pause: Seconds of silence that end a stretch of speech.
    ///   - longest: Seconds of the longest stretch that the recognizer takes.
    func resolve(
        pause: Double, longest: Double, notice: (String) -> Void
    ) throws -> @Sendable () throws -> any VoiceActivityDetector {
        switch self {
        case .automatic(let path):
            do {
                guard let path else {
                    throw VoiceError(
                        .modelMissing, "The voice activity model is not there.", help: [.fetchModel(id: "silero-vad")])
                }
                return try DetectorChoice.silero(path: path).resolve(pause: pause, longest: longest, notice: notice)
            } catch let error as VoiceError {
                notice("Speech is found by its loudness, which noise disturbs: \(error.message)")
                return { EnergyDetector(pause: pause, longest: longest) }
            }
        case .silero(let path):
            let weights = try SileroWeights(SileroFile.read(path))
            return { SileroDetector(weights, pause: pause, longest: longest) }
        case .energy(let level): return { EnergyDetector(level: level, pause: pause, longest: longest) }
        case .custom(let make):
            _ = try make()
            return make
        }
    }
}

/// Whether, and how, speakers are told apart.
public enum DiarizationRequest: Sendable {
    case off
    /// Exactly, where the recording allows it (one channel a speaker); else not at all, and the result says why.
    case automatic
    /// By turns that are known already, from a transcript with names, for example.
    case labels([SpeakerTurn])
    /// By the sound of the voices, into exactly this many groups. Experimental: see ``VoiceClusterer``.
    case experimental(speakers: Int)
    /// By a diarizer of your own.
    case custom(@Sendable () throws -> any SpeakerDiarizer)

    /// More than anybody says in a day.
    private static let mostTurns = 100_000

    /// Finds out whether it could work at all.
    func examine() throws {
        switch self {
        case .off, .automatic: break
        case .labels(let turns):
            guard !turns.isEmpty else { throw VoiceError(.badOption, "The labels name no speakers.") }
            guard turns.count <= Self.mostTurns else {
                throw VoiceError(.badOption, "The labels hold more than \(Self.mostTurns) turns. Give fewer.")
            }
        case .experimental(let speakers): _ = try VoiceClusterer(speakers: speakers)
        case .custom(let make): _ = try make()
        }
    }
}
