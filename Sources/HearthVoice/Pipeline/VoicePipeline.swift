public import HearthCore

/// Sound in, transcript out: finds speech, writes it down stretch by stretch, and tells who spoke where that can be told.
///
/// ```swift
/// let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: recognizer, detector: .automatic(silero: path)))
/// let result = try await pipeline.transcribe(AudioFile.open("talk.m4a"))
/// ```
///
/// A pipeline holds no state of a recording; it can work on several, one after the other.
public struct VoicePipeline: Sendable {
    public let configuration: Configuration
    let makeDetector: @Sendable () throws -> any VoiceActivityDetector
    /// Why speakers cannot be told apart, where that was clear from the start.
    let diarizationProblem: String?
    let notices: [String]

    /// Makes a pipeline that is ready to work.
    ///
    /// Everything that can be wrong with engines and models is found here. What the user can do without (the better
    /// detector, speakers) is replaced, logged and said in the result; what they cannot is thrown.
    ///
    /// - Throws: A ``ReadableError``, or `CancellationError`.
    public static func createPipeline(_ configuration: Configuration) async throws -> VoicePipeline {
        // What the recognizer takes at once, less the sound around it.
        let longest = configuration.recognizer.maximumClip - 2 * VoiceThresholds.recognitionMargin
        let (makeDetector, found) = try await BlockingWork.run(on: "hearth.voice.detector") {
            var notices: [String] = []
            let make = try configuration.detector.resolve(
                pause: configuration.pause, longest: min(VoiceThresholds.longest, max(longest, 1))
            ) { notices.append($0) }
            return (make, notices)
        }
        var notices = found
        var problem: String?
        do {
            try configuration.diarization.examine()
        } catch {
            problem = error.readableMessage
            notices.append("Speakers are not told apart: \(problem ?? "")")
        }
        try await configuration.recognizer.prepare()
        // Others would write down the language that is spoken, and nobody would know.
        guard !configuration.options.translates || configuration.recognizer.canTranslate else {
            throw VoiceError.cannotTranslate("The recognizer \(configuration.recognizer.modelID)")
        }
        for notice in notices { configuration.log(notice) }
        return VoicePipeline(
            configuration: configuration, makeDetector: makeDetector, diarizationProblem: problem, notices: notices)
    }

    /// Writes down a recording.
    ///
    /// - Parameter onEvent: Is told what happens, in order; the pipeline waits for it.
    /// - Throws: What the source, the detector or the recognizer throws: as ``InterruptedTranscription`` when something was
    ///   written down before. `CancellationError` when the task is cancelled; nothing of the work is left then.
    public func transcribe(
        _ source: any AudioSource, onEvent: @Sendable (VoiceEvent) async throws -> Void = { _ in }
    ) async throws -> VoiceTranscription {
        let channel = BoundedChannel<VoiceEvent>(capacity: Self.eventCapacity)
        return try await withThrowingTaskGroup(of: VoiceTranscription.self) { group in
            group.addTask {
                do {
                    let run = VoiceRun(self, channel)
                    let result = try await run.run(source)
                    channel.finish()
                    return result
                } catch {
                    // What was told before is still delivered; the error itself is the task's.
                    channel.finish()
                    throw error
                }
            }
            while let event = try await channel.next() { try await onEvent(event) }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }

    /// The same as a sequence of events. It ends with ``VoiceEvent/finished(_:)`` or throws; a slow reader slows the work
    /// down, and dropping the iterator stops it.
    public func events(of source: any AudioSource) -> VoiceEvents { VoiceEvents(pipeline: self, source: source) }

    static let eventCapacity = 16
}

/// The events of one recording. Each iterator works through the source anew.
public struct VoiceEvents: AsyncSequence, Sendable {
    public typealias Element = VoiceEvent

    let pipeline: VoicePipeline
    let source: any AudioSource

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let producer: ChannelProducer<VoiceEvent>

        public mutating func next() async throws -> VoiceEvent? { try await producer.channel.next() }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            producer: ChannelProducer(capacity: VoicePipeline.eventCapacity) { [pipeline, source] channel in
                let run = VoiceRun(pipeline, channel)
                _ = try await run.run(source)
            })
    }
}

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

    /// Whether anything is tried.
    public var isWanted: Bool {
        if case .off = self { false } else { true }
    }

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

// MARK: - What comes of it

/// A recording, written down.
public struct VoiceTranscription: Sendable, Hashable {
    /// In the order of their times.
    public var segments: [RecognizedSegment]
    public var engine: SpeechEngine
    public var model: String
    /// What found the speech: `silero` or `energy`.
    public var detector: String
    /// The language that was given or heard most (ISO 639-1); `nil` where the engine does not tell.
    public var language: String?
    public var diarization: DiarizationOutcome
    /// Seconds of the recording.
    public var duration: Double
    /// Seconds in which somebody spoke; channels that are kept apart count each.
    public var speechDuration: Double
    /// What was missing, repaired or left out.
    public var warnings: [ExtractionWarning]

    /// The recording as everything else in Hearth understands it.
    public var transcript: Transcript {
        Transcript(
            format: .json,
            cues: segments.map { Cue(start: $0.start, end: $0.end, speaker: $0.speaker, text: $0.text) },
            warnings: warnings)
    }
}

/// The recording could not be written down to its end; what was written down is here.
public struct InterruptedTranscription: ReadableError {
    public let code: String
    public let kind: Failure.Kind
    public let message: String
    public let help: [Failure.Help]
    public let partial: VoiceTranscription

    init(_ error: any Error, partial: VoiceTranscription) {
        let readable = error.readable
        code = readable?.code ?? "failed"
        kind = readable?.kind ?? .internal
        help = readable?.help ?? []
        message =
            "\(error.readableMessage) What was said before \(AudioWarnings.seconds(partial.duration)) was written down."
        self.partial = partial
    }
}

/// What a pipeline tells while it works.
public enum VoiceEvent: Sendable {
    case state(VoiceState)
    /// How many seconds of the recording were heard, and of how many; `nil` where the end is not known.
    case progress(heard: Double, of: Double?)
    /// The text of the stretch that is being recognized, so far. It is replaced by the next one, and by the segments.
    case partial(text: String, start: Double)
    /// What was said in one stretch of speech; this does not change any more, but a speaker may be told later.
    case segments([RecognizedSegment])
    /// Who spoke when, at the end.
    case speakerTurns([SpeakerTurn])
    /// Something that a person may want to know: a fallback, a repair.
    case notice(String)
    /// The whole; the last event.
    case finished(VoiceTranscription)
}

/// What a pipeline is doing.
public enum VoiceState: String, Sendable, Hashable, Codable {
    /// Nobody speaks.
    case listening
    /// Somebody speaks.
    case hearing
    /// A stretch of speech is being written down.
    case recognizing
    case finished
}
