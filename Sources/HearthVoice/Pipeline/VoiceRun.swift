import HearthCore

/// The work on one recording. Used by one task, once.
///
/// Detectors and diarizers compute as long as they please, and may be anybody's; so the actor has a thread of its own.
actor VoiceRun {
    private struct Piece {
        var segment: RecognizedSegment
        var channel: Int?
    }

    private let executor = ThreadExecutor(name: "hearth.voice")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let pipeline: VoicePipeline
    private let events: BoundedChannel<VoiceEvent>
    private var lanes: [Int: SpeechLane] = [:]
    private var language: LanguageVote
    private var pieces: [Piece] = []
    private var warnings: [ExtractionWarning] = []
    private var diarizer: (any SpeakerDiarizer)?
    private var diarizationProblem: String?
    /// Whether the channels of the recording are kept apart.
    private var isSeparate = false
    private var names = SpeakerNames()
    private var heard = 0
    private var speechSamples = 0
    private var detectorName = ""
    private var state = VoiceState.listening
    private var configuration: VoicePipeline.Configuration { pipeline.configuration }

    init(_ pipeline: VoicePipeline, _ events: BoundedChannel<VoiceEvent>) {
        self.pipeline = pipeline
        self.events = events
        language = LanguageVote(given: pipeline.configuration.options.language)
    }

    func run(_ source: any AudioSource) async throws -> VoiceTranscription {
        for notice in pipeline.notices { try await events.send(.notice(notice)) }
        diarizationProblem = pipeline.diarizationProblem
        let source = try await prepareDiarization(source)
        try await events.send(.state(.listening))
        do {
            let report = try await listen(to: source)
            warnings = report.warnings + warnings
            heard = max(heard, AudioFormat.sample(report.duration))
        } catch let error as CancellationError {
            throw error
        } catch {
            guard !pieces.isEmpty else { throw error }
            throw InterruptedTranscription(error, partial: try await result())
        }
        let result = try await result()
        // Earlier news of it may have been left out, as the next one makes them old; not this one.
        try await events.send(.progress(heard: result.duration, of: result.duration))
        try await events.send(.state(.finished))
        try await events.send(.finished(result))
        return result
    }

    // MARK: - Listening

    private func listen(to source: any AudioSource) async throws -> AudioReport {
        let chunks = BoundedChannel<AudioChunk>(capacity: AudioChunks.capacity)
        let total = (source as? AudioFile)?.declaredDuration
        return try await withThrowingTaskGroup(of: AudioReport.self) { group in
            group.addTask { try await chunks.ended { try await source.produce(into: $0) } }
            do {
                while let chunk = try await chunks.next() { try await hear(chunk, of: total) }
                try await finishLanes()
            } catch let error as CancellationError {
                throw error
            } catch {
                // The recording broke off; what was heard until then is still written down.
                group.cancelAll()
                if !isRecognizerLost { try await finishLanes() }
                throw error
            }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }

    /// After a recognizer hung or failed, it is not asked again.
    private var isRecognizerLost = false

    private func hear(_ chunk: AudioChunk, of total: Double?) async throws {
        try Task.checkCancellation()
        var lane = try lanes[chunk.channel] ?? newLane(chunk.channel)
        let steps = try lane.hear(chunk)
        lanes[chunk.channel] = lane
        heard = max(heard, chunk.end)
        events.trySend(.progress(heard: AudioFormat.seconds(heard), of: total))
        try await take(steps, channel: chunk.channel)
    }

    private func newLane(_ channel: Int) throws -> SpeechLane {
        let detector = try pipeline.makeDetector()
        detectorName = detector.name
        let most = AudioFormat.sample(min(configuration.recognizer.maximumClip, 3_600))
        return SpeechLane(channel: channel, detector: detector, maximumClip: max(most, AudioFormat.sampleRate))
    }

    private func finishLanes() async throws {
        for channel in lanes.keys.sorted() {
            guard var lane = lanes.removeValue(forKey: channel) else { continue }
            try await take(lane.finish(), channel: channel)
        }
    }

    private func take(_ steps: [SpeechLane.Step], channel: Int) async throws {
        for step in steps {
            switch step {
            case .began: try await enter(.hearing)
            case .cancelled: try await enter(.listening)
            case .speech(let clip):
                try await recognize(clip, channel: channel)
                try await enter(.listening)
            }
        }
    }

    private func enter(_ next: VoiceState) async throws {
        guard next != state else { return }
        state = next
        try await events.send(.state(next))
    }

    // MARK: - Recognizing

    private func recognize(_ clip: SpeechLane.Clip, channel: Int) async throws {
        speechSamples += clip.speech.count
        feedDiarizer(clip, channel: channel)
        try await enter(.recognizing)
        var options = configuration.options
        options.language = language.decided
        let duration = AudioFormat.seconds(clip.samples.count)
        let offset = AudioFormat.seconds(clip.start)
        let recognizer = configuration.recognizer
        let limit = configuration.patience + configuration.patiencePerSecond * duration
        let speech: RecognizedSpeech
        do {
            speech = try await TimeLimit.abandoning(after: limit) { [events, options] in
                try await recognizer.recognize(clip.samples, options: options) { text in
                    events.trySend(.partial(text: text, start: offset))
                }
            } timeout: {
                VoiceError(
                    .timeout,
                    "\(recognizer.engine.rawValue) did not answer for \(AudioWarnings.seconds(limit)) and was "
                        + "given up. Try a smaller model.")
            }
        } catch {
            isRecognizerLost = true
            throw error
        }
        language.add(speech, duration: duration)
        let segments = speech.segments.compactMap { checked($0, duration: duration)?.shifted(by: offset) }
        guard !segments.isEmpty else { return }
        let named = segments.map { segment in
            var segment = segment
            if isSeparate { segment.speaker = names.name(ofChannel: channel) }
            return segment
        }
        pieces += named.map { Piece(segment: $0, channel: isSeparate ? channel : nil) }
        try await events.send(.segments(named))
    }

    /// What an engine says is held to the clip: times within it and in order, text without empty ends.
    private func checked(_ segment: RecognizedSegment, duration: Double) -> RecognizedSegment? {
        let within = { (time: Double) in time.isFinite ? min(max(time, 0), duration) : 0 }
        var segment = segment
        segment.text = segment.text.singleSpaced
        segment.start = within(segment.start)
        segment.end = max(within(segment.end), segment.start)
        segment.words = segment.words?.map { word in
            var word = word
            word.start = within(word.start)
            word.end = max(within(word.end), word.start)
            return word
        }
        return segment.text.isEmpty ? nil : segment
    }

    // MARK: - Speakers

    /// Decides how speakers are told apart, now that the recording is known; this may change how it is read.
    private func prepareDiarization(_ source: any AudioSource) async throws -> any AudioSource {
        guard diarizationProblem == nil else { return source }
        do {
            switch configuration.diarization {
            case .off: break
            case .automatic:
                let separate = try await ChannelExaminer.separate(source)
                isSeparate = true
                diarizer = ChannelDiarizer()
                return separate
            case .labels(let turns): diarizer = LabelDiarizer(turns: turns)
            case .experimental(let speakers): diarizer = try VoiceClusterer(speakers: speakers)
            case .custom(let make): diarizer = try make()
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            try await giveUpSpeakers(error)
        }
        return source
    }

    private func giveUpSpeakers(_ error: any Error) async throws {
        diarizer = nil
        let reason = error.readableMessage
        diarizationProblem = reason
        configuration.log("Speakers are not told apart: \(reason)")
        try await events.send(.notice("Speakers are not told apart: \(reason)"))
    }

    private func feedDiarizer(_ clip: SpeechLane.Clip, channel: Int) {
        guard diarizer != nil else { return }
        let first = clip.speech.lowerBound - clip.start
        let samples = Array(clip.samples[first..<min(clip.samples.count, first + clip.speech.count)])
        do {
            try diarizer?.feed(samples, start: clip.speech.lowerBound, channel: channel)
        } catch {
            diarizer = nil
            diarizationProblem = error.readableMessage
        }
    }

    private func diarization() -> DiarizationOutcome {
        if case .off = configuration.diarization { return .off }
        if let diarizationProblem { return .unavailable(reason: diarizationProblem) }
        guard var diarizer else { return .unavailable(reason: "Nobody spoke.") }
        do {
            return try diarizer.finish()
        } catch {
            return .unavailable(reason: error.readableMessage)
        }
    }

    // MARK: - The result

    private func result() async throws -> VoiceTranscription {
        let outcome = diarization()
        pieces.sort { ($0.segment.start, $0.segment.end) < ($1.segment.start, $1.segment.end) }
        var segments = pieces.map(\.segment)
        if case .labelled(let turns) = outcome {
            segments = TurnMerger.apply(turns, to: segments, channels: pieces.map(\.channel))
            try await events.send(.speakerTurns(turns))
        }
        let recognizer = configuration.recognizer
        return VoiceTranscription(
            segments: segments, engine: recognizer.engine, model: recognizer.modelID, detector: detectorName,
            language: language.favourite, diarization: outcome, duration: AudioFormat.seconds(heard),
            speechDuration: AudioFormat.seconds(speechSamples), warnings: warnings)
    }
}

/// Settles on the language of a recording: a short stretch is easily mistaken, so stretches vote with their length until
/// enough was heard, and then the language is fixed.
struct LanguageVote {
    /// Seconds of speech after which the language no longer changes.
    static let enough = 15.0

    private var seconds: [String: Double] = [:]
    private let given: String?

    init(given: String?) { self.given = given }

    /// What the recognizer is told; `nil` lets it find out.
    var decided: String? {
        if let given { return given }
        return seconds.values.reduce(0, +) >= Self.enough ? favourite : nil
    }

    /// The language that was heard most.
    var favourite: String? {
        given ?? seconds.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    mutating func add(_ speech: RecognizedSpeech, duration: Double) {
        guard given == nil, let language = speech.language, !speech.segments.isEmpty else { return }
        seconds[language, default: 0] += duration * (speech.languageConfidence ?? 1)
    }
}
