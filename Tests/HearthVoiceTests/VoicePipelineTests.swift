import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthVoice

@Suite struct VoicePipelineTests {
    private func pipeline(
        _ recognizer: any SpeechRecognizer, diarization: DiarizationRequest = .off, patience: Double = 120,
        options: RecognitionOptions = RecognitionOptions()
    ) async throws -> VoicePipeline {
        try await VoicePipeline.createPipeline(
            .init(
                recognizer: recognizer, diarization: diarization, options: options, patience: patience,
                patiencePerSecond: 0))
    }

    @Test func aRecognizerThatCannotTranslateIsNotAskedTo() async throws {
        let recognizer = ScriptedRecognizer()
        let error = await #expect(throws: VoiceError.self) {
            _ = try await VoicePipeline.createPipeline(
                .init(recognizer: recognizer, options: RecognitionOptions(translates: true)))
        }
        #expect(error?.code == "cannot-translate" && recognizer.clips.isEmpty)
    }

    @Test func writesDownEachStretchAtItsPlace() async throws {
        let recognizer = ScriptedRecognizer([.text("first"), .text(" second \n one ")])
        let result = try await pipeline(recognizer).transcribe(SampleSource(Tones.samples([1, 1, 1, 1, 1])))
        #expect(result.segments.map(\.text) == ["first", "second one"])
        #expect(result.detector == "energy" && result.model == "scripted" && result.diarization == .off)
        #expect(abs(result.duration - 5) < 0.001 && abs(result.speechDuration - 2) < 0.4)
        // The recognizer is given some of the silence before and after; the times are those of the recording.
        for (segment, start) in zip(result.segments, [1.0, 3.0]) {
            #expect((start - 0.25...start).contains(segment.start))
            #expect((start + 1...start + 1.4).contains(segment.end))
        }
        #expect(result.transcript.cues.map(\.text) == ["first", "second one"])
    }

    @Test func silenceGivesNoWords() async throws {
        let recognizer = ScriptedRecognizer([.text("thank you for watching")])
        let result = try await pipeline(recognizer).transcribe(SampleSource([Float](repeating: 0, count: 160_000)))
        #expect(result.segments.isEmpty && recognizer.clips.isEmpty)
        #expect(result.speechDuration == 0 && result.duration == 10)
    }

    @Test func noClipIsLongerThanTheRecognizerTakes() async throws {
        let recognizer = ScriptedRecognizer(maximumClip: 20)
        // 70 seconds with pauses that are too short to end it.
        let source = SampleSource(Tones.samples(Array(repeating: [0.1, 0.9], count: 70).flatMap { $0 } + [1]))
        let result = try await pipeline(recognizer).transcribe(source)
        #expect(recognizer.clips.allSatisfy { $0 <= 20 * 16_000 })
        // Nothing is lost and nothing is heard twice.
        let heard = recognizer.clips.reduce(0, +)
        #expect((69 * 16_000...71 * 16_000).contains(heard))
        #expect(zip(result.segments, result.segments.dropFirst()).allSatisfy { $0.end <= $1.start + 0.001 })
    }

    @Test func tellsWhatHappensInOrder() async throws {
        let events = try await pipeline(ScriptedRecognizer([.text("hello")])).events(
            of: SampleSource(Tones.samples([1, 1, 1])))
        var told: [String] = []
        for try await event in events {
            switch event {
            case .state(let state): told.append(state.rawValue)
            case .partial(let text, _): told.append("partial " + text)
            case .segments(let segments): told.append("segments " + segments.map(\.text).joined())
            case .finished(let result): told.append("finished \(result.segments.count)")
            case .progress, .notice, .speakerTurns: break
            }
        }
        #expect(
            told == [
                "listening", "hearing", "recognizing", "partial hel", "segments hello", "listening", "finished",
                "finished 1",
            ])
    }

    @Test func progressGoesForwardToTheEnd() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("talk.wav")
            try WAVWriter.write(Tones.samples(Array(repeating: 1, count: 30)), to: file)
            let told = Mutex<[(heard: Double, of: Double?)]>([])
            let result = try await pipeline(ScriptedRecognizer()).transcribe(AudioFile.open(file.path)) { event in
                if case .progress(let heard, let total) = event { told.withLock { $0.append((heard, total)) } }
            }
            let heard = told.withLock { $0.map(\.heard) }
            #expect(heard.count > 1 && zip(heard, heard.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(heard.last == 30 && result.duration == 30)
            #expect(told.withLock { $0.allSatisfy { $0.of == 30 } })
        }
    }

    @Test func theLanguageIsSettledByWhatWasHeardMost() async throws {
        let recognizer = ScriptedRecognizer(language: "de")
        let result = try await pipeline(recognizer).transcribe(
            SampleSource(Tones.samples(Array(repeating: 4, count: 12))))
        #expect(result.language == "de")
        // At first the recognizer finds out; after fifteen seconds it is told.
        #expect(recognizer.options.first?.language == nil && recognizer.options.last?.language == "de")
        let given = ScriptedRecognizer(language: "de")
        let told = try await pipeline(given, options: RecognitionOptions(language: "fr")).transcribe(
            SampleSource(Tones.samples([1, 1, 1])))
        #expect(told.language == "fr" && given.options.map(\.language) == ["fr"])
    }

    @Test func onlyTheStretchThatIsSpokenIsKept() throws {
        var lane = SpeechLane(channel: 0, detector: EnergyDetector(), maximumClip: 30 * 16_000)
        let silence = [Float](repeating: 0, count: 16_000)
        let speech = Tones.samples([0.05, 0.45, 0.05, 0.45])
        var start = 0
        var most = 0
        for second in 0..<600 {
            let samples = second % 100 < 40 ? silence : speech
            _ = try lane.hear(AudioChunk(start: start, samples: samples))
            start += samples.count
            most = max(most, lane.kept)
        }
        // A stretch of 28 seconds at most, and what is not yet decided.
        #expect(most < 32 * 16_000)
        #expect(lane.kept < 32 * 16_000)
    }

    // MARK: - Creation

    @Test func whatIsMissingIsSaidAtCreation() async throws {
        let logged = Mutex<[String]>([])
        let configuration = VoicePipeline.Configuration(
            recognizer: ScriptedRecognizer(), detector: .automatic(silero: "/nonexistent"),
            diarization: .custom { throw VoiceError(.modelMissing, "No model tells voices apart.") },
            log: { notice in logged.withLock { $0.append(notice) } })
        let pipeline = try await VoicePipeline.createPipeline(configuration)
        #expect(logged.withLock { $0.count } == 2)
        let result = try await pipeline.transcribe(SampleSource(Tones.samples([1, 1, 1])))
        #expect(result.detector == "energy" && result.segments.count == 1)
        #expect(result.diarization == .unavailable(reason: "No model tells voices apart."))

        struct Unready: SpeechRecognizer {
            let engine = SpeechEngine.whisper
            let modelID = "none"
            let maximumClip = 30.0
            func prepare() async throws { throw VoiceError.noSpeechModel() }
            func recognize(
                _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
            ) async throws -> RecognizedSpeech { RecognizedSpeech(segments: []) }
        }
        let error = await #expect(throws: VoiceError.self) {
            _ = try await VoicePipeline.createPipeline(.init(recognizer: Unready()))
        }
        #expect(error?.code == "speech-model-missing")
        await #expect(throws: VoiceError.self) {
            _ = try await VoicePipeline.createPipeline(
                .init(recognizer: ScriptedRecognizer(), detector: .silero(path: "/nonexistent")))
        }
    }

    // MARK: - What goes wrong

    @Test func aRecognizerThatHangsIsGivenUpAndNothingIsLost() async throws {
        let recognizer = ScriptedRecognizer([.text("before"), .hang])
        defer { recognizer.release() }
        let error = await #expect(throws: InterruptedTranscription.self) {
            _ = try await pipeline(recognizer, patience: 0.2).transcribe(
                SampleSource(Tones.samples([1, 1, 1, 1, 1, 1, 1])))
        }
        #expect(error?.code == "timeout")
        #expect(error?.partial.segments.map(\.text) == ["before"])
        // It is not asked again.
        #expect(recognizer.clips.count == 2)
    }

    @Test func whoeverWantsToWaitForEverMay() async throws {
        for patience in [Double.infinity, 1e300] {
            let result = try await pipeline(ScriptedRecognizer(), patience: patience).transcribe(
                SampleSource(Tones.samples([1, 1, 1])))
            #expect(result.segments.count == 1)
        }
    }

    @Test func aRecognizerThatHangsAtOnceIsATimeout() async throws {
        let recognizer = ScriptedRecognizer([.hang])
        defer { recognizer.release() }
        let error = await #expect(throws: VoiceError.self) {
            _ = try await pipeline(recognizer, patience: 0.2).transcribe(SampleSource(Tones.samples([1, 1, 1])))
        }
        #expect(error?.code == "timeout")
    }

    @Test func aRecognizerThatFailsEndsTheWorkWithWhatItGave() async throws {
        let failure = VoiceError(.recognitionFailed, "It failed.")
        let recognizer = ScriptedRecognizer([.text("one"), .failure(failure)])
        let error = await #expect(throws: InterruptedTranscription.self) {
            _ = try await pipeline(recognizer).transcribe(SampleSource(Tones.samples([1, 1, 1, 1, 1])))
        }
        #expect(error?.code == "recognition-failed" && error?.partial.segments.count == 1)
    }

    /// Gives its sound, then fails.
    private struct BrokenSource: AudioSource {
        let name = "broken"
        let samples: [Float]
        func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
            _ = try await SampleSource(samples).produce(into: channel)
            throw VoiceError(.timeout, "The decoder fell silent.")
        }
    }

    @Test func whatWasHeardBeforeTheSourceBrokeOffIsWrittenDown() async throws {
        // The break comes in the middle of the second stretch.
        let recognizer = ScriptedRecognizer([.text("one"), .text("two")])
        let error = await #expect(throws: InterruptedTranscription.self) {
            _ = try await pipeline(recognizer).transcribe(BrokenSource(samples: Tones.samples([1, 1, 1, 1])))
        }
        #expect(error?.code == "timeout" && error?.partial.segments.map(\.text) == ["one", "two"])
    }

    @Test func aSlowReaderSlowsTheWorkDownAndMissesNothing() async throws {
        let recognizer = ScriptedRecognizer()
        let stretches = 60
        let source = SampleSource(Tones.samples(Array(repeating: 0.5, count: 2 * stretches)), chunk: 1_600)
        let seen = Mutex(0)
        let most = Mutex(0)
        let result = try await pipeline(recognizer).transcribe(source) { event in
            guard case .segments = event else { return }
            let count = seen.withLock { count in
                count += 1
                return count
            }
            for _ in 0..<50 { await Task.yield() }
            // How far the recognizer is ahead of the reader is bounded by the channel.
            most.withLock { $0 = max($0, recognizer.clips.count - count) }
        }
        #expect(seen.withLock { $0 } == stretches && result.segments.count == stretches)
        #expect(most.withLock { $0 } <= VoicePipeline.eventCapacity)
    }

    @Test func droppingTheEventsStopsTheWork() async throws {
        let recognizer = ScriptedRecognizer([.wait])
        do {
            let events = try await pipeline(recognizer).events(of: SampleSource(Tones.samples([1, 1, 1])))
            for try await event in events { if case .state(.recognizing) = event { break } }
        }
        // Nothing to wait for: were the work still there, the test's process would keep its tasks; this is for the
        // thread sanitizer. That cancelling ends the work is shown below.
    }

    @Test func cancellingEndsTheWorkAtAnyPoint() async throws {
        for answer in [ScriptedRecognizer.Answer.wait, .text("x")] {
            let recognizer = ScriptedRecognizer([answer])
            let made = try await pipeline(recognizer)
            let task = Task {
                while true {
                    _ = try await made.transcribe(SampleSource(Tones.samples([0.5, 0.5, 0.5]), chunk: 100))
                }
            }
            for _ in 0..<20 { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(.enabled(if: TestFiles.has("ffmpeg"))) func cancellingLeavesNoDecoderBehind() async throws {
        try await TestFiles.withFolder { folder in
            let wav = folder.appendingPathComponent("long.wav")
            try WAVWriter.write(Tones.samples(Array(repeating: 1, count: 240)), to: wav)
            let name = "cancelled-\(UUID().uuidString).flac"
            let file = folder.appendingPathComponent(name)
            try TestFiles.run("ffmpeg", ["-v", "error", "-i", wav.path, file.path])
            let made = try await pipeline(ScriptedRecognizer([.wait]))
            for stops in 0..<6 {
                let seen = Mutex(0)
                let task = Task {
                    try await made.transcribe(AudioFile.open(file.path)) { _ in
                        let count = seen.withLock { count in
                            count += 1
                            return count
                        }
                        if count == stops { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                }
                if stops == 0 { task.cancel() }
                // Where nothing else ends it, the waiting recognizer holds it up.
                if stops > 3 {
                    while seen.withLock({ $0 }) < 2 { await Task.yield() }
                    task.cancel()
                }
                await #expect(throws: (any Error).self) { _ = try await task.value }
                #expect(try await TestFiles.waitForEnd(ofProcessesWith: name))
            }
        }
    }
}
